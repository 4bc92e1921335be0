//! The verb of saying beside a quotation in English, and its subject.

use super::english_words::*;
use super::tokens::{Token, tokens};
use super::{Around, Attribution};
use crate::quotation::kind::{Introduced, begins_sentence};
use crate::text::Span;

/// The most words between a verb of saying and its quotation.
const MOST_TOKENS: usize = 30;
/// The most words of a name with its title.
const MOST_OF_NAME: usize = 14;

/// Finds the attribution before a quotation: `Smith, the chairman, told reporters: "…"`.
pub(super) fn before(around: Around) -> Option<Attribution> {
    let all = tokens(around.text, around.before);
    let sentence = without_closing(all.rsplit(Token::ends_sentence).next()?);
    let last = sentence.last()?;
    let is_beside = last.is_colon() || last.is_comma() || last.is_of(TO_WHOM) || is_verb(last);
    let Some(verb) = last_verb(sentence, is_beside) else {
        return according(sentence, Introduced::InSentence).or(put_thus(sentence)).or(words_of(sentence));
    };
    let mut speaker = subject(sentence, verb);
    if let Some(name) = speaker
        && is_written(sentence, verb, first_token(sentence, name))
    {
        speaker = None;
    }
    let is_near = sentence.len() - verb <= 3 && (last.is_of(TO_WHOM) || verb + 1 == sentence.len());
    let is_direct = last.is_colon() || ((last.is_comma() || is_near) && begins_sentence(around.first));
    let introduced = if is_direct { Introduced::Directly } else { Introduced::InSentence };
    Some(Attribution { speaker, said: sentence[verb].span, introduced })
}

/// Returns the token that a name begins with.
fn first_token<'a, 't>(sentence: &'a [Token<'t>], name: Span) -> Option<&'a Token<'t>> {
    sentence.iter().find(|token| token.span.start == name.start)
}

/// Returns the place of the last two words next to each other of which the first and the second are in these lists.
fn last_pair(sentence: &[Token], first: &[&str], second: &[&str]) -> Option<usize> {
    sentence.windows(2).rposition(|two| two[0].is_of(first) && two[1].is_of(second))
}

/// Returns the colon at the end of a sentence.
fn colon_at_end<'a, 't>(sentence: &'a [Token<'t>]) -> Option<&'a Token<'t>> {
    sentence.last().filter(|last| last.is_colon())
}

/// Finds the attribution in `Smith put it thus:`, `Smith put it like this in Leeds:`.
fn put_thus(sentence: &[Token]) -> Option<Attribution> {
    let last = colon_at_end(sentence)?;
    let at = last_pair(sentence, PUT, &["it", "this"])?;
    let said = Span::new(sentence[at].span.start, last.span.start);
    let introduced = Introduced::Directly;
    Some(Attribution { speaker: subject(sentence, at), said, introduced })
}

/// Finds the attribution in `In the words of Smith:`, `From a letter of the chairman:`.
fn words_of(sentence: &[Token]) -> Option<Attribution> {
    let last = colon_at_end(sentence)?;
    let at = last_pair(sentence, WORDS, &["of", "from", "by"])?;
    let said = Span::new(sentence[at].span.start, last.span.start);
    let introduced = Introduced::Directly;
    Some(Attribution { speaker: Some(name(sentence.get(at + 2..)?)?), said, introduced })
}

/// Returns the place of the verb of saying that goes with a quotation before it: the first one, but for those in a
/// clause about the subject, such as `, who had told nobody,` and `, asked about it,`.
fn first_verb(sentence: &[Token]) -> Option<usize> {
    let mut first = None;
    for (at, token) in sentence.iter().enumerate().take(MOST_TOKENS) {
        if !is_verb(token) {
            continue;
        }
        if !is_in_aside(sentence, at) {
            return Some(at);
        }
        first = first.or(Some(at));
    }
    first
}

/// Returns whether a verb stands in a clause about the subject before it.
fn is_in_aside(sentence: &[Token], verb: usize) -> bool {
    let Some(comma) = sentence[..verb].iter().rposition(Token::is_comma) else { return false };
    let first = &sentence[comma + 1];
    first.is_of(RELATIVE) || first.is_of(ASIDE) && sentence[verb..].iter().any(Token::is_comma)
}

/// Returns the place of the last verb of saying. Some verbs have to stand beside the quotation.
fn last_verb(sentence: &[Token], is_beside: bool) -> Option<usize> {
    let near = sentence.len().saturating_sub(3);
    for (at, token) in sentence.iter().enumerate().rev().take(MOST_TOKENS) {
        let is_said = if token.is_of(SAYING) {
            at >= near
        } else {
            token.is_of(SAID) && (is_beside || !token.is_of(SAID_BESIDE))
        };
        if is_said {
            return Some(at);
        }
    }
    None
}

/// Finds the attribution behind a quotation: `"…," said Smith`, `"…," the ministry said on Friday`.
pub(super) fn behind(around: Around) -> Option<Attribution> {
    let all = tokens(around.text, around.behind);
    let has_comma = all.first().is_some_and(Token::is_comma);
    let sentence = all[usize::from(has_comma)..].split(Token::ends_sentence).next()?;
    // After a full stop another sentence begins.
    let is_open = has_comma || !around.last.ends_with('.');
    let is_direct = has_comma || around.last.ends_with([',', '?', '!', '-', '—', '…']);
    let whole = begins_sentence(around.first) && is_direct;
    let introduced = if whole { Introduced::Directly } else { Introduced::InSentence };
    if !is_open {
        return None;
    }
    if !is_direct {
        return at_end(sentence);
    }
    if let Some(found) = according(sentence, introduced) {
        return Some(found);
    }
    if let Some(verb) = first_verb(sentence) {
        let first = &sentence[0];
        if verb == 0 {
            let name = name(&sentence[1..])?;
            let speaker = (!is_written(sentence, 0, sentence.get(1))).then_some(name);
            return Some(Attribution { speaker, said: first.span, introduced });
        }
        let speaker = match subject(sentence, verb) {
            Some(name) if begins_subject(first) && name.start == first.span.start => Some(name),
            _ => named_first(&sentence[..verb]),
        };
        if speaker.is_some() {
            return Some(Attribution { speaker, said: sentence[verb].span, introduced });
        }
    }
    at_end(sentence)
}

/// Finds the name in `Peter Hall, head of research said`, where the second comma is missing.
fn named_first(sentence: &[Token]) -> Option<Span> {
    let comma = sentence.iter().position(Token::is_comma)?;
    let (name, rest) = (&sentence[..comma], &sentence[comma + 1..]);
    let is_name = (2..=4).contains(&name.len()) && name.iter().all(Token::is_capital);
    if is_name && !rest.iter().any(Token::is_comma) { span(name) } else { None }
}

/// Finds the attribution at the end of a sentence: `… "sick" …, the report said.`
fn at_end(sentence: &[Token]) -> Option<Attribution> {
    let verb = sentence.iter().rposition(is_verb)?;
    if sentence.len() - verb > 4 || sentence[verb].is_of(SAID_BESIDE) {
        return None;
    }
    let comma = sentence[..verb].iter().rposition(Token::is_comma)?;
    let speaker = subject(sentence, verb)?;
    let said = sentence[verb].span;
    let found = Attribution { speaker: Some(speaker), said, introduced: Introduced::InSentence };
    (speaker.start > sentence[comma].span.start).then_some(found)
}

/// Finds an attribution such as `according to the ministry`.
fn according(sentence: &[Token], introduced: Introduced) -> Option<Attribution> {
    let at = last_pair(sentence, &["according"], &["to"])?;
    let said = Span::new(sentence[at].span.start, sentence[at + 1].span.end);
    Some(Attribution { speaker: Some(name(sentence.get(at + 2..)?)?), said, introduced })
}

/// Returns whether a subject may begin with this token.
fn begins_subject(token: &Token) -> bool {
    token.is_word() && !token.is_before_subject()
}

/// Returns whether a name ends before this token.
fn ends_name(token: &Token) -> bool {
    !token.is_word() || token.is_of(ENDS_NAME)
}

fn opening_bracket(tokens: &[Token]) -> Option<usize> {
    tokens.iter().rposition(|token| token.is_mark(&['(']))
}

fn is_verb(token: &Token) -> bool {
    token.is_of(SAID) || token.is_of(SAYING)
}

/// Returns whether a text is the subject of a verb, such as `a notice reads`, whose first word is `first`: a thing says
/// nothing.
fn is_written(sentence: &[Token], verb: usize, first: Option<&Token>) -> bool {
    sentence[verb].is_of(&["read", "reads"]) && first.is_some_and(Token::is_determiner)
}

/// Skips the closing marks of a quotation that ends before.
fn without_closing<'a, 't>(mut tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    while let [first, rest @ ..] = tokens
        && first.is_mark(&['"', '”', '’', '\'', ')', '»'])
    {
        tokens = rest;
    }
    tokens
}

/// Returns the subject of a verb of saying, with its title.
fn subject(sentence: &[Token], verb: usize) -> Option<Span> {
    // `Said another trader: "…"`
    if verb == 0 && !sentence[0].is_of(SAYING) {
        return name(sentence.get(1..)?);
    }
    let mut end = verb;
    while end > 0 && (sentence[end - 1].is_of(BETWEEN) || is_adverb(&sentence[end - 1])) {
        end -= 1;
    }
    let before = sentence.get(end.checked_sub(1)?)?;
    if sentence[verb].is_of(SAYING) {
        if before.is_of(&["as"])
            && let Some(found) = quoted_as(sentence, end - 1)
        {
            return Some(found);
        }
        return main_subject(sentence.get(..verb)?);
    }
    if before.is_of(PASSIVE) {
        return None;
    }
    if before.is_comma() {
        return before_apposition(sentence.get(..end - 1)?);
    }
    if before.is_mark(&[')']) {
        return backwards(sentence, opening_bracket(&sentence[..end])?);
    }
    if before.is_of(&["and", "but"]) {
        return main_subject(sentence.get(..end - 1)?);
    }
    backwards(sentence, end)
}

fn is_adverb(token: &Token) -> bool {
    token.is_word() && token.text.len() > 3 && token.text.ends_with("ly") && !token.is_capital()
}

/// Finds the speaker in `quoted Smith as saying`, `Smith was quoted as saying`.
fn quoted_as(sentence: &[Token], at: usize) -> Option<Span> {
    let quoted =
        sentence.get(..at)?.iter().rposition(|token| token.is_of(&["quoted", "cited", "reported"]))?;
    match sentence.get(quoted.checked_sub(1)?)? {
        before if before.is_of(PASSIVE) => subject(sentence, quoted - 1),
        _ => name(sentence.get(quoted + 1..at)?),
    }
}

/// Returns the name that ends before a token.
fn backwards(sentence: &[Token], end: usize) -> Option<Span> {
    let mut start = end;
    while start > 0 && end - start < MOST_OF_NAME {
        let token = &sentence[start - 1];
        let joins = token.is_of(&["and"]) && start >= 2 && {
            let (one, other) = (&sentence[start - 2], sentence.get(start));
            one.is_capital() && other.is_some_and(Token::is_capital) && start < end
        };
        if token.is_of(&["who"]) && start > 1 {
            // `one engineer who built it`
            return backwards(sentence.get(..start - 1)?, start - 1);
        }
        // `the Press Trust (PTI) news agency`
        if token.is_mark(&[')'])
            && start < end
            && let Some(open) = opening_bracket(&sentence[..start])
            && end - open < MOST_OF_NAME
        {
            start = open;
            continue;
        }
        if !token.is_word() || (token.is_of(STARTS_CLAUSE) && !joins) {
            break;
        }
        start -= 1;
    }
    let found = without_introduction(sentence.get(start..end)?);
    let is_name = found.len() == 1 || !found.iter().all(Token::is_determiner);
    if is_name && !found.last()?.is_before_subject() { span(found) } else { None }
}

/// Skips the words that begin a sentence before its subject: `On Friday Smith`, `In Tokyo a spokesman`.
fn without_introduction<'a, 't>(mut name: &'a [Token<'t>]) -> &'a [Token<'t>] {
    if !name.first().is_some_and(Token::is_before_subject) {
        return name;
    }
    while let [first, rest @ ..] = name
        && first.is_before_subject()
    {
        name = rest;
    }
    if let Some(pronoun) = name.iter().rposition(Token::is_pronoun) {
        return &name[pronoun..];
    }
    let capitals = name.iter().rev().take_while(|token| token.is_capital()).count();
    if capitals > 0 {
        return &name[name.len() - capitals..];
    }
    let determiner = name.iter().rposition(Token::is_determiner);
    &name[determiner.unwrap_or(0)..]
}

/// Returns the name before `, the chairman,`: the last one that begins like a name.
fn before_apposition(sentence: &[Token]) -> Option<Span> {
    let mut end = sentence.len();
    for _ in 0..4 {
        let comma = sentence[..end].iter().rposition(Token::is_comma)?;
        if let Some(found) = backwards(sentence, comma)
            && let Some(first) = first_token(sentence, found)
            && (first.is_capital()
                || first.is_determiner()
                || first.is_pronoun()
                || sentence[..comma].iter().any(|token| token.span.start > found.start && token.is_capital()))
        {
            return Some(found);
        }
        // This was an apposition too, and the name stands before an earlier comma.
        end = comma;
    }
    None
}

/// Finds the subject of a sentence by its names.
fn main_subject(sentence: &[Token]) -> Option<Span> {
    if let Some(verb) = sentence.iter().position(|token| token.is_of(SAID))
        && verb > 0
        && let Some(found) = subject(sentence, verb)
    {
        return Some(found);
    }
    let mut clauses = sentence.split(Token::is_comma);
    let main = clauses.find(|clause| clause.first().is_some_and(begins_subject))?;
    if main[0].is_pronoun() {
        return span(&main[..1]);
    }
    let is_of_name = |token: &&Token| token.is_capital() || token.is_of(&["of", "the", "and", "de", "van"]);
    let end = main.iter().take(MOST_OF_NAME).take_while(is_of_name).count();
    let named = main[..end].iter().rposition(Token::is_capital)?;
    span(&main[..=named])
}

/// Returns the name that begins here.
fn name(tokens: &[Token]) -> Option<Span> {
    if tokens.first()?.is_pronoun() {
        return span(&tokens[..1]);
    }
    let end = tokens.iter().position(ends_name).unwrap_or(tokens.len());
    let (mut found, rest) = tokens.split_at(end);
    if found.iter().skip(1).all(|token| !token.is_capital() || token.text.ends_with("'s")) {
        // `said the bank's analyst, Peter Hall`
        found = &tokens[..end + named_apposition(rest)];
    }
    let is_name = found.len() <= MOST_OF_NAME && !found.iter().all(Token::is_determiner);
    if is_name { span(found) } else { None }
}

/// Counts the tokens of a beginning such as `, Peter Hall`; 0 for any other.
fn named_apposition(tokens: &[Token]) -> usize {
    let is_comma = tokens.first().is_some_and(Token::is_comma);
    let name = tokens.iter().skip(1).take_while(|token| token.is_capital() && !token.is_pronoun()).count();
    let ends = tokens.get(name + 1).is_none_or(ends_name);
    if is_comma && ends && (2..=4).contains(&name) { name + 1 } else { 0 }
}

fn span(tokens: &[Token]) -> Option<Span> {
    Some(Span::new(tokens.first()?.span.start, tokens.last()?.span.end))
}

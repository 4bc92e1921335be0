//! The verb of saying beside a quotation in English, and its subject.

use super::english_words::*;
use super::tokens::{Token, tokens};
use super::{Around, Attribution};
use crate::quotation::kind::Introduced;
use crate::text::Span;

/// The most words between a verb of saying and its quotation.
const MOST_TOKENS: usize = 30;
/// The most words of a name with its title.
const MOST_OF_NAME: usize = 14;

/// Finds the attribution before a quotation: `Smith, the chairman, told reporters: "…"`.
pub(super) fn before(around: Around) -> Option<Attribution> {
    let all = tokens(around.text, around.before);
    let start = all.iter().rposition(Token::ends_sentence).map_or(0, |at| at + 1);
    let sentence = without_closing(all.get(start..)?);
    let last = sentence.last()?;
    let is_beside = last.is_mark(&[':', '：', ',']) || last.is_of(TO_WHOM) || is_verb(last);
    let near = sentence.len().saturating_sub(3);
    let is_said = |&(at, token): &(usize, &Token)| match () {
        () if token.is_of(SAYING) => at >= near,
        () => token.is_of(SAID) && (is_beside || !token.is_of(SAID_BESIDE)),
    };
    let verb = sentence.iter().enumerate().rev().find(is_said).map(|(at, _)| at);
    let verb = verb.filter(|verb| sentence.len() - verb <= MOST_TOKENS);
    let Some(verb) = verb else { return according(sentence, Introduced::InSentence) };
    let speaker = subject(sentence, verb);
    let is_near = sentence.len() - verb <= 3 && (last.is_of(TO_WHOM) || verb + 1 == sentence.len());
    let is_direct =
        last.is_mark(&[':', '：']) || ((last.is_mark(&[',']) || is_near) && begins_sentence(around.first));
    let introduced = if is_direct { Introduced::Directly } else { Introduced::InSentence };
    Some(Attribution { speaker, said: sentence[verb].span, introduced })
}

/// Finds the attribution behind a quotation: `"…," said Smith`, `"…," the ministry said on Friday`.
pub(super) fn behind(around: Around) -> Option<Attribution> {
    let all = tokens(around.text, around.behind);
    let has_comma = all.first().is_some_and(|token| token.is_mark(&[',']));
    let rest = all.get(usize::from(has_comma)..)?;
    let end = rest.iter().position(Token::ends_sentence).unwrap_or(rest.len());
    let sentence = rest.get(..end)?;
    // After a full stop another sentence begins.
    let is_open = has_comma || !around.last.ends_with('.');
    let is_direct = has_comma || around.last.ends_with([',', '?', '!', '-', '—', '…']);
    let whole = begins_sentence(around.first) && is_direct;
    let introduced = if whole { Introduced::Directly } else { Introduced::InSentence };
    if !is_open {
        return None;
    }
    if let Some(found) = according(sentence, introduced).filter(|_| is_direct) {
        return Some(found);
    }
    let verb = sentence.iter().take(MOST_TOKENS).position(is_verb);
    if let Some(verb) = verb.filter(|_| is_direct) {
        if verb == 0 {
            let speaker = name(sentence.get(1..)?);
            return speaker.map(|name| Attribution {
                speaker: Some(name),
                said: sentence[0].span,
                introduced,
            });
        }
        let begins = sentence[0].is_word() && !sentence[0].is_of(BEFORE_SUBJECT);
        let at_once = |name: &Span| begins && name.start == sentence[0].span.start;
        let speaker = subject(sentence, verb).filter(at_once).or_else(|| named_first(sentence.get(..verb)?));
        if speaker.is_some() {
            return Some(Attribution { speaker, said: sentence[verb].span, introduced });
        }
    }
    at_end(sentence)
}

/// Finds the name in `Peter Hall, head of research said`, where the second comma is missing.
fn named_first(sentence: &[Token]) -> Option<Span> {
    let comma = sentence.iter().position(|token| token.is_mark(&[',']))?;
    let name = sentence.get(..comma)?;
    let is_name = (2..=4).contains(&name.len()) && name.iter().all(Token::is_capital);
    let has_other = sentence.get(comma + 1..)?.iter().any(|token| token.is_mark(&[',']));
    span(name).filter(|_| is_name && !has_other)
}

/// Finds the attribution at the end of a sentence: `… "sick" …, the report said.`
fn at_end(sentence: &[Token]) -> Option<Attribution> {
    let verb = sentence.iter().rposition(is_verb)?;
    let is_last = sentence.len() - verb <= 4 && !sentence[verb].is_of(SAID_BESIDE);
    let comma = sentence.get(..verb)?.iter().rposition(|token| token.is_mark(&[',']))?;
    let speaker = subject(sentence, verb).filter(|name| name.start > sentence[comma].span.start)?;
    let inside = Some(Attribution {
        speaker: Some(speaker),
        said: sentence[verb].span,
        introduced: Introduced::InSentence,
    });
    inside.filter(|_| is_last)
}

/// Finds an attribution such as `according to the ministry`.
fn according(sentence: &[Token], introduced: Introduced) -> Option<Attribution> {
    let at = sentence.windows(2).rposition(|two| two[0].is_of(&["according"]) && two[1].is_of(&["to"]))?;
    let said = Span::new(sentence[at].span.start, sentence[at + 1].span.end);
    Some(Attribution { speaker: Some(name(sentence.get(at + 2..)?)?), said, introduced })
}

fn begins_sentence(text: &str) -> bool {
    text.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase())
}

fn is_verb(token: &Token) -> bool {
    token.is_of(SAID) || token.is_of(SAYING)
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
    if before.is_mark(&[',']) {
        return before_apposition(sentence.get(..end - 1)?);
    }
    if before.is_mark(&[')']) {
        let open = sentence.get(..end)?.iter().rposition(|token| token.is_mark(&['(']))?;
        return backwards(sentence, open);
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
        if token.is_mark(&[')']) && start < end {
            // `the Press Trust (PTI) news agency`
            let open = sentence.get(..start)?.iter().rposition(|token| token.is_mark(&['(']));
            if let Some(open) = open.filter(|&open| end - open < MOST_OF_NAME) {
                start = open;
                continue;
            }
        }
        if !token.is_word() || (token.is_of(STARTS_CLAUSE) && !joins) {
            break;
        }
        start -= 1;
    }
    let found = without_introduction(sentence.get(start..end)?);
    let is_name = found.iter().any(|token| !token.is_of(DETERMINERS)) || found.len() == 1;
    span(found).filter(|_| is_name && found.last().is_some_and(|token| !token.is_of(BEFORE_SUBJECT)))
}

/// Skips the words that begin a sentence before its subject: `On Friday Smith`, `In Tokyo a spokesman`.
fn without_introduction<'a, 't>(name: &'a [Token<'t>]) -> &'a [Token<'t>] {
    if !name.first().is_some_and(|first| first.is_of(BEFORE_SUBJECT)) {
        return name;
    }
    let first = name.iter().position(|token| !token.is_of(BEFORE_SUBJECT)).unwrap_or(name.len());
    let name = name.get(first..).unwrap_or_default();
    let pronoun = name.iter().rposition(|token| token.is_of(PRONOUNS));
    let determiner = || name.iter().skip(1).rposition(|token| token.is_of(DETERMINERS)).map(|at| at + 1);
    let capital = || {
        let last = name.iter().rposition(|token| !token.is_capital()).map_or(0, |at| at + 1);
        (last < name.len()).then_some(last)
    };
    let start = pronoun.or_else(capital).or_else(determiner).unwrap_or(0);
    name.get(start..).unwrap_or_default()
}

/// Returns the name before `, the chairman,`: the last one that begins like a name.
fn before_apposition(sentence: &[Token]) -> Option<Span> {
    let mut end = sentence.len();
    for _ in 0..4 {
        let comma = sentence.get(..end)?.iter().rposition(|token| token.is_mark(&[',']))?;
        let found = backwards(sentence, comma);
        let first = found.and_then(|found| sentence.iter().find(|token| token.span.start == found.start));
        let begins = |token: &Token| token.is_capital() || token.is_of(DETERMINERS) || token.is_of(PRONOUNS);
        // Otherwise this was an apposition too, and the name stands before an earlier comma.
        if first.is_some_and(begins) {
            return found;
        }
        end = comma;
    }
    None
}

/// Finds the subject of a sentence by its names.
fn main_subject(sentence: &[Token]) -> Option<Span> {
    if let Some(verb) = sentence.iter().position(|token| token.is_of(SAID)).filter(|&verb| verb > 0)
        && let Some(found) = subject(sentence, verb)
    {
        return Some(found);
    }
    let clauses = sentence.split(|token| token.is_mark(&[',']));
    let main = clauses
        .into_iter()
        .find(|clause| clause.first().is_some_and(|first| first.is_word() && !first.is_of(BEFORE_SUBJECT)))?;
    if main.first()?.is_of(PRONOUNS) {
        return span(main.get(..1)?);
    }
    let is_of_name = |token: &Token| token.is_capital() || token.is_of(&["of", "the", "and", "de", "van"]);
    let end = main.iter().position(|token| !is_of_name(token)).unwrap_or(main.len());
    let end = end.min(MOST_OF_NAME);
    let named = main.get(..end)?.iter().rposition(Token::is_capital)?;
    span(main.get(..=named)?)
}

/// Returns the name that begins here.
fn name(tokens: &[Token]) -> Option<Span> {
    let first = tokens.first()?;
    if first.is_of(PRONOUNS) {
        return span(tokens.get(..1)?);
    }
    let ends = |token: &Token| !token.is_word() || token.is_of(ENDS_NAME);
    let end = tokens.iter().position(ends).unwrap_or(tokens.len());
    // `said the bank's analyst, Peter Hall`
    let apposition = tokens.get(end..).map_or(0, |rest| named_apposition(rest));
    let has_no_name =
        tokens.get(..end)?.iter().skip(1).all(|token| !token.is_capital() || token.text.ends_with("'s"));
    let end = if has_no_name { end + apposition } else { end };
    let found = tokens.get(..end)?;
    let is_name = found.len() <= MOST_OF_NAME && found.iter().any(|token| !token.is_of(DETERMINERS));
    span(found).filter(|_| is_name)
}

/// Counts the tokens of a beginning such as `, Peter Hall`; 0 for any other.
fn named_apposition(tokens: &[Token]) -> usize {
    let is_comma = tokens.first().is_some_and(|token| token.is_mark(&[',']));
    let name = tokens.iter().skip(1).take_while(|token| token.is_capital() && !token.is_of(PRONOUNS)).count();
    let ends = tokens.get(name + 1).is_none_or(|token| !token.is_word() || token.is_of(ENDS_NAME));
    if is_comma && ends && (2..=4).contains(&name) { name + 1 } else { 0 }
}

fn span(tokens: &[Token]) -> Option<Span> {
    Some(Span::new(tokens.first()?.span.start, tokens.last()?.span.end))
}

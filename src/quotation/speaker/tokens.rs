//! The words and marks of a stretch of English.

use super::english_words::{ABBREVIATIONS, BEFORE_SUBJECT, DETERMINERS, PRONOUNS};
use crate::text::Span;

/// A word or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) span: Span,
    pub(super) text: &'t str,
    /// The mark; `None` for a word.
    mark: Option<char>,
}

impl Token<'_> {
    pub(super) fn is_word(&self) -> bool {
        self.mark.is_none()
    }

    pub(super) fn is_mark(&self, marks: &[char]) -> bool {
        self.mark.is_some_and(|mark| marks.contains(&mark))
    }

    pub(super) fn is_comma(&self) -> bool {
        self.mark == Some(',')
    }

    /// Returns whether it is one of these words, whatever its case.
    pub(super) fn is_of(&self, words: &[&str]) -> bool {
        self.is_word() && words.iter().any(|word| self.text.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_determiner(&self) -> bool {
        self.is_of(DETERMINERS)
    }

    pub(super) fn is_pronoun(&self) -> bool {
        self.is_of(PRONOUNS)
    }

    /// Returns whether it stands before a subject, such as `on` in `on Friday Smith said`.
    pub(super) fn is_before_subject(&self) -> bool {
        self.is_of(BEFORE_SUBJECT)
    }

    pub(super) fn is_capital(&self) -> bool {
        self.is_word() && self.text.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
    }

    pub(super) fn ends_sentence(&self) -> bool {
        self.is_mark(&['.', '!', '?', ';', '。', '！', '？', '；'])
    }
}

/// Cuts a part of a text into tokens. The dot of an abbreviation is part of its word.
pub(super) fn tokens(text: &str, part: Span) -> Vec<Token<'_>> {
    let whole = part.of(text);
    let mut found: Vec<Token> = vec![];
    let mut at = 0;
    while let Some(c) = whole.get(at..).and_then(|rest| rest.chars().next()) {
        if !c.is_alphanumeric() {
            let end = at + c.len_utf8();
            if !c.is_whitespace() {
                found.extend(token(whole, part.start, at..end, Some(c)));
            }
            at = end;
            continue;
        }
        let mut end = word_end(whole, at);
        let word = whole.get(at..end).unwrap_or("");
        let has_dot = whole.get(end..).is_some_and(|rest| rest.starts_with('.'));
        let is_letter = word.len() == c.len_utf8() && c.is_uppercase();
        let is_short = || is_letter || word.contains('.') || ABBREVIATIONS.contains(&word);
        if has_dot && is_short() && !begins_sentence(whole.get(end + 1..).unwrap_or("")) {
            end += 1;
        }
        // `the Smiths' house`, `long- and short-term`
        let behind = whole.get(end..).unwrap_or("");
        let is_apart =
            |mark: char| behind.strip_prefix(mark).is_some_and(|rest| rest.starts_with(char::is_whitespace));
        if (word.ends_with('s') && (is_apart('\'') || is_apart('’'))) || is_apart('-') {
            end += behind.chars().next().map_or(0, char::len_utf8);
        }
        found.extend(token(whole, part.start, at..end, None));
        at = end;
    }
    found
}

/// Returns whether a text begins with a word that begins a sentence rather than continues a name.
fn begins_sentence(text: &str) -> bool {
    let word = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let is_of = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    word.len() > 1
        && word.starts_with(char::is_uppercase)
        && (is_of(PRONOUNS) || is_of(DETERMINERS) || is_of(BEFORE_SUBJECT))
}

fn token(whole: &str, start: u32, range: std::ops::Range<usize>, mark: Option<char>) -> Option<Token<'_>> {
    let span = Span::new(start + range.start as u32, start + range.end as u32);
    whole.get(range).map(|text| Token { span, text, mark })
}

/// Returns the end of the word that begins here: letters and digits, with the marks that words have inside.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut chars = text.get(start..).unwrap_or("").char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let follows = chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        let joins = follows && matches!(c, '\'' | '’' | '-' | '.' | '&' | '/');
        if !(c.is_alphanumeric() || joins) {
            break;
        }
        end = start + at + c.len_utf8();
    }
    end
}

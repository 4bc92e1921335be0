//! The words and marks of a stretch of English.

use super::english_words::{ABBREVIATIONS, BEFORE_SUBJECT, DETERMINERS, PRONOUNS};
use crate::text::Span;
use crate::text::lookup::{behind, char_at, is_one_of, is_separator};

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

    pub(super) fn is_colon(&self) -> bool {
        self.is_mark(&[':', '：'])
    }

    /// Returns whether it is one of these words, whatever its case.
    pub(super) fn is_of(&self, words: &[&str]) -> bool {
        self.is_word() && is_one_of(self.text, words)
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
    while let Some(c) = char_at(whole, at) {
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
        let is_letter = word.len() == c.len_utf8() && c.is_uppercase();
        if behind(whole, end).starts_with('.')
            && (is_letter || word.contains('.') || ABBREVIATIONS.contains(&word))
            && !begins_sentence(behind(whole, end + 1))
        {
            end += 1;
        }
        // `the Smiths' house`, `long- and short-term`
        if let Some(mark @ ('\'' | '’' | '-')) = char_at(whole, end)
            && (mark == '-' || word.ends_with('s'))
            && behind(whole, end + mark.len_utf8()).starts_with(char::is_whitespace)
        {
            end += mark.len_utf8();
        }
        found.extend(token(whole, part.start, at..end, None));
        at = end;
    }
    found
}

/// Returns whether a text begins with a word that begins a sentence rather than continues a name.
fn begins_sentence(text: &str) -> bool {
    let word = text.trim_start().split(is_separator).next().unwrap_or("");
    word.len() > 1
        && word.starts_with(char::is_uppercase)
        && (is_one_of(word, PRONOUNS) || is_one_of(word, DETERMINERS) || is_one_of(word, BEFORE_SUBJECT))
}

fn token(whole: &str, start: u32, range: std::ops::Range<usize>, mark: Option<char>) -> Option<Token<'_>> {
    let span = Span::new(start + range.start as u32, start + range.end as u32);
    Some(Token { span, text: whole.get(range)?, mark })
}

/// Returns the end of the word that begins here: letters and digits, with the marks that words have inside.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    for c in behind(text, start).chars() {
        let next = end + c.len_utf8();
        let joins = matches!(c, '\'' | '’' | '-' | '.' | '&' | '/')
            && char_at(text, next).is_some_and(char::is_alphanumeric);
        if !(c.is_alphanumeric() || joins) {
            break;
        }
        end = next;
    }
    end
}

//! Small lookups in a text: the characters beside a place, and the words and figures at its ends.

use std::ops::RangeInclusive;

use super::{Span, is_han};

/// Returns the character that begins at `at`.
#[inline]
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// Returns the character that ends at `at`.
#[inline]
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// Returns the text before a place; empty if the place is inside a character.
pub(crate) fn until(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or("")
}

/// Returns the text from a place on; empty if the place is inside a character.
pub(crate) fn behind(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

/// Returns the first `count` characters of a text.
pub(crate) fn first_chars(text: &str, count: usize) -> &str {
    match text.char_indices().nth(count) {
        Some((end, _)) => until(text, end),
        None => text,
    }
}

/// Returns whether a character is an ASCII digit.
#[inline]
pub(crate) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns whether a character is an ASCII letter.
#[inline]
pub(crate) fn is_ascii_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

/// Returns whether a character is neither a letter nor a figure.
#[inline]
pub(crate) fn is_separator(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Returns whether a text consists of this many ASCII digits.
pub(crate) fn is_number(text: &str, digits: RangeInclusive<usize>) -> bool {
    digits.contains(&text.len()) && text.as_bytes().iter().all(u8::is_ascii_digit)
}

/// Counts the Han characters of a text.
pub(crate) fn count_han(text: &str) -> usize {
    text.matches(is_han).count()
}

/// Returns whether the first letter of a text is Han.
pub(crate) fn begins_in_han(text: &str) -> bool {
    text.chars().find(|c| c.is_alphabetic()).is_some_and(is_han)
}

/// Returns whether a text has one of these parts.
pub(crate) fn contains_any(text: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| text.contains(part))
}

/// Returns whether a text begins with one of these words.
pub(crate) fn starts_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

/// Returns whether a text ends with one of these words.
pub(crate) fn ends_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.ends_with(word))
}

/// Returns the text behind the first of these words that it begins with.
pub(crate) fn strip_any<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| text.strip_prefix(word))
}

/// Returns whether a character is a letter or a figure, and not Han: words are made of these.
#[inline]
pub(crate) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

/// Counts the spans, which come in order, that end at a place or before it.
pub(crate) fn count_ended(spans: &[Span], place: u32) -> usize {
    spans.partition_point(|span| span.end <= place)
}

/// Returns the first of some spans, which come in order, that ends behind a place.
pub(crate) fn span_at(spans: &[Span], place: u32) -> Option<&Span> {
    spans.get(count_ended(spans, place))
}

/// Returns whether a word is one of these, whatever the case of its ASCII letters.
pub(crate) fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns whether a character is an ASCII letter or digit.
#[inline]
pub(crate) fn is_ascii_alphanumeric(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

/// Returns the range `start..end` of a text without the white space around it.
pub(crate) fn trimmed(text: &str, start: usize, end: usize) -> Span {
    let part = text.get(start..end).unwrap_or("");
    let start = start + (part.len() - part.trim_start().len());
    Span::new(start as u32, (start + part.trim().len()) as u32)
}

//! A part of a text -> whether it looks like an entry of a list of references, or like a note that names a source.
//!
//! The look alone decides: an entry has names, and a year or a place such as a publisher, a volume, pages or an address. A
//! sentence with a number before it is none.
//!
//! - `latin`: entries in English and other languages with Latin letters
//! - `chinese`: entries in Chinese

mod chinese;
mod latin;

use super::headings::is_heading;
use crate::text::is_han;
use crate::text::lookup::{begins_in_han, behind, contains_any, first_chars, is_digit, until};

/// The longest entry, in bytes.
const MAX_ENTRY_BYTES: usize = 1500;
/// The most characters of a note that are looked at.
const MAX_NOTE: usize = 600;

/// Returns whether a part begins with the heading and an entry in one line: `参考文献：[1] …`.
pub(super) fn begins_with_heading(part: &str) -> bool {
    let head = first_chars(part, 10);
    let Some(end) = head.find([':', '：']).or_else(|| head.find(['[', '［'])) else { return false };
    let rest = behind(part, end).trim_start_matches([':', '：', ' ', '\n']);
    is_heading(until(head, end)) && begins_entry(rest) && looks_like_entry(rest)
}

/// Returns whether a text begins with the number or the key of an entry: `[3]`, `［3］`, `[Holm10]`.
pub(super) fn begins_entry(text: &str) -> bool {
    matches!(number(text), Some(Number { is_bracketed: true, .. })) || key(text).is_some()
}

/// Returns whether a line in a list of references begins an entry, whatever stands before the line.
pub(super) fn begins_line_of_entry(line: &str) -> bool {
    number(line).is_some() || key(line).is_some() || latin::begins_with_inverted_name(line)
}

/// The number at the beginning of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u32,
    /// True for `[3]` and `（3）`.
    pub(super) is_bracketed: bool,
    /// Its length in bytes, with its marks.
    len: usize,
}

/// Returns the number that an entry begins with: `[3]`, `3.`, `3)`, `（3）`, `[^3]:`, `³`, `③`.
pub(super) fn number(entry: &str) -> Option<Number> {
    let rest = entry.trim_start();
    if let Some((value, len)) = circled_or_raised(rest) {
        return Some(Number { value, is_bracketed: true, len: entry.len() - rest.len() + len });
    }
    let bracket = rest.strip_prefix(['[', '［', '〔', '【', '(', '（']);
    let digits = match bracket {
        Some(inside) => inside.strip_prefix('^').unwrap_or(inside).trim_start(),
        None => rest,
    };
    let len = digits.chars().take_while(char::is_ascii_digit).count();
    let (digits, rest) = digits.split_at_checked(len)?;
    let close = rest.trim_start();
    let is_closed = match bracket {
        Some(_) => close.starts_with([']', '］', '〕', '】', ')', '）']),
        None => rest.starts_with(['.', '．', '、', ')', '）']) && !behind(rest, 1).starts_with(is_digit),
    };
    if !is_closed || !(1..=3).contains(&len) {
        return None;
    }
    let close_len = close.chars().next().map_or(0, char::len_utf8);
    let len = entry.len() - close.len() + close_len;
    Some(Number { value: digits.parse().ok()?, is_bracketed: bracket.is_some(), len })
}

/// Reads the raised or circled number at the beginning of a note, with its length in bytes.
fn circled_or_raised(text: &str) -> Option<(u32, usize)> {
    let first = text.chars().next()?;
    if let Some(value) = circled(first) {
        return Some((value, first.len_utf8()));
    }
    let end = text.len() - text.trim_start_matches(is_raised).len();
    let value = raised_number(until(text, end));
    (value > 0).then_some((value, end))
}

/// Returns the value of a number of raised digits; other characters are left out.
pub(super) fn raised_number(text: &str) -> u32 {
    let mut value = 0u32;
    for digit in text.chars().filter_map(raised) {
        value = value.saturating_mul(10).saturating_add(digit);
    }
    value
}

/// Returns the value of a number in a circle.
pub(super) fn circled(c: char) -> Option<u32> {
    match c {
        '①'..='⑳' => Some(c as u32 - '①' as u32 + 1),
        '❶'..='❿' => Some(c as u32 - '❶' as u32 + 1),
        _ => None,
    }
}

/// Returns the value of a raised digit.
pub(super) fn raised(c: char) -> Option<u32> {
    match c {
        '⁰' => Some(0),
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁴'..='⁹' => Some(c as u32 - '⁴' as u32 + 4),
        _ => None,
    }
}

pub(super) fn is_circled(c: char) -> bool {
    circled(c).is_some()
}

pub(super) fn is_raised(c: char) -> bool {
    raised(c).is_some()
}

/// Returns the key at the beginning of an entry: `Holm10` in `[Holm10] …`.
pub(super) fn key(entry: &str) -> Option<&str> {
    let (key, _) = entry.strip_prefix('[')?.split_once(']')?;
    let bytes = key.as_bytes();
    let is_key = bytes.len() <= 24
        && bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().any(u8::is_ascii_digit)
        && !key.contains(' ');
    is_key.then_some(key)
}

/// Returns an entry without its number or key, and the mark behind that.
pub(super) fn without_number(entry: &str) -> &str {
    let entry = entry.trim_start_matches(['-', '*', '•', '·', ' ', '\u{3000}', '_']);
    let len = match number(entry) {
        Some(number) => number.len,
        None => key(entry).map_or(0, |key| key.len() + 2),
    };
    behind(entry, len).trim_start_matches([' ', ':', '：', '.', '\t', '\u{3000}', '_', '*'])
}

/// Returns whether a part looks like an entry of a list of references.
pub(super) fn looks_like_entry(part: &str) -> bool {
    let entry = without_number(part);
    part.len() <= MAX_ENTRY_BYTES
        && if is_chinese(entry) { chinese::is_entry(entry) } else { latin::is_entry(entry) }
}

/// Returns whether a note names a source: an entry, a shorter form of one, a law, a case, or *ibid.*
pub(super) fn names_source(note: &str) -> bool {
    let note = without_number(first_chars(note, MAX_NOTE));
    if is_chinese(note) { chinese::names_source(note) } else { latin::names_source(note) }
}

/// Returns whether a text is to be read as Chinese: its first letter or one in five of its characters is Han.
fn is_chinese(text: &str) -> bool {
    if begins_in_han(text) {
        return true;
    }
    let (mut han, mut all) = (0, 0);
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        han += usize::from(is_han(c));
        all += 1;
    }
    han * 5 >= all && han > 0
}

/// Returns whether figures are those of a year.
fn is_year(figures: &str) -> bool {
    figures.len() == 4 && matches!(figures.parse(), Ok(1400..=2099))
}

/// Returns whether a text has an address or an identifier of the network.
fn has_address(text: &str) -> bool {
    contains_any(text, &["http", "www.", "doi", "DOI", "arXiv", "arxiv", "ISBN", "ISSN"])
}

/// Returns whether a text is a year or has one between marks: `2010`, `2010a`, `2010-05-03`, `2010年`.
fn has_year(text: &str) -> bool {
    text.split(|c| !is_digit(c)).any(is_year)
}

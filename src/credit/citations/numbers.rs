//! Numbers and keys in brackets.

use super::super::references::List;
use crate::text::is_han;
use crate::text::lookup::{is_ascii_letter, is_digit, is_separator, strip_any};

/// The longest key, such as `[smith:2010]`.
const MAX_KEY: usize = 40;
/// Words before the number of a page or a part of a work, in lower case.
const LOCATORS: [&str; 22] = [
    "p.", "pp.", "p", "pp", "ch.", "chap.", "chapter", "sec.", "sect.", "section", "§", "§§", "fig.",
    "figure", "table", "thm.", "theorem", "lemma", "eq.", "vol.", "para.", "appendix",
];

/// Returns whether a bracket holds numbers or keys of works, with pages or not.
pub(super) fn is_citation(inside: &str, before: &str, list: &List) -> bool {
    if is_index(before) {
        return false;
    }
    let inside = strip_any(inside, &["see ", "cf. "]).unwrap_or(inside);
    for (number, piece) in inside.split([',', '，', ';', '；', '、']).map(str::trim).enumerate() {
        if !is_work(piece, list) && (number == 0 || !is_locator(piece)) {
            return false;
        }
    }
    true
}

/// Returns whether a bracket behind this text belongs to an index or a list: `x[1]`, `[1][2]` in code, the beginning of
/// a paragraph.
fn is_index(before: &str) -> bool {
    if before.trim().is_empty() {
        return true;
    }
    let name: Vec<char> =
        before.chars().rev().take(12).take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    name.contains(&'_') || matches!(name[..], [c] if c.is_ascii_alphabetic() && c != 'a')
}

fn is_work(piece: &str, list: &List) -> bool {
    is_number(piece, list) || is_key(piece, list)
}

/// Returns whether this is a number of the list, with or without a page: `12`, `3-5`, `3–5`, `12:45`.
fn is_number(piece: &str, list: &List) -> bool {
    for (at, number) in piece.split(['-', '–', '—', '~', '～', '−']).enumerate() {
        let number = number.trim().split([':', '：']).next().unwrap_or("");
        let Ok(value @ 1..=999) = number.parse() else { return false };
        if at > 1 || number.len() > 3 || !list.has_number(value) {
            return false;
        }
    }
    true
}

/// Returns whether this is the key of a work: `Holm10`, `HP+20b`, `holm2010tides`, `smith:2010`.
fn is_key(piece: &str, list: &List) -> bool {
    piece.len() <= MAX_KEY
        && piece.starts_with(is_ascii_letter)
        && piece.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '+' | '.' | '-' | '*'))
        && piece.matches(is_ascii_letter).count() >= 2
        && piece.matches(is_digit).count() >= 2
        && list.has_name(piece)
}

/// Words before a number in parentheses that is none of a work, in lower case.
#[rustfmt::skip]
const NO_WORKS: [&str; 16] = [
    "equation", "equations", "eq", "eqs", "figure", "fig", "table", "step", "case", "section", "item",
    "part", "rule", "condition", "and", "or",
];

/// Returns whether parentheses hold numbers of a list that is numbered: `(1)`, `(2,3)`, `（1）`. Numbers that count parts
/// of a sentence stand before these, and are none.
pub(super) fn is_in_parentheses(inside: &str, before: &str, behind: &str, list: &List) -> bool {
    let is_of_list = list.is_numbered()
        && inside.contains(is_digit)
        && inside.split([',', '，', ';', '、']).all(|piece| is_number(piece.trim(), list));
    let word = before.trim_end().rsplit(is_separator).next().unwrap_or("").to_lowercase();
    let ends =
        behind.is_empty() || behind.starts_with(['.', ',', ';', ':', '?', '。', '，', '；', '\n', '”']);
    let goes_on = behind.starts_with(' ') && !before.trim_end().ends_with([':', ',', ';', '：', '，', '；']);
    is_of_list && !before.trim().is_empty() && !NO_WORKS.contains(&&*word) && (ends || goes_on)
}

/// Returns the length of the pages behind a bracket: `［2］31-33`.
pub(super) fn pages_len(behind: &str) -> usize {
    let rest = behind.trim_start_matches(|c| is_digit(c) || matches!(c, '-' | '–' | '—' | '~'));
    let len = behind.len() - rest.len();
    let is_pages = behind.starts_with(is_digit)
        && len <= 12
        && (rest.starts_with(is_han) || !rest.starts_with(char::is_alphabetic));
    if is_pages { len } else { 0 }
}

fn is_locator(piece: &str) -> bool {
    let lower = piece.to_lowercase();
    let behind = strip_any(&lower, &LOCATORS).unwrap_or("");
    piece.starts_with(['第', '页']) || is_figures(behind.trim()) || is_figures(piece)
}

fn is_figures(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '.' | 'f' | ' '))
}

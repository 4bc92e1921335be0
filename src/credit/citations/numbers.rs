//! Numbers and keys in brackets.

use super::super::references::List;

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
    let inside = inside.strip_prefix("see ").or_else(|| inside.strip_prefix("cf. ")).unwrap_or(inside);
    let mut pieces = inside.split([',', '，', ';', '；', '、']).map(str::trim);
    let first = pieces.next().unwrap_or("");
    is_work(first, list) && pieces.all(|piece| is_work(piece, list) || is_locator(piece))
}

/// Returns whether a bracket behind this text belongs to an index or a list: `x[1]`, `[1][2]` in code, the beginning of
/// a paragraph.
fn is_index(before: &str) -> bool {
    if before.trim().is_empty() {
        return true;
    }
    let name: Vec<char> =
        before.chars().rev().take(12).take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    name.contains(&'_')
        || (name.len() == 1 && name.iter().all(|c| c.is_ascii_alphabetic()) && !before.ends_with("a"))
}

fn is_work(piece: &str, list: &List) -> bool {
    is_number(piece, list) || is_key(piece, list)
}

/// Returns whether this is a number of the list, with or without a page: `12`, `3-5`, `3–5`, `12:45`.
fn is_number(piece: &str, list: &List) -> bool {
    let mut numbers = piece.split(['-', '–', '—', '~', '～', '−']);
    let is_one = |number: &str| {
        let number = number.trim();
        let number = number.split([':', '：']).next().unwrap_or("");
        (1..=3).contains(&number.len())
            && number.parse().is_ok_and(|number: u32| number > 0 && list.has_number(number))
    };
    let count = numbers.clone().count();
    count <= 2 && numbers.all(is_one)
}

/// Returns whether this is the key of a work: `Holm10`, `HP+20b`, `holm2010tides`, `smith:2010`.
fn is_key(piece: &str, list: &List) -> bool {
    let letters = piece.chars().filter(|c| c.is_alphabetic()).count();
    let figures = piece.chars().filter(char::is_ascii_digit).count();
    let is_formed = piece.len() <= MAX_KEY
        && piece.starts_with(|c: char| c.is_ascii_alphabetic())
        && piece.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '+' | '.' | '-' | '*'))
        && letters >= 2
        && figures >= 2;
    is_formed && list.has_name(piece)
}

/// Words before a number in parentheses that is none of a work, in lower case.
const NO_WORKS: [&str; 16] = [
    "equation",
    "equations",
    "eq",
    "eqs",
    "figure",
    "fig",
    "table",
    "step",
    "case",
    "section",
    "item",
    "part",
    "rule",
    "condition",
    "and",
    "or",
];

/// Returns whether parentheses hold numbers of a list that is numbered: `(1)`, `(2,3)`, `（1）`. Numbers that count parts
/// of a sentence stand before these, and are none.
pub(super) fn is_in_parentheses(inside: &str, before: &str, behind: &str, list: &List) -> bool {
    let is_of_list = list.is_numbered()
        && inside.contains(|c: char| c.is_ascii_digit())
        && inside.split([',', '，', ';', '、']).all(|piece| is_number(piece.trim(), list));
    let word = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    let ends =
        behind.is_empty() || behind.starts_with(['.', ',', ';', ':', '?', '。', '，', '；', '\n', '”']);
    let goes_on = behind.starts_with(' ') && !before.trim_end().ends_with([':', ',', ';', '：', '，', '；']);
    is_of_list && !before.trim().is_empty() && !NO_WORKS.contains(&&*word) && (ends || goes_on)
}

/// Returns the length of the pages behind a bracket: `［2］31-33`.
pub(super) fn pages_len(behind: &str) -> usize {
    let end = behind
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '–' | '—' | '~'))
        .unwrap_or(behind.len());
    let pages = behind.get(..end).unwrap_or("");
    let is_pages = pages.starts_with(|c: char| c.is_ascii_digit())
        && pages.len() <= 12
        && !behind.get(end..).is_some_and(|rest| {
            rest.starts_with(char::is_alphabetic) && !rest.starts_with(crate::text::is_han)
        });
    if is_pages { end } else { 0 }
}

fn is_locator(piece: &str) -> bool {
    if piece.starts_with('第') || piece.starts_with('页') {
        return true;
    }
    let lower = piece.to_lowercase();
    let behind = LOCATORS.iter().find_map(|word| lower.strip_prefix(word));
    behind.is_some_and(|rest| is_figures(rest.trim())) || is_figures(piece)
}

fn is_figures(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '.' | 'f' | ' '))
}

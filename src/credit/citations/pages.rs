//! Names with a page and no year, and a page alone.

use super::super::references::List;
use crate::text::lookup::{is_digit, is_number, is_separator};

/// Words that stand for the work cited before, in lower case.
#[rustfmt::skip]
const SAME: [&str; 14] = [
    "ibid", "ebd", "ebenda", "a.a.o", "a. a. o", "op. cit", "loc. cit", "id.", "idem", "ibídem", "同上",
    "同前", "前引书", "前揭",
];
/// Small words between names, in lower case.
const SMALL: [&str; 22] = [
    "and", "&", "et", "al", "al.", "und", "y", "e", "van", "von", "de", "der", "den", "la", "le", "du", "of",
    "the", "in", "a", "on", "to",
];
/// Words before the number of a page, in lower case.
const BEFORE_PAGES: [&str; 5] = ["p", "pp", "s", "pág", "págs"];
/// The most words of names and a short title.
const MAX_WORDS: usize = 12;
/// The bytes before a page alone in which the name stands.
const NAME_BYTES: usize = 300;

/// Returns whether this is a name of the list, with a short title or not, and a page: `Okafor and Lind 44`,
/// `Okafor, “Tides” 44–46`.
pub(super) fn is_work(work: &str, list: &List) -> bool {
    let Some((names, page)) = work.trim().rsplit_once([' ', '\n', '\u{a0}']) else { return false };
    let page = page.trim_end_matches(['f', '.']);
    let is_page = is_page(page) && !matches!(page.parse(), Ok(1400..=2099))
        || matches!(page, "" | "f" | "ff") && names.ends_with(is_digit);
    let mut words = vec![];
    for word in names.split([' ', ',', '\n', '\u{a0}', '/']) {
        let word = word.trim_matches(is_separator);
        if !word.is_empty() && !is_page_word(word) && !SMALL.contains(&&*word.to_lowercase()) {
            words.push(word.trim_end_matches("’s"));
        }
    }
    let first = words.first().copied().unwrap_or("");
    is_page
        && words.len() <= MAX_WORDS
        && first.starts_with(char::is_uppercase)
        && list.has_words(first, &words)
}

/// Returns whether this is a page of a work whose writer the sentence names: `Okafor writes: “…” (44).`
pub(super) fn is_of_name_before(inside: &str, before: &str, behind: &str, list: &List) -> bool {
    let page = inside.trim_start_matches("pp.").trim_start_matches("p.").trim_start_matches("S.").trim();
    let is_placed = before.trim_end().ends_with(['”', '"', '’', '»', '“', '」'])
        || behind.is_empty()
        || behind.starts_with(['.', ',', ';', '\n']);
    if !is_page(page) || !is_placed || list.is_empty() || (list.is_numbered() && page == inside) {
        return false;
    }
    let mut bytes = 0;
    for word in before.rsplit(|c| is_separator(c) && c != '-') {
        bytes += word.len() + 1;
        if bytes >= NAME_BYTES {
            break;
        }
        if word.len() > 1 && word.starts_with(char::is_uppercase) && list.has_words(word, &[]) {
            return true;
        }
    }
    false
}

/// Returns whether this stands for the work cited before: `ibid., p. 3`, `ebd., S. 12`, `同上，第3页`.
pub(super) fn is_same_work(inside: &str) -> bool {
    let lower = inside.to_lowercase();
    for form in SAME {
        if let Some(rest) = lower.strip_prefix(form)
            && (!rest.starts_with(char::is_alphabetic) || inside.starts_with(['同', '前']))
        {
            return inside.len() < 60;
        }
    }
    false
}

fn is_page_word(word: &str) -> bool {
    BEFORE_PAGES.contains(&&*word.to_lowercase()) || is_page(word)
}

/// Returns whether these are pages: `44`, `44-46`, `44–46`.
fn is_page(text: &str) -> bool {
    match text.split_once(['-', '–', '—']) {
        Some((first, last)) => is_number(first, 1..=4) && is_number(last, 1..=4),
        None => is_number(text, 1..=4),
    }
}

//! Raised numbers, and numbers in circles.

use super::super::entries::{circled, is_circled, is_raised, raised, raised_number};
use super::{Around, Known};
use crate::text::is_han;
use crate::text::lookup::{is_ascii_alphanumeric, until};

/// The shortest word before the mark of a note; a 2 or 3 behind a shorter one makes a unit: `km²`.
const LEAST_WORD: usize = 4;

/// Characters before the mark of a note at the end of a sentence.
const ENDS: [char; 14] = ['.', '!', '?', '"', '”', '’', '»', '。', '！', '？', '」', '』', '》', '）'];
/// Characters before the mark of a note inside a sentence.
const PAUSES: [char; 6] = [',', ';', ':', ')', '，', '；'];

/// Returns the length of the raised or circled number that begins with `c`, if it has a note or an entry.
pub(super) fn len(c: char, around: Around<'_>, known: Known<'_>) -> Option<usize> {
    if is_circled(c) {
        circled_len(around, known)
    } else if is_raised(c) {
        raised_len(around, known)
    } else {
        None
    }
}

fn circled_len(around: Around<'_>, known: Known<'_>) -> Option<usize> {
    let before = around.before;
    if around.enumerates || before.ends_with(is_circled) || !is_at_end(before) && !before.ends_with(is_han) {
        return None;
    }
    let len = around.from.len() - around.from.trim_start_matches(is_circled).len();
    let mut numbers = until(around.from, len).chars().filter_map(circled);
    numbers.all(|number| known.notes.has_circled(number, known.list)).then_some(len)
}

fn raised_len(around: Around<'_>, known: Known<'_>) -> Option<usize> {
    // Checked first: a long run of raised numbers is read once.
    if around.before.ends_with(is_raised) || !is_behind_word(around.before) {
        return None;
    }
    let behind = around.from.trim_start_matches(is_of_number);
    if behind.starts_with(is_ascii_alphanumeric) {
        return None;
    }
    let len = around.from.len() - behind.len();
    let has_note = |number| known.notes.has_number(number, known.list);
    for number in until(around.from, len).split(is_between) {
        // `¹²` is note 12, or notes 1 and 2.
        if !has_note(raised_number(number)) && !number.chars().filter_map(raised).all(has_note) {
            return None;
        }
    }
    Some(len)
}

/// Returns whether a character stands in a list of raised numbers.
fn is_of_number(c: char) -> bool {
    is_raised(c) || is_between(c)
}

/// Returns whether a character stands between raised numbers.
fn is_between(c: char) -> bool {
    matches!(c, '⁻' | '˒' | '⸴' | '⁾')
}

/// Returns whether a text ends with a mark: `“…”¹`, `the end.²`
fn is_at_end(text: &str) -> bool {
    text.ends_with(ENDS) || text.ends_with(PAUSES)
}

/// Returns whether a text ends with a word behind which a raised number is no part of a unit, or with a mark.
fn is_behind_word(text: &str) -> bool {
    let mut letters = text.chars().rev().take_while(|c| c.is_alphanumeric());
    match letters.next() {
        None => is_at_end(text),
        Some(last) => is_han(last) || last.is_alphabetic() && letters.nth(LEAST_WORD - 2).is_some(),
    }
}

/// Returns whether a part counts with numbers in circles, which stand before each item: `原因有三：①潮水晚。②风大。`
pub(super) fn enumerates(part: &str) -> bool {
    const BEFORE_ITEMS: [char; 7] = ['：', ':', '；', ';', '，', ',', '、'];
    part.match_indices(is_circled).any(|(at, _)| at == 0 || until(part, at).ends_with(BEFORE_ITEMS))
}

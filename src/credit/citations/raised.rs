//! Raised numbers, and numbers in circles.

use super::super::entries::{circled, raised};
use super::super::{behind, until};
use super::{Around, Known};
use crate::text::is_han;

/// The shortest word before the mark of a note; a 2 or 3 behind a shorter one makes a unit: `km²`.
const LEAST_WORD: usize = 4;

/// Characters before the mark of a note at the end of a sentence.
const ENDS: [char; 14] = ['.', '!', '?', '"', '”', '’', '»', '。', '！', '？', '」', '』', '》', '）'];
/// Characters before the mark of a note inside a sentence.
const PAUSES: [char; 6] = [',', ';', ':', ')', '，', '；'];

/// Returns the length of the raised or circled number that begins with `c`, if it has a note or an entry.
pub(super) fn len(c: char, around: Around<'_>, known: Known<'_>) -> Option<usize> {
    if circled(c).is_some() {
        if around.enumerates || around.before.ends_with(|c| circled(c).is_some()) {
            return None;
        }
        let is_placed = around.before.ends_with(ENDS)
            || around.before.ends_with(PAUSES)
            || around.before.ends_with(is_han);
        let end = around.from.find(|c| circled(c).is_none()).unwrap_or(around.from.len());
        let has_notes = until(around.from, end)
            .chars()
            .filter_map(circled)
            .all(|number| known.notes.has_circled(number, known.list));
        return (is_placed && has_notes).then_some(end);
    }
    if raised(c).is_none() || around.before.ends_with(|c| raised(c).is_some()) {
        return None;
    }
    let is_between = |c: char| matches!(c, '⁻' | '˒' | '⸴' | '⁾');
    let end = around.from.find(|c: char| raised(c).is_none() && !is_between(c)).unwrap_or(around.from.len());
    let behind = behind(around.from, end).chars().next();
    let word =
        around.before.chars().rev().take_while(|c| c.is_alphanumeric()).take(LEAST_WORD).collect::<Vec<_>>();
    let is_word = match word.first() {
        // Behind a mark: “…”¹, the end.²
        None => around.before.ends_with(ENDS) || around.before.ends_with(PAUSES),
        Some(c) if is_han(*c) => true,
        Some(c) => c.is_alphabetic() && word.len() >= LEAST_WORD,
    };
    let has_note = |number: u32| known.notes.has_number(number, known.list);
    let mut numbers = until(around.from, end).split(is_between);
    let has_notes = numbers.all(|digits| {
        let digits: Vec<u32> = digits.chars().filter_map(raised).collect();
        let number =
            digits.iter().fold(0u32, |number, digit| number.saturating_mul(10).saturating_add(*digit));
        has_note(number) || digits.iter().all(|digit| has_note(*digit))
    });
    (is_word && has_notes && !behind.is_some_and(|c| c.is_ascii_alphanumeric())).then_some(end)
}

/// Returns whether a part counts with numbers in circles, which stand before each item: `原因有三：①潮水晚。②风大。`
pub(super) fn enumerates(part: &str) -> bool {
    let is_listed = |at: usize| {
        let before = until(part, at).chars().next_back();
        before.is_none_or(|c| matches!(c, '：' | ':' | '；' | ';' | '，' | ',' | '、'))
    };
    part.char_indices().any(|(at, c)| circled(c).is_some() && is_listed(at))
}

//! Raised numbers, and numbers in circles.

use super::super::{behind, until};
use super::Around;
use crate::text::is_han;

/// The shortest word before the mark of a note; a 2 or 3 behind a shorter one makes a unit: `km²`.
const LEAST_WORD: usize = 4;

/// Characters before the mark of a note at the end of a sentence.
const ENDS: [char; 14] = ['.', '!', '?', '"', '”', '’', '»', '。', '！', '？', '」', '』', '》', '）'];
/// Characters before the mark of a note inside a sentence.
const PAUSES: [char; 6] = [',', ';', ':', ')', '，', '；'];

/// Returns the length of the raised or circled number that begins with `c`.
pub(super) fn len(c: char, around: Around<'_>) -> Option<usize> {
    if is_circled(c) {
        let is_note = !around.enumerates && around.before.ends_with(ENDS);
        return is_note.then(|| around.from.find(|c| !is_circled(c)).unwrap_or(around.from.len()));
    }
    let is_raised = |c: char| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹');
    if !is_raised(c) || around.before.ends_with(is_raised) {
        return None;
    }
    let end = around
        .from
        .find(|c: char| !is_raised(c) && !matches!(c, '⁻' | '˒' | '⸴'))
        .unwrap_or(around.from.len());
    let behind = behind(around.from, end).chars().next();
    let word =
        around.before.chars().rev().take_while(|c| c.is_alphanumeric()).take(LEAST_WORD).collect::<Vec<_>>();
    let is_word = match word.first() {
        // Behind a mark: “…”¹, the end.²
        None => around.before.ends_with(ENDS) || around.before.ends_with(PAUSES),
        Some(c) if is_han(*c) => true,
        Some(c) => c.is_alphabetic() && word.len() >= LEAST_WORD,
    };
    (is_word && !behind.is_some_and(|c| c.is_ascii_alphanumeric())).then_some(end)
}

fn is_circled(c: char) -> bool {
    matches!(c, '①'..='⑳' | '❶'..='❿')
}

/// Returns whether a part counts with numbers in circles, which stand before each item: `原因有三：①潮水晚。②风大。`
pub(super) fn enumerates(part: &str) -> bool {
    let is_listed = |at: usize| {
        let before = until(part, at).chars().next_back();
        before.is_none_or(|c| matches!(c, '：' | ':' | '；' | ';' | '，' | ',' | '、'))
    };
    part.char_indices().any(|(at, c)| is_circled(c) && is_listed(at))
}

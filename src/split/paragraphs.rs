//! A text -> paragraphs.
//!
//! In: a text and the meaning of its line breaks. Out: spans, each to be split on its own. In a flowing text every line
//! is a paragraph. In a wrapped text a blank line ends a block. A block is one paragraph unless it has list items,
//! headings, table rows, rules, or lines too short or too long to have been wrapped. The block alone decides all of
//! this. `O(n)`; 8 bytes for each line of the longest block.

use super::lists::List;
use super::marks::{goes_on, is_terminator};
use crate::text::lookup::trimmed;
use crate::text::{Layout, Span};

/// The fewest lines of a block that has a usual line length.
const MIN_LINES: usize = 5;
/// The longest line, in bytes, that may have been wrapped.
const MAX_WRAPPED_BYTES: usize = 400;

/// Calls `paragraph` for each paragraph in order, with its trimmed text and its first byte.
pub(super) fn for_each_paragraph(text: &str, layout: Layout, mut paragraph: impl FnMut(&str, usize)) {
    let mut block = Vec::new();
    let mut lengths = Vec::new();
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    for end in ends {
        let line = trimmed(text, start, end);
        start = end + 1;
        match layout {
            Layout::Flowing => paragraph(line.of(text), line.start as usize),
            Layout::Wrapped if !line.is_empty() => block.push(line),
            Layout::Wrapped => {
                for_each_of_block(text, &block, &mut lengths, &mut paragraph);
                block.clear();
            }
        }
    }
    for_each_of_block(text, &block, &mut lengths, &mut paragraph);
}

fn for_each_of_block(
    text: &str,
    lines: &[Span],
    lengths: &mut Vec<usize>,
    paragraph: &mut impl FnMut(&str, usize),
) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let usual = usual_length(lines, lengths);
    let mut start = first.start;
    let mut list = List::default();
    list.begins_item(None, first.of(text), [""; 2]);
    for (number, pair) in lines.windows(2).enumerate() {
        let (before, line) = (pair[0].of(text), pair[1].of(text));
        let next = [2, 3].map(|ahead| lines.get(number + ahead).copied().unwrap_or_default().of(text));
        let begins_item = list.begins_item(Some(before), line, next);
        if begins_item || ends_paragraph(before, line, usual) || stands_alone(before) || stands_alone(line) {
            let whole = Span::new(start, pair[0].end);
            paragraph(whole.of(text), start as usize);
            start = pair[1].start;
        }
    }
    let whole = Span::new(start, last.end);
    paragraph(whole.of(text), start as usize);
}

/// Returns the median length of the lines in bytes; 0 if there are too few.
fn usual_length(lines: &[Span], lengths: &mut Vec<usize>) -> usize {
    if lines.len() < MIN_LINES {
        return 0;
    }
    lengths.clear();
    lengths.extend(lines.iter().copied().map(Span::len));
    let middle = lengths.len() / 2;
    *lengths.select_nth_unstable(middle).1
}

/// Returns whether a paragraph ends with the line `before`: a heading, much shorter than the usual line, or a line so
/// long that lines are not wrapped here. It does not if that line ends with a mark or a dash, or if the next one begins
/// with a small letter.
fn ends_paragraph(before: &str, line: &str, usual: usize) -> bool {
    let short = before.len() * 10 < usual * 6;
    if !short && before.len() <= MAX_WRAPPED_BYTES {
        return false;
    }
    let stops = before.ends_with(is_terminator) || before.ends_with(goes_on) || before.ends_with(['-', '—']);
    !stops && !line.starts_with(char::is_lowercase)
}

/// Returns whether a line is never joined with others: a heading, a table row, a line of dashes, a code fence or a lone
/// `>`.
fn stands_alone(line: &str) -> bool {
    match line.as_bytes() {
        [b'`', b'`', b'`', ..] | [b'>'] => true,
        [b'#', ..] => line.trim_start_matches('#').starts_with(' ') && !line.starts_with("#######"),
        [b'|', ..] => true,
        [b'=' | b'-' | b'_' | b'*' | b'~' | b'+', _, _, ..] => {
            line.bytes().all(|b| matches!(b, b'=' | b'-' | b'_' | b'*' | b'~' | b'+' | b'|' | b' '))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_a_heading_unless_its_sentence_ends_or_goes_on() {
        let usual = 70;
        assert!(ends_paragraph("The harbor", "It froze early that winter.", usual));
        assert!(ends_paragraph("港口", "那年冬天港口很早就结冰了。", usual));
        for before in ["It froze early.", "It froze early,", "港口结冰了。", "港口结冰，", "It froze —"]
        {
            assert!(!ends_paragraph(before, "Nobody came.", usual), "{before}");
        }
        assert!(!ends_paragraph("The harbor", "froze early that winter.", usual));
    }
}

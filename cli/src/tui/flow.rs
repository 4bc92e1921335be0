//! A text as blocks that are wrapped one by one, and moves in it by lines.
//!
//! In: a text, a width, a place. Out: the visible lines there. A block is a paragraph, or a piece of a very long one.
//! Only the blocks on the screen are ever wrapped, so that a frame costs the same in a text of any length. A place is a
//! byte of the text, and so stays the same when the width changes. [`Flow::new`] is `O(n)`, everything else `O(h · b)`,
//! for h lines of the screen and b bytes of a block.
//!
//! A line break counts as a blank if the lines look wrapped: the line before is long, and the next begins like running
//! text. The splitter decides on paragraphs with more care; here the text only has to read well.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::glyph::is_newline;
use super::wrap::{Bracket, Line, wrap};

/// The length at which a paragraph is cut, after a blank or a wide character.
const MAX_BLOCK_BYTES: usize = 8192;
/// The least number of columns of a wrapped line; a shorter one was ended on purpose.
const MIN_WRAPPED_COLS: usize = 46;

/// The blocks of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    blocks: Vec<Range<usize>>,
}

impl Flow {
    /// Makes blocks of each line of `text`, for a text that was not wrapped before.
    pub(super) fn of_lines(text: &str) -> Flow {
        let mut blocks = vec![];
        let mut start = 0;
        for line in text.split_inclusive(is_newline) {
            push_cut(text, start..start + line.trim_end_matches(is_newline).len(), &mut blocks);
            start += line.len();
        }
        if blocks.is_empty() {
            blocks.push(0..0);
        }
        Flow { blocks }
    }

    /// Makes the blocks of `text`.
    pub(super) fn new(text: &str) -> Flow {
        let mut blocks: Vec<Range<usize>> = vec![];
        let (mut start, mut at) = (0, 0);
        let mut before: Option<&str> = None;
        for line in text.split_inclusive(is_newline) {
            let bare = line.trim_end_matches(is_newline);
            // A line feed after a carriage return comes as a line here, though it is none.
            if line == "\n" && at > 0 && text.as_bytes().get(at - 1) == Some(&b'\r') {
                at += 1;
                continue;
            }
            if let Some(before) = before
                && !goes_on(before, bare)
            {
                push_cut(text, start..end_of(text, at), &mut blocks);
                start = at;
            }
            before = Some(bare);
            at += line.len();
        }
        push_cut(text, start..end_of(text, at), &mut blocks);
        Flow { blocks }
    }
}

/// Returns `at`, or the start of the line break before it.
fn end_of(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    before.strip_suffix("\r\n").or(before.strip_suffix(is_newline)).map_or(at, str::len)
}

/// Returns whether the line `next` continues the paragraph of `before`.
fn goes_on(before: &str, next: &str) -> bool {
    let cols = before.chars().map(|c| c.width().unwrap_or(0)).take(400).sum::<usize>();
    let begins = next.chars().next();
    let is_item = |line: &str| line.starts_with(['#', '|', '>']) || line.starts_with("- ");
    (MIN_WRAPPED_COLS..200).contains(&cols)
        && begins.is_some_and(|c| c.is_alphanumeric() || "“‘\"'(（「《".contains(c))
        && !is_numbered(next)
        && !is_item(before)
}

/// Returns whether a line begins with a number and a dot, as in a list.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(['.', ')', '、'])
}

fn push_cut(text: &str, block: Range<usize>, blocks: &mut Vec<Range<usize>>) {
    let mut start = block.start;
    while block.end.saturating_sub(start) > MAX_BLOCK_BYTES {
        let piece = text.get(start..block.end).unwrap_or("");
        let near = piece.char_indices().skip_while(|(at, _)| *at < MAX_BLOCK_BYTES / 2);
        let cut = near
            .take_while(|(at, _)| *at < MAX_BLOCK_BYTES)
            .filter(|(_, c)| c.is_whitespace() || matches!(c, '。' | '，'))
            .last();
        let cut = cut.or_else(|| piece.char_indices().nth(MAX_BLOCK_BYTES / 4));
        let Some((at, c)) = cut else { break };
        blocks.push(start..start + at + c.len_utf8());
        start += at + c.len_utf8();
    }
    blocks.push(start..block.end);
}

/// The number of lines shown before a place of interest.
const CONTEXT_ROWS: u16 = 3;

/// A text in a pane of a given width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page<'t> {
    /// The text.
    pub(super) text: &'t str,
    /// Its blocks.
    pub(super) flow: &'t Flow,
    /// The width in columns.
    pub(super) cols: u16,
    /// The signs to insert into the text, in order.
    pub(super) brackets: &'t [Bracket],
}

impl<'t> Page<'t> {
    /// Returns the visible lines, at most `rows`, beginning with the line of the byte `top`.
    pub(super) fn lines(&self, top: usize, rows: u16) -> Vec<Line<'t>> {
        let (block, first) = self.find(top);
        let mut lines = vec![];
        for number in block..self.flow.blocks.len() {
            let skip = if number == block { first } else { 0 };
            lines.extend(self.wrap(number).into_iter().skip(skip));
            if lines.len() >= usize::from(rows) {
                break;
            }
        }
        lines.truncate(usize::from(rows));
        lines
    }

    /// Returns the start of the line of the byte `at`.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.up(at, 0)
    }

    /// Returns the start of the line `count` lines below that of the byte `at`, or of the last one.
    pub(super) fn down(&self, at: usize, count: usize) -> usize {
        let (block, line) = self.find(at);
        let mut left = line + count;
        let mut last = 0;
        for number in block..self.flow.blocks.len() {
            let lines = self.wrap(number);
            if let Some(line) = lines.get(left) {
                return line.start;
            }
            left -= lines.len();
            last = lines.last().map_or(last, |line| line.start);
        }
        last
    }

    /// Returns the start of the line `count` lines above that of the byte `at`, or of the first one.
    pub(super) fn up(&self, at: usize, count: usize) -> usize {
        let (block, line) = self.find(at);
        let mut left = count;
        let mut here = line + 1;
        for number in (0..=block).rev() {
            let Some(range) = self.flow.blocks.get(number) else { break };
            let lines = self.wrap(number);
            here = here.min(lines.len());
            if left < here {
                return lines.get(here - 1 - left).map_or(range.start, |line| line.start);
            }
            left -= here;
            here = usize::MAX;
        }
        0
    }

    /// Returns the first visible line when the last line of the text is at the bottom of `rows`.
    pub(super) fn bottom(&self, rows: u16) -> usize {
        self.up(self.text.len(), usize::from(rows.max(1)) - 1)
    }

    /// Returns the first visible line after a move by some lines. The text never ends above the bottom of `rows`.
    pub(super) fn moved(&self, top: usize, by: isize, rows: u16) -> usize {
        let count = by.unsigned_abs();
        let top = if by < 0 { self.up(top, count) } else { self.down(top, count) };
        top.min(self.bottom(rows))
    }

    /// Returns the first visible line that shows the byte `at` with some lines before it.
    pub(super) fn top_before(&self, at: usize, rows: u16) -> usize {
        let context = usize::from(CONTEXT_ROWS.min(rows / 4));
        self.up(at, context).min(self.bottom(rows))
    }

    /// Returns the first visible line with which the byte `at` is visible: `top` if it already is.
    pub(super) fn top_with(&self, at: usize, top: usize, rows: u16) -> usize {
        let is_seen = self.lines(top, rows).iter().any(|line| (line.start..line.end).contains(&at));
        if is_seen { top } else { self.up(at, usize::from(rows / 3)) }
    }

    fn find(&self, at: usize) -> (usize, usize) {
        let block = self.flow.blocks.partition_point(|block| block.start <= at).saturating_sub(1);
        let line = self.wrap(block).partition_point(|line| line.start <= at).saturating_sub(1);
        (block, line)
    }

    fn wrap(&self, block: usize) -> Vec<Line<'t>> {
        let range = self.flow.blocks.get(block).cloned().unwrap_or(0..0);
        let text = self.text.get(range.clone()).unwrap_or("");
        // In so little room brackets would only break words.
        let brackets = if self.cols < 8 { &[] } else { self.brackets };
        wrap(text, range.start, self.cols, brackets)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn blocks(text: &str) -> Vec<&str> {
        Flow::new(text).blocks.into_iter().map(|range| text.get(range).unwrap()).collect()
    }

    const LONG: &str = "a line of many columns, as long as wrapped lines are";

    #[test]
    fn a_block_is_a_paragraph() {
        assert_eq!(blocks(""), [""]);
        assert_eq!(blocks("one\ntwo"), ["one", "two"]);
        assert_eq!(blocks("one\n\ntwo\n"), ["one", "", "two"]);
        assert_eq!(blocks("one\r\ntwo\r\n"), ["one", "two"]);
        assert_eq!(blocks("一。\u{2028}二。"), ["一。", "二。"]);
    }

    #[test]
    fn wrapped_lines_are_one_block() {
        let wrapped = format!("{LONG}\nthan this");
        assert_eq!(blocks(&wrapped), [&wrapped]);
        assert_eq!(blocks(&format!("{LONG}\n- this")), [LONG, "- this"]);
        assert_eq!(blocks(&format!("{LONG}\n2. this")), [LONG, "2. this"]);
    }

    #[test]
    fn long_paragraphs_are_cut() {
        for text in ["word ".repeat(20_000), "x".repeat(50_000), "盐".repeat(50_000)] {
            let blocks = blocks(&text);
            assert!(blocks.iter().all(|block| block.len() <= MAX_BLOCK_BYTES));
            assert_eq!(blocks.concat(), text);
        }
    }

    fn page<'t>(text: &'t str, flow: &'t Flow) -> Page<'t> {
        Page { text, flow, cols: 10, brackets: &[] }
    }

    #[test]
    fn moves_by_lines() {
        let text = "one two three\n\nfour five six";
        let flow = Flow::new(text);
        let page = page(text, &flow);
        let starts = [0, 8, 14, 15, 25];
        for (from, &start) in starts.iter().enumerate() {
            for (to, &expected) in starts.iter().enumerate() {
                let found = if to >= from { page.down(start, to - from) } else { page.up(start, from - to) };
                assert_eq!(found, expected, "{from} to {to}");
            }
        }
        assert_eq!(page.up(9, 99), 0);
        assert_eq!(page.down(9, 99), 25);
        assert_eq!(page.bottom(2), 15);
        assert_eq!(page.bottom(0), 25);
    }

    proptest! {
        #[test]
        fn down_and_up_are_mirrors(text in "([a-d盐路，]|[ \n\r]){0,300}", at in 0usize..300, count in 0usize..9) {
            let flow = Flow::new(&text);
            let page = page(&text, &flow);
            let lines = page.lines(0, u16::MAX);
            let start = page.line_start(at);
            let number = lines.iter().position(|line| line.start == start).unwrap();
            let below = lines[(number + count).min(lines.len() - 1)].start;
            prop_assert_eq!(page.down(at, count), below);
            prop_assert_eq!(page.up(below, count), lines[(number + count).min(lines.len() - 1).saturating_sub(count)].start);
        }
    }
}

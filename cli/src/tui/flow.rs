//! A text as blocks that are wrapped one by one, and moves in it by lines.
//!
//! In: a text, a width, a place. Out: the visible lines there. A block is a paragraph, or a piece of a very long one.
//! Only the blocks on the screen are ever wrapped, so that a frame costs the same in a text of any length. A place is a
//! byte of the text, and so stays the same when the width changes. [`Flow::new`] is `O(n)`, everything else `O(h · b)`,
//! for h lines of the screen and b bytes of a block.
//!
//! A line break counts as a blank if the lines look wrapped: the line before is long, and the next begins like running
//! text. The splitter decides on paragraphs with more care; here the text only has to read well.
//!
//! For two texts side by side, blocks can be cut at some bytes ([`Flow::cut`]), and blank rows stand above a block
//! ([`Gap`]), so that both begin on the same row.

use std::cmp::Ordering;
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
    /// The pieces among the blocks, and the blocks that were cut into them.
    pieces: Range<usize>,
    uncut: Vec<Range<usize>>,
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
        Flow { blocks, ..Flow::default() }
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
        Flow { blocks, ..Flow::default() }
    }

    /// Cuts blocks so that a line begins at each of some bytes, which are in order. Earlier cuts are undone.
    pub(super) fn cut(&mut self, at: &[usize]) {
        self.blocks.splice(std::mem::take(&mut self.pieces), std::mem::take(&mut self.uncut));
        let (Some(&first), Some(&last)) = (at.first(), at.last()) else { return };
        let start = self.block_of(first);
        let uncut = self.blocks.get(start..=self.block_of(last)).unwrap_or_default().to_vec();
        let mut pieces = vec![];
        for block in &uncut {
            let mut from = block.start;
            for &to in at {
                if from < to && to < block.end {
                    pieces.push(from..to);
                    from = to;
                }
            }
            pieces.push(from..block.end);
        }
        self.pieces = start..start + pieces.len();
        self.blocks.splice(start..start + uncut.len(), pieces);
        self.uncut = uncut;
    }

    /// Returns the index of the block of a byte.
    fn block_of(&self, at: usize) -> usize {
        self.blocks.partition_point(|block| block.start <= at).saturating_sub(1)
    }
}

/// Returns `at`, or the start of the line break before it.
fn end_of(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    before.strip_suffix("\r\n").or(before.strip_suffix(is_newline)).map_or(at, str::len)
}

/// Returns whether the line `next` continues the paragraph of `before`.
fn goes_on(before: &str, next: &str) -> bool {
    let cols: usize = before.chars().take(400).map(|c| c.width().unwrap_or(0)).sum();
    let is_item = before.starts_with(['#', '|', '>']) || before.starts_with("- ");
    (MIN_WRAPPED_COLS..200).contains(&cols)
        && next.starts_with(|c: char| c.is_alphanumeric() || "“‘\"'(（「《".contains(c))
        && !is_numbered(next)
        && !is_item
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
        let Some(cut) = cut_in(piece) else { break };
        blocks.push(start..start + cut);
        start += cut;
    }
    blocks.push(start..block.end);
}

/// Returns the byte at which a long piece is cut: behind the last blank or Chinese stop before the limit, but not in the
/// first half; without one, behind a character.
fn cut_in(piece: &str) -> Option<usize> {
    let mut last = None;
    for (at, c) in piece.char_indices() {
        if at >= MAX_BLOCK_BYTES {
            break;
        }
        if at >= MAX_BLOCK_BYTES / 2 && (c.is_whitespace() || matches!(c, '。' | '，')) {
            last = Some((at, c));
        }
    }
    let (at, c) = last.or(piece.char_indices().nth(MAX_BLOCK_BYTES / 4))?;
    Some(at + c.len_utf8())
}

/// The number of lines shown before a place of interest.
const CONTEXT_ROWS: u16 = 3;

/// A row of a text: the line of a byte, or a blank row above that line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextRow {
    /// A byte of the line.
    pub(super) at: usize,
    /// The number of rows by which it is above the line. Only a gap, and the beginning of the text, have such rows.
    pub(super) above: usize,
}

impl From<usize> for TextRow {
    fn from(at: usize) -> TextRow {
        TextRow { at, above: 0 }
    }
}

impl Ord for TextRow {
    fn cmp(&self, other: &TextRow) -> Ordering {
        self.at.cmp(&other.at).then(other.above.cmp(&self.above))
    }
}

impl PartialOrd for TextRow {
    fn partial_cmp(&self, other: &TextRow) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Blank rows above the first block that begins at a byte or behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// The byte.
    pub(super) at: usize,
    /// The number of rows.
    pub(super) rows: usize,
}

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
    /// The blank rows in the text, in order.
    pub(super) gaps: &'t [Gap],
}

impl<'t> Page<'t> {
    /// Returns the visible lines, at most `rows`, beginning with the row `top`.
    pub(super) fn lines(&self, top: TextRow, rows: u16) -> Vec<Line<'t>> {
        let found = self.find(top);
        let mut lines = vec![Line::default(); found.leading.min(rows.into())];
        for number in found.block..self.flow.blocks.len() {
            let skip = if number == found.block { found.row } else { 0 };
            lines.extend(self.rows(number).into_iter().skip(skip));
            if lines.len() >= usize::from(rows) {
                break;
            }
        }
        lines.truncate(usize::from(rows));
        lines
    }

    /// Returns the row `count` rows below another, or the last one.
    pub(super) fn down(&self, from: TextRow, count: usize) -> TextRow {
        let found = self.find(from);
        if count < found.leading {
            return TextRow { above: from.above - count, ..from };
        }
        let mut left = found.row + count - found.leading;
        let mut last = TextRow::default();
        for number in found.block..self.flow.blocks.len() {
            let rows = self.rows(number);
            if left < rows.len() {
                return self.row_at(number, left, &rows);
            }
            left -= rows.len();
            last = self.row_at(number, rows.len() - 1, &rows);
        }
        last
    }

    /// Returns the row `count` rows above another, or the first one.
    pub(super) fn up(&self, from: TextRow, count: usize) -> TextRow {
        self.climb(from, count).0
    }

    /// Returns the row `count` rows above another; above the beginning of the text are blank rows.
    pub(super) fn far_up(&self, from: TextRow, count: usize) -> TextRow {
        let (row, left) = self.climb(from, count);
        TextRow { above: row.above + left, ..row }
    }

    /// Returns the row `count` rows above another, or the first one, and by how many rows it is missed.
    fn climb(&self, from: TextRow, count: usize) -> (TextRow, usize) {
        let found = self.find(from);
        if found.leading > 0 {
            return (from, count);
        }
        let mut left = count;
        let mut here = found.row + 1;
        let mut first = from;
        for number in (0..=found.block).rev() {
            let rows = self.rows(number);
            here = here.min(rows.len());
            if left < here {
                return (self.row_at(number, here - 1 - left, &rows), 0);
            }
            left -= here;
            here = usize::MAX;
            first = self.row_at(number, 0, &rows);
        }
        (first, left + 1)
    }

    /// Returns the number of rows from one row down to another, which is not above it, or `most` if there are more.
    pub(super) fn distance(&self, from: TextRow, to: TextRow, most: usize) -> usize {
        let (from, to) = (self.find(from), self.find(to));
        let mut rows = (from.leading + to.row).saturating_sub(to.leading);
        for number in from.block..to.block {
            if rows > most.saturating_add(from.row) {
                break;
            }
            rows += self.rows(number).len();
        }
        rows.saturating_sub(from.row).min(most)
    }

    /// Returns the number of lines of the blocks that begin in a range.
    pub(super) fn lines_of(&self, range: Range<usize>) -> usize {
        let mut number = self.flow.blocks.partition_point(|block| block.start < range.start);
        let mut lines = 0;
        while self.flow.blocks.get(number).is_some_and(|block| block.start < range.end) {
            lines += self.wrap(number).len();
            number += 1;
        }
        lines
    }

    /// Returns the first visible row when the last line of the text is at the bottom of `rows`.
    pub(super) fn bottom(&self, rows: u16) -> TextRow {
        self.up(self.text.len().into(), usize::from(rows.max(1)) - 1)
    }

    /// Returns the first visible row after a move by some rows.
    pub(super) fn moved(&self, top: TextRow, by: isize) -> TextRow {
        let count = by.unsigned_abs();
        if by < 0 { self.up(top, count) } else { self.down(top, count) }
    }

    /// Returns the first visible row that shows the byte `at` with some rows above it.
    pub(super) fn top_before(&self, at: usize, rows: u16) -> TextRow {
        let context = usize::from(CONTEXT_ROWS.min(rows / 4));
        self.up(at.into(), context).min(self.bottom(rows))
    }

    /// Returns the first visible row with which the byte `at` is visible: `top` if it already is.
    pub(super) fn top_with(&self, at: usize, top: TextRow, rows: u16) -> TextRow {
        if self.shows(at, top, rows) { top } else { self.up(at.into(), usize::from(rows / 3)) }
    }

    /// Returns whether the byte `at` is visible.
    pub(super) fn shows(&self, at: usize, top: TextRow, rows: u16) -> bool {
        self.lines(top, rows).iter().any(|line| (line.start..line.end).contains(&at))
    }

    fn find(&self, at: TextRow) -> FoundRow {
        let block = self.flow.block_of(at.at);
        let line = self.wrap(block).partition_point(|line| line.start <= at.at).saturating_sub(1);
        let gap = self.gap(block);
        if line > 0 {
            return FoundRow { block, row: gap + line, leading: 0 };
        }
        let leading = if block == 0 { at.above.saturating_sub(gap) } else { 0 };
        FoundRow { block, row: gap.saturating_sub(at.above), leading }
    }

    /// Returns a row of a block, whose rows are known.
    fn row_at(&self, block: usize, row: usize, rows: &[Line<'_>]) -> TextRow {
        let above = self.gap(block).saturating_sub(row);
        TextRow { at: rows.get(row).map_or(0, |line| line.start), above }
    }

    /// Returns the blank rows above a block, and its lines.
    fn rows(&self, block: usize) -> Vec<Line<'t>> {
        let lines = self.wrap(block);
        let start = lines.first().map_or(0, |line| line.start);
        let blank = Line { start, end: start, glyphs: vec![] };
        let mut rows = vec![blank; self.gap(block)];
        rows.extend(lines);
        rows
    }

    /// Returns the number of blank rows above a block.
    fn gap(&self, block: usize) -> usize {
        let Some(Range { start, .. }) = self.flow.blocks.get(block) else { return 0 };
        let first = match block.checked_sub(1) {
            Some(before) => self.gaps.partition_point(|gap| gap.at <= self.flow.blocks[before].start),
            None => 0,
        };
        let mut rows = 0;
        for gap in &self.gaps[first..] {
            if gap.at > *start {
                break;
            }
            rows += gap.rows;
        }
        rows
    }

    fn wrap(&self, block: usize) -> Vec<Line<'t>> {
        let range = self.flow.blocks.get(block).cloned().unwrap_or(0..0);
        let text = self.text.get(range.clone()).unwrap_or("");
        // In so little room brackets would only break words.
        let brackets = if self.cols < 8 { &[] } else { self.brackets };
        wrap(text, range.start, self.cols, brackets)
    }
}

/// A row among the rows of a block.
struct FoundRow {
    block: usize,
    row: usize,
    /// The number of rows by which it is above the beginning of the text.
    leading: usize,
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

    fn page<'t>(text: &'t str, flow: &'t Flow, gaps: &'t [Gap]) -> Page<'t> {
        Page { text, flow, cols: 10, brackets: &[], gaps }
    }

    #[test]
    fn moves_by_lines() {
        let text = "one two three\n\nfour five six";
        let flow = Flow::new(text);
        let page = page(text, &flow, &[]);
        let starts = [0, 8, 14, 15, 25];
        for (from, &start) in starts.iter().enumerate() {
            for (to, &expected) in starts.iter().enumerate() {
                let start = start.into();
                let found = if to >= from { page.down(start, to - from) } else { page.up(start, from - to) };
                assert_eq!(found, expected.into(), "{from} to {to}");
            }
        }
        assert_eq!(page.up(9.into(), 99), 0.into());
        assert_eq!(page.down(9.into(), 99), 25.into());
        assert_eq!(page.bottom(2), 15.into());
        assert_eq!(page.bottom(0), 25.into());
    }

    #[test]
    fn blocks_are_cut_and_made_whole_again() {
        let text = "one two three\n\nfour five six";
        let mut flow = Flow::new(text);
        let whole = flow.clone();
        flow.cut(&[4, 15, 20]);
        assert_eq!(flow.blocks, [0..4, 4..13, 14..14, 15..20, 20..28]);
        flow.cut(&[2]);
        assert_eq!(flow.blocks, [0..2, 2..13, 14..14, 15..28]);
        flow.cut(&[]);
        assert_eq!(flow.blocks, whole.blocks);
    }

    #[test]
    fn blank_rows_stand_above_a_block_and_above_the_text() {
        let text = "one two three\nfour";
        let flow = Flow::new(text);
        let gaps = [Gap { at: 12, rows: 2 }];
        let page = page(text, &flow, &gaps);
        let starts =
            |top, rows| page.lines(top, rows).iter().map(|line| line.start..line.end).collect::<Vec<_>>();
        assert_eq!(starts(0.into(), 9), [0..8, 8..13, 14..14, 14..14, 14..18]);
        assert_eq!(starts(TextRow { at: 14, above: 1 }, 9), [14..14, 14..18]);
        let top = page.far_up(8.into(), 3);
        assert_eq!(top, TextRow { at: 0, above: 2 });
        assert_eq!(starts(top, 3), [0..0, 0..0, 0..8]);
        assert_eq!((page.down(top, 1).above, page.up(top, 1)), (1, top));
        assert_eq!(page.distance(top, 14.into(), 99), 6);
        assert_eq!(page.distance(8.into(), 14.into(), usize::MAX), 3);
    }

    proptest! {
        #[test]
        fn down_and_up_are_mirrors(
            text in "([a-d盐路，]|[ \n\r]){0,300}",
            (at, count) in (0usize..300, 0usize..9),
            cuts in prop::collection::vec(0usize..300, 0..4),
            rows in prop::collection::vec((0usize..300, 0usize..4), 0..4),
        ) {
            let mut flow = Flow::new(&text);
            let mut cuts: Vec<usize> = cuts.into_iter().filter(|&at| text.is_char_boundary(at)).collect();
            cuts.sort_unstable();
            flow.cut(&cuts);
            let mut gaps: Vec<Gap> = rows.into_iter().map(|(at, rows)| Gap { at, rows }).collect();
            gaps.sort_by_key(|gap| gap.at);
            let page = page(&text, &flow, &gaps);
            let lines = page.lines(TextRow { at: 0, above: 9 }, u16::MAX);
            let shown: Vec<usize> = lines.iter().flat_map(|line| &line.glyphs).map(|glyph| glyph.at).collect();
            prop_assert!(shown.is_sorted_by(|x, y| x < y), "each byte once: {shown:?}");
            let mut starts = vec![page.up(0.into(), usize::MAX)];
            loop {
                let last = starts[starts.len() - 1];
                match page.down(last, 1) {
                    next if next == last => break,
                    next => starts.push(next),
                }
            }
            let start = page.up(at.into(), 0);
            let number = starts.iter().position(|&row| row == start).unwrap();
            let below = starts[(number + count).min(starts.len() - 1)];
            prop_assert_eq!(page.down(start, count), below);
            prop_assert_eq!(page.distance(start, below, 99), (starts.len() - 1 - number).min(count));
            prop_assert_eq!(page.up(below, count), starts[(number + count).min(starts.len() - 1).saturating_sub(count)]);
        }
    }
}

//! Builds running text from the pieces of a marked-up one.
//!
//! A gap between two pieces waits for the next piece, so that the widest gap wins and none is left at the ends. A line
//! break in the source becomes a space, but is dropped between two Chinese characters.

use ibid::is_han;
use ibid::structure::{Block, BlockKind, Structure};

/// The gap between two pieces. Variants further down are wider and win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    /// A line end in the source.
    Wrap,
    Space,
    /// The gap between the cells of a table.
    Tab,
    Line,
    Paragraph,
}

/// A text that is being built.
#[derive(Default)]
pub(super) struct Prose {
    text: String,
    gap: Gap,
    /// The place of the next piece in the file, in bytes.
    place: Option<usize>,
    /// The starts of stretches of the text that stand in one line of the file, with their places there.
    places: Vec<(u32, Option<u32>)>,
    /// The kinds of the open blocks, the innermost last.
    open: Vec<BlockKind>,
    /// The starts of text of another kind.
    kinds: Vec<(u32, BlockKind)>,
}

impl Prose {
    /// Sets the place of the next piece in the file. `None` if it stands there in other characters, or not at all.
    pub(super) fn from(&mut self, place: Option<usize>) {
        self.place = place;
    }

    /// Requires at least this gap before the next piece.
    pub(super) fn gap(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// Returns whether a gap waits for the next piece.
    #[cfg(feature = "papers")]
    pub(super) fn has_gap(&self) -> bool {
        self.gap > Gap::None
    }

    /// Removes the text behind this length.
    #[cfg(feature = "papers")]
    pub(super) fn truncate(&mut self, len: usize) {
        self.text.truncate(len);
    }

    /// Appends a piece as it stands.
    pub(super) fn push(&mut self, piece: &str) {
        let Some(next) = piece.chars().next() else { return };
        if let Some(last) = self.text.chars().next_back() {
            match self.gap {
                Gap::None => {}
                Gap::Wrap if is_wide(last) && is_wide(next) => {}
                Gap::Wrap | Gap::Space if last == '\n' => {}
                Gap::Wrap | Gap::Space => self.text.push(' '),
                Gap::Tab => self.text.push('\t'),
                Gap::Line => self.end_lines(1),
                Gap::Paragraph => self.end_lines(2),
            }
        }
        // A piece that continues its line where the last piece ends needs no place of its own.
        let is_same_line =
            matches!(self.gap, Gap::None | Gap::Space | Gap::Tab) && !self.text.ends_with('\n');
        let here = self.text.len() as u32;
        let place = self.place.map(|place| place as u32);
        let follows = match (self.places.last(), place) {
            (Some((_, None)), None) => true,
            (Some((before, Some(file))), Some(place)) => {
                is_same_line && place.checked_sub(*file) == Some(here - before)
            }
            _ => false,
        };
        if !follows {
            self.places.push((here, place));
        }
        let kind = self.open.last().copied().unwrap_or(BlockKind::Paragraph);
        if !matches!(self.kinds.last(), Some((_, before)) if *before == kind) {
            self.kinds.push((here, kind));
        }
        self.gap = Gap::None;
        self.advance(piece.len());
        self.text.push_str(piece);
    }

    /// Moves the place of the next piece on by some bytes.
    fn advance(&mut self, bytes: usize) {
        if let Some(place) = &mut self.place {
            *place += bytes;
        }
    }

    /// Opens a block of this kind for the following pieces, until [`Prose::close`].
    pub(super) fn open(&mut self, kind: BlockKind) {
        self.open.push(kind);
    }

    /// Closes the innermost block.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Returns the structure of the text so far: a block per line, except that consecutive lines of code or of a table
    /// form one.
    pub(super) fn structure(&self) -> Structure {
        let mut blocks: Vec<Block> = vec![];
        for (start, line) in lines_with_starts(&self.text) {
            let (at, end) = (start as u32, (start + line.trim_end_matches('\n').len()) as u32);
            if at == end {
                continue;
            }
            let kind = match self.kinds.partition_point(|(from, _)| *from <= at).checked_sub(1) {
                Some(last) => self.kinds[last].1,
                None => BlockKind::Paragraph,
            };
            match blocks.last_mut() {
                Some(last)
                    if last.kind == kind
                        && matches!(kind, BlockKind::Code | BlockKind::Table)
                        && last.end + 1 == at =>
                {
                    last.end = end;
                }
                _ => blocks.push(Block { kind, start: at, end }),
            }
        }
        Structure { blocks, ..Structure::default() }
    }

    fn end_lines(&mut self, count: usize) {
        let breaks = self.text.len() - self.text.trim_end_matches('\n').len();
        self.text.extend(std::iter::repeat_n('\n', count.saturating_sub(breaks)));
    }

    /// Appends a piece with each run of white space collapsed to one space.
    pub(super) fn push_collapsed(&mut self, piece: &str) {
        let mut rest = piece;
        while !rest.is_empty() {
            let word = rest.trim_start_matches(is_space);
            let (space, _) = rest.split_at(rest.len() - word.len());
            if !space.is_empty() {
                self.advance(space.len());
                self.gap(if space.contains(['\n', '\r']) { Gap::Wrap } else { Gap::Space });
            }
            let (word, after) = word.split_at(word.find(is_space).unwrap_or(word.len()));
            self.push(word);
            rest = after;
        }
    }

    /// Returns the number of bytes appended so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the text appended since the text had this length.
    pub(super) fn since(&self, len: usize) -> &str {
        self.text.get(len..).unwrap_or("")
    }

    /// Returns the text, and the starts of stretches of it that stand in one line of the file, with their places there,
    /// in bytes, as [`Origin::markup`](ibid::origin::Origin::markup) takes them.
    pub(super) fn finish(self) -> (String, Vec<(u32, Option<u32>)>) {
        (self.text, self.places)
    }
}

/// Returns the lines of a text, each with its end and its start.
pub(super) fn lines_with_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_inclusive('\n').map(move |line| {
        end += line.len();
        (end - line.len(), line)
    })
}

/// Returns whether a character is white space of markup. A no-break or an ideographic space is a character of the text.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

/// Returns whether a character belongs to Chinese text, in which a line end has no meaning.
fn is_wide(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF60}' | '—' | '…' | '“' | '”')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_the_kind_of_the_innermost_block() {
        let mut prose = Prose::default();
        prose.open(BlockKind::Heading(1));
        prose.push("One");
        prose.close();
        prose.gap(Gap::Paragraph);
        prose.push("two");
        prose.gap(Gap::Line);
        prose.push("three");
        prose.gap(Gap::Paragraph);
        prose.open(BlockKind::Quote);
        prose.open(BlockKind::Code);
        prose.push("a\nb");
        prose.close();
        prose.gap(Gap::Paragraph);
        prose.push("four");
        let blocks = prose.structure().blocks;
        let blocks: Vec<_> = blocks.iter().map(|block| (block.kind, block.text(&prose.text))).collect();
        assert_eq!(
            blocks,
            [
                (BlockKind::Heading(1), "One"),
                (BlockKind::Paragraph, "two"),
                (BlockKind::Paragraph, "three"),
                (BlockKind::Code, "a\nb"),
                (BlockKind::Quote, "four"),
            ]
        );
    }

    #[test]
    fn the_widest_gap_wins_and_none_stands_at_the_borders() {
        let mut prose = Prose::default();
        prose.gap(Gap::Paragraph);
        prose.push_collapsed(" a \t b\n");
        prose.gap(Gap::Line);
        prose.push_collapsed(" \n c");
        prose.gap(Gap::Paragraph);
        prose.gap(Gap::Line);
        prose.push("d  e");
        prose.gap(Gap::Paragraph);
        assert_eq!(prose.finish().0, "a b\nc\n\nd  e");
    }

    #[test]
    fn a_broken_line_is_no_space_in_chinese() {
        let check = |text: &str, expected: &str| {
            let mut prose = Prose::default();
            prose.push_collapsed(text);
            assert_eq!(prose.finish().0, expected);
        };
        check("中文\n  论文，\n抄袭", "中文论文，抄袭");
        check("中文\nword\n中文", "中文 word 中文");
        check("中 文", "中 文");
        check("a\r\nb", "a b");
        check("a“\n中", "a“中");
    }
}

//! The builder of a paper: the reader of each format pushes its blocks, and the builder keeps track of their places, of
//! pages and of hidden text.

use std::collections::{HashSet, VecDeque};

use crate::formats::entries::repeated;
use crate::prose::{Gap, Prose};
use ibid::date::parse_date;
use ibid::origin::{Origin, PageStart};
use ibid::structure::{Block, BlockKind, Hidden, HiddenWhy, NotReadKind, Structure};
use ibid::{Document, Layout, Metadata};

/// A paper that is being written.
#[derive(Default)]
pub(crate) struct PaperBuilder {
    prose: Prose,
    structure: Structure,
    pages: Vec<PageStart>,
    /// The open block, until [`PaperBuilder::close`].
    open: Option<Open>,
    /// The number of the last `pages` that get their place from the next character; below, of the last `hidden`.
    pages_waiting: usize,
    hidden_waiting: usize,
    /// The places of the marks whose notes are not written yet, in order.
    marks_waiting: VecDeque<u32>,
    /// The indices of the blocks that are entries of a table of contents.
    entries: Vec<usize>,
}

struct Open {
    kind: BlockKind,
    /// The place of its first character, once there is one.
    start: Option<usize>,
    is_entry: bool,
}

impl PaperBuilder {
    /// Writes a whole block. A block without a visible character is left out.
    pub(crate) fn block(&mut self, kind: BlockKind, text: &str) {
        self.open(kind);
        self.push(text);
        self.close();
    }

    /// Opens a block, and closes the one before it.
    pub(crate) fn open(&mut self, kind: BlockKind) {
        self.close();
        self.open = Some(Open { kind, start: None, is_entry: false });
    }

    /// Opens a block for an entry of a table of contents. [`PaperBuilder::finish`] drops the block if another one has its
    /// text.
    pub(crate) fn open_entry(&mut self) {
        self.close();
        self.open = Some(Open { kind: BlockKind::Paragraph, start: None, is_entry: true });
    }

    /// Appends to the open block, or to a new paragraph. A run of white space becomes one line end, one tab (between
    /// the cells of a table, and in code) or one blank. Code keeps the blanks inside its lines.
    pub(crate) fn push(&mut self, text: &str) {
        let block = Open { kind: BlockKind::Paragraph, start: None, is_entry: false };
        let mut open = self.open.take().unwrap_or(block);
        for c in text.chars() {
            if c == '\0' || (c.is_control() && !c.is_whitespace()) {
                continue;
            }
            let is_inside_code = open.kind == BlockKind::Code && open.start.is_some();
            if c.is_whitespace() && !(c == ' ' && is_inside_code && !self.prose.has_gap()) {
                self.prose.gap(gap_of(c, open.kind));
                continue;
            }
            if open.start.is_none() {
                self.prose.gap(Gap::Paragraph);
            }
            self.prose.push(c.encode_utf8(&mut [0; 4]));
            let at = self.prose.len() - c.len_utf8();
            open.start.get_or_insert(at);
            self.settle(at as u32);
        }
        self.open = Some(open);
    }

    /// Gives the pages and the hidden texts that wait for the next character their place.
    fn settle(&mut self, at: u32) {
        for page in self.pages.iter_mut().rev().take(std::mem::take(&mut self.pages_waiting)) {
            page.byte = at;
        }
        let waiting = std::mem::take(&mut self.hidden_waiting);
        for hidden in self.structure.hidden.iter_mut().rev().take(waiting) {
            hidden.at = at;
        }
    }

    /// Notes the mark of a note behind the last character. The marks and the notes that follow are in the same order.
    pub(crate) fn mark_note(&mut self) {
        self.marks_waiting.push_back(self.prose.len() as u32);
    }

    /// Closes the open block, if there is one.
    pub(crate) fn close(&mut self) {
        let Some(Open { kind, start, is_entry }) = self.open.take() else { return };
        let mark = if kind == BlockKind::Footnote { self.marks_waiting.pop_front() } else { None };
        let Some(start) = start else { return };
        if let Some(mark) = mark {
            self.structure.note_marks.push([mark, start as u32]);
        }
        let end = start + self.prose.since(start).trim_end().len();
        self.prose.truncate(end);
        if is_entry {
            self.entries.push(self.structure.blocks.len());
        }
        self.structure.blocks.push(Block { kind, start: start as u32, end: end as u32 });
    }

    /// Begins a page with the next character, perhaps inside a block.
    pub(crate) fn page(&mut self, number: u32) {
        self.pages.push(PageStart { byte: 0, page: number });
        self.pages_waiting += 1;
    }

    /// Notes a hidden text that stands before the next character.
    pub(crate) fn hide(&mut self, why: HiddenWhy, text: &str, page: Option<u32>) {
        let text = one_line(text);
        if !text.is_empty() {
            self.structure.hidden.push(Hidden { why, text, page, at: 0 });
            self.hidden_waiting += 1;
        }
    }

    /// Counts parts of a kind that are not read. A count of zero leaves no entry.
    pub(crate) fn not_read(&mut self, kind: NotReadKind, count: usize) {
        self.structure.add_not_read(kind, u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// Counts characters that a reader may see as others.
    pub(crate) fn doubt(&mut self, chars: usize) {
        let all = &mut self.structure.doubtful_chars;
        *all = all.saturating_add(u32::try_from(chars).unwrap_or(u32::MAX));
    }

    /// Removes blocks, by their indices, and moves what stands behind them. Returns the text that is left of `whole`.
    fn cut(&mut self, numbers: &[usize], whole: &str) -> String {
        let is_cut: HashSet<usize> = numbers.iter().copied().collect();
        let all = std::mem::take(&mut self.structure.blocks);
        let mut text = String::with_capacity(whole.len());
        // Each block that stays, as it was, and its new start.
        let mut moved: Vec<(Block, u32)> = vec![];
        for (number, block) in all.into_iter().enumerate() {
            if is_cut.contains(&number) {
                continue;
            }
            text.push_str(if text.is_empty() { "" } else { "\n\n" });
            let start = text.len() as u32;
            text.push_str(block.text(whole));
            self.structure.blocks.push(Block { kind: block.kind, start, end: text.len() as u32 });
            moved.push((block, start));
        }
        let end = text.len() as u32;
        for [mark, note] in &mut self.structure.note_marks {
            // The mark stands behind a character of its block.
            *mark = place(&moved, mark.saturating_sub(1)).map_or(end, |at| at + 1);
            *note = place(&moved, *note).unwrap_or(end);
        }
        for page in &mut self.pages {
            page.byte = place(&moved, page.byte).unwrap_or(end);
        }
        for hidden in &mut self.structure.hidden {
            hidden.at = place(&moved, hidden.at).unwrap_or(end);
        }
        text
    }

    /// Returns the finished document, without its id. The date of the metadata is parsed; an empty title or author is
    /// none.
    pub(crate) fn finish(mut self, metadata: Metadata) -> Document {
        self.close();
        let (mut text, _) = std::mem::take(&mut self.prose).finish();
        self.settle(text.len() as u32);
        let repeated = repeated(&text, &self.structure.blocks, &self.entries);
        if !repeated.is_empty() {
            text = self.cut(&repeated, &text);
        }
        self.structure.note_marks.sort_unstable();
        let meta = Metadata {
            title: metadata.title.filter(|title| !title.is_empty()),
            author: metadata.author.filter(|author| !author.is_empty()),
            date: metadata.date.as_deref().and_then(parse_date),
            hidden_chars: self.structure.hidden_chars(),
            ..metadata
        };
        let origin = if self.pages.is_empty() { Origin::Unknown } else { Origin::Pages(self.pages) };
        let structure = self.structure;
        Document { text, layout: Layout::Flowing, meta, origin, structure, ..Document::default() }
    }
}

/// Returns the new place of an old one: in the same block, or at the start of the next. `None` behind the last block.
fn place(moved: &[(Block, u32)], at: u32) -> Option<u32> {
    let next = moved.partition_point(|(old, _)| old.end <= at);
    let (old, start) = moved.get(next)?;
    Some(start + at.saturating_sub(old.start))
}

/// Returns a text with one blank between its words.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the gap that a character of white space stands for in a block of this kind.
fn gap_of(c: char, kind: BlockKind) -> Gap {
    match c {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' | '\u{85}' => Gap::Line,
        '\t' if matches!(kind, BlockKind::Table | BlockKind::Code) => Gap::Tab,
        _ => Gap::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(builder: PaperBuilder) -> Document {
        builder.finish(Metadata::default())
    }

    #[test]
    fn divides_blocks_by_an_empty_line_and_keeps_their_places() {
        let mut builder = PaperBuilder::default();
        builder.block(BlockKind::Heading(1), " Of  Ships\n");
        builder.block(BlockKind::Paragraph, " \n ");
        builder.block(BlockKind::Paragraph, "一艘船。");
        let paper = paper(builder);
        assert_eq!(paper.text, "Of Ships\n\n一艘船。");
        let parts: Vec<_> = paper.structure.blocks.iter().map(|b| (b.kind, b.text(&paper.text))).collect();
        assert_eq!(parts, [(BlockKind::Heading(1), "Of Ships"), (BlockKind::Paragraph, "一艘船。")]);
    }

    #[test]
    fn a_page_may_begin_inside_a_block() {
        let mut builder = PaperBuilder::default();
        builder.page(1);
        builder.open(BlockKind::Paragraph);
        builder.push("It ends ");
        builder.page(2);
        builder.push("over the page.");
        builder.page(3);
        builder.close();
        let paper = paper(builder);
        assert_eq!(paper.text, "It ends over the page.");
        let starts = [(0, 1), (8, 2), (22, 3)].map(|(byte, page)| PageStart { byte, page });
        assert_eq!(paper.origin, Origin::Pages(starts.into()));
    }

    #[test]
    fn what_is_hidden_is_kept_out_of_the_text_with_its_place() {
        let mut builder = PaperBuilder::default();
        builder.page(1);
        builder.push("Seen");
        builder.hide(HiddenWhy::Color, " not  seen ", Some(1));
        builder.push(" again");
        let paper = paper(builder);
        assert_eq!(paper.text, "Seen again");
        assert_eq!(
            paper.structure.hidden,
            [Hidden { why: HiddenWhy::Color, text: "not seen".to_owned(), page: Some(1), at: 5 }]
        );
    }

    #[test]
    fn an_entry_of_contents_is_left_out_only_where_the_text_has_its_heading() {
        let mut builder = PaperBuilder::default();
        for entry in ["Chapter 1 Of Ships .... 7", "They left before the storm. 9"] {
            builder.open_entry();
            builder.push(entry);
        }
        builder.page(2);
        builder.block(BlockKind::Heading(1), "Of Ships");
        builder.hide(HiddenWhy::Tiny, "small", None);
        builder.block(BlockKind::Paragraph, "They sail.");
        let paper = paper(builder);
        assert_eq!(paper.text, "They left before the storm. 9\n\nOf Ships\n\nThey sail.");
        let parts: Vec<_> = paper.structure.blocks.iter().map(|b| b.text(&paper.text)).collect();
        assert_eq!(parts, ["They left before the storm. 9", "Of Ships", "They sail."]);
        assert_eq!(paper.origin, Origin::Pages(vec![PageStart { byte: 31, page: 2 }]));
        assert_eq!(paper.structure.hidden[0].at, 41);
    }

    #[test]
    fn code_keeps_its_lines_and_tables_their_cells() {
        let mut builder = PaperBuilder::default();
        builder.block(BlockKind::Code, "if a:\n\n  b  =  1");
        builder.block(BlockKind::Table, "a \t b\nc\td");
        builder.block(BlockKind::Paragraph, "a\tb\u{0}");
        assert_eq!(paper(builder).text, "if a:\nb  =  1\n\na\tb\nc\td\n\na b");
    }
}

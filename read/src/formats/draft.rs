//! The builder of a document: the reader of each format pushes its blocks, and the builder keeps track of their
//! places.

use std::collections::HashSet;

use crate::formats::entries::repeated;
use ibid::date::parse_date;
use ibid::origin::{Origin, PageStart};
use ibid::structure::{Block, BlockKind, Hidden, HiddenWhy, NotReadKind, Structure};
use ibid::{Document, Layout, Metadata};

/// A paper that is being written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    text: String,
    structure: Structure,
    pages: Vec<PageStart>,
    /// The open block, until [`Draft::close`].
    open: Option<Open>,
    /// The number of the last `pages` that get their place from the next character; below, of the last `hidden`.
    pages_waiting: usize,
    hidden_waiting: usize,
    /// The indices of the blocks that are entries of a table of contents.
    entries: Vec<usize>,
}

#[derive(Debug)]
struct Open {
    kind: BlockKind,
    /// The place of its first character, once there is one.
    start: Option<usize>,
    /// White space that is written only if something follows it.
    gap: Option<char>,
    is_entry: bool,
}

impl Draft {
    pub(crate) fn new() -> Self {
        Draft::default()
    }

    /// Writes a whole block. A block without a visible character is left out.
    pub(crate) fn block(&mut self, kind: BlockKind, text: &str) {
        self.open(kind);
        self.push(text);
        self.close();
    }

    /// Opens a block, and closes the one before it.
    pub(crate) fn open(&mut self, kind: BlockKind) {
        self.close();
        self.open = Some(Open { kind, start: None, gap: None, is_entry: false });
    }

    /// Opens a block for an entry of a table of contents. [`Draft::finish`] drops the block if another one has its
    /// text.
    pub(crate) fn open_entry(&mut self) {
        self.close();
        self.open = Some(Open { kind: BlockKind::Paragraph, start: None, gap: None, is_entry: true });
    }

    /// Appends to the open block, or to a new paragraph. A run of white space becomes one line end, one tab (between
    /// the cells of a table, and in code) or one blank. Code keeps the blanks inside its lines.
    pub(crate) fn push(&mut self, text: &str) {
        let open = self.open.get_or_insert(Open {
            kind: BlockKind::Paragraph,
            start: None,
            gap: None,
            is_entry: false,
        });
        for c in text.chars() {
            if c == '\0' || (c.is_control() && !c.is_whitespace()) {
                continue;
            }
            let inner =
                open.kind == BlockKind::Code && c == ' ' && open.gap.is_none() && open.start.is_some();
            if c.is_whitespace() && !inner {
                open.gap = wider(open.gap, c, open.kind);
                continue;
            }
            if open.start.is_none() {
                if !self.text.is_empty() {
                    self.text.push_str("\n\n");
                }
                open.start = Some(self.text.len());
            } else if let Some(gap) = open.gap {
                self.text.push(gap);
            }
            open.gap = None;
            let at = self.text.len() as u32;
            settle(&mut self.pages, &mut self.pages_waiting, at, |page| &mut page.byte);
            settle(&mut self.structure.hidden, &mut self.hidden_waiting, at, |hidden| &mut hidden.at);
            self.text.push(c);
        }
    }

    /// Closes the open block, if there is one.
    pub(crate) fn close(&mut self) {
        if let Some(Open { kind, start: Some(start), is_entry, .. }) = self.open.take() {
            let end = start + self.text.get(start..).map_or(0, |text| text.trim_end().len());
            self.text.truncate(end);
            if is_entry {
                self.entries.push(self.structure.blocks.len());
            }
            self.structure.blocks.push(Block { kind, start: start as u32, end: end as u32 });
        }
    }

    /// Begins a page with the next character, perhaps inside a block.
    pub(crate) fn page(&mut self, number: u32) {
        self.pages.push(PageStart { byte: 0, page: number });
        self.pages_waiting += 1;
    }

    /// Notes a hidden text that stands before the next character.
    pub(crate) fn hide(&mut self, why: HiddenWhy, text: &str, page: Option<u32>) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
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

    /// Removes blocks, by their indices, and moves what stands behind them.
    fn cut(&mut self, numbers: &[usize]) {
        let is_cut: HashSet<usize> = numbers.iter().copied().collect();
        let all = std::mem::take(&mut self.structure.blocks).into_iter().enumerate();
        let mut text = String::with_capacity(self.text.len());
        // Each block that stays, as it was, and its new start.
        let mut moved: Vec<(Block, u32)> = vec![];
        for (_, block) in all.filter(|(number, _)| !is_cut.contains(number)) {
            text.push_str(if text.is_empty() { "" } else { "\n\n" });
            let start = text.len() as u32;
            text.push_str(block.text(&self.text));
            self.structure.blocks.push(Block { kind: block.kind, start, end: text.len() as u32 });
            moved.push((block, start));
        }
        self.text = text;
        let end = self.text.len() as u32;
        let places = self.pages.iter_mut().map(|page| &mut page.byte);
        for at in places.chain(self.structure.hidden.iter_mut().map(|hidden| &mut hidden.at)) {
            *at = place(&moved, *at).unwrap_or(end);
        }
    }

    /// Returns the finished document, without its id. The date of the metadata is parsed.
    pub(crate) fn finish(mut self, metadata: Metadata) -> Document {
        self.close();
        let end = self.text.len() as u32;
        settle(&mut self.pages, &mut self.pages_waiting, end, |page| &mut page.byte);
        settle(&mut self.structure.hidden, &mut self.hidden_waiting, end, |hidden| &mut hidden.at);
        let repeated = repeated(&self.text, &self.structure.blocks, &self.entries);
        if !repeated.is_empty() {
            self.cut(&repeated);
        }
        self.structure.not_read.sort_by_key(|parts| parts.kind);
        let meta = Metadata {
            date: metadata.date.as_deref().and_then(parse_date),
            hidden_chars: self.structure.hidden_chars(),
            ..metadata
        };
        let origin = if self.pages.is_empty() { Origin::Unknown } else { Origin::Pages(self.pages) };
        let (text, structure) = (self.text, self.structure);
        Document { text, layout: Layout::Flowing, meta, origin, structure, ..Document::default() }
    }
}

/// Returns the new place of an old one: in the same block, or at the start of the next. `None` behind the last block.
fn place(moved: &[(Block, u32)], at: u32) -> Option<u32> {
    let next = moved.partition_point(|(old, _)| old.end <= at);
    let (old, start) = moved.get(next)?;
    Some(start + at.saturating_sub(old.start))
}

/// Sets the place of the last `waiting` things to that of the next character.
fn settle<T>(things: &mut [T], waiting: &mut usize, at: u32, place: impl Fn(&mut T) -> &mut u32) {
    for thing in things.iter_mut().rev().take(std::mem::take(waiting)) {
        *place(thing) = at;
    }
}

/// Returns what a run of white space becomes when `c` is added to it: a line end wins over a tab, a tab over a blank.
fn wider(gap: Option<char>, c: char, kind: BlockKind) -> Option<char> {
    let this = match c {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\t' if kind == BlockKind::Table || kind == BlockKind::Code => '\t',
        _ => ' ',
    };
    match (gap, this) {
        (Some('\n'), _) | (_, '\n') => Some('\n'),
        (Some('\t'), _) | (_, '\t') => Some('\t'),
        _ => Some(' '),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(draft: Draft) -> Document {
        draft.finish(Metadata::default())
    }

    #[test]
    fn divides_blocks_by_an_empty_line_and_keeps_their_places() {
        let mut draft = Draft::new();
        draft.block(BlockKind::Heading(1), " Of  Ships\n");
        draft.block(BlockKind::Paragraph, " \n ");
        draft.block(BlockKind::Paragraph, "一艘船。");
        let paper = paper(draft);
        assert_eq!(paper.text, "Of Ships\n\n一艘船。");
        let parts: Vec<_> = paper.structure.blocks.iter().map(|b| (b.kind, b.text(&paper.text))).collect();
        assert_eq!(parts, [(BlockKind::Heading(1), "Of Ships"), (BlockKind::Paragraph, "一艘船。")]);
    }

    #[test]
    fn a_page_may_begin_inside_a_block() {
        let mut draft = Draft::new();
        draft.page(1);
        draft.open(BlockKind::Paragraph);
        draft.push("It ends ");
        draft.page(2);
        draft.push("over the page.");
        draft.page(3);
        draft.close();
        let paper = paper(draft);
        assert_eq!(paper.text, "It ends over the page.");
        let starts = [(0, 1), (8, 2), (22, 3)].map(|(byte, page)| PageStart { byte, page });
        assert_eq!(paper.origin, Origin::Pages(starts.into()));
    }

    #[test]
    fn what_is_hidden_is_kept_out_of_the_text_with_its_place() {
        let mut draft = Draft::new();
        draft.page(1);
        draft.push("Seen");
        draft.hide(HiddenWhy::Color, " not  seen ", Some(1));
        draft.push(" again");
        let paper = paper(draft);
        assert_eq!(paper.text, "Seen again");
        assert_eq!(
            paper.structure.hidden,
            [Hidden { why: HiddenWhy::Color, text: "not seen".to_owned(), page: Some(1), at: 5 }]
        );
    }

    #[test]
    fn an_entry_of_contents_is_left_out_only_where_the_text_has_its_heading() {
        let mut draft = Draft::new();
        for entry in ["Chapter 1 Of Ships .... 7", "They left before the storm. 9"] {
            draft.open_entry();
            draft.push(entry);
        }
        draft.page(2);
        draft.block(BlockKind::Heading(1), "Of Ships");
        draft.hide(HiddenWhy::Tiny, "small", None);
        draft.block(BlockKind::Paragraph, "They sail.");
        let paper = paper(draft);
        assert_eq!(paper.text, "They left before the storm. 9\n\nOf Ships\n\nThey sail.");
        let parts: Vec<_> = paper.structure.blocks.iter().map(|b| b.text(&paper.text)).collect();
        assert_eq!(parts, ["They left before the storm. 9", "Of Ships", "They sail."]);
        assert_eq!(paper.origin, Origin::Pages(vec![PageStart { byte: 31, page: 2 }]));
        assert_eq!(paper.structure.hidden[0].at, 41);
    }

    #[test]
    fn code_keeps_its_lines_and_tables_their_cells() {
        let mut draft = Draft::new();
        draft.block(BlockKind::Code, "if a:\n\n  b  =  1");
        draft.block(BlockKind::Table, "a \t b\nc\td");
        draft.block(BlockKind::Paragraph, "a\tb\u{0}");
        assert_eq!(paper(draft).text, "if a:\nb  =  1\n\na\tb\nc\td\n\na b");
    }
}

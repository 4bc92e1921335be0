//! The builder of a [`Paper`]: the reader of each format pushes its blocks, and the builder keeps track of their
//! places.

use crate::formats::entries::{cut, repeated};
use crate::formats::{Block, Format, Hidden, Kind, Metadata, NotRead, NotReadKind, Page, Paper, Why};

/// A paper that is being written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    text: String,
    blocks: Vec<Block>,
    pages: Vec<Page>,
    hidden: Vec<Hidden>,
    not_read: Vec<NotRead>,
    doubtful_chars: u32,
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
    kind: Kind,
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
    pub(crate) fn block(&mut self, kind: Kind, text: &str) {
        self.open(kind);
        self.push(text);
        self.close();
    }

    /// Opens a block, and closes the one before it.
    pub(crate) fn open(&mut self, kind: Kind) {
        self.close();
        self.open = Some(Open { kind, start: None, gap: None, is_entry: false });
    }

    /// Opens a block for an entry of a table of contents. [`Draft::finish`] drops the block if another one has its
    /// text.
    pub(crate) fn open_entry(&mut self) {
        self.close();
        self.open = Some(Open { kind: Kind::Paragraph, start: None, gap: None, is_entry: true });
    }

    /// Appends to the open block, or to a new paragraph. A run of white space becomes one line end, one tab (between
    /// the cells of a table, and in code) or one blank. Code keeps the blanks inside its lines.
    pub(crate) fn push(&mut self, text: &str) {
        let open =
            self.open.get_or_insert(Open { kind: Kind::Paragraph, start: None, gap: None, is_entry: false });
        for c in text.chars() {
            if c == '\0' || (c.is_control() && !c.is_whitespace()) {
                continue;
            }
            let inner = open.kind == Kind::Code && c == ' ' && open.gap.is_none() && open.start.is_some();
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
            settle(&mut self.pages, &mut self.pages_waiting, self.text.len(), |page| &mut page.at);
            settle(&mut self.hidden, &mut self.hidden_waiting, self.text.len(), |hidden| &mut hidden.at);
            self.text.push(c);
        }
    }

    /// Closes the open block, if there is one.
    pub(crate) fn close(&mut self) {
        if let Some(Open { kind, start: Some(start), is_entry, .. }) = self.open.take() {
            let end = start + self.text.get(start..).map_or(0, |text| text.trim_end().len());
            self.text.truncate(end);
            if is_entry {
                self.entries.push(self.blocks.len());
            }
            self.blocks.push(Block { kind, range: start..end });
        }
    }

    /// Begins a page with the next character, perhaps inside a block.
    pub(crate) fn page(&mut self, number: u32) {
        self.pages.push(Page { number, at: 0 });
        self.pages_waiting += 1;
    }

    /// Notes a hidden text that stands before the next character.
    pub(crate) fn hide(&mut self, why: Why, text: &str, page: Option<u32>) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.hidden.push(Hidden { why, text, page, at: 0 });
            self.hidden_waiting += 1;
        }
    }

    /// Counts parts of a kind that are not read. A count of zero leaves no entry.
    pub(crate) fn not_read(&mut self, kind: NotReadKind, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        match self.not_read.binary_search_by_key(&kind, |parts| parts.kind) {
            _ if count == 0 => {}
            Ok(at) => self.not_read.iter_mut().skip(at).take(1).for_each(|parts| {
                parts.count = parts.count.saturating_add(count);
            }),
            Err(at) => self.not_read.insert(at, NotRead { kind, count }),
        }
    }

    /// Counts characters that a reader may see as others.
    pub(crate) fn doubt(&mut self, chars: usize) {
        self.doubtful_chars = self.doubtful_chars.saturating_add(u32::try_from(chars).unwrap_or(u32::MAX));
    }

    /// Returns the finished paper.
    pub(crate) fn finish(mut self, format: Format, metadata: Metadata) -> Paper {
        self.close();
        let end = self.text.len();
        settle(&mut self.pages, &mut self.pages_waiting, end, |page| &mut page.at);
        settle(&mut self.hidden, &mut self.hidden_waiting, end, |hidden| &mut hidden.at);
        let repeated = repeated(&self.text, &self.blocks, &self.entries);
        let mut paper = Paper {
            format,
            text: self.text,
            blocks: self.blocks,
            pages: self.pages,
            hidden: self.hidden,
            not_read: self.not_read,
            doubtful_chars: self.doubtful_chars,
            metadata,
        };
        if !repeated.is_empty() {
            cut(&mut paper, &repeated);
        }
        paper
    }
}

/// Sets the place of the last `waiting` things to that of the next character.
fn settle<T>(things: &mut [T], waiting: &mut usize, at: usize, place: impl Fn(&mut T) -> &mut usize) {
    for thing in things.iter_mut().rev().take(std::mem::take(waiting)) {
        *place(thing) = at;
    }
}

/// Returns what a run of white space becomes when `c` is added to it: a line end wins over a tab, a tab over a blank.
fn wider(gap: Option<char>, c: char, kind: Kind) -> Option<char> {
    let this = match c {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
        '\t' if kind == Kind::Table || kind == Kind::Code => '\t',
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

    fn paper(draft: Draft) -> Paper {
        draft.finish(Format::Pdf, Metadata::default())
    }

    #[test]
    fn divides_blocks_by_an_empty_line_and_keeps_their_places() {
        let mut draft = Draft::new();
        draft.block(Kind::Heading(1), " Of  Ships\n");
        draft.block(Kind::Paragraph, " \n ");
        draft.block(Kind::Paragraph, "一艘船。");
        let paper = paper(draft);
        assert_eq!(paper.text, "Of Ships\n\n一艘船。");
        let parts: Vec<_> =
            paper.blocks.iter().map(|b| (b.kind, paper.text.get(b.range.clone()).unwrap())).collect();
        assert_eq!(parts, [(Kind::Heading(1), "Of Ships"), (Kind::Paragraph, "一艘船。")]);
    }

    #[test]
    fn a_page_may_begin_inside_a_block() {
        let mut draft = Draft::new();
        draft.page(1);
        draft.open(Kind::Paragraph);
        draft.push("It ends ");
        draft.page(2);
        draft.push("over the page.");
        draft.page(3);
        draft.close();
        let paper = paper(draft);
        assert_eq!(paper.text, "It ends over the page.");
        let pages: Vec<_> = paper.pages.iter().map(|page| (page.number, page.at)).collect();
        assert_eq!(pages, [(1, 0), (2, 8), (3, 22)]);
        assert_eq!(paper.page_of(7), Some(1));
        assert_eq!(paper.page_of(8), Some(2));
    }

    #[test]
    fn what_is_hidden_is_kept_out_of_the_text_with_its_place() {
        let mut draft = Draft::new();
        draft.page(1);
        draft.push("Seen");
        draft.hide(Why::Color, " not  seen ", Some(1));
        draft.push(" again");
        let paper = paper(draft);
        assert_eq!(paper.text, "Seen again");
        assert_eq!(
            paper.hidden,
            [Hidden { why: Why::Color, text: "not seen".to_owned(), page: Some(1), at: 5 }]
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
        draft.block(Kind::Heading(1), "Of Ships");
        draft.hide(Why::Tiny, "small", None);
        draft.block(Kind::Paragraph, "They sail.");
        let paper = paper(draft);
        assert_eq!(paper.text, "They left before the storm. 9\n\nOf Ships\n\nThey sail.");
        let parts: Vec<_> = paper.blocks.iter().map(|b| paper.text.get(b.range.clone()).unwrap()).collect();
        assert_eq!(parts, ["They left before the storm. 9", "Of Ships", "They sail."]);
        assert_eq!((paper.pages[0].at, paper.hidden[0].at), (31, 41));
    }

    #[test]
    fn code_keeps_its_lines_and_tables_their_cells() {
        let mut draft = Draft::new();
        draft.block(Kind::Code, "if a:\n\n  b  =  1");
        draft.block(Kind::Table, "a \t b\nc\td");
        draft.block(Kind::Paragraph, "a\tb\u{0}");
        assert_eq!(paper(draft).text, "if a:\nb  =  1\n\na\tb\nc\td\n\na b");
    }
}

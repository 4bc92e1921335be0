//! Turns nested paragraphs, tables, notes and text boxes of a document into blocks in reading order.
//!
//! Readers open and close things as the document does. Anything nested in a paragraph, such as a text box, follows it.
//! Notes follow the block that refers to them. A table in a table cell becomes text of the cell.

use std::collections::{HashMap, HashSet};

use crate::formats::Fault;
use crate::formats::headings::is_references;
use crate::formats::limits::Watch;
use crate::formats::paper_builder::PaperBuilder;
use ibid::structure::{BlockKind, HiddenWhy, NotReadKind};
use ibid::{Document, Metadata};

/// A cell with more characters than this is running text: its table only sets the layout, and its cells are written as
/// blocks.
pub(crate) const LONG_CELL: usize = 600;
/// The most characters of a heading of a list of references.
const LONG_NAME: usize = 120;

/// The least that a paragraph or a note counts against the limit of unpacked bytes: the smallest ones take little room
/// in the file and much more in memory.
const THING: u64 = 512;
/// The bytes that a piece of text counts, and that each of its bytes counts: it is held twice while the paper is
/// written.
const PIECE: u64 = 128;
const BYTE: u64 = 16;

/// The meaning that a style gives to a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A block of this kind.
    Is(BlockKind),
    /// An entry of a table of contents, by its style. It is left out if another block has its text.
    Generated,
}

/// Notes by the names that the text refers to them by; `None` for a note that is already written.
type Notes = HashMap<String, Option<Vec<Item>>>;

/// A document that is being read.
pub(crate) struct Story<'w> {
    builder: PaperBuilder,
    watch: &'w Watch,
    notes: Notes,
    open: Vec<Open>,
    /// The closed top-level items, for documents whose notes come after the text that refers to them.
    held: Option<Vec<Item>>,
    /// True if the last heading was that of a list of references.
    pub(crate) in_references: bool,
    in_code: bool,
}

/// An open thing, with what is read of it so far.
#[derive(Debug)]
enum Open {
    Paragraph(Paragraph),
    Table(Table),
    Note(String, Vec<Item>),
}

/// The sorts of things that can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Paragraph,
    Table,
    Note,
}

#[derive(Debug)]
enum Item {
    Paragraph(Paragraph),
    Table(Table),
    /// The place of a note that stands in the text itself.
    Note(String),
}

/// A paragraph with the notes and boxes in it.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub(crate) meaning: Option<Meaning>,
    pieces: Vec<Piece>,
    notes: Vec<String>,
    /// The items that follow it, such as text boxes.
    boxed: Vec<Item>,
    chars: usize,
    is_hidden: bool,
}

/// The treatment of line ends and tabs in a paragraph. In a table they separate its rows and cells, so that those of a
/// paragraph become blanks.
#[derive(Clone, Copy)]
enum Lines {
    Kept,
    Joined,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    /// The mark of a note. Written as text if there is no such note.
    Mark(String, String),
    /// The place of the mark of a note. The mark itself is no text.
    Note(String),
    Hidden(HiddenWhy, String),
}

#[derive(Debug, Default)]
struct Table {
    /// The items in the table before its first row.
    before: Vec<Item>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Debug, Default)]
struct Cell {
    items: Vec<Item>,
    chars: usize,
}

impl<'w> Story<'w> {
    pub(crate) fn new(watch: &'w Watch) -> Story<'w> {
        let (builder, notes, open) = (PaperBuilder::default(), HashMap::new(), vec![]);
        Story { builder, watch, notes, open, held: None, in_references: false, in_code: false }
    }

    /// Returns a story whose notes come after the text that refers to them. A note that nothing refers to is written at
    /// its own place.
    pub(crate) fn with_late_notes(watch: &'w Watch) -> Story<'w> {
        Story { held: Some(vec![]), ..Story::new(watch) }
    }

    pub(crate) fn open_paragraph(&mut self, meaning: Option<Meaning>) -> Result<(), Fault> {
        self.open.push(Open::Paragraph(Paragraph { meaning, ..Paragraph::default() }));
        self.watch.unpack(THING)
    }

    /// Writes a whole paragraph into the thing that is open.
    pub(crate) fn paragraph(
        &mut self,
        meaning: Option<Meaning>,
        hidden: Option<HiddenWhy>,
        text: &str,
    ) -> Result<(), Fault> {
        self.open_paragraph(meaning)?;
        self.push(hidden, text)?;
        self.close(What::Paragraph);
        Ok(())
    }

    pub(crate) fn open_table(&mut self) {
        self.open.push(Open::Table(Table::default()));
    }

    /// Opens a note of this name. The text read until it is closed belongs to the note.
    pub(crate) fn open_note(&mut self, name: String) -> Result<(), Fault> {
        self.open.push(Open::Note(name, vec![]));
        self.watch.unpack(THING)
    }

    pub(crate) fn row(&mut self) {
        if let Some(Open::Table(table)) = self.open.last_mut() {
            table.rows.push(vec![]);
        }
    }

    pub(crate) fn cell(&mut self) -> Result<(), Fault> {
        if let Some(Open::Table(table)) = self.open.last_mut() {
            match table.rows.last_mut() {
                Some(row) => row.push(Cell::default()),
                None => table.rows.push(vec![Cell::default()]),
            }
        }
        self.watch.unpack(PIECE)
    }

    /// Gives the open paragraph a meaning, unless it has one.
    pub(crate) fn mean(&mut self, meaning: Option<Meaning>) {
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.meaning = paragraph.meaning.or(meaning);
        }
    }

    /// Gives the open paragraph another meaning.
    pub(crate) fn set_meaning(&mut self, meaning: Meaning) {
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.meaning = Some(meaning);
        }
    }

    /// Appends to the open paragraph. Text outside of paragraphs is no text of the document, and is dropped.
    pub(crate) fn push(&mut self, hidden: Option<HiddenWhy>, text: &str) -> Result<(), Fault> {
        self.watch.unpack(text.len() as u64 * BYTE + PIECE)?;
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.push(hidden, text);
        }
        Ok(())
    }

    /// Marks the open paragraph as not shown.
    pub(crate) fn hide(&mut self) {
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.is_hidden = true;
        }
    }

    /// Notes that the open paragraph refers to a note.
    pub(crate) fn refer(&mut self, note: String) -> Result<(), Fault> {
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.refer(note);
        }
        self.watch.unpack(PIECE)
    }

    /// Appends the mark of a note to the open paragraph. It is written as text if there is no such note.
    pub(crate) fn mark(&mut self, note: String, text: &str) -> Result<(), Fault> {
        self.watch.unpack(THING + note.len() as u64 * BYTE)?;
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.pieces.push(Piece::Mark(note.clone(), text.to_owned()));
            paragraph.notes.push(note);
        }
        Ok(())
    }

    /// Adds a paragraph to the thing that is open.
    pub(crate) fn add(&mut self, paragraph: Paragraph) {
        self.give(Item::Paragraph(paragraph));
    }

    /// Adds a note that stands in a paragraph.
    pub(crate) fn add_note(&mut self, paragraph: &mut Paragraph, note: Paragraph) {
        let name = self.notes.len().to_string();
        self.notes.insert(name.clone(), Some(vec![Item::Paragraph(note)]));
        paragraph.refer(name);
    }

    /// Counts parts of a kind that are not read.
    pub(crate) fn not_read(&mut self, kind: NotReadKind, count: usize) {
        self.builder.not_read(kind, count);
    }

    /// Closes the last open thing of this sort, and everything open inside it.
    pub(crate) fn close(&mut self, what: What) {
        let Some(at) = self.open.iter().rposition(|open| open.what() == what) else { return };
        self.close_to(at);
    }

    /// Returns the finished paper.
    pub(crate) fn finish(mut self, metadata: Metadata) -> Document {
        self.close_to(0);
        let held = self.held.take().unwrap_or_default();
        self.write_all(held);
        self.builder.finish(metadata)
    }

    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            match self.open.pop() {
                Some(Open::Paragraph(paragraph)) => self.give(Item::Paragraph(paragraph)),
                Some(Open::Table(table)) => self.give(Item::Table(table)),
                Some(Open::Note(name, items)) => {
                    self.notes.insert(name.clone(), Some(items));
                    if self.held.is_some() {
                        self.give(Item::Note(name));
                    }
                }
                None => {}
            }
        }
    }

    /// Gives a closed item to the thing that contains it.
    fn give(&mut self, item: Item) {
        match self.open.last_mut() {
            Some(Open::Paragraph(paragraph)) => {
                paragraph.chars += item.chars();
                paragraph.boxed.push(item);
            }
            Some(Open::Table(table)) => match table.rows.last_mut().and_then(|row| row.last_mut()) {
                Some(cell) => {
                    cell.chars += item.chars();
                    cell.items.push(item);
                }
                None => table.before.push(item),
            },
            Some(Open::Note(_, items)) => items.push(item),
            None => match &mut self.held {
                Some(held) => held.push(item),
                None => self.write(item),
            },
        }
    }

    fn write_all(&mut self, items: impl IntoIterator<Item = Item>) {
        for item in items {
            self.write(item);
        }
    }

    fn write(&mut self, item: Item) {
        match item {
            Item::Paragraph(paragraph) => self.write_paragraph(paragraph),
            Item::Table(Table { before, rows }) => {
                self.write_all(before);
                if is_running(&rows) {
                    for cell in rows.into_iter().flatten() {
                        self.write_all(cell.items);
                    }
                } else {
                    self.write_rows(&rows);
                }
            }
            Item::Note(name) => self.write_note(&name),
        }
    }

    fn write_paragraph(&mut self, paragraph: Paragraph) {
        let is_generated = paragraph.meaning == Some(Meaning::Generated);
        if is_generated {
            self.in_code = false;
            self.builder.open_entry();
        } else {
            let kind = self.kind(&paragraph);
            match kind {
                // Programs make each line of code a paragraph.
                BlockKind::Code if self.in_code => self.builder.push("\n"),
                kind => self.builder.open(kind),
            }
            self.in_code = kind == BlockKind::Code;
        }
        paragraph.write(&mut self.builder, &self.notes, Lines::Kept);
        if is_generated {
            self.builder.close();
        }
        for name in &paragraph.notes {
            self.write_note(name);
        }
        self.write_all(paragraph.boxed);
    }

    fn kind(&mut self, paragraph: &Paragraph) -> BlockKind {
        let is_references = paragraph.is_references();
        match paragraph.meaning {
            Some(Meaning::Is(BlockKind::Heading(level))) => {
                self.in_references = is_references;
                BlockKind::Heading(level)
            }
            _ if is_references => {
                self.in_references = true;
                BlockKind::Heading(1)
            }
            Some(Meaning::Is(kind)) => kind,
            _ if self.in_references => BlockKind::Reference,
            _ => BlockKind::Paragraph,
        }
    }

    fn write_rows(&mut self, rows: &[Vec<Cell>]) {
        self.in_code = false;
        self.builder.open(BlockKind::Table);
        let mut notes = vec![];
        for (number, row) in rows.iter().enumerate() {
            self.builder.push(if number > 0 { "\n" } else { "" });
            for (number, cell) in row.iter().enumerate() {
                self.builder.push(if number > 0 { "\t" } else { "" });
                each(&cell.items, &mut |paragraph| {
                    self.builder.push(" ");
                    paragraph.write(&mut self.builder, &self.notes, Lines::Joined);
                    notes.extend_from_slice(&paragraph.notes);
                });
            }
        }
        for name in &notes {
            self.write_note(name);
        }
    }

    fn write_note(&mut self, name: &str) {
        // A note that is referred to twice is written once.
        let Some(items) = self.notes.get_mut(name).and_then(Option::take) else { return };
        self.in_code = false;
        self.builder.open(BlockKind::Footnote);
        each(&items, &mut |paragraph| {
            self.builder.push(" ");
            paragraph.write(&mut self.builder, &self.notes, Lines::Joined);
        });
    }
}

/// Calls `read` for each paragraph in nested items, in order.
fn each(items: &[Item], read: &mut dyn FnMut(&Paragraph)) {
    for item in items {
        match item {
            Item::Paragraph(paragraph) => {
                read(paragraph);
                each(&paragraph.boxed, read);
            }
            Item::Table(table) => {
                each(&table.before, read);
                for cell in table.rows.iter().flatten() {
                    each(&cell.items, read);
                }
            }
            Item::Note(_) => {}
        }
    }
}

impl Open {
    fn what(&self) -> What {
        match self {
            Open::Paragraph(_) => What::Paragraph,
            Open::Table(_) => What::Table,
            Open::Note(..) => What::Note,
        }
    }
}

impl Item {
    fn chars(&self) -> usize {
        match self {
            Item::Paragraph(paragraph) => paragraph.chars,
            Item::Table(table) => table.rows.iter().flatten().map(|cell| cell.chars).sum(),
            Item::Note(_) => 0,
        }
    }
}

/// Returns whether a table only sets the layout of running text: it has a long cell, or a single column.
fn is_running(rows: &[Vec<Cell>]) -> bool {
    let mut cells = rows.iter().flatten();
    cells.any(|cell| cell.chars > LONG_CELL) || rows.iter().all(|row| row.len() <= 1)
}

impl Paragraph {
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.notes.is_empty() && self.boxed.is_empty()
    }

    /// Adds the mark of a note.
    fn refer(&mut self, note: String) {
        self.pieces.push(Piece::Note(note.clone()));
        self.notes.push(note);
    }

    /// Adds a box that stands in the paragraph.
    pub(crate) fn add_box(&mut self, inside: Paragraph) {
        self.chars += inside.chars;
        self.boxed.push(Item::Paragraph(inside));
    }

    /// Drops the bullet of a list item from the start of the text.
    pub(crate) fn drop_bullet(&mut self) {
        if let Some(Piece::Text(text)) = self.pieces.first_mut()
            && let Some(rest) = text.trim_start().strip_prefix(['•', '\u{b7}', '▪', '◦'])
            && rest.starts_with('\t')
        {
            *text = rest.trim_start().to_owned();
        }
    }

    /// Appends a piece of text.
    pub(crate) fn push(&mut self, hidden: Option<HiddenWhy>, text: &str) {
        self.chars += if hidden.is_none() { text.chars().count() } else { 0 };
        match (hidden, self.pieces.last_mut()) {
            (None, Some(Piece::Text(last))) => last.push_str(text),
            (Some(why), Some(Piece::Hidden(before, last))) if *before == why => last.push_str(text),
            (None, _) => self.pieces.push(Piece::Text(text.to_owned())),
            (Some(why), _) => self.pieces.push(Piece::Hidden(why, text.to_owned())),
        }
    }

    /// Returns whether the paragraph is the heading of a list of references.
    fn is_references(&self) -> bool {
        if self.chars > LONG_NAME {
            return false;
        }
        let mut text = String::new();
        for piece in &self.pieces {
            if let Piece::Text(piece) = piece {
                text += piece;
            }
        }
        is_references(text.trim())
    }

    /// Writes the paragraph to the open block.
    fn write(&self, builder: &mut PaperBuilder, notes: &Notes, lines: Lines) {
        let mut marked = HashSet::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            if let Piece::Note(note) | Piece::Mark(note, _) = piece
                && notes.get(note).is_some_and(Option::is_some)
                && marked.insert(note)
            {
                builder.mark_note();
            }
            match piece {
                Piece::Text(text) if self.is_hidden => builder.hide(HiddenWhy::NotShown, text, None),
                Piece::Text(text) => {
                    let from = usize::from(at > 0 && self.has_bracketed_mark(at - 1, notes));
                    let to = text.len() - usize::from(self.has_bracketed_mark(at + 1, notes));
                    let text = text.get(from..to).unwrap_or_default();
                    match lines {
                        Lines::Kept => builder.push(text),
                        Lines::Joined => builder.push(&text.replace(char::is_whitespace, " ")),
                    }
                }
                Piece::Mark(note, text) if !notes.contains_key(note) => builder.push(text),
                Piece::Mark(..) | Piece::Note(_) => {}
                Piece::Hidden(why, text) => builder.hide(*why, text, None),
            }
        }
    }

    /// Returns whether a piece is the mark of a note in brackets, which are dropped with it.
    fn has_bracketed_mark(&self, at: usize, notes: &Notes) -> bool {
        let Some(from) = at.checked_sub(1) else { return false };
        let Some([Piece::Text(before), Piece::Mark(note, _), Piece::Text(after)]) =
            self.pieces.get(from..at + 2)
        else {
            return false;
        };
        let is_in_brackets = (before.ends_with('[') && after.starts_with(']'))
            || (before.ends_with('(') && after.starts_with(')'));
        is_in_brackets && notes.contains_key(note)
    }
}

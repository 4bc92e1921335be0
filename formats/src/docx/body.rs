//! The body of a Word document, and its notes.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use super::styles::{Meaning, Styles, level};
use super::xml::{attribute, character, is_on, name, reader};
use crate::draft::Draft;
use crate::headings::is_references;
use crate::limits::Watch;
use crate::{Fault, Kind, Why};

/// Text of fewer half points is not meant to be read.
const TINY: u32 = 5;
/// A table of which a cell has so many characters holds running text, and is only set as one.
const LONG_CELL: usize = 600;

/// Notes by the number of their kind and their id.
pub(super) type Notes = HashMap<(u8, String), Vec<Paragraph>>;

/// A paragraph that is whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Paragraph {
    meaning: Option<Meaning>,
    pieces: Vec<Piece>,
    notes: Vec<(u8, String)>,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Hidden(Why, String),
}

/// What a run of text looks like.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    hidden: Option<Why>,
}

/// A table that is open.
#[derive(Debug, Default)]
struct Table {
    rows: Vec<Vec<Vec<Paragraph>>>,
}

/// Reads a body.
pub(super) struct Body<'d> {
    styles: &'d Styles,
    notes: &'d Notes,
    watch: &'d Watch,
    /// Paragraphs that are open: one of a text box stands in another one.
    open: Vec<Paragraph>,
    /// Paragraphs of text boxes, which come after the one that they stand in.
    boxed: Vec<Paragraph>,
    tables: Vec<Table>,
    /// The look of the run, and that of the paragraph's mark, which is none of its text.
    look: Look,
    in_references: bool,
}

impl<'d> Body<'d> {
    pub(super) fn new(styles: &'d Styles, notes: &'d Notes, watch: &'d Watch) -> Body<'d> {
        let (open, boxed, tables) = (vec![], vec![], vec![]);
        Body { styles, notes, watch, open, boxed, tables, look: Look::default(), in_references: false }
    }

    /// Writes all of a part.
    pub(super) fn read(mut self, part: &[u8], draft: &mut Draft) -> Result<(), Fault> {
        let mut xml = reader(part);
        let mut depth = 0;
        // In an element whose content is no text, how deep it stands.
        let mut skipped: Option<u32> = None;
        let mut in_text = false;
        loop {
            let event = xml.read_event().map_err(|error| Fault::Damaged(format!("document.xml: {error}")))?;
            match event {
                Event::Eof => break,
                Event::Start(tag) => {
                    depth += 1;
                    self.watch.depth(depth)?;
                    if skipped.is_none() && is_skipped(name(&tag)) {
                        skipped = Some(depth);
                    }
                    if skipped.is_none() {
                        in_text = name(&tag) == "t";
                        self.start(&tag)?;
                    }
                }
                Event::Empty(tag) if skipped.is_none() && !is_skipped(name(&tag)) => {
                    self.start(&tag)?;
                    self.end(name(&tag), draft);
                }
                Event::End(tag) => {
                    if skipped.is_none() {
                        in_text = false;
                        self.end(tag.local_name().as_ref(), draft);
                    } else if skipped == Some(depth) {
                        skipped = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                Event::Text(text) if in_text && skipped.is_none() => {
                    self.push(&text);
                }
                Event::GeneralRef(reference) if in_text && skipped.is_none() => {
                    self.push(&character(&reference));
                }
                _ => {}
            }
        }
        while !self.open.is_empty() {
            self.end("p", draft);
        }
        Ok(())
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        match name(tag) {
            "p" => {
                self.watch.check()?;
                self.open.push(Paragraph::default());
                self.look = Look::default();
            }
            "tbl" => self.tables.push(Table::default()),
            "tr" => self.table(|table| table.rows.push(vec![])),
            "tc" => self.row(|row| row.push(vec![])),
            "r" => self.look = Look::default(),
            "pStyle" => {
                let meaning = attribute(tag, "val").and_then(|id| self.styles.meaning(&id));
                self.paragraph(|paragraph| paragraph.meaning = paragraph.meaning.or(meaning));
            }
            "outlineLvl" => {
                let heading = level(tag).map(|level| Meaning::Is(Kind::Heading(level)));
                self.paragraph(|paragraph| paragraph.meaning = heading.or(paragraph.meaning));
            }
            "rStyle" if attribute(tag, "val").is_some_and(|id| self.styles.hides(&id)) => {
                self.look.hidden = Some(Why::NotShown);
            }
            "vanish" if is_on(tag) => self.look.hidden = Some(Why::NotShown),
            "color" if attribute(tag, "val").is_some_and(|color| color.eq_ignore_ascii_case("FFFFFF")) => {
                self.look.hidden = self.look.hidden.or(Some(Why::Color));
            }
            // Text on a ground of another color is seen.
            "shd" | "highlight" if self.look.hidden == Some(Why::Color) => self.look.hidden = None,
            "sz" if attribute(tag, "val")
                .and_then(|size| size.parse().ok())
                .is_some_and(|size: u32| size < TINY) =>
            {
                self.look.hidden = self.look.hidden.or(Some(Why::Tiny));
            }
            "tab" | "ptab" => self.push("\t"),
            "br" | "cr" => self.push("\n"),
            "noBreakHyphen" => self.push("-"),
            "sym" => {
                let char = attribute(tag, "char").and_then(|code| u32::from_str_radix(&code, 16).ok());
                let shown = char.and_then(char::from_u32).filter(|c| !('\u{E000}'..='\u{F8FF}').contains(c));
                self.push(shown.unwrap_or('•').encode_utf8(&mut [0; 4]));
            }
            "footnoteReference" => self.note(0, tag),
            "endnoteReference" => self.note(1, tag),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str, draft: &mut Draft) {
        match name {
            "r" => self.look = Look::default(),
            "p" => {
                let Some(paragraph) = self.open.pop() else { return };
                if !self.open.is_empty() {
                    self.boxed.push(paragraph);
                    return;
                }
                let boxed = std::mem::take(&mut self.boxed);
                for paragraph in std::iter::once(paragraph).chain(boxed) {
                    if self.tables.is_empty() {
                        self.write(paragraph, draft);
                    } else {
                        self.cell(|cell| cell.push(paragraph));
                    }
                }
            }
            "tbl" if self.open.is_empty() => {
                let Some(table) = self.tables.pop() else { return };
                if self.tables.is_empty() {
                    self.write_table(table, draft);
                } else {
                    // A table in a cell is the text of the cell.
                    let all = table.rows.into_iter().flatten().flatten();
                    self.cell(|cell| cell.extend(all));
                }
            }
            _ => {}
        }
    }

    fn paragraph(&mut self, change: impl FnOnce(&mut Paragraph)) {
        self.open.last_mut().map(change);
    }

    fn table(&mut self, change: impl FnOnce(&mut Table)) {
        self.tables.last_mut().map(change);
    }

    fn row(&mut self, change: impl FnOnce(&mut Vec<Vec<Paragraph>>)) {
        self.table(|table| {
            table.rows.last_mut().map(change);
        });
    }

    fn cell(&mut self, change: impl FnOnce(&mut Vec<Paragraph>)) {
        self.row(|row| {
            row.last_mut().map(change);
        });
    }

    fn push(&mut self, text: &str) {
        let hidden = self.look.hidden;
        self.paragraph(|paragraph| paragraph.push(hidden, text));
    }

    fn note(&mut self, kind: u8, tag: &BytesStart<'_>) {
        let id = attribute(tag, "id").unwrap_or_default();
        self.paragraph(|paragraph| paragraph.notes.push((kind, id)));
    }

    fn write_table(&mut self, table: Table, draft: &mut Draft) {
        let cells = || table.rows.iter().flatten();
        let is_running = cells().any(|cell| cell.iter().map(Paragraph::chars).sum::<usize>() > LONG_CELL)
            || table.rows.iter().all(|row| row.len() <= 1);
        if is_running {
            table.rows.into_iter().flatten().flatten().for_each(|paragraph| self.write(paragraph, draft));
            return;
        }
        draft.open(Kind::Table);
        for (number, row) in table.rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                draft.push(if column > 0 {
                    "\t"
                } else if number > 0 {
                    "\n"
                } else {
                    ""
                });
                for (number, paragraph) in cell.iter().enumerate() {
                    draft.push(if number > 0 { " " } else { "" });
                    paragraph.write(draft, " ");
                }
            }
        }
        draft.close();
        let notes = cells().flatten().flat_map(|paragraph| &paragraph.notes);
        notes.for_each(|note| self.write_note(note, draft));
    }

    fn write(&mut self, paragraph: Paragraph, draft: &mut Draft) {
        let kind = match paragraph.meaning {
            Some(Meaning::Generated) => return,
            Some(Meaning::Is(Kind::Heading(level))) => {
                self.in_references = is_references(&paragraph.text());
                Kind::Heading(level)
            }
            _ if is_references(&paragraph.text()) => {
                self.in_references = true;
                Kind::Heading(1)
            }
            Some(Meaning::Is(kind)) => kind,
            None if self.in_references => Kind::Reference,
            None => Kind::Paragraph,
        };
        draft.open(kind);
        paragraph.write(draft, "\n");
        draft.close();
        paragraph.notes.iter().for_each(|note| self.write_note(note, draft));
    }

    fn write_note(&self, note: &(u8, String), draft: &mut Draft) {
        draft.open(Kind::Footnote);
        for paragraph in self.notes.get(note).into_iter().flatten() {
            paragraph.write(draft, " ");
            draft.push(" ");
        }
        draft.close();
    }
}

impl Paragraph {
    fn push(&mut self, hidden: Option<Why>, text: &str) {
        match (hidden, self.pieces.last_mut()) {
            (None, Some(Piece::Text(last))) => last.push_str(text),
            (Some(why), Some(Piece::Hidden(before, last))) if *before == why => last.push_str(text),
            (None, _) => self.pieces.push(Piece::Text(text.to_owned())),
            (Some(why), _) => self.pieces.push(Piece::Hidden(why, text.to_owned())),
        }
    }

    fn text(&self) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Hidden(..) => None,
        };
        self.pieces.iter().filter_map(text).collect()
    }

    fn chars(&self) -> usize {
        self.text().chars().count()
    }

    /// Adds it to the open block, with its lines divided by this.
    fn write(&self, draft: &mut Draft, line: &str) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => draft.push(&text.replace('\n', line)),
                Piece::Hidden(why, text) => draft.hide(*why, text, None),
            }
        }
    }
}

/// Elements whose content is no text of the document: what was deleted or moved away, instructions of fields, and the
/// second form of what is there in two.
fn is_skipped(name: &str) -> bool {
    matches!(
        name,
        "del"
            | "moveFrom"
            | "delText"
            | "instrText"
            | "delInstrText"
            | "Fallback"
            | "docPr"
            | "pPrChange"
            | "rPrChange"
            | "sectPrChange"
            | "tblPrChange"
    )
}

/// The notes of a part. Those that only divide the notes from the text have no text.
pub(super) fn read_notes(
    part: &[u8],
    styles: &Styles,
    watch: &Watch,
    notes: &mut Notes,
) -> Result<(), Fault> {
    let text = String::from_utf8_lossy(part);
    for (kind, tag) in [(0, "w:footnote"), (1, "w:endnote")] {
        for piece in text.split(&format!("<{tag} ")).skip(1) {
            let Some((head, rest)) = piece.split_once('>') else { continue };
            let id = head.split_once("w:id=\"").and_then(|(_, id)| id.split_once('"')).map(|(id, _)| id);
            let body = rest.split_once(&format!("</{tag}>")).map_or("", |(body, _)| body);
            let Some(id) = id.filter(|_| !body.is_empty()) else { continue };
            let none = Notes::default();
            let mut draft = Draft::new();
            Body::new(styles, &none, watch).read(body.as_bytes(), &mut draft)?;
            let note = draft.finish(crate::Format::Docx, crate::Metadata::default());
            let mut paragraph = Paragraph::default();
            paragraph.push(None, &note.text.replace("\n\n", " "));
            notes.insert((kind, id.to_owned()), vec![paragraph]);
        }
    }
    Ok(())
}

//! The paragraphs and tables of a text, given to the story where they end.
//!
//! A file marks only the ends of paragraphs, cells and rows. Whether a paragraph stands in a table is known at its end.

use super::reader::Reader;
use super::words::Target;
use crate::formats::Fault;
use crate::formats::names::{lineage, meaning};
use crate::formats::story::{Meaning, Paragraph, What};
use ibid::structure::BlockKind;

/// The indent, in twentieths of a point, that makes a paragraph a quotation if both margins have it.
const INDENT: i32 = 360;

/// The innermost open part of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Outside,
    Table,
    Row,
    Cell,
}

impl Reader<'_> {
    pub(super) fn end_paragraph(&mut self) -> Result<(), Fault> {
        if !matches!(self.state.target, Target::Text | Target::Note | Target::Box) {
            return Ok(());
        }
        if self.levels.len() > 1 {
            if let Some(level) = self.levels.last_mut() {
                level.push(None, " ");
            }
            return Ok(());
        }
        if self.state.paragraph.in_table {
            return self.add_to_cell();
        }
        if let Some(mut paragraph) = self.take_paragraph() {
            self.end_table();
            paragraph.drop_bullet();
            paragraph.meaning = self.meaning();
            self.story.add(paragraph);
        }
        Ok(())
    }

    fn take_paragraph(&mut self) -> Option<Paragraph> {
        let paragraph = std::mem::take(self.levels.last_mut()?);
        (!paragraph.is_empty()).then_some(paragraph)
    }

    fn add_to_cell(&mut self) -> Result<(), Fault> {
        let Some(paragraph) = self.take_paragraph() else { return Ok(()) };
        self.open_to(Place::Cell)?;
        self.story.add(paragraph);
        Ok(())
    }

    pub(super) fn end_cell(&mut self) -> Result<(), Fault> {
        if self.levels.len() > 1 {
            self.text(" ");
            return Ok(());
        }
        self.add_to_cell()?;
        self.open_to(Place::Cell)?;
        self.place = Place::Row;
        self.cells.word("cell", 0);
        Ok(())
    }

    pub(super) fn end_row(&mut self) -> Result<(), Fault> {
        self.open_to(Place::Row)?;
        self.place = Place::Table;
        Ok(())
    }

    pub(super) fn end_table(&mut self) {
        if self.place > Place::Outside {
            self.story.close(What::Table);
            self.place = Place::Outside;
        }
    }

    /// Opens what is not open of a table, down to a row or a cell.
    fn open_to(&mut self, place: Place) -> Result<(), Fault> {
        if self.place < Place::Table {
            self.story.open_table();
        }
        if self.place < Place::Row {
            self.story.row();
        }
        if self.place < Place::Cell && place == Place::Cell {
            self.story.cell()?;
        }
        self.place = place;
        Ok(())
    }

    /// Returns the meaning of the paragraph that ends.
    fn meaning(&self) -> Option<Meaning> {
        let paragraph = self.state.paragraph;
        if let Some(level) = paragraph.level {
            return Some(Meaning::Is(BlockKind::Heading(level)));
        }
        let is_quote = paragraph.left >= INDENT && paragraph.right >= INDENT && !self.story.in_references;
        self.style_meaning(paragraph.style).or(is_quote.then_some(Meaning::Is(BlockKind::Quote)))
    }

    /// Returns the meaning of a style, by itself or by one that it is based on.
    fn style_meaning(&self, number: i32) -> Option<Meaning> {
        let mut styles = lineage(number, |number| self.styles.get(&number), |style| style.based_on);
        styles.find_map(|style| meaning(&style.name.trim().to_lowercase(), style.level))
    }
}

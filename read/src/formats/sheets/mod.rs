//! Reads spreadsheets: each sheet becomes a heading with its name, and a table. A row with running text becomes
//! paragraphs.
//!
//! XLSX and XLS are opened by `calamine`, XLSX cell by cell. `calamine` does not count the bytes that it unpacks, so
//! they are counted before. ODS is read here, since `calamine` would build every cell that is only repeated.

pub(crate) mod csv;
mod looks;
pub(crate) mod ods;
pub(crate) mod xls;
pub(crate) mod xlsx;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::paper_builder::PaperBuilder;
use crate::formats::story::LONG_CELL;
use ibid::structure::{BlockKind, HiddenWhy};

/// The bytes that each byte of a cell counts: one text may stand in many cells.
const BYTE: u64 = 8;

/// Sheets that are being written.
struct Sheets<'w> {
    builder: PaperBuilder,
    watch: &'w Watch,
    is_hidden: bool,
    in_table: bool,
}

impl<'w> Sheets<'w> {
    fn new(watch: &'w Watch) -> Sheets<'w> {
        Sheets { builder: PaperBuilder::default(), watch, is_hidden: false, in_table: false }
    }

    /// Begins a sheet.
    fn sheet(&mut self, name: &str, is_hidden: bool) -> Result<(), Fault> {
        (self.is_hidden, self.in_table) = (is_hidden, false);
        self.row(&[name.to_owned()], BlockKind::Heading(1), is_hidden)
    }

    /// Adds a row of cells.
    fn cells(&mut self, cells: &[String], is_hidden: bool) -> Result<(), Fault> {
        let is_running = cells.iter().any(|cell| cell.len() > LONG_CELL && cell.chars().count() > LONG_CELL);
        self.row(cells, if is_running { BlockKind::Paragraph } else { BlockKind::Table }, is_hidden)
    }

    fn row(&mut self, cells: &[String], kind: BlockKind, is_hidden: bool) -> Result<(), Fault> {
        let bytes: usize = cells.iter().map(String::len).sum();
        self.watch.unpack(bytes as u64 * BYTE)?;
        let cells = cells.iter().map(String::as_str).map(str::trim);
        let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
        if cells.peek().is_none() {
            return Ok(());
        }
        if is_hidden || self.is_hidden {
            self.builder.hide(HiddenWhy::NotShown, &cells.collect::<Vec<_>>().join(" "), None);
        } else if kind == BlockKind::Table {
            if self.in_table {
                self.builder.push("\n")
            } else {
                self.builder.open(kind)
            }
            for (number, cell) in cells.enumerate() {
                self.builder.push(if number > 0 { "\t" } else { "" });
                self.builder.push(&cell.replace(['\n', '\r', '\t'], " "));
            }
            self.in_table = true;
        } else {
            for cell in cells {
                self.builder.block(kind, cell);
            }
            self.in_table = false;
        }
        Ok(())
    }
}

/// Calls a reader that may panic on files that are broken on purpose. A panic becomes a fault.
fn guarded<T>(read: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read,
        Err(_) => Err(Fault::Damaged("it cannot be opened".to_owned())),
    }
}

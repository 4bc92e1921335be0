//! Excel since 2007.

use std::io::Cursor;

use calamine::{Data, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

use super::looks::Looks;
use super::{BYTE, Sheets, guarded};
use crate::formats::Fault;
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::properties::properties;
use ibid::{Document, Metadata};

/// The most cells of a row.
const COLUMNS: usize = 16_384;

/// Excel since 2007, and other programs that write its format.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "XLSX",
    marks: &[Mark::Package(Pass::Part, "xl/workbook.xml"), Mark::Package(Pass::Beginning, "xl/")],
    read: read_xlsx,
    has_properties: true,
};

fn read_xlsx(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, watch)?;
    package.count()?;
    let metadata = properties(&mut package, watch)?;
    let looks = Looks::read(&mut package, watch)?;
    guarded(|| read(bytes, metadata, looks, watch))
}

fn read(bytes: &[u8], metadata: Metadata, looks: Looks, watch: &Watch) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(fault)?;
    let mut sheets = Sheets::new(watch);
    for sheet in book.sheets_metadata().to_vec() {
        if sheet.typ != SheetType::WorkSheet {
            continue;
        }
        sheets.sheet(&sheet.name, sheet.visible != SheetVisible::Visible)?;
        let mut cells = book.worksheet_cells_reader(&sheet.name).map_err(fault)?;
        let unseen = looks.unseen(&sheet.name, &mut package, watch)?;
        for (kind, count) in looks.not_read(&sheet.name, &mut package, watch)? {
            sheets.builder.not_read(kind, count);
        }
        let (mut row, mut gone, mut number) = (vec![], vec![], 0);
        while let Some(cell) = cells.next_cell().map_err(fault)? {
            let place @ (at, _) = cell.get_position();
            if at != number || row.len() >= COLUMNS {
                sheets.cells(&row, false)?;
                sheets.cells(&gone, true)?;
                (row, gone, number) = (vec![], vec![], at);
            }
            let cell = show(&Data::from(cell.get_value().clone()));
            // One text may stand in all cells of a row.
            watch.unpack(cell.len() as u64 * BYTE)?;
            if unseen.contains(&place) { gone.push(cell) } else { row.push(cell) }
        }
        sheets.cells(&row, false)?;
        sheets.cells(&gone, true)?;
    }
    Ok(sheets.builder.finish(metadata))
}

/// Returns the text that a cell shows.
pub(super) fn show(value: &Data) -> String {
    match value {
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, hour, minute, ..) = date.to_ymd_hms_milli();
            let time =
                if (hour, minute) == (0, 0) { String::new() } else { format!(" {hour:02}:{minute:02}") };
            format!("{year}-{month:02}-{day:02}{time}")
        }
        other => other.to_string(),
    }
}

fn fault(error: XlsxError) -> Fault {
    match error {
        XlsxError::Password => Fault::Encrypted,
        other => Fault::Damaged(other.to_string().replace('\n', " ")),
    }
}

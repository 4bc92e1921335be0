//! Excel before 2007.

use std::io::Cursor;

use calamine::{Reader, SheetType, SheetVisible, Xls, XlsError};

use super::xlsx::show;
use super::{Sheets, guarded};
use crate::formats::Fault;
use crate::formats::compound::stream;
use crate::formats::format::{Mark, PaperFormat};
use crate::formats::limits::Watch;
use ibid::{Document, Metadata};

/// The most bytes of a workbook that are read.
const BYTES: u64 = 128 << 20;
/// The bytes that each place in a sheet counts, with or without a cell: `calamine` makes three tables of a sheet.
const PLACE: u64 = 256;

/// Excel before 2007.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "XLS",
    marks: &[Mark::Stream("Workbook"), Mark::Stream("Book")],
    read: read_xls,
    has_properties: true,
};

fn read_xls(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let Some(book) = stream(bytes, "Workbook", BYTES).or_else(|| stream(bytes, "Book", BYTES)) else {
        return Err(Fault::Damaged("its container holds no workbook".to_owned()));
    };
    measure(&book, watch)?;
    guarded(|| read(bytes, watch))
}

fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let mut book = Xls::new(Cursor::new(bytes)).map_err(fault)?;
    let mut sheets = Sheets::new(watch);
    for sheet in book.sheets_metadata().to_vec() {
        if sheet.typ != SheetType::WorkSheet {
            continue;
        }
        sheets.sheet(&sheet.name, sheet.visible != SheetVisible::Visible)?;
        let range = book.worksheet_range(&sheet.name).map_err(fault)?;
        for row in range.rows() {
            sheets.cells(&row.iter().map(show).collect::<Vec<_>>(), false)?;
        }
    }
    Ok(sheets.builder.finish(Metadata::default()))
}

/// Counts the places from the first row and column of each sheet to the last: two cells are enough to span millions of
/// places.
fn measure(book: &[u8], watch: &Watch) -> Result<(), Fault> {
    let (mut rows, mut columns) = (0_u64, 0_u64);
    let mut rest = book;
    while let Some((&[kind_low, kind_high, low, high], tail)) = rest.split_first_chunk() {
        let (record, tail) =
            tail.split_at_checked(u16::from_le_bytes([low, high]).into()).unwrap_or((tail, &[]));
        match (u16::from_le_bytes([kind_low, kind_high]), record) {
            // This record means a password.
            (0x002F, _) => return Err(Fault::Encrypted),
            // A new sheet begins.
            (0x0809 | 0x0409 | 0x0209 | 0x0009, _) => {
                watch.unpack(rows.saturating_mul(columns).saturating_mul(PLACE))?;
                (rows, columns) = (0, 0);
            }
            // This is the size that the sheet claims, for which `calamine` allocates at once.
            (0x0200, [_, _, _, _, a, b, c, d, _, _, e, f, ..]) => {
                rows = rows.max(u64::from(u32::from_le_bytes([*a, *b, *c, *d])));
                columns = columns.max(u64::from(u16::from_le_bytes([*e, *f])));
            }
            // A record of many cells in a row ends with the last column, and one of a single cell begins with it.
            (0x00BD | 0x00BE, [a, b, .., c, d])
            | (
                0x0002..=0x0006 | 0x0203..=0x0206 | 0x0201 | 0x00FD | 0x00D6 | 0x027E | 0x007E | 0x0406,
                [a, b, c, d, ..],
            ) => {
                rows = rows.max(u64::from(u16::from_le_bytes([*a, *b])) + 1);
                columns = columns.max(u64::from(u16::from_le_bytes([*c, *d])) + 1);
            }
            _ => {}
        }
        rest = tail;
    }
    watch.unpack(rows.saturating_mul(columns).saturating_mul(PLACE))
}

fn fault(error: XlsError) -> Fault {
    match error {
        XlsError::Password => Fault::Encrypted,
        other => Fault::Damaged(other.to_string().replace('\n', " ")),
    }
}

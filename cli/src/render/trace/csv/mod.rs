//! Traces as CSV: one row per carrier and reprint, or one row per quotation of an article.

mod carriers;
mod quoted;

pub(crate) use carriers::write_traces_csv;
pub(crate) use quoted::write_articles_csv;

use std::borrow::Cow;

use ibid::report::{CarrierDocument, Change};
use serde::Serialize;

use ibid::report::sanitize;
use ibid::report::{CarrierDocument, Change};

/// Writes the byte order mark and makes a writer of rows. The columns are named by hand, so that their names are written
/// even without a row.
pub(in crate::render) fn writer(out: &mut dyn Write) -> io::Result<csv::Writer<&mut dyn Write>> {
    out.write_all("\u{FEFF}".as_bytes())?;
    Ok(csv::WriterBuilder::new().has_headers(false).from_writer(out))
}

/// Formats a text as one line that no spreadsheet takes for a formula. Some also take the wide forms of the signs for
/// one.
pub(in crate::render) fn cell(text: &str) -> Cow<'_, str> {
    let line = sanitize(text);
    match text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        true => Cow::Owned(format!("'{line}")),
        false => line,
    }
}

/// Formats a text that may be missing; its cell is then empty.
fn optional(text: &Option<String>) -> Cow<'_, str> {
    cell(text.as_deref().unwrap_or(""))
}
use crate::render::csv_cells::{cell, name, optional};

/// The cells of a document: in the columns `date`, `id`, `title`, `author`, `source`, `category` and `url`.
#[derive(Default, Serialize)]
struct DocumentCells<'d> {
    date: Cow<'d, str>,
    id: Cow<'d, str>,
    title: Cow<'d, str>,
    author: Cow<'d, str>,
    source: Cow<'d, str>,
    category: Cow<'d, str>,
    url: Cow<'d, str>,
}

impl DocumentCells<'_> {
    fn of(document: &CarrierDocument) -> DocumentCells<'_> {
        DocumentCells {
            date: optional(&document.date),
            id: cell(&document.id),
            title: optional(&document.title),
            author: optional(&document.author),
            source: optional(&document.source),
            category: optional(&document.category),
            url: optional(&document.url),
        }
    }
}

/// Joins the names of the kinds of changes, as in JSON.
fn kinds(changes: &[Change]) -> String {
    changes.iter().map(|change| name(change.kind)).collect::<Vec<_>>().join("; ")
}

//! Traces as CSV: one row per carrier and reprint, or one row per quotation of an article.

mod carriers;
mod quoted;

pub(crate) use carriers::write_traces_csv;
pub(crate) use quoted::write_articles_csv;

use std::borrow::Cow;

use ibid::report::{CarrierDocument, Change};
use serde::Serialize;

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

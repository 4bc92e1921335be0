//! Traces as CSV: one row per carrier and reprint, or one row per quotation of an article.

mod carriers;
mod quoted;

use std::borrow::Cow;
use std::io::{self, Write};

use ibid::report::{CarrierDocument, Change, QuotedArticle, Trace};
use serde::Serialize;

use super::TraceForm;
use crate::render::PlainStyle;
use crate::render::csv_cells::{cell, name, optional};

/// Tables for spreadsheets.
pub(super) struct TraceCsv;

impl TraceForm for TraceCsv {
    fn traces(&self, traces: &[Trace], _: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        carriers::write_carriers(traces, out)
    }

    fn articles(&self, articles: &[QuotedArticle], _: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        quoted::write_quotations(articles, out)
    }
}

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

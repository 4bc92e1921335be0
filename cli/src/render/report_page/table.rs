//! The table of the documents of a page, and the pairs among them.

use super::PageTable;
use super::messages::PageMessages;
use crate::render::messages::thousands;
use crate::render::summary_table::summary;
use crate::render::{Language, PairRow};

/// The table of documents.
#[derive(Debug)]
pub(super) struct TableView<'t> {
    pub(super) rows: Vec<DocumentRow<'t>>,
    /// None if the documents were not compared with each other.
    pub(super) pairs: Option<Vec<PairView<'t>>>,
    pub(super) no_pairs: &'static str,
    pub(super) summary: String,
}

/// The row of a document.
#[derive(Debug)]
pub(super) struct DocumentRow<'t> {
    /// Its number on the page; 0 for an input that could not be read.
    pub(super) number: usize,
    pub(super) id: &'t str,
    pub(super) about: String,
    pub(super) uncredited: String,
    pub(super) overall: String,
    pub(super) largest: Option<(&'t str, String)>,
    pub(super) passages: String,
}

/// The row of a pair.
#[derive(Debug)]
pub(super) struct PairView<'t> {
    pub(super) a: &'t str,
    pub(super) of_a: String,
    pub(super) b: &'t str,
    pub(super) of_b: String,
}

impl<'t> TableView<'t> {
    pub(super) fn new(table: PageTable<'t>, language: Language) -> TableView<'t> {
        let messages = PageMessages(language);
        let report = messages.report();
        let (mut rows, mut next) = (vec![], 1);
        for row in table.documents {
            let [uncredited, overall] = row.ratios(language);
            let about = [&row.title, &row.author].into_iter().flatten().chain(&row.reservations);
            // Inputs that could not be read have no section.
            let number = if row.is_unread { 0 } else { next };
            next += usize::from(!row.is_unread);
            rows.push(DocumentRow {
                number,
                id: &row.id,
                about: about.map(String::as_str).collect::<Vec<_>>().join(messages.comma()),
                uncredited,
                overall,
                largest: row.largest.as_ref().map(|(id, ratio)| (&**id, language.percent(*ratio, 1))),
                passages: if row.is_unread { String::new() } else { thousands(row.passages) },
            });
        }
        let pair_view = |pair: &'t PairRow| PairView {
            a: &pair.a,
            of_a: language.percent(pair.of_a, 1),
            b: &pair.b,
            of_b: language.percent(pair.of_b, 1),
        };
        TableView {
            rows,
            pairs: table.pairs.map(|pairs| pairs.iter().map(pair_view).collect()),
            no_pairs: report.no_pairs(),
            summary: summary(table.documents, "", report),
        }
    }
}

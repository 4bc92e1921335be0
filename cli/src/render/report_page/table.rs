//! The table of the documents of a page, and the pairs among them.

use super::PageTable;
use super::messages::PageMessages;
use crate::render::Language;
use crate::render::messages::thousands;

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
        let mut rows = vec![];
        for row in table.documents {
            let has_ratio = !row.has_no_words && !row.is_unread;
            let share = |ratio| if has_ratio { language.percent(ratio, 1) } else { "—".to_owned() };
            let about = [&row.title, &row.author].into_iter().flatten().map(String::as_str);
            let about: Vec<&str> = about.chain(row.reservations.iter().map(String::as_str)).collect();
            rows.push(DocumentRow {
                number: 0,
                id: &row.id,
                about: about.join(messages.comma()),
                uncredited: share(row.uncredited),
                overall: share(row.overall),
                largest: row.largest.as_ref().map(|(id, ratio)| (&**id, language.percent(*ratio, 1))),
                passages: if row.is_unread { String::new() } else { thousands(row.passages) },
            });
        }
        // Inputs that could not be read have no section.
        let read = rows.iter_mut().zip(table.documents).filter(|(_, row)| !row.is_unread);
        for (number, (row, _)) in (1..).zip(read) {
            row.number = number;
        }
        let pairs = table.pairs.map(|pairs| {
            pairs
                .iter()
                .map(|pair| PairView {
                    a: &pair.a,
                    of_a: language.percent(pair.of_a, 1),
                    b: &pair.b,
                    of_b: language.percent(pair.of_b, 1),
                })
                .collect()
        });
        let copied = table.documents.iter().filter(|row| row.passages > 0).count();
        let unread = table.documents.iter().filter(|row| row.is_unread).count();
        let count = (table.documents.len() - unread) as u64;
        let unread = if unread == 0 { String::new() } else { report.unread(unread as u64) };
        TableView {
            rows,
            pairs,
            no_pairs: report.no_pairs(),
            summary: report.documents_checked(count, thousands(copied as u64), unread),
        }
    }
}

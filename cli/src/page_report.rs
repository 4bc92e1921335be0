//! The page of a report: documents are spooled until all are known, since their table comes first.
//!
//! Memory holds one row of the table per document, and the strongest pairs. The documents are read from the spool one by
//! one for the page, and as they are for the JSON at its end.

use std::io;

use anyhow::Context;
use ibid::report::{DocumentReport, Report};

use crate::args::TableSort;
use crate::output::Output;
use crate::render::{Language, PageTable, ReportPage, SummaryRow};
use crate::report_form::{FormOptions, ReportForm};
use crate::report_spool::{ReportSpool, SpoolPlace};
use crate::text_report::{Pairs, Unread};

/// The documents of a page, collected as they are checked.
pub(crate) struct PageReport {
    /// The language; none if the first document decides.
    language: Option<Language>,
    entries: Vec<Entry>,
    /// The number of entries that are documents.
    documents: usize,
    spool: ReportSpool,
    sort: TableSort,
    pairs: Option<Pairs>,
}

struct Entry {
    row: SummaryRow,
    /// The place of the document and its index in the report; none for an input that could not be read.
    place: Option<(SpoolPlace, usize)>,
}

const CANNOT: &str = "cannot write the report";

impl PageReport {
    /// Creates a page without documents. Without a language, that of the first document is taken.
    pub(crate) fn new(options: FormOptions<'_>) -> PageReport {
        PageReport {
            language: options.session.named_language,
            entries: vec![],
            documents: 0,
            spool: ReportSpool::default(),
            sort: options.tables.sort.unwrap_or_default(),
            pairs: options.pairs,
        }
    }
}

impl ReportForm for PageReport {
    fn leave_uncounted_out(&self, document: &mut DocumentReport) {
        document.drop_common_phrases();
    }

    fn push_unread(&mut self, Unread { path, why }: Unread) {
        self.entries.push(Entry { row: SummaryRow::unread(path, why), place: None });
    }

    fn push(&mut self, document: DocumentReport, _: &mut Output) -> anyhow::Result<()> {
        let language = *self.language.get_or_insert(match document.unit.as_str() {
            "characters" => Language::Chinese,
            _ => Language::English,
        });
        let findings = document.passages.iter().filter(|passage| passage.is_best).count();
        let row = SummaryRow::of(&document, findings as u64, language);
        if let Some(pairs) = &mut self.pairs {
            pairs.add(&document);
        }
        let place = self.spool.push(&document)?;
        self.entries.push(Entry { row, place: Some((place, self.documents)) });
        self.documents += 1;
        Ok(())
    }

    fn end(mut self: Box<Self>, report: &Report, out: &mut Output) -> anyhow::Result<()> {
        let pairs = match &mut self.pairs {
            Some(pairs) => {
                let entries =
                    self.entries.iter().map(|entry| (&entry.row, entry.place.map(|(place, _)| place)));
                Some(pairs.spooled_rows(entries, &mut self.spool)?)
            }
            None => None,
        };
        let number = report.write_json_parts(&mut self.spool.read()?, &mut io::sink()).context(CANNOT)?;
        self.entries.sort_by(|x, y| x.row.cmp_by(&y.row, self.sort));
        let (mut rows, mut places) = (vec![], vec![]);
        for Entry { row, place } in self.entries {
            rows.push(row);
            places.extend(place);
        }
        let table = PageTable { documents: &rows, pairs: pairs.as_deref(), number: &number };
        let mut page =
            ReportPage::begin(report, table, self.language.unwrap_or_default(), &mut *out).context(CANNOT)?;
        for (place, index) in places {
            page.document(&self.spool.get(place)?, index).context(CANNOT)?;
        }
        page.end(&mut self.spool.read()?).context(CANNOT)
    }
}

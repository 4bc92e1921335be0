//! The Markdown report: a table of many documents, the highest ratio first, then the passages of all of them.
//!
//! As in the text report, memory holds one table row per document, and the documents themselves are spooled.

use anyhow::Context;
use ibid::report::{DocumentReport, Report};

use crate::args::TableSort;
use crate::output::Output;
use crate::render::{Language, Markdown, SummaryRow};
use crate::report_form::{FormOptions, ReportForm};
use crate::report_spool::{ReportSpool, SpoolPlace};

/// The documents of a Markdown report, collected as they are checked.
pub(crate) struct MarkdownReport {
    language: Language,
    sort: TableSort,
    rows: Vec<(SummaryRow, SpoolPlace)>,
    spool: ReportSpool,
}

impl MarkdownReport {
    /// Creates a report without documents.
    pub(crate) fn new(options: FormOptions<'_>) -> MarkdownReport {
        let (language, sort) = (options.session.language, options.tables.sort.unwrap_or_default());
        MarkdownReport { language, sort, rows: vec![], spool: ReportSpool::default() }
    }
}

impl ReportForm for MarkdownReport {
    fn push(&mut self, mut document: DocumentReport, _: &mut Output) -> anyhow::Result<()> {
        // The whole text is not shown, so it is not spooled.
        document.text = None;
        let counting = document.passages.iter().filter(|passage| passage.is_best).count();
        let row = SummaryRow::of(&document, counting as u64, self.language);
        self.rows.push((row, self.spool.push(&document)?));
        Ok(())
    }

    /// Writes the documents, below a table if there is more than one, and what `report` has besides them.
    fn end(mut self: Box<Self>, report: &Report, out: &mut Output) -> anyhow::Result<()> {
        let mut markdown = Markdown::new(self.language, out);
        markdown.title().context(CANNOT)?;
        self.rows.sort_by(|(x, _), (y, _)| x.cmp_by(y, self.sort));
        if self.rows.len() > 1 {
            markdown.table(self.rows.iter().map(|(row, _)| row)).context(CANNOT)?;
        }
        for (_, place) in self.rows {
            let document: DocumentReport = self.spool.get(place)?;
            markdown.document(&document).context(CANNOT)?;
        }
        markdown.end(report).context(CANNOT)
    }
}

const CANNOT: &str = "cannot write the report";

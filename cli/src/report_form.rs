//! The forms of a report. A form is a file that implements [`ReportForm`], and its row in [`ReportFormat::form`].

use clap::ValueEnum;
use ibid::report::{DocumentReport, Passage, Report};

use crate::args::Tables;
use crate::json_report::{JsonReport, JsonlReport};
use crate::markdown_report::MarkdownReport;
use crate::output::Output;
use crate::page_report::PageReport;
use crate::render::{PassagesCsv, SarifLog};
use crate::settings::Session;
use crate::text_report::{Pairs, TextReport, Unread};

/// A format of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// The whole report as one JSON value
    Json,
    /// One line of JSON per passage
    Jsonl,
    /// Markdown
    Md,
    /// One row per passage, for spreadsheets
    Csv,
    /// SARIF 2.1.0, for tools that show findings in code and documentation
    Sarif,
    /// A page for a browser, in one file
    Html,
}

impl ReportFormat {
    /// Returns a report of this format without documents.
    pub(crate) fn form(self, options: FormOptions<'_>) -> Box<dyn ReportForm> {
        match self {
            ReportFormat::Text => Box::new(TextReport::new(options)),
            ReportFormat::Json => Box::new(JsonReport::default()),
            ReportFormat::Jsonl => Box::new(JsonlReport),
            ReportFormat::Md => Box::new(MarkdownReport::new(options)),
            ReportFormat::Csv => Box::new(PassagesCsv),
            ReportFormat::Sarif => Box::new(SarifLog::new(options.session.language)),
            ReportFormat::Html => Box::new(PageReport::new(options)),
        }
    }
}

/// The options that forms may look at.
pub(crate) struct FormOptions<'o> {
    pub(crate) session: &'o Session,
    pub(crate) tables: &'o Tables,
    /// The pairs of documents to collect; none if the documents are not compared with each other.
    pub(crate) pairs: Option<Pairs>,
    pub(crate) only_over: Option<f64>,
    /// True if passages that do not count are shown too.
    pub(crate) uncounted: bool,
    pub(crate) is_file: bool,
}

/// A report in one form. It gets the documents one by one, as they are checked.
pub(crate) trait ReportForm {
    /// Writes what stands before the documents.
    ///
    /// # Errors
    /// The output cannot be written.
    fn begin(&self, _report: &Report, _output: &mut Output) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns whether the form itself shows which documents stand in the template, or are below `--only-over`.
    fn shows_all_documents(&self) -> bool {
        false
    }

    /// Leaves out the passages of a document that do not count and that the form does not show.
    fn leave_uncounted_out(&self, document: &mut DocumentReport) {
        document.passages.retain(Passage::counts);
    }

    /// Adds an input that could not be read. A form without a place for it leaves it out; it is among the failures.
    fn push_unread(&mut self, _unread: Unread) {}

    /// Adds a document.
    ///
    /// # Errors
    /// The output, or the spool that holds documents, cannot be written.
    fn push(&mut self, document: DocumentReport, output: &mut Output) -> anyhow::Result<()>;

    /// Writes what is left, with what `report` has beside its documents.
    ///
    /// # Errors
    /// The output cannot be written, or the spool cannot be read.
    fn end(self: Box<Self>, report: &Report, output: &mut Output) -> anyhow::Result<()>;

    /// Returns whether the form has no place for what was not looked at, so that messages say it.
    fn has_no_notes(&self) -> bool {
        false
    }
}

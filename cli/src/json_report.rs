//! The report as JSON: one value, or a line for each passage.

use ibid::report::{DocumentReport, Passage, Report};

use crate::output::Output;
use crate::report_form::ReportForm;
use crate::report_spool::ReportSpool;

/// The whole report as one value. The number and the failures come before the documents, so these are spooled.
#[derive(Debug, Default)]
pub(crate) struct JsonReport {
    documents: ReportSpool,
}

impl ReportForm for JsonReport {
    fn leave_uncounted_out(&self, document: &mut DocumentReport) {
        document.drop_common_phrases();
    }

    fn push(&mut self, document: DocumentReport, _: &mut Output) -> anyhow::Result<()> {
        self.documents.push(&document).map(drop)
    }

    fn end(mut self: Box<Self>, report: &Report, output: &mut Output) -> anyhow::Result<()> {
        let mut documents = self.documents.read()?;
        output.with(|out| report.write_json_parts(&mut documents, out).map(drop))
    }
}

/// A line for each passage, written as its document comes.
#[derive(Debug)]
pub(crate) struct JsonlReport;

impl ReportForm for JsonlReport {
    fn push(&mut self, document: DocumentReport, output: &mut Output) -> anyhow::Result<()> {
        output.with(|out| Passage::write_jsonl(&document.passages, out))
    }

    fn end(self: Box<Self>, _: &Report, _: &mut Output) -> anyhow::Result<()> {
        Ok(())
    }

    fn has_no_notes(&self) -> bool {
        true
    }
}

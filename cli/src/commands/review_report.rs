//! The report that is written from a review: what the screen shows, in each form that a check writes.

use std::path::{Path, PathBuf};

use ibid::report::Report;

use super::rescore::has_peers;
use crate::applied_decisions::AppliedDecisions;
use crate::args::{Counting, Reporting, Tables};
use crate::ledger_file::LedgerFile;
use crate::output::{Given, Reporter, ending, format_of_name};
use crate::report_form::ReportFormat;
use crate::settings::Session;
use crate::tui::ReportToWrite;

/// Returns the path that is proposed: beside the report that is reviewed, with another ending.
pub(super) fn proposed(reviewed: Option<&Path>) -> PathBuf {
    let Some(reviewed) = reviewed else { return PathBuf::from("report.html") };
    let bare = if ending(reviewed).is_some() { reviewed.with_extension("") } else { reviewed.to_owned() };
    let is_page = format_of_name(reviewed) == Some(ReportFormat::Html);
    bare.with_extension(if is_page { "md" } else { "html" })
}

/// Returns whether the ending of a path names a form.
pub(super) fn has_form(path: &Path) -> bool {
    format_of_name::<ReportFormat>(path).is_some() || ending(path).as_deref() == Some("txt")
}

/// Writes a report to a file. A ledger is named in it, and its decisions make the figures.
///
/// # Errors
/// The file cannot be written, or is an input.
pub(super) fn write(
    session: &Session,
    shown: &ReportToWrite<'_>,
    path: &Path,
    ledger: Option<&LedgerFile>,
) -> anyhow::Result<()> {
    let report = shown.report;
    let reporting = Reporting { output: Some(path.to_owned()), ..Reporting::default() };
    let counting = Counting { commonplaces: shown.has_uncounted, ..Counting::default() };
    let among = has_peers(&report.documents);
    let given = Given { reporting: &reporting, counting: &counting, tables: &Tables::default(), among };
    let applied = match ledger {
        Some(file) if !report.anonymous => {
            let decisions = shown.decisions.clone();
            Some(AppliedDecisions::of(decisions.ledger, decisions.draft_of, file, Some(path)))
        }
        _ => None,
    };
    let mut reporter = Reporter::new(&session.quietly(), given, header(report), applied)?;
    for document in &report.documents {
        reporter.push(document.clone())?;
    }
    reporter.finish(&report.failures)?;
    Ok(())
}

/// Returns a report without its documents.
fn header(report: &Report) -> Report {
    Report {
        schema_version: report.schema_version,
        number: report.number.clone(),
        tool: report.tool.clone(),
        anonymous: report.anonymous,
        parameters: report.parameters.clone(),
        collection: report.collection.clone(),
        ledger: report.ledger.clone(),
        skipped: report.skipped.clone(),
        failures: vec![],
        documents: vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proposed_path_is_beside_the_report_and_another_file() {
        let check = |reviewed: &str, expected: &str| {
            assert_eq!(proposed(Some(Path::new(reviewed))), Path::new(expected), "{reviewed}");
        };
        check("class/report.json", "class/report.html");
        check("report.json.gz", "report.html");
        check("report", "report.html");
        check("report.html", "report.md");
        assert_eq!(proposed(None), Path::new("report.html"));
    }
}

//! `ibid rescore`: the figures of a report, made again with other filters.

use ibid::report::{DocumentReport, Report};
use ibid::{Detector, Exclude};

use crate::applied_decisions::AppliedDecisions;
use crate::args::{Detection, Rescore, Tables};
use crate::exit::Exit;
use crate::output::{Given, Reporter};
use crate::report_file::read_report;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Rescore) -> anyhow::Result<Exit> {
    session.fail_over(&command.reporting)?;
    let mut report = read_report(&command.report)?;
    // Nothing says to which passages of an anonymous report a decision of the ledger belongs: its own stay.
    if !report.anonymous {
        forget_decisions(&mut report);
    }
    let exclude = command.counting.changed(Exclude::of_names(&report.parameters.excluded)?);
    let applied = match report.anonymous {
        true => None,
        false => AppliedDecisions::open(&command.deciding, Some(&command.report), &[])?,
    };
    report.parameters.excluded = exclude.names();
    if command.counting.phrases.is_some() {
        let config = session.counting_config(&Detection::default(), &command.counting)?;
        let detector = Detector::new(config)?;
        for document in &mut report.documents {
            detector.find_phrases(document)?;
        }
    }
    for document in &mut report.documents {
        // Whoever applies decisions makes the figures. A report without words is refused before an output is begun.
        if applied.is_none() || document.words.is_none() {
            document.score(&exclude)?;
        }
    }
    let documents = std::mem::take(&mut report.documents);
    let failures = std::mem::take(&mut report.failures);
    let (tables, among) = (Tables::default(), has_peers(&documents));
    let given = Given { reporting: &command.reporting, counting: &command.counting, tables: &tables, among };
    let mut reporter = Reporter::new(session, given, report, applied)?;
    for document in documents {
        reporter.push(document)?;
    }
    reporter.finish(&failures)
}

/// Takes the decisions out of a report: those of the ledger are applied again, if there is one.
fn forget_decisions(report: &mut Report) {
    report.ledger = None;
    for document in &mut report.documents {
        for passage in &mut document.passages {
            (passage.decision, passage.suggestion) = (None, None);
            (passage.disputed, passage.open_words) = (vec![], vec![]);
        }
    }
}

/// Returns whether the documents were checked among each other.
pub(super) fn has_peers(documents: &[DocumentReport]) -> bool {
    let mut sources = documents.iter().flat_map(|document| &document.sources);
    sources.any(|source| source.peer_matched.is_some())
}

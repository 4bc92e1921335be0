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
    rescore(session, command, &mut report, &exclude)?;
    let documents = std::mem::take(&mut report.documents);
    let failures = std::mem::take(&mut report.failures);
    let (tables, among) = (Tables::default(), has_peers(&documents));
    let given = Given { reporting: &command.reporting, counting: &command.counting, tables: &tables, among };
    let applied = match report.anonymous {
        true => None,
        false => AppliedDecisions::open(&command.deciding, Some(&command.report), &[])?,
    };
    let mut reporter = Reporter::new(session, given, report, applied)?;
    documents.into_iter().try_for_each(|document| reporter.push(document))?;
    reporter.finish(&failures)
}

/// Takes the decisions out of a report: those of the ledger are applied again, if there is one.
fn forget_decisions(report: &mut Report) {
    report.ledger = None;
    for passage in report.documents.iter_mut().flat_map(|document| &mut document.passages) {
        (passage.decision, passage.suggestion) = (None, None);
        (passage.disputed, passage.open_words) = (vec![], vec![]);
    }
}

/// Makes the figures of all documents with these filters.
fn rescore(
    session: &Session,
    command: &Rescore,
    report: &mut Report,
    exclude: &Exclude,
) -> anyhow::Result<()> {
    report.parameters.excluded = exclude.names();
    let detector = match command.counting.phrases {
        None => None,
        Some(_) => Some(Detector::new(session.counting_config(&Detection::default(), &command.counting)?)?),
    };
    for document in &mut report.documents {
        if let Some(detector) = &detector {
            detector.find_phrases(document)?;
        }
        document.score(exclude)?;
    }
    Ok(())
}

/// Returns whether the documents were checked among each other.
pub(super) fn has_peers(documents: &[DocumentReport]) -> bool {
    let mut sources = documents.iter().flat_map(|document| &document.sources);
    sources.any(|source| source.peer_matched.is_some())
}

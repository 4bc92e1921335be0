//! `ibid compare`: two documents, passage by passage.

use std::path::Path;

use ibid::{Detector, Document, Error, ErrorKind, Library};
use ibid_read::{IdBase, ReadOptions};

use crate::advice;
use crate::applied_decisions::AppliedDecisions;
use crate::args::{Compare, Tables};
use crate::exit::{self, Exit};
use crate::input::read_one;
use crate::output::{Given, Reporter, no_words};
use crate::progress::Progress;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Compare) -> anyhow::Result<Exit> {
    session.fail_over(&command.reporting)?;
    let output = command.reporting.output.as_deref();
    let applied = AppliedDecisions::open(&command.deciding, output, std::slice::from_ref(&command.a))?;
    let options = session.read_options(&command.reading)?;
    let detector = Detector::new(session.counting_config(&command.detection, &command.counting)?)?;
    let progress = Progress::of_work("comparing", !session.quiet);
    let a = find_or_say(session, &command.a, &options)?;
    let b = find_or_say(session, &command.b, &options)?;
    let (Some(a), Some(b)) = (a, b) else { return Ok(Exit::Inputs) };
    let mut report = detector.compare(&a, &b)?;
    drop(progress);
    let compared = report.documents.pop();
    if report.collection.sentences == 0 {
        exit::say(&no_words(&b.id));
    }
    let tables = Tables::default();
    let given =
        Given { reporting: &command.reporting, counting: &command.counting, tables: &tables, among: false };
    let mut reporter = Reporter::new(session, given, report, applied)?;
    if let Some(compared) = compared {
        reporter.push(compared)?;
    }
    reporter.finish(&[])
}

/// Reads a document, or says why it cannot be read.
fn find_or_say(session: &Session, path: &Path, options: &ReadOptions) -> ibid::Result<Option<Document>> {
    match find(session, path, options) {
        Ok(document) => Ok(Some(document)),
        Err(error) if error.kind() == ErrorKind::Input => {
            exit::say(&advice::in_words(&error));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Reads a file; if there is none, a document of the index.
fn find(session: &Session, path: &Path, options: &ReadOptions) -> ibid::Result<Document> {
    let read = read_one(path, &IdBase::AsGiven, options);
    if read.is_ok() || path.exists() || path == Path::new("-") {
        return read;
    }
    let (Some(dir), Some(id)) = (&session.index, path.to_str()) else { return read };
    if !dir.exists() {
        return read;
    }
    let Some(document) = Library::open(dir)?.document(id)? else {
        let why = format!("there is no such file, and no document of this id in the index {dir:?}");
        return Err(Error::unreadable(path, why));
    };
    Ok(document)
}

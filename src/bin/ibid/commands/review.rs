//! `ibid review`: passages side by side in the terminal; without one, the report as text.

use std::fs::File;
use std::io::IsTerminal;
use std::path::Path;

use ibid::Error;
use ibid::report::{DocumentReport, Passage, Plain, Report, read_json};

use super::check::{Event, Job, check, expect_documents};
use crate::args::Review;
use crate::exit::{self, Exit};
use crate::output::Output;
use crate::settings::Session;
use crate::tui;

pub(super) fn run(session: &Session, command: &Review) -> anyhow::Result<Exit> {
    let report = match command.paths.as_slice() {
        [path] if command.against.is_empty() && is_report(path) => read_report(path)?,
        _ => make_report(session, command)?,
    };
    for failure in &report.failures {
        exit::say(failure);
    }
    let exit = if report.failures.is_empty() { Exit::Done } else { Exit::Inputs };
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        tui::run(report)?;
    } else {
        print(session, &report)?;
    }
    Ok(exit)
}

fn is_report(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

fn read_report(path: &Path) -> anyhow::Result<Report> {
    let unreadable = |why: String| Error::Unreadable { path: path.to_owned(), why };
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    Ok(read_json(file).map_err(|error| unreadable(error.to_string()))?)
}

fn make_report(session: &Session, command: &Review) -> anyhow::Result<Report> {
    let job = Job {
        paths: &command.paths,
        against: &command.against,
        detection: &command.detection,
        reading: &command.reading,
        shows_progress: !session.quiet,
    };
    let mut report = Report::default();
    let mut failures = vec![];
    let checked = check(session, &job, &mut |event| {
        match event {
            Event::Begin(header) => report = header,
            Event::Checked(checked) => report.push(*checked),
            Event::Failed(failure) => failures.push(failure),
        }
        Ok(())
    });
    if checked.is_err() {
        failures.iter().for_each(|failure| exit::say(failure));
    }
    expect_documents(checked?, &failures, &command.paths)?;
    report.failures = failures;
    Ok(report)
}

fn print(session: &Session, report: &Report) -> anyhow::Result<()> {
    let output = Output::open(None)?;
    let mut plain = Plain::new(session.style(session.config.commonplaces, false), output);
    for (document, passages) in by_document(report) {
        plain.document(document, passages)?;
    }
    plain.not_looked_at(report)?;
    plain.end()?;
    plain.into_inner().finish()
}

/// Each document with its passages, which stand together in a report.
fn by_document(report: &Report) -> Vec<(&DocumentReport, &[Passage])> {
    let mut rest = report.passages.as_slice();
    let mut documents = vec![];
    for document in &report.documents {
        let count = rest.iter().take_while(|passage| passage.a == document.id).count();
        let (passages, others) = rest.split_at(count);
        rest = others;
        documents.push((document, passages));
    }
    documents
}

//! `ibid review`: passages or traces side by side in the terminal; without a terminal, their text.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;

use ibid::report::{DocumentReport, Report, read_json};
use ibid::{Error, system_reason};
use serde::de::IgnoredAny;

use super::check::{Event, Job, check, expect_documents, expect_paths};
use super::trace_review;
use crate::advice;
use crate::args::{Batch, Counting, Review};
use crate::exit::{self, Exit, Failure};
use crate::input::named;
use crate::output::{Output, no_words};
use crate::render::{Plain, notes};
use crate::settings::Session;
use crate::tui;

/// The number of bytes at the beginning of a file that decide whether it is a report.
const HEAD_BYTES: u64 = 64 * 1024;

pub(super) fn run(session: &Session, command: &Review) -> anyhow::Result<Exit> {
    expect_paths("review", &command.paths, &command.against)?;
    let content = match command.paths.as_slice() {
        [path] if command.against.is_empty() => content_of(path),
        _ => Content::Documents,
    };
    let report = match (content, command.paths.first()) {
        (Content::Traces, Some(path)) => return trace_review::open(session, path),
        (Content::Report, Some(path)) => read_report(path)?,
        _ => make_report(session, command)?,
    };
    for failure in &report.failures {
        exit::say(failure);
    }
    let without_words: Vec<&DocumentReport> =
        report.documents.iter().filter(|document| document.has_no_words()).collect();
    for document in &without_words {
        exit::say(&no_words(&document.id));
    }
    let is_whole = report.failures.is_empty() && without_words.is_empty();
    let exit = if is_whole { Exit::Done } else { Exit::Inputs };
    if report.documents.is_empty() && report.failures.is_empty() {
        let report = named(&command.paths);
        return Err(Failure::inputs(format!("the report {report} has no document: nothing was checked")));
    }
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        notes::not_looked_at(&report, session.language).iter().for_each(|line| exit::say(line));
        tui::run(report, session.language)?;
    } else {
        print(session, &report, &command.counting)?;
    }
    Ok(exit)
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// A report.
    Report,
    /// Traces of quotations.
    Traces,
    /// A document, or several.
    Documents,
}

/// Returns the content of a file. Reports and traces are JSON objects, each with a field that all of them have. If
/// another program has sorted the fields, so that it is not at the beginning, a name that ends in .json is taken for a
/// report, unless the file has records.
fn content_of(path: &Path) -> Content {
    let mut head = vec![];
    let read = |file: File| file.take(HEAD_BYTES).read_to_end(&mut head);
    let is_named = path.extension().is_some_and(|extension| extension == "json");
    if !path.is_file() || File::open(path).and_then(read).is_err() {
        // A missing file is not looked up in an index.
        return if is_named && !path.exists() { Content::Report } else { Content::Documents };
    }
    let head = String::from_utf8_lossy(&head);
    let object = head.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace());
    let is_record =
        || object.lines().next().is_some_and(|line| serde_json::from_str::<IgnoredAny>(line).is_ok());
    if !object.starts_with('{') {
        Content::Documents
    } else if object.contains("\"trace_version\"") {
        Content::Traces
    } else if object.contains("\"schema_version\"") || (is_named && !is_record()) {
        Content::Report
    } else {
        Content::Documents
    }
}

fn read_report(path: &Path) -> anyhow::Result<Report> {
    let unreadable = |why: String| Error::unreadable(path, why);
    let file = File::open(path).map_err(|error| unreadable(system_reason(&error)))?;
    Ok(read_json(file)
        .map_err(|error| unreadable(format!("{error}; make one with `ibid check --format json`")))?)
}

fn make_report(session: &Session, command: &Review) -> anyhow::Result<Report> {
    let job = Job {
        paths: &command.paths,
        against: &command.against,
        batch: &Batch::default(),
        detection: &command.detection,
        counting: &command.counting,
        reading: &command.reading,
        shows_progress: !session.quiet,
    };
    let mut report = Report::default();
    let mut failures = vec![];
    let checked = check(session, &job, &mut |event| {
        match event {
            Event::Begin(header) => report = *header,
            Event::Checked(document) => report.documents.push(*document),
            Event::Failed(failure) => failures.push(failure),
            Event::Unread(error) => failures.push(advice::in_words(&error)),
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

fn print(session: &Session, report: &Report, counting: &Counting) -> anyhow::Result<()> {
    let mut output = Output::open(None)?;
    let mut plain = Plain::new(session.style(counting.commonplaces, false), &mut output);
    for document in &report.documents {
        plain.document(document)?;
    }
    plain.not_looked_at(report)?;
    plain.end()?;
    output.finish()
}

//! `ibid review`: passages or traces side by side in the terminal; without a terminal, their text.

use std::fs;
use std::path::{Path, PathBuf};

use ibid::report::Report;
use ibid::{Error, system_reason};

use super::check::{Batching, Event, Job, check, expect_documents, expect_paths};
use super::live_check::LiveCheck;
use super::review_files::{Files, Watched, apply, in_parts, keep_over};
use super::trace_review::{self, has_terminal};
use crate::advice;
use crate::applied_decisions::AppliedDecisions;
use crate::args::{Counting, Review};
use crate::exit::{self, Exit, Failure};
use crate::input::named;
use crate::output::{Output, no_words, only_over};
use crate::render::{Plain, notes};
use crate::report_file::{Content, read_report};
use crate::review_file;
use crate::settings::Session;
use crate::tui::{self, Decisions, ReviewInput};

pub(super) fn run(session: &Session, command: &Review) -> anyhow::Result<Exit> {
    if command.showing.list_keys {
        super::print(review_file::list(session, &command.showing)?)?;
        return Ok(Exit::Done);
    }
    expect_paths("review", &command.paths, &command.against)?;
    let content = match command.paths.as_slice() {
        [path] if command.against.is_empty() => Content::of(path),
        _ => Content::Documents,
    };
    let finished = match (content, command.paths.first()) {
        (Content::Traces, Some(path)) => return trace_review::open(session, path, &command.showing),
        (Content::Report, Some(path)) => Some(path.as_path()),
        _ => None,
    };
    let has_sources = !command.against.is_empty() || command.batch.among || session.index.is_some();
    if content == Content::Documents && !has_sources {
        return Err(no_report(&command.paths));
    }
    let limit = only_over(&command.only_over)?;
    // What changes while it is read has to be noticed later.
    let watched = Watched::new(command, finished);
    let applied = AppliedDecisions::open(&command.deciding, finished, &command.paths);
    if has_terminal() && content == Content::Documents && may_be_many(command) {
        return review_live(session, command, watched, applied);
    }
    let mut report = match finished {
        Some(path) => read_report(path)?,
        None => make_report(session, command)?,
    };
    // A report can be read without the decisions; their ledger is only added to.
    let applied = applied.and_then(|applied| apply(applied, &mut report));
    match &applied {
        Ok(Some(applied)) if !session.quiet => applied.say(),
        Ok(_) => {}
        Err(error) => exit::say(&exit::in_words(error)),
    }
    let decisions = applied.map(in_parts);
    exit::say_all(&report.failures);
    let mut is_whole = report.failures.is_empty() && decisions.is_ok();
    for document in &report.documents {
        if document.has_no_words() {
            exit::say(&no_words(&document.id));
            is_whole = false;
        }
    }
    let exit = if is_whole { Exit::Done } else { Exit::Inputs };
    if report.documents.is_empty() && report.failures.is_empty() {
        let report = named(&command.paths);
        return Err(Failure::inputs(format!("the report {report} has no document: nothing was checked")));
    }
    keep_over(&mut report, limit);
    if has_terminal() {
        exit::say_all(notes::not_looked_at(&report, session.language));
        let choices = review_file::choices(session, &command.showing)?;
        let mut files = Files::new(session, command, watched, None)?;
        let name = finished.or(command.paths.first().map(PathBuf::as_path)).map_or_else(String::new, name_of);
        let decisions = Decisions { saved: files.saved(), ..decisions.unwrap_or_default() };
        let input = ReviewInput { name, report, decisions, is_checking: false };
        tui::run(input, choices, &mut files)?;
    } else {
        print(session, &report, &command.counting)?;
    }
    Ok(exit)
}

/// Returns the error for paths that are no report, where there is nothing to check them against.
fn no_report(paths: &[PathBuf]) -> anyhow::Error {
    for path in paths {
        let why = match fs::metadata(path) {
            _ if path == Path::new("-") => continue,
            Ok(about) if about.is_file() && about.len() == 0 => "the file is empty".to_owned(),
            Ok(_) => continue,
            Err(error) => system_reason(&error),
        };
        return Error::unreadable(path, why).into();
    }
    let paths = named(paths);
    Failure::index(format!(
        "no report: {paths}, and no index to check it against; make a report with `ibid check --format json`, or give \
         files with --against"
    ))
}

/// Returns whether more than one document may come, so that the review begins with a queue. The decisions on a draft
/// need its report first, and keys would go to an input that is read from the terminal.
fn may_be_many(command: &Review) -> bool {
    let mut inputs = command.paths.iter().chain(&command.against).chain(&command.batch.template);
    if inputs.any(|path| path == Path::new("-")) {
        return false;
    }
    let is_one_file = matches!(command.paths.as_slice(), [path] if !path.is_dir());
    !is_one_file && command.deciding.draft_of.is_none()
}

/// Reviews documents while they are checked.
fn review_live(
    session: &Session,
    command: &Review,
    watched: Watched,
    applied: anyhow::Result<Option<AppliedDecisions>>,
) -> anyhow::Result<Exit> {
    let mut check = LiveCheck::start(session, command)?;
    check.wait()?;
    let is_applied = applied.is_ok();
    let (ledger, draft_of) = match applied {
        Ok(applied) => applied.map(AppliedDecisions::into_parts).unwrap_or_default(),
        Err(error) => {
            exit::say(&exit::in_words(&error));
            Default::default()
        }
    };
    let choices = review_file::choices(session, &command.showing)?;
    let mut files = Files::new(session, command, watched, Some(check))?;
    let names: Vec<String> = command.paths.iter().map(|path| name_of(path)).collect();
    let decisions = Decisions { ledger, draft_of, saved: files.saved() };
    let input =
        ReviewInput { name: names.join(", "), decisions, is_checking: true, ..ReviewInput::default() };
    exit::hold_back();
    let shown = tui::run(input, choices, &mut files);
    exit::say_held_back();
    let failures = files.check.map_or(Ok(0), LiveCheck::end);
    shown?;
    Ok(if failures? == 0 && is_applied { Exit::Done } else { Exit::Inputs })
}

/// Returns the name of a file or folder without the folders above it.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn make_report(session: &Session, command: &Review) -> anyhow::Result<Report> {
    let job = Job::of_review(session, command, Batching::Large);
    let mut report = Report::default();
    let mut failures = vec![];
    let checked = check(session, &job, &mut |event| {
        match event {
            Event::Listed(_) => {}
            Event::Begin(header) => report = *header,
            Event::Checked(document) => report.documents.push(*document),
            Event::Failed(failure) => failures.push(failure),
            Event::Unread(error) => failures.push(advice::in_words(&error)),
        }
        Ok(())
    });
    if checked.is_err() {
        exit::say_all(&failures);
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

//! `ibid review`: passages or traces side by side in the terminal; without a terminal, their text.

use std::fs;
use std::path::{Path, PathBuf};

use ibid::decisions::LedgerLine;
use ibid::report::{DocumentReport, Report, text_hash};
use ibid::{Error, Library, system_reason};

use super::check::{Batching, Event, Job, check, expect_documents, expect_paths};
use super::live_check::LiveCheck;
use super::trace_review::{self, has_terminal};
use crate::advice;
use crate::applied_decisions::{AppliedDecisions, folders};
use crate::args::{Counting, Review};
use crate::document_finder::DocumentFinder;
use crate::exit::{self, Exit, Failure};
use crate::input::named;
use crate::ledger_file::{LedgerFile, NAME};
use crate::messages::ReviewMessages;
use crate::output::{Output, no_words, only_over};
use crate::render::{Plain, notes};
use crate::report_file::{Content, read_report};
use crate::review_file;
use crate::reviewer;
use crate::settings::Session;
use crate::tui::trace::Missing;
use crate::tui::{self, Arrival, Changes, Decisions, Outside, ReviewInput};
use crate::watched_file::WatchedFile;

pub(super) fn run(session: &Session, command: &Review) -> anyhow::Result<Exit> {
    if command.showing.list_keys {
        let listed = review_file::list(session, &command.showing)?;
        let mut output = Output::open(None)?;
        output.with(|out| out.write_all(listed.as_bytes()))?;
        output.finish()?;
        return Ok(Exit::Done);
    }
    expect_paths("review", &command.paths, &command.against)?;
    let content = match command.paths.as_slice() {
        [path] if command.against.is_empty() => Content::of(path),
        _ => Content::Documents,
    };
    if let (Content::Traces, Some(path)) = (content, command.paths.first()) {
        return trace_review::open(session, path, &command.showing);
    }
    if content == Content::Documents && command.against.is_empty() && session.index.is_none() {
        return Err(no_report(&command.paths));
    }
    let finished = command.paths.first().filter(|_| content == Content::Report);
    let finished = finished.map(PathBuf::as_path);
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
    for failure in &report.failures {
        exit::say(failure);
    }
    let without_words: Vec<&DocumentReport> =
        report.documents.iter().filter(|document| document.has_no_words()).collect();
    for document in &without_words {
        exit::say(&no_words(&document.id));
    }
    let is_whole = report.failures.is_empty() && without_words.is_empty() && decisions.is_ok();
    let exit = if is_whole { Exit::Done } else { Exit::Inputs };
    if report.documents.is_empty() && report.failures.is_empty() {
        let report = named(&command.paths);
        return Err(Failure::inputs(format!("the report {report} has no document: nothing was checked")));
    }
    if let Some(limit) = limit {
        report.documents.retain(|document| document.ratios.overall >= limit);
    }
    if has_terminal() {
        notes::not_looked_at(&report, session.language).iter().for_each(|line| exit::say(line));
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
    let unreadable = |path: &PathBuf| {
        let about = fs::metadata(path).map_err(|error| system_reason(&error));
        let is_empty = about.as_ref().is_ok_and(|about| about.is_file() && about.len() == 0);
        let why = about.err().or_else(|| is_empty.then(|| "the file is empty".to_owned()))?;
        (path != Path::new("-")).then(|| Error::unreadable(path, why).into())
    };
    paths.iter().find_map(unreadable).unwrap_or_else(|| {
        let paths = named(paths);
        Failure::index(format!(
            "no report: {paths}, and no index to check it against; make a report with `ibid check --format json`, or give \
             files with --against"
        ))
    })
}

/// Applies the decisions to the documents of a report, if there is a ledger.
fn apply(applied: Option<AppliedDecisions>, report: &mut Report) -> anyhow::Result<Option<AppliedDecisions>> {
    let Some(mut applied) = applied else { return Ok(None) };
    applied.begin(report)?;
    report.documents.iter_mut().try_for_each(|document| applied.apply(document))?;
    Ok(Some(applied))
}

fn in_parts(applied: Option<AppliedDecisions>) -> Decisions {
    let Some(applied) = applied else { return Decisions::default() };
    let (ledger, draft_of) = applied.into_parts();
    Decisions { ledger, draft_of, saved: None }
}

/// Returns the ledger that decisions are written to: the one that is named, else the nearest, else a new one beside the
/// report or in the current folder; none with `--decisions none`.
fn ledger_to_write(command: &Review, report: Option<&Path>) -> Option<LedgerFile> {
    match command.deciding.decisions.as_deref() {
        Some(path) if path == Path::new("none") => None,
        Some(path) => Some(LedgerFile::at(path)),
        None => {
            let nearest = LedgerFile::nearest(&folders(report, command.paths.first().map(PathBuf::as_path)));
            let new = report.map_or_else(|| PathBuf::from(NAME), |report| report.with_file_name(NAME));
            Some(nearest.unwrap_or_else(|| LedgerFile::at(new)))
        }
    }
}

/// Returns whether more than one document may come, so that the review begins with a queue. The decisions on a draft
/// need its report first.
fn may_be_many(command: &Review) -> bool {
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

/// The files that may change during a review.
struct Watched {
    /// The report; none if the review made it.
    report: Option<WatchedFile>,
    /// The ledger that decisions are written to.
    ledger: Option<(LedgerFile, WatchedFile)>,
}

impl Watched {
    fn new(command: &Review, finished: Option<&Path>) -> Watched {
        let ledger = ledger_to_write(command, finished).map(|ledger| {
            let file = WatchedFile::new(ledger.path());
            (ledger, file)
        });
        Watched { report: finished.map(WatchedFile::new), ledger }
    }
}

/// Returns the finder of the documents that a review shows. An index that cannot be opened is left out.
fn documents(session: &Session, command: &Review, report: Option<&Path>) -> anyhow::Result<DocumentFinder> {
    let library = session.index.as_deref().and_then(|dir| Library::open(dir).ok());
    Ok(DocumentFinder::new(report, library, session.read_options(&command.reading)?))
}

/// The files of a review.
struct Files<'c> {
    command: &'c Review,
    watched: Watched,
    /// The check whose documents are reviewed.
    check: Option<LiveCheck>,
    /// The name of the person who decides, or the reason why there is none.
    by: anyhow::Result<String>,
    documents: DocumentFinder,
}

impl<'c> Files<'c> {
    fn new(
        session: &Session,
        command: &'c Review,
        watched: Watched,
        check: Option<LiveCheck>,
    ) -> anyhow::Result<Files<'c>> {
        let report = watched.report.as_ref().map(WatchedFile::path);
        let documents = documents(session, command, report)?;
        Ok(Files { command, watched, check, by: reviewer::name(command.by.as_deref()), documents })
    }

    /// Returns the path of the ledger and the name of the person who decides; none if nothing can be saved.
    fn saved(&self) -> Option<(String, String)> {
        let ((ledger, _), by) = (self.watched.ledger.as_ref()?, self.by.as_ref().ok()?);
        Some((ledger.path().display().to_string(), by.clone()))
    }
}

/// Returns the name of a file or folder without the folders above it.
fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

impl Outside for Files<'_> {
    /// Reads a document that has the hash: that of the index, else a file.
    fn read(&mut self, id: &str, hash: Option<&str>) -> Result<String, Missing> {
        let mut missing = Missing::Document;
        for found in self.documents.indexed(id).into_iter().chain(self.documents.files(id)) {
            match found {
                Ok(found) if hash.is_none_or(|hash| text_hash(&found.text) == hash) => return Ok(found.text),
                Ok(_) => missing = Missing::Changed,
                Err(error) if missing == Missing::Document => {
                    missing = Missing::Damaged(advice::in_words(&error));
                }
                Err(_) => {}
            }
        }
        Err(missing)
    }

    fn is_checking(&self) -> bool {
        self.check.as_ref().is_some_and(LiveCheck::is_running)
    }

    fn arrivals(&mut self) -> Vec<Arrival> {
        self.check.as_mut().map_or_else(Vec::new, LiveCheck::arrivals)
    }

    fn changes(&mut self) -> Changes {
        let ledger = self.watched.ledger.as_mut().and_then(|(ledger, file)| {
            let is_news = file.is_news();
            is_news.then(|| {
                file.is_read();
                ledger.read().map_err(|error| exit::in_words(&error))
            })
        });
        Changes { is_report_new: self.watched.report.as_mut().is_some_and(WatchedFile::is_news), ledger }
    }

    fn reload(&mut self) -> Result<Option<(Report, Decisions)>, String> {
        let Some(file) = self.watched.report.as_ref().filter(|file| file.is_stale()) else { return Ok(None) };
        let path = file.path().to_owned();
        let watched = Watched::new(self.command, Some(&path));
        let read = || {
            let mut report = read_report(&path)?;
            let applied = AppliedDecisions::open(&self.command.deciding, Some(&path), &self.command.paths)?;
            let decisions = Decisions { saved: self.saved(), ..in_parts(apply(applied, &mut report)?) };
            Ok((report, decisions))
        };
        let read = read().map_err(|error: anyhow::Error| exit::in_words(&error))?;
        self.watched = watched;
        Ok(Some(read))
    }

    fn save(&mut self, lines: Vec<LedgerLine>) -> Result<Vec<LedgerLine>, String> {
        let by = self.by.as_ref().map_err(exit::in_words)?;
        let messages = ReviewMessages(exit::language());
        let (ledger, file) = self.watched.ledger.as_mut().ok_or_else(|| messages.no_ledger().to_owned())?;
        let lines = lines.into_iter().map(|line| LedgerLine { by: by.clone(), ..line }).collect();
        let saved = ledger.append(lines).map_err(|error| exit::in_words(&error))?;
        file.is_longer_by(saved.iter().map(|line| line.to_json().len() + 1).sum());
        Ok(saved)
    }
}

fn make_report(session: &Session, command: &Review) -> anyhow::Result<Report> {
    let job = Job {
        paths: &command.paths,
        against: &command.against,
        batch: &command.batch,
        detection: &command.detection,
        counting: &command.counting,
        reading: &command.reading,
        shows_progress: !session.quiet,
        batching: Batching::Large,
    };
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

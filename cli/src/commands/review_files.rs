//! The files of a review: documents and sources, the report and the ledger, which others may change, and the editor.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process;

use ibid::Library;
use ibid::decisions::LedgerLine;
use ibid::report::{PlaceReport, Report};

use super::live_check::LiveCheck;
use super::review_report;
use crate::applied_decisions::{AppliedDecisions, folders};
use crate::args::Review;
use crate::document_finder::DocumentFinder;
use crate::ledger_file::{LedgerFile, NAME};
use crate::messages::ReviewMessages;
use crate::output::only_over;
use crate::protected::{protect, replaced_by};
use crate::report_file::read_report;
use crate::settings::Session;
use crate::tui::trace::Missing;
use crate::tui::{
    Arrival, Changes, Decisions, Destination, Outside, OutsideMessages, ReportToWrite, Written,
};
use crate::watched_file::WatchedFile;
use crate::{advice, editor, exit, reviewer};

/// The number of bytes that decide whether a file is a text.
const HEAD_BYTES: u64 = 8 * 1024;

/// The files that may change during a review.
pub(super) struct Watched {
    /// The report; none if the review made it.
    report: Option<WatchedFile>,
    /// The ledger that decisions are written to.
    ledger: Option<(LedgerFile, WatchedFile)>,
}

impl Watched {
    pub(super) fn new(command: &Review, finished: Option<&Path>) -> Watched {
        let mut watched = Watched { report: finished.map(WatchedFile::new), ledger: None };
        if let Some(ledger) = ledger_to_write(command, finished) {
            let file = WatchedFile::new(ledger.path());
            watched.ledger = Some((ledger, file));
        }
        watched
    }
}

/// The files of a review.
pub(super) struct Files<'c> {
    session: &'c Session,
    command: &'c Review,
    watched: Watched,
    /// The check whose documents are reviewed.
    pub(super) check: Option<LiveCheck>,
    /// The name of the person who decides, or the reason why there is none.
    by: anyhow::Result<String>,
    documents: DocumentFinder,
}

impl<'c> Files<'c> {
    pub(super) fn new(
        session: &'c Session,
        command: &'c Review,
        watched: Watched,
        check: Option<LiveCheck>,
    ) -> anyhow::Result<Files<'c>> {
        let report = watched.report.as_ref().map(WatchedFile::path);
        // An index that cannot be opened is left out.
        let library = session.index.as_deref().and_then(|dir| Library::open(dir).ok());
        let documents = DocumentFinder::new(report, library, session.read_options(&command.reading)?);
        Ok(Files { session, command, watched, check, by: reviewer::name(command.by.as_deref()), documents })
    }

    /// Keeps the ledger and the files that are documents or sources from being replaced by a report.
    fn protect_inputs(&self, report: &Report) {
        let mut ids = BTreeSet::new();
        for document in &report.documents {
            ids.insert(&document.id);
            ids.extend(document.sources.iter().map(|source| &source.id));
        }
        for id in ids {
            if let Some(path) = self.documents.paths(id).next() {
                protect(&path);
            }
        }
        if let Some((ledger, _)) = &self.watched.ledger {
            protect(ledger.path());
        }
    }

    /// Reads the report anew, with its decisions.
    fn read_again(&self, path: &Path) -> anyhow::Result<(Report, Decisions)> {
        let mut report = read_report(path)?;
        let applied = AppliedDecisions::open(&self.command.deciding, Some(path), &self.command.paths)?;
        let decisions = Decisions { saved: self.saved(), ..in_parts(apply(applied, &mut report)?) };
        keep_over(&mut report, only_over(&self.command.only_over)?);
        Ok((report, decisions))
    }

    /// Returns the path of the ledger and the name of the person who decides; none if nothing can be saved.
    pub(super) fn saved(&self) -> Option<(String, String)> {
        let ((ledger, _), by) = (self.watched.ledger.as_ref()?, self.by.as_ref().ok()?);
        Some((ledger.path().display().to_string(), by.clone()))
    }
}

impl Outside for Files<'_> {
    /// Reads a document that has the hash: that of the index, else a file.
    fn read(&mut self, id: &str, hash: Option<&str>) -> Result<String, Missing> {
        let mut missing = Missing::Document;
        for found in self.documents.indexed(id).into_iter().chain(self.documents.files(id)) {
            match found {
                Ok(found) if hash.is_none_or(|hash| Report::text_hash(&found.text) == hash) => {
                    return Ok(found.text);
                }
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

    fn report_path(&self) -> String {
        let reviewed = self.watched.report.as_ref().map(WatchedFile::path);
        review_report::proposed(reviewed).display().to_string()
    }

    fn write(&mut self, report: &ReportToWrite<'_>, to: &Destination) -> Result<Written, String> {
        let path = Path::new(&to.path);
        if !review_report::has_form(path) {
            return Err(OutsideMessages(exit::language()).report_forms().to_owned());
        }
        self.protect_inputs(report.report);
        if path.exists() && !to.may_replace && replaced_by(path).is_none() {
            return Ok(Written::Exists);
        }
        let has_decisions = !report.decisions.ledger.lines().is_empty();
        let ledger = match &self.watched.ledger {
            Some((ledger, _)) if has_decisions => Some(ledger),
            _ => None,
        };
        review_report::write(self.session, report, path, ledger).map_err(told)?;
        Ok(Written::Done)
    }

    fn changes(&mut self) -> Changes {
        let mut ledger = None;
        if let Some((file, watched)) = &mut self.watched.ledger
            && watched.is_news()
        {
            watched.is_read();
            ledger = Some(file.read().map_err(told));
        }
        Changes { is_report_new: self.watched.report.as_mut().is_some_and(WatchedFile::is_news), ledger }
    }

    fn reload(&mut self) -> Result<Option<(Report, Decisions)>, String> {
        let Some(file) = &self.watched.report else { return Ok(None) };
        if !file.is_stale() {
            return Ok(None);
        }
        let path = file.path().to_owned();
        let watched = Watched::new(self.command, Some(&path));
        let read = self.read_again(&path).map_err(told)?;
        self.watched = watched;
        Ok(Some(read))
    }

    fn editor(&mut self, id: &str, place: Option<PlaceReport>) -> Result<process::Command, String> {
        let messages = OutsideMessages(exit::language());
        let Some(editor) = editor::chosen() else { return Err(messages.no_editor().to_owned()) };
        let Some(path) = self.documents.paths(id).next() else {
            return Err(match self.documents.indexed(id) {
                Some(Ok(_)) => messages.only_in_index(id),
                _ => messages.no_file(id),
            });
        };
        let place = place.and_then(PlaceReport::line_and_column);
        if place.is_none() && !is_text(&path) {
            return Err(messages.no_text_file(id));
        }
        Ok(editor::command(&editor, &path, place))
    }

    fn save(&mut self, lines: Vec<LedgerLine>) -> Result<Vec<LedgerLine>, String> {
        let by = self.by.as_ref().map_err(exit::in_words)?;
        let Some((ledger, file)) = &mut self.watched.ledger else {
            return Err(ReviewMessages(exit::language()).no_ledger().to_owned());
        };
        let lines = lines.into_iter().map(|line| LedgerLine { by: by.clone(), ..line }).collect();
        let saved = ledger.append(lines).map_err(told)?;
        file.is_longer_by(saved.iter().map(|line| line.to_json().len() + 1).sum());
        Ok(saved)
    }
}

/// Returns an error as one line in the language of messages.
fn told(error: anyhow::Error) -> String {
    exit::in_language(&exit::in_words(&error))
}

/// Returns whether a file begins as a text that an editor can show, and not as a PDF or an office file.
fn is_text(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let mut head = vec![];
    let read = file.take(HEAD_BYTES).read_to_end(&mut head);
    read.is_ok() && !head.starts_with(b"%PDF") && !head.contains(&0)
}

/// Returns the ledger that decisions are written to: the one that is named, else the nearest, else a new one beside the
/// report or in the current folder; none with `--decisions none`.
fn ledger_to_write(command: &Review, report: Option<&Path>) -> Option<LedgerFile> {
    match command.deciding.decisions.as_deref() {
        Some(path) if path == Path::new("none") => None,
        Some(path) => Some(LedgerFile::at(path)),
        None => {
            let nearest = LedgerFile::nearest(&folders(report, command.paths.first().map(PathBuf::as_path)));
            Some(match (nearest, report) {
                (Some(nearest), _) => nearest,
                (None, Some(report)) => LedgerFile::at(report.with_file_name(NAME)),
                (None, None) => LedgerFile::at(NAME),
            })
        }
    }
}

/// Applies the decisions to the documents of a report, if there is a ledger.
pub(super) fn apply(
    applied: Option<AppliedDecisions>,
    report: &mut Report,
) -> anyhow::Result<Option<AppliedDecisions>> {
    let Some(mut applied) = applied else { return Ok(None) };
    applied.begin(report)?;
    applied.apply_all(&mut report.documents)?;
    Ok(Some(applied))
}

/// Leaves out the documents of a report whose ratio is below a limit, if there is one.
pub(super) fn keep_over(report: &mut Report, limit: Option<f64>) {
    if let Some(limit) = limit {
        report.documents.retain(|document| document.ratios.overall >= limit);
    }
}

pub(super) fn in_parts(applied: Option<AppliedDecisions>) -> Decisions {
    let Some(applied) = applied else { return Decisions::default() };
    let (ledger, draft_of) = applied.into_parts();
    Decisions { ledger, draft_of, saved: None }
}

//! The decisions of a ledger, applied to the documents of a report.
//!
//! In: the options that name the ledger, and documents as they are checked. Out: the documents with the decision of each
//! passage, and how many passages are decided.

use std::path::{Path, PathBuf};

use ibid::Exclude;
use ibid::decisions::{Ledger, LedgerLine};
use ibid::report::{DocumentReport, LedgerReport, Report};
use jiff::{SignedDuration, Timestamp};
use rayon::prelude::*;

use crate::args::Deciding;
use crate::atomic_file::folder_of;
use crate::exit::{self, Failure};
use crate::ledger_file::LedgerFile;
use crate::render::DecisionMessages;
use crate::report_file::{Content, read_report};

/// The decisions that a report applies.
#[derive(Debug)]
pub(crate) struct AppliedDecisions {
    ledger: Ledger,
    report: LedgerReport,
    draft_of: Option<String>,
    /// The filters with which the figures are made.
    exclude: Exclude,
    applied: Applied,
}

/// The number of findings that count, and of those with a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Applied {
    documents: u64,
    findings: u64,
    decided: u64,
    disputed: u64,
    suggested: u64,
}

impl AppliedDecisions {
    /// Reads the ledger that is named, else the nearest one of a report at `output` on the documents in `paths`; none if
    /// there is no ledger, or none is wanted.
    ///
    /// # Errors
    /// The ledger or the report on the draft cannot be read.
    pub(crate) fn open(
        deciding: &Deciding,
        output: Option<&Path>,
        paths: &[PathBuf],
    ) -> anyhow::Result<Option<AppliedDecisions>> {
        let folders = folders(output, paths.first().map(PathBuf::as_path));
        let file = match deciding.decisions.as_deref() {
            Some(path) if path == Path::new("none") => None,
            Some(path) => Some(LedgerFile::at(path)),
            None => LedgerFile::nearest(&folders),
        };
        let Some(file) = file else {
            return match &deciding.draft_of {
                None => Ok(None),
                Some(_) => Err(Failure::usage(
                    "--draft-of applies the decisions on a draft, and there is no ledger; name one with --decisions",
                )),
            };
        };
        let draft_of = deciding.draft_of.as_deref().map(id_of_draft).transpose()?;
        let ledger = file.read()?;
        exit::say_all(in_future(&ledger, file.path()));
        Ok(Some(AppliedDecisions::of(ledger, draft_of, &file, output)))
    }

    /// Applies a ledger, which was read from a file, to a report at `output`.
    pub(crate) fn of(
        ledger: Ledger,
        draft_of: Option<String>,
        file: &LedgerFile,
        output: Option<&Path>,
    ) -> AppliedDecisions {
        let base = output.map_or(Path::new("."), folder_of);
        let report = LedgerReport { draft_of: draft_of.clone(), ..ledger.report(&file.path_from(base)) };
        AppliedDecisions {
            ledger,
            report,
            draft_of,
            exclude: Exclude::default(),
            applied: Applied::default(),
        }
    }

    /// Names the ledger in a report, whose filters are those of its figures as decided.
    pub(crate) fn begin(&mut self, report: &mut Report) -> anyhow::Result<()> {
        self.exclude = Exclude::of_names(&report.parameters.excluded)?;
        report.ledger = Some(self.report.clone());
        Ok(())
    }

    /// Applies the decisions to a document of the report, and makes its figures.
    ///
    /// # Errors
    /// A draft is named, and this is not the only document; or the report is of an earlier version.
    pub(crate) fn apply(&mut self, document: &mut DocumentReport) -> anyhow::Result<()> {
        self.apply_all(std::slice::from_mut(document))
    }

    /// Applies the decisions to documents of the report, as [`AppliedDecisions::apply`] does, on all threads.
    pub(crate) fn apply_all(&mut self, documents: &mut [DocumentReport]) -> anyhow::Result<()> {
        self.applied.documents += documents.len() as u64;
        if self.draft_of.is_some() && self.applied.documents > 1 {
            return Err(Failure::usage(
                "--draft-of names the draft of one document; check the others without it",
            ));
        }
        documents.par_iter_mut().try_for_each(|document| {
            self.ledger.apply(document, self.draft_of.as_deref());
            document.score(&self.exclude)
        })?;
        for passage in documents.iter().flat_map(|document| &document.passages) {
            if !passage.is_best {
                continue;
            }
            self.applied.findings += 1;
            self.applied.decided += u64::from(passage.decision.is_some());
            self.applied.disputed += u64::from(!passage.disputed.is_empty());
            self.applied.suggested += u64::from(passage.suggestion.is_some());
        }
        Ok(())
    }

    /// Returns the ledger, and the id of the earlier draft whose decisions are applied too.
    pub(crate) fn into_parts(self) -> (Ledger, Option<String>) {
        (self.ledger, self.draft_of)
    }

    /// Says how many passages are decided.
    pub(crate) fn say(&self) {
        let messages = DecisionMessages(exit::language());
        let Applied { findings, decided, disputed, suggested, .. } = self.applied;
        let mut said = messages.applied(&self.report.path, decided, findings);
        if disputed > 0 {
            said += &messages.disputed_of_them(disputed);
        }
        if suggested > 0 {
            said += &messages.suggested_of_them(suggested);
        }
        exit::say(&said);
    }
}

/// Returns the folders from which the ledger of a report is looked for.
pub(crate) fn folders(output: Option<&Path>, document: Option<&Path>) -> Vec<PathBuf> {
    let mut folders = vec![];
    if let Some(output) = output {
        folders.push(folder_of(output).to_owned());
    }
    if let Some(document) = document {
        let folder = if document.is_dir() { document } else { folder_of(document) };
        folders.push(folder.to_owned());
    }
    folders.push(PathBuf::from("."));
    folders
}

/// Returns the id of a draft that is named by its id, or by a report on it.
fn id_of_draft(draft: &str) -> anyhow::Result<String> {
    let path = Path::new(draft);
    if !path.is_file() || Content::of(path) != Content::Report {
        return Ok(draft.to_owned());
    }
    match read_report(path)?.documents.as_slice() {
        [document] => Ok(document.id.clone()),
        documents => Err(Failure::usage(format!(
            "--draft-of: the report {path:?} has {} documents; give the id of one",
            documents.len()
        ))),
    }
}

/// Returns the message for a latest line that is dated more than a day ahead, which no difference of clocks explains.
pub(crate) fn in_future(ledger: &Ledger, path: &Path) -> Option<String> {
    let tomorrow = Timestamp::now().checked_add(SignedDuration::from_hours(24)).ok()?;
    let LedgerLine { at, by, .. } = ledger.lines().last()?;
    if at.parse::<Timestamp>().ok()? <= tomorrow {
        return None;
    }
    Some(format!(
        "{path:?}: a decision of {by:?} is dated {at}, in the future; correct it, since no later one holds until then"
    ))
}

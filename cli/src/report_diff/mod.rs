//! Two reports -> what appeared, is gone, has changed or moved.
//!
//! In: an earlier report and a later one. Out: a [`ReportDiff`], plain data, whose JSON has a published schema
//! (`docs/diff.schema.json`). Findings are compared by their sentence pairs, so that neither numbers nor places matter;
//! `docs/guide/compare-two-reports.md` has the definitions.
//!
//! - `pairing`: which documents of both reports belong together
//! - `findings`: the findings of a document, and what became of them
//! - `ranges`: ranges of words
//! - `order`: what moved
//!
//! `O(p log p)` for p sentence pairs.

mod findings;
mod order;
mod pairing;
mod ranges;

use std::path::Path;

use ibid::report::{DecidedReport, DocumentReport, Parameters, Passage, Ratios, Report};
use serde::Serialize;

/// The version of the schema of the JSON.
const DIFF_VERSION: u32 = 1;

/// The differences between two reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ReportDiff {
    /// [`DIFF_VERSION`].
    pub(crate) diff_version: u32,
    /// `ibid` with its version.
    pub(crate) tool: String,
    pub(crate) old: ReportName,
    pub(crate) new: ReportName,
    pub(crate) compared_by: ComparedBy,
    /// The settings that differ. Where there are any, figures may differ for their sake.
    pub(crate) settings: Vec<SettingChange>,
    /// The documents that both reports have, in the order of the later one.
    pub(crate) documents: Vec<DocumentDiff>,
    /// The ids of the documents that only the earlier report has.
    pub(crate) only_old: Vec<String>,
    /// The ids of the documents that only the later report has.
    pub(crate) only_new: Vec<String>,
}

/// A report that was compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ReportName {
    /// Its path, as given.
    pub(crate) path: String,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<String>,
    /// `ibid` with the version that made it.
    pub(crate) tool: String,
}

/// The property by which passages are recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ComparedBy {
    /// Their sentence pairs.
    SentencePairs,
    /// The hashes of their texts: a report was made by an earlier version and has no sentence pairs.
    Hashes,
}

/// A setting with its value in both reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SettingChange {
    pub(crate) name: &'static str,
    pub(crate) old: String,
    pub(crate) new: String,
}

/// The differences between two reports on a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DocumentDiff {
    pub(crate) old_id: String,
    pub(crate) new_id: String,
    /// `words`, or `characters` for Chinese.
    pub(crate) unit: String,
    pub(crate) old: DocumentFigures,
    pub(crate) new: DocumentFigures,
    pub(crate) counts: FindingCounts,
    /// The findings of the later report in their order, then those that are gone.
    pub(crate) findings: Vec<FindingDiff>,
}

/// The figures of a document in one report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DocumentFigures {
    pub(crate) total: u64,
    pub(crate) matched: u64,
    pub(crate) ratios: Ratios,
    /// The number of findings that count.
    pub(crate) findings: u64,
    /// The figures as decided, if the report knows of any decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decided: Option<DecidedReport>,
}

/// The number of findings by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct FindingCounts {
    pub(crate) appeared: u64,
    pub(crate) gone: u64,
    pub(crate) changed: u64,
    pub(crate) moved: u64,
    pub(crate) same: u64,
}

impl FindingCounts {
    pub(crate) fn of(mut self, status: FindingStatus) -> u64 {
        *self.of_mut(status)
    }

    fn of_mut(&mut self, status: FindingStatus) -> &mut u64 {
        match status {
            FindingStatus::Appeared => &mut self.appeared,
            FindingStatus::Gone => &mut self.gone,
            FindingStatus::Changed => &mut self.changed,
            FindingStatus::Moved => &mut self.moved,
            FindingStatus::Same => &mut self.same,
        }
    }
}

/// The fate of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FindingStatus {
    /// None of its words are in pairs of the earlier report.
    Appeared,
    /// None of its pairs are in the later report.
    Gone,
    /// Less than nine tenths of the words of one side are in pairs of the other.
    Changed,
    /// The same, at another place among the others that are the same.
    Moved,
    /// The same, in the same order.
    Same,
}

impl FindingStatus {
    /// All of them, in the order in which they are told.
    pub(crate) const ALL: [FindingStatus; 5] = [
        FindingStatus::Appeared,
        FindingStatus::Gone,
        FindingStatus::Changed,
        FindingStatus::Moved,
        FindingStatus::Same,
    ];
}

/// A finding of the later report, or one of the earlier that is gone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct FindingDiff {
    pub(crate) status: FindingStatus,
    /// The numbers of the findings of the earlier report that share pairs with it.
    pub(crate) old: Vec<u32>,
    /// Its number in the later report; none if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) new: Option<u32>,
    /// The id of the source of its best passage.
    pub(crate) source: String,
    /// The number of its words that were taken over.
    pub(crate) words: u64,
    /// The number of these that lie in pairs of the other report.
    pub(crate) common_words: u64,
    /// Its first words; empty if the report has no texts.
    pub(crate) text: String,
}

impl ReportDiff {
    /// Returns whether anything differs that a reader of the reports would see: a finding, a figure or a document.
    pub(crate) fn has_differences(&self) -> bool {
        !self.only_old.is_empty()
            || !self.only_new.is_empty()
            || self.documents.iter().any(DocumentDiff::has_differences)
    }
}

impl DocumentDiff {
    /// Returns whether a figure or a finding differs.
    fn has_differences(&self) -> bool {
        self.old != self.new || self.counts.same != self.findings.len() as u64
    }
}

/// A report with the path under which it was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenedReport<'r> {
    pub(crate) path: &'r Path,
    pub(crate) report: &'r Report,
}

impl OpenedReport<'_> {
    fn name(self) -> ReportName {
        ReportName {
            path: self.path.display().to_string(),
            number: self.report.number.clone(),
            tool: self.report.tool.clone(),
        }
    }
}

/// Compares two reports.
pub(crate) fn compare(opened_old: OpenedReport<'_>, opened_new: OpenedReport<'_>) -> ReportDiff {
    let (old, new) = (opened_old.report, opened_new.report);
    let compared_by =
        if has_pairs(old) && has_pairs(new) { ComparedBy::SentencePairs } else { ComparedBy::Hashes };
    let paired = pairing::pair(old, new);
    ReportDiff {
        diff_version: DIFF_VERSION,
        tool: concat!("ibid ", env!("CARGO_PKG_VERSION")).to_owned(),
        old: opened_old.name(),
        new: opened_new.name(),
        compared_by,
        settings: settings(&old.parameters, &new.parameters),
        documents: paired.both.iter().map(|(old, new)| document(old, new, compared_by)).collect(),
        only_old: paired.only_old,
        only_new: paired.only_new,
    }
}

/// Returns whether the passages that count have sentence pairs, or there are none.
fn has_pairs(report: &Report) -> bool {
    let mut has_none = true;
    for passage in report.passages() {
        if passage.counts() {
            if !passage.said.is_empty() {
                return true;
            }
            has_none = false;
        }
    }
    has_none
}

fn settings(old: &Parameters, new: &Parameters) -> Vec<SettingChange> {
    let mut changes = vec![
        SettingChange { name: "feature", old: old.feature.clone(), new: new.feature.clone() },
        SettingChange {
            name: "min_jaccard",
            old: old.min_jaccard.to_string(),
            new: new.min_jaccard.to_string(),
        },
        SettingChange { name: "versions", old: old.versions.clone(), new: new.versions.clone() },
        SettingChange { name: "templates", old: old.templates.join(", "), new: new.templates.join(", ") },
        SettingChange { name: "excluded", old: old.excluded.join(", "), new: new.excluded.join(", ") },
    ];
    changes.retain(|change| change.old != change.new);
    changes
}

fn document(old: &DocumentReport, new: &DocumentReport, by: ComparedBy) -> DocumentDiff {
    let findings = findings::compare(old, new, by);
    let mut counts = FindingCounts::default();
    for finding in &findings {
        *counts.of_mut(finding.status) += 1;
    }
    DocumentDiff {
        old_id: old.id.clone(),
        new_id: new.id.clone(),
        unit: new.unit.clone(),
        old: figures(old),
        new: figures(new),
        counts,
        findings,
    }
}

fn figures(document: &DocumentReport) -> DocumentFigures {
    DocumentFigures {
        total: document.total,
        matched: document.matched,
        ratios: document.ratios,
        findings: document.passages.iter().filter(is_best).count() as u64,
        decided: document.decided.clone(),
    }
}

/// Returns whether a passage stands for a finding that counts.
fn is_best(passage: &&Passage) -> bool {
    passage.counts() && passage.is_best
}

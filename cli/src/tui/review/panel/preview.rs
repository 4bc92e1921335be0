//! The effect of a filter, computed on a copy of the document before the filter is set.
//!
//! The copy has nothing but what figures are made of. `O(r log r)` for r ranges of words, as scoring itself.

use ibid::Exclude;
use ibid::report::{DocumentReport, Passage};

/// The number of findings and the overall ratio of a document with some filters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figures {
    pub(super) findings: usize,
    pub(super) ratio: f64,
}

/// A document without texts, names and decisions.
#[derive(Clone, Debug)]
pub(super) struct BareDocument(DocumentReport);

impl BareDocument {
    /// Copies what figures are made of.
    pub(super) fn new(document: &DocumentReport) -> BareDocument {
        BareDocument(DocumentReport {
            total: document.total,
            words: document.words.clone(),
            sources: document.sources.clone(),
            other_sources: document.other_sources.clone(),
            passages: document.passages.iter().map(bare).collect(),
            ..DocumentReport::default()
        })
    }

    /// Scores the copy with some filters; none for a report of an earlier version.
    pub(super) fn score(&mut self, exclude: &Exclude) -> Option<Figures> {
        self.0.score(exclude).ok()?;
        let findings = self.0.passages.iter().filter(|passage| passage.is_best).count();
        Some(Figures { findings, ratio: self.0.ratios.overall })
    }
}

fn bare(passage: &Passage) -> Passage {
    Passage {
        b: passage.b.clone(),
        kind: passage.kind,
        finding: passage.finding,
        is_weak: passage.is_weak,
        is_part_of_weak: passage.is_part_of_weak,
        similarity: passage.similarity,
        a_words: passage.a_words,
        taken: passage.taken.clone(),
        taken_also: passage.taken_also.clone(),
        more_documents: passage.more_documents,
        ..Passage::default()
    }
}

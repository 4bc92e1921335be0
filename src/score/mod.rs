//! A report -> its figures, for any filters and decisions.
//!
//! In: a [`DocumentReport`] with the words of its parts ([`PartWords`](crate::report::PartWords)), the words that each
//! passage takes over, and decisions on passages; and the filters ([`Exclude`]). Out: the same report with the standing
//! of each passage, its figures as found, and as decided. Nothing but the report is asked, so a finished report can be
//! scored again without a check. The same function makes the figures of a check.
//!
//! The steps, each in a file of its own:
//!
//! - [`exclude`]: the filters, and their names in options and reports
//! - [`standing`]: the filter that leaves a passage out, if one does
//! - [`found`]: the figures as found
//! - [`decided`]: the figures as decided
//! - [`live`]: the same, kept up to date while decisions are made
//!
//! `O(r log r)` for the r ranges of words that parts and passages have.

mod exclude;
mod standing;
mod found;
mod decided;
mod live;

use std::collections::BTreeMap;

pub use exclude::Exclude;
pub use live::LiveFigures;

use crate::error::{Error, Result};
use crate::report::{DocumentReport, LeftOut, Passage, SourceReport};
use crate::word_set::WordSet;

impl DocumentReport {
    /// Makes all figures of the document: those of its passages, of its sources and of all of it, as found and, if a
    /// passage has a decision, as decided.
    ///
    /// # Errors
    /// [`Error::Request`] if the report was made by an earlier version, and does not have the words of its parts.
    pub fn score(&mut self, exclude: &Exclude) -> Result<()> {
        let parts = DocumentParts::new(self, exclude)?;
        let sources = sources(self);
        standing::set(self, &parts, &sources, exclude);
        found::set(self, &parts, sources);
        decided::set(self, &parts);
        Ok(())
    }

    /// Returns the number of words that its ratios are shares of: those that no filter and no template takes out.
    pub fn counted_words(&self) -> u64 {
        let Some(words) = &self.words else { return self.total };
        let mut out = vec![&words.template];
        for (part, ranges) in [
            (LeftOut::References, &words.references),
            (LeftOut::Captions, &words.captions),
            (LeftOut::Front, &words.front),
        ] {
            if let Some(excluded) = &self.excluded
                && excluded.words.contains_key(&part)
            {
                out.push(ranges);
            }
        }
        self.total.saturating_sub(WordSet::of_numbers(out.into_iter().flatten()).len() as u64)
    }
}

/// The words of a document by what they count for.
#[derive(Clone, Debug)]
struct DocumentParts {
    /// The number of the words that the ratios are shares of.
    total: usize,
    /// The words that the filters leave out, by part.
    left_out: Vec<(LeftOut, WordSet)>,
    /// The union of these parts.
    unmatched: WordSet,
    template: WordSet,
    /// The words that no figure counts as matched: `unmatched` and `template`.
    uncounted: WordSet,
    quoted: WordSet,
    cited: WordSet,
    /// The words that are quoted or cited.
    credited: WordSet,
}

impl DocumentParts {
    fn new(document: &DocumentReport, exclude: &Exclude) -> Result<DocumentParts> {
        let Some(words) = &document.words else {
            return Err(Error::Request(format!(
                "the report on {:?} was made by an earlier version and has no word ranges; check the document again",
                document.id
            )));
        };
        let quoted = WordSet::of_numbers(&words.quoted);
        let cited = WordSet::of_numbers(&words.cited);
        let template = WordSet::of_numbers(&words.template);
        let mut left_out = vec![];
        for (is_out, part, ranges) in [
            (exclude.references, LeftOut::References, &words.references),
            (exclude.captions, LeftOut::Captions, &words.captions),
            (exclude.front, LeftOut::Front, &words.front),
            (exclude.quotes, LeftOut::Quotes, &words.quoted),
            (exclude.cited, LeftOut::Cited, &words.cited),
            (exclude.phrases, LeftOut::Phrases, &words.phrases),
        ] {
            if is_out {
                left_out.push((part, WordSet::of_numbers(ranges)));
            }
        }
        let unmatched = WordSet::union(left_out.iter().map(|(_, set)| set));
        let mut out_of_all = vec![&template];
        for (part, set) in &left_out {
            if part.is_out_of_all() {
                out_of_all.push(set);
            }
        }
        Ok(DocumentParts {
            total: (document.total as usize).saturating_sub(WordSet::union(out_of_all).len()),
            uncounted: WordSet::union([&unmatched, &template]),
            credited: WordSet::union([&quoted, &cited]),
            left_out,
            unmatched,
            template,
            quoted,
            cited,
        })
    }
}

/// The sources of a document by id.
type Sources = BTreeMap<String, SourceReport>;

/// Takes all sources out of a report.
fn sources(document: &mut DocumentReport) -> Sources {
    let all = document.sources.drain(..).chain(document.other_sources.drain(..));
    all.map(|source| (source.id.clone(), source)).collect()
}

impl DocumentParts {
    /// Returns the words that some passages take over, at all of their places, and that figures count.
    fn taken<'p>(&self, passages: impl IntoIterator<Item = &'p Passage>) -> WordSet {
        WordSet::of_numbers(passages.into_iter().flat_map(Passage::all_taken)).without(&self.uncounted)
    }

    /// Returns a number of words as a share of all, rounded to four places; 0 of nothing.
    fn share(&self, words: usize) -> f64 {
        if self.total == 0 {
            return 0.0;
        }
        (words as f64 / self.total as f64 * 10_000.0).round() / 10_000.0
    }
}

/// Returns the passages that count.
fn counting(passages: &[Passage]) -> impl Iterator<Item = &Passage> {
    passages.iter().filter(|passage| passage.counts())
}

/// Groups passages by their source.
fn by_source<'p>(passages: impl IntoIterator<Item = &'p Passage>) -> BTreeMap<&'p str, Vec<&'p Passage>> {
    let mut by_source: BTreeMap<&str, Vec<&Passage>> = BTreeMap::new();
    for passage in passages {
        by_source.entry(&passage.b).or_default().push(passage);
    }
    by_source
}

#[cfg(test)]
mod tests;

//! Two analyzed documents -> aligned passages.
//!
//! In: the words of two documents, and for paraphrases their terms. Out: their passages: ranges on both sides of which one
//! was copied or reworded from the other, with the words that are equal. Two engines work side by side: [`verbatim`] joins
//! runs of equal words, [`reworded`] joins sentences whose terms are alike. Neither knows an index or a feature.
//!
//! A place of the query document has one passage; other places of the source that match it are kept with that passage.
//! Apart from this, both directions find the same: a text that stands twice in one document and once in the other makes
//! two passages in one direction and one passage in the other.
//!
//! - [`limits`]: what decides about passages of both engines
//! - [`aligned`]: a passage and its figures
//! - [`lcs`]: a longest common subsequence of two short sequences
//! - [`local`]: the best local alignment of two short ranges
//! - [`groups`]: what stands close together on both sides
//! - [`verbatim`]: passages of equal words
//! - [`reworded`]: passages in other words
//! - [`ends`]: passages that begin and end with whole Chinese words

mod limits;
pub(crate) mod aligned;
pub(crate) mod lcs;
pub(crate) mod local;
mod groups;
pub(crate) mod verbatim;
pub(crate) mod reworded;
mod ends;

pub(crate) use aligned::Aligned;
pub(crate) use reworded::Demands;
pub(crate) use verbatim::{Covered, Seeding};

use std::sync::OnceLock;

use self::reworded::Text;
use crate::analyze::{Analyzed, Seeds};
use crate::retrieve::{CandidatePair, Region};
use crate::text::WordRange;

/// A stretch of equal words: `len` words from `a` on one side and from `b` on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    /// The first word on the query side.
    pub(crate) a: u32,
    /// The first word on the source side.
    pub(crate) b: u32,
    /// How many words.
    pub(crate) len: u32,
}

impl Run {
    /// Its words on the query side.
    pub(crate) fn in_a(self) -> WordRange {
        WordRange::new(self.a, self.a_end())
    }

    /// Its words on the source side.
    pub(crate) fn in_b(self) -> WordRange {
        WordRange::new(self.b, self.b_end())
    }

    fn a_end(self) -> u32 {
        self.a + self.len
    }

    fn b_end(self) -> u32 {
        self.b + self.len
    }
}

/// What to look for in a pair of documents.
#[derive(Debug)]
pub(crate) struct Scope<'c> {
    /// Where to look for equal words.
    pub(crate) verbatim: Verbatim,
    pub(crate) known: Known<'c>,
    /// Where to look for paraphrases.
    pub(crate) paraphrases: Paraphrases<'c>,
}

impl<'c> Scope<'c> {
    /// In the whole of two documents of which nothing is known.
    pub(crate) fn of_pair(paraphrases: Paraphrases<'c>) -> Scope<'c> {
        Scope { verbatim: Verbatim::Anywhere, known: Known { documents: 1, pairs: &[] }, paraphrases }
    }
}

/// Where to look for equal words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verbatim {
    /// In the pairs of sentences that are known to be alike.
    InPairs,
    /// In the whole of both documents.
    Anywhere,
}

/// What is known of a pair of documents before they are aligned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'c> {
    /// How many documents the source is one of.
    pub(crate) documents: u32,
    /// Sentences that may be copies, though words of them were replaced.
    pub(crate) pairs: &'c [CandidatePair],
}

/// Where to look for paraphrases.
#[derive(Debug)]
pub(crate) enum Paraphrases<'c> {
    Nowhere,
    /// In the whole of two documents of moderate length.
    Anywhere,
    /// In these regions, with what a passage has to reach.
    In(&'c [Region], Demands),
}

/// Aligns one query document with sources.
pub(crate) struct Aligner<'q> {
    query: &'q Analyzed<'q>,
    /// Made when first asked for: most documents have no candidate.
    seeds: OnceLock<Seeds>,
}

impl<'q> Aligner<'q> {
    pub(crate) fn new(query: &'q Analyzed<'q>) -> Aligner<'q> {
        Aligner { query, seeds: OnceLock::new() }
    }

    /// The passages of the query document and a source, by their place.
    pub(crate) fn align(&self, source: &Analyzed<'_>, scope: &Scope<'_>) -> Vec<Aligned> {
        let (a, b, rarity) = (self.query.words(), source.words(), self.query.rarity());
        let seeding = match scope.verbatim {
            Verbatim::InPairs => Seeding::InPairs,
            // Those of two documents that are only compared are not asked again, and make room for the terms.
            Verbatim::Anywhere if matches!(scope.paraphrases, Paraphrases::Anywhere) => Seeding::Once,
            Verbatim::Anywhere => Seeding::By(self.seeds.get_or_init(|| Seeds::new(a))),
        };
        let mut aligned = verbatim::align(a, seeding, b, rarity, scope.known);
        match scope.paraphrases {
            Paraphrases::Nowhere => {}
            Paraphrases::Anywhere if reworded::are_too_long(a, b) => {}
            Paraphrases::Anywhere => {
                let whole =
                    (Text { words: a, terms: self.query.terms() }, Text { words: b, terms: source.terms() });
                aligned = reworded::with_reworded(whole, aligned, rarity, Demands::default());
            }
            Paraphrases::In(regions, demands) => {
                for region in regions {
                    let (x, y) = (self.query.terms_of(region.a), source.terms_of(region.b));
                    let parts = (Text { words: a, terms: &x }, Text { words: b, terms: &y });
                    aligned = reworded::with_reworded(parts, aligned, rarity, demands);
                }
            }
        }
        let folded = verbatim::fold_repeats(aligned).into_iter();
        folded.map(|passage| ends::at_whole_words(self.query, source, passage)).collect()
    }
}

//! A query document and its sources -> the passages of each.
//!
//! Both engines look for passages within the [`Scope`] of the pair. Repeated passages are then folded into one, and
//! ends that cut a Chinese word are moved to its edge.

use std::sync::OnceLock;

use super::reworded::{self, Demands, Text};
use super::{Alignment, FoundBy, Paraphrases, Scope, Seeding, Verbatim, ends, verbatim};
use crate::align::Sides;
use crate::analyze::{Analyzed, Seeds};
use crate::interrupt;

/// An aligner of one query document with sources.
pub(crate) struct Aligner<'q> {
    query: &'q Analyzed<'q>,
    /// The stretches of the query document, made on first use: most documents have no candidate.
    seeds: OnceLock<Seeds>,
}

impl<'q> Aligner<'q> {
    pub(crate) fn new(query: &'q Analyzed<'q>) -> Aligner<'q> {
        Aligner { query, seeds: OnceLock::new() }
    }

    /// Returns the passages that the query document shares with a source, in the order of their place.
    pub(crate) fn align(&self, source: &Analyzed<'_>, scope: &Scope<'_>) -> Vec<Alignment> {
        let (a, b, rarity) = (self.query.words(), source.words(), self.query.rarity());
        let seeding = match scope.verbatim {
            Verbatim::InPairs => Seeding::InPairs,
            // When two documents are only compared, the seeds are used once. Dropping them makes room for the terms.
            Verbatim::Anywhere if matches!(scope.paraphrases, Paraphrases::Anywhere) => Seeding::Once,
            Verbatim::Anywhere => Seeding::By(self.seeds.get_or_init(|| Seeds::new(a))),
        };
        let mut passages = verbatim::align(a, seeding, b, rarity, scope.known);
        match scope.paraphrases {
            Paraphrases::Nowhere => {}
            Paraphrases::Anywhere if reworded::are_too_long(a, b) => {}
            Paraphrases::Anywhere => {
                let text_a = Text { words: a, terms: self.query.terms() };
                let text_b = Text { words: b, terms: source.terms() };
                let whole = Sides { a: text_a, b: text_b };
                passages = reworded::with_reworded(whole, passages, Demands::of_pair(a.lang()));
            }
            Paraphrases::In(regions, demands) => {
                for region in regions.iter() {
                    if interrupt::is_set() {
                        break;
                    }
                    let (x, y) = (self.query.terms_of(region.a), source.terms_of(region.b));
                    let parts = Sides { a: Text { words: a, terms: &x }, b: Text { words: b, terms: &y } };
                    let demands = if region.is_rich { demands } else { demands.without_faint() };
                    passages = reworded::with_reworded(parts, passages, demands);
                }
            }
        }
        let folded = verbatim::fold_repeats(passages).into_iter();
        folded.map(|passage| self.at_whole_words(source, passage)).collect()
    }

    /// Moves the ends of a passage, and of the verbatim passages in it, to the edges of the words that they cut.
    fn at_whole_words(&self, source: &Analyzed<'_>, mut passage: Alignment) -> Alignment {
        if let FoundBy::Terms { pieces, .. } = &mut passage.found_by {
            *pieces = pieces.drain(..).map(|piece| ends::at_whole_words(self.query, source, piece)).collect();
        }
        ends::at_whole_words(self.query, source, passage)
    }
}

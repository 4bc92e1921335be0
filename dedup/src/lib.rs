//! Finds whole documents that are equal, or nearly so.
//!
//! In: texts. Out: which of them repeat another one. Nothing here reads, writes or looks at a clock. The results do not
//! depend on the number of threads.
//!
//! - [`decide`]: both stages, exact and near, and which documents are kept
//! - [`ExactSet`]: equal texts, by 128 bits of hash
//! - [`BloomFilter`]: the same in a few bits per text, with false positives; can be saved and merged
//! - [`NearMethod`]: a way to find near texts, by a [`Signature`] of each. The methods are [`MixedSettings`] (the share
//!   of shingles or words that two texts have in common), [`ResemblanceSettings`] (shingles alone), [`SimHash`] (64
//!   bits, of which a small edit changes few) and [`Ddw`] (the words that weigh most)
//! - [`KeepDifferent`]: the facts in which near documents must not differ
//! - [`SinglePass`]: the clusters of all methods, each with a [`LeaderFinder`] of its own
//! - [`Differences`]: the words that differ between two texts
//! - [`item_version`]: the version by which stored items are comparable with new ones

mod method_spec;
mod threads;
mod cluster;
mod exact;
mod bloom;
mod packed;
mod letters;
mod words;
mod fingerprint;
mod hamming;
mod pairs;
mod fingerprints;
mod votes;
mod sketch;
mod rarity;
mod paths;
mod postings;
mod differences;
mod dispersion;
mod edited;
mod frequencies;
mod vector;
mod cosine;
mod terms;
mod signature;
mod near;
mod facts;
mod simhash;
mod resemblance_leaders;
mod resemblance;
mod mixed;
mod ddw;
mod methods;
mod pipeline;
mod stored;

pub use bloom::BloomFilter;
// The laboratory and the benches compare with the simplest form.
#[doc(hidden)]
pub use cluster::linear_single_pass;
pub use cluster::{Assignment, LeaderFinder, Nearest, Neighbor, SinglePass};
pub use ddw::{Ddw, DdwSettings, TermIdf, TermTf};
pub use differences::{Differences, Stretch};
pub use exact::{ExactKey, ExactSet};
pub use facts::{FactsKey, KeepDifferent};
pub use fingerprint::Fingerprint;
pub use fingerprints::HammingLeaders;
pub use hamming::HammingIndex;
// The benches measure all distances.
pub use dispersion::WordPrefix;
#[doc(hidden)]
pub use hamming::MOST_DISTANCE;
pub use methods::near_method;
pub use mixed::MixedSettings;
pub use near::{Linked, Measure, NearMethod, Pair, Rule, Similarity};
pub use pipeline::{Item, Keep, Verdict, decide, measures};
pub use resemblance::ResemblanceSettings;
pub use signature::Signature;
pub use simhash::{FeatureHash, Features, SimHash, SimHashSettings, Weight};
pub use sketch::{Resemblance, Sketch};
pub use stored::item_version;
pub use terms::Terms;
pub use vector::{Cosine, TermVector};

/// A membership test for texts: it remembers which were inserted.
///
/// An implementation must report each inserted text as seen. It may report others as seen, as its documentation says.
pub trait Membership {
    /// Returns the name, with the settings.
    fn name(&self) -> String;

    /// Inserts a text. Returns whether it was there before, or seems so.
    fn insert(&mut self, text: &str) -> bool;

    /// Returns whether a text was inserted, or seems so.
    fn contains(&self, text: &str) -> bool;

    /// Returns the bytes that its arrays take in memory.
    fn size_bytes(&self) -> usize;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// Generates fingerprints with others around them, so that all distances occur.
    pub(crate) fn prints() -> impl Strategy<Value = Vec<Fingerprint>> {
        let seeds = prop::collection::vec(any::<u64>(), 1..6);
        let copies = prop::collection::vec((any::<prop::sample::Index>(), edits(), any::<bool>()), 1..120);
        (seeds, copies).prop_map(|(seeds, copies)| {
            let mut prints: Vec<u64> = seeds;
            for (origin, edit, of_all) in copies {
                let range = if of_all { prints.len() } else { 1 };
                prints.push(prints[origin.index(range)] ^ edit);
            }
            prints.into_iter().map(Fingerprint).collect()
        })
    }

    /// Generates numbers with up to ten bits set.
    fn edits() -> impl Strategy<Value = u64> {
        prop::collection::vec(0_u32..64, 0..10)
            .prop_map(|bits| bits.iter().fold(0, |edit, bit| edit | 1 << bit))
    }

    fn all() -> Vec<Box<dyn Membership>> {
        vec![Box::new(ExactSet::new()), Box::new(BloomFilter::new(1000, 1e-9).unwrap())]
    }

    proptest! {
        /// Compares with a set of the texts themselves: no text that was there is called new, and with settings that
        /// hardly allow for errors, no new text is called seen.
        #[test]
        fn all_remember_what_a_set_of_texts_does(texts in prop::collection::vec("[ab去]{0,4}", 0..200)) {
            for mut seen in all() {
                let mut oracle = HashSet::new();
                for text in &texts {
                    let was_there = !oracle.insert(text.as_str());
                    let looked_up = seen.contains(text);
                    prop_assert_eq!(looked_up, seen.insert(text), "{} {}", seen.name(), text);
                    prop_assert_eq!(looked_up, was_there, "{} {}", seen.name(), text);
                    prop_assert!(seen.contains(text));
                }
            }
        }
    }
}

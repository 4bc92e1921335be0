//! Whole documents that are equal, or nearly so.
//!
//! In: texts. Out: which of them say again what another one says. Nothing here reads, writes or looks at a clock, and
//! the results do not depend on the number of threads.
//!
//! - [`ExactSet`]: equal texts, by 128 bits of hash
//! - [`BloomFilter`]: the same in a few bits a text, with false positives; can be saved and merged
//! - [`SimHash`]: a fingerprint of 64 bits, which a small edit changes in few places
//! - [`HammingIndex`]: fingerprints that differ in few bits
//! - [`SinglePass`]: clusters of them
//! - [`Sketch`]: the set of a text's stretches of letters, or a sample of it
//! - [`ResemblancePass`]: clusters of texts by how much of these sets is common
//! - [`Ddw`]: the words that weigh most in a text, as a vector
//! - [`CosinePass`]: clusters of those
//! - [`IMatch`]: a hash of the words that are neither common nor rare
//! - [`Near`]: what near documents are found by, with its settings
//! - [`stored`]: items as bytes
//! - [`decide`]: both stages, exact and near, and which documents are kept

mod written;
mod threads;
mod exact;
mod bloom;
mod letters;
mod words;
mod simhash;
mod hamming;
mod pairs;
mod cluster;
mod sketch;
mod rarity;
mod postings;
mod resemblance;
mod frequencies;
mod vector;
mod centres;
mod ddw;
mod imatch;
mod near;
mod stages;
pub mod stored;

pub use bloom::BloomFilter;
pub use centres::{CosinePass, Placed, linear_cosine_pass};
pub use cluster::{Joined, SinglePass, linear_single_pass};
pub use ddw::{Ddw, DdwSettings, TermIdf, TermTf, Terms};
pub use exact::{ExactKey, ExactSet};
pub use hamming::{HammingIndex, MOST_DISTANCE, Neighbor};
pub use imatch::{IMatch, IMatchSettings, Lexicons, Signatures};
pub use near::{Mark, Near, Nearness};
pub use resemblance::{Effort, ResemblancePass, ResemblanceSettings, Resembling, linear_resemblance_pass};
pub use simhash::{FeatureHash, Features, Fingerprint, SimHash, SimHashSettings, Weight};
pub use sketch::{Resemblance, Sketch};
pub use stages::{Item, Keep, Verdict, decide};
pub use vector::{Cosine, TermVector};

/// Remembers texts.
///
/// An implementation must call every text seen that was inserted before, and may call others seen as its documentation
/// says.
pub trait Seen {
    /// What it is, with its settings.
    fn name(&self) -> String;

    /// Takes a text in. Whether it was there before, or seems so.
    fn insert(&mut self, text: &str) -> bool;

    /// Whether a text was taken in, or seems so.
    fn contains(&self, text: &str) -> bool;

    /// What it takes in memory, as its own arrays count.
    fn size_bytes(&self) -> usize;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// Some fingerprints with others around them, so that all distances occur.
    pub(super) fn prints() -> impl Strategy<Value = Vec<Fingerprint>> {
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

    /// Up to ten bits.
    fn edits() -> impl Strategy<Value = u64> {
        prop::collection::vec(0_u32..64, 0..10)
            .prop_map(|bits| bits.iter().fold(0, |edit, bit| edit | 1 << bit))
    }

    fn all() -> Vec<Box<dyn Seen>> {
        vec![Box::new(ExactSet::new()), Box::new(BloomFilter::new(1000, 1e-9).unwrap())]
    }

    proptest! {
        /// Against a set of the texts themselves: nothing that was there is called new, and with settings that hardly
        /// allow for errors, nothing that was not there is called seen.
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

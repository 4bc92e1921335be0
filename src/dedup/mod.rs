//! Whole documents that are equal, or nearly so.
//!
//! In: texts. Out: which of them say again what another one says. Nothing here reads, writes or looks at a clock, and
//! the results do not depend on the number of threads.
//!
//! - [`ExactSet`]: equal texts, by 128 bits of hash
//! - [`BloomFilter`]: the same in a few bits a text, with false positives; can be saved and merged
//! - [`DigitTrie`]: the same as a paper describes it, for comparison

mod exact;
mod bloom;
mod trie;

pub use bloom::BloomFilter;
pub use exact::{ExactKey, ExactSet};
pub use trie::DigitTrie;

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
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn all() -> Vec<Box<dyn Seen>> {
        vec![
            Box::new(ExactSet::new()),
            Box::new(BloomFilter::new(1000, 1e-9).unwrap()),
            Box::new(BloomFilter::paper(50_000).unwrap()),
            Box::new(DigitTrie::new()),
        ]
    }

    proptest! {
        /// Against a set of the texts themselves: nothing that was there is called new, and with settings that do not
        /// allow for errors, nothing that was not there is called seen.
        #[test]
        fn all_remember_what_a_set_of_texts_does(texts in prop::collection::vec("[ab去]{0,4}", 0..200)) {
            for mut seen in all() {
                let mut oracle = HashSet::new();
                let may_err = seen.name().contains("any-bit");
                for text in &texts {
                    let was_there = !oracle.insert(text.as_str());
                    let looked_up = seen.contains(text);
                    prop_assert_eq!(looked_up, seen.insert(text), "{} {}", seen.name(), text);
                    prop_assert!(looked_up == was_there || (may_err && looked_up), "{} {}", seen.name(), text);
                    prop_assert!(seen.contains(text));
                }
            }
        }
    }
}

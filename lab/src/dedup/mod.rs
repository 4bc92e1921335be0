//! The experiments of the papers on whole documents, on any texts: how far what finds duplicates stands edits, and how
//! often what remembers texts is wrong.
//!
//! In: texts, and what is compared. Out: numbers. Nothing here reads a file or looks at a clock, and nothing depends on
//! the number of threads.
//!
//! - [`changes`]: copies of documents with more, fewer or reordered words
//! - [`shingles`]: sets of shingles and their Jaccard, with which Li, Mao and Chen (2013) compare
//! - [`sdbm`]: the hash that the papers make fingerprints with
//! - [`copies`]: what recognizes a copy
//! - [`robust`]: how many copies are recognized, and how many other documents are taken for copies
//! - [`planted`]: edited copies planted in a collection, and how many of them are found
//! - [`stream`]: texts with a share of duplicates, and how many of them are told rightly
//! - [`DigitTrie`], [`PaperBloom`]: what remembers texts in Gao and Li (2014)

pub mod changes;
pub mod shingles;
pub mod sdbm;
pub mod copies;
pub mod robust;
pub mod planted;
pub mod stream;
mod paper_bloom;
mod trie;

pub use paper_bloom::PaperBloom;
pub use trie::DigitTrie;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ibid::dedup::Seen;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against a set of the texts themselves: nothing that was there is called new.
        #[test]
        fn nothing_that_was_there_is_called_new(texts in prop::collection::vec("[ab去]{0,4}", 0..200)) {
            let all: Vec<Box<dyn Seen>> = vec![Box::new(DigitTrie::new()), Box::new(PaperBloom::new(50_000).unwrap())];
            for mut seen in all {
                let mut oracle = HashSet::new();
                for text in &texts {
                    let was_there = !oracle.insert(text.as_str());
                    let looked_up = seen.contains(text);
                    prop_assert_eq!(looked_up, seen.insert(text), "{} {}", seen.name(), text);
                    prop_assert!(looked_up || !was_there, "{} {}", seen.name(), text);
                    prop_assert!(seen.contains(text));
                }
            }
        }
    }
}

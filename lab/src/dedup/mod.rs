//! The experiments of the papers on whole documents, on any texts: how well methods that find duplicates stand edits,
//! and how often structures that remember texts are wrong.
//!
//! In: texts, and the methods that are compared. Out: numbers. Nothing here reads a file or looks at a clock, and
//! nothing depends on the number of threads.
//!
//! - [`changes`]: copies of documents with more, fewer or reordered words
//! - [`shingles`]: sets of shingles and their Jaccard, with which Li, Mao and Chen (2013) compare
//! - [`sdbm`]: the hash with which the papers make fingerprints
//! - [`imatch`]: I-Match (Chowdhury et al. 2002) on whole texts
//! - [`copies`]: methods that recognize copies
//! - [`robust`]: the number of copies that are recognized, and of other documents that are taken for copies
//! - [`planted`]: edited copies planted in a collection, and the share of them that is found
//! - [`stream`]: texts with a share of duplicates, and the share of right answers
//! - [`DigitTrie`], [`PaperBloom`]: the structures that remember texts in Gao and Li (2014)

pub mod changes;
pub mod shingles;
pub mod sdbm;
pub mod imatch;
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

    use ibid_dedup::Membership;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Compares with a set of the texts themselves: no text that was there is called new.
        #[test]
        fn nothing_that_was_there_is_called_new(texts in prop::collection::vec("[ab去]{0,4}", 0..200)) {
            let all: Vec<Box<dyn Membership>> = vec![Box::new(DigitTrie::new()), Box::new(PaperBloom::new(50_000).unwrap())];
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

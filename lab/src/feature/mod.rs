//! The features that `ibid` is compared with, made with its trait [`Feature`].
//!
//! - [`Dsc`], [`DscSs`]: a sample of the shingles, and groups of it
//! - [`SpotSig`]: chains of content words that follow stop words
//! - [`IMatch`]: one hash of the words that are neither common nor rare, with [`Lexicons`] or without
//! - [`MinHash`]: a sketch of the shingles
//! - [`Idf`]: the rarity of words, for I-Match
//! - [`build`]: all of these and the features of `ibid` by name, with their settings
//!
//! A sentence may have no key with any of these but MinHash.

mod dsc;
mod idf;
mod imatch;
mod lexicons;
mod method;
mod minhash;
mod spotsig;

use std::sync::Arc;

use ibid::feature::Feature;

pub use dsc::{Dsc, DscSs};
pub use idf::Idf;
pub use imatch::IMatch;
pub use lexicons::Lexicons;
pub use method::build;
pub use minhash::MinHash;
pub use spotsig::SpotSig;

/// A feature, and the condition on which two of its bags are those of copies.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The feature that makes the bags.
    pub feature: Arc<dyn Feature>,
    /// The condition on which two bags are those of copies.
    pub matching: Matching,
}

/// The condition on which two bags are those of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// A bag Jaccard that reaches a ratio.
    Jaccard,
    /// A key in common. The feature alone decides: there is no ratio to choose.
    AnyKey,
}

#[cfg(test)]
mod tests {
    use ibid::Span;
    use ibid::feature::{IdfTable, Ranking};
    use ibid::tokenize::Tokenizer;

    use super::*;

    /// Returns the words of a text, as hashes.
    pub(super) fn words(text: &str) -> Vec<u64> {
        let mut tokens = vec![];
        Tokenizer::default().words(text, Span::new(0, text.len() as u32), &mut tokens);
        tokens.iter().map(|token| token.word).collect()
    }

    pub(super) fn keys(feature: &dyn Feature, words: &[u64]) -> Vec<u64> {
        let mut out = vec![];
        feature.keys(words, &mut out);
        out
    }

    /// Returns the guessed idf of English words.
    pub(super) fn idf() -> Idf {
        Idf::Guessed(IdfTable::of_rankings([&Ranking::english()]))
    }

    /// The effect of the order of words on the keys.
    #[derive(PartialEq)]
    enum Order {
        Matters,
        IsLost,
    }

    /// Runs the rows that every feature has to pass.
    fn check(feature: &dyn Feature, order: Order) {
        let (name, of) = (feature.name(), |text: &str| keys(feature, &words(text)));
        assert!(of("").is_empty(), "{name}");
        for text in ["of the", "the cat sat on the mat", "the the the the", "我们使用自然语言的处理"]
        {
            assert_eq!(of(text), of(text));
            let mut appended = vec![7];
            feature.keys(&words(text), &mut appended);
            assert_eq!(appended[1..], of(text), "{name}: keys are appended");
        }
        let long: Vec<String> = (0..400).map(|n| format!("w{n} the")).collect();
        let (there, back) = (long.join(" "), long.iter().rev().cloned().collect::<Vec<_>>().join(" "));
        assert_eq!(of(&there) == of(&back), order == Order::IsLost, "{name}");
    }

    #[test]
    fn every_feature_keeps_the_contract() {
        check(&MinHash::new(20, 5, 3), Order::Matters);
        check(&MinHash::new(100, 1, 3), Order::Matters);
        check(&Dsc::new(3, 25), Order::Matters);
        check(&DscSs::new(3, 25, 2), Order::Matters);
        check(&SpotSig::english(24, 3), Order::Matters);
        check(&SpotSig::english(365, 3), Order::Matters);
        check(&IMatch::new(idf(), 0.3, 1.0), Order::IsLost);
        check(&IMatch::new(idf(), 0.3, 1.0).with_lexicons(Default::default()), Order::IsLost);
    }
}

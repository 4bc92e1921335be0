//! Words -> keys: the features by which sentences are found and compared.
//!
//! In: the words of one sentence, as hashes. Out: a bag of `u64` keys. A feature is chosen once and recorded in the
//! index; sentences are comparable only under equal features. [`Method`] is the choice as a user writes it. It makes a
//! [`Feature`], a trait that other crates implement with [`key`] and
//! [`WordHash`](crate::tokenize::WordHash).
//!
//! - [`Ranking`]: ranked word lists, built in or from a file
//! - [`IdfTable`]: the rarity of each word, as a number
//! - [`LowIdfSig`]: the default
//! - [`Shingle`]: every k consecutive words
//! - [`Method`]: either of these by name, with its settings

mod low_idf;
mod shingle;
mod method;

pub use crate::lexicon::{IdfTable, Ranking};
pub use low_idf::{LowIdfSig, Skip};
pub use method::{Lists, Method};
pub use shingle::Shingle;

/// A way to make a bag of keys from a sentence.
///
/// An implementation must give equal bags for equal words, wherever the sentence stands, and at least one key for a
/// sentence of at least one word unless its documentation says otherwise. A caller may compare only bags of one
/// implementation with equal settings; [`Feature::name`] identifies both. Two sentences are copies of each other if
/// their bag Jaccard reaches a ratio. A sentence without keys is a copy of none.
pub trait Feature: Send + Sync + std::fmt::Debug {
    /// Returns the method with its settings and the version of its word lists, such as
    /// `low-idf-sig(english-1+chinese-words-1,n=200+500,c=2,d=1)`.
    fn name(&self) -> String;

    /// Appends the keys of a sentence to `out`, with repeats, in the order of the text. `O(words · words in a key)`.
    fn keys(&self, words: &[u64], out: &mut Vec<u64>);
}

/// The bits of a key that may be set: the first 42. Fewer bits are indexed faster, here by a seventh. Among ten million
/// keys, eleven pairs are equal by chance. A key that is in no text collides with one of them once in 400,000 lookups,
/// and such a find is discarded when words are compared.
pub(crate) const KEY_BITS: u64 = u64::MAX << 22;

/// Makes a key of a sequence of words; another order gives another key.
pub fn key(words: impl IntoIterator<Item = u64>) -> u64 {
    let hash = words.into_iter().fold(0x2545_F491_4F6C_DD1D, |hash: u64, word| {
        (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    });
    (hash ^ (hash >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93) & KEY_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::fold;

    fn words(text: &str) -> Vec<u64> {
        text.split_whitespace().map(fold::hash_word).collect()
    }

    fn keys(feature: &dyn Feature, text: &str) -> Vec<u64> {
        let mut out = vec![];
        feature.keys(&words(text), &mut out);
        out
    }

    /// Checks the rows that every implementation has to pass.
    fn check(feature: &dyn Feature) {
        let name = feature.name();
        assert!(keys(feature, "").is_empty(), "{name}");
        assert!(!keys(feature, "one").is_empty(), "{name}");
        for text in ["of the", "the cat sat on the mat", "the the the the", "我们 使用 自然语言 的 处理"]
        {
            assert!(!keys(feature, text).is_empty(), "{name} {text}");
            assert_eq!(keys(feature, text), keys(feature, text));
            assert_ne!(keys(feature, text), keys(feature, &format!("{text} more words")), "{name} {text}");
            let mut appended = vec![7];
            feature.keys(&words(text), &mut appended);
            assert_eq!(appended[1..], keys(feature, text), "{name}: keys are appended");
        }
        assert_ne!(keys(feature, "the cat bit the dog"), keys(feature, "the dog bit the cat"), "{name}");
    }

    #[test]
    fn every_feature_keeps_the_contract() {
        check(&LowIdfSig::robust());
        check(&LowIdfSig::paper());
        for k in 2..=5 {
            check(&Shingle::new(k));
        }
    }

    #[test]
    fn names_tell_methods_apart() {
        let lists = Lists::default();
        let mut names: Vec<String> = Method::examples().map(|method| method.build(&lists).name()).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let ranking = Ranking::from_words(["as", "to", "that", "of", "from"]);
        let feature = LowIdfSig::new(&ranking, 5, 2);
        let text = "As we are to highlight that INTEL as an organization believes firmly of ethical behavior \
                    is expected from every potential vendor";
        let expected = [
            "as we are",
            "to highlight that",
            "that intel as",
            "as an organization",
            "of ethical behavior",
            "from every potential",
        ];
        let expected: Vec<u64> = expected.iter().map(|chain| key(words(chain))).collect();
        assert_eq!(keys(&feature, text), expected);
    }
}

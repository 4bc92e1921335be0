//! The document frequency of each word of a collection.
//!
//! In: the counted words of all texts. Out: for each word the number of texts that hold it. Each thread counts a range
//! of words, so that nothing has to be merged. `O(n)` for n different words, added up over the texts; some 20 bytes for
//! each different word of all texts.

use std::collections::HashMap;

use ibid::tokenize::WordHash;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::packed;
use crate::threads::on_threads;

/// The different words of a text with their frequencies.
///
/// 8 bytes per word: 48 bits of its hash and 16 of the count, at most 65,535. Among ten million different words, two
/// share these 48 bits with a probability of one in six.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WordCounts(
    #[serde(serialize_with = "packed::serialize", deserialize_with = "rising")] Box<[u64]>,
);

const COUNT_BITS: u32 = 16;

/// Returns the part of a word's hash that is kept.
pub(crate) fn word_of(hash: u64) -> u64 {
    hash >> COUNT_BITS
}

/// Reads stored words, if they are in order.
fn rising<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<[u64]>, D::Error> {
    let words: Box<[u64]> = packed::deserialize(deserializer)?;
    if !words.is_sorted_by(|a, b| word_of(*a) < word_of(*b)) {
        return Err(D::Error::custom("words out of order"));
    }
    Ok(words)
}

impl WordCounts {
    /// Counts the words of a text, given as hashes in any order.
    pub(crate) fn of(mut words: Vec<u64>) -> WordCounts {
        for word in &mut words {
            *word = word_of(*word);
        }
        words.sort_unstable();
        let mut packed = vec![];
        for same in words.chunk_by(u64::eq) {
            let count = same.len().min(usize::from(u16::MAX)) as u64;
            packed.push(same[0] << COUNT_BITS | count);
        }
        WordCounts(packed.into())
    }

    /// Returns whether there is no word.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the words with their counts, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        self.0.iter().map(|&packed| (word_of(packed), packed as u16))
    }

    /// Returns the share of the words of two texts that both have, each word as often as it stands. `O(a + b)`.
    pub(crate) fn resemblance(&self, other: &WordCounts) -> f64 {
        let (mut rest, mut common) = (&*other.0, 0_u64);
        for (word, count) in self.iter() {
            while let [packed, after @ ..] = rest
                && word_of(*packed) < word
            {
                rest = after;
            }
            if let [packed, after @ ..] = rest
                && word_of(*packed) == word
            {
                common += u64::from(count.min(*packed as u16));
                rest = after;
            }
        }
        common as f64 / (self.total() + other.total() - common).max(1) as f64
    }

    /// Counts the words, each as often as it stands.
    fn total(&self) -> u64 {
        let mut total = 0;
        for (_, count) in self.iter() {
            total += u64::from(count);
        }
        total
    }

    /// Keeps the words that are among these, which ascend.
    pub(crate) fn only(self, words: &[u64]) -> WordCounts {
        let mut packed = self.0.into_vec();
        packed.retain(|&packed| words.binary_search(&word_of(packed)).is_ok());
        WordCounts(packed.into())
    }

    /// Returns the words of the range `number` of `of` ranges.
    fn range(&self, number: u64, of: u64) -> impl Iterator<Item = u64> + '_ {
        let start = self.0.partition_point(|&packed| range_of(packed, of) < number);
        let end = self.0.partition_point(|&packed| range_of(packed, of) <= number);
        self.0[start..end].iter().copied().map(word_of)
    }
}

/// Returns the range of a word; all ranges have about as many words.
fn range_of(packed: u64, ranges: u64) -> u64 {
    ((u128::from(packed) * u128::from(ranges)) >> 64) as u64
}

/// The number of texts that hold each word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frequencies {
    texts: u32,
    /// A map for each range of words.
    ranges: Vec<HashMap<u64, u32, WordHash>>,
}

impl Frequencies {
    /// Counts the texts that hold each word.
    pub(crate) fn of(texts: &[&WordCounts], threads: usize) -> Frequencies {
        let ranges = threads.max(1) as u64;
        let ranges = on_threads(0..ranges, |number| count_range(texts, number, ranges));
        Frequencies { texts: texts.len() as u32, ranges }
    }

    /// Returns the number of texts.
    pub(crate) fn texts(&self) -> u32 {
        self.texts
    }

    /// Returns the number of texts that hold a word.
    pub(crate) fn holding(&self, word: u64) -> u32 {
        let range = range_of(word << COUNT_BITS, self.ranges.len() as u64);
        let Some(words) = self.ranges.get(range as usize) else { return 0 };
        words.get(&spread(word)).copied().unwrap_or(0)
    }
}

/// Counts the texts that hold each word of the range `number` of `of` ranges.
fn count_range(texts: &[&WordCounts], number: u64, of: u64) -> HashMap<u64, u32, WordHash> {
    let mut holding: HashMap<u64, u32, WordHash> = HashMap::default();
    for text in texts {
        for word in text.range(number, of) {
            *holding.entry(spread(word)).or_default() += 1;
        }
    }
    holding
}

/// Spreads the 48 bits over all 64, as a hash map needs them.
fn spread(word: u64) -> u64 {
    word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_what_a_simple_count_does(texts in prop::collection::vec(prop::collection::vec(0_u64..40, 0..30), 0..20)) {
            // Words over the whole range of hashes.
            let word = |number: &u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let counts: Vec<WordCounts> = texts.iter().map(|text| WordCounts::of(text.iter().map(word).collect())).collect();
            for (text, counts) in texts.iter().zip(&counts) {
                for (word_of, count) in counts.iter() {
                    prop_assert_eq!(text.iter().filter(|number| word(number) >> 16 == word_of).count(), usize::from(count));
                }
            }
            for threads in [1, 2, 5] {
                let frequencies = Frequencies::of(&counts.iter().collect::<Vec<_>>(), threads);
                for number in 0..40 {
                    let expected = texts.iter().filter(|text| text.contains(&number)).count();
                    prop_assert_eq!(frequencies.holding(word_of(word(&number))) as usize, expected);
                }
            }
        }
    }

    #[test]
    fn counts_have_a_limit() {
        let counts = WordCounts::of(vec![7 << 16; 70_000]);
        assert_eq!(counts.iter().collect::<Vec<_>>(), [(7, u16::MAX)]);
        assert!(WordCounts::of(vec![]).is_empty());
    }
}

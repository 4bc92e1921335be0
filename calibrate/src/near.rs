//! The sentences near an origin, which a copy of it may rightly find.
//!
//! In: sentences as their words. Out: whether one is the origin, or has the similarity of a copy to it: 1 - Levenshtein
//! distance / longer length, in words. The distance is counted for all words of a sentence at once, by bits, so that a
//! comparison is `O(n)` for n words.

use std::collections::HashMap;

use crate::sample::Sample;
use crate::similarity::{MIN_COPY, distance};

/// The longest sentence that others are compared with by its words.
const MAX_WORDS: usize = 128;

/// A judge of the sentences near an origin. Each is compared once, however many copies find it.
pub(super) struct Near<'n> {
    sample: &'n Sample<'n>,
    source: usize,
    sentence: usize,
    origin: Pattern,
    judged: HashMap<(usize, usize), bool>,
}

impl<'n> Near<'n> {
    /// Makes the judge for the copies of this sentence.
    pub(super) fn new(sample: &'n Sample<'n>, source: usize, sentence: usize) -> Near<'n> {
        let origin = Pattern::new(sample.sources[source].words(sentence));
        Near { sample, source, sentence, origin, judged: HashMap::new() }
    }

    /// Returns whether this is the origin, or one of both if two were merged.
    pub(super) fn is_origin(&self, source: usize, sentence: usize, is_merged: bool) -> bool {
        source == self.source && (sentence == self.sentence || is_merged && sentence == self.sentence + 1)
    }

    /// Returns whether this is near the origin, or near the copy.
    pub(super) fn is_right(&mut self, source: usize, sentence: usize, own: Option<&Pattern>) -> bool {
        let words = self.sample.sources[source].words(sentence);
        let origin = &self.origin;
        let is_near = *self.judged.entry((source, sentence)).or_insert_with(|| origin.is_near(words));
        match own {
            Some(own) if !is_near => own.is_near(words),
            _ => is_near,
        }
    }
}

/// A sentence prepared for comparing others with it.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The places of each word, as bits.
    places: HashMap<u64, u128>,
    len: usize,
}

impl Pattern {
    /// Makes the pattern of these words.
    pub(super) fn new(words: &[u64]) -> Pattern {
        let mut places: HashMap<u64, u128> = HashMap::new();
        for (at, &word) in words.iter().enumerate().take(MAX_WORDS) {
            *places.entry(word).or_default() |= 1 << at;
        }
        Pattern { places, len: words.len() }
    }

    /// Returns whether the similarity is that of a copy. A sentence without words, or with too many, is near none.
    fn is_near(&self, other: &[u64]) -> bool {
        let (shorter, longer) = (self.len.min(other.len()), self.len.max(other.len()));
        // Each word that one of the two has and the other lacks is a step.
        if shorter == 0 || self.len > MAX_WORDS || !reaches(longer - shorter, longer) {
            return false;
        }
        let mut missing = 0;
        for word in other {
            missing += usize::from(!self.places.contains_key(word));
        }
        let equal = other.iter().map(|word| self.places.get(word).copied().unwrap_or(0));
        reaches(missing, longer) && reaches(distance(self.len, equal), longer)
    }
}

/// Returns whether this many steps leave the similarity of a copy, if the longer sentence has `longer` words.
fn reaches(steps: usize, longer: usize) -> bool {
    1.0 - steps as f64 / longer as f64 >= MIN_COPY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_near_when_its_words_are() {
        let words = |text: &str| text.bytes().map(u64::from).collect::<Vec<u64>>();
        let origin = Pattern::new(&words("abcdefghij"));
        for (other, is_near) in [
            ("abcdefghij", true),
            ("abcdef", true),
            ("abcde", false),
            ("xbcxefxhix", true),
            ("xbcxefxhxx", false),
            ("jihgfedcba", false),
            ("", false),
        ] {
            assert_eq!(origin.is_near(&words(other)), is_near, "{other}");
        }
        assert!(!Pattern::new(&words(&"a".repeat(129))).is_near(&words(&"a".repeat(129))), "too long");
        assert!(Pattern::new(&words(&"a".repeat(128))).is_near(&words(&"a".repeat(128))));
        assert!(!Pattern::new(&[]).is_near(&[]));
    }
}

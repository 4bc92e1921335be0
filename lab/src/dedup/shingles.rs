//! Sets of shingles and their Jaccard, with which Li, Mao and Chen (2013) compare SimHash.
//!
//! In: texts. Out: for each the set of all sequences of a number of words or characters, as sorted hashes. Two texts
//! are copies if the Jaccard of their sets is above .95. Nothing is estimated. `O(n log n)` for n words and eight bytes
//! each; two sets are compared in `O(n + m)`. Useful as an oracle and for repeating the paper's figures; it does not
//! scale.

use xxhash_rust::xxh3::xxh3_64;

use ibid::normalize::normalize;
use ibid::tokenize::{Dictionary, Han, Tokenizer};

use super::changes::words;

/// The way in which a text is cut into shingles.
#[derive(Debug)]
pub struct Shingles {
    width: usize,
    /// The tokenizer of words; none for characters.
    tokenizer: Option<Tokenizer>,
}

impl Shingles {
    /// Makes shingles of `width` words, at least one, as the tokenizer cuts and folds them.
    pub fn of_words(width: usize, dictionary: &Dictionary) -> Shingles {
        Shingles { width: width.max(1), tokenizer: Some(Tokenizer::new(Han::Words, dictionary.clone())) }
    }

    /// Makes shingles of `width` letters and digits, at least one; lower case.
    pub fn of_characters(width: usize) -> Shingles {
        Shingles { width: width.max(1), tokenizer: None }
    }

    /// Returns their width and unit.
    pub fn name(&self) -> String {
        format!("{} {}", self.width, if self.tokenizer.is_some() { "words" } else { "characters" })
    }

    /// Returns the set of a text, sorted. A text shorter than a shingle has all its units as its one shingle; a text
    /// without units has none.
    pub fn set(&self, text: &str) -> Vec<u64> {
        let text = &*normalize(text).text;
        let units = match &self.tokenizer {
            Some(tokenizer) => word_hashes(tokenizer, text),
            None => {
                let letters = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
                letters.map(u64::from).collect()
            }
        };
        let mut bytes = vec![];
        let mut hash = |units: &[u64]| {
            bytes.clear();
            bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
            xxh3_64(&bytes)
        };
        let mut set: Vec<u64> = if units.is_empty() {
            vec![]
        } else {
            units.windows(self.width.min(units.len())).map(&mut hash).collect()
        };
        set.sort_unstable();
        set.dedup();
        set
    }
}

/// Returns the hashes of the words of a normalized text, in order.
pub(super) fn word_hashes(tokenizer: &Tokenizer, text: &str) -> Vec<u64> {
    words(tokenizer, text).iter().map(|token| token.word).collect()
}

/// Returns the Jaccard of two sorted sets, 0 to 1; 0 for two empty ones.
pub fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let (mut left, mut right, mut shared) = (a, b, 0_usize);
    while let (Some((x, more_left)), Some((y, more_right))) = (left.split_first(), right.split_first()) {
        shared += usize::from(x == y);
        if x <= y {
            left = more_left;
        }
        if y <= x {
            right = more_right;
        }
    }
    shared as f64 / (a.len() + b.len() - shared).max(1) as f64
}

/// Clusters sets in a Single-Pass. Returns for each set the number of its cluster's leader; a leader is its own. A set
/// joins the nearest leader with which its Jaccard is above `least`, the oldest of equals; an empty one joins none.
///
/// Each set is compared with each leader whose size allows it: `O(s · c)` for s words in all and c such leaders.
pub fn single_pass(sets: &[&[u64]], least: f64) -> Vec<u32> {
    let mut leaders: Vec<u32> = vec![];
    let mut joined = Vec::with_capacity(sets.len());
    for (number, set) in (0..).zip(sets) {
        let mut best = (least, number);
        for &leader in &leaders {
            let other = sets[leader as usize];
            let (fewer, more) = (set.len().min(other.len()), set.len().max(other.len()));
            // The Jaccard is at most the ratio of the sizes.
            if fewer as f64 > best.0 * more as f64 {
                let jaccard = jaccard(set, other);
                if jaccard > best.0 {
                    best = (jaccard, leader);
                }
            }
        }
        if best.1 == number {
            leaders.push(number);
        }
        joined.push(best.1);
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn runs_of_words_and_characters() {
        let words = Shingles::of_words(3, &Dictionary::default());
        assert_eq!(words.set("The mill, the MILL the mill").len(), 2, "equal ones count once");
        assert_eq!(words.set("the mill"), words.set("The mill!"), "fewer words are one shingle");
        assert!(words.set(" … ").is_empty());
        let letters = Shingles::of_characters(5);
        assert_eq!(letters.set("水车修好以后").len(), 2);
        assert_eq!(letters.set("A-b c"), letters.set("abc"));
        assert_eq!([words.name(), letters.name()], ["3 words", "5 characters"]);
    }

    proptest! {
        #[test]
        fn jaccard_is_that_of_sets(a in prop::collection::btree_set(0_u64..30, 0..20), b in prop::collection::btree_set(0_u64..30, 0..20)) {
            let list = |set: &BTreeSet<u64>| set.iter().copied().collect::<Vec<_>>();
            let expected = a.intersection(&b).count() as f64 / a.union(&b).count().max(1) as f64;
            prop_assert_eq!(jaccard(&list(&a), &list(&b)), expected);
        }

        /// Compares with a search of all leaders, without regard to sizes.
        #[test]
        fn clusters_are_around_those_that_came_first(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..8, 0..8), 0..20),
            least in 0.0..1.0,
        ) {
            let sets: Vec<Vec<u64>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let sets: Vec<&[u64]> = sets.iter().map(Vec::as_slice).collect();
            let joined = single_pass(&sets, least);
            for (number, &leader) in joined.iter().enumerate() {
                let leaders = || (0..number).filter(|&other| joined[other] as usize == other);
                let like = |other: usize| jaccard(sets[number], sets[other]);
                let most = leaders().map(like).fold(0.0, f64::max);
                let expected = leaders().find(|&other| like(other) == most && most > least);
                prop_assert_eq!(leader as usize, expected.unwrap_or(number));
            }
        }
    }
}

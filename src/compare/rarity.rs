//! How much equal words say: nothing for words that stand in every text, most for words that stand in few.
//!
//! A word of rank r in a language is expected in a share of `1 − exp(−c/r)` of all documents of a few thousand words;
//! its weight is the negative logarithm of that share, as an inverse document frequency is.

use std::collections::HashMap;

use super::Words;
use crate::feature::Ranking;
use crate::tokenize::WordHash;

/// Ranks of the common words.
#[derive(Clone, Debug)]
pub(crate) struct Rarity {
    weights: HashMap<u64, f32, WordHash>,
    rarest: f32,
}

impl Default for Rarity {
    fn default() -> Rarity {
        let mut weights = HashMap::default();
        for (ranking, spread) in [(Ranking::english(), 170.0), (Ranking::chinese_characters(), 250.0)] {
            for (rank, &word) in ranking.words().iter().enumerate() {
                weights.insert(word, weight(rank + 1, spread));
            }
        }
        Rarity { weights, rarest: weight(15_000, 170.0) }
    }
}

fn weight(rank: usize, spread: f64) -> f32 {
    -(1.0 - (-spread / rank as f64).exp()).ln() as f32
}

impl Rarity {
    /// The weight of a word.
    pub(crate) fn of(&self, word: u64) -> f32 {
        self.weights.get(&word).copied().unwrap_or(self.rarest)
    }

    /// Whether the sum over words, by their numbers, is at least `least`. Most sentences need a few words to say so.
    pub(crate) fn reaches(&self, least: f32, words: &Words, numbers: impl Iterator<Item = u32>) -> bool {
        let mut sum = 0.0;
        for number in numbers {
            sum += self.of(words.hashes()[number as usize]);
            if sum >= least {
                return true;
            }
        }
        false
    }

    /// The sum over words, by their numbers.
    pub(crate) fn sum(&self, words: &Words, numbers: impl Iterator<Item = u32>) -> f32 {
        numbers.map(|number| self.of(words.hashes()[number as usize])).sum()
    }
}

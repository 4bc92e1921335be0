//! How much equal words say: nothing for words that stand in every text, most for words that stand in few.
//!
//! A word of rank r in a language is expected in a share of `1 − exp(−c/r)` of all documents of a few thousand words;
//! its weight is the negative logarithm of that share, as an inverse document frequency is.

use std::collections::HashMap;

use super::Ranking;
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

    /// The weight of some words together.
    pub(crate) fn sum(&self, words: &[u64]) -> f32 {
        words.iter().map(|&word| self.of(word)).sum()
    }

    /// Whether some words weigh at least `least` together. Of most sentences, the first few words decide.
    pub(crate) fn reaches(&self, least: f32, words: &[u64]) -> bool {
        let mut sum = 0.0;
        words.iter().any(|&word| {
            sum += self.of(word);
            sum >= least
        })
    }
}

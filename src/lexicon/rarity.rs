//! The rarity of words: 0 for a word of every text, and more the fewer texts hold it.
//!
//! [`inverse_frequency`] takes the counts of documents, if these can be counted. [`Rarity`] estimates it from ranks: a word
//! of rank r in a language is expected in a share of `1 − exp(−c/r)` of all documents of a few thousand words, and its
//! weight is the negative logarithm of that share. Both are natural logarithms.

use std::collections::HashMap;

use super::{LIMITS, Ranking};
use crate::tokenize::WordHash;

/// Returns the logarithm of `all` documents, or sentences, over the number of them that hold something.
pub(crate) fn inverse_frequency(all: f32, holding: u32) -> f32 {
    (all / holding.max(1) as f32).ln()
}

/// The weights of the words of both languages; a word without a rank weighs as much as the rarest.
#[derive(Clone, Debug)]
pub(crate) struct Rarity {
    weights: HashMap<u64, f32, WordHash>,
    rarest: f32,
}

impl Default for Rarity {
    fn default() -> Rarity {
        let mut weights = HashMap::default();
        let rankings = [
            (Ranking::english(), LIMITS.spread_of_words),
            (Ranking::chinese_characters(), LIMITS.spread_of_characters),
        ];
        for (ranking, spread) in rankings {
            for (rank, &word) in ranking.words().iter().enumerate() {
                weights.insert(word, weight(rank + 1, spread));
            }
        }
        Rarity { weights, rarest: weight(LIMITS.rank_of_unranked, LIMITS.spread_of_words) }
    }
}

fn weight(rank: usize, spread: f64) -> f32 {
    -(1.0 - (-spread / rank as f64).exp()).ln() as f32
}

impl Rarity {
    /// Returns these weights, with weight 0 for some words.
    pub(crate) fn without(&self, words: impl IntoIterator<Item = u64>) -> Rarity {
        let mut rarity = self.clone();
        for word in words {
            rarity.weights.insert(word, 0.0);
        }
        rarity
    }

    /// Returns the weight of a word.
    pub(crate) fn of(&self, word: u64) -> f32 {
        self.weights.get(&word).copied().unwrap_or(self.rarest)
    }

    /// Returns whether a word is in neither ranking.
    pub(crate) fn is_unknown(&self, word: u64) -> bool {
        !self.weights.contains_key(&word)
    }

    /// Sums the weights of some words.
    pub(crate) fn sum(&self, words: &[u64]) -> f32 {
        words.iter().map(|&word| self.of(word)).sum()
    }

    /// Returns whether some words weigh at least `least` together. For most sentences the first few words decide.
    pub(crate) fn reaches(&self, least: f32, words: &[u64]) -> bool {
        let mut sum = 0.0;
        for &word in words {
            sum += self.of(word);
            if sum >= least {
                return true;
            }
        }
        false
    }
}

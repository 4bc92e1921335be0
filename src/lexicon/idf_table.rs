//! The rarity of words on a fixed scale: an estimate of their normalized inverse document frequency, from 0 (in every
//! document) to 1 (in one).
//!
//! In: rankings of words. Out: `idf ≈ ln(rank) / ln(R + 1)` for a list of R words. By Zipf's law a word's frequency is
//! inverse to its rank. The scale is that of the reference implementation of SpotSigs. `O(1)` per lookup, 12 bytes per
//! word. Useful where keys must not depend on the contents of a collection, now or later. Not useful where rarity in
//! one collection matters: count there.

use std::collections::HashMap;

use super::Ranking;
use crate::tokenize::WordHash;

/// The idf of words. A word that is not in the table has the highest idf, 1.
#[derive(Clone, Debug, Default)]
pub struct IdfTable {
    name: String,
    idf: HashMap<u64, f32, WordHash>,
}

impl IdfTable {
    /// Estimates the idf of words from their ranks. A word of several rankings has its lowest idf.
    pub fn of_rankings<'r>(rankings: impl IntoIterator<Item = &'r Ranking>) -> IdfTable {
        let mut table = IdfTable::default();
        for ranking in rankings {
            if !table.name.is_empty() {
                table.name.push('+');
            }
            table.name.push_str(ranking.name());
            let all = ((ranking.words().len() + 1) as f64).ln();
            for (before, &word) in ranking.words().iter().enumerate() {
                let idf = (((before + 1) as f64).ln() / all) as f32;
                let entry = table.idf.entry(word).or_insert(idf);
                *entry = entry.min(idf);
            }
        }
        table
    }

    /// Returns the names of the rankings.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the idf of a word, from 0 to 1.
    pub fn idf(&self, word: u64) -> f32 {
        self.idf.get(&word).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::fold;

    #[test]
    fn ranks_stand_for_counts() {
        let table = IdfTable::of_rankings([&Ranking::english(), &Ranking::chinese_words()]);
        let idf = |word: &str| table.idf(fold::hash(word));
        assert_eq!((idf("the"), idf("的"), idf("zyzzyva")), (0.0, 0.0, 1.0));
        assert!(idf("of") < 0.3 && idf("harbour") > 0.7 && idf("在") < 0.3);
        assert_eq!(table.name(), "english-1+chinese-words-1");
    }
}

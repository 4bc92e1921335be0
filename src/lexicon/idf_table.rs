//! How rare each word is: its normalized inverse document frequency, from 0 (in every document) to 1 (in one).
//!
//! In: a collection, or rankings of words. Out: `idf = ln((N + 1) / df) / ln(N + 1)` for a word that df of N documents
//! hold, on the scale of the reference implementation of SpotSigs. [`IdfTable::of_sentences`] counts, with each sentence
//! as a document. [`IdfTable::of_rankings`] guesses where there is nothing to count: by Zipf's law a word's frequency is
//! inverse to its rank, so `idf ≈ ln(rank) / ln(R + 1)` for a list of R words. `O(1)` a question; 12 bytes a word. Count
//! where the collection is at hand and does not change. Guess for an index, whose keys must not depend on documents that
//! are added later.

use std::collections::HashMap;

use super::Ranking;
use crate::tokenize::WordHash;

/// The idf of words. A word that is not in the table has 1, the idf of the rarest.
#[derive(Clone, Debug, Default)]
pub struct IdfTable {
    name: String,
    idf: HashMap<u64, f32, WordHash>,
}

impl IdfTable {
    /// Counts in how many sentences each word stands.
    pub fn of_sentences<'s>(sentences: impl IntoIterator<Item = &'s [u64]>) -> IdfTable {
        let mut holding: HashMap<u64, u32, WordHash> = HashMap::default();
        let (mut count, mut distinct) = (0_u32, vec![]);
        for words in sentences {
            count += 1;
            distinct.clear();
            distinct.extend_from_slice(words);
            distinct.sort_unstable();
            distinct.dedup();
            for &word in &distinct {
                *holding.entry(word).or_default() += 1;
            }
        }
        let mut bytes: Vec<[u8; 12]> = vec![];
        #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
        for (word, freq) in &holding {
            let mut entry = [0; 12];
            entry[..8].copy_from_slice(&word.to_le_bytes());
            entry[8..].copy_from_slice(&freq.to_le_bytes());
            bytes.push(entry);
        }
        bytes.sort_unstable();
        let all = f64::from(count) + 1.0;
        IdfTable {
            name: format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes.as_flattened())),
            idf: holding
                .into_iter()
                .map(|(word, freq)| (word, ((all / f64::from(freq)).ln() / all.ln()) as f32))
                .collect(),
        }
    }

    /// Guesses from the ranks of words. A word of several rankings has its lowest idf.
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

    /// The names of the rankings, or a hash of the counts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The idf of a word, from 0 to 1.
    pub fn idf(&self, word: u64) -> f32 {
        self.idf.get(&word).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::fold;

    #[test]
    fn what_every_sentence_holds_has_almost_none() {
        let sentences: [&[u64]; 4] = [&[1, 2, 1], &[1, 3], &[1, 3], &[1]];
        let table = IdfTable::of_sentences(sentences);
        let expected = |freq: f64| (5.0 / freq).ln() / 5.0_f64.ln();
        for (word, freq) in [(1, 4.0), (2, 1.0), (3, 2.0)] {
            assert!((f64::from(table.idf(word)) - expected(freq)).abs() < 1e-6, "{word}");
        }
        assert_eq!((table.idf(2), table.idf(9)), (1.0, 1.0));
        assert_ne!(table.name(), IdfTable::of_sentences([&[1_u64][..]]).name());
    }

    #[test]
    fn ranks_stand_for_counts() {
        let table = IdfTable::of_rankings([&Ranking::english(), &Ranking::chinese_words()]);
        let idf = |word: &str| table.idf(fold::hash(word));
        assert_eq!((idf("the"), idf("的"), idf("zyzzyva")), (0.0, 0.0, 1.0));
        assert!(idf("of") < 0.3 && idf("harbour") > 0.7 && idf("在") < 0.3);
        assert_eq!(table.name(), "english-1+chinese-words-1");
    }
}

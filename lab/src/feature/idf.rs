//! The rarity of each word, from 0 (in every document) to 1 (in one): counted in a collection, or guessed from ranks.
//!
//! In: sentences, each of which is a document, or rankings. Out: the normalized inverse document frequency `idf = ln((N
//! + 1) / df) / ln(N + 1)` of a word that df of N sentences hold, on the scale of the reference implementation of
//! SpotSigs; or the guess of [`IdfTable`]. `O(1)` per look-up; 12 bytes per word.

use std::collections::HashMap;

use ibid::feature::IdfTable;
use ibid::tokenize::WordHash;

/// The idf of words. An unknown word has 1, the idf of the rarest.
#[derive(Clone, Debug)]
pub enum Idf {
    /// Counted in sentences.
    Counted {
        /// A hash of the counts.
        name: String,
        /// The idf by word.
        idf: HashMap<u64, f32, WordHash>,
    },
    /// Guessed from the ranks of words.
    Guessed(IdfTable),
}

impl Idf {
    /// Counts the sentences in which each word stands.
    pub fn of_sentences<'s>(sentences: impl IntoIterator<Item = &'s [u64]>) -> Idf {
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
        let idf = |freq: u32| ((all / f64::from(freq)).ln() / all.ln()) as f32;
        Idf::Counted {
            name: format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes.as_flattened())),
            idf: holding.into_iter().map(|(word, freq)| (word, idf(freq))).collect(),
        }
    }

    /// Returns a hash of the counts, or the names of the rankings.
    pub fn name(&self) -> &str {
        match self {
            Idf::Counted { name, .. } => name,
            Idf::Guessed(table) => table.name(),
        }
    }

    /// Returns the idf of a word, from 0 to 1.
    pub fn of(&self, word: u64) -> f32 {
        match self {
            Idf::Counted { idf, .. } => idf.get(&word).copied().unwrap_or(1.0),
            Idf::Guessed(table) => table.idf(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_sentence_holds_has_almost_none() {
        let sentences: [&[u64]; 4] = [&[1, 2, 1], &[1, 3], &[1, 3], &[1]];
        let table = Idf::of_sentences(sentences);
        let expected = |freq: f64| (5.0 / freq).ln() / 5.0_f64.ln();
        for (word, freq) in [(1, 4.0), (2, 1.0), (3, 2.0)] {
            assert!((f64::from(table.of(word)) - expected(freq)).abs() < 1e-6, "{word}");
        }
        assert_eq!((table.of(2), table.of(9)), (1.0, 1.0));
        assert_ne!(table.name(), Idf::of_sentences([&[1_u64][..]]).name());
    }
}

//! Rankings of words, the most common first: the lowest inverse document frequencies first.
//!
//! The built-in rankings are frozen. They come from several kinds of text at equal weight (`docs/antecedents.md`),
//! never from the texts that are compared, so that the bag of a sentence does not depend on its surroundings.

use std::collections::HashSet;

use crate::tokenize::fold;

/// The version of the built-in rankings.
const RANKING_VERSION: u32 = 1;

const ENGLISH: &str = include_str!("rank/english.txt");
const CHINESE_WORDS: &str = include_str!("rank/chinese-words.txt");
const CHINESE_CHARACTERS: &str = include_str!("rank/chinese-characters.txt");

/// A list of words, the most common first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    name: String,
    words: Vec<u64>,
}

impl Ranking {
    /// Returns the built-in English words.
    pub fn english() -> Ranking {
        Ranking::built_in("english", ENGLISH)
    }

    /// Returns the built-in Chinese words, as the built-in dictionary cuts them.
    pub fn chinese_words() -> Ranking {
        Ranking::built_in("chinese-words", CHINESE_WORDS)
    }

    /// Returns the built-in Chinese characters.
    pub fn chinese_characters() -> Ranking {
        Ranking::built_in("chinese-characters", CHINESE_CHARACTERS)
    }

    /// Makes a ranking of these words in this order. A repeated word keeps its first rank.
    pub fn from_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Ranking {
        let mut ranking = Ranking::default();
        let mut seen = HashSet::new();
        for word in words {
            let hash = fold::hash_word(&word.chars().map(fold::simplified).collect::<String>());
            if seen.insert(hash) {
                ranking.words.push(hash);
            }
        }
        let mut bytes = Vec::with_capacity(ranking.words.len() * size_of::<u64>());
        for word in &ranking.words {
            bytes.extend(word.to_le_bytes());
        }
        ranking.name = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes));
        ranking
    }

    /// Parses a list with one word per line, the most common first. Skips empty lines, lines that begin with `#`, and
    /// everything behind the first word of a line.
    pub fn from_list(list: &str) -> Ranking {
        let mut words = vec![];
        for line in list.lines() {
            let line = line.trim_start_matches('\u{FEFF}');
            if !line.starts_with('#') {
                words.extend(line.split_whitespace().next());
            }
        }
        Ranking::from_words(words)
    }

    pub(crate) fn built_in(name: &str, list: &str) -> Ranking {
        Ranking { name: format!("{name}-{RANKING_VERSION}"), ..Ranking::from_list(list) }
    }

    /// Returns the name of a built-in list with its version, or a hash of the words.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the hashes of the words, the most common first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_lists_are_whole() {
        for (ranking, first, least) in [
            (Ranking::english(), "the", 5000),
            (Ranking::chinese_words(), "的", 1000),
            (Ranking::chinese_characters(), "的", 3000),
        ] {
            assert_eq!(ranking.words()[0], fold::hash(first));
            assert!(ranking.words().len() >= least, "{} {}", ranking.name(), ranking.words().len());
        }
    }

    #[test]
    fn reads_a_list_of_ones_own() {
        let ranking = Ranking::from_list("\u{FEFF}# mine\nThe 100\n\nof\t90\nthe\n");
        assert_eq!(ranking.words(), [fold::hash("the"), fold::hash("of")]);
        assert_ne!(ranking.name(), Ranking::from_list("of").name());
    }
}

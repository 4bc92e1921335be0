//! Words ranked by how common they are: the lowest inverse document frequencies first.
//!
//! The built-in rankings are frozen: they come from text of several kinds at equal weight (`docs/antecedents.md`), and
//! are never derived from the texts that are compared, so that the bag of a sentence does not depend on what stands
//! beside it. [`Counter`] makes a ranking of one's own.

use std::collections::HashMap;

use crate::text::Span;
use crate::tokenize::{Tokenizer, fold};

/// The version of the built-in rankings.
pub const RANKING_VERSION: u32 = 1;

const ENGLISH: &str = include_str!("rank/english.txt");
const CHINESE_WORDS: &str = include_str!("rank/chinese-words.txt");
const CHINESE_CHARACTERS: &str = include_str!("rank/chinese-characters.txt");

/// Words, the most common first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    name: String,
    words: Vec<u64>,
}

impl Ranking {
    /// The built-in English words.
    pub fn english() -> Ranking {
        Ranking::built_in("english", ENGLISH)
    }

    /// The built-in Chinese words, as the built-in dictionary cuts them.
    pub fn chinese_words() -> Ranking {
        Ranking::built_in("chinese-words", CHINESE_WORDS)
    }

    /// The built-in Chinese characters.
    pub fn chinese_characters() -> Ranking {
        Ranking::built_in("chinese-characters", CHINESE_CHARACTERS)
    }

    /// These words in this order. A repeated word keeps its first rank.
    pub fn from_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Ranking {
        let mut ranking = Ranking::default();
        let mut seen = HashMap::new();
        for word in words {
            let hash = fold::hash_word(&word.chars().map(fold::simplified).collect::<String>());
            if seen.insert(hash, ()).is_none() {
                ranking.words.push(hash);
            }
        }
        let bytes: Vec<u8> = ranking.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        ranking.name = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes));
        ranking
    }

    /// A list with a word a line, the most common first; what follows white space in a line is left out, as are empty
    /// lines and those that begin with `#`.
    pub fn from_list(list: &str) -> Ranking {
        let lines = list
            .lines()
            .map(|line| line.trim_start_matches('\u{FEFF}'))
            .filter(|line| !line.starts_with('#'));
        Ranking::from_words(lines.filter_map(|line| line.split_whitespace().next()))
    }

    fn built_in(name: &str, list: &str) -> Ranking {
        Ranking { name: format!("{name}-{RANKING_VERSION}"), ..Ranking::from_list(list) }
    }

    /// The name of a built-in list with its version, or a hash of the words.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hashes of the words, the most common first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Counts words in sentences of several kinds of text, and ranks them with equal weight for each kind.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, Default)]
struct Kind {
    sentences: u64,
    holding: HashMap<String, u64>,
}

impl Counter {
    /// Begins the next kind of text.
    pub fn begin_kind(&mut self) {
        self.kinds.push(Kind::default());
    }

    /// Counts the words of one sentence for the kind that was begun last; each word once.
    pub fn add_sentence<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) {
        let Some(kind) = self.kinds.last_mut() else { return };
        kind.sentences += 1;
        let mut words: Vec<String> =
            words.into_iter().map(|word| fold::fold(word).chars().map(fold::simplified).collect()).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            *kind.holding.entry(word).or_default() += 1;
        }
    }

    /// Counts the sentences of a text for the kind that was begun last.
    pub fn add_text(&mut self, text: &str, tokenizer: &Tokenizer) {
        let mut tokens = vec![];
        for line in text.split(['.', '!', '?', '。', '！', '？', '\n']) {
            tokenizer.words(line, Span::new(0, line.len() as u32), &mut tokens);
            if !tokens.is_empty() {
                self.add_sentence(tokens.drain(..).map(|token| token.span.of(line)));
            }
        }
    }

    /// The words by their mean share of sentences, ties by code points; only words that at least half of the kinds
    /// hold, so that the jargon of one kind does not come in.
    pub fn rank(&self) -> Vec<String> {
        let mut shares: HashMap<&str, (f64, usize)> = HashMap::new();
        for kind in &self.kinds {
            #[expect(
                clippy::iter_over_hash_type,
                reason = "each word gets one share a kind, whatever the order"
            )]
            for (word, &count) in &kind.holding {
                let entry = shares.entry(word).or_default();
                entry.0 += count as f64 / kind.sentences as f64;
                entry.1 += 1;
            }
        }
        let mut ranked: Vec<(&str, f64)> = shares
            .into_iter()
            .filter(|(_, (_, kinds))| kinds * 2 >= self.kinds.len())
            .map(|(word, (share, _))| (word, share))
            .collect();
        ranked.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        ranked.into_iter().map(|(word, _)| word.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_text_weigh_equally() {
        let mut counter = Counter::default();
        counter.begin_kind();
        for _ in 0..100 {
            counter.add_sentence(["the", "court", "Shall"]);
        }
        counter.begin_kind();
        counter.add_sentence(["the", "sea", "the"]);
        counter.add_sentence(["a", "sea"]);
        assert_eq!(counter.rank()[..4], ["the", "court", "sea", "shall"].map(String::from));
        counter.begin_kind();
        counter.add_sentence(["the"]);
        assert_eq!(counter.rank(), ["the"], "words of one kind among three are left out");
    }

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

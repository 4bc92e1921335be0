//! Rankings of words, the most common first: the lowest inverse document frequencies first.
//!
//! The built-in rankings are frozen. They come from several kinds of text at equal weight (`docs/antecedents.md`),
//! never from the texts that are compared, so that the bag of a sentence does not depend on its surroundings.
//! [`Counter`] makes rankings from other texts.

use std::collections::{HashMap, HashSet};

use crate::normalize::normalize;
use crate::split::split_sentences;
use crate::text::Layout;
use crate::tokenize::{Tokenizer, fold};

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
        let bytes: Vec<u8> = ranking.words.iter().flat_map(|word| word.to_le_bytes()).collect();
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

/// The length of the documents that [`Counter::add_text`] cuts.
const DOCUMENT_SENTENCES: usize = 100;

/// A counter of the documents and sentences that hold each word. It ranks words with equal weight for each kind of
/// text.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, Default)]
struct Kind {
    documents: u64,
    sentences: u64,
    /// The numbers of documents and of sentences that hold each word.
    holding: HashMap<String, (u64, u64)>,
}

impl Counter {
    /// Begins the next kind of text.
    pub fn begin_kind(&mut self) {
        self.kinds.push(Kind::default());
    }

    /// Counts a document of the kind that was begun last: its sentences, each as its words.
    pub fn add_document<'w>(&mut self, sentences: impl IntoIterator<Item = Vec<&'w str>>) {
        let Some(kind) = self.kinds.last_mut() else { return };
        kind.documents += 1;
        let mut seen = HashSet::new();
        for sentence in sentences {
            kind.sentences += 1;
            let folded = |word: &str| fold::fold(word).chars().map(fold::simplified).collect::<String>();
            let mut words: Vec<String> = sentence.into_iter().map(folded).collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                let is_new = seen.insert(word.clone());
                let holding = kind.holding.entry(word).or_default();
                holding.0 += u64::from(is_new);
                holding.1 += 1;
            }
        }
    }

    /// Counts a text in documents of a hundred sentences, because a whole book has every important word.
    pub fn add_text(&mut self, text: &str, tokenizer: &Tokenizer) {
        let normalized = normalize(text);
        let mut spans = vec![];
        split_sentences(&normalized.text, Layout::Wrapped, &mut spans);
        let mut tokens = vec![];
        for part in spans.chunks(DOCUMENT_SENTENCES) {
            let mut sentences = vec![];
            for &span in part {
                tokens.clear();
                tokenizer.words(&normalized.text, span, &mut tokens);
                sentences.push(tokens.iter().map(|token| token.span.of(&normalized.text)).collect());
            }
            self.add_document(sentences);
        }
    }

    /// Ranks the words by their mean share of documents, then of sentences, then by code points. Leaves out words that
    /// fewer than half of the kinds hold, so that the jargon of one kind does not come in.
    pub fn rank(&self) -> Vec<String> {
        let mut shares: HashMap<&str, (f64, f64, usize)> = HashMap::new();
        for kind in &self.kinds {
            #[expect(
                clippy::iter_over_hash_type,
                reason = "each word gets one share a kind, whatever the order"
            )]
            for (word, &(documents, sentences)) in &kind.holding {
                let entry = shares.entry(word).or_default();
                entry.0 += documents as f64 / kind.documents as f64;
                entry.1 += sentences as f64 / kind.sentences as f64;
                entry.2 += 1;
            }
        }
        shares.retain(|_, (.., kinds)| *kinds * 2 >= self.kinds.len());
        let mut ranked: Vec<(&str, (f64, f64, usize))> = shares.into_iter().collect();
        ranked.sort_unstable_by(|(a, of_a), (b, of_b)| {
            of_b.0.total_cmp(&of_a.0).then(of_b.1.total_cmp(&of_a.1)).then(a.cmp(b))
        });
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
            counter.add_document([vec!["the", "court", "Shall"]]);
        }
        counter.begin_kind();
        counter.add_document([vec!["the", "sea", "the"], vec!["a", "sea"]]);
        assert_eq!(counter.rank(), ["the", "court", "sea", "shall", "a"].map(String::from));
        counter.begin_kind();
        counter.add_document([vec!["the"]]);
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

//! Low-IDF-Sig: chains of words that follow the most common words.
//!
//! Yu, Zhang, Zhang, Huang (Journal of Chinese Information Processing, 2011). Each *antecedent*, one of the n words
//! with the lowest inverse document frequency, and always the first word, opens a chain: itself and the next c words,
//! d apart, of those that are not skipped. A chain at the end of a sentence may be shorter, but not empty, unless the
//! sentence is that one word. Chains never cross the end of a sentence, and antecedents are not left out of chains.
//! Robust against edits far from antecedents, and a third of the keys of 3-Shingle; `O(words · c)` a sentence.

use std::collections::HashSet;

use super::{Feature, Ranking, key};
use crate::tokenize::WordHash;

/// Words that chains pass over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Skip {
    /// None.
    #[default]
    None,
    /// Articles and common prepositions of English and Chinese.
    Articles,
    /// The words of a list.
    Words(Ranking),
}

const ARTICLES: [&str; 16] =
    ["a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "with", "from", "的", "了", "在", "于"];

/// Low-IDF-Sig with its settings.
#[derive(Clone, Debug)]
pub struct LowIdfSig {
    antecedents: HashSet<u64, WordHash>,
    skipped: HashSet<u64, WordHash>,
    chain: usize,
    distance: usize,
    lists: String,
}

impl LowIdfSig {
    /// The profile `robust`, the default: n = 200 English and 500 Chinese antecedents, c = 2, d = 1. Chinese common words
    /// make up a smaller share of a sentence: 200 of them open 5.6 chains in it, where the English ones open 10.4.
    pub fn robust() -> LowIdfSig {
        LowIdfSig::built_in((200, 500), 2, Ranking::chinese_words())
    }

    /// The profile `paper`: n = 50, c = 3, d = 1.
    pub fn paper() -> LowIdfSig {
        LowIdfSig::built_in((50, 50), 3, Ranking::chinese_words())
    }

    /// The most common words of the built-in English list and of `chinese`, `n` of each, chains of c words.
    pub fn built_in(n: (usize, usize), c: usize, chinese: Ranking) -> LowIdfSig {
        LowIdfSig::of_lists(&[(&Ranking::english(), n.0), (&chinese, n.1)], c)
    }

    /// The n most common words of a ranking, chains of c words after the antecedent. `c` is at least 1.
    pub fn new(ranking: &Ranking, n: usize, c: usize) -> LowIdfSig {
        LowIdfSig::of_lists(&[(ranking, n)], c)
    }

    /// The most common words of several rankings, so many of each, chains of c words. `c` is at least 1.
    pub fn of_lists(lists: &[(&Ranking, usize)], c: usize) -> LowIdfSig {
        let names: Vec<&str> = lists.iter().map(|(ranking, _)| ranking.name()).collect();
        let sizes: Vec<String> = lists.iter().map(|(_, n)| n.to_string()).collect();
        LowIdfSig {
            antecedents: lists
                .iter()
                .flat_map(|(ranking, n)| ranking.words().iter().take(*n).copied())
                .collect(),
            skipped: HashSet::default(),
            chain: c.max(1),
            distance: 1,
            lists: format!("{},n={}", names.join("+"), sizes.join("+")),
        }
    }

    /// The same with each d-th word in a chain. `d` is at least 1.
    pub fn with_distance(mut self, d: usize) -> LowIdfSig {
        self.distance = d.max(1);
        self
    }

    /// The same with chains that pass over some words. Those can still be antecedents.
    pub fn with_skip(mut self, skip: &Skip) -> LowIdfSig {
        let (words, name) = match skip {
            Skip::None => (vec![], None),
            Skip::Articles => (Ranking::from_words(ARTICLES).words().to_vec(), Some("articles")),
            Skip::Words(words) => (words.words().to_vec(), Some(words.name())),
        };
        self.skipped = words.into_iter().collect();
        if let Some(name) = name {
            self.lists.push_str(",skip=");
            self.lists.push_str(name);
        }
        self
    }
}

impl Feature for LowIdfSig {
    fn name(&self) -> String {
        format!("low-idf-sig({},c={},d={})", self.lists, self.chain, self.distance)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        let before = out.len();
        for (at, &word) in words.iter().enumerate() {
            if at > 0 && !self.antecedents.contains(&word) {
                continue;
            }
            let kept = words[at + 1..].iter().filter(|word| !self.skipped.contains(word));
            let mut chain = kept.skip(self.distance - 1).step_by(self.distance).take(self.chain).peekable();
            if chain.peek().is_some() || words.len() == 1 {
                out.push(key([word].into_iter().chain(chain.copied())));
            }
        }
        // A sentence all of whose words are skipped after the first still has one key.
        if out.len() == before
            && let Some(&first) = words.first()
        {
            out.push(key([first]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::fold;

    fn check(feature: &LowIdfSig, text: &str, expected: &[&str]) {
        let hashes = |text: &str| text.split_whitespace().map(fold::hash_word).collect::<Vec<_>>();
        let mut out = vec![];
        feature.keys(&hashes(text), &mut out);
        let expected: Vec<u64> = expected.iter().map(|chain| key(hashes(chain))).collect();
        assert_eq!(out, expected, "{text}");
    }

    #[test]
    fn the_well_known_sentence_of_spotsigs_follows_the_same_rules() {
        // The chains of SpotSigs with the antecedents a, an, the, is; here with the first word as well.
        let ranking = Ranking::from_words(["a", "an", "the", "is"]);
        let skip = Ranking::from_words(["a", "an", "the", "is", "to", "of", "his", "with", "for"]);
        let feature = LowIdfSig::new(&ranking, 4, 2).with_skip(&Skip::Words(skip));
        check(
            &feature,
            "at a rally to kick off a weeklong campaign for the south carolina primary",
            &["at rally kick", "a rally kick", "a weeklong campaign", "the south carolina"],
        );
    }

    #[test]
    fn chains_at_the_end_are_shorter_but_not_empty() {
        let feature = LowIdfSig::new(&Ranking::from_words(["the", "of"]), 2, 2);
        check(&feature, "end of the road", &["end of the", "of the road", "the road"]);
        check(&feature, "end of the", &["end of the", "of the"]);
        check(&feature, "the", &["the"]);
    }

    #[test]
    fn every_other_word_at_distance_two() {
        let feature = LowIdfSig::new(&Ranking::from_words(["the"]), 1, 2).with_distance(2);
        check(&feature, "see the quick brown fox jump", &["see quick fox", "the brown jump"]);
    }

    #[test]
    fn skipped_words_only_leave_the_first_word() {
        let feature = LowIdfSig::new(&Ranking::from_words(["the"]), 1, 2).with_skip(&Skip::Articles);
        check(&feature, "rain on the", &["rain"]);
    }

    #[test]
    fn names_tell_settings_apart() {
        let names = [
            LowIdfSig::robust().name(),
            LowIdfSig::paper().name(),
            LowIdfSig::robust().with_skip(&Skip::Articles).name(),
            LowIdfSig::robust().with_distance(2).name(),
        ];
        assert_eq!(names[0], "low-idf-sig(english-1+chinese-words-1,n=200+500,c=2,d=1)");
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 4);
    }
}

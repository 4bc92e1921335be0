//! Low-IDF-Sig: chains of words that begin at the most common words.
//!
//! Yu, Zhang, Zhang, Huang (Journal of Chinese Information Processing, 2011). The n words with the lowest inverse
//! document frequency are the *antecedents*. Each antecedent, and always the first word of the sentence, opens a chain:
//! itself and the next c words, d apart, among those that are not skipped. A chain at the end of a sentence may be
//! shorter, but not empty unless the sentence is a single word. Chains never cross the end of a sentence, and may
//! contain antecedents. The keys are robust against edits away from antecedents, and a third as many as those of
//! 3-Shingle. `O(words · c)` per sentence.
//!
//! A line of figures or names has few antecedents, and one chain is not enough to recognize it. A sentence can
//! therefore be given a least number of chains m, which is not in the paper. The next most common words open the
//! missing chains, and a sentence of at most m words has a chain at each word. `O(words · log words)` for such a
//! sentence.

use std::collections::{HashMap, HashSet};

use super::{Feature, Ranking, key};
use crate::tokenize::WordHash;

/// Words that chains skip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Skip {
    /// No words.
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
    /// The rank of each word, 1 for the most common.
    ranks: HashMap<u64, u32, WordHash>,
    skipped: HashSet<u64, WordHash>,
    chain: usize,
    distance: usize,
    least: usize,
    lists: String,
}

impl LowIdfSig {
    /// Returns the profile `robust`, the default: n = 200 English and 500 Chinese antecedents, c = 2, d = 1, m = 8.
    /// Chinese common words make up a smaller share of a sentence: 200 of them open 5.6 chains in it, where the English
    /// ones open 10.4.
    pub fn robust() -> LowIdfSig {
        LowIdfSig::built_in((200, 500), 2, Ranking::chinese_words()).with_least(8)
    }

    /// Returns the profile `paper`: n = 50, c = 3, d = 1.
    pub fn paper() -> LowIdfSig {
        LowIdfSig::built_in((50, 50), 3, Ranking::chinese_words())
    }

    /// Takes the most common words of the built-in English list and of `chinese`, `n` of each, and chains of c words.
    pub fn built_in(n: (usize, usize), c: usize, chinese: Ranking) -> LowIdfSig {
        LowIdfSig::of_lists(&[(&Ranking::english(), n.0), (&chinese, n.1)], c)
    }

    /// Takes the n most common words of a ranking, and chains of c words after the antecedent. `c` is at least 1.
    pub fn new(ranking: &Ranking, n: usize, c: usize) -> LowIdfSig {
        LowIdfSig::of_lists(&[(ranking, n)], c)
    }

    /// Takes the most common words of several rankings, with a number for each, and chains of c words. `c` is at least
    /// 1.
    pub fn of_lists(lists: &[(&Ranking, usize)], c: usize) -> LowIdfSig {
        let mut ranks: HashMap<u64, u32, WordHash> = HashMap::default();
        let mut antecedents = HashSet::default();
        let (mut names, mut sizes) = (vec![], vec![]);
        for &(ranking, n) in lists {
            for (rank, &word) in (1..).zip(ranking.words()) {
                let known = ranks.entry(word).or_insert(rank);
                *known = rank.min(*known);
            }
            antecedents.extend(ranking.words().iter().take(n));
            names.push(ranking.name());
            sizes.push(n.to_string());
        }
        LowIdfSig {
            antecedents,
            ranks,
            skipped: HashSet::default(),
            chain: c.max(1),
            distance: 1,
            least: 0,
            lists: format!("{},n={}", names.join("+"), sizes.join("+")),
        }
    }

    /// Takes every d-th word into a chain. `d` is at least 1.
    pub fn with_distance(mut self, d: usize) -> LowIdfSig {
        self.distance = d.max(1);
        self
    }

    /// Makes at least m chains in a sentence that has enough words.
    pub fn with_least(mut self, m: usize) -> LowIdfSig {
        self.least = m;
        self
    }

    /// Skips some words in chains. These words can still be antecedents.
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

impl LowIdfSig {
    fn is_antecedent(&self, words: &[u64], at: usize) -> bool {
        at == 0 || self.antecedents.contains(&words[at])
    }

    /// Returns the words of a chain after the one that opens it.
    fn following<'w>(&'w self, words: &'w [u64], at: usize) -> impl Iterator<Item = u64> + 'w {
        let kept = words[at + 1..].iter().copied().filter(|word| !self.skipped.contains(word));
        kept.skip(self.distance - 1).step_by(self.distance).take(self.chain)
    }

    fn opens_chain(&self, words: &[u64], at: usize) -> bool {
        words.len() == 1 || self.following(words, at).next().is_some()
    }

    /// Returns the rank of a word, low for a common one. Words without a rank come after all others, in the order of
    /// their hashes, so that adding one to a sentence changes little.
    fn rank(&self, word: u64) -> u32 {
        self.ranks.get(&word).copied().unwrap_or((word >> 33) as u32 | 1 << 31)
    }
}

impl Feature for LowIdfSig {
    fn name(&self) -> String {
        let least = if self.least > 0 { format!(",m={}", self.least) } else { String::new() };
        format!("low-idf-sig({},c={},d={}{least})", self.lists, self.chain, self.distance)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        let before = out.len();
        // First the places that open chains, in `out` itself, which spares an allocation per sentence.
        for at in 0..words.len() {
            if self.is_antecedent(words, at) && self.opens_chain(words, at) {
                out.push(at as u64);
            }
        }
        let chains = out.len() - before;
        if chains < self.least.min(words.len()) {
            for (at, &word) in words.iter().enumerate() {
                if !self.is_antecedent(words, at) && self.opens_chain(words, at) {
                    out.push(u64::from(self.rank(word)) << 32 | at as u64);
                }
            }
            out[before + chains..].sort_unstable();
            out.truncate(before + self.least);
            for place in &mut out[before..] {
                *place &= u64::from(u32::MAX);
            }
            out[before..].sort_unstable();
        }
        for place in &mut out[before..] {
            let at = *place as usize;
            *place = key([words[at]].into_iter().chain(self.following(words, at)));
        }
        // A sentence all of whose words behind the first are skipped still has one key.
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
        // The chains of SpotSigs with the antecedents a, an, the, is, and here with the first word too.
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
    fn a_sentence_of_few_antecedents_has_chains_at_its_next_most_common_words() {
        let ranking = Ranking::from_words(["the", "of", "net", "to"]);
        let feature = LowIdfSig::new(&ranking, 2, 2).with_least(3);
        check(&feature, "oper net up to 37", &["oper net up", "net up to", "to 37"]);
        check(&feature, "oper net to 37", &["oper net to", "net to 37", "to 37"]);
        check(&feature, "end of the line", &["end of the", "of the line", "the line"]);
        check(&feature, "net oper", &["net oper"]);
        check(&feature, "net", &["net"]);
        check(&feature.clone().with_least(2), "end of the line", &["end of the", "of the line", "the line"]);
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
        assert_eq!(names[0], "low-idf-sig(english-1+chinese-words-1,n=200+500,c=2,d=1,m=8)");
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 4);
    }
}

//! SpotSigs: chains of content words that follow stop words.
//!
//! Theobald, Siddharth, Paepcke (SIGIR 2008). Each *antecedent*, one of a few very common words, opens a chain of the
//! next c words that are no stop words, d apart. A chain at the end of the text may be shorter, but not empty. As in
//! the authors' program, and unlike in Low-IDF-Sig, the antecedent itself is no part of the key, and the first word is
//! nothing special: a sentence without antecedents has no key. `O(words · c)`. Made for news pages, in which it skips
//! navigation and other text without stop words. It makes too few keys for sentences, and with many antecedents more
//! than Low-IDF-Sig for less accuracy. For comparison.
//!
//! The 365 English stop words were written for this program from common knowledge of English function words; the
//! published list is not at hand. The first 24 of them, articles and the forms of auxiliary verbs, "that" and "in", are
//! the small set of antecedents. For Chinese the most common words of the built-in ranking stand for both.

use std::collections::HashSet;

use ibid::feature::{Feature, Ranking, key};
use ibid::tokenize::WordHash;

const ENGLISH: &str = include_str!("english-stop.txt");

/// The number of stop words in each language.
const STOP_WORDS: usize = 365;

/// SpotSigs with its settings. May give no key.
#[derive(Clone, Debug)]
pub struct SpotSig {
    antecedents: HashSet<u64, WordHash>,
    stop_words: HashSet<u64, WordHash>,
    chain: usize,
    distance: usize,
    lists: String,
}

impl SpotSig {
    /// Takes the first n of the 365 English stop words as antecedents, for chains of c words; both at least 1.
    pub fn english(n: usize, c: usize) -> SpotSig {
        SpotSig::of_lists(&[SpotSig::english_stop_words()], n, c)
    }

    /// Takes the first n of the 365 first words of each named list as antecedents and all of the 365 as stop words, for
    /// chains of c words; `c` is at least 1.
    pub fn of_lists(lists: &[(String, Ranking)], n: usize, c: usize) -> SpotSig {
        let first = |n: usize| {
            lists.iter().flat_map(|(_, list)| list.words().iter().take(n.min(STOP_WORDS)).copied()).collect()
        };
        let names: Vec<&str> = lists.iter().map(|(name, _)| name.as_str()).collect();
        SpotSig {
            antecedents: first(n),
            stop_words: first(STOP_WORDS),
            chain: c.max(1),
            distance: 1,
            lists: format!("{},n={n}", names.join("+")),
        }
    }

    /// Takes each d-th content word into a chain. `d` is at least 1.
    pub fn with_distance(mut self, d: usize) -> SpotSig {
        self.distance = d.max(1);
        self
    }

    /// Returns the 365 English stop words, the 24 antecedents first, with their name.
    pub fn english_stop_words() -> (String, Ranking) {
        ("english-stop-1".to_owned(), Ranking::from_list(ENGLISH))
    }

    /// Returns each antecedent with its chain.
    fn chains<'w>(&'w self, words: &'w [u64]) -> impl Iterator<Item = (u64, impl Iterator<Item = u64> + 'w)> {
        let opening = words.iter().enumerate().filter(|(_, word)| self.antecedents.contains(word));
        opening.map(|(at, &word)| {
            let content = words[at + 1..].iter().filter(|word| !self.stop_words.contains(word)).copied();
            (word, content.skip(self.distance - 1).step_by(self.distance).take(self.chain))
        })
    }
}

impl Feature for SpotSig {
    fn name(&self) -> String {
        format!("spotsig({},c={},d={})", self.lists, self.chain, self.distance)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        for (_, chain) in self.chains(words) {
            let mut chain = chain.peekable();
            if chain.peek().is_some() {
                out.push(key(chain));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::words as hashes;
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn the_well_known_sentence_of_the_paper() {
        let text = "At a rally to kick off a weeklong campaign for the South Carolina primary, Obama tried to set \
                    the record straight from an attack circulating widely on the Internet that is designed to play \
                    into prejudices against Muslims and fears of terrorism.";
        let stop = "a an the is that to off for from on into against and of at";
        let feature = SpotSig {
            antecedents: hashes("a an the is").into_iter().collect(),
            ..SpotSig::of_lists(&[("stop".to_owned(), Ranking::from_words(words(stop)))], 4, 2)
        };
        let hashes = hashes(text);
        let word =
            |hash: u64| words(text)[hashes.iter().position(|&word| word == hash).unwrap()].to_lowercase();
        let chains: Vec<String> = feature
            .chains(&hashes)
            .map(|(antecedent, chain)| {
                [antecedent].into_iter().chain(chain).map(word).collect::<Vec<_>>().join(":")
            })
            .collect();
        let expected = [
            "a:rally:kick",
            "a:weeklong:campaign",
            "the:south:carolina",
            "the:record:straight",
            "an:attack:circulating",
            "the:internet:designed",
            "is:designed:play",
        ];
        assert_eq!(chains, expected);
    }

    #[test]
    fn there_are_365_stop_words() {
        let (_, list) = SpotSig::english_stop_words();
        assert_eq!(list.words().len(), STOP_WORDS);
        assert!(list.words()[..24].contains(&hashes("would")[0]));
    }

    #[test]
    fn a_sentence_may_have_no_key() {
        let mut out = vec![];
        for text in ["Rain fell", "rain on the", "of the"] {
            SpotSig::english(24, 3).keys(&hashes(text), &mut out);
            assert!(out.is_empty(), "{text}");
        }
        SpotSig::english(24, 3).keys(&hashes("the rain fell"), &mut out);
        assert_eq!(out, [key(hashes("rain fell"))], "a shorter chain at the end");
    }
}

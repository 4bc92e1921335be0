//! I-Match: one hash of all words that are neither common nor rare.
//!
//! Chowdhury, Frieder, Grossman, McCabe ("Collection statistics for fast duplicate document detection", 2002). The
//! distinct words whose normalized idf lies in a range are sorted and hashed to one key: two texts are copies if these
//! words are the same, in any order. One such word that was changed, added or left out changes the key. So the
//! randomized form (Kołcz, Chowdhury, Alspector, 2004) makes K more keys, each from a lexicon from which a part of the
//! words was removed at random, and takes one equal key for enough. `O(words · (log words + K))`, K + 1 keys per
//! sentence: the smallest index of the compared methods. Useful for copies that are exact but for their order and their
//! common words. It finds no sentence with an edited word in the range, and a sentence with no word in the range has no
//! key.

use ibid::feature::{Feature, key};

use super::{Idf, Lexicons};

/// I-Match with its settings. May give no key.
#[derive(Clone, Debug)]
pub struct IMatch {
    idf: Idf,
    low: f32,
    high: f32,
    lexicons: Option<Lexicons>,
}

impl IMatch {
    /// Makes one key of the words with an idf from `low` to `high`, both included.
    pub fn new(idf: Idf, low: f64, high: f64) -> IMatch {
        IMatch { idf, low: low as f32, high: high as f32, lexicons: None }
    }

    /// Adds the keys of the randomized form.
    pub fn with_lexicons(mut self, lexicons: Lexicons) -> IMatch {
        self.lexicons = Some(lexicons);
        self
    }

    /// Returns the different words that lie in the range, in ascending order.
    fn words_in_range(&self, words: &[u64]) -> Vec<u64> {
        let in_range = |word: &u64| (self.low..=self.high).contains(&self.idf.of(*word));
        let mut kept: Vec<u64> = words.iter().copied().filter(in_range).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }
}

impl Feature for IMatch {
    fn name(&self) -> String {
        let (count, drop) = self.lexicons.map_or((0, 0.0), |lexicons| (lexicons.count, lexicons.drop));
        format!(
            "i-match({},low={},high={},lexicons={count},drop={drop})",
            self.idf.name(),
            self.low,
            self.high
        )
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        let kept = self.words_in_range(words);
        if kept.is_empty() {
            return;
        }
        // The number of the lexicon is part of the key, so that two lexicons never agree by leaving out the same words.
        out.push(key([0].into_iter().chain(kept.iter().copied())));
        let Some(lexicons) = self.lexicons else { return };
        for lexicon in 1..=lexicons.count {
            let mut left =
                kept.iter().copied().filter(|&word| !lexicons.leaves_out(lexicon, word)).peekable();
            if left.peek().is_some() {
                out.push(key([u64::from(lexicon)].into_iter().chain(left)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{idf, words};
    use super::*;

    fn keys(feature: &IMatch, text: &str) -> Vec<u64> {
        super::super::tests::keys(feature, &words(text))
    }

    fn plain() -> IMatch {
        IMatch::new(idf(), 0.3, 1.0)
    }

    #[test]
    fn order_repeats_and_common_words_do_not_matter() {
        let key = keys(&plain(), "the miller grinds corn at the harbour");
        assert_eq!(key.len(), 1);
        assert_eq!(key, keys(&plain(), "a harbour miller grinds and grinds corn"));
        assert_ne!(key, keys(&plain(), "the miller grinds barley at the harbour"));
        assert!(keys(&plain(), "of the and").is_empty());
    }

    #[test]
    fn random_lexicons_pass_over_a_changed_word() {
        let feature = plain().with_lexicons(Lexicons::default());
        let (a, b) =
            (keys(&feature, "miller grinds yellow corn"), keys(&feature, "miller grinds golden corn"));
        assert_eq!((a.len(), b.len()), (11, 11));
        assert_ne!(a[0], b[0]);
        assert!(a.iter().any(|key| b.contains(key)));
        let out = (1..=1000).filter(|&lexicon| Lexicons::default().leaves_out(lexicon, 7)).count();
        assert!((250..350).contains(&out), "{out}");
    }
}

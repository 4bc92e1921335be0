//! I-Match on whole texts: texts are near if their words that are neither common nor rare are the same.
//!
//! Chowdhury, Frieder, Grossman and McCabe (2002). In: texts. Out: for each a hash of 128 bits of the different words
//! whose idf lies in a range, and the clusters of equal hashes. One such word more or less gives another hash. So the
//! randomized form (Kołcz, Chowdhury and Alspector 2004) adds K hashes, each of the words of another lexicon, which
//! leaves out a part of all words at random; texts are near if one of the K + 1 hashes is equal. The rarity of words is
//! taken from the built-in rankings, so that a hash does not depend on other texts.
//!
//! If few words of a text count, they say little about the rest (Kołcz and Chowdhury 2008): there is no hash of fewer
//! than five words, or of less than a tenth of the text's different words.
//!
//! `O(n + w (log w + K))` for n bytes and w words in the range; 16 bytes per hash. Useful for copies that are exact but
//! for order, punctuation and common words; each word that is exchanged halves the number of finds, or worse.

use std::cmp::Reverse;
use std::collections::HashMap;

use ibid::Result;
use ibid::feature::{IdfTable, key};
use ibid::tokenize::{Dictionary, WordHash};

use crate::cluster::{LeaderFinder, Nearest, Neighbor, leaders};
use crate::lexicon_hashes::{LexiconHash, LexiconHashes};
use crate::near::{Method, NearMethod, Nearness, shares};
use crate::signature::{Signature, all_of};
use crate::words::{Words, rankings};
use crate::written::Written;

const LEAST_WORDS: usize = 5;
/// The least share of a text's different words that a hash stands for: one in this many.
const LEAST_SHARE: usize = 10;
const MOST_LEXICONS: u32 = 100;
// Of copies planted in news, edited by 5 to 20 %, ten lexicons found .10 and .13 with this range, and less than .01
// with .3 to 1: edits bring in rare words.
const DEFAULT_LOW: f64 = 0.5;
const DEFAULT_HIGH: f64 = 0.8;

pub(crate) const METHOD: Method = Method {
    name: "imatch",
    help: "imatch:low=.5,high=.8,lexicons=0",
    make: |written, dictionary| Ok(Box::new(IMatch::new(IMatchSettings::take(written)?, dictionary))),
};

/// The settings of I-Match, written as `imatch:low=.5,high=.8,lexicons=10` and the like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IMatchSettings {
    /// The least idf of a word that counts, 0 to 1.
    pub low: f64,
    /// The greatest idf of a word that counts, 0 to 1. Words in no ranking have 1.
    pub high: f64,
    /// The number of random lexicons beside the full one, 0 to 100.
    pub lexicons: u32,
}

impl Default for IMatchSettings {
    fn default() -> IMatchSettings {
        IMatchSettings { low: DEFAULT_LOW, high: DEFAULT_HIGH, lexicons: 0 }
    }
}

impl IMatchSettings {
    /// Parses `low=IDF`, `high=IDF` and `lexicons=K`.
    fn take(written: &mut Written<'_>) -> Result<IMatchSettings> {
        let default = IMatchSettings::default();
        let settings = IMatchSettings {
            low: written.share("low", 0.0..=1.0)?.unwrap_or(default.low),
            high: written.share("high", 0.0..=1.0)?.unwrap_or(default.high),
            lexicons: written.whole("lexicons", 0..=MOST_LEXICONS)?.unwrap_or(default.lexicons),
        };
        if settings.low > settings.high {
            return Err(written.wrong("low must not be above high"));
        }
        Ok(settings)
    }
}

/// The random lexicons of the randomized form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lexicons {
    /// The number of lexicons beside the full one.
    pub count: u32,
    /// The share of words that each lexicon leaves out, from 0 to 1.
    pub drop: f64,
}

impl Default for Lexicons {
    /// Returns ten lexicons that leave out 30 % each.
    fn default() -> Lexicons {
        Lexicons { count: 10, drop: 0.3 }
    }
}

impl Lexicons {
    /// Returns whether a lexicon leaves a word out: as if drawn at random, but the same every time.
    pub fn leaves_out(&self, lexicon: u32, word: u64) -> bool {
        // The upper 53 bits, as a number below 1.
        let drawn = (key([u64::from(lexicon), word]) >> 11) as f64 / (1_u64 << 53) as f64;
        drawn < self.drop
    }
}

/// A method that makes hashes of texts and compares them. Shared between threads.
#[derive(Debug)]
pub struct IMatch {
    settings: IMatchSettings,
    words: Words,
    table: IdfTable,
    lexicons: Lexicons,
}

impl Default for IMatch {
    fn default() -> IMatch {
        IMatch::new(IMatchSettings::default(), Dictionary::default())
    }
}

impl IMatch {
    /// Makes the method with these settings. The dictionary is loaded when the first Chinese text comes.
    pub fn new(settings: IMatchSettings, dictionary: Dictionary) -> IMatch {
        IMatch {
            settings,
            words: Words::new(0, dictionary),
            table: IdfTable::of_rankings(&rankings()),
            lexicons: Lexicons { count: settings.lexicons, ..Lexicons::default() },
        }
    }

    /// Returns the hashes of a text of less than 4 GiB; none if too few of its words lie in the range.
    pub fn hashes(&self, text: &str) -> Option<LexiconHashes> {
        let mut words = self.words.of(text);
        words.sort_unstable();
        words.dedup();
        let least = LEAST_WORDS.max(words.len().div_ceil(LEAST_SHARE));
        let range = self.settings.low as f32..=self.settings.high as f32;
        let words_in_range: Vec<u64> =
            words.iter().copied().filter(|&word| range.contains(&self.table.idf(word))).collect();
        let hash = |lexicon: u32| {
            let is_left = |word: &&u64| lexicon == 0 || !self.lexicons.leaves_out(lexicon, **word);
            let left: Vec<u64> = words_in_range.iter().filter(is_left).copied().collect();
            (left.len() >= least).then(|| LexiconHash::of(lexicon, &left))
        };
        let hashes: Box<[LexiconHash]> = (0..=self.settings.lexicons).filter_map(hash).collect();
        (!hashes.is_empty()).then_some(LexiconHashes(hashes))
    }
}

impl NearMethod for IMatch {
    fn name(&self) -> String {
        let IMatchSettings { low, high, lexicons } = self.settings;
        let drop = self.lexicons.drop;
        format!(
            "imatch(low={low},high={high},lexicons={lexicons},drop={drop},{},{})",
            self.words.dictionary(),
            self.table.name()
        )
    }

    fn signature(&self, text: &str, _category: Option<&str>) -> Option<Signature> {
        self.hashes(text).map(Signature::LexiconHashes)
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        Ok(leaders(HashLeaders::default(), &hashes(signatures)?, threads))
    }

    fn nearness(&self, signatures: &[&Signature], pairs: &[(u32, u32)], _: usize) -> Result<Vec<Nearness>> {
        let hashes = hashes(signatures)?;
        let most = f64::from(self.settings.lexicons + 1);
        Ok(shares(pairs, |a, b| hashes[a].in_common(hashes[b]) as f64 / most))
    }
}

fn hashes<'s>(signatures: &[&'s Signature]) -> Result<Vec<&'s LexiconHashes>> {
    all_of(signatures, |signature| match signature {
        Signature::LexiconHashes(hashes) => Some(hashes),
        _ => None,
    })
}

/// A finder of leaders among texts, by their hashes. Texts are near if they have a hash in common; the nearest has
/// most.
#[derive(Clone, Debug, Default)]
struct HashLeaders<'h> {
    leaders: Vec<&'h LexiconHashes>,
    // Invariant: no two leaders have a hash in common, since the later one would have joined.
    numbers: HashMap<LexiconHash, u32, WordHash>,
}

impl<'h> LeaderFinder for HashLeaders<'h> {
    type Item = &'h LexiconHashes;
    type Distance = Reverse<usize>;
    type Keys = ();

    const NEAREST: Reverse<usize> = Reverse(usize::MAX);
    const BATCH: usize = 1 << 16;

    fn count(&self) -> usize {
        self.leaders.len()
    }

    fn look_up(&self, texts: &[&'h LexiconHashes]) -> Vec<((), Nearest<Self>)> {
        let mut found = vec![];
        let nearest = |text: &&LexiconHashes| {
            found.clear();
            found.extend(text.0.iter().filter_map(|hash| self.numbers.get(hash).copied()));
            found.sort_unstable();
            let near =
                |same: &[u32]| Some(Neighbor { distance: Reverse(same.len()), number: *same.first()? });
            ((), found.chunk_by(|a, b| a == b).filter_map(near).min())
        };
        texts.iter().map(nearest).collect()
    }

    fn nearest(&mut self, text: &'h LexiconHashes, (): &()) -> Nearest<Self> {
        self.look_up(&[text]).first()?.1
    }

    fn push(&mut self, text: &'h LexiconHashes, (): &()) {
        let number = self.leaders.len() as u32;
        self.numbers.extend(text.0.iter().map(|&hash| (hash, number)));
        self.leaders.push(text);
    }

    fn empty(&self, _room: usize) -> HashLeaders<'h> {
        HashLeaders::default()
    }

    fn append(&mut self, new: HashLeaders<'h>, _threads: usize) {
        new.leaders.into_iter().for_each(|text| self.push(text, &()));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::cluster::tests::check;

    fn imatch(lexicons: u32) -> IMatch {
        IMatch::new(IMatchSettings { low: 0.3, high: 1.0, lexicons }, Dictionary::default())
    }

    const MILL: &str =
        "The tide mill at the harbour grinds barley, and its wheel turns with the ebb twice a day.";

    #[test]
    fn order_marks_and_common_words_do_not_matter() {
        let imatch = imatch(0);
        let of = |text: &str| imatch.hashes(text).unwrap();
        let same = "Twice a day its wheel turns with the ebb; at that harbour a tide mill grinds barley!";
        assert_eq!(of(MILL), of(same));
        assert_ne!(of(MILL), of(&MILL.replace("barley", "wheat")));
        assert_eq!(of("潮汐磨坊在港口磨大麦，水轮随潮水转动。"), of("港口，水轮随潮水转动；潮汐磨坊磨大麦"));
    }

    #[test]
    fn random_lexicons_pass_over_a_changed_word() {
        // Each leaves out both the old word and the new one with a probability of 9 %.
        let (imatch, edited) = (imatch(40), MILL.replace("barley", "wheat"));
        let (a, b) = (imatch.hashes(MILL).unwrap(), imatch.hashes(&edited).unwrap());
        assert_eq!(a.in_common(&a), a.len());
        assert!((1..20).contains(&a.in_common(&b)), "{}", a.in_common(&b));
    }

    #[test]
    fn few_words_of_a_text_have_no_hash() {
        let imatch = imatch(10);
        for text in ["", "…… !", "the of and", "的 了 是", "harbour mill barley wheel"] {
            assert_eq!(imatch.hashes(text), None, "{text:?}");
        }
        let settings = IMatchSettings { low: 0.5, high: 0.999, lexicons: 0 };
        let narrow = IMatch::new(settings, Dictionary::default());
        let long: String = (0..2000).map(|n| format!("w{n} ")).collect();
        let few = "valley winter bridge window garden island kitchen";
        assert!(narrow.hashes(few).is_some());
        assert_eq!(narrow.hashes(&format!("{few} {long}")), None, "seven in two thousand words say nothing");
    }

    proptest! {
        #[test]
        fn clusters_equal_those_of_the_linear_scan(texts in prop::collection::vec(prop::collection::btree_set(0_u128..40, 1..5), 0..60)) {
            let hashes = |numbers: BTreeSet<u128>| LexiconHashes(numbers.into_iter().map(LexiconHash).collect());
            let texts: Vec<LexiconHashes> = texts.into_iter().map(hashes).collect();
            let in_common = |a: &LexiconHashes, b: &LexiconHashes| Some(a.in_common(b)).filter(|count| *count > 0);
            check(HashLeaders::default, &texts.iter().collect::<Vec<_>>(), |a, b| in_common(a, b).map(Reverse));
        }
    }
}

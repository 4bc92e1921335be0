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
//! for order, punctuation and common words; each word that is exchanged halves the number of finds, or worse. On the
//! sets that were measured it found the fewest copies of all methods (`lab/record/dedup.csv`).

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use ibid::feature::{IdfTable, Ranking};
use ibid::normalize::normalize;
use ibid::tokenize::{Dictionary, Han, Tokenizer, WordHash};
use ibid::written::{self, Fault};
use ibid::{Error, Result};
use ibid_dedup::{LeaderFinder, Nearest, Neighbor, SinglePass};
use xxhash_rust::xxh3::Xxh3;

use super::shingles::word_hashes;
use crate::feature::Lexicons;

const LEAST_WORDS: usize = 5;
/// The least share of a text's different words that a hash stands for: one in this many.
const LEAST_SHARE: usize = 10;
const MOST_LEXICONS: u32 = 100;
// Of copies planted in news, edited by 5 to 20 %, ten lexicons found .10 and .13 with this range, and less than .01
// with .3 to 1: edits bring in rare words.
const DEFAULT_LOW: f64 = 0.5;
const DEFAULT_HIGH: f64 = 0.8;
/// The name by which it is written, and its settings.
const NAME: &str = "imatch";
const HELP: &str = "imatch:low=.5,high=.8,lexicons=0";

/// The settings of I-Match, written as `low=.5,high=.8,lexicons=10` and the like.
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
    /// Parses `imatch`, or `imatch:` and `low=IDF`, `high=IDF` and `lexicons=K`. Returns nothing for another method.
    ///
    /// # Errors
    /// [`Error::Request`] for an unknown setting, and for a value out of range.
    pub fn parse(text: &str) -> Option<Result<IMatchSettings>> {
        let (name, given) = written::parse(text);
        (name == NAME).then(|| {
            let given = given.map_err(|fault| match fault {
                Fault::NoValue(setting) | Fault::Twice(setting) => refused(setting),
            })?;
            IMatchSettings::of(&given)
        })
    }

    fn of(given: &[(&str, &str)]) -> Result<IMatchSettings> {
        let mut settings = IMatchSettings::default();
        for (key, value) in given {
            let idf = || value.parse().ok().filter(|idf| (0.0..=1.0).contains(idf));
            let count = || value.parse().ok().filter(|count| *count <= MOST_LEXICONS);
            let wrong = || refused(&format!("{key}={value}"));
            match *key {
                "low" => settings.low = idf().ok_or_else(wrong)?,
                "high" => settings.high = idf().ok_or_else(wrong)?,
                "lexicons" => settings.lexicons = count().ok_or_else(wrong)?,
                _ => return Err(wrong()),
            }
        }
        if settings.low > settings.high {
            return Err(Error::Request(format!("low must not be above high; write {HELP}")));
        }
        Ok(settings)
    }
}

fn refused(setting: &str) -> Error {
    Error::Request(format!("{NAME} takes no \"{setting}\"; write {HELP}"))
}

/// The hashes of a text, one for each lexicon in which enough of its words are left. A nearly equal text has one in
/// common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexiconHashes(Box<[LexiconHash]>);

/// 128 bits of hash over words and the number of their lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LexiconHash(u128);

impl LexiconHash {
    /// Hashes words in ascending order, and the lexicon's number, so that two lexicons never agree by leaving out the
    /// same words.
    fn of(lexicon: u32, words: &[u64]) -> LexiconHash {
        let mut hash = Xxh3::new();
        hash.update(&lexicon.to_le_bytes());
        words.iter().for_each(|word| hash.update(&word.to_le_bytes()));
        LexiconHash(hash.digest128())
    }
}

impl Hash for LexiconHash {
    /// Writes half of the hash, which is a hash already.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0 as u64);
    }
}

impl LexiconHashes {
    /// Returns the number of hashes that two texts have in common.
    pub fn in_common(&self, other: &LexiconHashes) -> usize {
        self.0.iter().filter(|hash| other.0.contains(hash)).count()
    }
}

/// A method that makes hashes of texts and compares them. Shared between threads.
#[derive(Debug)]
pub struct IMatch {
    settings: IMatchSettings,
    dictionary: String,
    tokenizer: Tokenizer,
    table: IdfTable,
    lexicons: Lexicons,
}

impl IMatch {
    /// Makes the method with these settings. The dictionary is loaded when the first Chinese text comes.
    pub fn new(settings: IMatchSettings, dictionary: Dictionary) -> IMatch {
        IMatch {
            settings,
            dictionary: dictionary.version(),
            tokenizer: Tokenizer::new(Han::Words, dictionary),
            table: IdfTable::of_rankings(&[Ranking::english(), Ranking::chinese_words()]),
            lexicons: Lexicons { count: settings.lexicons, ..Lexicons::default() },
        }
    }

    /// Returns the name, with everything that matters for hashes.
    pub fn name(&self) -> String {
        let IMatchSettings { low, high, lexicons } = self.settings;
        let (drop, dictionary, table) = (self.lexicons.drop, &self.dictionary, self.table.name());
        format!("{NAME}(low={low},high={high},lexicons={lexicons},drop={drop},{dictionary},{table})")
    }

    /// Returns the hashes of a text of less than 4 GiB; none if too few of its words lie in the range.
    pub fn hashes(&self, text: &str) -> Option<LexiconHashes> {
        let mut words = word_hashes(&self.tokenizer, &normalize(text).text);
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

    /// Returns for each text the place of the leader of its cluster; a leader is its own.
    pub fn clusters(&self, texts: &[&LexiconHashes], threads: usize) -> Vec<u32> {
        let mut leaders = vec![];
        let joined = SinglePass::new(HashLeaders::default()).push_all(texts, threads);
        for (place, joined) in (0..).zip(&joined) {
            if joined.is_leader() {
                leaders.push(place);
            }
        }
        joined.iter().map(|joined| leaders[joined.cluster as usize]).collect()
    }
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

    use ibid_dedup::linear_single_pass;
    use proptest::prelude::*;

    use super::*;

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
        assert_eq!(a.in_common(&a), a.0.len());
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

    #[test]
    fn settings_are_parsed_and_checked() {
        let parse = |text| IMatchSettings::parse(text).unwrap();
        assert_eq!(parse("imatch").unwrap(), IMatchSettings::default());
        let settings = IMatchSettings { low: 0.3, high: 1.0, lexicons: 7 };
        assert_eq!(parse("imatch:low=.3,high=1,lexicons=7").unwrap(), settings);
        assert!(IMatchSettings::parse("ddw:low=.3").is_none());
        for (text, error) in [
            ("imatch:low=.9", "low must not be above high"),
            ("imatch:low=2", "imatch takes no \"low=2\""),
            ("imatch:lexicons=101", "imatch takes no \"lexicons=101\""),
            ("imatch:min=.5", "imatch takes no \"min=.5\""),
            ("imatch:low", "imatch takes no \"low\""),
            ("imatch:low=.1,low=.2", "imatch takes no \"low\""),
        ] {
            let told = parse(text).unwrap_err().to_string();
            assert_eq!(told, format!("{error}; write {HELP}"), "{text}");
        }
        let name = IMatch::new(IMatchSettings { lexicons: 3, ..settings }, Dictionary::default()).name();
        assert!(name.starts_with("imatch(low=0.3,high=1,lexicons=3,drop=0.3,"), "{name}");
    }

    proptest! {
        #[test]
        fn clusters_equal_those_of_the_linear_scan(texts in prop::collection::vec(prop::collection::btree_set(0_u128..40, 1..5), 0..60)) {
            let hashes = |numbers: BTreeSet<u128>| LexiconHashes(numbers.into_iter().map(LexiconHash).collect());
            let texts: Vec<LexiconHashes> = texts.into_iter().map(hashes).collect();
            let texts: Vec<&LexiconHashes> = texts.iter().collect();
            let in_common = |a: &LexiconHashes, b: &LexiconHashes| Some(a.in_common(b)).filter(|count| *count > 0);
            let expected = linear_single_pass(&texts, |a, b| in_common(a, b).map(Reverse));
            for threads in [1, 3] {
                let found = SinglePass::new(HashLeaders::default()).push_all(&texts, threads);
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}

//! SimHash: texts are near if their fingerprints of 64 bits differ in few bits.
//!
//! Charikar (2002); Li, Mao and Chen (2013); Tang and Kou; Gao and Li (2014). In: texts. Out: a fingerprint of each,
//! and the clusters of the fingerprints ([`HammingLeaders`]). Every feature has a hash of 64 bits and a weight. Each
//! bit of the fingerprint is a vote: a feature votes for the bit of its hash, with its weight, and a tie is 0. Features
//! are words or stretches of letters. Words are weighed by their frequency in the text ([`Weight::Tf`]), or by that
//! times their rarity ([`Weight::Idf`]).
//!
//! `O(n)` for n bytes. The 64 sums are kept as binary numbers laid across machine words, the lowest bits of all 64 in
//! one word and so on, so that a feature takes a few additions in place of 64.
//!
//! Useful for documents. Not useful for sentences, where a word that is exchanged changes a tenth of the bits. For long
//! Chinese text take [`Features::Shingles`], which need no dictionary, and which edits disturb less.
//!
//! ```
//! use ibid_dedup::SimHash;
//!
//! let simhash = SimHash::default();
//! let print = |text: &str| simhash.fingerprint(text);
//! assert_eq!(print("The tide turned, and the mill began to grind."), print("the tide turned and the mill began to grind"));
//! assert_eq!(print(" \u{2014} ?"), None, "where nothing votes, there is no fingerprint");
//! ```

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use ibid::feature::IdfTable;
use ibid::normalize::normalize;
use ibid::tokenize::{Dictionary, Token, WordHash, folded};
use ibid::{Error, Result};
use xxhash_rust::xxh3::xxh3_64;

use crate::cluster::leaders;
use crate::fingerprint::Fingerprint;
use crate::letters::{Width, for_each_shingle};
use crate::method_spec::MethodSpec;
use crate::near::{Measure, Method, NearMethod, Pair, Rule, Similarity};
use crate::signature::{Signature, all_of};
use crate::votes::Votes;
use crate::words::{self, MOST_STOP_WORDS, Words};
use crate::{HammingLeaders, MOST_DISTANCE};

/// The features that vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// The words, as the tokenizer cuts and folds them.
    Words {
        /// The weight of each word.
        weight: Weight,
        /// The number of the most common words of each built-in ranking that do not vote.
        stop_words: u32,
    },
    /// Stretches of letters and digits in lower case and simplified characters, without white space and punctuation,
    /// each different one once. A text that is shorter than a stretch is one feature.
    Shingles {
        /// The letters and digits of a stretch, at least 1.
        width: u32,
    },
}

/// The weight of a word each time that it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The same weight for all words.
    Tf,
    /// A greater weight for words that are rarer in the built-in rankings, in fifteenths; 0 for the commonest.
    Idf,
    /// The same weight each time that the word stands in the text, but at most this often in all, so that no word
    /// outvotes the others. Tang and Kou (2012) speak of levels 1 to n.
    Levels(u32),
}

/// A hash of features in place of xxh3, for experiments.
#[derive(Clone, Copy, Debug)]
pub struct FeatureHash {
    /// The hash's name, which is a part of the [`SimHash`]'s.
    pub name: &'static str,
    /// A function that hashes the bytes of a shingle, or of a folded word.
    pub of: fn(&[u8]) -> u64,
}

const XXH3: FeatureHash = FeatureHash { name: "xxh3", of: xxh3_64 };

/// The settings of SimHash, written as `simhash:of=words,weight=idf` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimHashSettings {
    /// The features that vote.
    pub features: Features,
    /// The number of bits in which near documents may differ, 0 to [`MOST_DISTANCE`].
    pub distance: u32,
}

impl Default for SimHashSettings {
    fn default() -> SimHashSettings {
        SimHashSettings { features: Features::Shingles { width: DEFAULT_WIDTH }, distance: DEFAULT_DISTANCE }
    }
}

const DEFAULT_WIDTH: u32 = 4;
const MOST_WIDTH: u32 = 100;
const DEFAULT_DISTANCE: u32 = 5;
const MOST_LEVELS: u32 = 100;

pub(crate) const METHOD: Method = Method {
    name: "simhash",
    help: "simhash:of=shingles,width=4 or simhash:of=words,weight=tf,stop=100 or simhash:of=words,levels=5, with distance=5",
    make: |spec, dictionary| Ok(Box::new(SimHash::new(SimHashSettings::take(spec)?, dictionary))),
};

impl SimHashSettings {
    /// Parses `distance=K` and `of=shingles|words`; for shingles `width=N`; for words `weight=tf|idf` or `levels=N`,
    /// and `stop=N`.
    fn take(spec: &mut MethodSpec<'_>) -> Result<SimHashSettings> {
        let distance = spec.whole("distance", 0..=MOST_DISTANCE)?.unwrap_or(DEFAULT_DISTANCE);
        let of_words = spec.one_of("of", &[("words", true), ("shingles", false)])?;
        let width = spec.whole("width", 1..=MOST_WIDTH)?;
        let weight = spec.one_of("weight", &[("tf", Weight::Tf), ("idf", Weight::Idf)])?;
        let levels = spec.whole("levels", 1..=MOST_LEVELS)?.map(Weight::Levels);
        if weight.is_some() && levels.is_some() {
            return Err(spec.wrong("give weight or levels, not both"));
        }
        let weight = weight.or(levels);
        let stop = spec.whole("stop", 0..=MOST_STOP_WORDS)?;
        let of_words = of_words.unwrap_or(weight.is_some() || stop.is_some());
        let features = match (of_words, width, weight, stop) {
            (true, None, ..) => {
                Features::Words { weight: weight.unwrap_or(Weight::Tf), stop_words: stop.unwrap_or(0) }
            }
            (false, _, None, None) => Features::Shingles { width: width.unwrap_or(DEFAULT_WIDTH) },
            (true, ..) => return Err(spec.wrong("width goes with of=shingles only")),
            (false, ..) => return Err(spec.wrong("weight, levels and stop go with of=words only")),
        };
        Ok(SimHashSettings { features, distance })
    }
}

impl FromStr for SimHashSettings {
    type Err = Error;

    /// Parses `simhash`, and after a colon settings with commas between: `distance=K`; `of=shingles|words`; for
    /// shingles `width=N`; for words `weight=tf|idf` or `levels=N`, and `stop=N`.
    fn from_str(text: &str) -> Result<SimHashSettings> {
        let mut spec = MethodSpec::parse(text, METHOD.help)?;
        if spec.name != METHOD.name {
            return Err(spec.wrong(format_args!("the fingerprint \"{}\" is unknown", spec.name)));
        }
        let settings = SimHashSettings::take(&mut spec)?;
        spec.end()?;
        Ok(settings)
    }
}

/// A method that makes fingerprints and compares them. Shared between threads.
#[derive(Debug)]
pub struct SimHash {
    settings: SimHashSettings,
    words: Words,
    idf: IdfTable,
    /// The hash of features, if it is not xxh3.
    hash: Option<FeatureHash>,
}

impl Default for SimHash {
    fn default() -> SimHash {
        SimHash::new(SimHashSettings::default(), Dictionary::default())
    }
}

impl SimHash {
    /// Makes the method with these settings. The dictionary is used, and loaded, only if words vote.
    pub fn new(settings: SimHashSettings, dictionary: Dictionary) -> SimHash {
        let (stop_words, idf) = match settings.features {
            Features::Words { weight: Weight::Idf, stop_words } => {
                (stop_words, IdfTable::of_rankings(&words::rankings()))
            }
            Features::Words { stop_words, .. } => (stop_words, IdfTable::default()),
            Features::Shingles { .. } => (0, IdfTable::default()),
        };
        SimHash { settings, words: Words::new(stop_words, dictionary), idf, hash: None }
    }

    /// Returns the method with another hash of features.
    pub fn with_hash(self, hash: FeatureHash) -> SimHash {
        SimHash { hash: Some(hash), ..self }
    }

    /// Returns the fingerprint of a text of less than 4 GiB; none if nothing votes: in an empty text, one without
    /// letters and digits, one of stop words only.
    pub fn fingerprint(&self, text: &str) -> Option<Fingerprint> {
        self.vote(&self.features(text))
    }

    /// Returns the hashes of the features of a text, in order: its words, or each different shingle once. Cutting a
    /// text into words is the cost of a fingerprint. A caller that needs both takes the words from here.
    pub fn features(&self, text: &str) -> Vec<u64> {
        let text = &*normalize(text).text;
        let mut features = vec![];
        match self.settings.features {
            Features::Words { .. } => self.words.for_each(text, |token| {
                features.push(match self.hash {
                    Some(hash) => hash.of_word(text, token),
                    None => token.word,
                });
            }),
            Features::Shingles { width } => {
                let hash = self.hash.unwrap_or(XXH3).of;
                let mut seen: HashSet<u64, WordHash> = HashSet::default();
                for_each_shingle(text, Width::Letters(width), |bytes| {
                    let hash = hash(bytes);
                    // Links and lines that repeat would outvote the rest.
                    if seen.insert(hash) {
                        features.push(hash);
                    }
                });
            }
        }
        features
    }

    /// Returns the fingerprint of these features; none if nothing votes.
    pub fn vote(&self, features: &[u64]) -> Option<Fingerprint> {
        let mut votes = Votes::default();
        match self.settings.features {
            Features::Words { weight: Weight::Idf, .. } => {
                for &word in features {
                    votes.add_weighted(word, (self.idf.idf(word) * 15.0).round() as u32);
                }
            }
            Features::Words { weight: Weight::Levels(levels), .. } => {
                let mut counts: HashMap<u64, u32, WordHash> = HashMap::default();
                for &word in features {
                    *counts.entry(word).or_default() += 1;
                }
                counts.into_iter().for_each(|(word, count)| votes.add_weighted(word, count.min(levels)));
            }
            _ => {
                for &feature in features {
                    votes.add(feature);
                }
            }
        }
        votes.result()
    }
}

impl NearMethod for SimHash {
    fn name(&self) -> String {
        let features = match self.settings.features {
            Features::Shingles { width } => format!("shingles,once,width={width}"),
            Features::Words { weight: Weight::Tf, stop_words } => {
                format!("words,weight=tf,stop={stop_words},{}", self.words.dictionary())
            }
            Features::Words { weight: Weight::Idf, stop_words } => {
                format!("words,weight=idf,stop={stop_words},{},{}", self.words.dictionary(), self.idf.name())
            }
            Features::Words { weight: Weight::Levels(levels), stop_words } => {
                format!("words,levels={levels},stop={stop_words},{}", self.words.dictionary())
            }
        };
        let hash = self.hash.unwrap_or(XXH3).name;
        format!("simhash({features},hash={hash}),distance={}", self.settings.distance)
    }

    fn signature(&self, text: &str, _category: Option<&str>) -> Option<Signature> {
        self.fingerprint(text).map(Signature::Fingerprint)
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        let prints = fingerprints(signatures)?;
        Ok(leaders(HammingLeaders::new(self.settings.distance)?, &prints, threads))
    }

    fn similarity(&self, signatures: &[&Signature], pairs: &[Pair], _: usize) -> Result<Vec<Similarity>> {
        let prints = fingerprints(signatures)?;
        let mut similarities = Vec::with_capacity(pairs.len());
        for &(a, b) in pairs {
            similarities.push(Similarity::Bits(prints[a as usize].distance(prints[b as usize])));
        }
        Ok(similarities)
    }

    fn measure(&self, similarity: Similarity, _: (&Signature, &Signature)) -> Measure {
        Measure { rule: Rule::Bits, value: similarity.value(), limit: f64::from(self.settings.distance) }
    }
}

fn fingerprints(signatures: &[&Signature]) -> Result<Vec<Fingerprint>> {
    all_of(
        signatures,
        |signature| if let &Signature::Fingerprint(print) = signature { Some(print) } else { None },
    )
}

impl FeatureHash {
    /// Returns the hash of the folded word.
    fn of_word(self, text: &str, token: &Token) -> u64 {
        let folded = folded(token.span.of(text));
        // If the tokenizer has another form of the word, its hash of that form is hashed.
        if token.has_form(&folded) {
            (self.of)(folded.as_bytes())
        } else {
            (self.of)(&token.word.to_le_bytes())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simhash(settings: &str) -> SimHash {
        SimHash::new(settings.parse().unwrap(), Dictionary::default())
    }

    #[test]
    fn another_hash_sees_folded_words_and_shingles() {
        let hash = FeatureHash {
            name: "sum",
            of: |bytes| bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
        };
        let print = |settings, text| simhash(settings).with_hash(hash).fingerprint(text).unwrap().0;
        assert_eq!(print("simhash:of=words", "ÀBC"), 0x61_6263);
        assert_eq!(print("simhash", "A, bc!"), 0x61_6263);
    }

    #[test]
    fn spellings_of_one_text_have_one_fingerprint() {
        for settings in ["simhash", "simhash:of=words", "simhash:weight=idf"] {
            let simhash = simhash(settings);
            let print = |text: &str| simhash.fingerprint(text).unwrap();
            assert_eq!(
                print("這個問題很複雜，沒有人知道。"),
                print("这个问题很复杂, 没有人\n知道"),
                "{settings}"
            );
            assert_eq!(print("The Mill\nwas “old”."), print("the mill was old"), "{settings}");
            assert!(print("这个问题很复杂").distance(print("我们明天去海边")) > 10, "{settings}");
        }
    }

    #[test]
    fn levels_cap_the_frequency_of_words() {
        let text = "mill mill mill tide harbour";
        let print = |settings: &str| simhash(settings).fingerprint(text);
        let alone = simhash("simhash:of=words").fingerprint("mill");
        assert_eq!(print("simhash:of=words"), alone, "three votes of five");
        assert_eq!(print("simhash:levels=3"), alone);
        assert_eq!(print("simhash:levels=9"), alone);
        let capped = simhash("simhash:of=words").fingerprint("mill mill tide harbour");
        assert_eq!(print("simhash:levels=2"), capped);
        assert_eq!(print("simhash:levels=1"), simhash("simhash:of=words").fingerprint("mill tide harbour"));
    }

    #[test]
    fn what_says_nothing_has_no_fingerprint() {
        for settings in ["simhash", "simhash:of=words", "simhash:weight=idf", "simhash:stop=100"] {
            let simhash = simhash(settings);
            for text in ["", " \n", "……！", "\u{200B}"] {
                assert_eq!(simhash.fingerprint(text), None, "{settings} {text:?}");
            }
        }
        let stop = simhash("simhash:stop=100");
        for text in ["the of and", "The, of: AND the", "的 了 是"] {
            assert_eq!(stop.fingerprint(text), None, "{text}");
        }
        assert_eq!(stop.fingerprint("the harbour"), simhash("simhash:of=words").fingerprint("harbour"));
        assert_eq!(simhash("simhash:weight=idf").fingerprint("the 的"), None, "their idf is 0");
    }

    #[test]
    fn a_small_edit_changes_few_bits() {
        let text: String =
            (0..300).map(|number| format!("word{} of the {} mill. ", number, number * 7)).collect();
        let edited = text.replace("word150", "another");
        for settings in ["simhash", "simhash:of=words", "simhash:weight=idf,stop=10"] {
            let simhash = simhash(settings);
            let distance =
                simhash.fingerprint(&text).unwrap().distance(simhash.fingerprint(&edited).unwrap());
            assert!(distance <= 3, "{settings}: {distance}");
        }
    }

    #[test]
    fn names_say_all_that_matters() {
        for (settings, name) in [
            ("simhash", "simhash(shingles,once,width=4,hash=xxh3),distance=5"),
            ("simhash:width=3,distance=7", "simhash(shingles,once,width=3,hash=xxh3),distance=7"),
            ("simhash:of=words", "simhash(words,weight=tf,stop=0,jieba-0.11,hash=xxh3),distance=5"),
            ("simhash:levels=3", "simhash(words,levels=3,stop=0,jieba-0.11,hash=xxh3),distance=5"),
            (
                "simhash:weight=idf,stop=5",
                "simhash(words,weight=idf,stop=5,jieba-0.11,english-1+chinese-words-1,hash=xxh3),distance=5",
            ),
        ] {
            assert_eq!(simhash(settings).name(), name);
        }
        for wrong in [
            "minhash",
            "simhash:width=0",
            "simhash:width",
            "simhash:of=lines",
            "simhash:width=3,stop=1",
            "simhash:of=words,width=3",
            "simhash:of=shingles,levels=3",
            "simhash:levels=0",
            "simhash:levels=3,weight=tf",
            "simhash:hash=md5",
        ] {
            let error = wrong.parse::<SimHashSettings>().unwrap_err().to_string();
            assert!(error.contains("; write simhash:of=shingles"), "{error}");
        }
    }
}

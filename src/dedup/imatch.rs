//! I-Match on whole texts: equal when their words that are neither common nor rare are the same.
//!
//! Chowdhury, Frieder, Grossman and McCabe (2002). In: texts. Out: for each one signature, a
//! hash of 128 bits of the different words whose idf lies in a range, and the clusters of those that are equal. One such
//! word more or less is another signature; so the randomized form (Kołcz, Chowdhury and Alspector 2004) adds K
//! signatures, each of the words that are left when a part of them was drawn at random, and one of K + 1 that is equal is
//! enough. How rare words are is what the built-in rankings say, so that a signature does not depend on other texts.
//!
//! Where little is left of a text, that little says nothing of the rest (Kołcz and Chowdhury 2008): a signature of
//! fewer than five words, or of less than a tenth of the text's different words, is not made.
//!
//! `O(n + w (log w + K))` for n bytes and w words in the range; 16 bytes a signature. Useful where copies are exact but
//! for order, punctuation and common words; each word that is exchanged halves what it finds, or worse.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use super::words::{Words, rankings};
use super::written::Written;
use crate::error::Result;
use crate::feature::{IdfTable, key};
use crate::tokenize::{Dictionary, WordHash};

const LEAST_WORDS: usize = 5;
/// A signature stands for at least one in so many of a text's different words.
const LEAST_SHARE: usize = 10;
const MOST_LEXICONS: u32 = 100;
// Of copies planted in news, edited by 5 to 20 %, ten lexicons found .10 and .13 so, and less than .01 with .3 to 1: rare
// words are those that edits bring in.
const DEFAULT_LOW: f64 = 0.5;
const DEFAULT_HIGH: f64 = 0.8;
/// What may be written.
pub(super) const HELP: &str = "imatch:low=.5,high=.8,lexicons=0";

/// What I-Match makes signatures of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IMatchSettings {
    /// The least idf of a word that counts, 0 to 1.
    pub low: f64,
    /// The greatest idf of a word that counts, 0 to 1; words that no ranking has have 1.
    pub high: f64,
    /// How many random lexicons there are beside the full one, 0 to 100.
    pub lexicons: u32,
}

impl Default for IMatchSettings {
    fn default() -> IMatchSettings {
        IMatchSettings { low: DEFAULT_LOW, high: DEFAULT_HIGH, lexicons: 0 }
    }
}

impl IMatchSettings {
    /// Takes its settings out of those that were written.
    pub(super) fn take(written: &mut Written<'_>) -> Result<IMatchSettings> {
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
    /// How many there are beside the full one.
    pub count: u32,
    /// The share of words that each leaves out, from 0 to 1.
    pub drop: f64,
}

impl Default for Lexicons {
    /// Ten that leave out 30 % each.
    fn default() -> Lexicons {
        Lexicons { count: 10, drop: 0.3 }
    }
}

impl Lexicons {
    /// Whether a lexicon leaves a word out: always the same ones, as if drawn at random.
    pub fn leaves_out(&self, lexicon: u32, word: u64) -> bool {
        // The upper 53 bits, as a number below 1.
        let drawn = (key([u64::from(lexicon), word]) >> 11) as f64 / (1_u64 << 53) as f64;
        drawn < self.drop
    }
}

/// The signatures of a text. Those of one text and of a nearly equal one have one in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures(Box<[Signature]>);

/// 128 bits of hash of words and of the number of their lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signature(u128);

impl Signature {
    /// Of words in ascending order. With the lexicon's number, so that two lexicons never agree by leaving out the same.
    fn of(lexicon: u32, words: &[u64]) -> Signature {
        let mut hash = Xxh3::new();
        hash.update(&lexicon.to_le_bytes());
        words.iter().for_each(|word| hash.update(&word.to_le_bytes()));
        Signature(hash.digest128())
    }
}

impl Hash for Signature {
    /// Half of a hash is a hash.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0 as u64);
    }
}

impl Signatures {
    /// Appends its bytes.
    pub(super) fn to_bytes(&self, out: &mut Vec<u8>) {
        self.0.iter().for_each(|signature| out.extend(signature.0.to_le_bytes()));
    }

    /// Those of bytes that [`to_bytes`](Signatures::to_bytes) wrote; none of others.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Signatures> {
        let (signatures, rest) = bytes.as_chunks();
        let signatures = signatures.iter().map(|bytes| Signature(u128::from_le_bytes(*bytes)));
        rest.is_empty().then(|| Signatures(signatures.collect()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many those of another text have in common with these.
    pub fn in_common(&self, other: &Signatures) -> usize {
        self.0.iter().filter(|signature| other.0.contains(signature)).count()
    }
}

/// Makes signatures. Shared between threads.
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
    /// With these settings; the dictionary is loaded when the first Chinese text comes.
    pub fn new(settings: IMatchSettings, dictionary: Dictionary) -> IMatch {
        IMatch {
            settings,
            words: Words::new(0, dictionary),
            table: IdfTable::of_rankings(&rankings()),
            lexicons: Lexicons { count: settings.lexicons, ..Lexicons::default() },
        }
    }

    /// What it is, with its settings and its word lists.
    pub fn name(&self) -> String {
        let IMatchSettings { low, high, lexicons } = self.settings;
        let drop = self.lexicons.drop;
        format!(
            "imatch(low={low},high={high},lexicons={lexicons},drop={drop},{},{})",
            self.words.dictionary(),
            self.table.name()
        )
    }

    /// The signatures of a text of less than 4 GiB; none where too few of its words lie in the range.
    pub fn signatures(&self, text: &str) -> Option<Signatures> {
        let mut words = self.words.of(text);
        words.sort_unstable();
        words.dedup();
        let least = LEAST_WORDS.max(words.len().div_ceil(LEAST_SHARE));
        let range = self.settings.low as f32..=self.settings.high as f32;
        let words_in_range: Vec<u64> =
            words.iter().copied().filter(|&word| range.contains(&self.table.idf(word))).collect();
        let signature = |lexicon: u32| {
            let is_left = |word: &&u64| lexicon == 0 || !self.lexicons.leaves_out(lexicon, **word);
            let left: Vec<u64> = words_in_range.iter().filter(is_left).copied().collect();
            (left.len() >= least).then(|| Signature::of(lexicon, &left))
        };
        let signatures: Box<[Signature]> = (0..=self.settings.lexicons).filter_map(signature).collect();
        (!signatures.is_empty()).then_some(Signatures(signatures))
    }

    /// How many of the signatures that these settings make two texts have in common, as a share.
    pub fn share(&self, a: &Signatures, b: &Signatures) -> f64 {
        a.in_common(b) as f64 / f64::from(self.settings.lexicons + 1)
    }

    /// For each text, in order, the number of the text that its cluster began with: of those with a signature in
    /// common the one with most, then the oldest. `O(n K)`.
    pub fn clusters(&self, texts: &[&Signatures]) -> Vec<u32> {
        // Invariant: no two centres have a signature in common, since the later one would have joined.
        let mut centres: HashMap<Signature, u32, WordHash> = HashMap::default();
        let mut found = vec![];
        let place = |(number, text): (u32, &&Signatures)| {
            found.clear();
            found.extend(text.0.iter().filter_map(|signature| centres.get(signature).copied()));
            found.sort_unstable();
            let nearest = found.chunk_by(|a, b| a == b).rev().max_by_key(|same| same.len());
            nearest.and_then(|same| same.first().copied()).unwrap_or_else(|| {
                centres.extend(text.0.iter().map(|&signature| (signature, number)));
                number
            })
        };
        (0..).zip(texts).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
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
        let of = |text: &str| imatch.signatures(text).unwrap();
        let same = "Twice a day its wheel turns with the ebb; at that harbour a tide mill grinds barley!";
        assert_eq!(of(MILL), of(same));
        assert_ne!(of(MILL), of(&MILL.replace("barley", "wheat")));
        assert_eq!(of("潮汐磨坊在港口磨大麦，水轮随潮水转动。"), of("港口，水轮随潮水转动；潮汐磨坊磨大麦"));
    }

    #[test]
    fn random_lexicons_pass_over_a_changed_word() {
        // Each leaves out both the old word and the new one with a probability of 9 %.
        let (imatch, edited) = (imatch(40), MILL.replace("barley", "wheat"));
        let (a, b) = (imatch.signatures(MILL).unwrap(), imatch.signatures(&edited).unwrap());
        assert_eq!(a.in_common(&a), a.len());
        assert!((1..20).contains(&a.in_common(&b)), "{}", a.in_common(&b));
    }

    #[test]
    fn little_that_is_left_of_a_text_has_no_signature() {
        let imatch = imatch(10);
        for text in ["", "…… !", "the of and", "的 了 是", "harbour mill barley wheel"] {
            assert_eq!(imatch.signatures(text), None, "{text:?}");
        }
        let settings = IMatchSettings { low: 0.5, high: 0.999, lexicons: 0 };
        let narrow = IMatch::new(settings, Dictionary::default());
        let long: String = (0..2000).map(|n| format!("w{n} ")).collect();
        let few = "valley winter bridge window garden island kitchen";
        assert!(narrow.signatures(few).is_some());
        assert_eq!(
            narrow.signatures(&format!("{few} {long}")),
            None,
            "seven in two thousand words say nothing"
        );
    }

    /// Each text compared with each centre.
    fn linear(texts: &[Signatures]) -> Vec<u32> {
        let mut centres: Vec<u32> = vec![];
        let place = |(number, text): (u32, &Signatures)| {
            let in_common = |centre: &u32| texts[*centre as usize].in_common(text);
            let nearest = centres.iter().copied().filter(|centre| in_common(centre) > 0);
            let nearest = nearest.rev().max_by_key(in_common);
            if nearest.is_none() {
                centres.push(number);
            }
            nearest.unwrap_or(number)
        };
        (0..).zip(texts).map(place).collect()
    }

    proptest! {
        #[test]
        fn clusters_equal_those_of_the_linear_scan(texts in prop::collection::vec(prop::collection::btree_set(0_u128..40, 1..5), 0..60)) {
            let texts: Vec<Signatures> =
                texts.iter().map(|numbers| Signatures(numbers.iter().map(|&number| Signature(number)).collect())).collect();
            prop_assert_eq!(IMatch::default().clusters(&texts.iter().collect::<Vec<_>>()), linear(&texts));
        }
    }
}

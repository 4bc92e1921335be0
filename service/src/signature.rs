//! Signatures of texts, by the rule that decides whether two articles are the same.
//!
//! In: the title or the content of an article. Out: the keys by which it is found, and under [`Rule::Facts`] the words
//! that decide ([`Wording`]). Under [`Rule::Paper`] a [`Signature`] is the SimHash of the words, and the words of a short
//! text. Signatures are stored. Those of another version of this module, or of the tokenizer of `ibid`, are not
//! comparable and have another [`Signer::method`].

use std::collections::HashMap;

use ibid::feature::{IdfTable, Ranking, key};
use ibid::tokenize::{Dictionary, WordHash};
use ibid_dedup::{Features, Fingerprint, NearMethod, SimHash, SimHashSettings, Weight};

use crate::wording::{WordReader, Wording};

/// The number of words below which a text is also compared by its words.
pub(crate) const SHORT: u32 = 40;

/// The most bits in which the fingerprints of the same text differ.
pub(crate) const DISTANCE: u32 = 3;

/// The fewest words of a title that can decide alone.
const FEWEST_TITLE_WORDS: u32 = 5;

/// The rule that decides whether an article repeats an earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Words propose, and facts decide: the words in order, the numbers and the names must agree.
    #[default]
    Facts,
    /// The flow of Tang and Kou (2012): SimHash within three bits alone.
    Paper,
}

/// A method that makes signatures. Signatures are comparable if their methods are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its rule.
    pub rule: Rule,
    /// Its name, with all settings that matter.
    pub name: String,
}

impl Method {
    /// Returns the rule of the method with this name.
    pub(crate) fn rule_of(name: &str) -> Rule {
        if name.starts_with("simhash(") { Rule::Paper } else { Rule::Facts }
    }
}

/// The stored data of a content: its keys, and the words that decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ContentSignature {
    /// Its fingerprint; under [`Rule::Facts`] a hash of all its words.
    pub(crate) key: Option<u64>,
    /// The words of a short content; under [`Rule::Facts`] the word pairs that propose it.
    pub(crate) bag: Vec<u32>,
    /// The words that decide; under [`Rule::Facts`] only.
    pub(crate) wording: Option<Wording>,
}

impl ContentSignature {
    /// Returns the bytes that it takes in memory.
    pub(crate) fn size(&self) -> usize {
        size_of::<ContentSignature>() + self.bag.len() * 4 + self.wording.as_ref().map_or(0, Wording::size)
    }
}

/// The signature of the content or the title of an article under [`Rule::Paper`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Signature {
    /// The SimHash of its words; none if it has no words.
    fingerprint: Option<Fingerprint>,
    /// The number of its words.
    words: u32,
    /// One number per word of a text with fewer words than [`SHORT`], the rarest first, in the same order for all
    /// texts. Each repetition of a word has another number.
    bag: Vec<u32>,
}

/// A maker of signatures from the words of texts.
#[derive(Debug)]
pub struct Signer(Reader);

#[derive(Debug)]
enum Reader {
    Facts(WordReader),
    Paper(SimHashReader),
}

impl Signer {
    /// Makes a signer for the rule that facts decide. Loads the Chinese dictionary, so that no article waits for it.
    pub fn facts() -> Signer {
        let reader = WordReader::new();
        reader.read("词");
        Signer(Reader::Facts(reader))
    }

    /// Makes a signer for the published flow. A word weighs as often as it occurs in a text, up to `levels`. Loads the
    /// Chinese dictionary too.
    pub fn paper(levels: u32) -> Signer {
        Signer(Reader::Paper(SimHashReader::new(levels)))
    }

    /// Returns the method that makes the signatures.
    pub fn method(&self) -> Method {
        match &self.0 {
            Reader::Facts(reader) => Method { rule: Rule::Facts, name: reader.name() },
            Reader::Paper(reader) => Method { rule: Rule::Paper, name: reader.name() },
        }
    }

    /// Returns the key of a title; none if the title cannot decide alone.
    pub(crate) fn title(&self, title: &str) -> Option<u64> {
        match &self.0 {
            Reader::Facts(reader) => reader.title(title),
            Reader::Paper(reader) => {
                let Signature { fingerprint, words, .. } = reader.signature(title);
                if words >= FEWEST_TITLE_WORDS { Some(fingerprint?.0) } else { None }
            }
        }
    }

    /// Makes the signature of a content: `O(n)` for n bytes.
    pub(crate) fn content(&self, content: &str) -> ContentSignature {
        match &self.0 {
            Reader::Facts(reader) => {
                let read = reader.read(content);
                ContentSignature { key: read.whole, bag: read.sketch, wording: Some(read.wording) }
            }
            Reader::Paper(reader) => {
                let Signature { fingerprint, bag, .. } = reader.signature(content);
                ContentSignature { key: fingerprint.map(|print| print.0), bag, wording: None }
            }
        }
    }
}

/// A maker of signatures under [`Rule::Paper`].
#[derive(Debug)]
struct SimHashReader {
    simhash: SimHash,
    idf: IdfTable,
}

impl SimHashReader {
    fn new(levels: u32) -> SimHashReader {
        let features = Features::Words { weight: Weight::Levels(levels), stop_words: 0 };
        let settings = SimHashSettings { features, distance: DISTANCE };
        let simhash = SimHash::new(settings, Dictionary::default());
        simhash.features("词");
        SimHashReader { simhash, idf: IdfTable::of_rankings(&[Ranking::english(), Ranking::chinese_words()]) }
    }

    /// Returns one number per word, the rarest first.
    fn bag(&self, words: &[u64]) -> Vec<u32> {
        let mut seen: HashMap<u64, u64, WordHash> = HashMap::default();
        let mut numbered: Vec<(f32, u64, u64)> = Vec::with_capacity(words.len());
        for &word in words {
            let times = seen.entry(word).or_default();
            *times += 1;
            numbered.push((self.idf.idf(word), word, *times));
        }
        numbered.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        numbered.into_iter().map(|(_, word, times)| key([word, times]) as u32).collect()
    }

    /// Returns the name of the method with all settings that matter.
    fn name(&self) -> String {
        self.simhash.name()
    }

    /// Makes the signature of a text: `O(n)` for n bytes.
    fn signature(&self, text: &str) -> Signature {
        let words = self.simhash.features(text);
        let is_short = words.len() < SHORT as usize;
        Signature {
            fingerprint: self.simhash.vote(&words),
            words: words.len() as u32,
            bag: if is_short { self.bag(&words) } else { vec![] },
        }
    }
}

/// Returns the signer of all tests by rule, which loads its dictionary once.
#[cfg(test)]
pub(crate) fn shared(rule: Rule) -> std::sync::Arc<Signer> {
    use std::sync::{Arc, LazyLock};
    static PAPER: LazyLock<Arc<Signer>> = LazyLock::new(|| Arc::new(Signer::paper(5)));
    static FACTS: LazyLock<Arc<Signer>> = LazyLock::new(|| Arc::new(Signer::facts()));
    match rule {
        Rule::Facts => FACTS.clone(),
        Rule::Paper => PAPER.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_has_its_words_the_rarest_first() {
        let signer = SimHashReader::new(5);
        let bag = |text: &str| signer.signature(text).bag;
        let harbour = bag("the harbour");
        assert_eq!(bag("harbour"), harbour[..1], "harbour is rarer than the");
        assert_eq!(bag("harbour the"), harbour);
        let twice = bag("the harbour the");
        assert_eq!((twice.len(), &twice[..2]), (3, &harbour[..]), "the second one is another number");
        assert_eq!(bag("港口 的"), bag("的港口"));
        assert_eq!(bag(""), [] as [u32; 0]);
    }

    #[test]
    fn a_long_text_has_a_fingerprint_only() {
        let signer = SimHashReader::new(5);
        let words = |count: usize| (0..count).map(|n| format!("word{n} ")).collect::<String>();
        assert_eq!(signer.signature(&words(39)).bag.len(), 39);
        let long = signer.signature(&words(40));
        assert_eq!((long.words, long.bag.len(), long.fingerprint.is_some()), (40, 0, true));
    }

    /// Tests that signatures and their name do not change: folders hold both, and nothing stored would be found again.
    #[test]
    fn signatures_and_their_name_stay_as_folders_hold_them() {
        let signer = SimHashReader::new(5);
        assert_eq!(signer.name(), "simhash(words,levels=5,stop=0,jieba-0.11,hash=xxh3),distance=3");
        let long = "The harbour opened again after eleven years, and the tide came in. ".repeat(5);
        let of = |text: &str| signer.signature(text);
        let english = vec![968884224, 3934257152, 1849688064, 457179136, 3946840064, 1174405120, 1526726656];
        let chinese = vec![
            2919235584, 4185915392, 3024093184, 1543503872, 2306867200, 1669332992, 2533359616, 2545942528,
        ];
        assert_eq!(
            of("The harbour opens again, the council said."),
            Signature { fingerprint: Some(Fingerprint(6_288_018_244_235_654_431)), words: 7, bag: english }
        );
        assert_eq!(
            of("港口重新开放了，港口的人说。"),
            Signature { fingerprint: Some(Fingerprint(6_631_271_370_904_992_310)), words: 8, bag: chinese }
        );
        let fingerprint = Some(Fingerprint(14_415_327_426_186_993_950));
        assert_eq!(of(&long), Signature { fingerprint, words: 60, bag: vec![] });
    }
}

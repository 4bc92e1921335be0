//! DDW: texts are near when about the same few words weigh most in them.
//!
//! Cao Yujuan et al. (2009). In: the words of texts, stop words left out. Out: a vector of the n terms of greatest
//! weight for each text, and the clusters of the vectors ([`CosineLeaders`]). The weight of a term t in a text d is TF
//! · log(M / m), for TF occurrences in d, and m of M texts that hold t; the vector of the n terms is scaled to one
//! length. Of terms of equal weight, the one with the lesser hash comes first. The paper has 20 terms and counts TF as
//! it is ([`TermTf::Raw`]). The default is 40 terms and 1 + log TF, which find more edited texts.
//!
//! The paper counts M and m in the collection itself ([`TermIdf::Collection`]). So all texts must be counted before the
//! first is weighed, and a text keeps all its words until then: `O(n)` for n words, 8 bytes for each different word of
//! a text. [`TermIdf::BuiltIn`] takes the built-in rankings instead: a text keeps n words of 8 bytes, and can be
//! compared at once. [`TermIdf::Mixed`] adds the built-in rankings to the collection as if they were a thousand texts
//! more: otherwise words of all texts would weigh nothing in a small collection.
//!
//! Useful where the subject counts and not the wording. Not useful for texts of one form that differ in a figure.

use std::collections::HashMap;

use ibid::Result;
use ibid::feature::{IdfTable, Ranking};
use ibid::tokenize::{Dictionary, WordHash};
use xxhash_rust::xxh3::xxh3_64;

use crate::cluster::leaders;
use crate::cosine::CosineLeaders;
use crate::frequencies::{Frequencies, WordCounts, word_of};
use crate::method_spec::MethodSpec;
use crate::near::{Measure, Method, NearMethod, Pair, Rule, Similarity, shares};
use crate::signature::{Signature, all_of};
use crate::terms::Terms;
use crate::threads::on_threads;
use crate::vector::{Cosine, MOST_TERMS, Term, TermVector};
use crate::words::{MOST_STOP_WORDS, Words, rankings};

/// The source of a term's weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermIdf {
    /// The texts that are compared: log(M / m).
    Collection,
    /// The built-in rankings of words.
    BuiltIn,
    /// Both: the built-in rankings count as a thousand texts more.
    Mixed,
}

/// The measure of a term's frequency in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermTf {
    /// TF, as in the paper.
    Raw,
    /// 1 + log TF, so that no term weighs more than all others.
    Log,
}

impl TermTf {
    /// Returns the name, as it is written in settings.
    fn name(self) -> &'static str {
        match self {
            TermTf::Raw => "raw",
            TermTf::Log => "log",
        }
    }

    /// Returns the value for a count in 256ths, as a whole number so that equal weights are equal.
    fn of(self, count: u16) -> u64 {
        match self {
            TermTf::Raw => u64::from(count) << 8,
            TermTf::Log => ((1.0 + f64::from(count).ln()) * 256.0).round() as u64,
        }
    }
}

/// The settings of DDW, written as `ddw:terms=20,min=.7` and the like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DdwSettings {
    /// The number of terms of a text, 1 to 1000.
    pub terms: u32,
    /// The least cosine of near texts.
    pub min: Cosine,
    /// The source of a term's weight.
    pub idf: TermIdf,
    /// The measure of a term's frequency in a text.
    pub tf: TermTf,
    /// The least resemblance of the words of near texts, 0 to 1: common words over the words of either, each as often
    /// as it stands, without stop words. With [`TermIdf::BuiltIn`], where a text keeps its terms only, it is the
    /// resemblance of the terms.
    pub words: f64,
    /// The number of the most common words of each built-in ranking that are no terms.
    pub stop_words: u32,
}

// The paper takes 20 terms and raw counts, and does not give the least cosine. Chosen on copies planted in news
// (`lab/record/tried.md`).
const DEFAULT_TERMS: u32 = 40;
const DEFAULT_MIN: f64 = 0.5;
/// Chosen between news and a manual, see `lab/record/tried.md`.
const DEFAULT_WORDS: f64 = 0.6;
const DEFAULT_STOP_WORDS: u32 = 100;
/// The least cosine above 0.
const LEAST_MIN: f64 = 1e-4;

pub(crate) const METHOD: Method = Method {
    name: "ddw",
    help: "ddw:terms=40,min=.5,words=.6,idf=collection|builtin|mixed,tf=raw|log,stop=100",
    make: |spec, dictionary| Ok(Box::new(Ddw::new(DdwSettings::take(spec)?, dictionary))),
};

impl Default for DdwSettings {
    fn default() -> DdwSettings {
        DdwSettings {
            terms: DEFAULT_TERMS,
            min: Cosine::new(DEFAULT_MIN).unwrap_or_default(),
            idf: TermIdf::Mixed,
            tf: TermTf::Log,
            words: DEFAULT_WORDS,
            stop_words: DEFAULT_STOP_WORDS,
        }
    }
}

impl DdwSettings {
    /// Parses `terms=N`, `min=SHARE`, `idf=collection|builtin|mixed`, `tf=raw|log`, `words=SHARE` and `stop=N`.
    fn take(spec: &mut MethodSpec<'_>) -> Result<DdwSettings> {
        let default = DdwSettings::default();
        let idfs = [TermIdf::Collection, TermIdf::BuiltIn, TermIdf::Mixed].map(|idf| (idf.name(), idf));
        let tfs = [TermTf::Raw, TermTf::Log].map(|tf| (tf.name(), tf));
        Ok(DdwSettings {
            terms: spec.whole("terms", 1..=MOST_TERMS)?.unwrap_or(default.terms),
            min: spec.share("min", LEAST_MIN..=1.0)?.and_then(Cosine::new).unwrap_or(default.min),
            idf: spec.one_of("idf", &idfs)?.unwrap_or(default.idf),
            tf: spec.one_of("tf", &tfs)?.unwrap_or(default.tf),
            words: spec.share("words", 0.0..=1.0)?.unwrap_or(default.words),
            stop_words: spec.whole("stop", 0..=MOST_STOP_WORDS)?.unwrap_or(default.stop_words),
        })
    }
}

impl TermIdf {
    /// Returns the name, as it is written in settings.
    fn name(self) -> &'static str {
        match self {
            TermIdf::Collection => "collection",
            TermIdf::BuiltIn => "builtin",
            TermIdf::Mixed => "mixed",
        }
    }
}

/// A method that weighs and compares texts. Shared between threads.
#[derive(Debug)]
pub struct Ddw {
    settings: DdwSettings,
    words: Words,
    built_in: BuiltIn,
}

impl Default for Ddw {
    fn default() -> Ddw {
        Ddw::new(DdwSettings::default(), Dictionary::default())
    }
}

impl Ddw {
    /// Makes the method with these settings. The dictionary is loaded when the first Chinese text comes.
    pub fn new(settings: DdwSettings, dictionary: Dictionary) -> Ddw {
        Ddw { settings, words: Words::new(settings.stop_words, dictionary), built_in: BuiltIn::new() }
    }

    /// Returns the terms of a text of less than 4 GiB; none for a text of stop words only. Texts of different
    /// categories are never near.
    pub fn terms(&self, text: &str, category: Option<&str>) -> Option<Terms> {
        let mut counts = WordCounts::of(self.words.of(text));
        if self.settings.idf == TermIdf::BuiltIn {
            let weigh = Weigh::new(&self.built_in, self.settings, Frequencies::default());
            let heaviest = weigh.heaviest(&counts, self.settings.terms);
            let mut kept: Vec<u64> = heaviest.iter().map(|term| term.word).collect();
            kept.sort_unstable();
            counts = counts.only(&kept);
        }
        let category = category.map(str::as_bytes).map_or(0, xxh3_64);
        (!counts.is_empty()).then_some(Terms { category, counts })
    }

    /// Returns the vectors of a collection. The vector of a text is empty if all its words are in all texts.
    pub fn vectors(&self, texts: &[&Terms], threads: usize) -> Vec<TermVector> {
        let counts: Vec<&WordCounts> = texts.iter().map(|text| &text.counts).collect();
        let frequencies = match self.settings.idf {
            TermIdf::BuiltIn => Frequencies::default(),
            TermIdf::Collection | TermIdf::Mixed => Frequencies::of(&counts, threads),
        };
        let weigh = Weigh::new(&self.built_in, self.settings, frequencies);
        let part = texts.len().div_ceil(threads.max(1)).max(256);
        let vectors = on_threads(texts.chunks(part), |part| weigh.vectors(part, self.settings.terms));
        vectors.into_iter().flatten().collect()
    }
}

impl NearMethod for Ddw {
    fn name(&self) -> String {
        let DdwSettings { terms, min, idf, tf, words, stop_words } = self.settings;
        format!(
            "ddw(terms={terms},min={},words={words},idf={},tf={},stop={stop_words},{},{})",
            min.share(),
            idf.name(),
            tf.name(),
            self.words.dictionary(),
            self.built_in.name
        )
    }

    fn signature(&self, text: &str, category: Option<&str>) -> Option<Signature> {
        self.terms(text, category).map(Signature::Terms)
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        self.clusters_of(signatures, &[(0..signatures.len() as u32).collect()], threads)
    }

    /// Weighs words by their counts in all texts, whatever part these are in.
    fn clusters_of(&self, signatures: &[&Signature], parts: &[Vec<u32>], threads: usize) -> Result<Vec<u32>> {
        let texts = terms(signatures)?;
        let vectors = self.vectors(&texts, threads);
        let mut all: Vec<u32> = (0..texts.len() as u32).collect();
        for part in parts {
            let of_part: Vec<&TermVector> = part.iter().map(|&place| &vectors[place as usize]).collect();
            let leaders = leaders(CosineLeaders::new(self.settings.min), &of_part, threads);
            for (&place, leader) in part.iter().zip(leaders) {
                let leader = part[leader as usize];
                let (text, other) = (texts[place as usize], texts[leader as usize]);
                // A text with the weightiest words of a leader and few of its others is of one subject with it, and
                // no copy. It stays alone.
                if text.counts.resemblance(&other.counts) >= self.settings.words {
                    all[place as usize] = leader;
                }
            }
        }
        Ok(all)
    }

    fn similarity(
        &self,
        signatures: &[&Signature],
        pairs: &[Pair],
        threads: usize,
    ) -> Result<Vec<Similarity>> {
        let vectors = self.vectors(&terms(signatures)?, threads);
        Ok(shares(pairs, |a, b| vectors[a].cosine(&vectors[b]).share()))
    }

    fn measure(&self, similarity: Similarity, _: (&Signature, &Signature)) -> Measure {
        Measure { rule: Rule::Cosine, value: similarity.value(), limit: self.settings.min.share() }
    }
}

fn terms<'s>(signatures: &[&'s Signature]) -> Result<Vec<&'s Terms>> {
    all_of(signatures, |signature| if let Signature::Terms(terms) = signature { Some(terms) } else { None })
}

/// The rarity of words by the built-in rankings.
#[derive(Debug)]
struct BuiltIn {
    name: String,
    /// The idf in 65,536ths, by the part of the hash that is kept.
    idf: HashMap<u64, u32, WordHash>,
}

/// The whole number for an idf of 1, or for 1 in a natural logarithm.
const UNIT: f64 = 65_536.0;
/// The number of texts that the built-in rankings count for.
const PRIOR_TEXTS: f64 = 1000.0;

impl BuiltIn {
    fn new() -> BuiltIn {
        let rankings = rankings();
        let table = IdfTable::of_rankings(&rankings);
        let mut idf = HashMap::default();
        for &word in rankings.iter().flat_map(Ranking::words) {
            idf.insert(word_of(word), (f64::from(table.idf(word)) * UNIT).round() as u32);
        }
        BuiltIn { name: table.name().to_owned(), idf }
    }

    fn idf(&self, word: u64) -> u32 {
        self.idf.get(&word).copied().unwrap_or(UNIT as u32)
    }
}

/// The weights of words.
struct Weigh<'d> {
    built_in: &'d BuiltIn,
    from: TermIdf,
    tf: TermTf,
    frequencies: Frequencies,
}

/// A word that may be a term.
#[derive(Clone, Copy)]
struct Weighed {
    word: u64,
    weight: u64,
}

impl<'d> Weigh<'d> {
    fn new(built_in: &'d BuiltIn, settings: DdwSettings, frequencies: Frequencies) -> Weigh<'d> {
        Weigh { built_in, from: settings.idf, tf: settings.tf, frequencies }
    }

    /// Returns the idf of a word, as a whole number so that equal weights are equal.
    fn idf(&self, word: u64) -> u32 {
        let (all, holding) = (f64::from(self.frequencies.texts()), f64::from(self.frequencies.holding(word)));
        let idf = match self.from {
            TermIdf::BuiltIn => return self.built_in.idf(word),
            TermIdf::Collection => (all / holding).ln(),
            TermIdf::Mixed => {
                let built_in = f64::from(self.built_in.idf(word)) / UNIT;
                ((all + PRIOR_TEXTS) / (holding + PRIOR_TEXTS.powf(1.0 - built_in))).ln()
            }
        };
        (idf * UNIT).round() as u32
    }

    /// Returns how common a word is, for the order in which terms are looked up; 0 for a word of this text only.
    fn commonness(&self, word: u64) -> u16 {
        match self.from {
            TermIdf::BuiltIn => (UNIT as u32).saturating_sub(self.built_in.idf(word)).clamp(1, 0xFFFF) as u16,
            TermIdf::Collection | TermIdf::Mixed => {
                self.frequencies.holding(word).saturating_sub(1).min(0xFFFF) as u16
            }
        }
    }

    /// Returns the words of greatest weight, at most `most`, in any order.
    fn heaviest(&self, counts: &WordCounts, most: u32) -> Vec<Weighed> {
        let mut weighed = vec![];
        for (word, count) in counts.iter() {
            let weight = self.tf.of(count) * u64::from(self.idf(word));
            if weight > 0 {
                weighed.push(Weighed { word, weight });
            }
        }
        let most = most as usize;
        if weighed.len() > most {
            weighed.select_nth_unstable_by(most, |a, b| b.weight.cmp(&a.weight).then(a.word.cmp(&b.word)));
            weighed.truncate(most);
        }
        weighed
    }

    /// Returns for each text the vector of its words of greatest weight, at most `most`.
    fn vectors(&self, texts: &[&Terms], most: u32) -> Vec<TermVector> {
        let mut vectors = Vec::with_capacity(texts.len());
        for text in texts {
            let mut terms = vec![];
            for Weighed { word, weight } in self.heaviest(&text.counts, most) {
                terms.push((Term::new(self.commonness(word), word), weight));
            }
            vectors.push(TermVector::new(text.category, terms));
        }
        vectors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ddw(settings: &str) -> Ddw {
        let mut spec = MethodSpec::parse(settings, METHOD.help).unwrap();
        Ddw::new(DdwSettings::take(&mut spec).unwrap(), Dictionary::default())
    }

    fn clusters(ddw: &Ddw, texts: &[(&str, Option<&str>)]) -> Vec<u32> {
        let signature = |&(text, category): &(&str, Option<&str>)| ddw.signature(text, category).unwrap();
        let signatures: Vec<Signature> = texts.iter().map(signature).collect();
        let signatures: Vec<&Signature> = signatures.iter().collect();
        let one = ddw.clusters(&signatures, 1).unwrap();
        assert_eq!(ddw.clusters(&signatures, 3).unwrap(), one);
        one
    }

    const MILL: &str =
        "The tide mill at the harbour grinds barley. Its wheel turns with the ebb, twice a day.";
    const EDITED: &str =
        "The tide mill at the old harbour grinds barley; the wheel turns with every ebb, twice a day.";
    const BEES: &str =
        "Bees on the roofs of the town make honey of lime blossom, and the keeper sells it in jars.";

    #[test]
    fn near_texts_of_one_category_fall_together() {
        for settings in ["ddw", "ddw:idf=builtin", "ddw:terms=8,tf=raw,min=.7"] {
            let ddw = ddw(settings);
            assert_eq!(
                clusters(&ddw, &[(MILL, None), (BEES, None), (EDITED, None)]),
                [0, 1, 0],
                "{settings}"
            );
            let (a, b) = (Some("news"), Some("trade"));
            assert_eq!(clusters(&ddw, &[(MILL, a), (EDITED, b), (EDITED, a), (MILL, None)]), [0, 1, 0, 3]);
        }
        let chinese = [
            "潮汐磨坊在港口磨大麦，水轮随潮水每天转动两次。",
            "港口的潮汐磨坊磨大麦，水轮随着潮水每天转动两次！",
            "屋顶上的蜜蜂采椴树花蜜，养蜂人装罐出售。",
        ];
        assert_eq!(clusters(&ddw("ddw"), &chinese.map(|text| (text, None))), [0, 0, 2]);
    }

    #[test]
    fn in_two_texts_what_both_share_weighs_nothing_by_the_paper() {
        let texts = [(MILL, None), (EDITED, None)];
        assert_eq!(clusters(&ddw("ddw:idf=collection"), &texts), [0, 1]);
        assert_eq!(clusters(&ddw("ddw:idf=mixed"), &texts), [0, 0]);
        let same = ddw("ddw:idf=collection");
        let terms = [MILL, MILL].map(|text| same.terms(text, None).unwrap());
        assert!(same.vectors(&[&terms[0], &terms[1]], 1).iter().all(TermVector::is_empty));
    }

    #[test]
    fn what_says_nothing_is_not_compared() {
        for settings in ["ddw", "ddw:idf=builtin"] {
            for text in ["", " \n", "…… !", "the of and", "的 了 是"] {
                assert_eq!(ddw(settings).terms(text, None), None, "{settings} {text:?}");
            }
        }
        assert!(ddw("ddw:stop=0").terms("the of and", None).is_some());
    }

    #[test]
    fn weights_are_those_of_the_paper() {
        let ddw = ddw("ddw:idf=collection,stop=0,terms=2,tf=raw");
        let texts = ["mill mill harbour day", "day harbour", "day bees", "day"];
        let terms = texts.map(|text| ddw.terms(text, None).unwrap());
        let vectors = ddw.vectors(&terms.iter().collect::<Vec<_>>(), 2);
        // 2 ln 4 and ln 2; ln 2 alone; ln 4 alone; nothing.
        let cosine = 2_f64.ln() / (2_f64.ln().powi(2) + (2.0 * 4_f64.ln()).powi(2)).sqrt();
        assert!((vectors[0].cosine(&vectors[1]).share() - cosine).abs() < 1e-4);
        assert_eq!(vectors.iter().map(TermVector::len).collect::<Vec<_>>(), [2, 1, 1, 0]);
        assert_eq!(vectors[0].cosine(&vectors[2]).share(), 0.0);
    }

    #[test]
    fn names_say_all_that_matters() {
        assert_eq!(
            ddw("ddw:terms=30,min=.75").name(),
            "ddw(terms=30,min=0.75,words=0.6,idf=mixed,tf=log,stop=100,jieba-0.11,english-1+chinese-words-1)"
        );
    }
}

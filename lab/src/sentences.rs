//! Copied sentence pairs against a labelled set: precision and recall of the features and of the given ratio.
//!
//! In: a labelled set and a feature. Out: each pair of sentences whose bag Jaccard reaches a ratio ([`Finder`]), found
//! by the same exact retrieval as everywhere, and how well these pairs agree with the labels ([`score`]). Each sentence
//! of the set is taken for one sentence, so that sentence splitting plays no part. A found pair is right if it is
//! labelled as a copy, and wrong if it is not listed; open pairs count neither way. `O(p)` for p pairs found and
//! listed, beside the index.
//!
//! In a check, bags bring texts together and words decide. [`Finder::in_order`] measures the words of two sentences in
//! the same way, so that a low ratio can be tried without the wrong pairs that it brings.
//!
//! ```
//! use ibid::tokenize::Tokenizer;
//! use ibid::feature::LowIdfSig;
//! use ibid_lab::labelled::Labelled;
//! use ibid_lab::sentences::{Finder, Which, score};
//!
//! let sentences = "0\ta\tThe mill has stood by the river for ages.\n1\tb\tThe mill has stood by the river for ages.\n";
//! let set = Labelled::parse("set".as_ref(), sentences, "0\t1\t1.000\tcopy\n").unwrap();
//! let found = Finder::new(&set, &Tokenizer::default(), &LowIdfSig::robust()).unwrap().pairs(0.6).unwrap();
//! assert_eq!(score(&set, &found, 0.6, Which::All).f1(), 1.0);
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ibid::feature::Feature;
use ibid::normalize::normalize;
use ibid::tokenize::Tokenizer;
use ibid::{Error, Result, Span};
use ibid_index::{Bags, MemoryIndex, Ratio, Record, Search, bag};

use crate::labelled::{Label, Labelled, LabelledPair};
use crate::shuffle::shuffle;

/// A pair of sentences whose bags are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundPair {
    /// The number of the first sentence.
    pub a: u32,
    /// The number of the second, larger than `a`.
    pub b: u32,
    /// The number of keys that both have.
    pub shared: u32,
    /// The number of keys that either has, shared ones once.
    pub together: u32,
}

impl FoundPair {
    /// Returns the bag Jaccard.
    pub fn jaccard(&self) -> f64 {
        f64::from(self.shared) / f64::from(self.together.max(1))
    }

    /// Returns whether the bag Jaccard reaches a ratio, decided without rounding.
    fn reaches(&self, min: Ratio) -> bool {
        min.reached(self.shared as usize, self.together as usize, self.shared as usize)
    }
}

/// A finder of the pairs of a set. Shared between threads.
#[derive(Debug)]
pub struct Finder {
    /// All sentences as units of one record.
    index: MemoryIndex,
    bags: Arc<Bags>,
    /// The words of each sentence, Han text as characters, as a check compares them.
    words: Vec<Vec<u64>>,
}

impl Finder {
    /// Makes the bags of all sentences and an index of them.
    ///
    /// # Errors
    /// [`Error::Index`] if the index cannot be made.
    pub fn new(set: &Labelled, tokenizer: &Tokenizer, feature: &dyn Feature) -> Result<Finder> {
        let (mut bags, mut all) = (Bags::new(), vec![]);
        let (mut tokens, mut words, mut keys) = (vec![], vec![], vec![]);
        for (_, sentence) in &set.sentences {
            let text = normalize(sentence).text;
            let span = Span::new(0, text.len() as u32);
            tokenizer.words(&text, span, &mut tokens);
            words.extend(tokens.drain(..).map(|token| token.word));
            feature.keys(&words, &mut keys);
            words.clear();
            bags.push(&mut keys);
            Tokenizer::characters(&text, span, &mut tokens);
            all.push(tokens.drain(..).map(|token| token.word).collect());
        }
        let bags = Arc::new(bags);
        let record = Record { id: "set".to_owned(), bags: Arc::clone(&bags), ..Record::default() };
        Ok(Finder { index: MemoryIndex::from_records([record])?, bags, words: all })
    }

    /// Returns all pairs whose bag Jaccard is at least `min`, by their numbers.
    ///
    /// # Errors
    /// [`Error::Request`] unless `min` is above 0 and at most 1.
    pub fn pairs(&self, min: f64) -> Result<Vec<FoundPair>> {
        let mut pairs = vec![];
        for a in 0..self.bags.len() as u32 {
            pairs.extend(self.pairs_of(a, min)?);
        }
        Ok(pairs)
    }

    /// Returns a part of [`Finder::pairs`], for work in threads: the pairs of one sentence with the sentences behind
    /// it.
    pub fn pairs_of(&self, a: u32, min: f64) -> Result<Vec<FoundPair>> {
        let bag = self.bags.get(a as usize);
        let mut hits = vec![];
        self.index.resembling(bag, ratio(min)?, &mut hits)?;
        let behind = hits.iter().filter(|hit| hit.unit > a);
        let together = |size: u32, shared: u32| bag.len() as u32 + size - shared;
        Ok(behind
            .map(|hit| FoundPair {
                a,
                b: hit.unit,
                shared: hit.overlap,
                together: together(hit.size, hit.overlap),
            })
            .collect())
    }

    /// Returns the pair of any two sentences, `a < b`, alike or not.
    pub fn pair(&self, a: u32, b: u32) -> FoundPair {
        let (x, y) = (self.bags.get(a as usize), self.bags.get(b as usize));
        let shared = bag::overlap(x, y) as u32;
        let together = (x.len() + y.len()) as u32 - shared;
        FoundPair { a, b, shared, together }
    }

    /// Returns the share of the words of two sentences that is equal and in the same order: 2 · equal words / words of
    /// both, from 0 to 1, which is what the similarity of a passage counts. `O(n · m)` for n and m words.
    pub fn in_order(&self, a: u32, b: u32) -> f64 {
        let (a, b) = (&self.words[a as usize], &self.words[b as usize]);
        share(2 * longest_common_subsequence(a, b) as u64, (a.len() + b.len()) as u64)
    }
}

fn longest_common_subsequence(a: &[u64], b: &[u64]) -> usize {
    // The greatest length of a common subsequence of the words so far and each beginning of b, by its length.
    let mut lengths = vec![0; b.len() + 1];
    for word in a {
        let mut before = 0;
        for (at, other) in b.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if word == other { before + 1 } else { above.max(lengths[at]) };
            before = above;
        }
    }
    lengths[b.len()]
}

fn ratio(min: f64) -> Result<Ratio> {
    Ratio::from_f64(min)
        .ok_or_else(|| Error::Request(format!("the least Jaccard must be above 0 and at most 1, got {min}")))
}

/// The copies that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All copies.
    All,
    /// Copies that are not the same word for word: similarity below 1.
    Edited,
}

/// The number of pairs that were found rightly and wrongly, and of copies that were missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Copies that were found.
    pub right: u64,
    /// Pairs that were found and are not listed.
    pub wrong: u64,
    /// Copies that were not found.
    pub missed: u64,
}

impl Score {
    /// Returns the share of right pairs among the found ones, 0 to 1; 0 if nothing was found.
    pub fn precision(&self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    /// Returns the share of copies that were found, 0 to 1; 0 if there are none.
    pub fn recall(&self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    /// Returns the F1, `2 · precision · recall / (precision + recall)`.
    pub fn f1(&self) -> f64 {
        share(2 * self.right, 2 * self.right + self.wrong + self.missed)
    }
}

fn share(part: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

/// The pairs of a band of similarity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// The least similarity.
    pub from: f64,
    /// The similarity at which the next band begins; above 1 in the band of equal sentences.
    pub to: f64,
    /// The number of copies, and of those found.
    pub copies: (u64, u64),
    /// The number of open pairs, and of those found.
    pub open: (u64, u64),
}

/// The borders between bands.
const BORDERS: [f64; 7] = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, f64::INFINITY];

/// Returns the labelled pairs by their numbers.
fn labels(set: &Labelled) -> HashMap<(u32, u32), &LabelledPair> {
    set.pairs.iter().map(|pair| ((pair.a, pair.b), pair)).collect()
}

/// Counts how the found pairs of at least `min` agree with the labels.
pub fn score(set: &Labelled, found: &[FoundPair], min: f64, which: Which) -> Score {
    let wanted = |pair: &LabelledPair| which == Which::All || !pair.is_same();
    let copies = set.pairs.iter().filter(|pair| pair.label == Label::Copy && wanted(pair)).count() as u64;
    let labels = labels(set);
    let mut score = Score::default();
    for pair in at_least(found, min) {
        match labels.get(&(pair.a, pair.b)) {
            None => score.wrong += 1,
            Some(label) => score.right += u64::from(label.label == Label::Copy && wanted(label)),
        }
    }
    score.missed = copies - score.right;
    score
}

/// Counts the pairs by bands of similarity. Pairs that are not listed are in no band.
pub fn bands(set: &Labelled, found: &[FoundPair], min: f64) -> Vec<Band> {
    let borders = BORDERS.windows(2);
    let mut bands: Vec<Band> =
        borders.map(|pair| Band { from: pair[0], to: pair[1], ..Band::default() }).collect();
    let found: HashSet<(u32, u32)> = at_least(found, min).map(|pair| (pair.a, pair.b)).collect();
    for pair in &set.pairs {
        let Some(band) = bands.iter_mut().find(|band| pair.similarity < band.to) else { continue };
        let counts = match pair.label {
            Label::Copy => &mut band.copies,
            Label::Open => &mut band.open,
        };
        counts.0 += 1;
        counts.1 += u64::from(found.contains(&(pair.a, pair.b)));
    }
    bands
}

/// Draws at most `n` of the found pairs that are not listed, by their numbers. The same seed gives the same sample.
pub fn sample_wrong(set: &Labelled, found: &[FoundPair], min: f64, n: usize, seed: u64) -> Vec<FoundPair> {
    let labels = labels(set);
    let wrong = at_least(found, min).filter(|pair| !labels.contains_key(&(pair.a, pair.b)));
    sample(wrong.copied().collect(), n, seed, |pair| (pair.a, pair.b))
}

/// Draws at most `n` of the copies that were not found.
pub fn sample_missed(
    set: &Labelled,
    found: &[FoundPair],
    min: f64,
    n: usize,
    seed: u64,
) -> Vec<LabelledPair> {
    let found: HashSet<(u32, u32)> = at_least(found, min).map(|pair| (pair.a, pair.b)).collect();
    let copies = set.pairs.iter().filter(|pair| pair.label == Label::Copy);
    let missed = copies.filter(|pair| !found.contains(&(pair.a, pair.b)));
    sample(missed.copied().collect(), n, seed, |pair| (pair.a, pair.b))
}

fn sample<P>(mut pairs: Vec<P>, n: usize, seed: u64, numbers: impl Fn(&P) -> (u32, u32)) -> Vec<P> {
    pairs.sort_by_key(&numbers);
    shuffle(&mut pairs, seed);
    pairs.truncate(n);
    pairs.sort_by_key(&numbers);
    pairs
}

/// Returns the pairs that reach a Jaccard. No pair reaches a number that is not a ratio.
fn at_least(found: &[FoundPair], min: f64) -> impl Iterator<Item = &FoundPair> {
    let min = Ratio::from_f64(min);
    found.iter().filter(move |pair| min.is_some_and(|min| pair.reaches(min)))
}

#[cfg(test)]
mod tests {
    use ibid::feature::LowIdfSig;

    use super::*;

    fn pair(a: u32, b: u32, similarity: f64, label: Label) -> LabelledPair {
        LabelledPair { a, b, similarity, label }
    }

    fn found(a: u32, b: u32, shared: u32, together: u32) -> FoundPair {
        FoundPair { a, b, shared, together }
    }

    fn set() -> Labelled {
        let pairs = vec![
            pair(0, 1, 1.0, Label::Copy),
            pair(0, 2, 0.7, Label::Copy),
            pair(1, 2, 0.69, Label::Copy),
            pair(3, 4, 0.55, Label::Open),
            pair(2, 4, 0.95, Label::Open),
        ];
        Labelled { sentences: vec![Default::default(); 6], pairs }
    }

    #[test]
    fn open_pairs_count_neither_way() {
        let found =
            [found(0, 1, 5, 5), found(0, 2, 3, 5), found(3, 4, 4, 5), found(2, 5, 4, 5), found(1, 2, 2, 5)];
        let counts = |min, which| {
            let score = score(&set(), &found, min, which);
            (score.right, score.wrong, score.missed)
        };
        assert_eq!(counts(0.6, Which::All), (2, 1, 1));
        assert_eq!(counts(0.6, Which::Edited), (1, 1, 1));
        assert_eq!(counts(0.4, Which::All), (3, 1, 0));
        assert_eq!(counts(1.0, Which::All), (1, 0, 2));
        let all = score(&set(), &found, 0.6, Which::All);
        assert_eq!((all.precision(), all.recall(), all.f1()), (2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0));
        assert_eq!(Score::default().f1(), 0.0);
    }

    #[test]
    fn bands_hold_what_is_listed() {
        let found = [found(0, 1, 5, 5), found(1, 2, 5, 5), found(3, 4, 5, 5), found(2, 5, 5, 5)];
        let counts: Vec<((u64, u64), (u64, u64))> =
            bands(&set(), &found, 0.6).iter().map(|band| (band.copies, band.open)).collect();
        assert_eq!(
            counts,
            [
                ((0, 0), (1, 1)),
                ((1, 1), (0, 0)),
                ((1, 0), (0, 0)),
                ((0, 0), (0, 0)),
                ((0, 0), (1, 0)),
                ((1, 1), (0, 0))
            ]
        );
    }

    #[test]
    fn samples_are_the_same_for_the_same_seed() {
        let found: Vec<FoundPair> = (10..60).map(|b| found(6, b, 1, 1)).collect();
        let sample = |seed| sample_wrong(&set(), &found, 0.6, 5, seed);
        assert_eq!(sample(1), sample(1));
        assert_ne!(sample(1), sample(2));
        assert_eq!((sample(1).len(), sample_wrong(&set(), &found, 0.6, 99, 1).len()), (5, 50));
        assert!(sample(1).is_sorted_by_key(|pair| pair.b));
        assert_eq!(sample_missed(&set(), &found, 0.6, 9, 1).len(), 3);
    }

    #[test]
    fn words_in_order_are_those_of_the_longest_common_subsequence() {
        let texts = [
            "the mill by the river",
            "the river by the mill",
            "by the old mill",
            "水车在河边",
            "水車在河",
            "",
        ];
        let sentences = texts.map(|text| ("d".to_owned(), text.to_owned())).to_vec();
        let set = Labelled { sentences, pairs: vec![] };
        let finder = Finder::new(&set, &Tokenizer::default(), &LowIdfSig::robust()).unwrap();
        assert_eq!(finder.in_order(0, 1), 0.6, "the by the");
        assert_eq!(finder.in_order(0, 2), 4.0 / 9.0, "by the");
        assert_eq!(finder.in_order(1, 2), 6.0 / 9.0, "by the mill");
        assert_eq!((finder.in_order(3, 4), finder.in_order(0, 3)), (8.0 / 9.0, 0.0));
        assert_eq!((finder.in_order(0, 0), finder.in_order(5, 5)), (1.0, 0.0));
    }

    #[test]
    fn finds_what_comparing_all_bags_finds() {
        let words = [
            "the mill",
            "of the river",
            "a bridge",
            "in the town",
            "was built",
            "by the people",
            "水车",
            "的人",
        ];
        let text = |i: usize| (0..5).map(|k| words[(i * (k + 3) + k * k) % 8]).collect::<Vec<_>>().join(" ");
        let sentences = (0..60).map(|i| ("d".to_owned(), text(i))).collect();
        let set = Labelled { sentences, pairs: vec![] };
        let finder = Finder::new(&set, &Tokenizer::default(), &LowIdfSig::robust()).unwrap();
        let found: Vec<(u32, u32)> = finder.pairs(0.6).unwrap().iter().map(|pair| (pair.a, pair.b)).collect();
        let all = (0..60).flat_map(|a| (a + 1..60).map(move |b| (a, b)));
        let alike: Vec<(u32, u32)> = all.filter(|&(a, b)| finder.pair(a, b).jaccard() >= 0.6).collect();
        assert!(!found.is_empty() && found.len() < 1000, "{}", found.len());
        assert_eq!(found, alike);
        assert!(finder.pairs(0.0).is_err());
    }
}

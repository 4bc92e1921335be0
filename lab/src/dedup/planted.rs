//! The experiment of Cao Yujuan et al. (2009): edited copies are planted among the documents of a collection. Counted
//! are the pairs of documents that a method puts into one cluster, and the copies among them.
//!
//! In: texts, and the number of texts to copy ([`plant`]). Out: all documents in order, each with its family
//! ([`Planted`]); and, for the clusters of a method, counts of pairs ([`score`]). A source shares less than a fifth of
//! its stretches of five words with any other text, so that all finds beside its copies are wrong. There are six copies
//! of each source, two for each of [`RATES`]. In one, this share of the words is edited, each by itself; in the other,
//! a stretch of this length is moved, left out or put in. Each copy has a head line of which half of the words are
//! edited, and a foot of five words. It stands at some place after its source. `O(n log n)` for n words.

use std::collections::HashMap;

use ibid::tokenize::Dictionary;
use ibid_calibrate::edits::Dice;

use super::changes::{Change, Changer, Kind, Unit};
use super::shingles::Shingles;

/// The shares of the words that are edited, in hundredths.
pub const RATES: [u32; 3] = [5, 10, 20];
/// The fewest characters of a source.
const LEAST_CHARS: usize = 400;
/// A text is no source if it shares one in this many of its stretches of words with one other text.
const SHARED: usize = 5;
/// The most texts that share a stretch. Stretches in more texts are formulas, which make no two texts alike.
const MOST_HOLDERS: usize = 1000;
/// The sample of stretches that are compared: one in this many, by hash.
const SAMPLE: u64 = 4;
/// The number of words at the foot of a copy.
const FOOT: usize = 5;

/// A document of a collection into which copies are planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// The text of a copy; none for a document of the collection.
    pub copy: Option<String>,
    /// The number of the document, or of the source of a copy, in the collection.
    pub source: usize,
    /// The share of a copy that is edited, one of [`RATES`]; 0 for a document that is not a copy.
    pub rate: u32,
}

/// Returns the numbers of the texts that may be sources: long enough, and unlike all others.
pub fn sources(texts: &[&str], dictionary: &Dictionary) -> Vec<usize> {
    let shingles = Shingles::of_words(5, dictionary);
    let sample = |text: &&str| -> Vec<u64> {
        shingles.set(text).into_iter().filter(|hash| hash % SAMPLE == 0).collect()
    };
    let sets: Vec<Vec<u64>> = texts.iter().map(sample).collect();
    let mut holders: HashMap<u64, Vec<u32>> = HashMap::new();
    for (number, set) in (0..).zip(&sets) {
        set.iter().for_each(|&hash| holders.entry(hash).or_default().push(number));
    }
    let is_alone = |&number: &usize| {
        let set = &sets[number];
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for holders in set.iter().filter_map(|hash| holders.get(hash)) {
            if holders.len() <= MOST_HOLDERS {
                holders.iter().for_each(|&other| *shared.entry(other).or_default() += 1);
            }
        }
        shared.remove(&(number as u32));
        let most = shared.values().max().copied().unwrap_or(0);
        !set.is_empty() && most * SHARED < set.len() && texts[number].chars().nth(LEAST_CHARS - 1).is_some()
    };
    (0..texts.len()).filter(is_alone).collect()
}

/// Returns the documents in order, with copies of `count` sources among them, or of fewer if there are fewer. The same
/// seed gives the same copies.
pub fn plant(texts: &[&str], count: usize, seed: u64, dictionary: &Dictionary) -> Vec<Planted> {
    let changer = Changer::new(Unit::Words, dictionary, texts);
    let candidates = sources(texts, dictionary);
    let chosen = Dice::new(seed, &[]).choose(candidates.len(), count);
    let mut placed: Vec<((usize, usize), Planted)> =
        (0..texts.len()).map(|source| ((source, 0), Planted { copy: None, source, rate: 0 })).collect();
    for source in chosen.into_iter().map(|place| candidates[place]) {
        for rate in RATES {
            for is_stretch in [false, true] {
                let mut dice = Dice::new(seed, &[source as u64, u64::from(rate), u64::from(is_stretch)]);
                let stretches = [Kind::StretchMoved, Kind::StretchDeleted, Kind::StretchAdded];
                let kind = if is_stretch { stretches[dice.below(3)] } else { Kind::Edited };
                let change = Change { kind, rate: f64::from(rate) / 100.0 };
                let copy = changer.copy(source, change, &mut dice);
                let page = copy.and_then(|copy| changer.reframed(source, &copy, FOOT, &mut dice));
                if let Some(page) = page {
                    let after = source + dice.below(texts.len() - source);
                    placed.push(((after, placed.len()), Planted { copy: Some(page), source, rate }));
                }
            }
        }
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, planted)| planted).collect()
}

/// Counts of pairs with a copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Copies of this rate, or all.
    pub copies: u64,
    /// Copies in one cluster with their source.
    pub with_source: u64,
    /// Pairs of one family, with at least one copy of this rate.
    pub of_family: u64,
    /// Pairs of one family, with at least one copy of this rate, that are in one cluster.
    pub right: u64,
    /// Pairs in one cluster of a copy of this rate and a document of another family.
    pub wrong: u64,
}

impl Pairs {
    /// Returns the share of right pairs among all pairs counted in one cluster, 0 to 1; 1 if there are none.
    pub fn precision(self) -> f64 {
        if self.right + self.wrong == 0 { 1.0 } else { self.right as f64 / (self.right + self.wrong) as f64 }
    }

    /// Returns the share of copies that are in one cluster with their source, 0 to 1.
    pub fn recall(self) -> f64 {
        self.with_source as f64 / self.copies.max(1) as f64
    }

    /// Returns the share of pairs of a family that are in one cluster, 0 to 1.
    pub fn family_recall(self) -> f64 {
        self.right as f64 / self.of_family.max(1) as f64
    }
}

/// Counts the pairs that a method finds: all together, then for each of [`RATES`]. `clusters` has for each document the
/// number of its cluster's leader. Pairs without a copy are not counted. `O(c · d)` for c copies and d documents of one
/// cluster.
pub fn score(planted: &[Planted], clusters: &[u32]) -> [Pairs; 1 + RATES.len()] {
    let mut scored = [Pairs::default(); 1 + RATES.len()];
    let mut families: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut members: HashMap<u32, Vec<usize>> = HashMap::new();
    for (number, (document, &cluster)) in planted.iter().zip(clusters).enumerate() {
        families.entry(document.source).or_default().push(number);
        members.entry(cluster).or_default().push(number);
    }
    for (number, document) in planted.iter().enumerate().filter(|(_, document)| document.rate > 0) {
        let cluster = clusters.get(number);
        // A pair of two copies is counted once for all, and once for each of their rates.
        let mut count = |other: usize, add: &dyn Fn(&mut Pairs)| {
            let other_rate = planted[other].rate;
            let is_first = other_rate == 0 || number < other;
            for (rate, pairs) in [0].into_iter().chain(RATES).zip(&mut scored) {
                if (rate == 0 && is_first) || rate == document.rate && (is_first || other_rate != rate) {
                    add(pairs);
                }
            }
        };
        for &other in families.get(&document.source).into_iter().flatten().filter(|&&other| other != number) {
            let is_together = clusters.get(other) == cluster;
            let is_source = planted[other].rate == 0;
            count(other, &|pairs| {
                pairs.of_family += 1;
                pairs.right += u64::from(is_together);
                pairs.copies += u64::from(is_source);
                pairs.with_source += u64::from(is_source && is_together);
            });
        }
        let together = cluster.and_then(|cluster| members.get(cluster)).into_iter().flatten();
        for &other in together.filter(|&&other| planted[other].source != document.source) {
            count(other, &|pairs| pairs.wrong += 1);
        }
    }
    scored
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Vec<String> {
        let words: Vec<String> = (0..400).map(|number| format!("w{number}x")).collect();
        let text = |seed: u64| {
            let mut dice = Dice::new(seed, &[]);
            let words: Vec<&str> = (0..120).map(|_| &*words[dice.below(words.len())]).collect();
            format!("A head line of seven words {seed}\n{}.", words.join(" "))
        };
        let mut texts: Vec<String> = (0..20).map(text).collect();
        texts.push(format!("{} And more.", texts[0]));
        texts.push("Short.".to_owned());
        texts
    }

    fn strs(texts: &[String]) -> Vec<&str> {
        texts.iter().map(String::as_str).collect()
    }

    #[test]
    fn sources_are_long_and_unlike_all_others() {
        assert_eq!(sources(&strs(&texts()), &Dictionary::default()), (1..20).collect::<Vec<_>>());
    }

    #[test]
    fn six_copies_stand_after_each_source() {
        let texts = texts();
        let planted = plant(&strs(&texts), 5, 1, &Dictionary::default());
        assert_eq!(planted, plant(&strs(&texts), 5, 1, &Dictionary::default()));
        assert_ne!(planted, plant(&strs(&texts), 5, 2, &Dictionary::default()));
        assert_eq!(planted.len(), texts.len() + 30);
        let order: Vec<usize> =
            planted.iter().filter(|document| document.rate == 0).map(|document| document.source).collect();
        assert_eq!(order, (0..texts.len()).collect::<Vec<_>>());
        for (number, document) in planted.iter().enumerate().filter(|(_, document)| document.rate > 0) {
            let source = planted.iter().position(|other| other.rate == 0 && other.source == document.source);
            assert!(source.unwrap() < number);
            let copy = document.copy.as_deref().unwrap();
            assert_eq!(copy.lines().last().unwrap().split_whitespace().count(), FOOT, "{copy}");
            assert_ne!(copy.lines().next(), texts[document.source].lines().next());
        }
    }

    #[test]
    fn pairs_are_counted_once() {
        let document = |source: usize, rate: u32| Planted { copy: None, source, rate };
        let planted = [
            document(0, 0),
            document(1, 0),
            document(0, 5),
            document(0, 10),
            document(2, 0),
            document(0, 10),
        ];
        // The source with two of its copies and a stranger; the third copy stands alone.
        let [all, five, ten, twenty] = score(&planted, &[0, 0, 0, 0, 4, 5]);
        assert_eq!(all, Pairs { copies: 3, with_source: 2, of_family: 6, right: 3, wrong: 2 });
        assert_eq!(five, Pairs { copies: 1, with_source: 1, of_family: 3, right: 2, wrong: 1 });
        assert_eq!(ten, Pairs { copies: 2, with_source: 1, of_family: 5, right: 2, wrong: 1 });
        assert_eq!((twenty, twenty.precision()), (Pairs::default(), 1.0));
        assert_eq!((all.precision(), all.recall(), all.family_recall()), (0.6, 2.0 / 3.0, 0.5));
    }
}

//! Features compared on a labelled set of sentences: the quality with which copies are told from the rest, and the
//! cost.
//!
//! In: a [`Labelled`] set and a feature. Out: [`Measured`], a line of the table in Yu, Zhang, Zhang, Huang (2011), who
//! compared Low-IDF-Sig with the features here. Two sentences are taken for copies if their bags match; nothing else is
//! looked at. *Precision* is the share of copies among the pairs found, open ones left out; *recall* the share of
//! copies that are found; F1 their harmonic mean. Most copies are the same word for word, so F1 is also counted without
//! such copies ([`Score::f1_edited`]).
//!
//! All features use the same words, and the times do not include cutting sentences into words. Times are of one thread,
//! the least of several runs. A pass over the labelled pairs and a join at the least ratio (.1) give the scores for all
//! ratios, `O(keys + pairs of sentences with a Jaccard of .1)`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ibid::Span;
use ibid::feature::Feature;
use ibid::normalize::normalize;
use ibid::tokenize::{Han, Tokenizer};
use ibid_index::{Bags, Ratio};

use crate::feature::{Compared, Matching};
use crate::join::KeyIndex;
use crate::labelled::{Label, Labelled};

/// The ratios that are tried, in hundredths: .10 to 1.00.
const HUNDREDTHS: std::ops::RangeInclusive<usize> = 10..=100;
const STEP: usize = 5;

/// A feature that is compared.
#[derive(Clone, Copy, Debug)]
pub struct Contender {
    /// The paper's name for it.
    pub name: &'static str,
    /// The feature, as [`build`](crate::feature::build) takes it.
    pub method: &'static str,
    /// The paper's figures.
    pub paper: Published,
}

/// The paper's figures for a feature, where it gives any. Costs are ratios to those of 3-Shingle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Published {
    /// The best F1.
    pub f1: Option<f64>,
    /// The ratio with which the best F1 was reached.
    pub tau: Option<f64>,
    /// The space of the index.
    pub space: Option<f64>,
    /// The time to make the index.
    pub indexing: Option<f64>,
    /// The time to compare all sentences.
    pub similarity: Option<f64>,
}

const NOTHING: Published = Published { f1: None, tau: None, space: None, indexing: None, similarity: None };

const fn contender(name: &'static str, method: &'static str, f1: Option<f64>, tau: Option<f64>) -> Contender {
    Contender { name, method, paper: Published { f1, tau, ..NOTHING } }
}

/// Returns the features of the paper, 3-Shingle first, and the default of this program last, as it is for Han text cut
/// into these units.
pub fn contenders(han: Han) -> [Contender; 15] {
    let mut contenders = CONTENDERS;
    if let (Han::Characters, Some(default)) = (han, contenders.last_mut()) {
        default.method = "low-idf-sig:n=200,c=2,m=8";
    }
    contenders
}

const CONTENDERS: [Contender; 15] = [
    Contender {
        paper: Published { space: Some(1.0), indexing: Some(1.0), similarity: Some(1.0), ..SHINGLE.paper },
        ..SHINGLE
    },
    contender("4-Shingle", "shingle:k=4", None, Some(0.6)),
    contender("5-Shingle", "shingle:k=5", None, Some(0.6)),
    contender("DSC", "dsc", None, None),
    contender("DSC-SS", "dsc-ss", None, None),
    contender("SpotSig(24)", "spotsig:n=24,c=3", None, None),
    contender("SpotSig(365)", "spotsig:n=365,c=3", Some(0.764), Some(0.7)),
    contender("I-Match", "i-match:low=0.3,high=1", Some(0.877), None),
    contender("I-Match random", "i-match:low=0.3,high=1,lexicons=10", None, None),
    contender("MinHash 20 x 5", "min-hash:bands=20,rows=5", None, None),
    contender("Low-IDF-Sig(10)", "low-idf-sig:n=10,c=3", None, Some(0.6)),
    Contender {
        name: "Low-IDF-Sig(50)",
        method: "low-idf-sig:n=50,c=3",
        paper: Published {
            f1: Some(0.95),
            tau: Some(0.6),
            space: Some(0.29),
            indexing: Some(0.37),
            similarity: Some(0.086),
        },
    },
    contender("Low-IDF-Sig(200)", "low-idf-sig:n=200,c=3", None, Some(0.6)),
    contender("Low-IDF-Sig(500)", "low-idf-sig:n=500,c=3", Some(0.954), Some(0.6)),
    contender("default profile", "low-idf-sig:n=200,n-zh=500,c=2,m=8", None, None),
];

const SHINGLE: Contender = contender("3-Shingle", "shingle:k=3", Some(0.960), Some(0.6));

/// The numbers of antecedents that are tried, with chains of three words.
pub const ANTECEDENTS: [usize; 7] = [10, 20, 50, 100, 200, 500, 1000];

/// The quality with which copies are told from the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The least bag Jaccard of a copy; `None` if an equal key decides.
    pub tau: Option<f64>,
    /// The precision, 0 to 1; 0 if nothing was found.
    pub precision: f64,
    /// The recall, 0 to 1.
    pub recall: f64,
    /// The F1, 0 to 1.
    pub f1: f64,
    /// The F1 without pairs of the same words, 0 to 1.
    pub f1_edited: f64,
    /// The pairs that were found and are no copies.
    pub wrong: u64,
}

/// The figures of a feature on a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The name of the feature, [`Feature::name`].
    pub feature: String,
    /// The score for each ratio that was tried, in ascending order; a single one if an equal key decides.
    pub scores: Vec<Score>,
    /// The keys per sentence, on average.
    pub keys_per_sentence: f64,
    /// The bytes of the posted features: [`KeyIndex::bytes`].
    pub space_bytes: usize,
}

/// The time that a feature takes on a set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// The time to make the features from the words, and their index.
    pub indexing: Duration,
    /// The time to find all pairs, by plain counting over full lists.
    pub counting: Duration,
    /// The time to find all pairs, by the join with a prefix filter.
    pub join: Duration,
}

impl Measured {
    /// Returns the score with the highest F1; of equal ones, the score with the lowest ratio.
    pub fn best(&self) -> Score {
        let better = |best: Score, score: &Score| if score.f1 > best.f1 { *score } else { best };
        self.scores.iter().skip(1).fold(self.scores.first().copied().unwrap_or_default(), better)
    }

    /// Returns the score with the ratio nearest to `tau`.
    pub fn at(&self, tau: f64) -> Score {
        let distance = |score: &Score| score.tau.map_or(0.0, |other| (other - tau).abs());
        let nearest = self.scores.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.copied().unwrap_or_default()
    }
}

/// A labelled set, cut into words.
#[derive(Debug)]
pub struct Cut<'s> {
    set: &'s Labelled,
    words: Vec<Vec<u64>>,
}

impl<'s> Cut<'s> {
    /// Cuts each sentence of the set as the program does.
    pub fn new(set: &'s Labelled, tokenizer: &Tokenizer) -> Cut<'s> {
        let mut tokens = vec![];
        let words = |(_, sentence): &(String, String)| {
            let normalized = normalize(sentence);
            let span = Span::new(0, normalized.text.len() as u32);
            tokenizer.words(&normalized.text, span, &mut tokens);
            tokens.drain(..).map(|token| token.word).collect()
        };
        Cut { set, words: set.sentences.iter().map(words).collect() }
    }

    /// Returns the words of each sentence.
    pub fn words(&self) -> impl Iterator<Item = &[u64]> {
        self.words.iter().map(Vec::as_slice)
    }

    /// Returns the words per sentence, on average.
    pub fn words_per_sentence(&self) -> f64 {
        self.words.iter().map(Vec::len).sum::<usize>() as f64 / self.words.len().max(1) as f64
    }

    /// Measures how well a feature tells copies from the rest.
    pub fn measure(&self, compared: &Compared) -> Measured {
        let index = self.index(&*compared.feature);
        Measured {
            feature: compared.feature.name(),
            scores: self.scores(compared.matching, &index),
            keys_per_sentence: index.key_count() as f64 / self.words.len().max(1) as f64,
            space_bytes: index.bytes(),
        }
    }

    /// Measures the time of a feature when sentences with a Jaccard of `tau`, in `(0, 1]`, are looked for. Where an
    /// equal key decides, `tau` is of no account.
    pub fn time(&self, compared: &Compared, tau: f64) -> Times {
        let (feature, min) = (&*compared.feature, ratio(compared.matching, tau));
        let index = self.index(feature);
        Times {
            indexing: least_time(|| {
                black_box(self.index(feature));
            }),
            counting: least_time(|| {
                black_box(index.count_plainly(min));
            }),
            join: least_time(|| {
                let mut pairs = 0;
                index.join(min, |alike| pairs += alike.pairs);
                black_box(pairs);
            }),
        }
    }

    fn index(&self, feature: &dyn Feature) -> KeyIndex {
        let (mut bags, mut keys) = (Bags::new(), vec![]);
        for words in &self.words {
            feature.keys(words, &mut keys);
            bags.push(&mut keys);
        }
        KeyIndex::new(&bags)
    }

    fn scores(&self, matching: Matching, index: &KeyIndex) -> Vec<Score> {
        let taus: Vec<(Option<f64>, Ratio)> = match matching {
            Matching::AnyKey => vec![(None, ratio(matching, 1.0))],
            Matching::Jaccard => {
                let taus = HUNDREDTHS.step_by(STEP).map(|hundredths| hundredths as f64 / 100.0);
                taus.map(|tau| (Some(tau), ratio(matching, tau))).collect()
            }
        };
        // The pairs that reach each ratio and no higher one: all, and by label.
        let mut tallies = vec![Tally::default(); taus.len()];
        let highest = |overlap: usize, a: usize, b: usize| {
            let reached = taus.iter().rposition(|(_, ratio)| ratio.reached(overlap, a, b));
            reached.filter(|_| overlap > 0)
        };
        if let Some((_, least)) = taus.first() {
            index.join(*least, |alike| {
                if let Some(at) = highest(alike.overlap, alike.sizes.0, alike.sizes.1) {
                    tallies[at].all += alike.pairs;
                }
            });
        }
        for pair in &self.set.pairs {
            let (overlap, a, b) = index.overlap(pair.a, pair.b);
            if let Some(at) = highest(overlap, a, b) {
                match pair.label {
                    Label::Open => tallies[at].open += 1,
                    Label::Copy if pair.is_same() => tallies[at].identical += 1,
                    Label::Copy => tallies[at].edited += 1,
                }
            }
        }
        let mut sum = Tally::default();
        let truth = Truth::of(self.set);
        let mut scores: Vec<Score> = (0..taus.len())
            .rev()
            .map(|at| {
                sum.add(tallies[at]);
                truth.score(taus[at].0, sum)
            })
            .collect();
        scores.reverse();
        scores
    }
}

/// Pairs that were found.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    all: u64,
    open: u64,
    identical: u64,
    edited: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.all += other.all;
        self.open += other.open;
        self.identical += other.identical;
        self.edited += other.edited;
    }
}

/// The numbers of pairs of a set, by label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// Copies with the same words.
    pub identical: u64,
    /// Other copies.
    pub edited: u64,
    /// Pairs that count neither way.
    pub open: u64,
}

impl Truth {
    /// Counts the pairs of a set.
    pub fn of(set: &Labelled) -> Truth {
        let mut truth = Truth::default();
        for pair in &set.pairs {
            match pair.label {
                Label::Open => truth.open += 1,
                Label::Copy if pair.is_same() => truth.identical += 1,
                Label::Copy => truth.edited += 1,
            }
        }
        truth
    }

    /// Returns the number of all copies.
    pub fn copies(&self) -> u64 {
        self.identical + self.edited
    }

    fn score(&self, tau: Option<f64>, found: Tally) -> Score {
        let wrong = found.all - found.open - found.identical - found.edited;
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        let right = found.identical + found.edited;
        // F1 is 2 · right / (found + there).
        let f1 = |right: u64, there: u64| share(2 * right, right + wrong + there);
        Score {
            tau,
            precision: share(right, right + wrong),
            recall: share(right, self.copies()),
            f1: f1(right, self.copies()),
            f1_edited: f1(found.edited, self.edited),
            wrong,
        }
    }
}

/// Returns the ratio that the bags of copies reach.
fn ratio(matching: Matching, tau: f64) -> Ratio {
    let ratio = match matching {
        // The least ratio there is: one common key reaches it.
        Matching::AnyKey => Ratio::new(1, 1_000_000),
        Matching::Jaccard => Ratio::from_f64(tau),
    };
    ratio.expect("a ratio lies between 0 and 1")
}

/// Returns the least time of seven runs, or of fewer if they take long: other work of the machine only adds time.
fn least_time(mut run: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let mut least = Duration::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed());
        if begin.elapsed() > Duration::from_secs(2) {
            break;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use ibid::feature::{IdfTable, Lists, LowIdfSig, Ranking};

    use super::*;
    use crate::feature::{Idf, build};

    const SENTENCES: &str = "\
0\ta\tthe road was a line of worn stones between two walls\n\
1\tb\tthe road was a line of worn stones between two walls\n\
2\tb\tthe road was a line of worn stones between two fields\n\
3\tc\tthe road was a line of worn stones between three fields\n\
4\tc\tnothing of the kind is said in this sentence\n";

    fn set(pairs: &str) -> Labelled {
        Labelled::parse("set".as_ref(), SENTENCES, pairs).unwrap()
    }

    fn built(method: &str) -> Compared {
        build(method, &Lists::default(), &Idf::Guessed(IdfTable::default())).unwrap()
    }

    #[test]
    fn open_pairs_count_neither_way() {
        // Nine shingles each: 0 and 1 share all, 0 and 2 eight (.8), 2 and 3 seven (.64), 0 and 3 seven.
        let set = set("0\t1\t1.000\tcopy\n0\t2\t.9\tcopy\n1\t2\t.9\tcopy\n0\t3\t.8\topen\n");
        let cut = Cut::new(&set, &Tokenizer::default());
        let measured = cut.measure(&built("shingle"));
        let all = measured.at(0.6);
        assert_eq!((all.recall, all.wrong), (1.0, 2), "2-3 and 1-3 are not listed");
        assert_eq!(all.precision, 3.0 / 5.0);
        assert_eq!(all.f1_edited, 2.0 * 2.0 / (2.0 + 2.0 + 2.0));
        let exact = measured.at(1.0);
        assert_eq!((exact.precision, exact.recall, exact.f1_edited), (1.0, 1.0 / 3.0, 0.0));
        assert_eq!((measured.best().tau, measured.best().f1), (Some(0.65), 1.0));
        assert_eq!(measured.keys_per_sentence, (9.0 * 4.0 + 7.0) / 5.0);
    }

    #[test]
    fn the_last_contender_is_the_default() {
        let name = |han: Han| built(contenders(han)[14].method).feature.name();
        assert_eq!(name(Han::Words), LowIdfSig::robust().name());
        assert_eq!(
            name(Han::Characters),
            LowIdfSig::built_in((200, 200), 2, Ranking::chinese_words()).with_least(8).name()
        );
    }

    #[test]
    fn every_contender_can_be_measured() {
        let set = set("0\t1\t1.000\tcopy\n");
        let cut = Cut::new(&set, &Tokenizer::default());
        for contender in contenders(Han::Words) {
            let compared = built(contender.method);
            let measured = cut.measure(&compared);
            let decides_alone = compared.matching == Matching::AnyKey;
            assert_eq!(measured.scores.len(), if decides_alone { 1 } else { 19 }, "{}", contender.name);
            assert!(measured.scores.iter().all(|score| (0.0..=1.0).contains(&score.f1)));
        }
    }
}

//! Edited sentences, looked up in an index by their bags.
//!
//! For each edited sentence, one query finds every unit of the index whose bag Jaccard reaches the lowest
//! threshold, and so those of all thresholds. *Recall* is the share of edited sentences whose origin is found.
//! *Precision* is the share of finds that are right. Right are the origin and sentences with a similarity of at
//! least .6 to it (1 - Levenshtein distance / longer length, in words, as in labelled sets). Where the edited copy
//! is a part or a union of sentences, similarity to the copy counts too. Finds in documents outside the sample are
//! not read: their share of right finds is taken to be that of the others, without the origins.
//!
//! The figures for all edits are means: over the shares of each kind, then over kinds, so that each kind counts the
//! same. Their error with another sample of this size is estimated by redrawing the sentences with repeats (the
//! bootstrap: Efron 1979).

use std::collections::HashMap;
use std::sync::Arc;

use ibid_index::{Bags, Hit, Ratio, RecordNo, Search};

use super::sample::{Row, Sample};
use crate::detect::Config;
use crate::error::Result;
use crate::eval::edits::Edit;
use crate::eval::similarity::{MIN_COPY, distance};
use crate::feature::Feature;
use crate::normalize::normalize;
use crate::text::Span;
use crate::tokenize::{Token, Tokenizer};

/// The thresholds that are tried, in hundredths.
const HUNDREDTHS: std::ops::RangeInclusive<u32> = 20..=90;
const STEP: usize = 5;
/// How often sentences are redrawn to estimate the error of the figures.
const REDRAWS: u64 = 200;
/// Smaller differences of F1 are ignored, however certain they are.
const SLIGHT: f64 = 0.001;
/// A longer sentence is not compared by its words.
const MAX_WORDS: usize = 128;

/// Looks edited sentences up. Shared between threads.
pub struct SentenceTrial<'t> {
    sample: &'t Sample<'t>,
    index: &'t dyn Search,
    tokenizer: Tokenizer,
    feature: Arc<dyn Feature>,
    thresholds: Vec<(f64, Ratio)>,
    /// The documents of the sample by their records.
    sources: HashMap<RecordNo, usize>,
}

/// What was found of one sentence's edited copies.
#[derive(Clone, Debug, PartialEq)]
pub struct SentencePart {
    /// By row; none where the edit cannot be made.
    rows: Vec<Option<Found>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Found {
    share: f64,
    /// How many sentences the copy is.
    queries: u32,
    /// By threshold: what reaches it and no higher one.
    counts: Vec<Counts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    /// Copies whose origin was found.
    origins: f64,
    /// Sentences found, origins among them.
    right: f64,
    wrong: f64,
    /// Found in documents that were not read.
    unread: f64,
}

/// Recall and precision at a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// The least bag Jaccard.
    pub tau: f64,
    /// Share of the copies whose origin is found, 0 to 1.
    pub recall: f64,
    /// Share of what is found that is right, 0 to 1; 1 where nothing is found.
    pub precision: f64,
    /// `2 · precision · recall / (precision + recall)`.
    pub f1: f64,
}

/// The figures of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRates {
    /// The edit.
    pub row: Row,
    /// How many sentences could be edited so.
    pub sentences: usize,
    /// The share of words that was edited, on average; 1 for edits of whole sentences.
    pub share: f64,
    /// By threshold; empty where no sentence could be edited.
    pub rates: Vec<Rates>,
}

/// All figures.
#[derive(Clone, Debug, PartialEq)]
pub struct SentenceTable {
    /// By row, copies as they are first.
    pub rows: Vec<RowRates>,
    /// For all edits together, by threshold, ascending.
    pub all: Vec<Rates>,
    /// By threshold: the standard error of F1.
    pub f1_error: Vec<f64>,
    /// By threshold: whether F1 is within chance (two standard errors) of the best one.
    pub is_as_good: Vec<bool>,
}

impl SentenceTable {
    fn best_place(all: &[Rates]) -> usize {
        let better = |best: usize, place: usize| if all[place].f1 > all[best].f1 { place } else { best };
        (0..all.len()).fold(0, better)
    }

    /// The figures with the highest F1, with the lowest threshold of equal ones.
    pub fn best(&self) -> Rates {
        self.all.get(Self::best_place(&self.all)).copied().unwrap_or_default()
    }

    /// The place of the threshold nearest to `tau` in [`SentenceTable::all`].
    pub fn nearest(&self, tau: f64) -> usize {
        let distance = |place: &usize| (self.all[*place].tau - tau).abs();
        (0..self.all.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }
}

impl<'t> SentenceTrial<'t> {
    /// A trial against `index`, which was made with this configuration and holds the documents of the sample. The
    /// configuration's own threshold is tried beside the others.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for settings out of range, [`Error::Index`](crate::Error::Index) when
    /// the index does not answer.
    pub fn new(sample: &'t Sample<'t>, config: &Config, index: &'t dyn Search) -> Result<SentenceTrial<'t>> {
        config.check()?;
        let feature = config.feature();
        let mut taus: Vec<f64> = HUNDREDTHS.step_by(STEP).map(|tau| f64::from(tau) / 100.0).collect();
        taus.push(config.min_jaccard);
        taus.sort_by(f64::total_cmp);
        taus.dedup();
        let thresholds = taus.into_iter().filter_map(|tau| Some((tau, Ratio::from_f64(tau)?))).collect();
        let mut sources = HashMap::new();
        for (number, source) in sample.sources().iter().enumerate() {
            if let Some(record) = index.find(&source.document().id)? {
                sources.insert(record, number);
            }
        }
        Ok(SentenceTrial { sample, index, tokenizer: config.tokenizer(), feature, thresholds, sources })
    }

    /// A part of the trial: all edited copies of the sentence with this number, below [`Sample::sentence_count`].
    ///
    /// # Errors
    /// [`Error::Index`](crate::Error::Index) when the index does not answer.
    pub fn one(&self, number: usize) -> Result<SentencePart> {
        let (source, sentence) = self.sample.sentences[number];
        let mut judge = Judge::new(self.sample, source, sentence);
        let rows = (0..self.sample.rows().len()).map(|row| {
            let Some((texts, share)) = self.sample.edited_sentence(number, row) else { return Ok(None) };
            let mut found = Found {
                share,
                queries: texts.len() as u32,
                counts: vec![Counts::default(); self.thresholds.len()],
            };
            let edit = self.sample.rows()[row].edit;
            for text in &texts {
                self.look_up(text, edit, &mut judge, &mut found)?;
            }
            Ok(Some(found))
        });
        Ok(SentencePart { rows: rows.collect::<Result<_>>()? })
    }

    fn look_up(
        &self,
        text: &str,
        edit: Option<Edit>,
        judge: &mut Judge<'_>,
        found: &mut Found,
    ) -> Result<()> {
        let text = normalize(text).text;
        let span = Span::new(0, text.len() as u32);
        let (mut tokens, mut keys, mut bags, mut hits) = (vec![], vec![], Bags::new(), vec![]);
        self.tokenizer.words(&text, span, &mut tokens);
        self.feature.keys(&words_of(&tokens), &mut keys);
        bags.push(&mut keys);
        let bag = bags.get(0);
        let Some(&(_, least)) = self.thresholds.first() else { return Ok(()) };
        self.index.resembling(bag, least, &mut hits)?;
        let is_other_length = matches!(edit, Some(Edit::Split | Edit::Merge));
        let own = is_other_length.then(|| {
            tokens.clear();
            Tokenizer::characters(&text, span, &mut tokens);
            Pattern::new(&words_of(&tokens))
        });
        let is_merged = edit == Some(Edit::Merge);
        let mut origin = None;
        for hit in hits {
            let Some(place) = self.highest(bag.len(), &hit) else { continue };
            let counts = &mut found.counts[place];
            match self.sources.get(&hit.record) {
                None => counts.unread += 1.0,
                Some(&source) if judge.is_origin(source, hit.unit as usize, is_merged) => {
                    counts.right += 1.0;
                    origin = origin.max(Some(place));
                }
                Some(&source) => match judge.is_right(source, hit.unit as usize, own.as_ref()) {
                    true => counts.right += 1.0,
                    false => counts.wrong += 1.0,
                },
            }
        }
        if let Some(place) = origin {
            found.counts[place].origins += 1.0;
        }
        Ok(())
    }

    /// The highest threshold that a unit reaches.
    fn highest(&self, size: usize, hit: &Hit) -> Option<usize> {
        let reached =
            |(_, ratio): &(f64, Ratio)| ratio.reached(hit.overlap as usize, size, hit.size as usize);
        self.thresholds.iter().rposition(reached)
    }

    /// Adds parts up, which stand in the order of their sentences.
    pub fn table(&self, parts: &[SentencePart]) -> SentenceTable {
        let weights = vec![1.0; parts.len()];
        let sums = self.sums(parts, &weights);
        let all = self.overall(&sums);
        let best = SentenceTable::best_place(&all);
        let (mut errors, mut behind) =
            (vec![Spread::default(); all.len()], vec![Spread::default(); all.len()]);
        for redraw in 0..REDRAWS {
            let mut dice = self.sample.dice(redraw);
            let mut weights = vec![0.0; parts.len()];
            for _ in parts {
                weights[dice.below(parts.len())] += 1.0;
            }
            let again = self.overall(&self.sums(parts, &weights));
            for (place, rates) in again.iter().enumerate() {
                errors[place].add(rates.f1);
                behind[place].add(again[best].f1 - rates.f1);
            }
        }
        let is_as_good = (0..all.len())
            .map(|place| all[best].f1 - all[place].f1 <= (2.0 * behind[place].deviation()).max(SLIGHT))
            .collect();
        let rows = self.sample.rows().iter().zip(&sums).map(|(&row, sum)| RowRates {
            row,
            sentences: sum.sentences as usize,
            share: if sum.sentences > 0.0 { sum.share / sum.sentences } else { 0.0 },
            rates: self.rates(sum),
        });
        SentenceTable {
            rows: rows.collect(),
            f1_error: errors.iter().map(Spread::deviation).collect(),
            is_as_good,
            all,
        }
    }

    fn sums(&self, parts: &[SentencePart], weights: &[f64]) -> Vec<Sum> {
        let mut sums = vec![
            Sum { counts: vec![Counts::default(); self.thresholds.len()], ..Sum::default() };
            self.sample.rows().len()
        ];
        for (part, &weight) in parts.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            for (sum, found) in sums.iter_mut().zip(&part.rows) {
                let Some(found) = found else { continue };
                sum.sentences += weight;
                sum.share += weight * found.share;
                sum.queries += weight * f64::from(found.queries);
                for (sum, counts) in sum.counts.iter_mut().zip(&found.counts) {
                    sum.add(counts, weight);
                }
            }
        }
        sums
    }

    /// The figures by threshold; nothing where there is no copy.
    fn rates(&self, sum: &Sum) -> Vec<Rates> {
        if sum.queries == 0.0 {
            return vec![];
        }
        let mut reached = Counts::default();
        let mut rates: Vec<Rates> = vec![];
        for (&(tau, _), counts) in self.thresholds.iter().zip(&sum.counts).rev() {
            reached.add(counts, 1.0);
            let recall = reached.origins / sum.queries;
            rates.push(Rates { tau, recall, precision: reached.precision(), f1: 0.0 }.with_f1());
        }
        rates.reverse();
        rates
    }

    /// The means over kinds, copies as they are left out unless there is nothing else.
    fn overall(&self, sums: &[Sum]) -> Vec<Rates> {
        let rows = self.sample.rows();
        let of_rows: Vec<Vec<Rates>> = sums.iter().map(|sum| self.rates(sum)).collect();
        let any_edit = rows.iter().zip(&of_rows).any(|(row, rates)| row.edit.is_some() && !rates.is_empty());
        let mut kinds: Vec<(Option<Edit>, Vec<&Vec<Rates>>)> = vec![];
        for (row, rates) in rows.iter().zip(&of_rows) {
            if rates.is_empty() || (any_edit && row.edit.is_none()) {
                continue;
            }
            match kinds.last_mut() {
                Some((edit, shares)) if *edit == row.edit => shares.push(rates),
                _ => kinds.push((row.edit, vec![rates])),
            }
        }
        let mean = |place: usize, of: fn(&Rates) -> f64| {
            let kind = |shares: &Vec<&Vec<Rates>>| {
                shares.iter().map(|rates| of(&rates[place])).sum::<f64>() / shares.len() as f64
            };
            kinds.iter().map(|(_, shares)| kind(shares)).sum::<f64>() / kinds.len().max(1) as f64
        };
        let rates = self.thresholds.iter().enumerate().map(|(place, &(tau, _))| {
            let (recall, precision) =
                (mean(place, |rates| rates.recall), mean(place, |rates| rates.precision));
            Rates { tau, recall, precision, f1: 0.0 }.with_f1()
        });
        rates.collect()
    }
}

impl Rates {
    fn with_f1(self) -> Rates {
        let sum = self.precision + self.recall;
        let f1 = if sum > 0.0 { 2.0 * self.precision * self.recall / sum } else { 0.0 };
        Rates { f1, ..self }
    }
}

impl Counts {
    fn add(&mut self, other: &Counts, weight: f64) {
        self.origins += weight * other.origins;
        self.right += weight * other.right;
        self.wrong += weight * other.wrong;
        self.unread += weight * other.unread;
    }

    fn precision(&self) -> f64 {
        let all = self.right + self.wrong + self.unread;
        if all == 0.0 {
            return 1.0;
        }
        let right_others = (self.right - self.origins).max(0.0);
        let read = right_others + self.wrong;
        // Where nothing of the kind was read, what was not is taken to be wrong.
        let share = if read > 0.0 { right_others / read } else { 0.0 };
        (self.right + self.unread * share) / all
    }
}

/// The sum of a row.
#[derive(Clone, Debug, Default)]
struct Sum {
    sentences: f64,
    share: f64,
    queries: f64,
    counts: Vec<Counts>,
}

/// Numbers, of which the standard deviation is asked.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn deviation(&self) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        (self.squares / self.count.max(1.0) - mean * mean).max(0.0).sqrt()
    }
}

fn words_of(tokens: &[Token]) -> Vec<u64> {
    tokens.iter().map(|token| token.word).collect()
}

/// Decides which sentences are near an origin. Each is compared once, however many copies find it.
struct Judge<'j> {
    sample: &'j Sample<'j>,
    source: usize,
    sentence: usize,
    origin: Pattern,
    judged: HashMap<(usize, usize), bool>,
}

impl<'j> Judge<'j> {
    fn new(sample: &'j Sample<'j>, source: usize, sentence: usize) -> Judge<'j> {
        let origin = Pattern::new(sample.sources[source].words(sentence));
        Judge { sample, source, sentence, origin, judged: HashMap::new() }
    }

    /// Whether this is the origin, or one of both where two were merged.
    fn is_origin(&self, source: usize, sentence: usize, is_merged: bool) -> bool {
        source == self.source && (sentence == self.sentence || is_merged && sentence == self.sentence + 1)
    }

    fn is_right(&mut self, source: usize, sentence: usize, own: Option<&Pattern>) -> bool {
        let words = self.sample.sources[source].words(sentence);
        let origin = &self.origin;
        let is_near = *self.judged.entry((source, sentence)).or_insert_with(|| origin.is_near(words));
        is_near || own.is_some_and(|own| own.is_near(words))
    }
}

/// A sentence with which others are compared.
#[derive(Debug)]
struct Pattern {
    /// Where each word stands, as bits.
    places: HashMap<u64, u128>,
    len: usize,
}

impl Pattern {
    fn new(words: &[u64]) -> Pattern {
        let mut places: HashMap<u64, u128> = HashMap::new();
        for (at, &word) in words.iter().enumerate().take(MAX_WORDS) {
            *places.entry(word).or_default() |= 1 << at;
        }
        Pattern { places, len: words.len() }
    }

    /// Whether the similarity is that of a copy. A sentence of no words, or too many, is near none.
    fn is_near(&self, other: &[u64]) -> bool {
        let (shorter, longer) = (self.len.min(other.len()), self.len.max(other.len()));
        // Each word that one has and the other has not is a step.
        let reaches = |steps: usize| 1.0 - steps as f64 / longer as f64 >= MIN_COPY;
        if shorter == 0 || self.len > MAX_WORDS || !reaches(longer - shorter) {
            return false;
        }
        let equal = || other.iter().map(|word| self.places.get(word).copied().unwrap_or(0));
        let missing = equal().filter(|&places| places == 0).count();
        reaches(missing) && reaches(distance(self.len, equal()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::{index, plan, sources};
    use super::*;
    use crate::Detector;
    use crate::eval::edits::Synonyms;

    fn table(read: usize, indexed: usize, edits: &[Edit], config: Config) -> SentenceTable {
        let detector = Detector::new(config).unwrap();
        let index = index(&detector, &sources(indexed));
        let sample = Sample::new(sources(read), &plan(edits), Synonyms::built_in());
        let trial = SentenceTrial::new(&sample, detector.config(), &index).unwrap();
        let parts: Vec<SentencePart> =
            (0..sample.sentence_count()).map(|number| trial.one(number).unwrap()).collect();
        trial.table(&parts)
    }

    #[test]
    fn what_is_not_changed_is_always_found() {
        let table = table(6, 6, &[Edit::ZeroWidth, Edit::Drop, Edit::Traditional], Config::default());
        assert_eq!(table.rows.len(), 1 + 3 + 3 + 1);
        for row in &table.rows[..4] {
            assert_eq!(row.sentences, 12);
            assert!(row.rates.iter().all(|rates| rates.recall == 1.0), "{row:?}");
        }
        assert_eq!(table.rows[7].sentences, 0, "English has no traditional characters");
        assert!(table.rows[7].rates.is_empty());
        assert_eq!(table.all.len(), 15);
        assert!(table.rows.iter().all(|row| row.rates.is_sorted_by(|low, high| low.recall >= high.recall)));
        let best = table.best();
        assert!(table.all.iter().all(|rates| rates.f1 <= best.f1));
        assert!(table.is_as_good[table.nearest(best.tau)]);
        // The mean of a kind that is always found and of one that is found less.
        let drop = table.rows[4..7].iter().map(|row| row.rates[8].recall).sum::<f64>() / 3.0;
        assert!((table.all[8].recall - (1.0 + drop) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_threshold_that_is_set_is_tried_too() {
        let table = table(3, 3, &[Edit::Drop], Config { min_jaccard: 0.58, ..Config::default() });
        assert_eq!(table.all.len(), 16);
        assert_eq!(table.all[table.nearest(0.58)].tau, 0.58);
    }

    #[test]
    fn what_was_not_read_is_judged_by_the_rest() {
        let counts = Counts { origins: 1.0, right: 3.0, wrong: 2.0, unread: 4.0 };
        assert_eq!(counts.precision(), (3.0 + 2.0) / 9.0);
        let nothing_read = Counts { origins: 1.0, right: 1.0, wrong: 0.0, unread: 3.0 };
        assert_eq!(nothing_read.precision(), 0.25);
        assert_eq!(Counts::default().precision(), 1.0);
        let (all, part) = (table(6, 6, &[], Config::default()), table(3, 6, &[], Config::default()));
        assert_eq!((all.rows[0].rates[8].recall, part.rows[0].rates[8].recall), (1.0, 1.0));
    }

    #[test]
    fn a_sentence_is_near_when_its_words_are() {
        let words = |text: &str| text.bytes().map(u64::from).collect::<Vec<u64>>();
        let origin = Pattern::new(&words("abcdefghij"));
        for (other, is_near) in [
            ("abcdefghij", true),
            ("abcdef", true),
            ("abcde", false),
            ("xbcxefxhix", true),
            ("xbcxefxhxx", false),
            ("jihgfedcba", false),
            ("", false),
        ] {
            assert_eq!(origin.is_near(&words(other)), is_near, "{other}");
        }
        assert!(!Pattern::new(&words(&"a".repeat(129))).is_near(&words(&"a".repeat(129))), "too long");
        assert!(Pattern::new(&words(&"a".repeat(128))).is_near(&words(&"a".repeat(128))));
        assert!(!Pattern::new(&[]).is_near(&[]));
    }
}

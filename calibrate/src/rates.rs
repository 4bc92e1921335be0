//! The finds of edited sentences -> recall and precision, by threshold.
//!
//! In: the finds of each sentence. Out: the figures of each row, and those of all edits.
//!
//! The figures for all edits are means: over the shares of each kind, then over kinds, so that each kind counts the
//! same. Their error with another sample of this size is estimated by redrawing the sentences with repeats (the
//! bootstrap: Efron 1979).

use ibid_index::Ratio;

use crate::edits::Edit;
use crate::sample::{Row, Sample};

/// The number of times that sentences are redrawn to estimate the error of the figures.
const REDRAWS: u64 = 200;
/// The largest difference of F1 that is ignored, however certain it is.
const SLIGHT: f64 = 0.001;

/// The finds of one sentence's edited copies.
#[derive(Clone, Debug, PartialEq)]
pub struct SentencePart {
    /// The finds by row; `None` if the edit cannot be made.
    pub(super) rows: Vec<Option<Found>>,
}

/// The finds of a sentence's copies in one row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The share of words that was edited.
    pub(super) share: f64,
    /// The number of sentences in the copy.
    pub(super) queries: u32,
    /// The finds that reach a threshold and no higher one, by threshold.
    pub(super) counts: Vec<Counts>,
}

/// The finds that reach a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    /// The number of copies whose origin was found.
    pub(super) origins: f64,
    /// The number of right sentences found, origins among them.
    pub(super) right: f64,
    pub(super) wrong: f64,
    /// The number of sentences found in documents that were not read.
    pub(super) unread: f64,
}

/// Recall and precision at a threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// The least bag Jaccard.
    pub tau: f64,
    /// The share of the copies whose origin is found, 0 to 1.
    pub recall: f64,
    /// The share of the finds that are right, 0 to 1; 1 if nothing is found.
    pub precision: f64,
    /// `2 · precision · recall / (precision + recall)`.
    pub f1: f64,
}

/// The figures of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRates {
    /// The edit.
    pub row: Row,
    /// The number of sentences that could be edited so.
    pub sentences: usize,
    /// The mean share of words that was edited; 1 for edits of whole sentences.
    pub share: f64,
    /// The rates by threshold; empty if no sentence could be edited.
    pub rates: Vec<Rates>,
}

/// The figures of a trial with sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct SentenceTable {
    /// The figures by row, with unedited copies first.
    pub rows: Vec<RowRates>,
    /// The rates of all edits together, by threshold, ascending.
    pub all: Vec<Rates>,
    /// The standard error of F1, by threshold.
    pub f1_error: Vec<f64>,
    /// True if F1 is within chance (two standard errors) of the best one, or within .001; by threshold.
    pub is_as_good: Vec<bool>,
}

impl SentenceTable {
    fn best_place(all: &[Rates]) -> usize {
        let mut best = 0;
        for (place, rates) in all.iter().enumerate() {
            if rates.f1 > all[best].f1 {
                best = place;
            }
        }
        best
    }

    /// Returns the figures with the highest F1; among equal ones, with the lowest threshold.
    pub fn best(&self) -> Rates {
        self.all.get(Self::best_place(&self.all)).copied().unwrap_or_default()
    }

    /// Returns the place of the threshold nearest to `tau` in [`SentenceTable::all`].
    pub fn nearest(&self, tau: f64) -> usize {
        let distance = |place: &usize| (self.all[*place].tau - tau).abs();
        (0..self.all.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }
}

/// A summation of the finds.
pub(super) struct Figures<'f> {
    pub(super) sample: &'f Sample<'f>,
    /// The thresholds as numbers and as ratios, ascending.
    pub(super) thresholds: &'f [(f64, Ratio)],
}

impl Figures<'_> {
    /// Adds up the parts, which stand in the order of their sentences.
    pub(super) fn table(&self, parts: &[SentencePart]) -> SentenceTable {
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
        let mut is_as_good = Vec::with_capacity(all.len());
        for (rates, behind) in all.iter().zip(&behind) {
            is_as_good.push(all[best].f1 - rates.f1 <= (2.0 * behind.deviation()).max(SLIGHT));
        }
        let mut rows = Vec::with_capacity(sums.len());
        for (&row, sum) in self.sample.rows().iter().zip(&sums) {
            rows.push(RowRates {
                row,
                sentences: sum.sentences as usize,
                share: if sum.sentences > 0.0 { sum.share / sum.sentences } else { 0.0 },
                rates: self.rates(sum),
            });
        }
        SentenceTable { rows, f1_error: errors.iter().map(Spread::deviation).collect(), is_as_good, all }
    }

    fn sums(&self, parts: &[SentencePart], weights: &[f64]) -> Vec<Sum> {
        let mut sums = vec![
            Sum { counts: vec![Counts::default(); self.thresholds.len()], ..Sum::default() };
            self.sample.rows().len()
        ];
        for (part, &weight) in parts.iter().zip(weights) {
            for (sum, found) in sums.iter_mut().zip(&part.rows) {
                let Some(found) = found else { continue };
                if weight == 0.0 {
                    continue;
                }
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

    /// Computes the figures by threshold; empty if there is no copy.
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

    /// Computes the means over kinds. Unedited copies are left out unless there is nothing else.
    fn overall(&self, sums: &[Sum]) -> Vec<Rates> {
        let rows = self.sample.rows();
        let mut of_rows = vec![];
        for sum in sums {
            of_rows.push(self.rates(sum));
        }
        let any_edit = rows.iter().zip(sums).any(|(row, sum)| row.edit.is_some() && sum.queries != 0.0);
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
        let count = kinds.len().max(1) as f64;
        let mut overall = vec![];
        for (place, &(tau, _)) in self.thresholds.iter().enumerate() {
            let (mut recall, mut precision) = (0.0, 0.0);
            for (_, shares) in &kinds {
                let count = shares.len() as f64;
                recall += shares.iter().map(|rates| rates[place].recall).sum::<f64>() / count;
                precision += shares.iter().map(|rates| rates[place].precision).sum::<f64>() / count;
            }
            let (recall, precision) = (recall / count, precision / count);
            overall.push(Rates { tau, recall, precision, f1: 0.0 }.with_f1());
        }
        overall
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

    /// Returns the share of the finds that are right.
    pub(super) fn precision(&self) -> f64 {
        let all = self.right + self.wrong + self.unread;
        if all == 0.0 {
            return 1.0;
        }
        let right_others = (self.right - self.origins).max(0.0);
        let read = right_others + self.wrong;
        // If no other find was read, the unread ones are taken to be wrong.
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

/// A sample of numbers, for their standard deviation.
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

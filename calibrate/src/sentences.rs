//! Edited sentences, looked up in an index by their bags.
//!
//! In: a sample of edited sentences, and an index of their documents. Out: the finds of each ([`SentenceTrial::one`]),
//! and the figures of all.
//!
//! For each edited sentence, one query finds every unit of the index whose bag Jaccard reaches the lowest threshold,
//! and so the units for all thresholds. *Recall* is the share of edited sentences whose origin is found. *Precision* is
//! the share of finds that are right. Right are the origin and sentences with a similarity of at least .6 to it (1 -
//! Levenshtein distance / longer length, in words, as in labelled sets). If the edited copy is a part or a union of
//! sentences, similarity to the copy counts too. Finds in documents outside the sample are not read: their share of
//! right finds is taken to be that of the others, without the origins.

use std::collections::HashMap;
use std::sync::Arc;

use ibid::feature::Feature;
use ibid::normalize::normalize;
use ibid::tokenize::{Token, Tokenizer};
use ibid::{Config, Result, Span};
use ibid_index::{Bags, Hit, Ratio, RecordNo, Search};

use crate::edits::Edit;
use crate::near::{Near, Pattern};
use crate::rates::{Counts, Figures, Found, SentencePart, SentenceTable};
use crate::sample::Sample;

/// The thresholds that are tried, in hundredths.
const HUNDREDTHS: std::ops::RangeInclusive<u32> = 20..=90;
const STEP: usize = 5;

/// A trial that looks edited sentences up. Shared between threads.
pub struct SentenceTrial<'t> {
    sample: &'t Sample<'t>,
    index: &'t dyn Search,
    tokenizer: Tokenizer,
    feature: Arc<dyn Feature>,
    thresholds: Vec<(f64, Ratio)>,
    /// The documents of the sample by their records.
    sources: HashMap<RecordNo, usize>,
}

impl<'t> SentenceTrial<'t> {
    /// Makes a trial against `index`, which was made with this configuration and holds the documents of the sample. The
    /// configuration's own threshold is tried beside the others.
    ///
    /// # Errors
    /// [`Error::Request`](ibid::Error::Request) for settings out of range, [`Error::Index`](ibid::Error::Index) if
    /// the index does not answer.
    pub fn new(sample: &'t Sample<'t>, config: &Config, index: &'t dyn Search) -> Result<SentenceTrial<'t>> {
        config.check()?;
        let feature = config.feature();
        let mut taus: Vec<f64> = HUNDREDTHS.step_by(STEP).map(|tau| f64::from(tau) / 100.0).collect();
        taus.push(config.min_jaccard);
        taus.sort_by(f64::total_cmp);
        taus.dedup();
        let mut thresholds = vec![];
        for tau in taus {
            if let Some(ratio) = Ratio::from_f64(tau) {
                thresholds.push((tau, ratio));
            }
        }
        let mut sources = HashMap::new();
        for (number, source) in sample.sources().iter().enumerate() {
            if let Some(record) = index.find(&source.document().id)? {
                sources.insert(record, number);
            }
        }
        Ok(SentenceTrial { sample, index, tokenizer: config.tokenizer(), feature, thresholds, sources })
    }

    /// Runs a part of the trial: all edited copies of the sentence with this number, below [`Sample::sentence_count`].
    ///
    /// # Errors
    /// [`Error::Index`](ibid::Error::Index) if the index does not answer.
    pub fn one(&self, number: usize) -> Result<SentencePart> {
        let (source, sentence) = self.sample.sentences[number];
        let mut near = Near::new(self.sample, source, sentence);
        let mut rows = vec![];
        for row in 0..self.sample.rows().len() {
            let Some((texts, share)) = self.sample.edited_sentence(number, row) else {
                rows.push(None);
                continue;
            };
            let mut found = Found {
                share,
                queries: texts.len() as u32,
                counts: vec![Counts::default(); self.thresholds.len()],
            };
            let edit = self.sample.rows()[row].edit;
            for text in &texts {
                self.look_up(text, edit, &mut near, &mut found)?;
            }
            rows.push(Some(found));
        }
        Ok(SentencePart { rows })
    }

    fn look_up(&self, text: &str, edit: Option<Edit>, near: &mut Near<'_>, found: &mut Found) -> Result<()> {
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
        let mut own = None;
        if is_other_length {
            tokens.clear();
            Tokenizer::characters(&text, span, &mut tokens);
            own = Some(Pattern::new(&words_of(&tokens)));
        }
        let is_merged = edit == Some(Edit::Merge);
        let mut origin = None;
        for hit in hits {
            let Some(place) = self.highest(bag.len(), &hit) else { continue };
            let counts = &mut found.counts[place];
            match self.sources.get(&hit.record) {
                None => counts.unread += 1.0,
                Some(&source) if near.is_origin(source, hit.unit as usize, is_merged) => {
                    counts.right += 1.0;
                    origin = origin.max(Some(place));
                }
                Some(&source) => match near.is_right(source, hit.unit as usize, own.as_ref()) {
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

    /// Returns the place of the highest threshold that a unit reaches.
    fn highest(&self, size: usize, hit: &Hit) -> Option<usize> {
        for (place, (_, ratio)) in self.thresholds.iter().enumerate().rev() {
            if ratio.reached(hit.overlap as usize, size, hit.size as usize) {
                return Some(place);
            }
        }
        None
    }

    /// Adds up the parts, which stand in the order of their sentences.
    pub fn table(&self, parts: &[SentencePart]) -> SentenceTable {
        Figures { sample: self.sample, thresholds: &self.thresholds }.table(parts)
    }
}

fn words_of(tokens: &[Token]) -> Vec<u64> {
    tokens.iter().map(|token| token.word).collect()
}

#[cfg(test)]
mod tests {
    use ibid::Detector;

    use super::*;
    use crate::edits::Synonyms;
    use crate::sample::tests::{index, plan, sources};

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
        // The mean of a kind that is always found and one that is found less.
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
}

//! A quotation + an index -> the parts of documents that may carry it.
//!
//! In: a short text and an index. Out: runs of sentences of documents that share keys or rare terms with it, starting
//! with those that share most. A sentence that holds the quotation among other words, or a part of it, has few of its
//! keys. For this reason the keys of every end of the quotation's sentences are looked up, and a part is weighed only
//! by what it shares: each key and each term weighs its inverse frequency. Common keys and terms are skipped if there
//! are enough rare ones, so that the cost does not grow with the collection. A small collection is searched as a whole.
//! `O(p log p)` for p places of keys and terms, which [`LIMITS`] bound.

use std::cmp::Ordering;

use ibid_index::{Containment, Hit, LookUp, Place, Questions, RecordNo, Search};

use crate::analyze::Analyzed;
use crate::error::Result;
use crate::lexicon::inverse_frequency;
use crate::text::SentenceRange;

/// The limits for the parts that are aligned; see [`LIMITS`].
struct Limits {
    /// The most places of keys, which are read in the order of their rarity: bounds the cost.
    places: usize,
    /// The most documents that hold a key; a more frequent key is not read: bounds the cost.
    records: u32,
    /// The most places of a term; a more frequent term is not read: bounds the cost.
    places_of_term: u32,
    /// The least number of documents that a collection counts as having: in a smaller one no key is rare.
    min_records: u32,
    /// The most sentences between two sentences of a part that share something.
    gap: u32,
    /// The least weight of a part: the weight of one key that a few of a thousand documents hold.
    least: f32,
    /// The least weight of a part as a share of the weight of all keys and terms found, if that is less: the quotation
    /// has common words only.
    least_share: f32,
    /// The most parts, unless more parts share much of the quotation.
    parts: usize,
    /// The most parts that share much of the quotation: bounds the cost.
    parts_of_much: usize,
    /// The share of the weight of all keys and terms found from which a part shares much.
    much: f32,
    /// The most sentences of a collection that is searched as a whole with a short quotation. Such a collection has no
    /// more documents than `parts_of_much`.
    few: u64,
    /// The most half words of a short quotation, which may have common words only. A longer one has rare words.
    short: u32,
}

const LIMITS: Limits = Limits {
    places: 60_000,
    records: 20_000,
    places_of_term: 2_000,
    min_records: 1_000,
    gap: 1,
    least: 3.0,
    least_share: 0.15,
    parts: 300,
    parts_of_much: 2_000,
    much: 0.4,
    few: 2_000,
    short: 60,
};

/// A part of a document that may carry the quotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) record: RecordNo,
    pub(crate) sentences: SentenceRange,
    /// The weight of the keys and terms that it shares with the quotation; 0 if they were not looked up.
    pub(super) weight: f32,
    /// True if it has all words of the quotation in a row.
    pub(crate) is_word_for_word: bool,
}

/// The parts worth aligning.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// The best parts, sorted by record, then by place.
    pub(crate) best: Vec<Part>,
    /// The number of parts left out although they share much of the quotation.
    pub(crate) left: u64,
    /// True if no part was found and some key is too common to be read.
    pub(crate) is_common: bool,
}

/// A key or term of the quotation in a sentence of a document.
struct Meeting {
    record: RecordNo,
    unit: u32,
    /// The number of the key or term.
    number: u32,
}

/// Finds the parts of documents that may carry a quotation. Of parts with equal weight, those of the earliest documents
/// come first. `is_wanted` decides by a document's time whether it is searched at all.
pub(crate) fn find(
    quotation: &Analyzed<'_>,
    index: &dyn Search,
    is_wanted: &dyn Fn(Option<i64>) -> bool,
) -> Result<Parts> {
    let words = quotation.words();
    if index.unit_count() <= LIMITS.few && words.half_words(words.all()) <= LIMITS.short {
        return all(index, is_wanted);
    }
    let mut found = Meetings { weights: vec![], all: vec![], is_common: false };
    let keys = quotation.keys_of_parts();
    let terms: Vec<u64> = quotation.indexed_terms().iter().flatten().copied().collect();
    let lists = index.look_up(&[&keys], &[&terms])?;
    let records = index.record_count().max(LIMITS.min_records);
    found.add_keys(&keys, &*lists, records)?;
    found.add_terms(terms, &*lists, records)?;
    let total: f32 = found.weights.iter().sum();
    let least = LIMITS.least.min(LIMITS.least_share * total);
    let span = quotation.words().sentence_count() + LIMITS.gap;
    let mut parts = found.parts(span, least);
    let left = keep_best(&mut parts, index, is_wanted, LIMITS.much * total)?;
    let is_common = found.is_common && parts.is_empty();
    Ok(Parts { best: parts, left, is_common })
}

/// Returns all documents that are wanted, each as one part.
fn all(index: &dyn Search, is_wanted: &dyn Fn(Option<i64>) -> bool) -> Result<Parts> {
    let mut parts = Parts::default();
    // A part may reach beyond the end of its document.
    let sentences = SentenceRange::new(0, index.unit_count() as u32);
    for record in index.numbers()? {
        if is_wanted(index.time(record)?) {
            parts.best.push(Part { record, sentences, weight: 0.0, is_word_for_word: false });
        }
    }
    Ok(parts)
}

/// Keeps the parts of greatest weight in documents that are wanted, and of equals those of the earliest. Returns the
/// number of dropped parts of at least the weight `much`.
fn keep_best(
    parts: &mut Vec<Part>,
    index: &dyn Search,
    is_wanted: &dyn Fn(Option<i64>) -> bool,
    much: f32,
) -> Result<u64> {
    let mut timed = vec![];
    let mut last: Option<(RecordNo, Option<i64>)> = None;
    for &part in &*parts {
        let time = match last {
            Some((record, time)) if record == part.record => time,
            _ => index.time(part.record)?,
        };
        last = Some((part.record, time));
        if is_wanted(time) {
            // Documents without a time come last.
            timed.push((part, time.unwrap_or(i64::MAX)));
        }
    }
    let mut of_much = 0;
    for (part, _) in &timed {
        of_much += usize::from(part.weight >= much);
    }
    let most = of_much.clamp(LIMITS.parts, LIMITS.parts_of_much);
    if timed.len() > most {
        timed.sort_by(by_weight);
        sort_equals(&mut timed, most - 1, index)?;
    }
    let mut left = 0;
    parts.clear();
    for (at, (part, _)) in timed.into_iter().enumerate() {
        if at < most {
            parts.push(part);
        } else if part.weight >= much {
            left += 1;
        }
    }
    parts.sort_by_key(|part| (part.record, part.sentences));
    Ok(left)
}

/// Orders parts by weight, the greatest first, then by the time of their documents.
fn by_weight(x: &(Part, i64), y: &(Part, i64)) -> Ordering {
    y.0.weight.total_cmp(&x.0.weight).then(x.1.cmp(&y.1))
}

/// Sorts the parts that are equal to the one at `at` by the ids of their documents: numbers of records depend on how the
/// index was written.
fn sort_equals(timed: &mut [(Part, i64)], at: usize, index: &dyn Search) -> Result<()> {
    let edge = timed[at];
    let first = timed.partition_point(|part| by_weight(part, &edge).is_lt());
    let end = timed.partition_point(|part| by_weight(part, &edge).is_le());
    let mut equal = vec![];
    for &part in &timed[first..end] {
        equal.push((index.id(part.0.record)?, part.0.sentences, part));
    }
    equal.sort_by(|x, y| (&x.0, x.1).cmp(&(&y.0, y.1)));
    for (place, (.., part)) in timed[first..end].iter_mut().zip(equal) {
        *place = part;
    }
    Ok(())
}

/// The meetings of keys and terms of the quotation with other documents.
struct Meetings {
    weights: Vec<f32>,
    all: Vec<Meeting>,
    /// True if any key is in too many documents to be read.
    is_common: bool,
}

impl Meetings {
    /// Adds the rarest keys, until they have too many places. There are `records` records.
    fn add_keys(&mut self, keys: &[u64], lists: &dyn LookUp, records: u32) -> Result<()> {
        let mut by_freq = vec![];
        for &key in keys {
            let freq = lists.record_freq(key, LIMITS.records + 1)?;
            if freq > LIMITS.records {
                self.is_common = true;
            } else if freq > 0 {
                by_freq.push((freq, key));
            }
        }
        by_freq.sort_unstable();
        let mut hits = vec![];
        for (freq, key) in by_freq {
            if !self.all.is_empty() && self.all.len() + freq as usize > LIMITS.places {
                break;
            }
            let want = Containment {
                rarest: 1,
                least: 1,
                max_record_freq: LIMITS.records,
                max_unit_freq: u32::MAX,
                enough: 0,
            };
            let questions = Questions { containing: Some(want), ..Questions::default() };
            lists.ask(&[key], questions, &mut vec![], &mut hits)?;
            let number = self.weights.len() as u32;
            self.weights.push(inverse_frequency(records as f32, freq).max(0.0));
            for Hit { record, unit, .. } in hits.drain(..) {
                self.all.push(Meeting { record, unit, number });
            }
        }
        Ok(())
    }

    /// Adds the terms that have few places. There are `records` records.
    fn add_terms(&mut self, mut terms: Vec<u64>, lists: &dyn LookUp, records: u32) -> Result<()> {
        terms.sort_unstable();
        terms.dedup();
        let places = lists.places(&terms, LIMITS.places_of_term, None)?;
        for of_term in places.iter() {
            if of_term.is_empty() {
                continue;
            }
            let number = self.weights.len() as u32;
            self.weights.push(inverse_frequency(records as f32, of_term.len() as u32).max(0.0));
            for &Place { record, unit } in of_term {
                self.all.push(Meeting { record, unit, number });
            }
        }
        Ok(())
    }

    /// Finds runs of sentences that lie close together, at most `span` of them, and weigh at least `least`.
    fn parts(&mut self, span: u32, least: f32) -> Vec<Part> {
        self.all.sort_unstable_by_key(|meeting| (meeting.record, meeting.unit, meeting.number));
        let mut parts = vec![];
        let mut numbers: Vec<u32> = vec![];
        let mut rest = &self.all[..];
        while let [first, ..] = rest {
            let (mut last, mut length) = (first.unit, 0);
            numbers.clear();
            for meeting in rest {
                let is_near = meeting.record == first.record && meeting.unit - first.unit < span;
                if !is_near || meeting.unit > last + LIMITS.gap + 1 {
                    break;
                }
                last = meeting.unit;
                length += 1;
                numbers.push(meeting.number);
            }
            numbers.sort_unstable();
            numbers.dedup();
            let mut weight = 0.0;
            for &number in &numbers {
                weight += self.weights[number as usize];
            }
            if weight >= least {
                let sentences = SentenceRange::new(first.unit, last + 1);
                parts.push(Part { record: first.record, sentences, weight, is_word_for_word: false });
            }
            rest = &rest[length..];
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use ibid_index::MemoryIndex;

    use super::*;
    use crate::text::Document;
    use crate::{Config, Detector};

    #[test]
    fn a_long_quotation_is_looked_for_by_what_is_rare_however_few_documents_there_are() {
        let detector = Detector::new(Config::default()).unwrap();
        let document =
            |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
        let quoted = "The committee rejected the zoning proposal after a long and bitter debate";
        let long = format!(
            "{quoted}, and the keeper of the harbor lighthouse, whose brother had drafted it, \
                            resigned the same evening without a word to the quarrelling aldermen."
        );
        let index = MemoryIndex::from_records([
            detector.record(&document("carrier", &format!("So it went. {long} Nobody was surprised."))),
            detector
                .record(&document("other", "A baker named Ottoline sold rye loaves from her cellar window.")),
        ])
        .unwrap();
        let found = |text: &str| {
            let parts = find(&detector.analyze(document("q", text)), &index, &|_| true).unwrap();
            let ids: Vec<String> = parts.best.iter().map(|part| index.id(part.record).unwrap()).collect();
            (ids, parts.is_common)
        };
        assert_eq!(found(&long), (vec!["carrier".to_owned()], false));
        let all = vec!["carrier".to_owned(), "other".to_owned()];
        assert_eq!(found(quoted), (all, false), "a short one may have common words only");
        let foreign = "zymurgists quaff absinthe beneath crumbling aqueducts ".repeat(6);
        assert_eq!(found(&foreign), (vec![], false), "what stands nowhere is not common");
    }
}

//! Frequent sentences, which many documents have -> a few of these documents, and the number of the others.
//!
//! A sentence that stands in hundreds of documents is boilerplate, or it was copied hundreds of times. Alone it tells
//! nothing about a document; together with the sentences around it, it does. The frequent sentences of a query document
//! are therefore cut into *stretches*. Each stretch reaches as far as some document has all of its sentences, which
//! gives the least number of stretches. For each stretch, a bounded number of documents is chosen, starting with those
//! that share most of its keys; the others are counted.
//!
//! `O(h)` for h hits of frequent sentences, and memory for the hits of one sentence.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use ibid_index::{Hit, RecordNo, Search};

use crate::error::Result;
use crate::text::SentenceRange;

/// The limits for frequent sentences; see [`LIMITS`].
struct Limits {
    /// The number of documents chosen for a stretch. The first is the source that is shown; where copies differ, the
    /// others have what it lacks.
    documents: usize,
    /// The number of half words below which a stretch of few sentences may be boilerplate: fifty words, or a hundred
    /// Han characters.
    short: u32,
    /// The most sentences of a stretch that may be boilerplate. One document is chosen for it, and `judge` decides;
    /// none is chosen if its sentences are no evidence.
    short_sentences: usize,
}

const LIMITS: Limits = Limits { documents: 8, short: 100, short_sentences: 2 };

/// A stretch of frequent sentences, and the documents that have all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The range from its first sentence to its last. Sentences between them need not be frequent.
    pub(crate) sentences: SentenceRange,
    /// The number of documents that have the stretch and are no candidates.
    pub(crate) more: u32,
    /// The documents that were chosen.
    pub(crate) chosen: Vec<RecordNo>,
}

/// A sentence that many documents have.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrequentSentence {
    pub(super) number: u32,
    pub(super) half_words: u32,
    /// True if so many of these documents share enough information with it that they would be worth aligning, were they
    /// fewer.
    pub(super) is_evidence: bool,
}

/// The frequent sentences of a query document, added in order.
#[derive(Debug, Default)]
pub(super) struct Frequent {
    current: Option<Open>,
    ended: Vec<Open>,
}

/// A stretch that the next sentence may extend.
#[derive(Debug)]
struct Open {
    sentences: Vec<u32>,
    half_words: u32,
    is_evidence: bool,
    /// The documents that have the whole stretch, each with the number of keys that it shares.
    carriers: Vec<(RecordNo, u32)>,
}

impl Frequent {
    /// Adds the next frequent sentence. `hits` are its hits in all documents that have it, in order.
    pub(super) fn push(&mut self, sentence: FrequentSentence, hits: &[Hit]) {
        let FrequentSentence { number, half_words, is_evidence } = sentence;
        let mut carriers = vec![];
        for hits in hits.chunk_by(|x, y| x.record == y.record) {
            let mut overlap = 0;
            for hit in hits {
                overlap = overlap.max(hit.overlap);
            }
            carriers.push((hits[0].record, overlap));
        }
        if let Some(open) = &mut self.current {
            let both = intersection(&open.carriers, &carriers);
            if !both.is_empty() {
                open.sentences.push(number);
                open.half_words += half_words;
                open.is_evidence |= is_evidence;
                open.carriers = both;
                return;
            }
        }
        let next = Open { sentences: vec![number], half_words, is_evidence, carriers };
        self.ended.extend(self.current.replace(next));
    }

    /// Chooses documents for each stretch. Documents that are candidates or were chosen before come first: a document
    /// that has two stretches is better evidence than one that has only one of them. Returns each stretch with its
    /// sentences.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the index cannot be read.
    pub(super) fn choose(
        mut self,
        mut candidates: BTreeSet<RecordNo>,
        index: &dyn Search,
    ) -> Result<Vec<(Vec<u32>, Stretch)>> {
        self.ended.extend(self.current.take());
        let mut chosen = vec![];
        for open in &self.ended {
            let of_one = best(&open.carriers, open.most(), &candidates, index)?;
            candidates.extend(&of_one);
            chosen.push(of_one);
        }
        let mut stretches = vec![];
        for (open, chosen) in self.ended.into_iter().zip(chosen) {
            let (first, last) = (open.sentences[0], open.sentences[open.sentences.len() - 1]);
            let sentences = SentenceRange::new(first, last + 1);
            let mut more = 0;
            for (record, _) in &open.carriers {
                more += u32::from(!candidates.contains(record));
            }
            stretches.push((open.sentences, Stretch { sentences, more, chosen }));
        }
        Ok(stretches)
    }
}

impl Open {
    /// Returns the number of documents to choose for the stretch.
    fn most(&self) -> usize {
        let is_short = self.half_words < LIMITS.short && self.sentences.len() <= LIMITS.short_sentences;
        match (is_short, self.is_evidence) {
            (false, _) => LIMITS.documents,
            (true, is_evidence) => usize::from(is_evidence),
        }
    }
}

/// Returns the carriers of both sides with the sum of their keys. Both are sorted by record.
fn intersection(one: &[(RecordNo, u32)], other: &[(RecordNo, u32)]) -> Vec<(RecordNo, u32)> {
    let mut rest = other;
    let mut both = vec![];
    for &(record, keys) in one {
        while let [(other, _), behind @ ..] = rest
            && *other < record
        {
            rest = behind;
        }
        if let [(other, more), behind @ ..] = rest
            && *other == record
        {
            both.push((record, keys + more));
            rest = behind;
        }
    }
    both
}

/// Returns at most `most` carriers. Carriers in `before` come first, then those that share more keys; of equals, the
/// earliest comes first, and carriers without a date come last.
fn best(
    carriers: &[(RecordNo, u32)],
    most: usize,
    before: &BTreeSet<RecordNo>,
    index: &dyn Search,
) -> Result<Vec<RecordNo>> {
    if most == 0 {
        return Ok(vec![]);
    }
    let mut ranked = vec![];
    for &(record, keys) in carriers {
        ranked.push((!before.contains(&record), Reverse(keys), record));
    }
    if ranked.len() > most {
        ranked.select_nth_unstable(most - 1);
        let (is_new, keys, _) = ranked[most - 1];
        ranked.retain(|other| (other.0, other.1) <= (is_new, keys));
    }
    let mut named = vec![];
    for (is_new, keys, record) in ranked {
        let time = index.time(record)?;
        named.push((is_new, keys, time.is_none(), time, index.id(record)?, record));
    }
    named.sort_unstable();
    Ok(named.into_iter().take(most).map(|(.., record)| record).collect())
}

#[cfg(test)]
mod tests {
    use ibid_index::{MemoryIndex, Record};

    use super::*;

    /// Returns an index of documents without bags. Every third has a date, which is the earlier the higher its number.
    fn index(count: u32) -> MemoryIndex {
        let record = |number: u32| Record {
            id: format!("d{number:03}"),
            time: number.is_multiple_of(3).then_some(-i64::from(number)),
            ..Record::default()
        };
        MemoryIndex::from_records((0..count).map(record)).unwrap()
    }

    fn hits(records: impl IntoIterator<Item = u32>, overlap: u32) -> Vec<Hit> {
        let hit = |record| Hit { record: RecordNo(record), unit: 7, overlap, size: 9 };
        records.into_iter().map(hit).collect()
    }

    /// Pushes sentences with their number, their length and their hits.
    fn check(pushed: &[(u32, u32, Vec<Hit>)], expected: &[(u32, u32, u32, &[u32])]) {
        let mut frequent = Frequent::default();
        for (number, half_words, hits) in pushed {
            let (number, half_words) = (*number, *half_words);
            frequent.push(FrequentSentence { number, half_words, is_evidence: half_words >= 30 }, hits);
        }
        let found: Vec<_> = frequent
            .choose(BTreeSet::new(), &index(100))
            .unwrap()
            .into_iter()
            .map(|(_, found)| found)
            .collect();
        let expected: Vec<Stretch> = expected
            .iter()
            .map(|&(start, end, more, chosen)| Stretch {
                sentences: SentenceRange::new(start, end),
                more,
                chosen: chosen.iter().map(|&record| RecordNo(record)).collect(),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_stretch_ends_where_no_document_has_all_of_it() {
        check(
            &[
                (0, 40, hits(0..50, 5)),
                (1, 40, hits(20..50, 5)),
                (4, 40, hits(40..60, 5)),
                (5, 40, hits(50..60, 5)),
            ],
            &[(0, 5, 2, &[48, 45, 42, 40, 41, 43, 44, 46]), (5, 6, 9, &[57])],
        );
    }

    #[test]
    fn who_shares_most_keys_is_chosen_and_who_was_chosen_before() {
        let mut many = hits(0..30, 5);
        many[11].overlap = 6;
        check(&[(0, 40, many.clone())], &[(0, 1, 29, &[11])]);
        check(
            &[(0, 120, many), (1, 40, hits(40..70, 5)), (2, 40, hits(0..40, 8))],
            &[(0, 1, 22, &[11, 27, 24, 21, 18, 15, 12, 9]), (1, 2, 29, &[69]), (2, 3, 32, &[27])],
        );
    }

    #[test]
    fn short_sentences_that_are_no_evidence_lead_nowhere_unless_they_are_many() {
        check(&[(0, 20, hits(0..30, 5)), (1, 20, hits(0..30, 5))], &[(0, 2, 30, &[])]);
        let many: Vec<_> = (0..3).map(|number| (number, 20, hits(0..30, 5))).collect();
        check(&many, &[(0, 3, 22, &[27, 24, 21, 18, 15, 12, 9, 6])]);
    }

    #[test]
    fn nothing_frequent_needs_nothing() {
        check(&[], &[]);
    }
}

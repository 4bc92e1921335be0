//! Sentences of one form -> the few of them that are worth looking up in the index.
//!
//! Each line of a log resembles thousands of lines of a copy of it, so that the hits of all its lines grow with the
//! square of their number, and only the best few places in each document are kept. A query document therefore has an
//! *allowance* of hits that are not kept, which grows with every sentence. Once it is spent, a sentence is skipped if
//! half of its keys are keys of sentences that were met too often in one document. Sentences of other keys are looked
//! up as before, and from time to time the allowance has grown enough for one of the form. Such a document is a
//! candidate by then and aligned as a whole, which finds the copies of the skipped sentences.
//!
//! Hits in different documents cost nothing here: text that many documents have is never skipped for that.

use std::collections::HashSet;

use ibid_index::Hit;

/// The limits for sentences of one form; see [`LIMITS`].
struct Limits {
    /// The number of hits of a query document that may be dropped, to which each sentence adds. Four million take about
    /// half a second.
    allowance: i64,
    /// The number of hits that each sentence adds to the allowance.
    of_sentence: i64,
    /// The number of dropped hits above which a sentence was met too often.
    often: usize,
}

const LIMITS: Limits = Limits { allowance: 4_000_000, of_sentence: 256, often: 256 };

/// The sentences of a query document that were met too often.
pub(super) struct Repetitive {
    /// The number of hits in one document that are kept.
    most_places: usize,
    /// The number of hits that may still be dropped; below zero, the number dropped in excess.
    allowance: i64,
    /// The keys of sentences that were met too often.
    keys: HashSet<u64>,
}

impl Repetitive {
    /// Makes a counter that knows of no sentences yet. Of the hits of a sentence in one document, `most_places` are
    /// kept.
    pub(super) fn new(most_places: usize) -> Repetitive {
        Repetitive { most_places, allowance: LIMITS.allowance, keys: HashSet::new() }
    }

    /// Returns whether to search for the documents that resemble a sentence.
    pub(super) fn allows(&self, bag: &[u64]) -> bool {
        if self.allowance > 0 {
            return true;
        }
        let mut known = 0;
        for key in bag {
            known += usize::from(self.keys.contains(key));
        }
        known * 2 < bag.len()
    }

    /// Counts the hits of the next sentence in each answer, sorted by record; a skipped sentence has none.
    pub(super) fn count(&mut self, bag: &[u64], [alike, containing]: [&[Hit]; 2]) {
        let dropped = self.dropped(alike) + self.dropped(containing);
        self.allowance += LIMITS.of_sentence - dropped as i64;
        if dropped > LIMITS.often {
            self.keys.extend(bag);
        }
    }

    /// Returns the number of hits that are not kept.
    fn dropped(&self, hits: &[Hit]) -> usize {
        if hits.len() <= self.most_places {
            return 0;
        }
        let mut dropped = 0;
        for of_one in hits.chunk_by(|x, y| x.record == y.record) {
            dropped += of_one.len().saturating_sub(self.most_places);
        }
        dropped
    }
}

#[cfg(test)]
mod tests {
    use ibid_index::RecordNo;

    use super::*;

    fn hits(records: u32, units: u32) -> Vec<Hit> {
        let hit = |record| move |unit| Hit { record: RecordNo(record), unit, overlap: 6, size: 8 };
        (0..records).flat_map(|record| (0..units).map(hit(record))).collect()
    }

    #[test]
    fn what_many_documents_have_is_asked_about_for_ever() {
        let (mut repetitive, hits) = (Repetitive::new(16), hits(10_000, 16));
        for _ in 0..100 {
            assert!(repetitive.allows(&[1, 2, 3]));
            repetitive.count(&[1, 2, 3], [&hits, &[]]);
        }
    }

    #[test]
    fn what_one_document_has_too_often_is_skipped_and_nothing_else() {
        let (mut repetitive, hits) = (Repetitive::new(16), hits(1, 100_016));
        let mut asked = 0;
        for _ in 0..1_000 {
            let is_asked = repetitive.allows(&[1, 2, 3]);
            asked += u32::from(is_asked);
            repetitive.count(&[1, 2, 3], [if is_asked { &hits } else { &[] }, &[]]);
        }
        // All until the allowance is spent, then one for about 400 sentences.
        assert!((40..=44).contains(&asked), "{asked}");
        while repetitive.allows(&[1, 2, 3]) {
            repetitive.count(&[1, 2, 3], [&hits, &[]]);
        }
        let cases: [(&[u64], bool); 4] =
            [(&[1, 2, 9], false), (&[1, 9], false), (&[1, 8, 9], true), (&[7, 8, 9], true)];
        for (bag, is_allowed) in cases {
            assert_eq!(repetitive.allows(bag), is_allowed, "{bag:?}");
        }
    }
}

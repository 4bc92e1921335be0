//! Deletes a record in the segments that there were, and in no later one.
//!
//! The engine applies a deletion to each segment whose place in its queue of deletions is before it. A segment that it
//! is given whole takes its place there behind the deletions that the queue has handed on, and that may be less than were
//! made. A deletion therefore knows the segments that came after it. One that is merged of older ones is older too.

use std::sync::{Arc, Mutex, PoisonError};

use tantivy::index::SegmentId;
use tantivy::query::{EmptyScorer, EnableScoring, Explanation, Query, Scorer, TermQuery, Weight};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, Score, SegmentReader, Term};

/// The segments that a writer has given to the engine, in order. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Given(Arc<Mutex<Vec<SegmentId>>>);

impl Given {
    /// Adds a segment, before it is given to the engine.
    pub(super) fn push(&self, segment: SegmentId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(segment);
    }

    /// Returns the number of segments.
    pub(super) fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns whether a segment was given behind the first `before`.
    fn is_after(&self, before: usize, segment: SegmentId) -> bool {
        let given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        given.iter().skip(before).any(|&other| other == segment)
    }
}

/// The sentences of the record with an id, in the segments that were given so far.
#[derive(Clone, Debug)]
pub(super) struct Deletion {
    id: TermQuery,
    given: Given,
    before: usize,
}

impl Deletion {
    /// Makes the deletion of the record that has this term as its id.
    pub(super) fn new(id: Term, given: &Given) -> Deletion {
        let before = given.len();
        Deletion { id: TermQuery::new(id, IndexRecordOption::Basic), given: given.clone(), before }
    }
}

impl Query for Deletion {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let Deletion { given, before, .. } = self;
        Ok(Box::new(InOlder { of_id: self.id.weight(scoring)?, given: given.clone(), before: *before }))
    }
}

/// A [`Deletion`], ready to be applied to segments.
struct InOlder {
    of_id: Box<dyn Weight>,
    given: Given,
    before: usize,
}

impl Weight for InOlder {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        match self.given.is_after(self.before, reader.segment_id()) {
            true => Ok(Box::new(EmptyScorer)),
            false => self.of_id.scorer(reader, boost),
        }
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        self.of_id.explain(reader, doc)
    }
}

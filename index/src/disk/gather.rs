//! The one question that both retrievals are: which units hold enough of these keys?
//!
//! With n keys, of which a unit must hold at least m, each unit that does holds one of any n - m + 1 of them. So that
//! many of the shortest posting lists are read whole and name all candidates; in the others, which may be very long,
//! only the candidates are sought. A key that the segment does not have is its rarest and costs nothing.
//!
//! Ties between lists of one length are broken by their place in the file, which is the order of the keys. The order
//! decides about time only. Memory: 8 bytes a place read whole, 20 a candidate; kept and used again.

use std::ops::Range;

use tantivy::DocId;

use super::postings::partition_point;
use super::segment::Segment;
use crate::{Hit, RecordNo};

/// How many keys are asked for, and how many of them are to be read whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// n, keys counted that no record holds.
    pub(super) keys: usize,
    /// n - m + 1 for the smallest m that any unit may need.
    pub(super) whole: usize,
}

/// Buffers; one set serves one question at a time.
#[derive(Default)]
pub(super) struct Scratch {
    /// The lists of the keys that the segment has; the question's input.
    pub(super) lists: Vec<Range<u32>>,
    found: Vec<(DocId, u32)>,
    candidates: Vec<Candidate>,
    /// The units of one record.
    pub(super) positions: Vec<u32>,
}

/// A unit that may still hold enough.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: (DocId, u32),
    size: u32,
    /// How many keys it must hold.
    least: u32,
    /// How many it was seen to hold.
    count: u32,
}

/// Appends the units of `segment` that hold as many of the keys in `scratch.lists` as `least` says for a unit's size;
/// `None` says never. Sorted by (record, unit).
pub(super) fn gather(
    segment: &Segment,
    scratch: &mut Scratch,
    reach: Reach,
    least: impl Fn(u32) -> Option<u32>,
    out: &mut Vec<Hit>,
) {
    scratch.lists.sort_unstable_by_key(|list| (list.len(), list.start));
    let absent = reach.keys.saturating_sub(scratch.lists.len());
    let whole = reach.whole.saturating_sub(absent).min(scratch.lists.len());
    let Scratch { lists, found, candidates, .. } = scratch;
    let (short, long) = lists.split_at(whole);
    found.clear();
    found.extend(short.iter().cloned().flatten().filter_map(|at| segment.place(at)));
    // The lists are sorted runs, which this sort merges.
    found.sort();
    candidates.clear();
    for same in found.chunk_by(|a, b| a == b) {
        let (doc, unit) = same[0];
        let Some(size) = segment.size(doc, unit) else { continue };
        let Some(least) = least(size) else { continue };
        candidates.push(Candidate { place: same[0], size, least, count: same.len() as u32 });
    }
    for (at, list) in long.iter().enumerate() {
        let left = (long.len() - at) as u32;
        candidates.retain(|candidate| candidate.count + left >= candidate.least);
        if candidates.is_empty() {
            break;
        }
        count(segment, list.clone(), candidates);
    }
    let enough = candidates.iter().filter(|candidate| candidate.count >= candidate.least);
    out.extend(enough.map(|candidate| Hit {
        record: RecordNo(segment.base + candidate.place.0),
        unit: candidate.place.1,
        overlap: candidate.count,
        size: candidate.size,
    }));
}

/// Counts the candidates that a long list names. Both are sorted.
fn count(segment: &Segment, mut list: Range<u32>, candidates: &mut [Candidate]) {
    for candidate in candidates {
        list.start = first_from(segment, &list, candidate.place);
        if !list.is_empty() && segment.keys().place(list.start) == candidate.place {
            candidate.count += 1;
        }
    }
}

/// The first entry of a list that is not before a place: steps that double, then halving.
fn first_from(segment: &Segment, list: &Range<u32>, place: (DocId, u32)) -> u32 {
    let is_before = |at: u32| segment.keys().place(at) < place;
    let (mut low, mut step) = (list.start, 1);
    while low.saturating_add(step) < list.end && is_before(low + step) {
        low += step;
        step *= 2;
    }
    partition_point(low..low.saturating_add(step + 1).min(list.end), is_before)
}

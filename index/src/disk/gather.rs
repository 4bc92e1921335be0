//! The one question that both retrievals are: which units hold enough of these keys?
//!
//! With n keys, of which a unit must hold at least m, each unit that does holds one of any n - m + 1 of them. So that
//! many of the shortest posting lists are read whole and name all candidates; in the others, which may be very long,
//! only the candidates are sought. A key that the segment does not have is its rarest and costs nothing.
//!
//! Lists of one length stay in the order of the keys. The order decides about time only. Memory: 8 bytes a place read whole, 20 a candidate; kept and used again.

use tantivy::DocId;

use super::postings::{List, first_from};
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
    pub(super) lists: Vec<List>,
    found: Vec<(DocId, u32)>,
    candidates: Vec<Candidate>,
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

/// Appends the units of a segment that hold as many of the keys in `scratch.lists` as `least` says for a unit's size;
/// `None` says never. Sorted by (record, unit). Those of the record `own` are left out.
pub(super) fn gather(
    (segment, own): (&Segment, Option<DocId>),
    scratch: &mut Scratch,
    reach: Reach,
    least: impl Fn(u32) -> Option<u32>,
    out: &mut Vec<Hit>,
) {
    scratch.lists.sort_by_key(|list| list.len);
    let absent = reach.keys.saturating_sub(scratch.lists.len());
    let whole = reach.whole.saturating_sub(absent).min(scratch.lists.len());
    let Scratch { lists, found, candidates, .. } = scratch;
    let (short, long) = lists.split_at(whole);
    found.clear();
    found.extend(short.iter().flat_map(|&list| segment.places_of(list)));
    // The lists are sorted runs, which this sort merges.
    found.sort();
    candidates.clear();
    for same in found.chunk_by(|a, b| a == b) {
        let (doc, unit) = same[0];
        if own == Some(doc) {
            continue;
        }
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
        count(segment, *list, candidates);
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
fn count(segment: &Segment, list: List, candidates: &mut [Candidate]) {
    let place = |at| segment.keys().place(list, at);
    let mut at = 0;
    for candidate in candidates {
        at = first_from(at, list.len, |at| place(at) < candidate.place);
        if at < list.len && place(at) == candidate.place {
            candidate.count += 1;
        }
    }
}

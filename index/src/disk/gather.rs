//! The one question that both retrievals are: which units hold enough of these keys?
//!
//! With n keys, of which a unit must hold at least m, each unit that does holds one of any n - m + 1 of them. So that
//! many of the shortest posting lists are read whole and name all candidates; in the others, which may be very long,
//! only the candidates' records are sought. A key that the segment does not have is its rarest and costs nothing.
//!
//! Ties between lists of one length are broken by their place in the file, which is the order of the keys. The order
//! decides about time only. Memory: 8 bytes a posting read whole, 20 a candidate; kept and used again.

use std::io;

use tantivy::postings::{Postings, SegmentPostings, TermInfo};
use tantivy::{DocId, DocSet, TERMINATED};

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
    pub(super) lists: Vec<TermInfo>,
    /// Found units, the document in the high half.
    found: Vec<u64>,
    candidates: Vec<Candidate>,
    /// The units of one record.
    pub(super) positions: Vec<u32>,
}

/// A unit that may still hold enough.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    doc: DocId,
    unit: u32,
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
) -> io::Result<()> {
    scratch.lists.sort_unstable_by_key(|list| (list.doc_freq, list.postings_range.start));
    let absent = reach.keys.saturating_sub(scratch.lists.len());
    let whole = reach.whole.saturating_sub(absent).min(scratch.lists.len());
    let Scratch { lists, found, candidates, positions } = scratch;
    let (short, long) = lists.split_at(whole);
    found.clear();
    for list in short {
        read_whole(segment, &mut segment.read(list)?, positions, found);
    }
    // The lists are sorted runs, which this sort merges.
    found.sort();
    candidates.clear();
    for same in found.chunk_by(|a, b| a == b) {
        let (doc, unit) = ((same[0] >> 32) as u32, same[0] as u32);
        let Some(size) = segment.size(doc, unit) else { continue };
        let Some(least) = least(size) else { continue };
        candidates.push(Candidate { doc, unit, size, least, count: same.len() as u32 });
    }
    for (at, list) in long.iter().enumerate() {
        let left = (long.len() - at) as u32;
        candidates.retain(|candidate| candidate.count + left >= candidate.least);
        if candidates.is_empty() {
            break;
        }
        seek(&mut segment.read(list)?, positions, candidates);
    }
    let enough = candidates.iter().filter(|candidate| candidate.count >= candidate.least);
    out.extend(enough.map(|candidate| Hit {
        record: RecordNo(segment.base + candidate.doc),
        unit: candidate.unit,
        overlap: candidate.count,
        size: candidate.size,
    }));
    Ok(())
}

fn read_whole(segment: &Segment, list: &mut SegmentPostings, positions: &mut Vec<u32>, found: &mut Vec<u64>) {
    while list.doc() != TERMINATED {
        let doc = list.doc();
        if segment.has(doc) {
            list.positions(positions);
            found.extend(positions.iter().map(|&unit| u64::from(doc) << 32 | u64::from(unit)));
        }
        list.advance();
    }
}

/// Counts the candidates, sorted by (document, unit), that a long list names.
fn seek(list: &mut SegmentPostings, positions: &mut Vec<u32>, candidates: &mut [Candidate]) {
    for same_doc in candidates.chunk_by_mut(|a, b| a.doc == b.doc) {
        let doc = same_doc[0].doc;
        if list.doc() < doc {
            list.seek(doc);
        }
        if list.doc() == TERMINATED {
            return;
        }
        if list.doc() == doc {
            list.positions(positions);
            count_units(positions, same_doc);
        }
    }
}

/// Both sides are sorted by unit.
fn count_units(positions: &[u32], candidates: &mut [Candidate]) {
    let mut positions = positions.iter().copied().peekable();
    for candidate in candidates {
        while positions.next_if(|&unit| unit < candidate.unit).is_some() {}
        if positions.next_if_eq(&candidate.unit).is_some() {
            candidate.count += 1;
        }
    }
}

//! The one question that both retrievals are: which units hold enough of these keys?
//!
//! With n keys, of which a unit must hold at least m, each unit that does holds one of any n - m + 1 of them. So many
//! of the shortest posting lists are read whole and name all candidates; in the others, which may be very long, only
//! the candidates are sought. A key that the segment does not have is its rarest and costs nothing.
//!
//! Lists of one length stay in the order of the keys. The order decides about time only. Memory: 4 bytes a sentence of
//! the lists that are read whole, 16 a candidate; kept and used again.

use std::io;
use std::ops::Range;

use tantivy::DocId;

use super::lists::{List, Lists};
use super::segment::Segment;
use crate::{Hit, RecordNo};

/// A question to one segment.
pub(super) struct Reach<'q> {
    pub(super) segment: &'q Segment,
    pub(super) lists: &'q Lists,
    /// The sentences of the record that is left out; empty if there is none.
    pub(super) own: Range<DocId>,
    /// n, keys counted that no record holds.
    pub(super) keys: usize,
    /// n - m + 1 for the smallest m that any unit may need.
    pub(super) whole: usize,
}

/// The buffers of a question; one set serves one question at a time.
#[derive(Default)]
pub(super) struct Scratch {
    /// The lists of the keys that the segment has; the question's input.
    pub(super) asked: Vec<List>,
    found: Vec<DocId>,
    candidates: Vec<Candidate>,
}

/// A unit that may still hold enough.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    doc: DocId,
    size: u32,
    /// The number of keys that it must hold.
    least: u32,
    /// The number of keys that it was seen to hold.
    count: u32,
}

impl Reach<'_> {
    /// Appends the units that hold as many of the keys in `scratch.asked` as `least` says for a unit's size; `None` says
    /// never. Sorted by (record, unit).
    pub(super) fn gather(
        &self,
        scratch: &mut Scratch,
        least: impl Fn(u32) -> Option<u32>,
        out: &mut Vec<Hit>,
    ) -> io::Result<()> {
        scratch.asked.sort_by_key(|list| list.len);
        let absent = self.keys.saturating_sub(scratch.asked.len());
        let whole = self.whole.saturating_sub(absent).min(scratch.asked.len());
        let Scratch { asked, found, candidates } = scratch;
        let (short, long) = asked.split_at(whole);
        found.clear();
        for &list in short {
            match self.lists.docs(list) {
                Some(docs) => found.extend_from_slice(docs),
                None => found.extend(self.segment.cursor(&self.segment.keys, self.lists, list)?),
            }
        }
        // The lists are sorted runs, which this sort merges.
        found.sort();
        candidates.clear();
        for same in found.chunk_by(|a, b| a == b) {
            let doc = same[0];
            if self.own.contains(&doc) || !self.segment.has(doc) {
                continue;
            }
            let Some(size) = self.segment.size(doc) else { continue };
            let Some(least) = least(size) else { continue };
            candidates.push(Candidate { doc, size, least, count: same.len() as u32 });
        }
        for (at, &list) in long.iter().enumerate() {
            let left = (long.len() - at) as u32;
            candidates.retain(|candidate| candidate.count + left >= candidate.least);
            if candidates.is_empty() {
                break;
            }
            let mut cursor = self.segment.cursor(&self.segment.keys, self.lists, list)?;
            for candidate in candidates.iter_mut() {
                candidate.count += u32::from(cursor.seek(candidate.doc) == candidate.doc);
            }
        }
        let mut sentences = 0..0;
        for candidate in candidates.iter() {
            if candidate.count < candidate.least {
                continue;
            }
            if !sentences.contains(&candidate.doc) {
                sentences = self.segment.sentences_around(candidate.doc);
            }
            out.push(Hit {
                record: RecordNo(self.segment.base + sentences.start),
                unit: candidate.doc - sentences.start,
                overlap: candidate.count,
                size: candidate.size,
            });
        }
        Ok(())
    }
}

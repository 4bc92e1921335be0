//! A cursor on a posting list that seeks forward, whether the list is in memory or on disk.

use tantivy::postings::BlockSegmentPostings;
use tantivy::{DocId, TERMINATED};

/// A cursor on an ascending list of sentences.
pub(super) enum Cursor<'l> {
    /// The rest of a list in memory.
    Read(&'l [DocId]),
    /// A long list, which is decoded block by block, and the place of the next sentence in the block.
    Long(Box<BlockSegmentPostings>, usize),
}

impl Cursor<'_> {
    /// Moves to the first sentence that is not before `target`, and returns it; [`TERMINATED`] if there is none.
    /// Targets may not descend.
    pub(super) fn seek(&mut self, target: DocId) -> DocId {
        match self {
            Cursor::Read(docs) => {
                *docs = &docs[first_from(docs, target)..];
                docs.first().copied().unwrap_or(TERMINATED)
            }
            Cursor::Long(postings, at) => {
                *at = postings.seek(target);
                postings.doc(*at)
            }
        }
    }
}

impl Iterator for Cursor<'_> {
    type Item = DocId;

    fn next(&mut self) -> Option<DocId> {
        match self {
            Cursor::Read(docs) => {
                let (&first, rest) = docs.split_first()?;
                *docs = rest;
                Some(first)
            }
            Cursor::Long(postings, at) => {
                if *at == postings.block_len() {
                    postings.advance();
                    *at = 0;
                }
                let doc = postings.docs().get(*at).copied()?;
                *at += 1;
                Some(doc)
            }
        }
    }
}

/// Returns the place of the first sentence that is not before `target`. `O(log d)` for one that is d places away.
fn first_from(docs: &[DocId], target: DocId) -> usize {
    let mut step = 1;
    while step < docs.len() && docs[step] < target {
        step *= 2;
    }
    let low = step / 2;
    low + docs[low..docs.len().min(step + 1)].partition_point(|&doc| doc < target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeks_forward() {
        let docs: Vec<DocId> = (0..200).map(|at| at * 3 + 5).collect();
        for step in [1, 2, 7, 100] {
            let mut cursor = Cursor::Read(&docs);
            for target in (0..700).step_by(step) {
                let expected = docs.iter().copied().find(|&doc| doc >= target).unwrap_or(TERMINATED);
                assert_eq!(cursor.seek(target), expected, "{target}");
            }
        }
        assert_eq!(Cursor::Read(&[]).seek(0), TERMINATED);
    }
}

//! Which sentences are of one record.

use std::ops::Range;

use tantivy::DocId;
use tantivy::columnar::ColumnIndex;

/// The sentences of a segment are cut into blocks of this many, a power of two.
const BLOCK: DocId = 64;

/// The first sentences of all records of a segment. Memory: 4 bytes a record, and 4 a block.
#[derive(Debug)]
pub(super) struct Rows {
    /// The first sentence of each record, and the number of sentences.
    starts: Vec<DocId>,
    /// The number of records that begin before each block, and of all.
    before: Vec<u32>,
}

/// Iterates over the first sentences of all records: those that have a value in a column. `None` if a sentence has
/// several, or the first has none, as it cannot have been written.
pub(super) fn firsts(
    column: Option<&ColumnIndex>,
    max_doc: DocId,
) -> Option<Box<dyn Iterator<Item = DocId> + '_>> {
    let firsts: Box<dyn Iterator<Item = DocId>> = match column {
        None | Some(ColumnIndex::Empty { .. }) => Box::new(0..0),
        Some(ColumnIndex::Full) => Box::new(0..max_doc),
        Some(ColumnIndex::Optional(index)) => Box::new(index.iter_non_null_docs()),
        Some(ColumnIndex::Multivalued(_)) => return None,
    };
    let mut firsts = firsts.peekable();
    (firsts.peek().copied() == (max_doc > 0).then_some(0)).then(|| Box::new(firsts) as _)
}

impl Rows {
    /// Makes the rows of these first sentences, sorted, of `max_doc` sentences.
    pub(super) fn new(firsts: impl Iterator<Item = DocId>, max_doc: DocId) -> Rows {
        let mut starts: Vec<DocId> = firsts.collect();
        let mut before = Vec::with_capacity((max_doc / BLOCK + 2) as usize);
        let mut records = 0;
        for block in 0..=max_doc / BLOCK {
            while starts.get(records).is_some_and(|&start| start < block * BLOCK) {
                records += 1;
            }
            before.push(records as u32);
        }
        before.push(starts.len() as u32);
        starts.push(max_doc);
        Rows { starts, before }
    }

    /// Returns the sentences of the record that a sentence is of. `O(log r)` for r records that begin in its block.
    pub(super) fn around(&self, doc: DocId) -> Range<DocId> {
        let block = (doc / BLOCK) as usize;
        let (low, high) = (self.before[block] as usize, self.before[block + 1] as usize);
        let next = low + self.starts[low..high].partition_point(|&start| start <= doc);
        self.starts[next - 1]..self.starts[next]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sentence_is_of_the_record_before_it() {
        let firsts = [0, 1, 2, 250, 256, 257, 900, 1023, 1024, 2047];
        for max_doc in [2048, 2049, 3000] {
            let rows = Rows::new(firsts.into_iter(), max_doc);
            for doc in 0..max_doc {
                let first = firsts.iter().copied().rfind(|&first| first <= doc).unwrap();
                let end = firsts.iter().copied().find(|&first| first > doc).unwrap_or(max_doc);
                assert_eq!(rows.around(doc), first..end, "{doc} of {max_doc}");
            }
        }
    }
}

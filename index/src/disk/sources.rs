//! Where the keys of a new part of the index come from.
//!
//! The engine makes parts of records that were put since the last commit, and of parts that are there. It does not tell which
//! record went where, so each has a serial number, in a column of the part. The keys of the first kind wait in [`Waiting`],
//! those of the second stand in the posting lists of their old part. `O(n)` for n keys of these.

use std::collections::HashMap;
use std::io;
use std::ops::RangeInclusive;

use tantivy::DocId;
use tantivy::columnar::ColumnarReader;
use tempfile::SpooledTempFile;

use super::fault::Flaw;
use super::postings::Postings;
use super::schema::SERIAL;
use super::waiting::Waiting;

/// What a new part is made of.
pub(super) struct Sources<'w> {
    waiting: &'w mut Waiting,
    /// The number of each record that waits, in the new part, and its serial number.
    fresh: Vec<(DocId, u64)>,
    /// Parts that are there, and the number of each of their records in the new part.
    old: Vec<(Postings, Vec<Option<DocId>>)>,
    /// How many records the new part has.
    records: u32,
}

/// A part that is there: its posting lists and the serial numbers of its records.
pub(super) type Old = (Postings, Vec<u64>);

impl<'w> Sources<'w> {
    /// Of the part with these serial numbers. `old` is asked for the parts that are there, if there are records that do not wait.
    pub(super) fn of(
        serials: &[u64],
        waiting: &'w mut Waiting,
        old: impl FnOnce() -> io::Result<Vec<Old>>,
    ) -> io::Result<Sources<'w>> {
        let mut fresh = vec![];
        let mut moved: HashMap<u64, DocId> = HashMap::new();
        for (doc, &serial) in (0..).zip(serials) {
            if waiting.has(serial) {
                fresh.push((doc, serial));
            } else {
                moved.insert(serial, doc);
            }
        }
        let mut sources = Sources { waiting, fresh, old: vec![], records: serials.len() as u32 };
        if !moved.is_empty() {
            for (postings, serials) in old()? {
                let docs: Vec<_> = serials.iter().map(|serial| moved.remove(serial)).collect();
                if docs.iter().any(Option::is_some) {
                    sources.old.push((postings, docs));
                }
            }
        }
        if moved.is_empty() { Ok(sources) } else { Err(Flaw::error("the keys of a record are nowhere")) }
    }

    /// A place for what is to be written a little later.
    pub(super) fn spool(&self, bytes_in_memory: usize) -> SpooledTempFile {
        self.waiting.spool(bytes_in_memory)
    }

    /// How many records the part has.
    pub(super) fn records(&self) -> u32 {
        self.records
    }

    /// Each key in a range, with the number of its record in the new part and that of its unit, in no order.
    pub(super) fn for_each(
        &mut self,
        range: RangeInclusive<u64>,
        mut each: impl FnMut(u64, DocId, u32),
    ) -> io::Result<()> {
        for &(doc, serial) in &self.fresh {
            self.waiting.for_each(serial, |key, unit| {
                if range.contains(&key) {
                    each(key, doc, unit);
                }
            })?;
        }
        for (postings, docs) in &self.old {
            postings.for_each(range.clone(), |key, (old, unit)| {
                if let Some(&Some(doc)) = docs.get(old as usize) {
                    each(key, doc, unit);
                }
            });
        }
        Ok(())
    }
}

/// The serial numbers of a part's records.
pub(super) fn serials(columns: &ColumnarReader) -> io::Result<Vec<u64>> {
    let Some(column) = columns.read_columns(SERIAL)?.first().map(|column| column.open_u64_lenient()) else {
        return Ok(vec![]);
    };
    let Some(column) = column? else { return Ok(vec![]) };
    let missing = || Flaw::error("a record lacks its serial number");
    (0..column.num_docs()).map(|doc| column.first(doc).ok_or_else(missing)).collect()
}

//! One segment of an open index: its dictionaries, posting lists and columns, opened once.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tantivy::columnar::{Column, StrColumn};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::store::StoreReader;
use tantivy::{DocId, DocSet, InvertedIndexReader, SegmentReader, TERMINATED};

use super::cursor::Cursor;
use super::fault::Flaw;
use super::lists::{FeatureReader, List, Lists};
use super::rows::{Rows, firsts};
use super::schema::{Fields, ID, SIZE, STAMP, TIME};
use super::store;
use crate::{Place, RecordNo};

/// The number of unpacked blocks of payloads that are kept. Callers read each payload once.
const CACHED_BLOCKS: usize = 4;

/// A segment. Its records are known by the number of their first sentence.
pub(super) struct Segment {
    /// The number of the first sentence in the numbering of the whole index, deleted ones counted.
    pub(super) base: u32,
    /// The number of records that are not deleted.
    pub(super) record_count: u32,
    /// The number of units of records that are not deleted.
    pub(super) unit_count: u64,
    reader: SegmentReader,
    /// The sentences of each record, once a query has asked for those of one.
    rows: OnceLock<Rows>,
    pub(super) keys: FeatureReader,
    pub(super) terms: FeatureReader,
    ids: Arc<InvertedIndexReader>,
    id_column: Option<StrColumn>,
    stamps: Option<Column<u64>>,
    times: Option<Column<i64>>,
    sizes: Option<Column<u64>>,
    stored: StoreReader,
}

impl Segment {
    pub(super) fn open(reader: &SegmentReader, fields: &Fields, base: u32) -> tantivy::Result<Segment> {
        let columns = reader.fast_fields();
        let stamps = columns.column_opt(STAMP)?;
        let mut segment = Segment {
            base,
            record_count: 0,
            unit_count: 0,
            rows: OnceLock::new(),
            reader: reader.clone(),
            keys: FeatureReader::open(reader, fields.keys)?,
            terms: FeatureReader::open(reader, fields.terms)?,
            ids: reader.inverted_index(fields.id)?,
            id_column: columns.str(ID)?,
            stamps,
            times: columns.column_opt(TIME)?,
            sizes: columns.column_opt(SIZE)?,
            stored: reader.get_store_reader(CACHED_BLOCKS)?,
        };
        if segment.firsts().is_none() {
            return Err(Flaw::error("its sentences are of no record").into());
        }
        segment.record_count = segment.count_records();
        segment.unit_count = segment.count_units();
        Ok(segment)
    }

    /// Returns the number of sentences, deleted ones counted.
    pub(super) fn max_doc(&self) -> u32 {
        self.reader.max_doc()
    }

    /// Returns whether this sentence is there, and not deleted.
    pub(super) fn has(&self, doc: DocId) -> bool {
        doc < self.reader.max_doc() && !self.reader.is_deleted(doc)
    }

    /// Returns whether records are deleted that are not merged away yet.
    pub(super) fn has_deletes(&self) -> bool {
        self.reader.has_deletes()
    }

    fn count_records(&self) -> u32 {
        match &self.stamps {
            Some(column) if !self.has_deletes() => column.values.num_vals(),
            _ => self.records().count() as u32,
        }
    }

    fn count_units(&self) -> u64 {
        let Some(column) = &self.sizes else { return 0 };
        if !self.has_deletes() {
            return column.values.num_vals().into();
        }
        let mut units = 0;
        for doc in 0..self.max_doc() {
            units += u64::from(self.has(doc) && column.index.has_value(doc));
        }
        units
    }

    /// Iterates over the records that are not deleted.
    pub(super) fn records(&self) -> impl Iterator<Item = DocId> + '_ {
        self.firsts().into_iter().flatten().filter(|&first| self.has(first))
    }

    /// Returns the sentences of the record that this sentence is of.
    pub(super) fn sentences_around(&self, doc: DocId) -> Range<DocId> {
        self.rows.get_or_init(|| Rows::new(self.firsts().into_iter().flatten(), self.max_doc())).around(doc)
    }

    /// Iterates over the first sentences of all records; `None` if what the segment holds cannot have been written.
    fn firsts(&self) -> Option<Box<dyn Iterator<Item = DocId> + '_>> {
        firsts(self.stamps.as_ref().map(|column| &column.index), self.max_doc())
    }

    /// Returns the size of a unit's bag; `None` if the sentence is no unit.
    pub(super) fn size(&self, doc: DocId) -> Option<u32> {
        u32::try_from(self.sizes.as_ref()?.first(doc)?).ok()
    }

    pub(super) fn stamp(&self, first: DocId) -> Option<u64> {
        self.stamps.as_ref()?.first(first)
    }

    pub(super) fn time(&self, first: DocId) -> Option<i64> {
        self.times.as_ref()?.first(first)
    }

    pub(super) fn id(&self, first: DocId) -> std::io::Result<Option<String>> {
        let Some(column) = &self.id_column else { return Ok(None) };
        let Some(ord) = column.ords().first(first) else { return Ok(None) };
        let mut id = String::new();
        Ok(column.ord_to_str(ord, &mut id)?.then_some(id))
    }

    /// Returns the stored bytes of a field of a record.
    pub(super) fn stored(&self, first: DocId, field: Field) -> tantivy::Result<Option<Vec<u8>>> {
        let last = self.sentences_around(first).end.saturating_sub(1);
        // Not `StoreReader::get`: that reserves memory for the length of a value before it compares it with the record's.
        let record = self.stored.get_document_bytes(last)?;
        Ok(store::value(&record, field).map(<[u8]>::to_vec))
    }

    /// Returns all ids with their records, after one pass over the dictionary. `O(n log n)` for n records.
    pub(super) fn ids(&self) -> std::io::Result<Vec<(String, DocId)>> {
        let Some(column) = &self.id_column else { return Ok(Vec::new()) };
        let mut docs: Vec<(u64, DocId)> = vec![];
        for first in self.records() {
            if let Some(ord) = column.ords().first(first) {
                docs.push((ord, first));
            }
        }
        docs.sort_unstable();
        let ords: Vec<u64> = docs.iter().map(|&(ord, _)| ord).collect();
        let mut ids = Vec::with_capacity(docs.len());
        column.dictionary().sorted_ords_to_term_cb(&ords, |id| {
            ids.push(String::from_utf8_lossy(id).into_owned());
        })?;
        Ok(ids.into_iter().zip(docs).map(|(id, (_, first))| (id, first)).collect())
    }

    /// Returns the record with this id. Reads all of what the segment has of the id, as the engine does when it is
    /// deleted.
    pub(super) fn find(&self, id: &str) -> std::io::Result<Option<DocId>> {
        let Some(info) = self.ids.terms().get(id.as_bytes())? else { return Ok(None) };
        let mut docs = self.ids.read_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
        let mut found = None;
        while docs.doc() != TERMINATED {
            if found.is_none() && self.has(docs.doc()) {
                found = Some(docs.doc());
            }
            docs.advance();
        }
        Ok(found)
    }

    /// Returns a cursor on a list.
    pub(super) fn cursor<'l>(
        &self,
        features: &FeatureReader,
        lists: &'l Lists,
        list: List,
    ) -> std::io::Result<Cursor<'l>> {
        Ok(match lists.docs(list) {
            Some(docs) => Cursor::Read(docs),
            None => Cursor::Long(Box::new(features.open_long(lists, list)?), 0),
        })
    }

    /// Returns the number of records that a list of keys names and that are not deleted, or `at_most`.
    pub(super) fn record_freq(&self, lists: &Lists, list: List, at_most: u32) -> std::io::Result<u32> {
        if list.len <= 1 && !self.has_deletes() {
            return Ok(list.len.min(at_most));
        }
        let (mut freq, mut end) = (0, 0);
        for doc in self.cursor(&self.keys, lists, list)? {
            // A record may have many sentences with the key.
            if doc < end || !self.has(doc) {
                continue;
            }
            freq += 1;
            if freq >= at_most {
                break;
            }
            end = self.sentences_around(doc).end;
        }
        Ok(freq.min(at_most))
    }

    /// Returns the number of units that a list of keys names and that are not deleted, or `at_most`.
    pub(super) fn unit_freq(&self, lists: &Lists, list: List, at_most: u32) -> std::io::Result<u32> {
        if !self.has_deletes() {
            return Ok(list.len.min(at_most));
        }
        let there = self.cursor(&self.keys, lists, list)?.filter(|&doc| self.has(doc));
        Ok(there.take(at_most as usize).count() as u32)
    }

    /// Returns the sentences of a record; none if it is not in this segment.
    pub(super) fn own(&self, record: Option<RecordNo>) -> Range<DocId> {
        if let Some(record) = record
            && let Some(first) = record.0.checked_sub(self.base)
            && self.has(first)
        {
            return self.sentences_around(first);
        }
        0..0
    }

    /// Returns the number of places of a list of terms that are at least outside of these sentences; 0 where records are
    /// deleted.
    pub(super) fn least_places(&self, list: List, own: &Range<DocId>) -> u64 {
        if self.has_deletes() {
            return 0;
        }
        (list.len as usize).saturating_sub(own.len()) as u64
    }

    /// Appends the places of a list of terms outside of these sentences, until there are more than `most`.
    pub(super) fn add_places(
        &self,
        lists: &Lists,
        list: List,
        own: &Range<DocId>,
        most: usize,
        out: &mut Vec<Place>,
    ) -> std::io::Result<()> {
        let mut sentences = 0..0;
        for doc in self.cursor(&self.terms, lists, list)? {
            if out.len() > most {
                break;
            }
            if own.contains(&doc) || !self.has(doc) {
                continue;
            }
            if !sentences.contains(&doc) {
                sentences = self.sentences_around(doc);
            }
            out.push(Place { record: RecordNo(self.base + sentences.start), unit: doc - sentences.start });
        }
        Ok(())
    }
}

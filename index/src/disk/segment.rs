//! One part of an open index: its dictionary, posting lists and columns, opened once.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tantivy::columnar::{Column, StrColumn};
use tantivy::directory::ManagedDirectory;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::store::StoreReader;
use tantivy::{Directory, DocId, DocSet, InvertedIndexReader, SegmentReader, TERMINATED};

use super::checked::Kind;
use super::postings::{List, Postings, first_from, partition_point};
use super::schema::{Fields, ID, SERIAL, SIZES, STAMP, TIME};
use super::store;
use crate::{Place, RecordNo};

/// How many unpacked blocks of payloads are kept. Callers read each payload once.
const CACHED_BLOCKS: usize = 4;

/// A segment and where its records begin in the numbering of the whole index.
pub(super) struct Segment {
    /// The [`RecordNo`](crate::RecordNo) of its first document, deleted ones counted.
    pub(super) base: u32,
    reader: SegmentReader,
    keys: Postings,
    terms: Postings,
    ids: Arc<InvertedIndexReader>,
    id_column: Option<StrColumn>,
    stamps: Option<Column<u64>>,
    times: Option<Column<i64>>,
    serials: Option<Column<u64>>,
    sizes: Option<Column<u64>>,
    stored: StoreReader,
}

impl Segment {
    pub(super) fn open(
        directory: &ManagedDirectory,
        reader: &SegmentReader,
        fields: &Fields,
        base: u32,
    ) -> tantivy::Result<Segment> {
        let columns = reader.fast_fields();
        let number = reader.segment_id().uuid_string();
        let open = |kind: Kind| -> tantivy::Result<Postings> {
            Ok(Postings::open(directory.open_read(&kind.file(Path::new(&number)))?)?)
        };
        Ok(Segment {
            base,
            reader: reader.clone(),
            keys: open(Kind::Keys)?,
            terms: open(Kind::Terms)?,
            ids: reader.inverted_index(fields.id)?,
            id_column: columns.str(ID)?,
            stamps: columns.column_opt(STAMP)?,
            times: columns.column_opt(TIME)?,
            serials: columns.column_opt(SERIAL)?,
            sizes: columns.column_opt(SIZES)?,
            stored: reader.get_store_reader(CACHED_BLOCKS)?,
        })
    }

    /// Documents with the deleted ones.
    pub(super) fn max_doc(&self) -> u32 {
        self.reader.max_doc()
    }

    pub(super) fn has(&self, doc: DocId) -> bool {
        doc < self.reader.max_doc() && !self.reader.is_deleted(doc)
    }

    pub(super) fn docs(&self) -> impl Iterator<Item = DocId> + '_ {
        (0..self.max_doc()).filter(|&doc| self.has(doc))
    }

    /// The rows of a record's units in the column of sizes.
    fn units(&self, doc: DocId) -> Range<u32> {
        self.sizes.as_ref().map_or(0..0, |column| column.index.value_row_ids(doc))
    }

    /// The size of a unit's bag, or `None` for a unit that the record does not have.
    pub(super) fn size(&self, doc: DocId, unit: u32) -> Option<u32> {
        let column = self.sizes.as_ref()?;
        let row = self.units(doc).nth(unit as usize)?;
        u32::try_from(column.values.get_val(row)).ok()
    }

    /// The units of all records that are not deleted.
    pub(super) fn unit_count(&self) -> u64 {
        let Some(column) = &self.sizes else { return 0 };
        if !self.reader.has_deletes() {
            return column.values.num_vals().into();
        }
        self.docs().map(|doc| self.units(doc).len() as u64).sum()
    }

    /// A serial number above those of all records, deleted ones counted.
    pub(super) fn next_serial(&self) -> u64 {
        self.serials.as_ref().map_or(0, |column| column.max_value().saturating_add(1))
    }

    pub(super) fn stamp(&self, doc: DocId) -> Option<u64> {
        self.stamps.as_ref()?.first(doc)
    }

    pub(super) fn time(&self, doc: DocId) -> Option<i64> {
        self.times.as_ref()?.first(doc)
    }

    pub(super) fn id(&self, doc: DocId) -> std::io::Result<Option<String>> {
        let Some(column) = &self.id_column else { return Ok(None) };
        let Some(ord) = column.ords().first(doc) else { return Ok(None) };
        let mut id = String::new();
        Ok(column.ord_to_str(ord, &mut id)?.then_some(id))
    }

    /// The stored bytes of a field of a record.
    pub(super) fn stored(&self, doc: DocId, field: Field) -> tantivy::Result<Option<Vec<u8>>> {
        // Not `StoreReader::get`: that reserves memory for the length of a value before it compares it with the record's.
        let record = self.stored.get_document_bytes(doc)?;
        Ok(store::value(&record, field).map(<[u8]>::to_vec))
    }

    /// All ids with their records, one pass over the dictionary. `O(n log n)` for n records.
    pub(super) fn ids(&self) -> std::io::Result<Vec<(String, DocId)>> {
        let Some(column) = &self.id_column else { return Ok(Vec::new()) };
        let mut docs: Vec<(u64, DocId)> =
            self.docs().filter_map(|doc| Some((column.ords().first(doc)?, doc))).collect();
        docs.sort_unstable();
        let ords: Vec<u64> = docs.iter().map(|&(ord, _)| ord).collect();
        let mut ids = Vec::with_capacity(docs.len());
        column.dictionary().sorted_ords_to_term_cb(&ords, |id| {
            ids.push(String::from_utf8_lossy(id).into_owned());
        })?;
        Ok(ids.into_iter().zip(docs).map(|(id, (_, doc))| (id, doc)).collect())
    }

    /// The record with this id. Reads all of what the segment has of the id, as the engine does when it is deleted.
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

    /// The posting lists of the keys.
    pub(super) fn keys(&self) -> &Postings {
        &self.keys
    }

    /// The records and units of a list of [`Segment::keys`], without records that are deleted.
    pub(super) fn places_of(&self, list: List) -> impl Iterator<Item = (DocId, u32)> + '_ {
        self.keys.places(list).filter(|&(doc, _)| self.has(doc))
    }

    /// The posting lists of the terms.
    pub(super) fn terms(&self) -> &Postings {
        &self.terms
    }

    /// The places of a list of [`Segment::terms`], without records that are deleted.
    pub(super) fn term_places(&self, list: List) -> impl Iterator<Item = Place> + '_ {
        let places = self.terms.places(list).filter(|&(doc, _)| self.has(doc));
        places.map(|(doc, unit)| Place { record: RecordNo(self.base + doc), unit })
    }

    /// How many places of a list of [`Segment::terms`] there are at least outside of a record: 0 where records are deleted.
    pub(super) fn least_places(&self, list: List, except: Option<RecordNo>) -> usize {
        if self.reader.has_deletes() {
            return 0;
        }
        let first_of = |record: u64| {
            let is_before = |at| u64::from(self.base) + u64::from(self.terms.place(list, at).0) < record;
            partition_point(0..list.len, is_before)
        };
        let own =
            except.map_or(0, |own| first_of(u64::from(own.0) + 1).saturating_sub(first_of(own.0.into())));
        (list.len - own) as usize
    }

    /// How many records that are not deleted a list names, or `at_most`.
    pub(super) fn freq(&self, list: List, at_most: u32) -> u32 {
        let (mut freq, mut at) = (0, 0);
        while freq < at_most && at < list.len {
            let (doc, _) = self.keys.place(list, at);
            freq += u32::from(self.has(doc));
            // A long record may have many places.
            at = first_from(at + 1, list.len, |at| self.keys.place(list, at).0 <= doc);
        }
        freq
    }

    /// How many units of records that are not deleted a list names, or `at_most`.
    pub(super) fn unit_freq(&self, list: List, at_most: u32) -> u32 {
        if !self.reader.has_deletes() {
            return list.len.min(at_most);
        }
        self.places_of(list).take(at_most as usize).count() as u32
    }
}

//! Writes a segment: records -> the engine's files.
//!
//! The engine's own indexing hashes each term of each document, and writes each term that it met. Here the terms are
//! known to be few, so keys are sorted by counting and handed to the engine's serializers ([`Features`]). The payload and
//! the columns of a record go to the engine at once.

use std::io;
use std::path::{Path, PathBuf};

use tantivy::directory::TerminatingWrite;
use tantivy::fastfield::FastFieldsWriter;
use tantivy::fieldnorm::FieldNormsSerializer;
use tantivy::index::{SegmentComponent, SegmentMeta};
use tantivy::postings::InvertedIndexSerializer;
use tantivy::schema::Schema;
use tantivy::store::StoreWriter;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{DocId, Index, Segment};

use super::document::{RecordColumns, Sentence};
use super::features::Features;
use super::schema::{Fields, schema};
use crate::Record;

/// The most sentences of a segment; the engine merges no segments that would have twice as many.
pub(super) const MAX_DOCS: u32 = 1 << 30;

/// A segment that is being written.
pub(super) struct SegmentWriter {
    segment: Segment,
    dir: PathBuf,
    schema: Schema,
    fields: Fields,
    store: StoreWriter,
    columns: FastFieldsWriter,
    keys: Features,
    terms: Features,
    /// The ids of the records, with the first sentence of each.
    ids: Vec<(String, DocId)>,
    docs: DocId,
}

impl SegmentWriter {
    /// Begins a segment of an index. Bags that do not fit into memory wait in files in `dir`.
    pub(super) fn new(index: &Index, dir: &Path, memory_bytes: usize) -> tantivy::Result<SegmentWriter> {
        let segment = index.new_segment();
        let (schema, fields) = schema();
        let settings = index.settings();
        Ok(SegmentWriter {
            store: StoreWriter::new(
                segment.open_write(SegmentComponent::Store)?,
                settings.docstore_compression,
                settings.docstore_blocksize,
                settings.docstore_compress_dedicated_thread,
            )?,
            columns: FastFieldsWriter::from_schema_and_tokenizer_manager(&schema, TokenizerManager::new())?,
            segment,
            dir: dir.to_owned(),
            schema,
            fields,
            keys: Features::new(dir, memory_bytes / 2),
            terms: Features::new(dir, memory_bytes / 2),
            ids: vec![],
            docs: 0,
        })
    }

    /// Returns whether there is room for a record of this many units.
    pub(super) fn has_room(&self, units: usize) -> bool {
        self.docs as usize + units < MAX_DOCS as usize
    }

    /// Adds a record. No other in the segment has its id.
    pub(super) fn put(&mut self, record: Record) -> tantivy::Result<()> {
        let Record { id, stamp, time, payload, bags, terms } = record;
        self.ids.push((id.clone(), self.docs));
        let mut first = Some(RecordColumns { id, stamp, time });
        let mut payload = Some(payload);
        let count = bags.len().max(terms.len()).max(1);
        for unit in 0..count {
            let sentence = Sentence {
                fields: self.fields,
                first: first.take(),
                size: if unit < bags.len() { Some(bags.get(unit).len() as u32) } else { None },
                payload: if unit + 1 == count { payload.take() } else { None },
            };
            self.store.store(&sentence, &self.schema)?;
            self.columns.add_document(&sentence)?;
            self.keys.push(self.docs, bags.get(unit))?;
            self.terms.push(self.docs, terms.get(unit))?;
            self.docs += 1;
        }
        Ok(())
    }

    /// Writes what waits, and returns the segment, which is not in the index yet.
    pub(super) fn finish(mut self) -> tantivy::Result<SegmentMeta> {
        self.store.close()?;
        let mut file = self.segment.open_write(SegmentComponent::FastFields)?;
        self.columns.serialize(&mut file, None)?;
        file.terminate()?;
        FieldNormsSerializer::from_write(self.segment.open_write(SegmentComponent::FieldNorms)?)?.close()?;
        let mut serializer = InvertedIndexSerializer::open(&self.segment)?;
        write_ids(self.ids, self.docs, self.fields, &mut serializer)?;
        self.keys.write(&mut serializer, self.fields.keys, &self.dir)?;
        self.terms.write(&mut serializer, self.fields.terms, &self.dir)?;
        serializer.close()?;
        let meta = self.segment.with_max_doc(self.docs).meta().clone();
        meta.untrack_temp_docstore();
        Ok(meta)
    }
}

/// Writes the ids, each as a term of all sentences of its record, so that the engine deletes all of them.
fn write_ids(
    ids: Vec<(String, DocId)>,
    docs: DocId,
    fields: Fields,
    serializer: &mut InvertedIndexSerializer,
) -> io::Result<()> {
    let mut sentences = Vec::with_capacity(ids.len());
    let mut end = docs;
    for (id, first) in ids.into_iter().rev() {
        sentences.push((id, first..end));
        end = first;
    }
    sentences.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    let mut field = serializer.new_field(fields.id, sentences.len() as u64, None)?;
    for (id, sentences) in sentences {
        field.new_term(id.as_bytes(), sentences.len() as u32, false)?;
        for doc in sentences {
            field.write_doc(doc, 1, &[]);
        }
        field.close_term()?;
    }
    field.close()
}

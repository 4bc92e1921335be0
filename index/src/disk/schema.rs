//! The fields of a record's document.

use tantivy::IndexSettings;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::store::{Compressor, ZstdCompressor};

/// Names that the columns are opened by.
pub(super) const ID: &str = "id";
pub(super) const STAMP: &str = "stamp";
pub(super) const SERIAL: &str = "serial";
pub(super) const SIZES: &str = "sizes";
pub(super) const TIME: &str = "time";

/// Payloads are compressed in blocks of at least this many bytes: a record of a usual size has a block of its own, so
/// that reading one does not unpack others.
const BLOCK_BYTES: usize = 16 << 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// One term, and a column to go back from the record to its id.
    pub(super) id: Field,
    /// A column.
    pub(super) stamp: Field,
    /// A column: which of all records that were ever put this is; see `sources`.
    pub(super) serial: Field,
    /// A column with as many values as the record has units: how many keys each has.
    pub(super) sizes: Field,
    /// Stored, compressed.
    pub(super) payload: Field,
    /// A column of the records with a point in time.
    pub(super) time: Field,
}

/// Returns the fields of an index.
pub(super) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing = TextFieldIndexing::default().set_fieldnorms(false);
    let id = indexing.set_tokenizer("raw").set_index_option(IndexRecordOption::Basic);
    let column = || NumericOptions::default().set_fast();
    let fields = Fields {
        id: builder.add_text_field(ID, TextOptions::default().set_indexing_options(id).set_fast("raw")),
        stamp: builder.add_u64_field(STAMP, column()),
        serial: builder.add_u64_field(SERIAL, column()),
        sizes: builder.add_u64_field(SIZES, column()),
        payload: builder.add_bytes_field("payload", BytesOptions::default().set_stored()),
        time: builder.add_i64_field(TIME, column()),
    };
    (builder.build(), fields)
}

pub(super) fn settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: Compressor::Zstd(ZstdCompressor { compression_level: Some(3) }),
        docstore_blocksize: BLOCK_BYTES,
        ..IndexSettings::default()
    }
}

//! The fields of an index, and how keys and terms stand in them.
//!
//! **A term frequency in these fields is no count.** A key is a term of its leading 16 bits, and what is left of it is
//! the term's frequency in the sentence. So a dictionary has at most 65,536 terms, whatever the number of distinct keys,
//! which are nearly as many as there are keys. A scorer that uses frequencies has no business here.
//!
//! In detail, for a key (or a term of a record) whose low 22 bits are zero: the short field has the term of the leading
//! 16 bits, as four hexadecimal digits, and the frequency is the next 26 bits plus one. A key also has a term of its
//! own, all 64 bits as sixteen digits, in the whole field. There stand the sentences of keys that many sentences of a
//! segment hold, so that a frequent key is not met wherever a rare one is looked for; those of a sentence that has
//! another key under the same short term, since a sentence has one frequency for a term; and those of keys whose low 22
//! bits are not zero. The sentences of a key are those of both fields together, and none is in both.

use tantivy::IndexSettings;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions,
};
use tantivy::store::{Compressor, ZstdCompressor};

/// Names that the columns are opened by.
pub(super) const ID: &str = "id";
pub(super) const STAMP: &str = "stamp";
pub(super) const SIZE: &str = "size";
pub(super) const TIME: &str = "time";

/// The number of short terms.
pub(super) const SHORT_TERMS: usize = 1 << SHORT_BITS;

/// The leading bits of a key that its short term has.
const SHORT_BITS: u32 = 16;

/// The low bits of a key that has a short term: they are zero.
const ZERO_BITS: u32 = 22;

/// Payloads are compressed in blocks of at least this many bytes: a record of a usual size has a block of its own, so
/// that reading one does not unpack others.
const BLOCK_BYTES: usize = 16 << 10;

/// The fields of an index. Each sentence of a record is a document of the engine; those of a record are consecutive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// A term of each document of a record, and a column of its first.
    pub(super) id: Field,
    /// A column of the first document.
    pub(super) stamp: Field,
    /// A column of the first document, if the record has a point in time.
    pub(super) time: Field,
    /// A column of the documents that are units: the number of keys.
    pub(super) size: Field,
    /// Stored with the last document, compressed.
    pub(super) payload: Field,
    pub(super) keys: FeatureFields,
    pub(super) terms: FeatureFields,
}

/// The fields of the keys, or of the terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureFields {
    /// Terms of the leading bits, with what is left as frequencies.
    pub(super) short: Field,
    /// Terms of all bits.
    pub(super) whole: Field,
}

/// Returns the fields of an index.
pub(super) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let id = TextOptions::default().set_indexing_options(indexing(IndexRecordOption::Basic)).set_fast("raw");
    let column = || NumericOptions::default().set_fast();
    let fields = Fields {
        id: builder.add_text_field(ID, id),
        stamp: builder.add_u64_field(STAMP, column()),
        time: builder.add_i64_field(TIME, column()),
        size: builder.add_u64_field(SIZE, column()),
        payload: builder.add_bytes_field("payload", BytesOptions::default().set_stored()),
        keys: features(&mut builder, "keys", "whole_keys"),
        terms: features(&mut builder, "terms", "whole_terms"),
    };
    (builder.build(), fields)
}

fn features(builder: &mut SchemaBuilder, short: &str, whole: &str) -> FeatureFields {
    let options = |option| TextOptions::default().set_indexing_options(indexing(option));
    FeatureFields {
        short: builder.add_text_field(short, options(IndexRecordOption::WithFreqs)),
        whole: builder.add_text_field(whole, options(IndexRecordOption::Basic)),
    }
}

fn indexing(option: IndexRecordOption) -> TextFieldIndexing {
    TextFieldIndexing::default().set_fieldnorms(false).set_tokenizer("raw").set_index_option(option)
}

/// Returns how the engine stores records.
pub(super) fn settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: Compressor::Zstd(ZstdCompressor { compression_level: Some(3) }),
        docstore_blocksize: BLOCK_BYTES,
        ..IndexSettings::default()
    }
}

/// A key in the short field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Short {
    /// The leading bits.
    pub(super) term: u16,
    /// The rest of the key; the frequency is one above it.
    pub(super) rest: u32,
}

impl Short {
    /// Splits a key; `None` if only the whole field can have it.
    pub(super) fn of(key: u64) -> Option<Short> {
        let rest = key << SHORT_BITS;
        let is_short = key.trailing_zeros() >= ZERO_BITS;
        is_short.then_some(Short {
            term: (key >> (64 - SHORT_BITS)) as u16,
            rest: (rest >> (SHORT_BITS + ZERO_BITS)) as u32,
        })
    }

    /// Returns the key again.
    pub(super) fn key(self) -> u64 {
        u64::from(self.term) << (64 - SHORT_BITS) | u64::from(self.rest) << ZERO_BITS
    }
}

/// Returns a term of the short field as the dictionary has it.
pub(super) fn short_term(term: u16) -> [u8; 4] {
    digits(u64::from(term))
}

/// Returns a term of the whole field as the dictionary has it.
pub(super) fn whole_term(key: u64) -> [u8; 16] {
    digits(key)
}

/// Returns the key of a term of the whole field; `None` for other bytes.
pub(super) fn whole_key(term: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(term).ok()?, 16).ok()
}

/// Writes a number of N hexadecimal digits.
fn digits<const N: usize>(number: u64) -> [u8; N] {
    std::array::from_fn(|at| b"0123456789abcdef"[(number >> (4 * (N - 1 - at)) & 0xF) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_from_their_short_terms() {
        for key in [0, 1 << 22, 0xABCD << 48, u64::MAX << 22, 0x1234_5678_9ABC_DEF0 & u64::MAX << 22] {
            let short = Short::of(key).unwrap();
            assert_eq!(short.key(), key);
            assert!(short.rest < 1 << 26 && u64::from(short.term) == key >> 48);
        }
        assert_eq!([1, 1 << 21, u64::MAX].map(Short::of), [None; 3]);
    }

    #[test]
    fn terms_are_digits_in_the_order_of_keys() {
        assert_eq!((&short_term(0xBEEF), &short_term(0)), (b"beef", b"0000"));
        for key in [0, 0x0123_4567_89AB_CDEF, u64::MAX] {
            assert_eq!(whole_key(&whole_term(key)), Some(key));
        }
        assert_eq!(whole_key(b"xyz"), None);
    }
}

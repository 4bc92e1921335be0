//! A sentence in the form in which the engine reads it.

use std::iter::Empty;

use tantivy::Document;
use tantivy::schema::Field;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf, Value};

use super::schema::Fields;

/// A unit of a record on its way into a segment. Keys and terms go another way; see `segment_writer`.
pub(super) struct Sentence {
    pub(super) fields: Fields,
    /// The columns of the record, if this is its first.
    pub(super) first: Option<RecordColumns>,
    /// The number of keys, if the record has this unit.
    pub(super) size: Option<u32>,
    /// The payload of the record, if this is its last.
    pub(super) payload: Option<Vec<u8>>,
}

/// The columns of a record.
pub(super) struct RecordColumns {
    pub(super) id: String,
    pub(super) stamp: u64,
    pub(super) time: Option<i64>,
}

/// One value of a field; none is nested.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'a>(ReferenceValueLeaf<'a>);

impl<'a> Value<'a> for Leaf<'a> {
    type ArrayIter = Empty<Leaf<'a>>;
    type ObjectIter = Empty<(&'a str, Leaf<'a>)>;

    fn as_value(&self) -> ReferenceValue<'a, Leaf<'a>> {
        ReferenceValue::Leaf(self.0.clone())
    }
}

impl Document for Sentence {
    type Value<'a> = Leaf<'a>;
    type FieldsValuesIter<'a> = std::vec::IntoIter<(Field, Leaf<'a>)>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        let fields = &self.fields;
        let mut values = Vec::with_capacity(5);
        if let Some(first) = &self.first {
            values.push((fields.id, Leaf(ReferenceValueLeaf::Str(&first.id))));
            values.push((fields.stamp, Leaf(ReferenceValueLeaf::U64(first.stamp))));
            if let Some(time) = first.time {
                values.push((fields.time, Leaf(ReferenceValueLeaf::I64(time))));
            }
        }
        if let Some(size) = self.size {
            values.push((fields.size, Leaf(ReferenceValueLeaf::U64(size.into()))));
        }
        if let Some(payload) = &self.payload {
            values.push((fields.payload, Leaf(ReferenceValueLeaf::Bytes(payload))));
        }
        values.into_iter()
    }
}

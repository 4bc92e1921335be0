//! A record in the form in which the engine reads it: borrowed values, nothing copied twice.

use std::iter::Empty;
use std::sync::Arc;

use tantivy::Document;
use tantivy::schema::Field;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf, Value};

use super::inflight::{Budget, Permit};
use super::schema::Fields;
use crate::Record;

/// A record on its way into the index.
pub(super) struct Doc {
    fields: Fields,
    id: String,
    stamp: u64,
    time: Option<i64>,
    serial: u64,
    sizes: Vec<u32>,
    payload: Vec<u8>,
    _permit: Permit,
}

impl Doc {
    /// Waits until the budget has room for the record.
    pub(super) fn new(record: Record, serial: u64, fields: Fields, budget: &Arc<Budget>) -> Doc {
        let permit = budget.take(record.payload.len() + 500);
        Doc {
            fields,
            stamp: record.stamp,
            time: record.time,
            serial,
            sizes: record.bags.iter().map(|bag| bag.len() as u32).collect(),
            id: record.id,
            payload: record.payload,
            _permit: permit,
        }
    }
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

impl Document for Doc {
    type Value<'a> = Leaf<'a>;
    type FieldsValuesIter<'a> = Box<dyn Iterator<Item = (Field, Leaf<'a>)> + 'a>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        let fields = &self.fields;
        let single = [
            (fields.id, ReferenceValueLeaf::Str(&self.id)),
            (fields.stamp, ReferenceValueLeaf::U64(self.stamp)),
            (fields.serial, ReferenceValueLeaf::U64(self.serial)),
            (fields.payload, ReferenceValueLeaf::Bytes(&self.payload)),
        ];
        let sizes = self.sizes.iter().map(|&size| (fields.sizes, ReferenceValueLeaf::U64(size.into())));
        let time = self.time.map(|time| (fields.time, ReferenceValueLeaf::I64(time)));
        Box::new(single.into_iter().chain(sizes).chain(time).map(|(field, leaf)| (field, Leaf(leaf))))
    }
}

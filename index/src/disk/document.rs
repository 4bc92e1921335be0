//! A record in the form in which the engine reads it: borrowed values, nothing copied twice.

use std::iter::Empty;
use std::sync::Arc;

use tantivy::Document;
use tantivy::schema::Field;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf, Value};

use super::inflight::{Budget, Permit};
use super::keys;
use super::schema::Fields;
use crate::{Error, Record};

/// A record on its way into the index.
pub(super) struct Doc {
    fields: Fields,
    id: String,
    stamp: u64,
    keys: String,
    sizes: Vec<u32>,
    payload: Vec<u8>,
    weighted: Vec<u8>,
    weighted_keys: Vec<u64>,
    _permit: Permit,
}

impl Doc {
    /// Waits until the budget has room for the record.
    pub(super) fn new(record: Record, fields: Fields, budget: &Arc<Budget>) -> Doc {
        let keys = keys::pack(&record.bags);
        let permit = budget.take(record.payload.len() + keys.len() + 20 * record.weighted.len() + 500);
        Doc {
            fields,
            stamp: record.stamp,
            keys,
            sizes: record.bags.iter().map(|bag| bag.len() as u32).collect(),
            weighted_keys: record.weighted.iter().map(|&(key, _)| key).collect(),
            weighted: pack_weighted(&record.weighted),
            id: record.id,
            payload: record.payload,
            _permit: permit,
        }
    }
}

fn pack_weighted(weighted: &[(u64, f32)]) -> Vec<u8> {
    weighted
        .iter()
        .flat_map(|(key, weight)| key.to_le_bytes().into_iter().chain(weight.to_le_bytes()))
        .collect()
}

/// Reads the stored form of [`Record::weighted`].
pub(super) fn unpack_weighted(bytes: &[u8]) -> Result<Vec<(u64, f32)>, Error> {
    let (pairs, rest) = bytes.as_chunks::<12>();
    if !rest.is_empty() {
        return Err(Error::Damaged("the weighted keys of a record are cut off".to_owned()));
    }
    Ok(pairs
        .iter()
        .map(|&[a, b, c, d, e, f, g, h, weight @ ..]| {
            (u64::from_le_bytes([a, b, c, d, e, f, g, h]), f32::from_le_bytes(weight))
        })
        .collect())
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
            (fields.keys, ReferenceValueLeaf::Str(&self.keys)),
            (fields.payload, ReferenceValueLeaf::Bytes(&self.payload)),
            (fields.weighted, ReferenceValueLeaf::Bytes(&self.weighted)),
        ];
        let sizes = self.sizes.iter().map(|&size| (fields.sizes, ReferenceValueLeaf::U64(size.into())));
        let weighted = self.weighted_keys.iter();
        let weighted = weighted.map(|&key| (fields.weighted_keys, ReferenceValueLeaf::U64(key)));
        Box::new(single.into_iter().chain(sizes).chain(weighted).map(|(field, leaf)| (field, Leaf(leaf))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighted_keys_come_back() {
        let weighted = [(u64::MAX, 0.5), (1, -0.0), (7, f32::MAX)];
        assert_eq!(unpack_weighted(&pack_weighted(&weighted)).unwrap(), weighted);
        assert!(unpack_weighted(&[0; 11]).is_err());
    }
}

//! Typed rows over bytes: keys and values with types, read and changed together.
//!
//! A value begins with the number of its encoding.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::tier::Tier;
use super::{Change, Fault};

/// The number of the encoding.
const FORM: u8 = 1;

/// The key of a row.
pub(crate) trait Key: Clone + Eq + Hash {
    /// Returns one letter for the kind of the row, then the bytes that identify it within its kind.
    fn bytes(&self) -> Vec<u8>;
}

/// A cache of rows that were read or changed.
pub(crate) struct Rows<K, R> {
    rows: HashMap<K, Option<R>>,
    changed: HashSet<K>,
}

impl<K, R> Default for Rows<K, R> {
    fn default() -> Rows<K, R> {
        Rows { rows: HashMap::new(), changed: HashSet::new() }
    }
}

impl<K: Key, R: Serialize + DeserializeOwned> Rows<K, R> {
    /// Reads the rows that are not in the cache, all at once.
    pub(crate) fn fetch(&mut self, tier: &Tier, keys: impl IntoIterator<Item = K>) -> Result<(), Fault> {
        let mut new: BTreeMap<Vec<u8>, K> = BTreeMap::new();
        for key in keys {
            if !self.rows.contains_key(&key) {
                new.insert(key.bytes(), key);
            }
        }
        let bytes: Vec<&[u8]> = new.keys().map(Vec::as_slice).collect();
        let values = tier.get(&bytes)?;
        for (key, value) in new.into_values().zip(values) {
            self.rows.insert(key, read_some(value)?);
        }
        Ok(())
    }

    /// Returns the row of a key.
    pub(crate) fn get(&mut self, tier: &Tier, key: &K) -> Result<Option<&R>, Fault> {
        Ok(self.row(tier, key)?.as_ref())
    }

    /// Sets the row of a key; none removes it.
    pub(crate) fn set(&mut self, key: K, value: Option<R>) {
        self.changed.insert(key.clone());
        self.rows.insert(key, value);
    }

    /// Returns the row of a key, to be changed; a missing row starts as the default.
    pub(crate) fn edit(&mut self, tier: &Tier, key: &K) -> Result<&mut R, Fault>
    where
        R: Default,
    {
        // Read first: a row that cannot be read must not count as changed.
        self.row(tier, key)?;
        self.changed.insert(key.clone());
        Ok(self.row(tier, key)?.get_or_insert_default())
    }

    fn row(&mut self, tier: &Tier, key: &K) -> Result<&mut Option<R>, Fault> {
        Ok(match self.rows.entry(key.clone()) {
            Entry::Occupied(row) => row.into_mut(),
            Entry::Vacant(place) => place.insert(read_some(tier.get_one(&key.bytes())?)?),
        })
    }

    /// Marks all changes as written. The cache keeps its rows, or drops all if there are more than `most`.
    pub(crate) fn written(&mut self, most: usize) {
        if self.rows.len() > most {
            self.rows.clear();
        }
        self.changed.clear();
    }

    /// Returns the changes to write.
    pub(crate) fn changes(&self) -> Result<Vec<Change>, Fault> {
        let change = |key: &K| {
            let row = self.rows.get(key).and_then(Option::as_ref);
            Ok(Change { key: key.bytes(), value: row.map(write).transpose()? })
        };
        self.changed.iter().map(change).collect()
    }
}

/// Returns the bytes of a row.
pub(crate) fn write(row: &impl Serialize) -> Result<Vec<u8>, Fault> {
    postcard::to_extend(row, vec![FORM]).map_err(|_| unreadable())
}

/// Parses a row from its bytes.
pub(crate) fn read<R: DeserializeOwned>(value: &[u8]) -> Result<R, Fault> {
    if let Some((&FORM, row)) = value.split_first()
        && let Ok(row) = postcard::from_bytes(row)
    {
        return Ok(row);
    }
    Err(unreadable())
}

/// Parses a row that may be missing.
pub(crate) fn read_some<R: DeserializeOwned>(value: Option<Vec<u8>>) -> Result<Option<R>, Fault> {
    match value {
        Some(value) => read(&value).map(Some),
        None => Ok(None),
    }
}

fn unreadable() -> Fault {
    let reason = "a row was written by another version or is damaged; restore the store from its backup";
    Fault::unreadable("a store", reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Embedded;
    use crate::store::embedded::Table;

    impl Key for u8 {
        fn bytes(&self) -> Vec<u8> {
            vec![b'k', *self]
        }
    }

    #[test]
    fn rows_are_read_once_and_changed_ones_written() {
        let folder = tempfile::tempdir().unwrap();
        let embedded = Embedded::open(folder.path()).unwrap();
        let tier = Tier::embedded(&embedded, Table::Map);
        let mut rows: Rows<u8, Vec<u8>> = Rows::default();
        rows.fetch(&tier, [1, 2, 1]).unwrap();
        assert_eq!(rows.get(&tier, &1).unwrap(), None);
        rows.set(1, Some(vec![10]));
        rows.set(3, None);
        rows.edit(&tier, &2).unwrap().push(20);
        rows.set(4, None);
        rows.fetch(&tier, [1, 5]).unwrap();
        assert_eq!(rows.get(&tier, &1).unwrap(), Some(&vec![10]), "what was changed is not read again");
        let changes = rows.changes().unwrap();
        assert_eq!(changes.len(), 4);
        embedded.commit(tier.to_commit(&changes).unwrap()).unwrap();
        rows.written(4);
        assert_eq!((rows.changes().unwrap(), rows.rows.len()), (vec![], 0), "five are too many");
        let mut again: Rows<u8, Vec<u8>> = Rows::default();
        assert_eq!(again.get(&tier, &1).unwrap(), Some(&vec![10]));
        assert_eq!(again.get(&tier, &2).unwrap(), Some(&vec![20]));
        assert_eq!(again.get(&tier, &4).unwrap(), None);
        assert_eq!(again.changes().unwrap(), []);
    }

    #[test]
    fn other_rows_are_refused() {
        for row in [&b""[..], b"\x02", b"\x01", b"\x01\xff\xff"] {
            assert!(matches!(read::<(u128, String)>(row), Err(Fault::Unreadable { .. })), "{row:?}");
        }
    }
}

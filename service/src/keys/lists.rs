//! Lists in a store, in parts of a fixed size: an addition to a long list rewrites only its last part. A list can be
//! given up for others, which then hold its entries.

use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::store::rows::{Key, Rows};
use crate::store::tier::Tier;
use crate::store::{Change, Fault};

/// The most entries of a part.
const PART: usize = 32;

/// Lists of entries by name.
pub(super) struct Lists<L, T> {
    parts: Rows<Place<L>, Part<T>>,
}

/// The position of a part in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place<L> {
    list: L,
    number: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Part<T> {
    /// The number of the last part; set in the first part only.
    last: u32,
    /// True if the list was given up; set in the first part only.
    is_given_up: bool,
    entries: Vec<T>,
}

impl<T> Default for Part<T> {
    fn default() -> Part<T> {
        Part { last: 0, is_given_up: false, entries: vec![] }
    }
}

impl<L: Key> Key for Place<L> {
    fn bytes(&self) -> Vec<u8> {
        [self.list.bytes(), self.number.to_be_bytes().to_vec()].concat()
    }
}

impl<L, T> Default for Lists<L, T> {
    fn default() -> Lists<L, T> {
        Lists { parts: Rows::default() }
    }
}

impl<L: Key + Copy, T: Copy + Serialize + DeserializeOwned> Lists<L, T> {
    /// Reads these lists at once.
    pub(super) fn fetch(&mut self, tier: &Tier, lists: &[L]) -> Result<(), Fault> {
        self.parts.fetch(tier, lists.iter().map(|&list| Place { list, number: 0 }))?;
        let mut more = vec![];
        for &list in lists {
            let last = self.last(tier, list)?;
            more.extend((1..=last).map(|number| Place { list, number }));
        }
        self.parts.fetch(tier, more)
    }

    fn part(&mut self, tier: &Tier, list: L, number: u32) -> Result<Option<&Part<T>>, Fault> {
        self.parts.get(tier, &Place { list, number })
    }

    fn last(&mut self, tier: &Tier, list: L) -> Result<u32, Fault> {
        Ok(self.part(tier, list, 0)?.map_or(0, |first| first.last))
    }

    /// Returns whether a list was given up.
    pub(super) fn is_given_up(&mut self, tier: &Tier, list: L) -> Result<bool, Fault> {
        Ok(matches!(self.part(tier, list, 0)?, Some(Part { is_given_up: true, .. })))
    }

    /// Returns an upper bound on the number of entries in a list, exact unless some were removed.
    pub(super) fn most_entries(&mut self, tier: &Tier, list: L) -> Result<usize, Fault> {
        let number = self.last(tier, list)?;
        let last = self.part(tier, list, number)?;
        Ok(number as usize * PART + last.map_or(0, |last| last.entries.len()))
    }

    /// Gives up a list, and returns its entries, which the caller must add elsewhere.
    pub(super) fn give_up(&mut self, tier: &Tier, list: L) -> Result<Vec<T>, Fault> {
        let entries = self.entries(tier, list)?;
        for number in 0..=self.last(tier, list)? {
            let first = Part { last: 0, is_given_up: true, entries: vec![] };
            self.parts.set(Place { list, number }, (number == 0).then_some(first));
        }
        Ok(entries)
    }

    /// Returns the entries of a list.
    pub(super) fn entries(&mut self, tier: &Tier, list: L) -> Result<Vec<T>, Fault> {
        let mut entries = vec![];
        for number in 0..=self.last(tier, list)? {
            if let Some(part) = self.part(tier, list, number)? {
                entries.extend_from_slice(&part.entries);
            }
        }
        Ok(entries)
    }

    /// Appends an entry.
    pub(super) fn push(&mut self, tier: &Tier, list: L, entry: T) -> Result<(), Fault> {
        let mut number = self.last(tier, list)?;
        if self.part(tier, list, number)?.is_some_and(|part| part.entries.len() >= PART) {
            number += 1;
            self.parts.edit(tier, &Place { list, number: 0 })?.last = number;
        }
        self.parts.edit(tier, &Place { list, number })?.entries.push(entry);
        Ok(())
    }

    /// Removes the entries for which `keep` is false. The parts stay.
    pub(super) fn retain(&mut self, tier: &Tier, list: L, keep: impl Fn(&T) -> bool) -> Result<(), Fault> {
        for number in 0..=self.last(tier, list)? {
            if self.part(tier, list, number)?.is_some_and(|part| !part.entries.iter().all(&keep)) {
                self.parts.edit(tier, &Place { list, number })?.entries.retain(&keep);
            }
        }
        Ok(())
    }

    /// Returns the changes to write.
    pub(super) fn changes(&self) -> Result<Vec<Change>, Fault> {
        self.parts.changes()
    }

    /// Marks all changes as written. The cache keeps its parts, or drops all if there are more than `most`.
    pub(super) fn written(&mut self, most: usize) {
        self.parts.written(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Embedded;
    use crate::store::embedded::Table;

    #[test]
    fn a_list_that_is_given_up_is_empty_and_remembers_that() {
        let folder = tempfile::tempdir().unwrap();
        let embedded = Embedded::open(folder.path()).unwrap();
        let tier = Tier::embedded(&embedded, Table::Keys);
        let mut lists: Lists<u8, u32> = Lists::default();
        (0..100).try_for_each(|entry| lists.push(&tier, 7, entry)).unwrap();
        embedded.commit(tier.to_commit(&lists.changes().unwrap()).unwrap()).unwrap();
        lists = Lists::default();
        assert_eq!(lists.most_entries(&tier, 7).unwrap(), 100);
        assert!(!lists.is_given_up(&tier, 7).unwrap());
        assert_eq!(lists.give_up(&tier, 7).unwrap(), (0..100).collect::<Vec<_>>());
        embedded.commit(tier.to_commit(&lists.changes().unwrap()).unwrap()).unwrap();
        lists = Lists::default();
        assert!(lists.is_given_up(&tier, 7).unwrap());
        assert_eq!(lists.most_entries(&tier, 7).unwrap(), 0);
        let mut rows = 0;
        tier.for_each(b"", &mut |_, _| {
            rows += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(rows, 1, "its other parts are gone");
    }

    #[test]
    fn a_long_list_is_written_part_by_part() {
        let folder = tempfile::tempdir().unwrap();
        let embedded = Embedded::open(folder.path()).unwrap();
        let tier = Tier::embedded(&embedded, Table::Keys);
        let all = |lists: &mut Lists<u8, u32>| lists.entries(&tier, 7).unwrap();
        let mut expected: Vec<u32> = vec![];
        for batch in 0..20_u32 {
            let mut lists: Lists<u8, u32> = Lists::default();
            lists.fetch(&tier, &[7, 8]).unwrap();
            for entry in batch * 10..batch * 10 + 10 {
                lists.push(&tier, 7, entry).unwrap();
                expected.push(entry);
            }
            let keep = |entry: &u32| entry % 30 != batch;
            lists.retain(&tier, 7, keep).unwrap();
            expected.retain(keep);
            assert_eq!(all(&mut lists), expected);
            let changes = lists.changes().unwrap();
            assert!(changes.len() <= 9 && changes.iter().all(|change| change.key.starts_with(b"k\x07")));
            embedded.commit(tier.to_commit(&changes).unwrap()).unwrap();
            lists.written(usize::MAX);
            assert_eq!(lists.changes().unwrap(), []);
            assert_eq!(all(&mut lists), expected);
        }
        assert_eq!(all(&mut Lists::default()), expected);
    }
}

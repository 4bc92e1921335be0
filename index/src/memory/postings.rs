//! The keys of all units -> the units of each.
//!
//! In: records. Out: for keys, lists of units ([`List`]), in which units with bags of a range of sizes are consecutive.
//! All (key, unit) pairs are sorted once, a part of them at a time, `O(n log n)` for n keys; a key is then found by its
//! leading bits ([`Directory`]). Memory: 16 bytes per distinct key, 4 per key of several units, and 12 per unit.

use std::cmp::Ordering;

use crate::directory::Directory;
use crate::{Error, Record};

/// The sorted keys of all units. Units of all records are numbered through, the smallest bags first, then in the order
/// of the records: a range of sizes is a range of numbers, and so one stretch of each list.
#[derive(Debug, Default)]
pub(super) struct Postings {
    /// Distinct keys, ascending.
    entries: Vec<Entry>,
    /// The units of keys that several units hold, ascending within a key. The units of a key follow their number.
    units: Vec<u32>,
    directory: Directory,
    /// The record of each unit, and the number of the unit in the record.
    pub(super) units_of: Vec<(u32, u32)>,
    /// The first unit of each size, up to the largest size and one more.
    size_first: Vec<u32>,
}

/// A distinct key.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    /// The unit, if only one holds it; otherwise the place in `units` of the number of its units, which they follow.
    at: u32,
    /// The number of records that hold it, at most [`SINGLE`] − 1; [`SINGLE`] if only one unit does.
    freq: u32,
}

/// The number of parts in which keys are sorted, by their leading bits, so that there are never copies of all keys.
const PARTS: u64 = 8;
/// The range of keys in a part.
const PART: u64 = u64::MAX / PARTS + 1;

/// The mark of a key of a single unit; see [`Entry::freq`].
const SINGLE: u32 = u32::MAX;

/// A range of entries, and the key of the first.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    low: u32,
    high: u32,
    first: u64,
}

/// The posting list of a key.
#[derive(Clone, Copy, Default)]
pub(super) struct List {
    pub(super) key: u64,
    /// The number of records that hold it.
    pub(super) freq: u32,
    /// The number of units that hold it.
    pub(super) len: u32,
    /// The unit, if there is only one; otherwise the place of the first in the list of units.
    at: u32,
}

impl Postings {
    /// Builds the postings of all records.
    ///
    /// # Errors
    /// [`Error::Request`] if there are 2^32 units, or half as many keys, or more.
    pub(super) fn new(records: &[Record]) -> Result<Postings, Error> {
        let (mut units, mut keys) = (0, 0);
        for record in records {
            units += record.bags.len();
            keys += record.bags.key_count();
        }
        if units.max(keys * 2) > u32::MAX as usize {
            return Err(Error::Request(format!(
                "{units} units with {keys} keys are too many for an index in memory; make one on disk"
            )));
        }
        let mut postings = Postings { units_of: vec![(0, 0); units], ..Postings::default() };
        let mut next = postings.count_sizes(all_bags(records));
        let mut numbers = Vec::with_capacity(units);
        for (record_no, record) in records.iter().enumerate() {
            for (unit, bag) in record.bags.iter().enumerate() {
                let number = next[bag.len()];
                next[bag.len()] += 1;
                numbers.push(number);
                postings.units_of[number as usize] = (record_no as u32, unit as u32);
            }
        }
        let mut pairs = Vec::with_capacity(keys / PARTS as usize * 9 / 8);
        let mut sorted = vec![];
        for part in 0..PARTS {
            for (bag, &number) in all_bags(records).zip(&numbers) {
                for &key in bag {
                    match (key / PART).cmp(&part) {
                        Ordering::Less => {}
                        Ordering::Equal => pairs.push((key, number)),
                        Ordering::Greater => break,
                    }
                }
            }
            sort(&pairs, &mut sorted);
            postings.fill(&sorted);
            pairs.clear();
        }
        postings.directory =
            Directory::new(postings.entries.len(), postings.entries.iter().map(|entry| entry.key));
        Ok(postings)
    }

    /// Finds the first unit of each size, and returns a copy of them.
    fn count_sizes<'b>(&mut self, bags: impl Iterator<Item = &'b [u64]>) -> Vec<u32> {
        self.size_first = vec![0, 0];
        for bag in bags {
            self.size_first.resize(self.size_first.len().max(bag.len() + 2), 0);
            self.size_first[bag.len() + 1] += 1;
        }
        let mut sum = 0;
        for first in &mut self.size_first {
            sum += *first;
            *first = sum;
        }
        self.size_first.clone()
    }

    /// Adds the entries of these keys, which are above all earlier ones.
    fn fill(&mut self, pairs: &[(u64, u32)]) {
        let distinct = pairs.chunk_by(|a, b| a.0 == b.0).count();
        self.entries.reserve(distinct);
        let mut records = vec![];
        for chunk in pairs.chunk_by(|a, b| a.0 == b.0) {
            let (key, unit) = chunk[0];
            if chunk.len() == 1 {
                self.entries.push(Entry { key, at: unit, freq: SINGLE });
                continue;
            }
            let at = self.units.len() as u32;
            self.units.push(chunk.len() as u32);
            records.clear();
            for &(_, unit) in chunk {
                self.units.push(unit);
                records.push(self.units_of[unit as usize].0);
            }
            records.sort_unstable();
            records.dedup();
            self.entries.push(Entry { key, at, freq: records.len() as u32 });
        }
    }

    /// Returns the list of a key; empty if no unit holds it.
    pub(super) fn find(&self, key: u64) -> List {
        self.find_in(key, self.slot(key))
    }

    /// Returns the list of each key of a bag. The slots are read before the entries, and the first entries of all slots
    /// before any is compared, so that memory serves many of these look-ups at a time.
    pub(super) fn find_all(&self, bag: &[u64], slots: &mut Vec<Slot>, lists: &mut Vec<List>) {
        slots.clear();
        for &key in bag {
            slots.push(self.slot(key));
        }
        for slot in slots.iter_mut() {
            if let Some(entry) = self.entries.get(slot.low as usize) {
                slot.first = entry.key;
            }
        }
        lists.clear();
        for (&key, &slot) in bag.iter().zip(slots.iter()) {
            let is_past = slot.low == slot.high || slot.first > key;
            lists.push(if is_past { List { key, ..List::default() } } else { self.find_in(key, slot) });
        }
    }

    /// Returns the entries that a key may be among.
    fn slot(&self, key: u64) -> Slot {
        let range = self.directory.range(key);
        Slot { low: range.start as u32, high: range.end as u32, first: 0 }
    }

    fn find_in(&self, key: u64, slot: Slot) -> List {
        let entries = &self.entries[slot.low as usize..slot.high as usize];
        match entries.iter().find(|entry| entry.key >= key) {
            Some(entry) if entry.key != key => List { key, ..List::default() },
            Some(entry) if entry.freq == SINGLE => List { key, freq: 1, len: 1, at: entry.at },
            Some(entry) => {
                List { key, freq: entry.freq, len: self.units[entry.at as usize], at: entry.at + 1 }
            }
            None => List { key, ..List::default() },
        }
    }

    /// Returns the units of a list.
    pub(super) fn units<'l>(&'l self, list: &'l List) -> &'l [u32] {
        match list.len {
            0 => &[],
            1 => std::slice::from_ref(&list.at),
            len => &self.units[list.at as usize..(list.at + len) as usize],
        }
    }

    /// Returns the units of a list whose bags have `min..=max` keys.
    pub(super) fn of_sizes<'l>(&'l self, list: &'l List, min: usize, max: usize) -> &'l [u32] {
        let list = self.units(list);
        let low = self.first_of_size(min);
        let list = &list[list.partition_point(|&unit| unit < low)..];
        &list[..self.count_to(list, max)]
    }

    /// Counts the units, which come ascending, whose bags have at most `max` keys.
    pub(super) fn count_to(&self, units: &[u32], max: usize) -> usize {
        let end = self.first_of_size(max.saturating_add(1));
        units.partition_point(|&unit| unit < end)
    }

    /// Returns the size of a unit's bag.
    pub(super) fn size(&self, unit: u32) -> usize {
        self.size_first.partition_point(|&first| first <= unit) - 1
    }

    fn first_of_size(&self, size: usize) -> u32 {
        self.size_first.get(size).or(self.size_first.last()).copied().unwrap_or(0)
    }
}

/// Iterates over the bags of all units of all records.
fn all_bags(records: &[Record]) -> impl Iterator<Item = &[u64]> {
    records.iter().flat_map(|record| record.bags.iter())
}

/// Sorts the pairs of one part. Keys are spread evenly, so that the bits behind the part's leave little to sort.
fn sort(pairs: &[(u64, u32)], sorted: &mut Vec<(u64, u32)>) {
    const BUCKETS: usize = 1024;
    let bucket = |key: u64| (key % PART / (PART / BUCKETS as u64)) as usize;
    let mut next = [0_u32; BUCKETS + 1];
    for &(key, _) in pairs {
        next[bucket(key) + 1] += 1;
    }
    for at in 1..=BUCKETS {
        next[at] += next[at - 1];
    }
    let first = next;
    sorted.clear();
    sorted.resize(pairs.len(), (0, 0));
    for &pair in pairs {
        let next = &mut next[bucket(pair.0)];
        sorted[*next as usize] = pair;
        *next += 1;
    }
    for bucket in first.windows(2) {
        sorted[bucket[0] as usize..bucket[1] as usize].sort_unstable();
    }
}

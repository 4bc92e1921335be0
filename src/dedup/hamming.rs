//! Fingerprints that differ in few bits, found without looking at all of them.
//!
//! In: fingerprints and a distance k of 0 to 7. Out: those of them within k of a given one, exactly. Manku, Jain and
//! Das Sarma (2007): the 64 bits are cut into m > k blocks; two fingerprints that differ in at most k bits are equal in
//! at least m − k blocks. For each choice of m − k blocks there is a table whose key these blocks are, so that one of
//! the tables brings every pair together; what it brings is compared. m grows with the number of fingerprints, so that
//! the lists stay short.
//!
//! A question costs `t · (1 + n / 2^b)` for n fingerprints, `t = C(m, k)` tables and keys of `b = 64 (m − k) / m` bits:
//! for k = 3, 4 tables of 16 bits, and 10 of some 25 bits from millions on. Memory: `8 t` bytes a fingerprint, some twice
//! that with its room to grow, and 20 for what is equal. Real fingerprints are not evenly spread; their lists are
//! longer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use super::Fingerprint;
use crate::error::{Error, Result};

/// The largest distance that is searched for.
pub const MOST_DISTANCE: u32 = 7;
/// More tables take more memory than they save time.
const MOST_TABLES: usize = 40;
/// What opening a list costs, in fingerprints compared. Measured: two distant places of memory.
const LIST_COST: f64 = 100.0;
/// How many fingerprints to a list, where the key has bits enough.
const LIST_LENGTH: usize = 8;
const FEWEST_LIST_BITS: u32 = 4;

/// A fingerprint that is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near {
    /// In how many bits it differs.
    pub distance: u32,
    /// Its number in the order of insertion.
    pub number: u32,
}

/// Different fingerprints, numbered in the order of insertion, that are found by being near.
#[derive(Clone, Debug)]
pub struct HammingIndex {
    distance: u32,
    prints: Vec<Fingerprint>,
    // Invariant: the places in `prints`.
    numbers: HashMap<Fingerprint, u32, BuildHasherDefault<Mixed>>,
    // Invariant: each holds all of `prints`, once.
    tables: Vec<Table>,
    /// The tables are made anew when there are so many.
    room: usize,
}

impl HammingIndex {
    /// An empty index for distances up to this one.
    ///
    /// # Errors
    /// [`Error::Request`] above [`MOST_DISTANCE`].
    pub fn new(distance: u32) -> Result<HammingIndex> {
        if distance > MOST_DISTANCE {
            return Err(Error::Request(format!(
                "the Hamming distance must be between 0 and {MOST_DISTANCE}, got {distance}"
            )));
        }
        Ok(HammingIndex::empty(distance))
    }

    fn empty(distance: u32) -> HammingIndex {
        HammingIndex { distance, prints: vec![], numbers: HashMap::default(), tables: vec![], room: 0 }
    }

    /// Another empty index for the same distance.
    pub(super) fn another(&self) -> HammingIndex {
        HammingIndex::empty(self.distance)
    }

    /// How many fingerprints there are.
    pub fn len(&self) -> usize {
        self.prints.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.prints.is_empty()
    }

    /// Takes a fingerprint in, and gives its number; the old one where it was there.
    pub fn insert(&mut self, print: Fingerprint) -> u32 {
        let next = self.prints.len() as u32;
        match self.numbers.entry(print) {
            Entry::Occupied(entry) => return *entry.get(),
            Entry::Vacant(entry) => entry.insert(next),
        };
        self.prints.push(print);
        if self.prints.len() > self.room {
            self.grow(1);
        } else {
            self.tables.iter_mut().for_each(|table| table.push(print));
        }
        next
    }

    /// The same for several that are not there yet, and that differ from each other; the tables are shared between
    /// threads.
    pub(super) fn insert_new(&mut self, prints: &[Fingerprint], threads: usize) {
        for &print in prints {
            self.numbers.insert(print, self.prints.len() as u32);
            self.prints.push(print);
        }
        if self.prints.len() > self.room {
            return self.grow(threads);
        }
        for_each(&mut self.tables, threads, |table| prints.iter().for_each(|&print| table.push(print)));
    }

    /// Makes tables for four times as many fingerprints as there are.
    fn grow(&mut self, threads: usize) {
        self.room = (self.prints.len() * 4).max(1 << 10);
        self.tables = if self.distance == 0 { vec![] } else { tables(self.distance, self.room) };
        for_each(&mut self.tables, threads, |table| self.prints.iter().for_each(|&print| table.push(print)));
    }

    /// The nearest one within the distance; of several at the same distance the oldest.
    pub fn nearest(&self, print: Fingerprint) -> Option<Near> {
        if let Some(&number) = self.numbers.get(&print) {
            return Some(Near { distance: 0, number });
        }
        let mut best: Option<Near> = None;
        let mut limit = self.distance;
        for table in &self.tables {
            let list = table.list(print);
            // Lists mostly hold nothing that is near: this loop is the one that has to be fast.
            let least = list.iter().map(|other| other.distance(print)).min().unwrap_or(u32::MAX);
            if least > limit {
                continue;
            }
            limit = least;
            for other in list.iter().filter(|other| other.distance(print) == least) {
                let near = Near { distance: least, number: self.numbers[other] };
                best = Some(best.map_or(near, |best| best.min(near)));
            }
        }
        best
    }

    /// All within the distance, the nearest first, then the oldest; in place of what `out` has.
    pub fn within(&self, print: Fingerprint, out: &mut Vec<Near>) {
        out.clear();
        out.extend(self.numbers.get(&print).map(|&number| Near { distance: 0, number }));
        for table in &self.tables {
            for &other in table.list(print) {
                let distance = other.distance(print);
                if distance > 0 && distance <= self.distance {
                    out.push(Near { distance, number: self.numbers[&other] });
                }
            }
        }
        out.sort_unstable();
        out.dedup();
    }
}

/// The fingerprints by the bits of some blocks.
#[derive(Clone, Debug)]
struct Table {
    /// The bits of its blocks.
    mask: u64,
    /// There are 2^bits lists.
    bits: u32,
    /// Keys may share a list: what it brings is compared anyway.
    lists: Vec<Vec<Fingerprint>>,
}

impl Table {
    fn new(mask: u64, room: usize) -> Table {
        let wanted = (room / LIST_LENGTH).max(1).ilog2();
        let bits = wanted.min(mask.count_ones()).max(FEWEST_LIST_BITS);
        Table { mask, bits, lists: vec![vec![]; 1 << bits] }
    }

    fn place(&self, print: Fingerprint) -> usize {
        (mixed(print.0 & self.mask) >> (64 - self.bits)) as usize
    }

    fn list(&self, print: Fingerprint) -> &[Fingerprint] {
        &self.lists[self.place(print)]
    }

    fn push(&mut self, print: Fingerprint) {
        let place = self.place(print);
        self.lists[place].push(print);
    }
}

/// Empty tables for so many fingerprints.
fn tables(distance: u32, room: usize) -> Vec<Table> {
    masks(distance, blocks(distance, room)).into_iter().map(|mask| Table::new(mask, room)).collect()
}

/// Into how many blocks the bits are cut: what costs least for so many fingerprints.
fn blocks(distance: u32, room: usize) -> u32 {
    let cost = |blocks: u32| {
        let key_bits = f64::from(64 * (blocks - distance)) / f64::from(blocks);
        let length = (room as f64 / key_bits.exp2()).max(LIST_LENGTH as f64 / 2.0);
        choices(blocks, distance) as f64 * (LIST_COST + length)
    };
    let possible = (distance + 1..=distance + 4).filter(|&m| choices(m, distance) <= MOST_TABLES);
    possible.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(distance + 1)
}

/// In how many ways `distance` of the blocks are left out.
fn choices(blocks: u32, distance: u32) -> usize {
    (0..distance as usize).fold(1, |ways, left| ways * (blocks as usize - left) / (left + 1))
}

/// For each choice of blocks, their bits. The blocks differ in length by one bit at most.
fn masks(distance: u32, blocks: u32) -> Vec<u64> {
    let bits_before = |block: u32| block * 64 / blocks;
    let block = |number: u32| {
        let length = bits_before(number + 1) - bits_before(number);
        ((1 << length) - 1) << bits_before(number)
    };
    let chosen = (0_u32..1 << blocks).filter(|chosen| chosen.count_ones() == blocks - distance);
    let bits = |chosen: u32| (0..blocks).filter(|&n| chosen >> n & 1 == 1).map(block).sum::<u64>();
    chosen.map(bits).collect()
}

/// Works on each on so many threads.
fn for_each<T: Send>(all: &mut [T], threads: usize, work: impl Fn(&mut T) + Sync) {
    if threads < 2 || all.len() < 2 {
        return all.iter_mut().for_each(work);
    }
    let work = &work;
    std::thread::scope(|scope| {
        for part in all.chunks_mut(all.len().div_ceil(threads)) {
            scope.spawn(move || part.iter_mut().for_each(work));
        }
    });
}

/// Spreads what is different over the upper bits.
fn mixed(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (value ^ (value >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Hashes fingerprints, whose bits are not evenly spread.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, value: u64) {
        let hash = mixed(self.0 ^ value);
        self.0 = hash ^ (hash >> 32);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dedup::tests::prints;

    proptest! {
        #[test]
        fn finds_what_a_linear_scan_finds(prints in prints(), distance in 0..=MOST_DISTANCE) {
            let mut index = HammingIndex::new(distance).unwrap();
            let mut distinct: Vec<Fingerprint> = vec![];
            let mut found = vec![];
            for &print in &prints {
                let scan = distinct.iter().enumerate();
                let scan = scan.map(|(at, other)| Near { distance: print.distance(*other), number: at as u32 });
                let mut expected: Vec<Near> = scan.filter(|near| near.distance <= distance).collect();
                expected.sort();
                index.within(print, &mut found);
                prop_assert_eq!(&found, &expected);
                prop_assert_eq!(index.nearest(print), expected.first().copied());
                let number = distinct.iter().position(|&other| other == print).unwrap_or_else(|| {
                    distinct.push(print);
                    distinct.len() - 1
                });
                prop_assert_eq!(index.insert(print) as usize, number);
            }
            prop_assert_eq!(index.len(), distinct.len());
        }
    }

    #[test]
    fn every_layout_brings_near_ones_together() {
        for distance in 1..=MOST_DISTANCE {
            for blocks in distance + 1..=distance + 4 {
                let masks = masks(distance, blocks);
                assert_eq!(masks.len(), choices(blocks, distance));
                let mut state = 7_u64;
                for _ in 0..200 {
                    let mut edit = 0;
                    for _ in 0..distance {
                        state = mixed(state.wrapping_add(1));
                        edit |= 1_u64 << (state >> 58);
                    }
                    assert!(masks.iter().any(|mask| edit & mask == 0), "{distance} {blocks} {edit:x}");
                }
            }
        }
    }

    #[test]
    fn more_fingerprints_have_more_blocks() {
        assert_eq!([1000, 1_000_000, 100_000_000].map(|room| blocks(3, room)), [4, 4, 5]);
        assert_eq!([1000, 1_000_000].map(|room| blocks(7, room)), [8, 9]);
        assert!((1..=MOST_DISTANCE).all(|k| tables(k, 1).len() <= MOST_TABLES));
    }

    #[test]
    fn a_distance_that_is_too_large_is_told() {
        let error = HammingIndex::new(8).unwrap_err();
        assert_eq!(error.to_string(), "the Hamming distance must be between 0 and 7, got 8");
    }

    #[test]
    fn threads_change_nothing() {
        let all: Vec<Fingerprint> = (0..20_000_u64).map(|n| Fingerprint(mixed(n) & 0xFFFF_0F0F)).collect();
        let mut one = HammingIndex::new(3).unwrap();
        all.iter().for_each(|&print| {
            one.insert(print);
        });
        let mut distinct = all.clone();
        distinct.clear();
        all.iter().for_each(|print| {
            if one.numbers[print] as usize == distinct.len() {
                distinct.push(*print);
            }
        });
        let mut many = HammingIndex::new(3).unwrap();
        distinct.chunks(3001).for_each(|part| many.insert_new(part, 3));
        let (mut a, mut b) = (vec![], vec![]);
        for print in all.iter().step_by(97) {
            one.within(*print, &mut a);
            many.within(*print, &mut b);
            assert_eq!(a, b);
        }
    }
}

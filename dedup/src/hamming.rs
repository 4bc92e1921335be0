//! Fingerprints that differ in few bits, found without looking at all of them.
//!
//! In: fingerprints and a distance k of 0 to 7. Out: the fingerprints within k of a given one, exactly. Manku, Jain and
//! Das Sarma (2007): the 64 bits are cut into m > k blocks; two fingerprints that differ in at most k bits are equal in
//! at least m − k blocks. For each choice of m − k blocks there is a table with these blocks as its key. So two near
//! fingerprints share a list in one of the tables; the fingerprints of a list are compared. m grows with the number of
//! fingerprints, so that the lists stay short.
//!
//! A look-up costs `t · (1 + n / 2^b)` for n fingerprints, `t = C(m, k)` tables and keys of `b = 64 (m − k) / m` bits:
//! for k = 3, 4 tables of 16 bits, and 10 of some 25 bits from tens of millions on. Memory: `8 t` bytes per
//! fingerprint, some twice that with the room to grow. Real fingerprints are not evenly spread; their lists are longer.
//! Random memory accesses are the cost, not comparisons: many fingerprints at once are looked up in the order of each
//! table.

use std::collections::HashMap;

use ibid::tokenize::WordHash;
use ibid::{Error, Result};

use crate::Fingerprint;
use crate::cluster::Neighbor;
use crate::threads::on_threads;

/// The largest distance that is searched for.
pub const MOST_DISTANCE: u32 = 7;
/// The most tables. More take more memory than they save time.
const MOST_TABLES: usize = 40;
/// The cost of prefix a list, in fingerprints compared: a random memory access, and one more table to sort by and to
/// insert into. With ten million fingerprints of evenly spread bits and k = 3, looking each up took 12.7 s with 4
/// tables and 17.1 s with 10.
const LIST_COST: f64 = 150.0;
/// The number of fingerprints below which tables get room for four times as many; larger ones get room for twice as
/// many.
const SMALL: usize = 1 << 20;
/// The number of fingerprints in a list, if the key has bits enough.
const LIST_LENGTH: usize = 8;
const FEWEST_LIST_BITS: u32 = 4;
/// The number of fingerprints inserted at a time, in the order of a table.
const PART: usize = 1 << 16;

/// An index of different fingerprints, numbered in the order of insertion, that finds those near a given one.
#[derive(Clone, Debug)]
pub struct HammingIndex {
    distance: u32,
    prints: Vec<Fingerprint>,
    // Invariant: each holds all of `prints`, once.
    tables: Vec<Table>,
    /// The number of fingerprints above which the tables are made anew.
    room: usize,
}

impl HammingIndex {
    /// Makes an empty index for distances up to this one.
    ///
    /// # Errors
    /// [`Error::Request`] above [`MOST_DISTANCE`].
    pub fn new(distance: u32) -> Result<HammingIndex> {
        if distance > MOST_DISTANCE {
            return Err(Error::Request(format!(
                "the Hamming distance must be between 0 and {MOST_DISTANCE}, got {distance}"
            )));
        }
        Ok(HammingIndex { distance, prints: vec![], tables: vec![], room: 0 })
    }

    /// Makes an empty index for the same distance, with room for this number of fingerprints.
    pub(crate) fn empty(&self, room: usize) -> HammingIndex {
        let tables = tables(self.distance, room);
        HammingIndex { distance: self.distance, prints: vec![], tables, room }
    }

    /// Returns the number of fingerprints.
    pub fn len(&self) -> usize {
        self.prints.len()
    }

    /// Returns whether there is no fingerprint.
    pub fn is_empty(&self) -> bool {
        self.prints.is_empty()
    }

    /// Inserts a fingerprint, and returns its number; the old number if it was there.
    pub fn insert(&mut self, print: Fingerprint) -> u32 {
        match self.nearest(print) {
            Some(Neighbor { distance: 0, number }) => number,
            _ => self.insert_new(print),
        }
    }

    /// Inserts a fingerprint that is not there, and returns its number.
    pub(crate) fn insert_new(&mut self, print: Fingerprint) -> u32 {
        let number = self.prints.len() as u32;
        self.prints.push(print);
        if self.prints.len() > self.room {
            self.grow(1);
        } else {
            for table in &mut self.tables {
                table.push(table.place(print), print, number);
            }
        }
        number
    }

    /// Inserts different fingerprints that are not there. The tables are shared out among the threads.
    pub(crate) fn insert_all_new(&mut self, prints: &[Fingerprint], threads: usize) {
        let from = self.prints.len();
        self.prints.extend_from_slice(prints);
        if self.prints.len() > self.room {
            return self.grow(threads);
        }
        push_into(&mut self.tables, prints, from, threads);
    }

    /// Makes the tables anew, with room to grow; small ones get more.
    fn grow(&mut self, threads: usize) {
        let count = self.prints.len();
        self.room = (count * if count < SMALL { 4 } else { 2 }).max(1 << 8);
        self.tables = tables(self.distance, self.room);
        push_into(&mut self.tables, &self.prints, 0, threads);
    }

    /// Returns the nearest fingerprint within the distance; of several at the same distance, the oldest.
    pub fn nearest(&self, print: Fingerprint) -> Option<Neighbor> {
        let mut best = None;
        for table in &self.tables {
            self.look(table, table.place(print), print, &mut best);
        }
        best
    }

    /// Returns the nearest fingerprint of each of many.
    pub(crate) fn nearest_all(&self, prints: &[Fingerprint]) -> Vec<Option<Neighbor>> {
        let (mut best, mut order) = (vec![None; prints.len()], vec![]);
        for table in &self.tables {
            table.order(prints, &mut order);
            for &(place, at) in &order {
                let at = at as usize;
                self.look(table, place as usize, prints[at], &mut best[at]);
            }
        }
        best
    }

    /// Looks in one list for a fingerprint nearer than `best`.
    fn look(&self, table: &Table, place: usize, print: Fingerprint, best: &mut Option<Neighbor>) {
        let short = table.short(print);
        for list in table.list(place) {
            let limit = match best {
                Some(best) => best.distance,
                None => self.distance,
            };
            // Most lists hold no near fingerprint: this has to be fast.
            let is_near = |other: &u32| (other ^ short).count_ones() <= limit;
            if !list.shorts.iter().fold(false, |any, other| any | is_near(other)) {
                continue;
            }
            for (other, &number) in list.shorts.iter().zip(list.numbers) {
                if !is_near(other) {
                    continue;
                }
                let near = Neighbor { distance: print.distance(self.prints[number as usize]), number };
                if near.distance <= limit && best.is_none_or(|best| near < best) {
                    *best = Some(near);
                }
            }
        }
    }

    /// Writes all fingerprints within the distance to `out`, the nearest first, then the oldest.
    pub fn within(&self, print: Fingerprint, out: &mut Vec<Neighbor>) {
        out.clear();
        for table in &self.tables {
            for list in table.list(table.place(print)) {
                for &number in list.numbers {
                    if let Some(distance) = print.within(self.prints[number as usize], self.distance) {
                        out.push(Neighbor { distance, number });
                    }
                }
            }
        }
        out.sort_unstable();
        out.dedup();
    }
}

/// A table of the fingerprints by the bits of some blocks.
///
/// Lists stand side by side, each with equal room, so that a list mostly costs one random memory access. Fingerprints
/// beyond that room are kept apart. A list holds 32 of the bits of each fingerprint, which mostly show that it is not
/// near.
#[derive(Clone, Debug)]
struct Table {
    /// The bits of the table's blocks.
    mask: u64,
    /// The binary logarithm of the number of lists.
    bits: u32,
    /// The room of a list, in fingerprints.
    width: usize,
    // Invariant: `width << bits` each.
    shorts: Vec<u32>,
    numbers: Vec<u32>,
    /// The length of each list.
    lengths: Vec<u32>,
    /// The rest of each list that is longer than its room.
    more: HashMap<u64, (Vec<u32>, Vec<u32>), WordHash>,
}

/// A part of a list.
struct List<'t> {
    shorts: &'t [u32],
    numbers: &'t [u32],
}

impl Table {
    fn new(mask: u64, room: usize) -> Table {
        let wanted = (room / LIST_LENGTH).max(1).ilog2();
        let bits = wanted.min(mask.count_ones()).max(FEWEST_LIST_BITS);
        // A quarter more room than lists of one length would need.
        let width = ((room >> bits) * 5 / 4).next_multiple_of(LIST_LENGTH);
        let slots = vec![0; width << bits];
        let lengths = vec![0; 1 << bits];
        Table { mask, bits, width, numbers: slots.clone(), shorts: slots, lengths, more: HashMap::default() }
    }

    /// Returns the place of a fingerprint's list. Keys may share a list: its fingerprints are compared anyway.
    fn place(&self, print: Fingerprint) -> usize {
        (mixed(print.0 & self.mask) >> (64 - self.bits)) as usize
    }

    /// Returns 32 of the bits, most of them outside the blocks.
    fn short(&self, print: Fingerprint) -> u32 {
        // Other blocks begin behind a block that ends at bit n of 64; the mask's highest block is a fair choice.
        print.0.rotate_right(64 - self.mask.leading_zeros()) as u32
    }

    fn list(&self, place: usize) -> [List<'_>; 2] {
        let length = self.lengths[place] as usize;
        let range = place * self.width..place * self.width + length.min(self.width);
        let first = List { shorts: &self.shorts[range.clone()], numbers: &self.numbers[range] };
        let more = if length > self.width { self.more.get(&(place as u64)) } else { None };
        match more {
            Some((shorts, numbers)) => [first, List { shorts, numbers }],
            None => [first, List { shorts: &[], numbers: &[] }],
        }
    }

    fn push(&mut self, place: usize, print: Fingerprint, number: u32) {
        let short = self.short(print);
        let length = self.lengths[place] as usize;
        self.lengths[place] += 1;
        if length < self.width {
            self.shorts[place * self.width + length] = short;
            self.numbers[place * self.width + length] = number;
        } else {
            let more = self.more.entry(place as u64).or_default();
            more.0.push(short);
            more.1.push(number);
        }
    }

    /// Inserts fingerprints that are numbered from `from`.
    fn push_all(&mut self, prints: &[Fingerprint], from: usize) {
        let mut order = vec![];
        for (part, prints) in prints.chunks(PART).enumerate() {
            self.order(prints, &mut order);
            for &(place, at) in &order {
                let number = from + part * PART + at as usize;
                self.push(place as usize, prints[at as usize], number as u32);
            }
        }
    }

    /// Writes the places of fingerprints to `order`, sorted, each with the number of its fingerprint among `prints`.
    fn order(&self, prints: &[Fingerprint], order: &mut Vec<(u32, u32)>) {
        order.clear();
        order.extend(prints.iter().zip(0..).map(|(&print, at)| (self.place(print) as u32, at)));
        order.sort_unstable();
    }
}

/// Makes empty tables for this number of fingerprints.
fn tables(distance: u32, room: usize) -> Vec<Table> {
    masks(distance, blocks(distance, room)).into_iter().map(|mask| Table::new(mask, room)).collect()
}

/// Returns the number of blocks that costs least for this number of fingerprints.
fn blocks(distance: u32, room: usize) -> u32 {
    cheapest_blocks(distance, MOST_TABLES, |keys| {
        LIST_COST + (room as f64 / keys).max(LIST_LENGTH as f64 / 2.0)
    })
}

/// Returns the number of blocks that costs least, among those with at most this number of choices. `cost` gives the cost
/// of one choice from the number of different keys.
pub(crate) fn cheapest_blocks(distance: u32, most_choices: usize, cost: impl Fn(f64) -> f64) -> u32 {
    let (mut least, mut cheapest) = (f64::INFINITY, distance + 1);
    for blocks in distance + 1..=distance + 4 {
        let choices = choices(blocks, distance);
        let key_bits = f64::from(64 * (blocks - distance)) / f64::from(blocks);
        let cost = choices as f64 * cost(key_bits.exp2());
        if choices <= most_choices && cost < least {
            (least, cheapest) = (cost, blocks);
        }
    }
    cheapest
}

/// Returns the number of ways to leave out `distance` of the blocks.
fn choices(blocks: u32, distance: u32) -> usize {
    let mut ways = 1;
    for left in 0..distance as usize {
        ways = ways * (blocks as usize - left) / (left + 1);
    }
    ways
}

/// Returns the bits of each choice of blocks. The blocks differ in length by one bit at most.
pub(crate) fn masks(distance: u32, blocks: u32) -> Vec<u64> {
    let mut masks = vec![];
    for chosen in 0_u32..1 << blocks {
        if chosen.count_ones() != blocks - distance {
            continue;
        }
        let mut mask = 0;
        for block in 0..blocks {
            if chosen >> block & 1 == 1 {
                let (begin, end) = (block * 64 / blocks, (block + 1) * 64 / blocks);
                mask |= (u64::MAX >> (64 - (end - begin))) << begin;
            }
        }
        masks.push(mask);
    }
    masks
}

/// Inserts fingerprints that are numbered from `from` into all tables, which are shared out among the threads.
fn push_into(tables: &mut [Table], prints: &[Fingerprint], from: usize, threads: usize) {
    let part = tables.len().div_ceil(threads.max(1)).max(1);
    on_threads(tables.chunks_mut(part), |part| {
        for table in part {
            table.push_all(prints, from);
        }
    });
}

/// Spreads the differences of values over the upper bits.
pub(crate) fn mixed(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (value ^ (value >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::prints;

    proptest! {
        #[test]
        fn finds_what_a_linear_scan_finds(prints in prints(), distance in 0..=MOST_DISTANCE) {
            let mut index = HammingIndex::new(distance).unwrap();
            let mut distinct: Vec<Fingerprint> = vec![];
            let mut found = vec![];
            for &print in &prints {
                let scan = distinct.iter().enumerate();
                let scan = scan.map(|(at, other)| Neighbor { distance: print.distance(*other), number: at as u32 });
                let mut expected: Vec<Neighbor> = scan.filter(|near| near.distance <= distance).collect();
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
        assert!((0..=MOST_DISTANCE).all(|k| tables(k, 1).len() <= MOST_TABLES));
    }

    #[test]
    fn a_distance_that_is_too_large_is_told() {
        let error = HammingIndex::new(8).unwrap_err();
        assert_eq!(error.to_string(), "the Hamming distance must be between 0 and 7, got 8");
    }

    #[test]
    fn threads_change_nothing() {
        let all: Vec<Fingerprint> = (0..3000_u64).map(|n| Fingerprint(mixed(n % 2000) & !0xFFF0)).collect();
        let mut one = HammingIndex::new(3).unwrap();
        all.iter().for_each(|&print| {
            one.insert(print);
        });
        let distinct = one.prints.clone();
        let mut many = HammingIndex::new(3).unwrap();
        distinct.chunks(301).for_each(|part| many.insert_all_new(part, 3));
        let nearest = one.nearest_all(&all);
        assert!(all.iter().zip(&nearest).all(|(&print, &near)| many.nearest(print) == near));
        let (mut a, mut b) = (vec![], vec![]);
        for print in all.iter().step_by(97) {
            one.within(*print, &mut a);
            many.within(*print, &mut b);
            assert_eq!(a, b);
        }
    }
}

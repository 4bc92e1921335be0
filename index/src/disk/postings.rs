//! The posting lists of keys: all keys of a part of the index, sorted, with the unit that each stands in.
//!
//! In: the keys of a part ([`Sources`]). Out: a file, and the places of a key in it. Most keys stand in one unit of
//! one record. The engine's dictionary pays for each of them several times what a sorted list costs, when it is written and
//! when it is asked, so keys have a list of their own: a key is found by its leading bits and a step or two between its
//! neighbors. Keys should be spread in their leading bits, as hashes are; others are found by halving. The keys of a unit
//! that is repeated stand in the same places, and share a list.
//!
//! `docs/index-format.md` has the bytes. A look-up costs `O(1)`, for keys that are not spread `O(log n)` for n keys.
//! Writing costs `O(n log n)`, and a pass over the sources for each eight million keys, which bounds its memory to some
//! 200 MB. Reading is of a mapped file, and believes none of its numbers.

use std::collections::HashMap;
use std::io::{self, Seek, Write};
use std::iter;
use std::ops::{Range, RangeInclusive};

use tantivy::DocId;
use tantivy::directory::{FileSlice, OwnedBytes};
use xxhash_rust::xxh3::Xxh3;

use super::bits::{Bits, PADDING, number};
use super::fault::Flaw;
use super::sources::Sources;

/// Keys a slot of the directory, about.
const SLOT_KEYS: u32 = 8;
/// The most keys that are sorted at once, if they are spread.
const PART_KEYS: usize = 1 << 23;
/// The most keys of a part, each as often as it stands somewhere: lists are numbered in 32 bits.
pub(super) const MAX_KEYS: u32 = 1 << 31;
const SHAPE_BYTES: usize = 7 * size_of::<u32>();
const ALL: RangeInclusive<u64> = 0..=u64::MAX;
/// Lists that wait until all entries are written are kept in memory up to this many bytes.
const LISTS_IN_MEMORY: usize = 64 << 20;
/// Lists that later ones are compared with, at some 40 bytes each.
const KNOWN_LISTS: usize = 1 << 20;

/// The sorted keys of a part.
pub(super) struct Postings {
    shape: Shape,
    entries: OwnedBytes,
    lists: OwnedBytes,
    slots: OwnedBytes,
}

/// Where a key stands: in one place, which its entry has, or in several, which have a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    /// The number of the entry, or that of the first place of the list.
    at: u32,
    /// How many places there are.
    pub(super) len: u32,
}

/// How the file is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// How many keys there are, each as often as it stands somewhere.
    keys: u32,
    /// How many entries, one for each key.
    entries: u32,
    /// How many numbers in lists.
    listed: u32,
    /// The directory has a slot for each value of this many leading bits of a key, 1 to 31.
    slot_bits: u32,
    /// This many low bits are zero in all keys, 0 to 63.
    zeros: u32,
    /// The units of a record are numbered in this many bits, 0 to 31.
    unit_bits: u32,
    /// Bits of a place, or of a number in lists, 1 to 63.
    place_bits: u32,
}

impl Shape {
    /// Of a part from these sources; its entries are not counted yet.
    fn of(sources: &mut Sources<'_>) -> io::Result<Shape> {
        let (mut keys, mut all, mut units) = (0_u64, 0_u64, 0);
        sources.for_each(ALL, |key, _, unit| {
            all |= key;
            units = units.max(unit);
            keys += 1;
        })?;
        let Some(keys) = u32::try_from(keys).ok().filter(|&keys| keys <= MAX_KEYS) else {
            return Err(Flaw::error("a part of the index has more than 2^31 keys"));
        };
        let unit_bits = bits(units.into());
        let place_bits = bits(sources.records().into()) + unit_bits;
        Ok(Shape {
            keys,
            entries: 0,
            listed: 0,
            slot_bits: (keys / SLOT_KEYS + 2).ilog2(),
            zeros: all.trailing_zeros().min(63),
            unit_bits,
            // A list of k places has k + 1 numbers, and k is at least two.
            place_bits: place_bits.max(bits(u64::from(keys) * 3 / 2)).max(1),
        })
    }

    fn to_bytes(self) -> Vec<u8> {
        let Shape { keys, entries, listed, slot_bits, zeros, unit_bits, place_bits } = self;
        let numbers = [keys, entries, listed, slot_bits, zeros, unit_bits, place_bits];
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Shape> {
        let mut numbers = (0..).map(|at| u32_at(bytes, at));
        let mut next = || numbers.next();
        let shape = Shape {
            keys: next()?,
            entries: next()?,
            listed: next()?,
            slot_bits: next()?,
            zeros: next()?,
            unit_bits: next()?,
            place_bits: next()?,
        };
        let is_possible = (1..32).contains(&shape.slot_bits)
            && shape.zeros < 64
            && shape.unit_bits < 32
            && (1..64).contains(&shape.place_bits);
        is_possible.then_some(shape)
    }

    fn slot(self, key: u64) -> usize {
        (key >> (64 - self.slot_bits)) as usize
    }

    fn slots(self) -> usize {
        1 << self.slot_bits
    }

    /// The least key of a slot.
    fn least(self, slot: usize) -> u64 {
        (slot as u64) << (64 - self.slot_bits)
    }

    /// The greatest key of a slot.
    fn most(self, slot: usize) -> u64 {
        self.least(slot) | u64::MAX >> self.slot_bits
    }

    /// What is stored of a key: the bits that neither its slot says nor are zero in all.
    fn rest(self, key: u64) -> u64 {
        (key & u64::MAX >> self.slot_bits) >> self.zeros
    }

    fn rest_bytes(self) -> usize {
        (64_u32.saturating_sub(self.slot_bits + self.zeros)).div_ceil(8) as usize
    }

    /// Bytes of a place, or of a number in lists, and a bit more.
    fn value_bytes(self) -> usize {
        (self.place_bits + 1).div_ceil(8) as usize
    }

    fn entry_bytes(self) -> usize {
        self.rest_bytes() + self.value_bytes()
    }

    fn list_bytes(self) -> usize {
        (u64::from(self.listed) * u64::from(self.place_bits)).div_ceil(8) as usize
    }
}

/// How many bits a number has.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

impl Postings {
    /// Of the bytes that [`write`] has written.
    pub(super) fn open(file: FileSlice) -> io::Result<Postings> {
        let bytes = file.read_bytes()?;
        let wrong = || Flaw::error("a list of keys is not one that was written");
        let end = bytes.len().checked_sub(SHAPE_BYTES).ok_or_else(wrong)?;
        let shape = Shape::from_bytes(&bytes[end..]).ok_or_else(wrong)?;
        let lists = shape.entries as usize * shape.entry_bytes();
        let slots = lists + shape.list_bytes() + PADDING;
        if end != slots + size_of::<u32>() * (shape.slots() + 1) {
            return Err(wrong());
        }
        // What stands behind each is read with its last number, and cut off.
        Ok(Postings {
            shape,
            entries: bytes.slice(0..lists + PADDING),
            lists: bytes.slice(lists..slots),
            slots: bytes.slice(slots..end),
        })
    }

    /// How many keys there are, each as often as it stands somewhere.
    pub(super) fn count(&self) -> u32 {
        self.shape.keys
    }

    /// The numbers of the entries that a key's may be among. They are found in two steps, so that who asks for many keys reads
    /// all slots before the first entry, and memory answers many of these questions at a time.
    pub(super) fn near(&self, key: u64) -> Range<u32> {
        let slot = self.shape.slot(key);
        let high = u32_at(&self.slots, slot + 1).min(self.shape.entries);
        u32_at(&self.slots, slot).min(high)..high
    }

    /// Where a key stands. Its entry is among those that [`Postings::near`] gave.
    pub(super) fn find(&self, key: u64, near: Range<u32>) -> List {
        if key.trailing_zeros() < self.shape.zeros {
            return List::default();
        }
        let rest = self.shape.rest(key);
        let at = partition_point(near.clone(), |at| self.rest(at) < rest);
        if at < near.end && self.rest(at) == rest { self.list(at) } else { List::default() }
    }

    /// The record and the unit of a place of a list, by its number in the list. Places ascend.
    pub(super) fn place(&self, list: List, at: u32) -> (DocId, u32) {
        let place =
            if list.len == 1 { self.value(list.at) >> 1 } else { self.listed(list.at.saturating_add(at)) };
        let unit = place & !(u64::MAX << self.shape.unit_bits);
        ((place >> self.shape.unit_bits) as DocId, unit as u32)
    }

    /// All places of a list.
    pub(super) fn places(&self, list: List) -> impl Iterator<Item = (DocId, u32)> + '_ {
        (0..list.len).map(move |at| self.place(list, at))
    }

    /// Each key in a range, with each of its places, in order.
    pub(super) fn for_each(&self, range: RangeInclusive<u64>, mut each: impl FnMut(u64, (DocId, u32))) {
        for slot in self.shape.slot(*range.start())..=self.shape.slot(*range.end()) {
            let least = self.shape.least(slot);
            for at in self.near(least) {
                let key = least | self.rest(at) << self.shape.zeros;
                if range.contains(&key) {
                    self.places(self.list(at)).for_each(|place| each(key, place));
                }
            }
        }
    }

    /// What the entry with this number leads to.
    fn list(&self, at: u32) -> List {
        let value = self.value(at);
        if value & 1 == 0 {
            return List { at, len: 1 };
        }
        let first = u32::try_from(value >> 1).unwrap_or(u32::MAX);
        let most = self.shape.listed.saturating_sub(first.saturating_add(1));
        let len = u32::try_from(self.listed(first)).unwrap_or(u32::MAX).min(most);
        // One place would be in the entry.
        if len < 2 { List::default() } else { List { at: first + 1, len } }
    }

    fn rest(&self, at: u32) -> u64 {
        number(&self.entries, 8 * at as usize * self.shape.entry_bytes(), 8 * self.shape.rest_bytes())
    }

    /// Twice the place, or twice the number in lists where that of the places stands, and one.
    fn value(&self, at: u32) -> u64 {
        let start = at as usize * self.shape.entry_bytes() + self.shape.rest_bytes();
        number(&self.entries, 8 * start, 8 * self.shape.value_bytes())
    }

    fn listed(&self, at: u32) -> u64 {
        let bits = self.shape.place_bits as usize;
        number(&self.lists, at as usize * bits, bits)
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let read = bytes.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok());
    read.map_or(0, u32::from_le_bytes)
}

/// The first number of a range for which this does not hold, as `slice::partition_point`.
pub(super) fn partition_point(range: Range<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let Range { start: mut low, end: mut high } = range;
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// Writes the posting lists of a part.
pub(super) fn write(sources: &mut Sources<'_>, out: &mut impl Write) -> io::Result<()> {
    write_by(PART_KEYS, sources, out)
}

/// As [`write`], with at most this many keys sorted at once, if they are spread.
fn write_by(part_keys: usize, sources: &mut Sources<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut shape = Shape::of(sources)?;
    // How many keys stand in each slot, each as often as it stands somewhere; where these are written, how many entries.
    let mut slots = vec![0_u32; shape.slots() + 1];
    sources.for_each(ALL, |key, _, _| slots[shape.slot(key)] += 1)?;
    let mut lists = Bits::to(sources.spool(LISTS_IN_MEMORY));
    // The first numbers of lists that are written, by their hashes.
    let mut known: HashMap<u128, u32> = HashMap::new();
    let mut hash = Xxh3::new();
    let (mut pairs, mut first) = (vec![], 0);
    while first < shape.slots() {
        let (mut behind, mut count) = (first, 0);
        while behind < shape.slots() && (behind == first || count + slots[behind] as usize <= part_keys) {
            count += slots[behind] as usize;
            behind += 1;
        }
        pairs.reserve(count);
        sources.for_each(shape.least(first)..=shape.most(behind - 1), |key, doc, unit| {
            pairs.push((key, u64::from(doc) << shape.unit_bits | u64::from(unit)));
        })?;
        pairs.sort_unstable();
        slots[first..behind].fill(0);
        for places in pairs.chunk_by(|a, b| a.0 == b.0) {
            let (key, place) = places[0];
            let value = match places.len() {
                1 => place << 1,
                _ => {
                    let places = || places.iter().map(|&(_, place)| place);
                    hash.reset();
                    places().for_each(|place| hash.update(&place.to_le_bytes()));
                    let first = *known.entry(hash.digest128()).or_insert(shape.listed);
                    if first == shape.listed {
                        for number in iter::once(places().len() as u64).chain(places()) {
                            lists.push(number, shape.place_bits)?;
                            shape.listed += 1;
                        }
                    }
                    u64::from(first) << 1 | 1
                }
            };
            out.write_all(&shape.rest(key).to_le_bytes()[..shape.rest_bytes()])?;
            out.write_all(&value.to_le_bytes()[..shape.value_bytes()])?;
            slots[shape.slot(key)] += 1;
            shape.entries += 1;
            if known.len() > KNOWN_LISTS {
                known.clear();
            }
        }
        pairs.clear();
        first = behind;
    }
    let mut lists = lists.finish()?;
    lists.rewind()?;
    io::copy(&mut lists, out)?;
    out.write_all(&[0; PADDING])?;
    let mut start = 0;
    for count in slots {
        out.write_all(&u32::to_le_bytes(start))?;
        start += count;
    }
    out.write_all(&shape.to_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::Bags;
    use crate::disk::waiting::Waiting;

    /// The keys of each unit of each record.
    type Records = Vec<Vec<Vec<u64>>>;

    /// Some of the records come from a part that is there, which has others too.
    fn written(records: &Records) -> Vec<u8> {
        let dir = tempfile::tempdir().unwrap();
        let is_old = |serial: u64| serial % 3 == 1;
        let (mut waiting, mut old) = (Waiting::new(dir.path()), Waiting::new(dir.path()));
        let mut old_serials = vec![];
        for (serial, units) in (0..).zip(records) {
            let mut bags = Bags::new();
            units.iter().for_each(|keys| bags.push(&mut keys.clone()));
            if is_old(serial) {
                old_serials.extend([serial, serial + 1_000_000]);
                old.push(serial, &bags).unwrap();
                old.push(serial + 1_000_000, &bags).unwrap();
            } else {
                waiting.push(serial, &bags).unwrap();
            }
        }
        let (mut part, mut postings) = (vec![], vec![]);
        let nothing = || Ok(vec![]);
        write(&mut Sources::of(&old_serials, &mut old, nothing).unwrap(), &mut part).unwrap();
        let serials: Vec<u64> = (0..records.len() as u64).collect();
        let parts = || Ok(vec![(open(part)?, old_serials)]);
        write_by(20, &mut Sources::of(&serials, &mut waiting, parts).unwrap(), &mut postings).unwrap();
        postings
    }

    fn open(bytes: Vec<u8>) -> io::Result<Postings> {
        Postings::open(FileSlice::from(bytes))
    }

    fn places(postings: &Postings, key: u64) -> Vec<(u32, u32)> {
        postings.places(postings.find(key, postings.near(key))).collect()
    }

    /// The places of each key are those in the records, in order; of a key that is not there, none.
    fn check(records: &Records) {
        let mut expected: BTreeMap<u64, Vec<(u32, u32)>> = BTreeMap::new();
        for (doc, units) in (0..).zip(records) {
            for (unit, keys) in (0..).zip(units) {
                keys.iter().for_each(|&key| expected.entry(key).or_default().push((doc, unit)));
            }
        }
        let postings = open(written(records)).unwrap();
        for &key in expected.keys() {
            // The last has the same rest in another slot.
            for asked in [key, key ^ 1, key.wrapping_add(1), !key, key.rotate_left(1), key ^ 1 << 63] {
                let expected = expected.get(&asked).map_or(&[][..], Vec::as_slice);
                assert_eq!(places(&postings, asked), expected, "{asked:x}");
            }
        }
    }

    /// Spread keys of 42 bits and of all, and some close together.
    fn key() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), any::<u64>().prop_map(|key| key << 22), 0..9_u64, Just(u64::MAX)]
    }

    fn records(key: impl Strategy<Value = u64>) -> impl Strategy<Value = Records> {
        let unit = prop::collection::btree_set(key, 0..6).prop_map(|keys| keys.into_iter().collect());
        vec(vec(unit, 0..5), 0..40)
    }

    proptest! {
        #[test]
        fn keys_are_found_where_they_stand(records in prop_oneof![records(key()), records(0..99_u64)]) {
            check(&records);
        }

        /// A list that is damaged is refused, or says something else, and nothing panics.
        #[test]
        fn damaged_lists_do_no_harm(
            records in records(key()), at in any::<prop::sample::Index>(), byte in any::<u8>(), asked in vec(key(), 9)
        ) {
            let mut bytes = written(&records);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if let Ok(postings) = open(bytes) {
                asked.iter().for_each(|&key| drop(places(&postings, key)));
            }
        }
    }

    #[test]
    fn long_records_and_long_lists_are_found() {
        let unit = |number: u64| vec![7 << 60, number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & !0x3F_FFFF];
        check(&vec![(0..300).map(unit).collect(), vec![], (0..2000).map(unit).collect()]);
    }

    #[test]
    fn a_record_far_behind_the_first_is_found() {
        let mut records = vec![vec![]; 5000];
        records.push(vec![vec![7 << 50]]);
        check(&records);
    }

    #[test]
    fn there_are_about_eight_keys_to_a_slot_and_all_are_counted() {
        let keys: Vec<u64> = (0..10_000_u64).map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        let postings = open(written(&vec![vec![keys.clone()], vec![keys]])).unwrap();
        assert_eq!(
            (postings.count(), postings.shape.entries, postings.shape.slots()),
            (20_000, 10_000, 2048)
        );
    }

    #[test]
    fn keys_that_stand_in_the_same_places_share_a_list() {
        let (repeated, other) = (vec![1 << 40, 2 << 40, 3 << 40], vec![3 << 40, 4 << 40]);
        let records = vec![vec![repeated.clone()], vec![repeated, other]];
        check(&records);
        // A number and two places for the first two keys, a number and three for the third.
        assert_eq!(open(written(&records)).unwrap().shape.listed, 3 + 4);
    }

    #[test]
    fn a_layout_that_cannot_be_is_refused() {
        let shape =
            Shape { keys: 1, entries: 1, listed: 0, slot_bits: 31, zeros: 63, unit_bits: 31, place_bits: 63 };
        assert_eq!(Shape::from_bytes(&shape.to_bytes()), Some(shape));
        for wrong in [
            Shape { slot_bits: 0, ..shape },
            Shape { slot_bits: 32, ..shape },
            Shape { zeros: 64, ..shape },
            Shape { unit_bits: 32, ..shape },
            Shape { place_bits: 0, ..shape },
            Shape { place_bits: 64, ..shape },
        ] {
            assert_eq!(Shape::from_bytes(&wrong.to_bytes()), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_record_whose_keys_are_nowhere_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Sources::of(&[1], &mut Waiting::new(dir.path()), || Ok(vec![])).is_err());
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let bytes = written(&vec![vec![vec![1, 2, 3]]]);
        for length in 0..bytes.len() {
            assert!(open(bytes[..length].to_vec()).is_err(), "{length}");
        }
        assert!(open([bytes, vec![0]].concat()).is_err());
    }
}

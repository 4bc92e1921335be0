//! Writes the posting lists of a new part of the index.
//!
//! In: the keys of a part ([`Sources`]). Out: the file that [`Postings`](super::postings::Postings) reads. Keys are sorted
//! slot by slot; lists are kept until all entries are written. `O(n log n)` for n keys, and a pass over the sources for each
//! eight million keys, which bounds the memory to some 200 MB.

use std::collections::HashMap;
use std::io::{self, Seek, Write};
use std::iter;
use std::ops::RangeInclusive;

use xxhash_rust::xxh3::Xxh3;

use super::bits::{Bits, PADDING};
use super::fault::Flaw;
use super::shape::Shape;
use super::sources::Sources;

/// Keys a slot of the directory, about.
const SLOT_KEYS: u32 = 8;
/// The most keys that are sorted at once, if they are spread.
const PART_KEYS: usize = 1 << 23;
/// The most keys of a part, each as often as it stands somewhere: lists are numbered in 32 bits.
pub(super) const MAX_KEYS: u32 = 1 << 31;
const ALL: RangeInclusive<u64> = 0..=u64::MAX;
/// Lists that wait until all entries are written are kept in memory up to this many bytes.
const LISTS_IN_MEMORY: usize = 64 << 20;
/// Lists that later ones are compared with, at some 40 bytes each.
const KNOWN_LISTS: usize = 1 << 20;

/// Writes the posting lists of a part.
pub(super) fn write(sources: &mut Sources<'_>, out: &mut impl Write) -> io::Result<()> {
    write_by(PART_KEYS, sources, out)
}

/// As [`write`], with at most this many keys sorted at once, if they are spread.
fn write_by(part_keys: usize, sources: &mut Sources<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut shape = shape_of(sources)?;
    // How many keys stand in each slot, each as often as it stands somewhere; where these are written, how many entries.
    let mut slots = vec![0_u32; shape.slots() + 1];
    sources.for_each(ALL, |key, _, _| slots[shape.slot(key)] += 1)?;
    let mut lists = Lists::to(sources.spool(LISTS_IN_MEMORY));
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
                _ => u64::from(lists.first_of(places, &mut shape)?) << 1 | 1,
            };
            out.write_all(&shape.rest(key).to_le_bytes()[..shape.rest_bytes()])?;
            out.write_all(&value.to_le_bytes()[..shape.value_bytes()])?;
            slots[shape.slot(key)] += 1;
            shape.entries += 1;
        }
        pairs.clear();
        first = behind;
    }
    let mut lists = lists.numbers.finish()?;
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

/// The lists of keys that stand at several places. Keys that stand at the same ones share a list.
struct Lists<W> {
    numbers: Bits<W>,
    /// The first numbers of lists that are written, by their hashes.
    known: HashMap<u128, u32>,
    hash: Xxh3,
}

impl<W: Write> Lists<W> {
    fn to(out: W) -> Lists<W> {
        Lists { numbers: Bits::to(out), known: HashMap::new(), hash: Xxh3::new() }
    }

    /// Where the list of these places begins among the numbers; it is written if it is not known.
    fn first_of(&mut self, places: &[(u64, u64)], shape: &mut Shape) -> io::Result<u32> {
        let places = || places.iter().map(|&(_, place)| place);
        self.hash.reset();
        places().for_each(|place| self.hash.update(&place.to_le_bytes()));
        if self.known.len() > KNOWN_LISTS {
            self.known.clear();
        }
        let first = *self.known.entry(self.hash.digest128()).or_insert(shape.listed);
        if first == shape.listed {
            for number in iter::once(places().len() as u64).chain(places()) {
                self.numbers.push(number, shape.place_bits)?;
                shape.listed += 1;
            }
        }
        Ok(first)
    }
}

/// That of a part from these sources; its entries are not counted yet.
fn shape_of(sources: &mut Sources<'_>) -> io::Result<Shape> {
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

/// How many bits a number has.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use tantivy::directory::FileSlice;

    use super::*;
    use crate::Bags;
    use crate::disk::postings::Postings;
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

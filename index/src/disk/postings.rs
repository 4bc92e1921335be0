//! The posting lists of keys: all keys of a part of the index, sorted, with the unit that each stands in.
//!
//! In: a file that [`lists`](super::lists) has written. Out: the places of a key in it. Most keys stand in one unit of
//! one record. The engine's dictionary pays for each of them several times what a sorted list costs, when it is written and
//! when it is asked, so keys have a list of their own: a key is found by its leading bits and a step or two between its
//! neighbors. Keys should be spread in their leading bits, as hashes are; others are found by halving. The keys of a unit
//! that is repeated stand in the same places, and share a list.
//!
//! `docs/index-format.md` has the bytes. A look-up costs `O(1)`, for keys that are not spread `O(log n)` for n keys.
//! Reading is of a mapped file, and believes none of its numbers.

use std::io;
use std::ops::{Range, RangeInclusive};

use tantivy::DocId;
use tantivy::directory::{FileSlice, OwnedBytes};

use super::bits::{PADDING, number};
use super::fault::Flaw;
use super::shape::{SHAPE_BYTES, Shape, u32_at};

/// The sorted keys of a part.
pub(super) struct Postings {
    pub(super) shape: Shape,
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

impl Postings {
    /// Of the bytes that [`write`](super::lists::write) has written.
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

/// The first number of a range for which this does not hold, as `slice::partition_point`.
pub(super) fn partition_point(range: Range<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let Range { start: mut low, end: mut high } = range;
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// The first number of `low..end` for which this does not hold: steps that double, then halving.
pub(super) fn first_from(mut low: u32, end: u32, is_before: impl Fn(u32) -> bool) -> u32 {
    let mut step = 1;
    while low.saturating_add(step) < end && is_before(low + step) {
        low += step;
        step *= 2;
    }
    partition_point(low..low.saturating_add(step + 1).min(end), is_before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_is_that_of_looking_at_each_and_none_behind_the_end_is_read() {
        for (low, end) in (0..20).flat_map(|low| (low..20).map(move |end| (low, end))) {
            for border in 0..22 {
                let is_before = |at| {
                    assert!(at < end, "{at} is behind {end}");
                    at < border
                };
                assert_eq!(first_from(low, end, is_before), border.clamp(low, end), "{low}..{end} {border}");
            }
        }
    }
}

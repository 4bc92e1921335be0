//! The leaders under each hash.
//!
//! In: hashes of 32 bits, each with the number of a leader and its shape. Out: all leaders under a hash. Most entries
//! stand in one array by the place of their hash, so that a list is read in one stretch: random memory accesses are the
//! cost. New entries stand in chains; when they are a quarter as many, the array is made anew. `O(1)` to insert one, on
//! average; `O(l)` for a list of length l. 12 to 24 bytes per entry, and some 30 while the array is made.

/// The end of a chain.
const END: u32 = u32::MAX;
/// The fewest entries in chains for which the array is made anew.
const FEWEST: usize = 1 << 12;

/// An entry under a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Posted {
    /// The number of the leader.
    pub(crate) number: u32,
    /// Its level and size.
    pub(crate) shape: u32,
}

/// A hash with a leader that stands under it.
type Entry = (u32, Posted);

/// Lists of leaders by hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Postings {
    /// The place in `settled` at which the list of each place begins, and the end of the last list; empty without an
    /// array.
    starts: Vec<u32>,
    settled: Vec<Entry>,
    /// The first entry of each place's chain, as a place in `recent`; the length is a power of two.
    heads: Vec<u32>,
    /// The entries in chains, each with the place of the one before it in its chain.
    recent: Vec<(Entry, u32)>,
}

impl Postings {
    /// Inserts a leader under a hash.
    pub(crate) fn insert(&mut self, hash: u32, posted: Posted) {
        if self.recent.len() >= self.heads.len() {
            self.rehash();
        }
        let place = place(hash, self.heads.len());
        let next = std::mem::replace(&mut self.heads[place], self.recent.len() as u32);
        self.recent.push(((hash, posted), next));
    }

    /// Inserts the entries of another one, whose leaders are numbered from `from` here.
    pub(crate) fn append(&mut self, other: &Postings, from: u32) {
        let recent = other.recent.iter().map(|(entry, _)| entry);
        for &(hash, posted) in other.settled.iter().chain(recent) {
            self.insert(hash, Posted { number: from + posted.number, ..posted });
        }
        self.settle_many();
    }

    /// Makes the array anew if there are many new entries.
    pub(crate) fn settle_many(&mut self) {
        if self.recent.len() >= FEWEST.max(self.settled.len() / 4) {
            self.settle();
        }
    }

    /// Calls `found` with each leader under a hash.
    pub(crate) fn for_each(&self, hash: u32, found: impl FnMut(Posted)) {
        self.for_first(hash, usize::MAX, found);
    }

    /// Calls `found` with leaders under a hash, first from the array, until `most` entries were read. Returns the
    /// number of entries that were read; if it is `most`, there may be more.
    pub(crate) fn for_first(&self, hash: u32, most: usize, mut found: impl FnMut(Posted)) -> usize {
        let mut read = 0;
        if let Some(places) = self.starts.len().checked_sub(1) {
            let place = place(hash, places);
            let list = &self.settled[self.starts[place] as usize..self.starts[place + 1] as usize];
            read = list.len().min(most);
            for &(other, posted) in &list[..read] {
                if other == hash {
                    found(posted);
                }
            }
        }
        let mut at = self.heads.get(place(hash, self.heads.len())).copied().unwrap_or(END);
        while let Some(&((other, posted), next)) = self.recent.get(at as usize) {
            if read == most {
                break;
            }
            read += 1;
            if other == hash {
                found(posted);
            }
            at = next;
        }
        read
    }

    /// Makes the table of the chains anew, twice as large.
    fn rehash(&mut self) {
        let heads = (self.heads.len() * 2).max(1 << 8);
        self.heads = vec![END; heads];
        for at in 0..self.recent.len() {
            let ((hash, _), next) = &mut self.recent[at];
            *next = std::mem::replace(&mut self.heads[place(*hash, heads)], at as u32);
        }
    }

    /// Makes the array anew, of all entries.
    fn settle(&mut self) {
        let old = std::mem::take(&mut self.settled);
        let recent = std::mem::take(&mut self.recent);
        self.heads = vec![];
        let all = old.iter().chain(recent.iter().map(|(entry, _)| entry));
        let count = old.len() + recent.len();
        let places = count.next_power_of_two();
        let mut starts = vec![0_u32; places + 1];
        for (hash, _) in all.clone() {
            starts[place(*hash, places) + 1] += 1;
        }
        for at in 0..places {
            starts[at + 1] += starts[at];
        }
        let mut settled = vec![(0, Posted { number: 0, shape: 0 }); count];
        // Each start becomes the end of its list, which is the start of the next one.
        for &(hash, posted) in all {
            let at = &mut starts[place(hash, places)];
            settled[*at as usize] = (hash, posted);
            *at += 1;
        }
        starts.pop();
        starts.insert(0, 0);
        (self.settled, self.starts) = (settled, starts);
    }
}

/// Returns the place of a hash among `places`, and spreads hashes over all of them: those of samples are all small.
fn place(hash: u32, places: usize) -> usize {
    let spread = u64::from(hash.wrapping_mul(0x9E37_79B1));
    ((spread * places as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_a_map_of_lists(
            parts in prop::collection::vec(prop::collection::vec((0_u32..300, 0_u32..9), 0..3000), 0..6),
        ) {
            let mut postings = Postings::default();
            let mut map: BTreeMap<u32, Vec<Posted>> = BTreeMap::new();
            for (part, pairs) in (0..).zip(&parts) {
                let mut new = Postings::default();
                for &(hash, number) in pairs {
                    let posted = Posted { number, shape: number ^ 5 };
                    let from = if part % 2 == 0 { 7 } else { 0 };
                    if part % 2 == 0 { &mut new } else { &mut postings }.insert(hash << 20, posted);
                    map.entry(hash << 20).or_default().push(Posted { number: from + number, ..posted });
                }
                postings.append(&new, 7);
            }
            for hash in 0..301 {
                let mut found = vec![];
                postings.for_each(hash << 20, |posted| found.push(posted));
                let mut expected = map.remove(&(hash << 20)).unwrap_or_default();
                found.sort();
                expected.sort();
                prop_assert_eq!(found, expected);
            }
        }
    }
}

//! The rarity of shingles, and the few shingles of each sketch by which near sketches are found.
//!
//! In: a sketch. Out: its prefix, its first hashes in one order for all sketches. Two sets of which at least the share
//! t is common share one of the first `n − ⌈t n⌉ + 1` hashes of each (prefix filter, Chaudhuri, Ganti and Kaushik
//! 2006). Any order is correct. With the rarest first, a prefix meets the fewest other sketches, and shingles of every
//! text cost nothing. Rarity is counted beforehand, in a table of fixed size. Shingles may share a counter, which costs
//! prefixes nothing but time.
//!
//! Sketches of different levels are compared at the coarser one. So a prefix is made for each level from the sketch's
//! own to the coarsest of all sketches, and the prefix is all of these together.
//!
//! The rarest hashes that a second sketch may have are few, and most near sketches share some of them; there is no
//! guarantee. Hashes of very many sketches are not among them.
//!
//! `O(n)` for n hashes of a sketch; 32 MB.

use std::ops::RangeInclusive;

use crate::Sketch;
use crate::sketch::{Least, at_level, is_at_level};

/// The number of sketches from which on a hash is common: the texts of a template have their words in common, and each
/// would meet all others.
const COMMON: u16 = u8::MAX as u16;
/// The number of counters.
const COUNTERS: usize = 1 << 24;
/// The most hashes that are counted, of sketches at even distances: enough to tell which are common.
const COUNTED: usize = 1 << 26;

/// The number of sketches that hold each hash, in counters that hashes share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rarity {
    // Invariant: empty, or `COUNTERS`.
    counts: Vec<u16>,
    /// The least count of a hash that may stand in a second sketch.
    least_shared: u16,
    /// The number of sketches that were counted.
    counted: usize,
    /// The distance of the sketches that were counted: one in this many.
    step: usize,
}

/// The sketches that a sketch is looked up for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The least resemblance with them.
    pub(crate) least: Least,
    /// Their coarsest level.
    pub(crate) coarsest: u8,
}

impl Rarity {
    /// Counts the shingles of sketches.
    pub(crate) fn of(sketches: &[&Sketch]) -> Rarity {
        let mut all: usize = 0;
        for sketch in sketches {
            all += sketch.hashes().len();
        }
        let step = all.div_ceil(COUNTED).max(1);
        let mut counts = vec![0_u16; COUNTERS];
        for sketch in sketches.iter().step_by(step) {
            for hash in sketch.hashes() {
                let count = &mut counts[*hash as usize % COUNTERS];
                *count = count.saturating_add(1);
            }
        }
        let least_shared = if step == 1 { 2 } else { 0 };
        Rarity { counts, least_shared, counted: sketches.len().div_ceil(step), step }
    }

    /// Returns the number of sketches that were counted.
    pub(crate) fn counted(&self) -> f64 {
        self.counted as f64
    }

    /// Returns the share of the sketches that have a hash.
    pub(crate) fn share(&self, hash: u32) -> f64 {
        f64::from(self.count(hash)) / self.counted().max(1.0)
    }

    fn count(&self, hash: u32) -> u16 {
        self.counts.get(hash as usize % COUNTERS).copied().unwrap_or(0)
    }

    /// Returns a hash with its count in front, so that keys are in the order of rarity.
    fn key(&self, hash: u32) -> u64 {
        u64::from(rounded(self.count(hash))) << 32 | u64::from(hash)
    }

    /// Writes the prefix of a sketch to `out`, for others of up to this level, the rarest first. Returns the sum of the
    /// counts of these hashes, rounded down by at most a half.
    pub(crate) fn prefix(&self, sketch: &Sketch, reach: Reach, keys: &mut Keys, out: &mut Vec<u32>) -> u64 {
        keys.fill(self, sketch, 0..=u16::MAX);
        keys.rarest(sketch.level()..=reach.coarsest, |count| reach.least.prefix(count), out);
        keys.rarest.iter().map(|key| key >> 32).sum::<u64>() * self.step as u64
    }

    /// Returns the rarest hashes of a sketch at a level, each with its count in front, in any order. Hashes that no
    /// other sketch has are left out. `wanted` gives their number, from the number of all hashes at the level.
    pub(crate) fn rarest_at<'k>(
        &self,
        sketch: &Sketch,
        level: u8,
        wanted: impl Fn(usize) -> usize,
        keys: &'k mut Keys,
    ) -> &'k [u64] {
        keys.fill(self, sketch, self.least_shared..=u16::MAX);
        let all = keys.all.partition_point(|&key| is_at_level(key as u32, level));
        keys.all.truncate(all);
        let wanted = wanted(at_level(sketch.hashes(), level).len());
        if wanted < all {
            keys.all.select_nth_unstable(wanted);
            keys.all.truncate(wanted);
        }
        &keys.all
    }

    /// Writes the rarest hashes of a sketch to `out`, the rarest first, of those that another sketch may have and that
    /// few sketches have ([`COMMON`]). At each level up to this one, `wanted` gives their number, from the number of
    /// such hashes.
    pub(crate) fn rarest_shared(
        &self,
        sketch: &Sketch,
        coarsest: u8,
        wanted: impl Fn(usize) -> usize,
        keys: &mut Keys,
        out: &mut Vec<u32>,
    ) {
        keys.fill(self, sketch, self.least_shared..=COMMON - 1);
        keys.rarest(sketch.level()..=coarsest, wanted, out);
    }
}

/// Rounds the count of a common hash down to a power of two. Shingles of about the same count are then in the order of
/// their hashes, so that the shingles of one place of the text do not all come first.
fn rounded(count: u16) -> u16 {
    if count < COMMON { count } else { (1 << count.ilog2()).max(COMMON) }
}

/// Buffers that are reused.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    all: Vec<u64>,
    part: Vec<u64>,
    rarest: Vec<u64>,
}

impl Keys {
    /// Takes the hashes of a sketch whose counts lie in a range.
    fn fill(&mut self, rarity: &Rarity, sketch: &Sketch, counts: RangeInclusive<u16>) {
        self.all.clear();
        for &hash in sketch.hashes() {
            let key = rarity.key(hash);
            if counts.contains(&((key >> 32) as u16)) {
                self.all.push(key);
            }
        }
    }

    /// Writes the rarest hashes of each level; `wanted` gives their number, from the number of all.
    fn rarest(&mut self, levels: RangeInclusive<u8>, wanted: impl Fn(usize) -> usize, out: &mut Vec<u32>) {
        self.rarest.clear();
        let mut before = 0;
        let first = *levels.start();
        for level in first..=first.max(*levels.end()) {
            // The hashes rise, and the keys are in their order.
            let count = self.all.partition_point(|&key| is_at_level(key as u32, level));
            if count == 0 {
                break;
            }
            let needed = wanted(count).min(count);
            if count != before {
                before = count;
                self.part.clear();
                self.part.extend_from_slice(&self.all[..count]);
                if needed < count {
                    self.part.select_nth_unstable(needed);
                }
                self.rarest.extend_from_slice(&self.part[..needed]);
            }
        }
        self.rarest.sort_unstable();
        self.rarest.dedup();
        out.clear();
        out.extend(self.rarest.iter().map(|&key| key as u32));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sketches() -> impl Strategy<Value = Vec<Vec<u32>>> {
        // Hashes of all levels: a few bits, shifted.
        let hash = (1_u32..64, 0_u32..27).prop_map(|(value, shift)| value << shift);
        prop::collection::vec(prop::collection::vec(hash, 1..40), 1..12)
    }

    proptest! {
        #[test]
        fn near_ones_share_part_of_their_prefixes(sets in sketches(), keep in 4_usize..40, share in 0.1_f64..=1.0) {
            let sketches: Vec<Sketch> = sets.into_iter().filter_map(|set| Sketch::of_hashes(set, keep)).collect();
            let least = Least::of(share);
            let coarsest = sketches.iter().map(Sketch::level).max().unwrap_or(0);
            for rarity in [Rarity::default(), Rarity::of(&sketches.iter().collect::<Vec<_>>())] {
                let prefix = |sketch: &Sketch| {
                    let mut prefix = vec![u32::MAX];
                    rarity.prefix(sketch, Reach { least, coarsest }, &mut Keys::default(), &mut prefix);
                    prefix
                };
                for (a, b) in sketches.iter().flat_map(|a| sketches.iter().map(move |b| (a, b))) {
                    let (x, y) = (prefix(a), prefix(b));
                    prop_assert!(x.windows(2).all(|pair| rarity.key(pair[0]) < rarity.key(pair[1])));
                    prop_assert!(x.iter().all(|hash| a.hashes().contains(hash)));
                    prop_assert!(!least.is_reached(a.resemblance(b)) || x.iter().any(|hash| y.contains(hash)));
                }
            }
        }
    }

    #[test]
    fn the_rarest_come_first() {
        let common: Vec<u32> = (0..100).collect();
        let sketches: Vec<Sketch> = (0..50)
            .filter_map(|n| Sketch::of_hashes(common.iter().copied().chain([1_000 + n]).collect(), 1024))
            .collect();
        let mut prefix = vec![];
        let rarity = Rarity::of(&sketches.iter().collect::<Vec<_>>());
        rarity.prefix(
            &sketches[7],
            Reach { least: Least::of(0.995), coarsest: 0 },
            &mut Keys::default(),
            &mut prefix,
        );
        assert!(prefix.contains(&1_007), "{prefix:?}");
    }

    #[test]
    fn hashes_of_one_sketch_and_of_very_many_are_not_shared() {
        // Each has 1 to 9, every second one 100, and each a hash of its own.
        let hashes = |n: u32| (1..10).chain(n.is_multiple_of(2).then_some(100)).chain([1_000 + n]).collect();
        let sketches: Vec<Sketch> = (0..400).filter_map(|n| Sketch::of_hashes(hashes(n), 1024)).collect();
        let rarest = |count: usize| {
            let sketches: Vec<&Sketch> = sketches.iter().take(count).collect();
            let mut out = vec![];
            Rarity::of(&sketches).rarest_shared(sketches[0], 0, |_| 3, &mut Keys::default(), &mut out);
            out
        };
        assert_eq!(rarest(400), [100], "200 of 400 have it");
        let few = rarest(100);
        assert!(few.len() == 3 && few.contains(&100) && !few.contains(&1_000), "{few:?}");
    }
}

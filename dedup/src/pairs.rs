//! All pairs of near fingerprints among many that are given at once.
//!
//! In: fingerprints in order, and a distance k of 0 to 7. Out: for each fingerprint the earlier ones within k of it.
//! The blocks are those of [`HammingIndex`](crate::HammingIndex) (Manku, Jain and Das Sarma 2007), but nothing is
//! looked up: for each choice of blocks the fingerprints are sorted by the bits of these blocks. Fingerprints that are
//! equal there then stand side by side, and memory is read in order. `O(t · (n + p))` for n fingerprints, t choices,
//! and p pairs that are equal in one; [`NearPairs::of`] gives up if p is large, since looking up costs less then.
//! Memory: 24 bytes per fingerprint and thread, and 12 per pair, at most [`MOST_KEPT`] pairs per fingerprint and
//! thread.

use std::ops::Range;

use crate::Fingerprint;
use crate::hamming::{cheapest_blocks, masks, mixed};
use crate::threads::on_threads;

/// The number of pairs to compare, per fingerprint and choice of blocks, above which looking up is faster: it compares
/// with leaders only.
const MOST_COMPARED: usize = 48;
/// The most pairs that are kept for each fingerprint and thread.
const MOST_KEPT: usize = 8;
/// The cost of sorting one fingerprint, in pairs compared.
const SORT_COST: f64 = 24.0;
/// The most bits that are sorted by at a time.
const MOST_DIGITS: u32 = 11;
/// The number of bits to sort by, beyond the number that would tell as many fingerprints apart.
const SPARE_BITS: u32 = 3;
/// The most choices of blocks. More take longer than they save.
const MOST_CHOICES: usize = 40;

/// The near fingerprints that come before each fingerprint.
#[derive(Debug)]
pub(crate) struct NearPairs {
    /// The place in `earlier` at which the list of each fingerprint begins, and the end of the last list.
    starts: Vec<u32>,
    earlier: Vec<u32>,
}

impl NearPairs {
    /// Finds all near pairs; none if they are too many to be worth it.
    pub(crate) fn of(prints: &[Fingerprint], distance: u32, threads: usize) -> Option<NearPairs> {
        let masks = masks(distance, blocks(distance, prints.len()));
        let part = masks.len().div_ceil(threads.max(1));
        let found = on_threads((0..masks.len()).step_by(part), |first| {
            pairs_by(&masks, first..(first + part).min(masks.len()), prints, distance)
        });
        let found: Vec<Vec<Pair>> = found.into_iter().collect::<Option<_>>()?;
        // The lists are numbered with 32 bits.
        u32::try_from(found.iter().map(Vec::len).sum::<usize>()).ok()?;
        Some(NearPairs::by_later(prints.len(), &found))
    }

    fn by_later(count: usize, found: &[Vec<Pair>]) -> NearPairs {
        let mut starts = vec![0; count + 1];
        for pair in found.iter().flatten() {
            starts[pair.later as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut earlier = vec![0; sum as usize];
        for pair in found.iter().flatten() {
            let at = &mut next[pair.later as usize];
            earlier[*at as usize] = pair.earlier;
            *at += 1;
        }
        NearPairs { starts, earlier }
    }

    /// Returns the numbers of the near fingerprints before one, in any order.
    pub(crate) fn before(&self, number: usize) -> &[u32] {
        &self.earlier[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The numbers of two near fingerprints.
#[derive(Clone, Copy, Debug)]
struct Pair {
    later: u32,
    earlier: u32,
}

/// Finds the near pairs of some choices of blocks, given by their masks, that no earlier choice has; none if they are too
/// many.
fn pairs_by(masks: &[u64], own: Range<usize>, prints: &[Fingerprint], distance: u32) -> Option<Vec<Pair>> {
    let mut sorted = Sorted::default();
    let mut pairs = vec![];
    for number in own {
        sorted.sort(prints, masks[number]);
        sorted.pairs(distance, &masks[..number], &mut pairs)?;
    }
    Some(pairs)
}

/// Fingerprints in the order of some of their bits.
#[derive(Default)]
struct Sorted {
    mask: u64,
    /// The number of bits of the keys that are sorted by.
    bits: u32,
    /// The key of each fingerprint in the upper half, its number in the lower one.
    order: Vec<u64>,
    spare: Vec<u64>,
    prints: Vec<u64>,
}

impl Sorted {
    fn sort(&mut self, prints: &[Fingerprint], mask: u64) {
        self.mask = mask;
        self.order.clear();
        let entries = prints.iter().zip(0..);
        self.order.extend(entries.map(|(print, number)| mixed(print.0 & mask) >> 32 << 32 | number));
        self.bits = (prints.len().max(2).ilog2() + 1 + SPARE_BITS).min(32);
        self.sort_order();
        self.prints.clear();
        self.prints.extend(self.order.iter().map(|&entry| prints[entry as u32 as usize].0));
    }

    /// Sorts by the upper bits, digit by digit from the lowest one. Entries that are equal there keep their order.
    fn sort_order(&mut self) {
        let digits = self.bits.div_ceil(MOST_DIGITS);
        let width = self.bits.div_ceil(digits);
        self.spare.resize(self.order.len(), 0);
        for digit in 0..digits {
            let shift = 64 - self.bits + digit * width;
            let mask = (1 << width) - 1;
            let mut next = vec![0; 1 << width];
            for &entry in &self.order {
                next[(entry >> shift) as usize & mask] += 1;
            }
            let mut sum = 0;
            for place in &mut next {
                sum += std::mem::replace(place, sum);
            }
            for &entry in &self.order {
                let place = &mut next[(entry >> shift) as usize & mask];
                self.spare[*place] = entry;
                *place += 1;
            }
            std::mem::swap(&mut self.order, &mut self.spare);
        }
    }

    /// Adds the near pairs that are equal in these bits and in the bits of no earlier choice; none if there is too much
    /// to compare.
    fn pairs(&self, distance: u32, earlier_masks: &[u64], pairs: &mut Vec<Pair>) -> Option<()> {
        let mut compared = 0;
        let mut start = 0;
        for run in self.order.chunk_by(|a, b| (a ^ b) >> (64 - self.bits) == 0) {
            let prints = &self.prints[start..start + run.len()];
            start += run.len();
            compared += run.len() * (run.len() - 1) / 2;
            if compared > MOST_COMPARED * self.order.len() || pairs.len() > MOST_KEPT * self.order.len() {
                return None;
            }
            for (at, &print) in prints.iter().enumerate().skip(1) {
                for (before, &other) in prints[..at].iter().enumerate() {
                    let bits = print ^ other;
                    // Keys of different bits may be equal by chance.
                    if bits.count_ones() <= distance
                        && bits & self.mask == 0
                        && earlier_masks.iter().all(|mask| bits & mask != 0)
                    {
                        // Fingerprints of equal keys stand in the order of their numbers.
                        pairs.push(Pair { later: run[at] as u32, earlier: run[before] as u32 });
                    }
                }
            }
        }
        Some(())
    }
}

/// Returns the number of blocks that costs least for this number of fingerprints of evenly spread bits.
fn blocks(distance: u32, count: usize) -> u32 {
    cheapest_blocks(distance, MOST_CHOICES, |keys| SORT_COST + count as f64 / 2.0 / keys)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::MOST_DISTANCE;
    use crate::tests::prints;

    proptest! {
        #[test]
        fn all_near_pairs_are_found_once(prints in prints(), distance in 0..=MOST_DISTANCE) {
            for threads in [1, 3] {
                let Some(pairs) = NearPairs::of(&prints, distance, threads) else { continue };
                for (number, print) in prints.iter().enumerate() {
                    let mut found = pairs.before(number).to_vec();
                    found.sort_unstable();
                    let near = |&other: &u32| prints[other as usize].distance(*print) <= distance;
                    prop_assert_eq!(found, (0..number as u32).filter(near).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn too_many_pairs_are_not_looked_for() {
        let same = vec![Fingerprint(7); 1000];
        assert!(NearPairs::of(&same, 3, 1).is_none());
        assert!(NearPairs::of(&same[..10], 3, 1).is_some());
    }
}

//! Single-Pass clustering of fingerprints, as in paper 000 (Li, Mao and Chen 2013).
//!
//! In: fingerprints in the order of the documents. Out: for each its cluster. A document joins the nearest cluster whose
//! centre is within k bits, else it begins one and is its centre for good. Of centres at the same distance the oldest
//! one wins. The paper says "less than" here and "at most" there; it is "at most".
//!
//! The order of the documents matters: clusters are around those that came first, and two documents of one cluster
//! differ in up to 2k bits. The paper compares with each centre, `O(n · clusters)` ([`linear_single_pass`]);
//! [`SinglePass`] asks [`HammingIndex`], or sorts, and gives the same clusters, whether it takes documents one at a time
//! or many at once on several threads.
//!
//! ```
//! use ibid::dedup::{Fingerprint, SinglePass};
//!
//! let mut clusters = SinglePass::new(3)?;
//! let joined = [0b0000, 0b1111_0000, 0b0111].map(|print| clusters.push(Fingerprint(print)));
//! assert_eq!(joined.map(|joined| joined.cluster), [0, 1, 0]);
//! assert_eq!(joined[2].distance, 3);
//! # Ok::<(), ibid::Error>(())
//! ```

use std::num::NonZeroU32;

use super::Fingerprint;
use super::hamming::{HammingIndex, Neighbor};
use super::pairs::NearPairs;
use super::threads::on_threads;
use crate::error::Result;

/// So many documents are asked about at once before their centres are taken in.
const BATCH: usize = 1 << 16;
/// So many documents or more are compared with each other by sorting, if there are not many more centres.
const MANY: usize = 1 << 10;
const MORE_CENTRES: usize = 2;

/// Where a document belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The cluster's number, counted from 0 in the order of their centres.
    pub cluster: u32,
    /// In how many bits it differs from the centre.
    pub distance: u32,
    /// Whether it is the centre.
    pub is_centre: bool,
}

/// Clusters so far.
#[derive(Clone, Debug)]
pub struct SinglePass {
    distance: u32,
    /// Any two of them differ in more than k bits.
    centres: Vec<Fingerprint>,
    // Invariant: holds the first of the centres; the others are taken in when something is looked up.
    index: HammingIndex,
}

impl SinglePass {
    /// No clusters yet; documents join within this distance.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) above [`MOST_DISTANCE`](super::MOST_DISTANCE).
    pub fn new(distance: u32) -> Result<SinglePass> {
        Ok(SinglePass { distance, centres: vec![], index: HammingIndex::new(distance)? })
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// The next document.
    pub fn push(&mut self, print: Fingerprint) -> Joined {
        self.complete_index(1);
        match self.index.nearest(print) {
            Some(near) => joined(near),
            None => {
                self.centres.push(print);
                centre(self.index.insert_new(print))
            }
        }
    }

    /// The next documents, on so many threads: the same as one after the other.
    ///
    /// Where there are many, all pairs that are near are found by sorting. Else, and where very many are alike, what is
    /// near among the centres of before is looked up on all threads; what is near among those that the documents of
    /// one batch make, in order.
    pub fn push_all(&mut self, prints: &[Fingerprint], threads: usize) -> Vec<Joined> {
        if prints.len() >= MANY
            && self.centres.len() <= MORE_CENTRES * prints.len()
            && let Some(joined) = self.push_sorted(prints, threads)
        {
            return joined;
        }
        self.complete_index(threads);
        let mut all = Vec::with_capacity(prints.len());
        let mut nearest = vec![];
        for batch in prints.chunks(BATCH) {
            self.ask(batch, threads, &mut nearest);
            self.take_in(batch, &nearest, threads, &mut all);
        }
        all
    }

    fn complete_index(&mut self, threads: usize) {
        let new = &self.centres[self.index.len()..];
        if !new.is_empty() {
            self.index.insert_all_new(new, threads);
        }
    }

    /// The next documents by the pairs of all that are near, centres of before included.
    fn push_sorted(&mut self, prints: &[Fingerprint], threads: usize) -> Option<Vec<Joined>> {
        let before = self.centres.len();
        let all = [&self.centres, prints].concat();
        let pairs = NearPairs::of(&all, self.distance, threads)?;
        // For each of all the cluster that it is the centre of.
        let mut centre_of: Vec<Option<NonZeroU32>> = vec![None; all.len()];
        let named = |cluster: usize| NonZeroU32::new(cluster as u32 + 1);
        (0..before).for_each(|cluster| centre_of[cluster] = named(cluster));
        let join = |(number, &print): (usize, &Fingerprint)| {
            let number = before + number;
            let near = |&earlier: &u32| {
                let cluster = centre_of[earlier as usize]?.get() - 1;
                Some(Neighbor { distance: print.distance(all[earlier as usize]), number: cluster })
            };
            match pairs.before(number).iter().filter_map(near).min() {
                Some(near) => joined(near),
                None => {
                    centre_of[number] = named(self.centres.len());
                    self.centres.push(print);
                    centre(self.centres.len() as u32 - 1)
                }
            }
        };
        Some(prints.iter().enumerate().map(join).collect())
    }

    /// The nearest centre of each document.
    fn ask(&self, batch: &[Fingerprint], threads: usize, nearest: &mut Vec<Option<Neighbor>>) {
        nearest.clear();
        nearest.resize(batch.len(), None);
        let part = batch.len().div_ceil(threads.max(1)).max(256);
        let parts = batch.chunks(part).zip(nearest.chunks_mut(part));
        on_threads(parts.map(|(prints, nearest)| move || self.index.nearest_all(prints, nearest)));
    }

    fn take_in(
        &mut self,
        batch: &[Fingerprint],
        nearest: &[Option<Neighbor>],
        threads: usize,
        all: &mut Vec<Joined>,
    ) {
        let before = self.centres.len() as u32;
        let mut new = self.index.another(batch.len());
        let mut new_prints = vec![];
        for (&print, &old) in batch.iter().zip(nearest) {
            let of_batch = match old {
                Some(Neighbor { distance: 0, .. }) => None,
                _ => new.nearest(print),
            };
            let of_batch = of_batch.map(|near| Neighbor { number: before + near.number, ..near });
            // Nearest, then oldest: the order of `Neighbor`.
            all.push(match old.into_iter().chain(of_batch).min() {
                Some(near) => joined(near),
                None => {
                    new_prints.push(print);
                    centre(before + new.insert_new(print))
                }
            });
        }
        self.index.insert_all_new(&new_prints, threads);
        self.centres.extend(new_prints);
    }
}

fn joined(near: Neighbor) -> Joined {
    Joined { cluster: near.number, distance: near.distance, is_centre: false }
}

fn centre(number: u32) -> Joined {
    Joined { cluster: number, distance: 0, is_centre: true }
}

/// The same by comparing each document with each centre, as the paper describes it: `O(n · clusters)`.
pub fn linear_single_pass(prints: &[Fingerprint], distance: u32) -> Vec<Joined> {
    let mut centres: Vec<Fingerprint> = vec![];
    let join = |&print: &Fingerprint| {
        let nears = centres.iter().enumerate();
        let nears =
            nears.map(|(at, centre)| Neighbor { distance: centre.distance(print), number: at as u32 });
        match nears.min().filter(|near| near.distance <= distance) {
            Some(near) => joined(near),
            None => {
                centres.push(print);
                centre(centres.len() as u32 - 1)
            }
        }
    };
    prints.iter().map(join).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dedup::hamming::MOST_DISTANCE;
    use crate::dedup::tests::prints;

    /// All ways to the clusters.
    fn check(prints: &[Fingerprint], distance: u32) {
        let expected = linear_single_pass(prints, distance);
        let mut one = SinglePass::new(distance).unwrap();
        let one_by_one: Vec<Joined> = prints.iter().map(|&print| one.push(print)).collect();
        assert_eq!(one_by_one, expected, "one at a time, k = {distance}");
        for threads in [1, 3] {
            let mut many = SinglePass::new(distance).unwrap();
            let (first, rest) = prints.split_at(prints.len() / 3);
            let mut joined = many.push_all(first, threads);
            joined.extend(many.push_all(rest, threads));
            assert_eq!(joined, expected, "k = {distance} on {threads} threads");
            assert_eq!(many.len(), one.len());
            let mut sorted = SinglePass::new(distance).unwrap();
            let mut joined = sorted.push_all(first, threads);
            if let Some(rest) = sorted.push_sorted(rest, threads) {
                joined.extend(rest);
                assert_eq!(joined, expected, "by sorting, k = {distance} on {threads} threads");
                assert_eq!(
                    prints.iter().map(|&print| sorted.push(print)).collect::<Vec<_>>(),
                    prints.iter().map(|&print| one.push(print)).collect::<Vec<_>>()
                );
            }
        }
    }

    proptest! {
        #[test]
        fn clusters_equal_those_of_the_linear_scan(prints in prints(), distance in 0..=MOST_DISTANCE) {
            check(&prints, distance);
        }
    }

    #[test]
    fn larger_sets_are_clustered_alike_for_every_distance() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 16
        };
        let mut prints: Vec<Fingerprint> = vec![];
        for _ in 0..3000 {
            let origin = prints.get(next() as usize % (prints.len() + 1)).map_or(0, |print| print.0);
            let origin = if next() % 4 == 0 { next() << 32 ^ next() } else { origin };
            let edit = (0..next() % 9).fold(0, |edit, _| edit | 1_u64 << (next() % 64));
            prints.push(Fingerprint(origin ^ edit));
        }
        (0..=MOST_DISTANCE).for_each(|distance| check(&prints, distance));
    }

    #[test]
    fn ties_go_to_the_older_and_centres_stay() {
        let prints = [0b0000_0000, 0b0011_1111, 0b0000_0111, 0b0001_1111].map(Fingerprint);
        let joined: Vec<(u32, u32)> =
            linear_single_pass(&prints, 3).iter().map(|joined| (joined.cluster, joined.distance)).collect();
        assert_eq!(joined, [(0, 0), (1, 0), (0, 3), (1, 1)], "the third is as far from both");
        check(&prints, 3);
    }
}

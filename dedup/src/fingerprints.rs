//! The leaders of fingerprints: looked up in a [`HammingIndex`], or found by sorting.
//!
//! In: fingerprints, and a distance k of 0 to 7. Out: for each the nearest leader within k bits. Many fingerprints at
//! once are sorted to find all near pairs ([`NearPairs`]), which is several times faster. Fewer fingerprints are looked
//! up in batches, and so are fingerprints of which very many are alike.
//!
//! Li, Mao and Chen (2013) say "less than k" in one place and "at most k" in another; here it is "at most".

use std::num::NonZeroU32;

use ibid::Result;

use crate::Fingerprint;
use crate::cluster::{Assignment, LeaderFinder, Nearest, Neighbor};
use crate::hamming::HammingIndex;
use crate::pairs::NearPairs;

/// The fewest fingerprints that are compared with each other by sorting, if there are not many more leaders.
const MANY: usize = 1 << 10;
const MORE_LEADERS: usize = 2;

/// Fingerprints that lead clusters, any two of which differ in more than k bits.
#[derive(Clone, Debug)]
pub struct HammingLeaders {
    distance: u32,
    leaders: Vec<Fingerprint>,
    // Invariant: holds the first of the leaders; the others are inserted before a look-up.
    index: HammingIndex,
}

impl HammingLeaders {
    /// Makes a finder without leaders; fingerprints within this distance are near.
    ///
    /// # Errors
    /// [`Error::Request`](ibid::Error::Request) above [`MOST_DISTANCE`](crate::MOST_DISTANCE).
    pub fn new(distance: u32) -> Result<HammingLeaders> {
        Ok(HammingLeaders { distance, leaders: vec![], index: HammingIndex::new(distance)? })
    }

    /// Clusters fingerprints by all near pairs, earlier leaders included.
    fn join_sorted(&mut self, prints: &[Fingerprint], threads: usize) -> Option<Vec<Assignment>> {
        let before = self.leaders.len();
        let all = [&self.leaders, prints].concat();
        let pairs = NearPairs::of(&all, self.distance, threads)?;
        // The cluster that each of `all` leads, if it leads one.
        let mut led: Vec<Option<NonZeroU32>> = vec![None; all.len()];
        for (led, next) in led.iter_mut().zip(1..).take(before) {
            *led = NonZeroU32::new(next);
        }
        let mut joined = Vec::with_capacity(prints.len());
        for (number, &print) in (before..).zip(prints) {
            let near = |&earlier: &u32| {
                let number = led[earlier as usize]?.get() - 1;
                Some(Neighbor { distance: print.distance(all[earlier as usize]), number })
            };
            joined.push(match pairs.before(number).iter().filter_map(near).min() {
                Some(leader) => Assignment::from(leader),
                None => {
                    self.leaders.push(print);
                    led[number] = NonZeroU32::new(self.leaders.len() as u32);
                    Assignment::leader(self.leaders.len() as u32 - 1)
                }
            });
        }
        Some(joined)
    }
}

impl LeaderFinder for HammingLeaders {
    type Item = Fingerprint;
    type Distance = u32;
    type Keys = ();

    const NEAREST: u32 = 0;
    const BATCH: usize = 1 << 16;

    fn count(&self) -> usize {
        self.leaders.len()
    }

    fn join_all(&mut self, prints: &[Fingerprint], threads: usize) -> Option<Vec<Assignment>> {
        let are_many = prints.len() >= MANY && self.leaders.len() <= MORE_LEADERS * prints.len();
        let joined = if are_many { self.join_sorted(prints, threads) } else { None };
        if joined.is_none() {
            self.index.insert_all_new(&self.leaders[self.index.len()..], threads);
        }
        joined
    }

    fn look_up(&self, prints: &[Fingerprint]) -> Vec<((), Nearest<Self>)> {
        self.index.nearest_all(prints).into_iter().map(|nearest| ((), nearest)).collect()
    }

    fn nearest(&mut self, print: Fingerprint, _keys: &()) -> Nearest<Self> {
        self.index.nearest(print)
    }

    fn push(&mut self, print: Fingerprint, _keys: &()) {
        self.leaders.push(print);
        self.index.insert_new(print);
    }

    fn empty(&self, room: usize) -> HammingLeaders {
        HammingLeaders { distance: self.distance, leaders: vec![], index: self.index.empty(room) }
    }

    fn append(&mut self, new: HammingLeaders, threads: usize) {
        self.index.insert_all_new(&new.leaders, threads);
        self.leaders.extend(new.leaders);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cluster::tests::check as check_finder;
    use crate::tests::prints;
    use crate::{MOST_DISTANCE, SinglePass, linear_single_pass};

    fn check(prints: &[Fingerprint], distance: u32) {
        let leaders = || HammingLeaders::new(distance).unwrap();
        check_finder(leaders, prints, |a, b| a.within(b, distance));
        // Clustered by sorting behind leaders that are looked up, and by look-up behind leaders that were sorted.
        let (first, rest) = prints.split_at(prints.len() / 3);
        let (second, third) = rest.split_at(rest.len() / 2);
        let mut clusters = SinglePass::new(leaders());
        let mut joined = clusters.push_all(first, 3);
        let mut sorted = leaders();
        sorted.leaders = first
            .iter()
            .zip(&joined)
            .filter(|(_, joined)| joined.is_leader())
            .map(|(&print, _)| print)
            .collect();
        if let Some(more) = sorted.join_sorted(second, 3) {
            joined.extend(more);
            joined.extend(SinglePass::new(sorted).push_all(third, 3));
            assert_eq!(joined, linear_single_pass(prints, |a, b| a.within(b, distance)), "k = {distance}");
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
    fn ties_go_to_the_older_and_leaders_stay() {
        let prints = [0b0000_0000, 0b0011_1111, 0b0000_0111, 0b0001_1111].map(Fingerprint);
        let joined = linear_single_pass(&prints, |a, b| a.within(b, 3));
        let joined: Vec<_> = joined.iter().map(|joined| (joined.cluster, joined.distance)).collect();
        assert_eq!(
            joined,
            [(0, None), (1, None), (0, Some(3)), (1, Some(1))],
            "the third is as far from both"
        );
        check(&prints, 3);
    }
}

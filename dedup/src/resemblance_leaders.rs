//! The leaders of sketches, found by their rarest shingles without looking at all of them.
//!
//! The search looks only at leaders that share one of the rarest shingles with the text ([`Rarity`]). It compares only
//! if the prefixes have enough in common: if they share k shingles, the whole sets share at most k and what follows the
//! shorter prefix. (That is stronger than the positional filter of Xiao et al. 2008, and needs no positions.) A
//! comparison ends as soon as too much differs.
//!
//! Texts of one form have no rare shingles. Each would meet a share of all others, and the time would grow with the
//! square of their number. So a text reads a bounded number of entries ([`BOUNDS`]). If there are more, the text is
//! compared with the leaders that it met most often, and it is also looked up by keys of several shingles together
//! ([`paths`](crate::paths)). Only then can a near leader be missed, and both texts are kept.
//!
//! A text of n hashes costs `O(n)` and a look at each list of its prefix, which has `(1 − t) n + 1` hashes; most of
//! them no other text has. Memory: some 20 bytes per hash in the prefix of a leader.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::cluster::{LeaderFinder, Nearest, Neighbor};
use crate::paths::{PATHS, paths};
use crate::postings::{Posted, Postings};
use crate::rarity::{Keys, Rarity, Reach};
use crate::sketch::{Least, coarsest_level, common};
use crate::{Resemblance, Sketch};

/// The bits of a size in a shape; the rest holds the level, at most 32.
const SIZE_BITS: u32 = 26;
const MOST_SIZE: u32 = (1 << SIZE_BITS) - 1;

/// The most work for one text among the leaders before its batch, and again among the leaders of its batch.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// The most entries that are read, at most half of them under keys of several shingles.
    read: usize,
    /// The most leaders that a text is compared with if not all entries were read.
    compared: usize,
}

const BOUNDS: Bounds = Bounds { read: 1 << 10, compared: 32 };

/// A finder of leaders among sketches, by their rarest shingles.
#[derive(Clone, Debug)]
pub(crate) struct ResemblanceLeaders<'s> {
    least: Least,
    bounds: Bounds,
    rarity: Arc<Rarity>,
    /// The coarsest level of all sketches that are looked up.
    coarsest: u8,
    leaders: Vec<&'s Sketch>,
    // Invariant: each leader stands under each of its keys for others of up to the coarsest level.
    postings: Postings,
    memory: Memory,
}

impl<'s> ResemblanceLeaders<'s> {
    /// Makes a finder without leaders. Sketches are near if at least the share `min` is common: above 0, at most 1, to
    /// six decimal places. All sketches that are looked up must be among `sketches`, whose rare shingles and coarsest
    /// level are counted.
    pub(crate) fn new(min: f64, sketches: &[&Sketch]) -> ResemblanceLeaders<'s> {
        ResemblanceLeaders {
            least: Least::of(min),
            bounds: BOUNDS,
            rarity: Arc::new(Rarity::of(sketches)),
            coarsest: coarsest_level(sketches),
            leaders: vec![],
            postings: Postings::default(),
            memory: Memory::default(),
        }
    }

    /// Returns the nearest leader among those that stand under some keys.
    fn find(&self, sketch: &Sketch, keys: &SketchKeys, memory: &mut Memory) -> Nearest<Self> {
        let read = self.met(keys, &mut memory.met);
        memory.count(&|_| true);
        self.all_of(sketch, read, &mut memory.counted).min()
    }

    /// Adds the numbers of all wanted leaders that are near.
    pub(crate) fn all_near(
        &mut self,
        sketch: &Sketch,
        keys: &SketchKeys,
        is_wanted: &dyn Fn(u32) -> bool,
        found: &mut Vec<u32>,
    ) {
        let mut memory = std::mem::take(&mut self.memory);
        let read = self.met(keys, &mut memory.met);
        memory.count(is_wanted);
        for near in self.all_of(sketch, read, &mut memory.counted) {
            found.push(near.number);
        }
        self.memory = memory;
    }

    /// Returns the near leaders among those that were met. If not all entries were read, only the leaders that were met
    /// most often are compared.
    fn all_of<'m>(
        &'m self,
        sketch: &'m Sketch,
        read: Read,
        counted: &'m mut Vec<Met>,
    ) -> impl Iterator<Item = Neighbor<Reverse<Resemblance>>> + 'm {
        if read == Read::Part {
            keep_most_met(counted, self.bounds.compared);
        }
        counted.iter().filter_map(move |met| match read {
            Read::All => self.near(sketch, met),
            Read::Part => self.compared(sketch, met.leader.number),
        })
    }

    /// Moves the leaders that were pushed one by one to the array, if there are many.
    pub(crate) fn settle(&mut self) {
        self.postings.settle_many();
    }

    /// Returns the keys that a sketch is looked up by.
    pub(crate) fn keys(&self, sketch: &Sketch) -> SketchKeys {
        self.make_keys(sketch, &mut Keys::default(), &mut vec![])
    }

    fn make_keys(&self, sketch: &Sketch, memory: &mut Keys, out: &mut Vec<u32>) -> SketchKeys {
        let reach = Reach { least: self.least, coarsest: self.coarsest };
        let entries = self.rarity.prefix(sketch, reach, memory, out);
        let prefix = out.as_slice().into();
        out.clear();
        // Counts are rounded down by up to a half.
        if entries > self.bounds.read as u64 / 2 {
            paths(&self.rarity, sketch, reach, memory, out);
        }
        SketchKeys { prefix, paths: out.as_slice().into() }
    }

    /// Writes the leaders that stand under some keys to `met`, once for each key.
    fn met(&self, keys: &SketchKeys, met: &mut Vec<Posted>) -> Read {
        met.clear();
        let mut left = self.bounds.read;
        let most_of_path = left / (4 * PATHS);
        for &path in &keys.paths {
            left -= self.postings.for_first(path, most_of_path, |leader| met.push(leader));
        }
        for &hash in &keys.prefix {
            left -= self.postings.for_first(hash, left, |leader| met.push(leader));
        }
        if left > 0 { Read::All } else { Read::Part }
    }

    /// Returns a leader if it is near, for a text all of whose entries were read.
    fn near(&self, sketch: &Sketch, met: &Met) -> Nearest<Self> {
        let a = sketch.hashes().len();
        let Posted { number, shape } = met.leader;
        // All common hashes of the prefixes were met, if the levels are equal.
        if let Some(b) = size_at(shape, sketch.level()) {
            let behind = (a - self.least.prefix(a)).max(b - self.least.prefix(b));
            let most = a.min(b).min(met.times as usize + behind);
            if most < self.least.common(a, b) {
                return None;
            }
        }
        self.compared(sketch, number)
    }

    /// Returns a leader if it is near.
    fn compared(&self, sketch: &Sketch, number: u32) -> Nearest<Self> {
        let (a, b) = sketch.comparable(self.leaders[number as usize]);
        let common = common(a, b, self.least.common(a.len(), b.len()))?;
        Some(Neighbor { distance: Reverse(Resemblance::of(a.len(), b.len(), common)), number })
    }
}

impl<'s> LeaderFinder for ResemblanceLeaders<'s> {
    type Item = &'s Sketch;
    type Distance = Reverse<Resemblance>;
    type Keys = SketchKeys;

    const NEAREST: Reverse<Resemblance> = Reverse(Resemblance { common: 1, union: 1 });
    // Small, because the leaders of a batch stand in chains, and long chains are slow to read.
    const BATCH: usize = 1 << 9;

    fn count(&self) -> usize {
        self.leaders.len()
    }

    fn look_up(&self, sketches: &[&'s Sketch]) -> Vec<(SketchKeys, Nearest<Self>)> {
        let (mut of_keys, mut out, mut memory) = (Keys::default(), vec![], Memory::default());
        let mut all = Vec::with_capacity(sketches.len());
        for sketch in sketches {
            let keys = self.make_keys(sketch, &mut of_keys, &mut out);
            let nearest = self.find(sketch, &keys, &mut memory);
            all.push((keys, nearest));
        }
        all
    }

    fn nearest(&mut self, sketch: &'s Sketch, keys: &SketchKeys) -> Nearest<Self> {
        let mut memory = std::mem::take(&mut self.memory);
        let nearest = self.find(sketch, keys, &mut memory);
        self.memory = memory;
        nearest
    }

    fn push(&mut self, sketch: &'s Sketch, keys: &SketchKeys) {
        let posted = Posted { number: self.leaders.len() as u32, shape: shape(sketch) };
        for &hash in keys.prefix.iter().chain(&keys.paths) {
            self.postings.insert(hash, posted);
        }
        self.leaders.push(sketch);
    }

    fn empty(&self, _room: usize) -> ResemblanceLeaders<'s> {
        let (rarity, postings) = (Arc::clone(&self.rarity), Postings::default());
        ResemblanceLeaders { rarity, leaders: vec![], postings, memory: Memory::default(), ..*self }
    }

    fn append(&mut self, new: ResemblanceLeaders<'s>, _threads: usize) {
        self.postings.append(&new.postings, self.leaders.len() as u32);
        self.leaders.extend(new.leaders);
    }
}

/// The keys that a sketch is looked up by.
#[derive(Clone, Debug)]
pub(crate) struct SketchKeys {
    /// Its rarest hashes, the rarest first.
    prefix: Box<[u32]>,
    /// The keys of several hashes together, if the hashes of the prefix are common.
    paths: Box<[u32]>,
}

/// The part of the entries under the keys of a sketch that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    All,
    Part,
}

/// A leader, and how often it was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Met {
    leader: Posted,
    times: u32,
}

/// Keeps the `most` leaders that were met most often, and of equals the oldest.
fn keep_most_met(counted: &mut Vec<Met>, most: usize) {
    if counted.len() > most {
        counted.select_nth_unstable_by_key(most, |met| (Reverse(met.times), met.leader.number));
        counted.truncate(most);
    }
}

/// Buffers of one search, reused by the next.
#[derive(Clone, Debug, Default)]
struct Memory {
    /// The leaders that were met, once for each key.
    met: Vec<Posted>,
    /// The same leaders, each once.
    counted: Vec<Met>,
    /// The number of times that each leader was met.
    // Invariant: 0 for all between two searches.
    times: Vec<u32>,
}

impl Memory {
    /// Counts the wanted leaders that were met.
    fn count(&mut self, is_wanted: &dyn Fn(u32) -> bool) {
        self.counted.clear();
        let mut last = 0;
        for met in &self.met {
            last = last.max(met.number);
        }
        self.times.resize(self.times.len().max(last as usize + 1), 0);
        for met in &self.met {
            self.times[met.number as usize] += 1;
        }
        for &leader in &self.met {
            let times = std::mem::take(&mut self.times[leader.number as usize]);
            if times > 0 && is_wanted(leader.number) {
                self.counted.push(Met { leader, times });
            }
        }
    }
}

/// Returns the level and the size of a sketch in one number, which mostly shows that it is not near.
fn shape(sketch: &Sketch) -> u32 {
    let size = u32::try_from(sketch.hashes().len()).unwrap_or(u32::MAX).min(MOST_SIZE);
    u32::from(sketch.level()) << SIZE_BITS | size
}

/// Returns the size of a sketch of this shape, if it is of this level and its size fits into the shape.
fn size_at(shape: u32, level: u8) -> Option<usize> {
    let size = shape & MOST_SIZE;
    (shape >> SIZE_BITS == u32::from(level) && size < MOST_SIZE).then_some(size as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cluster::leaders;
    use crate::cluster::tests::check as check_finder;
    use crate::linear_single_pass;

    fn similarity(min: f64) -> impl Fn(&Sketch, &Sketch) -> Option<Reverse<Resemblance>> {
        move |a, b| Some(a.resemblance(b)).filter(|found| Least::of(min).is_reached(*found)).map(Reverse)
    }

    fn check(sketches: &[Sketch], min: f64) {
        let sketches: Vec<&Sketch> = sketches.iter().collect();
        check_finder(|| ResemblanceLeaders::new(min, &sketches), &sketches, similarity(min));
    }

    /// Sets of hashes, some made of others by leaving out and putting in, so that all shares occur; of several levels.
    fn sketches() -> impl Strategy<Value = Vec<Sketch>> {
        let edit = (any::<prop::sample::Index>(), 0_usize..8, prop::collection::vec(hash(), 0..8));
        let sets = prop::collection::vec(prop::collection::btree_set(hash(), 1..40), 1..5);
        (sets, prop::collection::vec(edit, 0..60), prop::sample::select(vec![8, 24, 32, 1000])).prop_map(
            |(mut sets, edits, keep)| {
                for (origin, without, with) in edits {
                    let origin = &sets[origin.index(sets.len())];
                    sets.push(origin.iter().copied().skip(without).chain(with).collect());
                }
                sets.into_iter()
                    .filter_map(|set| Sketch::of_hashes(set.into_iter().collect(), keep))
                    .collect()
            },
        )
    }

    /// Generates hashes, few in the lower half, so that sketches of different sets meet there.
    fn hash() -> impl Strategy<Value = u32> {
        (1_u32..48, 0_u32..27).prop_map(|(value, shift)| value << shift)
    }

    proptest! {
        #[test]
        fn clusters_equal_those_of_the_linear_scan(sketches in sketches(), min in 0.3_f64..=1.0) {
            check(&sketches, min);
        }
    }

    fn numbers(from: u32, count: u32) -> impl Iterator<Item = u32> {
        (from..from + count).map(|number| (number ^ 0x5555).wrapping_mul(2_654_435_761))
    }

    #[test]
    fn larger_sets_are_clustered_alike_for_every_threshold() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32
        };
        let mut sets: Vec<Vec<u32>> = vec![];
        for _ in 0..400 {
            // Half of the sets begin with hashes that all have; sizes around 40, where samples begin.
            let mut set: Vec<u32> = if next() % 2 == 0 { numbers(0, 20).collect() } else { vec![] };
            if next() % 4 > 0 && !sets.is_empty() {
                set.clone_from(&sets[next() as usize % sets.len()]);
                (0..next() % 9).for_each(|_| {
                    let at = next() as usize % set.len();
                    set.swap_remove(at);
                    set.push(next());
                });
            } else {
                set.extend(numbers(next() % 1000 * 10, 5 + next() % 60));
            }
            sets.push(set);
        }
        for keep in [40, 1 << 20] {
            let sketches: Vec<Sketch> =
                sets.iter().filter_map(|set| Sketch::of_hashes(set.clone(), keep)).collect();
            for min in [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.86, 0.9, 0.95, 1.0] {
                check(&sketches, min);
            }
        }
    }

    #[test]
    fn ties_go_to_the_older_and_leaders_stay() {
        let set = |ranges: &[(u32, u32)]| {
            let all = ranges.iter().flat_map(|&(from, count)| numbers(from, count)).collect();
            Sketch::of_hashes(all, 1024).unwrap()
        };
        // The third has half of each of the first two; the fourth has all of the third and so is nearest to the second.
        let sketches = [
            set(&[(0, 10), (100, 10)]),
            set(&[(10, 10), (200, 10)]),
            set(&[(0, 10), (10, 10)]),
            set(&[(10, 10), (200, 9), (0, 1)]),
        ];
        let joined = linear_single_pass(&sketches.iter().collect::<Vec<_>>(), similarity(0.3));
        assert_eq!(joined.iter().map(|joined| joined.cluster).collect::<Vec<_>>(), [0, 1, 0, 1]);
        check(&sketches, 0.3);
    }

    /// Bounds that few forms reach.
    const SMALL: Bounds = Bounds { read: 1 << 10, compared: 16 };

    /// Sets of one form: seventy hashes that all have, and thirty that are each one of five. Every fiftieth has all but
    /// three hashes of the set 49 before it.
    fn forms(count: u32) -> Vec<Sketch> {
        let mut forms: Vec<Vec<u32>> = vec![];
        let mut random = 1_u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        for number in 0..count {
            let mut values: Vec<u32> = (0..30).map(|field| 100 + field * 5 + next(5)).collect();
            if number % 50 == 49 {
                values.clone_from(&forms[number as usize - 49]);
                (0..3).for_each(|field| values[field * 9] = 1_000 + number * 3 + field as u32);
            }
            forms.push(values);
        }
        let all =
            |values: Vec<u32>| numbers(0, 70).chain(values.into_iter().flat_map(|value| numbers(value, 1)));
        forms.into_iter().filter_map(|values| Sketch::of_hashes(all(values).collect(), 1024)).collect()
    }

    proptest! {
        /// Checks that below the bound nothing is missed, whatever the keys are; above it, all that is called near is
        /// near.
        #[test]
        fn bounded_clusters_are_those_of_the_linear_scan_where_all_is_read(
            sketches in sketches(), min in 0.3_f64..=1.0, read in 1_usize..200, compared in 1_usize..9,
        ) {
            let sketches: Vec<&Sketch> = sketches.iter().collect();
            let mut finder = ResemblanceLeaders::new(min, &sketches);
            finder.bounds = Bounds { read, compared };
            let (mut leaders, mut met) = (Vec::<&Sketch>::new(), vec![]);
            for &sketch in &sketches {
                let near = |(number, leader): (u32, &&Sketch)| {
                    Some(Neighbor { distance: similarity(min)(leader, sketch)?, number })
                };
                let expected = (0..).zip(&leaders).filter_map(near).min();
                let keys = finder.keys(sketch);
                let is_all = finder.met(&keys, &mut met) == Read::All;
                let found = finder.nearest(sketch, &keys);
                prop_assert!(found == expected || !is_all, "{found:?} {expected:?}");
                prop_assert!(found.is_none_or(|found| Some(found) >= expected && expected.is_some()));
                if found.is_none() {
                    finder.push(sketch, &keys);
                    leaders.push(sketch);
                }
            }
        }
    }

    #[test]
    fn forms_read_and_compare_a_bounded_number_of_others() {
        let most_read = |count: u32| {
            let forms = forms(count);
            let sketches: Vec<&Sketch> = forms.iter().collect();
            let mut finder = ResemblanceLeaders { bounds: SMALL, ..ResemblanceLeaders::new(0.8, &sketches) };
            let (mut met, mut cut, mut most) = (vec![], 0, 0);
            for sketch in &sketches {
                let keys = finder.keys(sketch);
                cut += u32::from(finder.met(&keys, &mut met) == Read::Part);
                most = most.max(met.len());
                finder.push(sketch, &keys);
                finder.settle();
            }
            assert!(cut > count / 2, "of {count}, {cut} have more entries than are read");
            most
        };
        for count in [1_000, 2_000] {
            assert!(most_read(count) <= SMALL.read);
        }
    }

    #[test]
    fn the_leaders_that_are_met_most_often_stay_and_of_equals_the_oldest() {
        let met = [4, 1, 3, 0, 3, 2, 1, 0, 4].map(|number| Posted { number, shape: 0 });
        let mut memory = Memory { met: met.into(), ..Memory::default() };
        for _ in 0..2 {
            memory.count(&|number| number != 1);
            assert_eq!(memory.counted.len(), 4);
            keep_most_met(&mut memory.counted, 2);
            let mut kept: Vec<(u32, u32)> =
                memory.counted.iter().map(|met| (met.leader.number, met.times)).collect();
            kept.sort_unstable();
            assert_eq!(kept, [(0, 2), (3, 2)]);
        }
    }

    #[test]
    fn edited_copies_are_found_among_many_forms() {
        let forms = forms(2_000);
        let sketches: Vec<&Sketch> = forms.iter().collect();
        let finder = ResemblanceLeaders { bounds: SMALL, ..ResemblanceLeaders::new(0.8, &sketches) };
        let leaders = leaders(finder, &sketches, 2);
        let missed = (0..2_000).filter(|place| place % 50 == 49 && leaders[*place] != *place as u32 - 49);
        assert_eq!(missed.count(), 0);
    }
}

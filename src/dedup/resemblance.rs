//! Texts are near when a large share of their shingles is common.
//!
//! In: texts. Out: a sketch of each ([`Sketch`]), and the clusters of these: a text joins the leader that it resembles most,
//! if they have at least the share t of all their shingles in common.
//!
//! The search looks only at leaders that share one of the rarest shingles with the text ([`Rarity`]), and compares only
//! where the prefixes have enough in common: if they share k shingles, the whole sets share at most k and what follows
//! the shorter prefix. (That is stronger than the positional filter of Xiao et al. 2008, and needs no positions.) A
//! comparison ends as soon as too much differs. Copies of one text are compared with their leader alone.
//!
//! A text of n hashes costs `O(n)` and a look at each list of its prefix, which has `(1 − t) n + 1` hashes, mostly ones
//! that no other text has. Memory: some 20 bytes a hash in the prefix of a leader.
//!
//! ```
//! use ibid::dedup::{NearMethod, ResemblanceSettings};
//!
//! let near = ResemblanceSettings { width: 5, min: 0.5, keep: None };
//! let texts = ["The tide turned, and the old mill began to grind.", "Potatoes.", "The tide turned and the mill began to grind"];
//! let signatures: Vec<_> = texts.iter().filter_map(|text| near.signature(text, None)).collect();
//! assert_eq!(near.clusters(&signatures.iter().collect::<Vec<_>>(), 1)?, [0, 1, 0]);
//! # Ok::<(), ibid::Error>(())
//! ```

use std::cmp::Reverse;
use std::sync::Arc;

use super::cluster::{LeaderFinder, Nearest, Neighbor, leaders, links};
use super::near::{Method, NearMethod, Nearness, shares};
use super::postings::{Posted, Postings};
use super::rarity::{Keys, Rarity};
use super::signature::{Signature, all_of};
use super::sketch::{Least, common};
use super::written::Written;
use super::{Resemblance, Sketch};
use crate::error::Result;

/// The bits of a size in a shape; the rest holds the level, at most 32.
const SIZE_BITS: u32 = 26;
const MOST_SIZE: u32 = (1 << SIZE_BITS) - 1;
/// Stretches of twelve Latin letters, or four Han characters.
const DEFAULT_WIDTH: u32 = 12;
/// The share of all shingles that must be common.
const DEFAULT_MIN: f64 = 0.86;
/// The most hashes that are kept of a text.
const DEFAULT_KEEP: u32 = 1024;

pub(super) const METHOD: Method = Method {
    name: "shingles",
    help: "shingles:width=12,min=.86,keep=1024 or keep=all",
    make: |written, _| Ok(Box::new(ResemblanceSettings::take(written, ResemblanceSettings::default())?)),
};

/// How texts are compared by their shingles; `shingles:width=12,min=.86` and the like when written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResemblanceSettings {
    /// The least number of bytes in UTF-8 of a shingle, 1 to 100: 12 bytes are 12 Latin letters, or 4 Han characters.
    pub width: u32,
    /// The least share of common shingles of near texts, .1 to 1; six places count.
    pub min: f64,
    /// The most shingles that are kept of a text, as a sample, 64 to 1,000,000; none for all.
    pub keep: Option<u32>,
}

impl Default for ResemblanceSettings {
    fn default() -> ResemblanceSettings {
        ResemblanceSettings { width: DEFAULT_WIDTH, min: DEFAULT_MIN, keep: Some(DEFAULT_KEEP) }
    }
}

impl ResemblanceSettings {
    /// What is written: `width=N`, `min=SHARE`, `keep=N|all`.
    pub(super) fn take(
        written: &mut Written<'_>,
        default: ResemblanceSettings,
    ) -> Result<ResemblanceSettings> {
        Ok(ResemblanceSettings {
            width: written.whole("width", 1..=100)?.unwrap_or(default.width),
            min: written.share("min", 0.1..=1.0)?.unwrap_or(default.min),
            keep: written.whole_or_all("keep", 64..=1_000_000)?.unwrap_or(default.keep),
        })
    }

    /// The shingles of a text, or a sample of them; none where it has no letters and digits.
    pub fn sketch(&self, text: &str) -> Option<Sketch> {
        Sketch::of(text, self.width, self.keep)
    }
}

impl NearMethod for ResemblanceSettings {
    fn name(&self) -> String {
        let keep = self.keep.map_or("all".to_owned(), |keep| keep.to_string());
        format!("shingles(width={},keep={keep},hash=xxh3),min={}", self.width, self.min)
    }

    fn signature(&self, text: &str, _category: Option<&str>) -> Option<Signature> {
        self.sketch(text).map(Signature::Sketch)
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        let sketches = sketches(signatures)?;
        Ok(leaders(ResemblanceLeaders::new(self.min, &sketches), &sketches, threads))
    }

    fn links(&self, signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        let sketches = sketches(signatures)?;
        let mut finder = ResemblanceLeaders::new(self.min, &sketches);
        Ok(links(&sketches, |&sketch, is_new, found| {
            let prefix = finder.prefix(sketch);
            finder.all_near(sketch, &prefix, is_new, found);
            finder.push(sketch, &prefix);
        }))
    }

    fn nearness(&self, signatures: &[&Signature], pairs: &[(u32, u32)], _: usize) -> Result<Vec<Nearness>> {
        let sketches = sketches(signatures)?;
        Ok(shares(pairs, |a, b| sketches[a].resemblance(sketches[b]).share()))
    }
}

fn sketches<'s>(signatures: &[&'s Signature]) -> Result<Vec<&'s Sketch>> {
    all_of(signatures, |signature| match signature {
        Signature::Sketch(sketch) => Some(sketch),
        _ => None,
    })
}

/// Sketches that lead clusters, by their rarest shingles.
#[derive(Clone, Debug)]
pub(super) struct ResemblanceLeaders<'s> {
    least: Least,
    rarity: Arc<Rarity>,
    /// The coarsest level of all sketches that are looked up.
    coarsest: u8,
    leaders: Vec<&'s Sketch>,
    // Invariant: each leader stands under each hash of its prefix for others of up to the coarsest level.
    postings: Postings,
    met: Vec<Posted>,
}

impl<'s> ResemblanceLeaders<'s> {
    /// No leaders yet; sketches are near where at least this share is common: above 0, at most 1, to six places. All that
    /// is looked up must be among these sketches: their rare shingles and their coarsest level are counted.
    pub(super) fn new(min: f64, sketches: &[&Sketch]) -> ResemblanceLeaders<'s> {
        ResemblanceLeaders {
            least: Least::of(min),
            rarity: Arc::new(Rarity::of(sketches)),
            coarsest: sketches.iter().map(|sketch| sketch.level()).max().unwrap_or(0),
            leaders: vec![],
            postings: Postings::default(),
            met: vec![],
        }
    }

    /// The nearest leader among those that stand under some hashes.
    fn find(&self, sketch: &Sketch, prefix: &[u32], met: &mut Vec<Posted>) -> Nearest<Self> {
        self.met(prefix, met);
        met.chunk_by(|a, b| a == b).filter_map(|same| self.near(sketch, same)).min()
    }

    /// Adds the numbers of all that are near, of those that are still wanted.
    pub(super) fn all_near(
        &self,
        sketch: &Sketch,
        prefix: &[u32],
        is_wanted: &dyn Fn(u32) -> bool,
        found: &mut Vec<u32>,
    ) {
        let mut met = vec![];
        self.met(prefix, &mut met);
        let wanted = met.chunk_by(|a, b| a == b).filter(|same| is_wanted(same[0].number));
        found.extend(wanted.filter_map(|same| Some(self.near(sketch, same)?.number)));
    }

    /// The hashes by which a sketch is looked up.
    pub(super) fn prefix(&self, sketch: &Sketch) -> Box<[u32]> {
        let (mut keys, mut prefix) = (Keys::default(), vec![]);
        self.rarity.prefix(sketch, (self.least, self.coarsest), &mut keys, &mut prefix);
        prefix.into()
    }

    /// The leaders that stand under some hashes, each as often as it does, one after the other.
    fn met(&self, prefix: &[u32], met: &mut Vec<Posted>) {
        met.clear();
        prefix.iter().for_each(|&hash| self.postings.for_each(hash, |leader| met.push(leader)));
        met.sort_unstable();
    }

    /// A leader that was met at these places, if it is near.
    fn near(&self, sketch: &Sketch, same: &[Posted]) -> Nearest<Self> {
        let a = sketch.hashes().len();
        let after = |size: usize| size - self.least.prefix(size);
        let &Posted { number, shape } = same.first()?;
        // All common hashes of the prefixes were met, if the levels are equal.
        if let Some(b) = size_at(shape, sketch.level()) {
            let most = a.min(b).min(same.len() + after(a).max(after(b)));
            if most < self.least.common(a, b) {
                return None;
            }
        }
        let (a, b) = sketch.comparable(self.leaders[number as usize]);
        let common = common(a, b, self.least.common(a.len(), b.len()))?;
        Some(Neighbor { distance: Reverse(Resemblance::of(a.len(), b.len(), common)), number })
    }
}

impl<'s> LeaderFinder for ResemblanceLeaders<'s> {
    type Item = &'s Sketch;
    type Distance = Reverse<Resemblance>;
    /// The prefix of a sketch.
    type Keys = Box<[u32]>;

    const NEAREST: Reverse<Resemblance> = Reverse(Resemblance { common: 1, union: 1 });
    const BATCH: usize = 1 << 11;

    fn count(&self) -> usize {
        self.leaders.len()
    }

    fn look_up(&self, sketches: &[&'s Sketch]) -> Vec<(Box<[u32]>, Nearest<Self>)> {
        let (mut keys, mut prefix, mut met) = (Keys::default(), vec![], vec![]);
        let look_up = |sketch: &&Sketch| {
            self.rarity.prefix(sketch, (self.least, self.coarsest), &mut keys, &mut prefix);
            (prefix.as_slice().into(), self.find(sketch, &prefix, &mut met))
        };
        sketches.iter().map(look_up).collect()
    }

    fn nearest(&mut self, sketch: &'s Sketch, prefix: &Box<[u32]>) -> Nearest<Self> {
        let mut met = std::mem::take(&mut self.met);
        let nearest = self.find(sketch, prefix, &mut met);
        self.met = met;
        nearest
    }

    fn push(&mut self, sketch: &'s Sketch, prefix: &Box<[u32]>) {
        let posted = Posted { number: self.leaders.len() as u32, shape: shape(sketch) };
        prefix.iter().for_each(|&hash| self.postings.insert(hash, posted));
        self.leaders.push(sketch);
    }

    fn empty(&self, _room: usize) -> ResemblanceLeaders<'s> {
        let (rarity, postings) = (Arc::clone(&self.rarity), Postings::default());
        ResemblanceLeaders { rarity, leaders: vec![], postings, met: vec![], ..*self }
    }

    fn append(&mut self, new: ResemblanceLeaders<'s>, _threads: usize) {
        self.postings.append(&new.postings, self.leaders.len() as u32);
        self.leaders.extend(new.leaders);
    }
}

/// The level and the size of a sketch, which mostly tell that it is not near.
fn shape(sketch: &Sketch) -> u32 {
    let size = u32::try_from(sketch.hashes().len()).unwrap_or(u32::MAX).min(MOST_SIZE);
    u32::from(sketch.level()) << SIZE_BITS | size
}

/// The size of a sketch of this shape, if it is of this level and its size fits into the shape.
fn size_at(shape: u32, level: u8) -> Option<usize> {
    let size = shape & MOST_SIZE;
    (shape >> SIZE_BITS == u32::from(level) && size < MOST_SIZE).then_some(size as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dedup::cluster::tests::check as check_finder;
    use crate::dedup::linear_single_pass;

    fn nearness(min: f64) -> impl Fn(&Sketch, &Sketch) -> Option<Reverse<Resemblance>> {
        move |a, b| Some(a.resemblance(b)).filter(|found| Least::of(min).is_reached(*found)).map(Reverse)
    }

    fn check(sketches: &[Sketch], min: f64) {
        let sketches: Vec<&Sketch> = sketches.iter().collect();
        check_finder(|| ResemblanceLeaders::new(min, &sketches), &sketches, nearness(min));
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

    /// Few in the lower half, so that sketches of different sets meet there.
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
            // Half have what is common to all in front; sizes around 40, where samples begin.
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
        let joined = linear_single_pass(&sketches.iter().collect::<Vec<_>>(), nearness(0.3));
        assert_eq!(joined.iter().map(|joined| joined.cluster).collect::<Vec<_>>(), [0, 1, 0, 1]);
        check(&sketches, 0.3);
    }
}

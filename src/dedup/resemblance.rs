//! Single-Pass clustering of texts by how much of their shingles is common.
//!
//! In: sketches in the order of the documents ([`Sketch`]). Out: for each its cluster. A text joins the cluster whose
//! centre resembles it most, of several the oldest, where that is enough; else it begins one and is its centre for good
//! (paper 000, Li, Mao and Chen 2013, for fingerprints).
//!
//! [`linear_resemblance_pass`] compares with each centre, `O(n · clusters)`; [`ResemblancePass`] gives the same clusters.
//! It looks only at centres that share one of the rarest shingles with the text ([`Rarity`]), and compares only where
//! so many of these are common that all could do: if k are common to both prefixes, no more than k and what follows the
//! shorter prefix can be. (That is stronger than the positional filter of Xiao et al. 2008, and needs no positions.) A
//! comparison ends as soon as too much differs. Copies of one text are compared with its centre alone.
//!
//! A text of n hashes costs `O(n)` and a look at each list of its prefix, which has `(1 − t) n + 1` hashes, mostly ones
//! that no other text has. Memory: some 20 bytes a hash in the prefix of a centre.
//!
//! ```
//! use ibid::dedup::{ResemblancePass, Sketch};
//!
//! let texts = ["The tide turned, and the old mill began to grind.", "Potatoes.", "The tide turned and the mill began to grind"];
//! let mut clusters = ResemblancePass::new(0.5);
//! let joined = texts.map(|text| clusters.push(Sketch::of(text, 5, None).unwrap()));
//! assert_eq!(joined.map(|joined| joined.cluster), [0, 1, 0]);
//! ```

use std::borrow::Borrow;

use super::postings::{Posted, Postings};
use super::rarity::{Keys, Rarity};
use super::sketch::{Least, common};
use super::threads::on_threads;
use super::written::Written;
use super::{Resemblance, Sketch};
use crate::error::Result;

/// So many documents are asked about at once before their centres are taken in.
const BATCH: usize = 1 << 11;

/// A size is told in so many bits; levels are at most 32.
const SIZE_BITS: u32 = 26;
const MOST_SIZE: u32 = (1 << SIZE_BITS) - 1;
/// Stretches of so many bytes: of twelve Latin letters, or four Han characters.
const DEFAULT_WIDTH: u32 = 12;
/// The share of all shingles that must be common.
const DEFAULT_MIN: f64 = 0.86;
/// So many hashes of a text are kept.
const DEFAULT_KEEP: u32 = 1024;

pub(super) const HELP: &str = "shingles:width=12,min=.86,keep=1024 or keep=all";

/// What texts are compared by; `shingles:width=12,min=.86` and the like when written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResemblanceSettings {
    /// How many bytes in UTF-8 the letters and digits of a shingle have, at least, 1 to 100: of 12 bytes are 12 Latin
    /// letters, or 4 Han characters.
    pub width: u32,
    /// The least share of their shingles that near texts have in common, .1 to 1; six places count.
    pub min: f64,
    /// At most so many shingles of a text are kept, as a sample, 64 to 1,000,000; where nothing is said, all.
    pub keep: Option<u32>,
}

impl Default for ResemblanceSettings {
    fn default() -> ResemblanceSettings {
        ResemblanceSettings { width: DEFAULT_WIDTH, min: DEFAULT_MIN, keep: Some(DEFAULT_KEEP) }
    }
}

impl ResemblanceSettings {
    /// What is written: `width=N`, `min=SHARE`, `keep=N|all`.
    pub(super) fn take(written: &mut Written<'_>) -> Result<ResemblanceSettings> {
        let default = ResemblanceSettings::default();
        Ok(ResemblanceSettings {
            width: written.whole("width", 1..=100)?.unwrap_or(default.width),
            min: written.share("min", 0.1..=1.0)?.unwrap_or(default.min),
            keep: written.whole_or_all("keep", 64..=1_000_000)?.unwrap_or(default.keep),
        })
    }

    /// What it is, with everything that matters for it.
    pub fn name(&self) -> String {
        let keep = self.keep.map_or("all".to_owned(), |keep| keep.to_string());
        format!("shingles(width={},keep={keep},hash=xxh3),min={}", self.width, self.min)
    }

    /// The shingles of a text, or a sample of them; none where it has no letters and digits.
    pub fn sketch(&self, text: &str) -> Option<Sketch> {
        Sketch::of(text, self.width, self.keep)
    }
}

/// Where a text belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resembling {
    /// The cluster's number, counted from 0 in the order of their centres.
    pub cluster: u32,
    /// How much of it and of the centre is common; all where it is the centre.
    pub resemblance: Resemblance,
    /// Whether it is the centre.
    pub is_centre: bool,
}

impl Resembling {
    fn centre(cluster: usize, sketch: &Sketch) -> Resembling {
        let size = sketch.hashes().len();
        let resemblance = Resemblance::of(size, size, size);
        Resembling { cluster: cluster as u32, resemblance, is_centre: true }
    }
}

/// What the search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many times a text met a centre under a shingle.
    pub met: u64,
    /// How many times a text was compared with a centre.
    pub compared: u64,
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.met += other.met;
        self.compared += other.compared;
    }
}

/// Clusters so far; `S` is a sketch, or a reference to one.
#[derive(Clone, Debug)]
pub struct ResemblancePass<S = Sketch> {
    least: Least,
    /// Of the first sketches given; the order holds for all that come.
    rarity: Option<Rarity>,
    centres: Vec<S>,
    /// The coarsest level of all sketches given.
    coarsest: u8,
    // Invariant: each centre stands under each hash of its prefix for others of up to that level.
    postings: Postings,
    effort: Effort,
}

/// What was found for a text of a batch.
struct Asked {
    nearest: Option<Resembling>,
    /// Where its prefix ends in that of its part.
    prefix_end: usize,
}

/// What one thread finds.
#[derive(Default)]
struct Part {
    asked: Vec<Asked>,
    prefixes: Vec<u32>,
    effort: Effort,
}

impl<S: Borrow<Sketch> + Sync> ResemblancePass<S> {
    /// No clusters yet; texts join where at least this share is common: above 0, at most 1, to six places.
    pub fn new(min: f64) -> ResemblancePass<S> {
        ResemblancePass {
            least: Least::of(min),
            rarity: None,
            centres: vec![],
            coarsest: 0,
            postings: Postings::default(),
            effort: Effort::default(),
        }
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// What the search took so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The next text. Where many are known beforehand, [`ResemblancePass::push_all`] is faster: it counts first what is
    /// rare among them.
    pub fn push(&mut self, sketch: S) -> Resembling {
        self.rarity.get_or_insert_default();
        self.make_room(sketch.borrow().level());
        let mut prefix = vec![];
        self.prefix(sketch.borrow(), &mut Keys::default(), &mut prefix);
        let mut nearest = None;
        let mut effort = Effort::default();
        self.look(&self.postings, sketch.borrow(), &prefix, &mut vec![], &mut nearest, &mut effort);
        self.effort.add(effort);
        nearest.unwrap_or_else(|| {
            let posted = Posted { number: self.centres.len() as u32, shape: shape(sketch.borrow()) };
            prefix.iter().for_each(|&hash| self.postings.insert(hash, posted));
            self.found(sketch)
        })
    }

    /// The next texts, on so many threads: the same as one after the other.
    ///
    /// What is near among the centres of before is looked for on all threads; what is near among those that the texts of
    /// one batch make, in order.
    pub fn push_all(&mut self, sketches: impl IntoIterator<Item = S>, threads: usize) -> Vec<Resembling> {
        let sketches: Vec<S> = sketches.into_iter().collect();
        if self.rarity.is_none() {
            self.rarity = Some(Rarity::of(sketches.iter().map(Borrow::borrow)));
        }
        self.make_room(sketches.iter().map(|sketch| sketch.borrow().level()).max().unwrap_or(0));
        let mut all = Vec::with_capacity(sketches.len());
        let mut sketches = sketches.into_iter();
        loop {
            let batch: Vec<S> = sketches.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return all;
            }
            let size = batch.len().div_ceil(threads.max(1)).max(64);
            let parts = self.ask(&batch, size);
            self.take_in(batch, size, &parts, &mut all);
        }
    }

    /// Puts the centres where sketches of up to this level find them. Anew where there was none of that level, which
    /// happens a few times at most.
    fn make_room(&mut self, level: u8) {
        if level <= self.coarsest {
            return;
        }
        self.coarsest = level;
        let (mut keys, mut prefix) = (Keys::default(), vec![]);
        let mut postings = Postings::default();
        for (number, sketch) in (0..).zip(self.centres.iter().map(Borrow::borrow)) {
            prefix.clear();
            self.prefix(sketch, &mut keys, &mut prefix);
            let posted = Posted { number, shape: shape(sketch) };
            prefix.iter().for_each(|&hash| postings.insert(hash, posted));
        }
        self.postings = postings;
    }

    /// Puts the prefix of a sketch at the end of `out`.
    fn prefix(&self, sketch: &Sketch, keys: &mut Keys, out: &mut Vec<u32>) {
        if let Some(rarity) = &self.rarity {
            rarity.prefix(sketch, (self.least, self.coarsest), keys, out);
        }
    }

    /// The nearest centre of before for each text, a thread for so many of them.
    fn ask(&self, batch: &[S], size: usize) -> Vec<Part> {
        on_threads(batch.chunks(size).map(|chunk| move || self.ask_part(chunk)))
    }

    fn ask_part(&self, sketches: &[S]) -> Part {
        let (mut keys, mut met) = (Keys::default(), vec![]);
        let mut part = Part::default();
        for sketch in sketches.iter().map(Borrow::borrow) {
            let start = part.prefixes.len();
            self.prefix(sketch, &mut keys, &mut part.prefixes);
            let prefix = &part.prefixes[start..];
            let mut nearest = None;
            self.look(&self.postings, sketch, prefix, &mut met, &mut nearest, &mut part.effort);
            part.asked.push(Asked { nearest, prefix_end: part.prefixes.len() });
        }
        part
    }

    /// Betters what was found by the centres of the batch itself, and takes these in.
    fn take_in(&mut self, batch: Vec<S>, size: usize, parts: &[Part], all: &mut Vec<Resembling>) {
        let (mut new, mut met, mut start) = (Postings::default(), vec![], 0);
        for (at, sketch) in batch.into_iter().enumerate() {
            let part = &parts[at / size];
            let asked = &part.asked[at % size];
            if at % size == 0 {
                start = 0;
                self.effort.add(part.effort);
            }
            let prefix = &part.prefixes[start..asked.prefix_end];
            start = asked.prefix_end;
            let mut nearest = asked.nearest;
            let mut effort = Effort::default();
            self.look(&new, sketch.borrow(), prefix, &mut met, &mut nearest, &mut effort);
            self.effort.add(effort);
            all.push(nearest.unwrap_or_else(|| {
                let posted = Posted { number: self.centres.len() as u32, shape: shape(sketch.borrow()) };
                prefix.iter().for_each(|&hash| new.insert(hash, posted));
                self.found(sketch)
            }));
        }
        self.postings.append(&new);
    }

    /// A new centre.
    fn found(&mut self, sketch: S) -> Resembling {
        let centre = Resembling::centre(self.centres.len(), sketch.borrow());
        self.centres.push(sketch);
        centre
    }

    /// Betters the nearest by the centres that stand under some of these hashes.
    fn look(
        &self,
        postings: &Postings,
        sketch: &Sketch,
        prefix: &[u32],
        met: &mut Vec<Posted>,
        nearest: &mut Option<Resembling>,
        effort: &mut Effort,
    ) {
        met.clear();
        prefix.iter().for_each(|&hash| postings.for_each(hash, |centre| met.push(centre)));
        effort.met += met.len() as u64;
        met.sort_unstable();
        let a = sketch.hashes().len();
        let after = |size: usize| size - self.least.prefix(size);
        // By rising number, so that of equally near ones the oldest stays.
        for same in met.chunk_by(|a, b| a == b) {
            let Posted { number, shape } = same[0];
            // At their own level, what is common to the prefixes was counted.
            if let Some(b) = size_at(shape, sketch.level()) {
                let most = a.min(b).min(same.len() + after(a).max(after(b)));
                if most < self.least.common(a, b) {
                    continue;
                }
            }
            let (a, b) = sketch.comparable(self.centres[number as usize].borrow());
            let needed = self.least.common(a.len(), b.len());
            if a.len().min(b.len()) < needed {
                continue;
            }
            effort.compared += 1;
            let Some(common) = common(a, b, needed) else { continue };
            let resemblance = Resemblance::of(a.len(), b.len(), common);
            if nearest.is_none_or(|nearest| resemblance > nearest.resemblance) {
                *nearest = Some(Resembling { cluster: number, resemblance, is_centre: false });
            }
        }
    }
}

/// The level of a sketch, and how many hashes it has where that has room: mostly enough to pass it over.
fn shape(sketch: &Sketch) -> u32 {
    let size = u32::try_from(sketch.hashes().len()).unwrap_or(u32::MAX).min(MOST_SIZE);
    u32::from(sketch.level()) << SIZE_BITS | size
}

/// How many hashes a sketch of this shape has, where it is of that level and not too large to tell.
fn size_at(shape: u32, level: u8) -> Option<usize> {
    let size = shape & MOST_SIZE;
    (shape >> SIZE_BITS == u32::from(level) && size < MOST_SIZE).then_some(size as usize)
}

/// The same by comparing each text with each centre: `O(n · clusters)`.
pub fn linear_resemblance_pass(sketches: &[Sketch], min: f64) -> Vec<Resembling> {
    let least = Least::of(min);
    let mut centres: Vec<&Sketch> = vec![];
    let mut all = vec![];
    for sketch in sketches {
        let mut nearest: Option<Resembling> = None;
        for (cluster, centre) in (0..).zip(&centres) {
            let resemblance = sketch.resemblance(centre);
            let is_better = nearest.is_none_or(|nearest| resemblance > nearest.resemblance);
            if least.is_reached(resemblance) && is_better {
                nearest = Some(Resembling { cluster, resemblance, is_centre: false });
            }
        }
        all.push(nearest.unwrap_or_else(|| {
            centres.push(sketch);
            Resembling::centre(centres.len() - 1, sketch)
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All ways to the clusters.
    fn check(sketches: &[Sketch], min: f64) {
        let expected = linear_resemblance_pass(sketches, min);
        let mut one = ResemblancePass::new(min);
        let one_by_one: Vec<Resembling> = sketches.iter().map(|sketch| one.push(sketch)).collect();
        assert_eq!(one_by_one, expected, "one at a time, {min}");
        for threads in [1, 3] {
            let mut many = ResemblancePass::new(min);
            let (first, rest) = sketches.split_at(sketches.len() / 3);
            let mut joined = many.push_all(first, threads);
            joined.extend(many.push_all(rest, threads));
            assert_eq!(joined, expected, "{min} on {threads} threads");
            assert_eq!(many.len(), one.len());
        }
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
    fn ties_go_to_the_older_and_centres_stay() {
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
        let clusters: Vec<u32> =
            linear_resemblance_pass(&sketches, 0.3).iter().map(|joined| joined.cluster).collect();
        assert_eq!(clusters, [0, 1, 0, 1]);
        check(&sketches, 0.3);
    }

    #[test]
    fn a_clump_of_copies_is_compared_with_its_centre_alone() {
        let copies: Vec<Sketch> = (0..3000)
            .filter_map(|n| {
                Sketch::of_hashes(numbers(0, 500).chain(numbers(10_000 + n * 5, 5)).collect(), 1024)
            })
            .collect();
        let mut pass = ResemblancePass::new(0.9);
        assert!(pass.push_all(&copies, 2).iter().all(|joined| joined.cluster == 0));
        assert!(pass.effort().compared < 3000, "{:?}", pass.effort());
    }
}

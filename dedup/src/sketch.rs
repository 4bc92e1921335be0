//! The set of a text's shingles, or a sample of it, and the share that two sets have in common.
//!
//! In: a text. Out: a [`Sketch`], the hashes of its stretches of letters and digits of w bytes, each once. The
//! resemblance of two texts is the Jaccard of their sets, `|A ∩ B| / |A ∪ B|` (Broder 1997).
//!
//! A text with more than N different shingles keeps a sample: the hashes below 2³²/2^l, with the least level l that
//! leaves at most N. All texts sample the same hashes. So the hashes below the smaller of two limits are a sample of
//! both sets and of their union alike, and the share of them that is common is an unbiased estimate of the resemblance.
//! Its standard error is `√(J (1 − J) / u)` with u hashes in the union below that limit: mostly between N/2 and N, so
//! .011 to .015 at J = .86 and N = 1024 (Broder's sampling "mod m", with m chosen by text). Whole sets are compared
//! exactly, but for hashes that are equal by chance: one in 2³² / s of the shingles of a text that has s.
//!
//! `O(w n)` to make one of n letters, and the sorting of the hashes that are kept; 4 bytes per shingle, at most 4 N,
//! and 40 per text. `O(a + b)` to compare two.

use std::cmp::Ordering;

use ibid::normalize::normalize;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::letters::{Width, for_each_shingle};
use crate::packed;
use crate::words::HashedWord;

/// The least number of hashes that is gathered before they are sorted.
const LEAST_BUFFER: usize = 1 << 12;
/// The number of hashes to keep that no text reaches, since a text has less than 4 GiB.
const ALL: u32 = u32::MAX;

/// The shingles of a text, or a sample of them. Sketches are comparable if the width and N are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Sketch {
    // Invariant: rising, not empty, all below `limit(level)`.
    #[serde(with = "packed")]
    hashes: Box<[u32]>,
    // Invariant: 0 to 32.
    level: u8,
}

/// A sketch as it was stored, unchecked.
#[derive(Deserialize)]
struct Stored {
    #[serde(with = "packed")]
    hashes: Box<[u32]>,
    level: u8,
}

/// Returns the limit below which all hashes of a sketch of this level lie.
fn limit(level: u8) -> u64 {
    (1 << 32) >> level.min(32)
}

/// Returns the part of rising hashes that lies below the limit of a level.
pub(crate) fn at_level(hashes: &[u32], level: u8) -> &[u32] {
    &hashes[..hashes.partition_point(|&hash| is_at_level(hash, level))]
}

/// Returns the coarsest level of sketches; 0 without any.
pub(crate) fn coarsest_level(sketches: &[&Sketch]) -> u8 {
    let mut coarsest = 0;
    for sketch in sketches {
        coarsest = coarsest.max(sketch.level);
    }
    coarsest
}

/// Returns whether the sketches of a level keep this hash, if it is one of their text.
pub(crate) fn is_at_level(hash: u32, level: u8) -> bool {
    u64::from(hash) < limit(level)
}

impl Sketch {
    /// Makes the sketch of a text. Each shingle is the shortest stretch of letters and digits with at least `width`
    /// bytes of UTF-8: 12 bytes are 12 Latin letters or 4 Han characters. Of more than `keep` shingles a sample of at
    /// most `keep` is taken. There is no sketch without a letter or digit.
    pub fn of(text: &str, width: u32, keep: Option<u32>) -> Option<Sketch> {
        Sketch::of_stretches(text, Width::Bytes(width), keep)
    }

    /// Makes the sketch with shingles of this number of letters and digits, in any script. A bench of pages measures
    /// with it; methods count bytes, so that they take shorter stretches of Han characters.
    #[doc(hidden)]
    pub fn of_letters(text: &str, letters: u32, keep: Option<u32>) -> Option<Sketch> {
        Sketch::of_stretches(text, Width::Letters(letters), keep)
    }

    fn of_stretches(text: &str, width: Width, keep: Option<u32>) -> Option<Sketch> {
        let keep = keep.unwrap_or(ALL) as usize;
        let room = keep.saturating_mul(4).max(LEAST_BUFFER);
        // A letter has at least one byte.
        let mut hashes = Vec::with_capacity(text.len().min(room));
        let (mut level, mut limit_now) = (0, limit(0));
        for_each_shingle(&normalize(text).text, width, |shingle| {
            let hash = (xxh3_64(shingle) >> 32) as u32;
            if u64::from(hash) < limit_now {
                hashes.push(hash);
                if hashes.len() >= room {
                    level = sample(&mut hashes, keep, level);
                    limit_now = limit(level);
                }
            }
        });
        let level = sample(&mut hashes, keep, level);
        // A sample may be empty in theory; it would resemble nothing.
        if hashes.is_empty() { None } else { Some(Sketch { hashes: hashes.as_slice().into(), level }) }
    }

    /// Makes the sketch of the bag of words of a text: each word as often as it stands, and each Han character together
    /// with the one after it. (Single ones stand in so many texts that a look-up takes twenty times as long.) Of more
    /// than `keep` a sample is taken. There is no sketch without a word.
    pub(crate) fn of_words(words: &[HashedWord], keep: Option<u32>) -> Option<Sketch> {
        let mut bag = Vec::with_capacity(words.len());
        for (at, word) in words.iter().enumerate() {
            bag.push(match words.get(at + 1) {
                Some(next) if word.is_han && next.is_han => word.hash.rotate_left(23) ^ next.hash,
                _ => word.hash,
            });
        }
        bag.sort_unstable();
        let mut hashes = Vec::with_capacity(bag.len());
        for same in bag.chunk_by(u64::eq) {
            for (times, &word) in (0..).zip(same) {
                let counted = (word ^ times).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let spread = (counted ^ counted >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                hashes.push((spread >> 32) as u32);
            }
        }
        Sketch::of_hashes(hashes, keep.unwrap_or(ALL) as usize)
    }

    /// Makes the sketch of hashes in any order; at most `keep` of them are kept.
    pub(crate) fn of_hashes(mut hashes: Vec<u32>, keep: usize) -> Option<Sketch> {
        let level = sample(&mut hashes, keep, 0);
        if hashes.is_empty() { None } else { Some(Sketch { hashes: hashes.into(), level }) }
    }

    /// Returns the hashes that are kept, in rising order.
    pub fn hashes(&self) -> &[u32] {
        &self.hashes
    }

    /// Returns the level l: one in 2^l of all hashes is kept, those below 2³² / 2^l. Level 0 keeps all.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Returns the resemblance of two texts.
    pub fn resemblance(&self, other: &Sketch) -> Resemblance {
        let (a, b) = self.comparable(other);
        Resemblance::of(a.len(), b.len(), common(a, b, 0).unwrap_or(0))
    }

    /// Returns the comparable part of both: the hashes at the coarser level.
    pub(crate) fn comparable<'s>(&'s self, other: &'s Sketch) -> (&'s [u32], &'s [u32]) {
        match self.level.cmp(&other.level) {
            Ordering::Equal => (&self.hashes, &other.hashes),
            Ordering::Less => (at_level(&self.hashes, other.level), &other.hashes),
            Ordering::Greater => (&self.hashes, at_level(&other.hashes, self.level)),
        }
    }
}

impl TryFrom<Stored> for Sketch {
    type Error = &'static str;

    fn try_from(Stored { hashes, level }: Stored) -> Result<Sketch, &'static str> {
        let is_below = match hashes.last() {
            Some(&last) => is_at_level(last, level),
            None => false,
        };
        let is_sketch = level <= 32 && is_below && hashes.is_sorted_by(|a, b| a < b);
        is_sketch.then_some(Sketch { hashes, level }).ok_or("no sketch")
    }
}

/// Sorts hashes that are below the limit of this level, and keeps at most `keep` different ones, at the least level
/// that does. Returns that level.
fn sample(hashes: &mut Vec<u32>, keep: usize, mut level: u8) -> u8 {
    sort(hashes, level);
    hashes.dedup();
    while hashes.len() > keep && level < 32 {
        level += 1;
        hashes.truncate(at_level(hashes, level).len());
    }
    level
}

/// The number of hashes that are sorted to one place, about.
const PLACE: usize = 4;

/// Sorts hashes that are below the limit of a level. They are spread evenly, so that the upper bits tell the place:
/// some three times as fast as comparing.
fn sort(hashes: &mut [u32], level: u8) {
    let bits = (hashes.len() / PLACE).max(1).ilog2();
    if bits < 4 {
        return hashes.sort_unstable();
    }
    let shift = (32 - u32::from(level)).saturating_sub(bits);
    let mut ends = vec![0_u32; 1 << bits];
    for &hash in hashes.iter() {
        ends[(hash >> shift) as usize] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut sorted = vec![0; hashes.len()];
    for &hash in hashes.iter() {
        let end = &mut ends[(hash >> shift) as usize];
        sorted[*end as usize] = hash;
        *end += 1;
    }
    // Nearly in order by now: repeated hashes are mostly next to each other.
    let mut start = 0;
    for &end in &ends {
        sorted[start..end as usize].sort_unstable();
        start = end as usize;
    }
    hashes.copy_from_slice(&sorted);
}

/// Returns the number of hashes that two rising sequences share, if it is at least `least`.
pub(crate) fn common(a: &[u32], b: &[u32], least: usize) -> Option<usize> {
    let (mut at_a, mut at_b, mut common) = (0, 0, 0);
    // The number of hashes of each that may still be missing in the other.
    let (Some(mut spare_a), Some(mut spare_b)) = (a.len().checked_sub(least), b.len().checked_sub(least))
    else {
        return None;
    };
    while let (Some(x), Some(y)) = (a.get(at_a), b.get(at_b)) {
        match x.cmp(y) {
            Ordering::Equal => {
                (at_a, at_b, common) = (at_a + 1, at_b + 1, common + 1);
            }
            Ordering::Less => {
                spare_a = spare_a.checked_sub(1)?;
                at_a += 1;
            }
            Ordering::Greater => {
                spare_b = spare_b.checked_sub(1)?;
                at_b += 1;
            }
        }
    }
    (common >= least).then_some(common)
}

/// The share of common shingles among all shingles of two texts. Ordered by the share.
#[derive(Clone, Copy, Debug)]
pub struct Resemblance {
    /// The shingles that both have.
    pub common: u32,
    /// The shingles that at least one has.
    pub union: u32,
}

impl Resemblance {
    pub(crate) fn of(a: usize, b: usize, common: usize) -> Resemblance {
        Resemblance { common: common as u32, union: (a + b - common) as u32 }
    }

    /// Returns the share, from 0 to 1; 0 for two texts without shingles.
    pub fn share(self) -> f64 {
        f64::from(self.common) / f64::from(self.union.max(1))
    }
}

impl Ord for Resemblance {
    fn cmp(&self, other: &Resemblance) -> Ordering {
        let this = u64::from(self.common) * u64::from(other.union.max(1));
        let that = u64::from(other.common) * u64::from(self.union.max(1));
        this.cmp(&that)
    }
}

impl PartialOrd for Resemblance {
    fn partial_cmp(&self, other: &Resemblance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Resemblance {
    fn eq(&self, other: &Resemblance) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Resemblance {}

/// The least resemblance of near texts, as a fraction of whole numbers, so that nothing depends on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Least {
    // Invariant: 1 to `WHOLE`.
    millionths: u64,
}

const WHOLE: u64 = 1_000_000;

impl Least {
    /// Makes the least resemblance from a share between 0 and 1, to six decimal places.
    pub(crate) fn of(share: f64) -> Least {
        Least { millionths: ((share * WHOLE as f64).round() as u64).clamp(1, WHOLE) }
    }

    /// Returns whether two texts of this resemblance are near.
    #[cfg(test)]
    pub(crate) fn is_reached(self, found: Resemblance) -> bool {
        u64::from(found.common) * WHOLE >= self.millionths * u64::from(found.union)
            // Nothing resembles nothing.
            && found.common > 0
    }

    /// Returns the least number of common shingles of two sets of these sizes: `c ≥ t (a + b − c)`.
    pub(crate) fn common(self, a: usize, b: usize) -> usize {
        // Up to 10⁶ · 2³³.
        let product = self.millionths * (a as u64 + b as u64);
        product.div_ceil(self.millionths + WHOLE).max(1) as usize
    }

    /// Returns the length of the prefix of a set of this size: all but `⌈t n⌉ − 1`. In any order that is the same for
    /// all sets, the prefixes of two near sets share a hash.
    pub(crate) fn prefix(self, count: usize) -> usize {
        let needed = (self.millionths * count as u64).div_ceil(WHOLE);
        (count + 1).saturating_sub(needed as usize).min(count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Returns the shingles themselves.
    fn set(text: &str, width: usize) -> BTreeSet<String> {
        let letters: Vec<char> = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let mut set: BTreeSet<String> =
            letters.windows(width).map(|shingle| shingle.iter().collect()).collect();
        if set.is_empty() && !letters.is_empty() {
            set.insert(letters.iter().collect());
        }
        set
    }

    proptest! {
        #[test]
        fn whole_sketches_are_compared_as_the_sets_are(a in "[ab去c ]{0,60}", b in "[ab去c ]{0,60}", width in 1_u32..4) {
            let (x, y) = (set(&a, width as usize), set(&b, width as usize));
            let sketch = |text: &str| Sketch::of_letters(text, width, None);
            prop_assert_eq!(sketch(&a).map_or(0, |a| a.hashes.len()), x.len());
            if let (Some(a), Some(b)) = (sketch(&a), sketch(&b)) {
                let found = a.resemblance(&b);
                prop_assert_eq!(found.common as usize, x.intersection(&y).count());
                prop_assert_eq!(found.union as usize, x.union(&y).count());
            }
        }

        #[test]
        fn samples_are_those_of_the_whole(hashes in prop::collection::vec(0_u32..=u32::MAX, 1..200), keep in 1_usize..50) {
            let all: BTreeSet<u32> = hashes.iter().copied().collect();
            let below = |level: u8| all.iter().copied().filter(|&hash| u64::from(hash) < limit(level)).collect::<Vec<_>>();
            let level = (0..=32).find(|&level| below(level).len() <= keep).unwrap();
            let sketch = Sketch::of_hashes(hashes, keep);
            prop_assert_eq!(sketch.as_ref().map(|sketch| sketch.hashes.to_vec()).unwrap_or_default(), below(level));
            prop_assert!(sketch.is_none_or(|sketch| sketch.level == level));
        }

        #[test]
        fn sorts_as_comparing_does(mut hashes in prop::collection::vec(any::<u32>(), 0..600), level in 0_u8..33, repeat in 1_usize..4) {
            hashes.iter_mut().for_each(|hash| *hash = (u64::from(*hash) >> level) as u32);
            hashes = hashes.repeat(repeat);
            let mut expected = hashes.clone();
            expected.sort();
            sort(&mut hashes, level);
            prop_assert_eq!(hashes, expected);
        }

        #[test]
        fn common_hashes_are_counted_as_far_as_they_matter(
            a in prop::collection::btree_set(0_u32..60, 0..40), b in prop::collection::btree_set(0_u32..60, 0..40), least in 0_usize..40,
        ) {
            let expected = Some(a.intersection(&b).count()).filter(|&count| count >= least);
            let (a, b): (Vec<u32>, Vec<u32>) = (a.into_iter().collect(), b.into_iter().collect());
            prop_assert_eq!(common(&a, &b, least), expected);
        }

        #[test]
        fn what_must_be_common_is_what_makes_the_share(a in 1_usize..300, b in 1_usize..300, share in 0.01_f64..=1.0) {
            let least = Least::of(share);
            let needed = (0..=a.min(b)).find(|&c| least.is_reached(Resemblance::of(a, b, c)));
            let bound = least.common(a, b);
            prop_assert!(needed.map_or(bound > a.min(b), |needed| needed == bound));
            // A near set has at least ⌈t n⌉ of these in common: those outside of the prefix are too few.
            let own = (1..=a).find(|&c| c as u64 * WHOLE >= least.millionths * a as u64).unwrap();
            prop_assert_eq!(least.prefix(a), a - own + 1);
        }
    }

    #[test]
    fn long_texts_are_sampled_and_their_resemblance_estimated() {
        let text = |from: u32| {
            (from..from + 20_000).map(|n| format!("w{} ", n.wrapping_mul(2_654_435_761))).collect::<String>()
        };
        let (a, b) = (text(0), text(1_000));
        let exact = |text: &str| Sketch::of(text, 5, None).unwrap();
        let sample = |text: &str| Sketch::of(text, 5, Some(1024)).unwrap();
        let (whole, estimate) =
            (exact(&a).resemblance(&exact(&b)).share(), sample(&a).resemblance(&sample(&b)).share());
        assert!(exact(&a).hashes.len() > 50_000 && exact(&a).level == 0);
        assert!((512..=1024).contains(&sample(&a).hashes.len()), "{}", sample(&a).hashes.len());
        assert!((whole - estimate).abs() < 0.05, "{whole} {estimate}");
        assert_eq!(
            at_level(&exact(&a).hashes, sample(&a).level),
            &*sample(&a).hashes,
            "whatever was sorted when"
        );
    }

    #[test]
    fn samples_of_several_levels_can_be_compared() {
        let numbers = |count: u32| (0..count).map(|n| n.wrapping_mul(2_654_435_761)).collect::<Vec<u32>>();
        let (a, b) = (numbers(1000), numbers(1100));
        let sketch = |numbers: &[u32]| Sketch::of_hashes(numbers.to_vec(), 1024).unwrap();
        assert_eq!((sketch(&a).level, sketch(&b).level), (0, 1));
        let found = sketch(&a).resemblance(&sketch(&b));
        assert!((found.share() - 1000.0 / 1100.0).abs() < 0.05, "{found:?}");
        assert_eq!(found, sketch(&b).resemblance(&sketch(&a)));
    }

    #[test]
    fn shares_are_ordered_without_rounding() {
        let share = |common, union| Resemblance { common, union };
        assert_eq!(share(1, 2), share(2, 4));
        assert!(share(u32::MAX - 1, u32::MAX) < share(1, 1));
        assert!(share(333_333, 1_000_000) < share(1, 3) && share(0, 0) < share(1, 9));
        assert!(
            Least::of(0.86).is_reached(share(86, 100)) && !Least::of(0.86).is_reached(share(8599, 10_000))
        );
        assert!(!Least::of(0.0).is_reached(share(0, 5)));
    }

    #[test]
    fn what_has_no_letters_has_no_sketch() {
        for text in ["", " \n", "……！", "\u{200B}"] {
            assert_eq!(Sketch::of(text, 5, Some(64)), None, "{text:?}");
        }
        assert_eq!(Sketch::of("潮汐。", 5, None), Sketch::of("潮 汐", 5, None));
        assert_eq!(Sketch::of("The tide", 5, None), Sketch::of("the\nTIDE!", 5, None));
        assert_ne!(Sketch::of("潮汐", 5, None), Sketch::of("潮水", 5, None));
        assert_eq!(Sketch::of("潮汐磨坊转动", 12, None).unwrap().hashes().len(), 3);
    }

    #[test]
    fn each_level_has_half_of_the_hashes_of_the_one_before() {
        let hashes = [0, 0x3FFF_FFFF, 0x4000_0000, 0x7FFF_FFFF, 0x8000_0000, u32::MAX];
        assert_eq!(at_level(&hashes, 0), hashes);
        assert_eq!(at_level(&hashes, 1), &hashes[..4]);
        assert_eq!(at_level(&hashes, 2), &hashes[..2]);
        assert_eq!(at_level(&hashes, 32), &hashes[..1]);
    }
}

//! Keys of several hashes together, for sketches whose hashes are all common.
//!
//! In: a sketch. Out: some keys, each made of one to eight of its hashes that few other sketches have together. Texts of one form
//! with other values have no rare shingle: each stands in a tenth or a hundredth of all texts, and a list of these grows with
//! their number. Two values together stand in a hundredth or a ten thousandth.
//!
//! A key follows one of [`PATHS`] random orders of all hashes. It takes the first hashes of the sketch in that order, so many
//! that by their counts [`EXPECTED`] sketches are left that have them all. Two sketches have the key in common if the first
//! hashes of both are the same, by chance J^k for k hashes and a share J of common ones: a near copy has one of the
//! keys nearly always, any other text of the form hardly ever. (Chosen paths: McCauley, Mikkelsen and Pagh 2018, "Set Similarity
//! Search for Skewed Data"; the orders are those of MinHash, Broder 1997.) What nearly all texts have tells nothing, so that
//! only the rarest hashes are taken from: twice as many as a prefix has, of which near sketches share half or more.
//!
//! `O(p w)` for p paths and w of these hashes. Sketches whose levels differ by more than one have no key in common.

use super::Sketch;
use super::rarity::{Keys, Rarity};
use super::sketch::Least;

/// The number of orders.
pub(super) const PATHS: usize = 16;
/// A path ends where by the counts of its hashes so many sketches have them all, if they occur independently.
const EXPECTED: f64 = 32.0;
/// The most hashes of a path. One that is still common then is left out.
const DEEPEST: usize = 8;

/// Writes the keys of a sketch for others of up to this level to `out`, in rising order; at most twice [`PATHS`].
pub(super) fn paths(
    rarity: &Rarity,
    sketch: &Sketch,
    (least, coarsest): (Least, u8),
    keys: &mut Keys,
    out: &mut Vec<u32>,
) {
    out.clear();
    let mut first = vec![];
    for level in sketch.level()..=coarsest.min(sketch.level() + 1) {
        let window = rarity.rarest_at(sketch, level, |count| 2 * least.prefix(count), keys);
        out.extend((0..PATHS as u64).filter_map(|order| path(rarity, window, order, &mut first)));
    }
    out.sort_unstable();
    out.dedup();
}

/// Returns the key of the first hashes in one order, if they are rare together.
fn path(rarity: &Rarity, window: &[u64], order: u64, first: &mut Vec<(u32, u32)>) -> Option<u32> {
    first.clear();
    first.extend(
        window.iter().map(|&key| ((mix(order << 32 | u64::from(key as u32)) >> 32) as u32, key as u32)),
    );
    if first.len() > DEEPEST {
        first.select_nth_unstable(DEEPEST);
        first.truncate(DEEPEST);
    }
    first.sort_unstable();
    let (mut expected, mut key) = (rarity.counted(), order << 32);
    first.iter().find_map(|&(_, hash)| {
        expected *= rarity.share(hash);
        key = mix(key ^ u64::from(hash));
        (expected <= EXPECTED).then_some((key >> 32) as u32)
    })
}

/// Spreads a number over all bits.
fn mix(number: u64) -> u64 {
    let spread = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread ^ spread >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

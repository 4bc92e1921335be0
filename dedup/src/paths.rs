//! Keys of several hashes together, for sketches whose hashes are all common.
//!
//! In: a sketch. Out: keys, each made of one to eight of its hashes that few other sketches have together. Texts of one
//! form have no rare shingle: each shingle stands in a tenth or a hundredth of all texts, and its list grows with their
//! number. Two shingles together stand in a hundredth or a ten thousandth.
//!
//! A key follows one of [`PATHS`] random orders of all hashes. It takes the first hashes of the sketch in that order,
//! until by their counts only [`EXPECTED`] sketches have them all. Two sketches with a share J of common hashes agree
//! in the first k with probability J^k. So a near copy nearly always shares a key, and another text of the form hardly
//! ever does. (Chosen paths: McCauley, Mikkelsen and Pagh 2018, "Set Similarity Search for Skewed Data"; the orders are
//! those of MinHash, Broder 1997.) Hashes of nearly all texts tell nothing, so only the rarest are taken: twice as many
//! as a prefix has. Near sketches share at least half of them.
//!
//! `O(p w)` for p paths and w of these hashes. Sketches whose levels differ by more than one have no key in common.

use crate::Sketch;
use crate::hamming::mixed;
use crate::rarity::{Keys, Rarity, Reach};

/// The number of orders.
pub(crate) const PATHS: usize = 16;
/// The number of sketches that are expected to have all hashes of a path, at which it ends. Hashes are taken as
/// independent.
const EXPECTED: f64 = 32.0;
/// The most hashes of a path. A path that is still common then is left out.
const DEEPEST: usize = 8;

/// Writes the keys of a sketch for others of up to this level to `out`, in rising order; at most twice [`PATHS`].
pub(crate) fn paths(rarity: &Rarity, sketch: &Sketch, reach: Reach, keys: &mut Keys, out: &mut Vec<u32>) {
    out.clear();
    let mut first = vec![];
    for level in sketch.level()..=reach.coarsest.min(sketch.level() + 1) {
        let window = rarity.rarest_at(sketch, level, |count| 2 * reach.least.prefix(count), keys);
        for order in 0..PATHS as u64 {
            out.extend(path(rarity, window, order, &mut first));
        }
    }
    out.sort_unstable();
    out.dedup();
}

/// Returns the key of the first hashes in one order, if they are rare together.
fn path(rarity: &Rarity, window: &[u64], order: u64, first: &mut Vec<(u32, u32)>) -> Option<u32> {
    first.clear();
    first.extend(
        window.iter().map(|&key| ((mixed(order << 32 | u64::from(key as u32)) >> 32) as u32, key as u32)),
    );
    if first.len() > DEEPEST {
        first.select_nth_unstable(DEEPEST);
        first.truncate(DEEPEST);
    }
    first.sort_unstable();
    let (mut expected, mut key) = (rarity.counted(), order << 32);
    for &(_, hash) in first.iter() {
        expected *= rarity.share(hash);
        key = mixed(key ^ u64::from(hash));
        if expected <= EXPECTED {
            return Some((key >> 32) as u32);
        }
    }
    None
}

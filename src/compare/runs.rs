//! Maximal runs of equal words in two documents: those that can found a passage, and the shorter ones around them.
//!
//! The stretches of both sides are hashed; equal hashes are seeds, and a seed is drawn out as far as the words stay
//! equal. Since the length of a stretch depends on its words only, equal text gives equal seeds on both sides. The whole
//! documents are searched for long runs alone: of short ones, two novels have thousands by chance. These are looked for
//! in a box around each long one. Stretches that stand too often on both sides together ([`MAX_PAIRS`]) open no run, so
//! that the cost is `O(m + s log s)` for m words of the source and s words in boxes.

use super::seeds::{FOUNDING, Seeds};
use super::{Ranges, Run, Words, shared};

/// The shortest run that is looked for, in half words: three words, or six Han characters.
pub(super) const SHORTEST: u32 = 6;

/// A stretch opens runs when its occurrences in the one text times those in the other are at most this.
const MAX_PAIRS: usize = 64;

/// A source of so many words keeps its seeds, once it is compared again.
const LONG_SOURCE: usize = 20_000;

/// Short runs are looked for this close, in half words on both sides, to one that can found a passage.
const REACH: u32 = 160;

/// The maximal runs that can found a passage, and the shorter ones around them, by their place in `a`, then in `b`.
/// `seeds` are those of `a`.
pub(crate) fn find(a: &Words, seeds: &Seeds, b: &Words) -> Vec<Run> {
    let mut runs = find_founding(a, seeds, b);
    if runs.is_empty() {
        return runs;
    }
    let mut pairs: Vec<(u32, u32)> = vec![];
    for near in boxes(a, b, &runs) {
        pairs_inside(a, b, near, &mut pairs);
    }
    pairs.extend(runs.iter().map(|run| (run.a, run.b)));
    runs = extend(a.hashes(), b.hashes(), &mut pairs);
    runs.sort_unstable();
    runs
}

/// Whether a run is long enough to found a passage. `a` is the side that it begins on with [`Run::a`].
pub(super) fn founds(a: &Words, run: &Run) -> bool {
    a.half_words(run.a, run.a_end()) >= FOUNDING
}

/// The maximal runs that can found a passage, in the order of `a`. A long source is asked for the stretches of a shorter
/// query document, in place of the other way round.
fn find_founding(a: &Words, seeds: &Seeds, b: &Words) -> Vec<Run> {
    let mut pairs = vec![];
    let is_long = b.len() >= LONG_SOURCE && b.len() > a.len();
    let kept = if is_long { b.kept_seeds() } else { None };
    match kept {
        Some(kept) => for_each_shared(kept, a, |same_b, same_a| cross(same_a, same_b, &mut pairs)),
        None => for_each_shared(seeds, b, |same_a, same_b| cross(same_a, same_b, &mut pairs)),
    }
    let mut runs = extend(a.hashes(), b.hashes(), &mut pairs);
    runs.sort_unstable();
    runs
}

/// Calls `with` for each founding stretch of `words` that `seeds` hold, with its places there and in `words`.
fn for_each_shared(seeds: &Seeds, words: &Words, mut with: impl FnMut(&[(u32, u32)], &[(u32, u32)])) {
    let mut shared: Vec<(u32, u32)> = vec![];
    for (&hash, at) in words.founding().iter().zip(0..) {
        if !seeds.of(hash).is_empty() {
            shared.push((hash, at));
        }
    }
    shared.sort_unstable();
    shared.chunk_by(|x, y| x.0 == y.0).for_each(|same| with(seeds.of(same[0].0), same));
}

/// All pairs of places of one stretch on both sides, unless there are too many.
fn cross(same_a: &[(u32, u32)], same_b: &[(u32, u32)], pairs: &mut Vec<(u32, u32)>) {
    if same_a.len() * same_b.len() <= MAX_PAIRS {
        pairs.extend(same_a.iter().flat_map(|x| same_b.iter().map(move |y| (x.1, y.1))));
    }
}

/// What is near a founding run on both sides; boxes that meet are one. Runs are in the order of `a`.
fn boxes(a: &Words, b: &Words, founding: &[Run]) -> Vec<Ranges> {
    let (mut done, mut open): (Vec<Ranges>, Vec<Ranges>) = (vec![], vec![]);
    for run in founding {
        let (mut x, mut y) = (a.around(run.a, run.a_end(), REACH), b.around(run.b, run.b_end(), REACH));
        // Boxes that end before this one begins meet no later one either.
        done.extend(open.extract_if(.., |near| near.0.1 <= x.0));
        while let Some(at) = open.iter().rposition(|near| shared(near.0, x) > 0 && shared(near.1, y) > 0) {
            let near = open.swap_remove(at);
            (x, y) = ((near.0.0.min(x.0), near.0.1.max(x.1)), (near.1.0.min(y.0), near.1.1.max(y.1)));
        }
        open.push((x, y));
    }
    done.extend(open);
    done
}

/// The seeds of short runs in a box.
fn pairs_inside(a: &Words, b: &Words, (in_a, in_b): Ranges, pairs: &mut Vec<(u32, u32)>) {
    let sorted = |words: &Words, (start, end): (u32, u32)| {
        let mut stretches: Vec<(u32, u32)> = words.stretches(SHORTEST, start, end).collect();
        stretches.sort_unstable();
        stretches
    };
    let (a, b) = (sorted(a, in_a), sorted(b, in_b));
    let mut rest = &b[..];
    for same_a in a.chunk_by(|x, y| x.0 == y.0) {
        rest = &rest[rest.iter().take_while(|seed| seed.0 < same_a[0].0).count()..];
        let same_b = &rest[..rest.iter().take_while(|seed| seed.0 == same_a[0].0).count()];
        cross(same_a, same_b, pairs);
    }
}

/// Draws seeds out in both directions, each run once.
fn extend(a: &[u64], b: &[u64], pairs: &mut [(u32, u32)]) -> Vec<Run> {
    let diagonal = |i: u32, j: u32| i64::from(i) - i64::from(j);
    pairs.sort_unstable_by_key(|&(i, j)| (diagonal(i, j), i));
    let mut runs: Vec<Run> = vec![];
    for &(i, j) in pairs.iter() {
        let before =
            runs.last().filter(|run| diagonal(run.a, run.b) == diagonal(i, j)).map_or(0, |run| run.a_end());
        if i < before {
            continue;
        }
        let (first, second) = (i as usize, j as usize);
        let ahead = a[first..].iter().zip(&b[second..]).take_while(|(x, y)| x == y).count() as u32;
        let back = a[..first].iter().rev().zip(b[..second].iter().rev());
        let behind = back.take((i - before) as usize).take_while(|(x, y)| x == y).count() as u32;
        if ahead > 0 {
            runs.push(Run { a: i - behind, b: j - behind, len: ahead + behind });
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::words::tests::words;

    /// Every maximal run of at least `FOUNDING` half words, by looking at all pairs of words.
    fn all_founding(a: &Words, b: &Words) -> Vec<Run> {
        let (x, y) = (a.hashes(), b.hashes());
        let mut runs = vec![];
        for i in 0..x.len() {
            for j in 0..y.len() {
                if x[i] != y[j] || (i > 0 && j > 0 && x[i - 1] == y[j - 1]) {
                    continue;
                }
                let len = x[i..].iter().zip(&y[j..]).take_while(|(x, y)| x == y).count();
                let run = Run { a: i as u32, b: j as u32, len: len as u32 };
                if founds(a, &run) {
                    runs.push(run);
                }
            }
        }
        runs
    }

    #[test]
    fn founding_runs_equal_those_of_all_pairs() {
        let mut state = 7_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        for _ in 0..300 {
            let alphabet = ["a", "b", "c", "d", "e", "f", "g", "h", "中", "文", "字", "人"];
            let mut text = |length: u64| -> String {
                (0..length).map(|_| format!("{} ", alphabet[roll(12) as usize])).collect()
            };
            let (shared, x, y) = (text(9), text(30), text(25));
            let (a, b) = (words(&format!("{x}{shared}{y}")), words(&format!("{y}{shared}{x}")));
            let mut found = find(&a, &Seeds::new(&a), &b);
            found.retain(|run| founds(&a, run));
            // A stretch that stands too often opens no run; texts this short have none.
            assert_eq!(found, all_founding(&a, &b));
        }
    }

    #[test]
    fn short_runs_are_kept_near_long_ones_only() {
        let long = "one two three four five six seven";
        let far = "w ".repeat(400);
        let a = words(&format!("{long} x y eight nine ten {far} alpha beta gamma"));
        let b = words(&format!("{long} z eight nine ten {} alpha beta gamma", "v ".repeat(400)));
        let lengths: Vec<u32> = find(&a, &Seeds::new(&a), &b).iter().map(|run| run.len).collect();
        assert_eq!(lengths, [7, 3]);
    }
}

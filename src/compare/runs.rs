//! Maximal runs of equal words in two documents.
//!
//! The stretches of both sides are hashed ([`Words::stretches`]); equal hashes
//! are seeds, and a seed is drawn out as far as the words stay equal. Since the length of a stretch depends on its
//! words only, equal text gives equal seeds on both sides. Stretches that stand too often on both sides together
//! ([`MAX_PAIRS`]) open no run, so that the cost is `O((n + m) log m + runs)` for n and m words, whatever the text.

use std::collections::HashMap;

use super::{Run, Words};

/// A stretch opens runs when its occurrences in the one text times those in the other are at most this.
const MAX_PAIRS: usize = 64;

/// A run of this many half words can found a passage: five words, or ten Han characters. Of planted passages with 20 % of
/// the words edited, each holds one.
const FOUNDING: u32 = 10;

/// Shorter runs are kept this close, in half words on both sides, to one that can found a passage.
const REACH: u32 = 160;

/// The maximal runs that can found a passage, and the shorter ones around them, by their place in `a`, then in `b`.
pub(crate) fn find(a: &Words, b: &Words) -> Vec<Run> {
    let seeds = a.seeds();
    let mut shared: Vec<(u32, u32)> = b.stretches().filter(|&(hash, _)| seeds.may_hold(hash)).collect();
    shared.sort_unstable();
    let mut pairs = vec![];
    let mut rest = seeds.sorted();
    for same_b in shared.chunk_by(|x, y| x.0 == y.0) {
        rest = &rest[gallop(rest, same_b[0].0)..];
        let same_a = &rest[..rest.iter().take_while(|seed| seed.0 == same_b[0].0).count()];
        if same_a.len() * same_b.len() <= MAX_PAIRS {
            pairs.extend(same_a.iter().flat_map(|x| same_b.iter().map(move |y| (x.1, y.1))));
        }
    }
    pairs.sort_unstable();
    around_founding(a, b, extend(a.hashes(), b.hashes(), &pairs))
}

/// Whether a run is long enough to found a passage. `a` is the side that it begins on with [`Run::a`].
pub(super) fn founds(a: &Words, run: &Run) -> bool {
    a.half_words(run.a, run.a_end()) >= FOUNDING
}

/// Leaves out short runs that are far from all long ones: in long documents there are thousands, by chance.
fn around_founding(a: &Words, b: &Words, mut runs: Vec<Run>) -> Vec<Run> {
    let founding: Vec<Run> = runs.iter().copied().filter(|run| founds(a, run)).collect();
    let apart = |words: &Words, x: u32, y: u32| words.half_words(x.min(y), x.max(y));
    let longest = founding.iter().map(|run| run.len).max().unwrap_or(0);
    runs.retain(|run| {
        // Founding runs are sorted by their beginning; one that ends near by may begin `longest` words before.
        let first = founding.partition_point(|other| other.a + longest + REACH < run.a);
        let near = founding[first..].iter().take_while(|other| other.a <= run.a + REACH);
        founds(a, run)
            || near.into_iter().any(|other| {
                let close = |words: &Words, start: u32, end: u32, at: u32| {
                    (start..end).contains(&at) || apart(words, start, at).min(apart(words, end, at)) <= REACH
                };
                close(a, other.a, other.a_end(), run.a) && close(b, other.b, other.b_end(), run.b)
            })
    });
    runs
}

/// How many seeds have a smaller hash: `O(log of the answer)`.
fn gallop(seeds: &[(u32, u32)], hash: u32) -> usize {
    let mut step = 1;
    while seeds.get(step).is_some_and(|seed| seed.0 < hash) {
        step *= 2;
    }
    let start = step / 2;
    let end = seeds.len().min(step + 1);
    start + seeds[start..end].partition_point(|seed| seed.0 < hash)
}

/// Draws seeds out in both directions, each run once.
fn extend(a: &[u64], b: &[u64], pairs: &[(u32, u32)]) -> Vec<Run> {
    let mut runs = vec![];
    let mut done: HashMap<i64, u32> = HashMap::new(); // Where the last run ends on each diagonal.
    for &(i, j) in pairs {
        let end = done.entry(i64::from(i) - i64::from(j)).or_default();
        if i < *end {
            continue;
        }
        let (i, j) = (i as usize, j as usize);
        let ahead = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
        let room = i - *end as usize;
        let behind =
            a[..i].iter().rev().zip(b[..j].iter().rev()).take(room).take_while(|(x, y)| x == y).count();
        *end = (i + ahead) as u32;
        if ahead > 0 {
            runs.push(Run { a: (i - behind) as u32, b: (j - behind) as u32, len: (ahead + behind) as u32 });
        }
    }
    runs.sort_unstable();
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
            let mut found = find(&a, &b);
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
        let lengths: Vec<u32> = find(&a, &b).iter().map(|run| run.len).collect();
        assert_eq!(lengths, [7, 3]);
    }
}

//! Maximal runs of equal words in two documents.
//!
//! The shortest stretch of at least [`SEED`] half words that begins at each word is hashed; equal hashes on both sides
//! are seeds, and a seed is drawn out as far as the words stay equal. Since the length of a stretch depends on its
//! words only, equal text gives equal seeds on both sides. Stretches that stand too often on both sides together
//! ([`MAX_PAIRS`]) open no run, so that the cost is `O((n + m) log m + runs)` for n and m words, whatever the text.

use std::collections::HashMap;

use super::{Run, Words};

/// The shortest run, in half words: three words, or six Han characters.
pub(super) const SEED: u32 = 6;

/// A stretch opens runs when its occurrences in the one text times those in the other are at most this.
const MAX_PAIRS: usize = 64;

/// All maximal runs, by their place in `a`, then in `b`.
pub(crate) fn find(a: &Words, b: &Words) -> Vec<Run> {
    let (seeds_a, seeds_b) = (a.seeds(SEED), b.seeds(SEED));
    let mut pairs = vec![];
    let mut rest = seeds_b;
    for same_a in seeds_a.chunk_by(|x, y| x.0 == y.0) {
        let hash = same_a[0].0;
        rest = &rest[gallop(rest, hash)..];
        let same_b = &rest[..rest.partition_point(|seed| seed.0 == hash)];
        if same_a.len() * same_b.len() <= MAX_PAIRS {
            pairs.extend(same_a.iter().flat_map(|x| same_b.iter().map(move |y| (x.1, y.1))));
        }
    }
    pairs.sort_unstable();
    extend(a.hashes(), b.hashes(), &pairs)
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

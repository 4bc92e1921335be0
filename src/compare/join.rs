//! Chains -> boxes: chains that are close on both sides belong together, in any order.
//!
//! Two boxes are joined when each holds more equal words than the gaps between them cost, and equal words stay dense in
//! the whole; then pieces that leave no large gap on either side are taken as one passage whose sentences stand in
//! another order. What says again what a box says already stays apart: then one place was copied twice. `O(c²)` at
//! worst for c chains; those of real texts are looked at within a gap only.

use std::cmp::Reverse;

use super::sequence::{Chain, GAP_COST};
use super::{Ranges, Run, Words, shared};

/// The least equal half words of a passage, and the least length of a piece of a reordered one.
pub(super) const MIN_EQUAL: u32 = 12;
/// Chains this close on both sides, in half words, are joined.
const JOIN_GAP: u32 = 60;
/// The least share of equal half words, on the side that has fewer, of what is joined.
const JOIN_DENSITY: f32 = 0.35;
/// Gaps in a passage whose sentences stand in another order, in half words.
const REGROUP_GAP: u32 = 40;
/// The least share of equal half words of such a passage, on the side that has fewer.
const REGROUP_DENSITY: f32 = 0.6;

/// Chains that belong together, and the ranges that they cover.
pub(super) struct Joined {
    /// Words of the query document, half open.
    pub(super) a: (u32, u32),
    /// Words of the source document, half open.
    pub(super) b: (u32, u32),
    /// What it was joined from.
    pub(super) chains: Vec<Chain>,
}

impl Joined {
    fn new(chain: Chain) -> Option<Joined> {
        let (first, last) = (chain.first()?, chain.last()?);
        Some(Joined { a: (first.a, last.a_end()), b: (first.b, last.b_end()), chains: vec![chain] })
    }
}

/// Joins chains, by the place of what comes of it in `a`.
pub(super) fn join(a: &Words, b: &Words, chains: Vec<Chain>) -> Vec<Joined> {
    regroup(a, b, join_near(a, b, chains))
}

/// Joins what is close on both sides until nothing changes.
fn join_near(a: &Words, b: &Words, chains: Vec<Chain>) -> Vec<Joined> {
    let mut boxes: Vec<Joined> = chains.into_iter().filter_map(Joined::new).collect();
    boxes.sort_by_key(|b| (b.a, b.b));
    loop {
        let mut joined = false;
        let mut at = 0;
        while at < boxes.len() {
            let mut other = at + 1;
            while other < boxes.len() && a.half_words(boxes[at].a.1, boxes[other].a.0) <= JOIN_GAP {
                if let Some(union) = try_join(a, b, &boxes[at], &boxes[other]) {
                    let taken = boxes.remove(other);
                    let into = &mut boxes[at];
                    (into.a, into.b) = union;
                    into.chains.extend(taken.chains);
                    joined = true;
                } else {
                    other += 1;
                }
            }
            at += 1;
        }
        if !joined {
            return boxes;
        }
    }
}

/// Whether most of the equal words of one are equal words of the other already, on either side: then one of two equal
/// places was copied, or one place twice.
fn is_repeated(x: &Joined, y: &Joined) -> bool {
    let side = |found: &Joined, of: fn(&Run) -> (u32, u32)| {
        let mut ranges: Vec<(u32, u32)> = found.chains.iter().flatten().map(of).collect();
        ranges.sort_unstable();
        ranges
    };
    let repeats = |of: fn(&Run) -> (u32, u32)| {
        let (x, y) = (side(x, of), side(y, of));
        let words = |ranges: &[(u32, u32)]| ranges.iter().map(|range| range.1 - range.0).sum::<u32>();
        shared_words(&x, &y) * 2 > words(&x).min(words(&y))
    };
    (shared(x.a, y.a) > 0 && repeats(|run| (run.a, run.a_end())))
        || (shared(x.b, y.b) > 0 && repeats(|run| (run.b, run.b_end())))
}

/// How many words two lists of ranges share, both sorted.
fn shared_words(mut x: &[(u32, u32)], mut y: &[(u32, u32)]) -> u32 {
    let mut sum = 0;
    while let (Some(&(x_start, x_end)), Some(&(y_start, y_end))) = (x.first(), y.first()) {
        sum += x_end.min(y_end).saturating_sub(x_start.max(y_start));
        if x_end <= y_end { x = &x[1..] } else { y = &y[1..] }
    }
    sum
}

/// Joins the pieces of passages whose sentences stand in another order: pieces that follow each other without large
/// gaps on both sides, in whatever order, are one passage when equal words are dense in the whole.
fn regroup(a: &Words, b: &Words, boxes: Vec<Joined>) -> Vec<Joined> {
    let (pieces, mut rest): (Vec<Joined>, Vec<Joined>) =
        boxes.into_iter().partition(|found| a.half_words(found.a.0, found.a.1) >= MIN_EQUAL);
    let mut groups = vec![];
    close_groups(a, b, pieces, &mut groups);
    for pieces in groups {
        let (group, repeated) = without_repeats(pieces);
        rest.extend(repeated);
        let union = |x: (u32, u32), y: (u32, u32)| (x.0.min(y.0), x.1.max(y.1));
        let whole_a = group.iter().map(|piece| piece.a).reduce(union);
        let whole_b = group.iter().map(|piece| piece.b).reduce(union);
        let (Some(whole_a), Some(whole_b)) = (whole_a, whole_b) else { continue };
        let runs = group.iter().flat_map(|piece| piece.chains.iter().flatten());
        let (in_a, in_b) = equal_half_words(a, b, runs);
        if density(a, b, whole_a, whole_b, in_a, in_b) >= REGROUP_DENSITY {
            let chains = group.into_iter().flat_map(|piece| piece.chains).collect();
            rest.push(Joined { a: whole_a, b: whole_b, chains });
        } else {
            rest.extend(group);
        }
    }
    rest
}

/// The pieces of which none says again what another says, longest first; and the others.
fn without_repeats(mut pieces: Vec<Joined>) -> (Vec<Joined>, Vec<Joined>) {
    pieces.sort_by_key(|piece| (Reverse(piece.a.1 - piece.a.0), piece.a, piece.b));
    let (mut group, mut repeated): (Vec<Joined>, Vec<Joined>) = (vec![], vec![]);
    for piece in pieces {
        let is_new = group.iter().all(|other| !is_repeated(other, &piece));
        if is_new { group.push(piece) } else { repeated.push(piece) }
    }
    (group, repeated)
}

/// Splits pieces at large gaps on one side, then on the other, until no group has one.
fn close_groups(a: &Words, b: &Words, pieces: Vec<Joined>, out: &mut Vec<Vec<Joined>>) {
    let count = pieces.len();
    for group in split_at_gaps(a, pieces, |piece| piece.a) {
        for group in split_at_gaps(b, group, |piece| piece.b) {
            if group.len() == count { out.push(group) } else { close_groups(a, b, group, out) }
        }
    }
}

fn split_at_gaps(
    words: &Words,
    mut pieces: Vec<Joined>,
    side: fn(&Joined) -> (u32, u32),
) -> Vec<Vec<Joined>> {
    pieces.sort_by_key(|piece| (side(piece), piece.a, piece.b));
    let mut groups: Vec<Vec<Joined>> = vec![];
    let mut end = 0;
    for piece in pieces {
        let (start, stop) = side(&piece);
        match groups.last_mut() {
            Some(group) if words.half_words(end, start) <= REGROUP_GAP => group.push(piece),
            _ => groups.push(vec![piece]),
        }
        end = end.max(stop);
    }
    groups
}

fn try_join(a: &Words, b: &Words, x: &Joined, y: &Joined) -> Option<Ranges> {
    let apart = |words: &Words, x: (u32, u32), y: (u32, u32)| words.half_words(x.1.min(y.1), x.0.max(y.0));
    let (gap_a, gap_b) = (apart(a, x.a, y.a), apart(b, x.b, y.b));
    if gap_a > JOIN_GAP || gap_b > JOIN_GAP {
        return None;
    }
    if is_repeated(x, y) {
        return None;
    }
    let equal = |found: &Joined| {
        let (in_a, in_b) = equal_half_words(a, b, found.chains.iter().flatten());
        in_a.min(in_b) as f32
    };
    let cost = GAP_COST * (gap_a + gap_b) as f32;
    if equal(x).min(equal(y)) <= cost {
        return None;
    }
    let union = |x: (u32, u32), y: (u32, u32)| (x.0.min(y.0), x.1.max(y.1));
    let (range_a, range_b) = (union(x.a, y.a), union(x.b, y.b));
    let (in_a, in_b) = equal_half_words(a, b, x.chains.iter().chain(&y.chains).flatten());
    (density(a, b, range_a, range_b, in_a, in_b) >= JOIN_DENSITY).then_some((range_a, range_b))
}

/// The share of equal half words in two ranges, on the side that has the smaller one.
pub(super) fn density(a: &Words, b: &Words, ra: (u32, u32), rb: (u32, u32), ea: u32, eb: u32) -> f32 {
    let share = |equal: u32, all: u32| equal as f32 / all.max(1) as f32;
    share(ea, a.half_words(ra.0, ra.1)).min(share(eb, b.half_words(rb.0, rb.1)))
}

/// Half words that are equal, on either side; words that several runs cover count once.
pub(super) fn equal_half_words<'r>(
    a: &Words,
    b: &Words,
    runs: impl Iterator<Item = &'r Run> + Clone,
) -> (u32, u32) {
    let union = |words: &Words, mut ranges: Vec<(u32, u32)>| {
        ranges.sort_unstable();
        let (mut sum, mut end) = (0, 0);
        for (start, stop) in ranges {
            let start = start.max(end);
            if stop > start {
                sum += words.half_words(start, stop);
                end = stop;
            }
        }
        sum
    };
    (
        union(a, runs.clone().map(|run| (run.a, run.a_end())).collect()),
        union(b, runs.map(|run| (run.b, run.b_end())).collect()),
    )
}

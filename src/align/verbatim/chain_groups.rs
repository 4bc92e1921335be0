//! Chains -> boxes: chains that are close on both sides are joined, in any order.
//!
//! Two boxes are joined if each has more equal half words than the gaps between them cost, and equal words stay dense
//! in the union. Then pieces that leave no large gap on either side become one passage whose sentences stand in another
//! order. A box that mostly repeats the equal words of another stays apart: one place was copied twice. `O(c²)` at
//! worst for c chains; in real texts only chains within a gap of each other are compared.

use std::cmp::Reverse;

use super::chaining::Chain;
use super::covered::Covered;
use super::limits::LIMITS;
use crate::align::ExactMatch;
use crate::align::Sides;
use crate::align::alignment::equal_half_words;
use crate::align::groups::split_at_gaps;
use crate::analyze::Words;
use crate::interrupt;
use crate::text::WordRange;

/// Chains that belong together, and the ranges that they cover.
pub(crate) struct ChainGroup {
    /// Words of the query document.
    pub(crate) a: WordRange,
    /// Words of the source document.
    pub(crate) b: WordRange,
    /// The chains that were joined.
    pub(crate) chains: Vec<Chain>,
    /// The equal words of the query document.
    equal_a: Equal,
    /// The equal words of the source document.
    equal_b: Equal,
}

impl ChainGroup {
    fn new(a: &Words, b: &Words, chain: Chain) -> Option<ChainGroup> {
        let (first, last) = (chain.first()?, chain.last()?);
        let (in_a, in_b) = (first.in_a().union(last.in_a()), first.in_b().union(last.in_b()));
        let equal_a = Equal::of(a, chain.iter().copied().map(ExactMatch::in_a));
        let equal_b = Equal::of(b, chain.iter().copied().map(ExactMatch::in_b));
        Some(ChainGroup { a: in_a, b: in_b, equal_a, equal_b, chains: vec![chain] })
    }

    /// Returns the equal half words of the side that has fewer.
    fn equal_half_words(&self) -> u32 {
        self.equal_a.half_words.min(self.equal_b.half_words)
    }

    /// Joins pieces that cover these ranges of words together.
    fn whole(words: Sides<&Words>, ranges: Sides<WordRange>, pieces: Vec<ChainGroup>) -> ChainGroup {
        let mut chains = vec![];
        for piece in pieces {
            chains.extend(piece.chains);
        }
        let equal_a = Equal::of(words.a, sorted(&chains, ExactMatch::in_a).into_iter());
        let equal_b = Equal::of(words.b, sorted(&chains, ExactMatch::in_b).into_iter());
        ChainGroup { a: ranges.a, b: ranges.b, equal_a, equal_b, chains }
    }

    fn take(&mut self, words: Sides<&Words>, other: ChainGroup) {
        (self.a, self.b) = (self.a.union(other.a), self.b.union(other.b));
        self.equal_a.add(words.a, other.equal_a);
        self.equal_b.add(words.b, other.equal_b);
        self.chains.extend(other.chains);
    }
}

/// Returns the ranges of the matches of chains on one side, sorted.
fn sorted(chains: &[Chain], side: fn(ExactMatch) -> WordRange) -> Vec<WordRange> {
    let mut ranges: Vec<WordRange> = chains.iter().flatten().copied().map(side).collect();
    ranges.sort_unstable();
    ranges
}

/// Equal words of one document.
struct Equal {
    /// Disjoint ranges, in order.
    ranges: Vec<WordRange>,
    words: u32,
    half_words: u32,
}

impl Equal {
    /// Collects the words of ranges, which come sorted.
    fn of(words: &Words, ranges: impl Iterator<Item = WordRange>) -> Equal {
        let mut equal = Equal { ranges: vec![], words: 0, half_words: 0 };
        for range in ranges {
            let start = match equal.ranges.last() {
                Some(last) => range.start.max(last.end),
                None => range.start,
            };
            let range = WordRange::new(start, range.end);
            if !range.is_empty() {
                equal.ranges.push(range);
                equal.words += range.len();
                equal.half_words += words.half_words(range);
            }
        }
        equal
    }

    /// Adds words. `O(n log n)` for n ranges of both.
    fn add(&mut self, words: &Words, other: Equal) {
        let mut ranges = std::mem::take(&mut self.ranges);
        ranges.extend(other.ranges);
        ranges.sort_unstable();
        *self = Equal::of(words, ranges.into_iter());
    }

    /// Returns whether most words of one are also words of the other.
    fn repeats(&self, other: &Equal) -> bool {
        self.shared(other, WordRange::len) * 2 > self.words.min(other.words)
    }

    /// Returns the half words of both together; those that both have count once.
    fn half_words_with(&self, other: &Equal, words: &Words) -> u32 {
        self.half_words + other.half_words - self.shared(other, |range| words.half_words(range))
    }

    /// Sums `measure` over the words that both have. `O(n log m)` for n and m ranges, n being fewer.
    fn shared(&self, other: &Equal, measure: impl Fn(WordRange) -> u32) -> u32 {
        let (few, many) = if self.ranges.len() <= other.ranges.len() { (self, other) } else { (other, self) };
        let mut sum = 0;
        for &range in &few.ranges {
            let first = many.ranges.partition_point(|other| other.end <= range.start);
            for other in &many.ranges[first..] {
                if other.start >= range.end {
                    break;
                }
                sum += measure(WordRange::new(other.start.max(range.start), other.end.min(range.end)));
            }
        }
        sum
    }
}

/// Joins the chains that belong together.
pub(crate) fn group_chains(a: &Words, b: &Words, chains: Vec<Chain>) -> Vec<ChainGroup> {
    regroup(a, b, group_near(a, b, chains))
}

/// Joins boxes that are close on both sides until nothing changes.
fn group_near(a: &Words, b: &Words, chains: Vec<Chain>) -> Vec<ChainGroup> {
    let mut found = vec![];
    for chain in chains {
        found.extend(ChainGroup::new(a, b, chain));
    }
    found.sort_by_key(|found| (found.a, found.b));
    let mut boxes: Vec<Option<ChainGroup>> = found.into_iter().map(Some).collect();
    loop {
        let before = boxes.len();
        for at in 0..boxes.len() {
            if interrupt::is_set() {
                break;
            }
            let (done, rest) = boxes.split_at_mut(at + 1);
            let Some(Some(into)) = done.last_mut() else { continue };
            for other in rest {
                let Some(found) = other else { continue };
                if a.half_words(WordRange::new(into.a.end, found.a.start)) > LIMITS.join_gap {
                    break;
                }
                if belong_together(a, b, into, found)
                    && let Some(found) = other.take()
                {
                    into.take(Sides { a, b }, found);
                }
            }
        }
        boxes.retain(Option::is_some);
        if boxes.len() == before {
            return boxes.into_iter().flatten().collect();
        }
    }
}

/// Returns whether most equal words of one box are already equal words of the other, on either side: one of two equal
/// places was copied, or one place was copied twice.
fn is_repeated(x: &ChainGroup, y: &ChainGroup) -> bool {
    (x.a.meets(y.a) && x.equal_a.repeats(&y.equal_a)) || (x.b.meets(y.b) && x.equal_b.repeats(&y.equal_b))
}

/// Joins the pieces of passages whose sentences stand in another order. Pieces that follow each other on both sides
/// without large gaps, in whatever order, become one passage if equal words are dense in the whole.
fn regroup(a: &Words, b: &Words, boxes: Vec<ChainGroup>) -> Vec<ChainGroup> {
    let (mut pieces, mut rest) = (vec![], vec![]);
    for found in boxes {
        if a.half_words(found.a) >= LIMITS.min_equal { pieces.push(found) } else { rest.push(found) }
    }
    let mut groups = vec![];
    let is_large = |side: usize, gap| [a, b][side].half_words(gap) > LIMITS.regroup_gap;
    split_at_gaps(pieces, &|piece| [piece.a, piece.b], &is_large, &mut groups);
    for pieces in groups {
        if interrupt::is_set() {
            break;
        }
        let (group, repeated) = without_repeats(pieces);
        rest.extend(repeated);
        let Some(first) = group.first() else { continue };
        let mut whole = Sides { a: first.a, b: first.b };
        for piece in &group {
            whole = Sides { a: whole.a.union(piece.a), b: whole.b.union(piece.b) };
        }
        let matches = group.iter().flat_map(|piece| piece.chains.iter().flatten());
        let words = Sides { a, b };
        if density(words, whole, equal_half_words(a, b, matches)) >= LIMITS.regroup_density {
            rest.push(ChainGroup::whole(words, whole, group));
        } else {
            rest.extend(group);
        }
    }
    rest
}

/// Separates pieces, longest first, into those that repeat none of the kept ones and those that do.
fn without_repeats(mut pieces: Vec<ChainGroup>) -> (Vec<ChainGroup>, Vec<ChainGroup>) {
    pieces.sort_by_key(|piece| (Reverse(piece.a.len()), piece.a, piece.b));
    let (mut group, mut repeated): (Vec<ChainGroup>, Vec<ChainGroup>) = (vec![], vec![]);
    let (mut in_a, mut in_b) = (Covered::default(), Covered::default());
    for piece in pieces {
        if interrupt::is_set() {
            break;
        }
        let near = in_a.over(piece.a).into_iter().chain(in_b.over(piece.b));
        if near.into_iter().any(|other| is_repeated(&group[other], &piece)) {
            repeated.push(piece);
        } else {
            in_a.push(piece.a);
            in_b.push(piece.b);
            group.push(piece);
        }
    }
    (group, repeated)
}

/// Returns whether two boxes are near enough to each other, and dense enough together, to become one.
fn belong_together(a: &Words, b: &Words, x: &ChainGroup, y: &ChainGroup) -> bool {
    let (gap_a, gap_b) = (gap(a, x.a, y.a), gap(b, x.b, y.b));
    if gap_a > LIMITS.join_gap || gap_b > LIMITS.join_gap || is_repeated(x, y) {
        return false;
    }
    let cost = LIMITS.gap_cost * (gap_a + gap_b) as f32;
    if x.equal_half_words().min(y.equal_half_words()) as f32 <= cost {
        return false;
    }
    let equal_a = x.equal_a.half_words_with(&y.equal_a, a);
    let equal_b = x.equal_b.half_words_with(&y.equal_b, b);
    let equal = Sides { a: equal_a, b: equal_b };
    density(Sides { a, b }, Sides { a: x.a.union(y.a), b: x.b.union(y.b) }, equal) >= LIMITS.join_density
}

/// Returns the half words between two ranges; 0 if they meet.
fn gap(words: &Words, x: WordRange, y: WordRange) -> u32 {
    words.half_words(WordRange::new(x.end.min(y.end), x.start.max(y.start)))
}

/// Returns the share of equal half words in two ranges, on the side with the smaller share.
pub(crate) fn density(words: Sides<&Words>, ranges: Sides<WordRange>, equal: Sides<u32>) -> f32 {
    share(equal.a, words.a.half_words(ranges.a)).min(share(equal.b, words.b.half_words(ranges.b)))
}

fn share(equal: u32, all: u32) -> f32 {
    equal as f32 / all.max(1) as f32
}

//! Overlapping passages -> the best passage of each place.
//!
//! In: the passages of two documents, in any order. Out: for each place of the query document the passage with the most
//! equal words ([`best_places`]), with its other places in the source. The part of another passage that reaches beyond
//! it becomes a passage of its own if it is long enough. `O(n log n)` for n passages that overlap little.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::copied::{Pair, is_copied};
use super::covered::Covered;
use super::exact_matches;
use super::limits::LIMITS;
use crate::align::ExactMatch;
use crate::align::Sides;
use crate::align::alignment::{Alignment, covered, cut, measure};
use crate::interrupt;
use crate::text::WordRange;

/// Keeps the passage with the most equal words for each place of the query document, and adds to it the other places of
/// the source. The part of another passage that reaches beyond it becomes a passage of its own if it is long enough.
pub(super) fn best_places(pair: Pair<'_>, found: Vec<Alignment>) -> Vec<Alignment> {
    let mut best: Vec<(Alignment, Unequal)> = vec![];
    let mut places = Covered::default();
    let mut left: BinaryHeap<ByEqual> = found.into_iter().map(ByEqual).collect();
    while let Some(ByEqual(passage)) = left.pop() {
        if interrupt::is_set() {
            break;
        }
        // A range that covers more than half of a passage covers the word in its middle.
        let over = places.over_word(passage.a.start + passage.a.len() / 2);
        match over.max_by_key(|&other| best[other].0.a.shared(passage.a)) {
            Some(other) if passage.a.is_mostly_in(best[other].0.a) => {
                let (other, unequal) = &mut best[other];
                let before = WordRange::new(passage.a.start, other.a.start);
                let behind = WordRange::new(other.a.end, passage.a.end);
                for range in [before, behind] {
                    if let Some(part) = part(pair, &passage, range)
                        && is_copied(pair, &part)
                    {
                        left.push(ByEqual(part));
                    }
                }
                for &exact in &passage.equal {
                    for part in unequal.take(exact) {
                        if pair.a.half_words(part.in_a()) >= LIMITS.shortest {
                            other.elsewhere.push(part);
                        }
                    }
                }
                other.add_place(passage.b);
            }
            _ => {
                places.push(passage.a);
                let unequal = Unequal::of(&passage);
                best.push((passage, unequal));
            }
        }
    }
    let mut passages = vec![];
    for (mut passage, _) in best {
        passage.also.sort_unstable();
        passage.elsewhere.sort_unstable();
        passages.push(passage);
    }
    passages
}

/// The words of a passage that are not yet equal to any of the source, as disjoint ranges in order.
struct Unequal(Vec<WordRange>);

impl Unequal {
    fn of(passage: &Alignment) -> Unequal {
        let mut gaps = vec![];
        let mut end = passage.a.start;
        for exact in &passage.equal {
            gaps.push(WordRange::new(end, exact.a));
            end = end.max(exact.a_end());
        }
        gaps.push(WordRange::new(end, passage.a.end));
        gaps.retain(|gap| !gap.is_empty());
        Unequal(gaps)
    }

    /// Returns the parts of a match that lie in these words, and removes them.
    fn take(&mut self, exact: ExactMatch) -> Vec<ExactMatch> {
        let first = self.0.partition_point(|gap| gap.end <= exact.a);
        let met = self.0[first..].iter().take_while(|gap| gap.start < exact.a_end()).count();
        let (mut parts, mut left) = (vec![], vec![]);
        for &gap in &self.0[first..first + met] {
            let part = WordRange::new(gap.start.max(exact.a), gap.end.min(exact.a_end()));
            parts.push(ExactMatch { a: part.start, b: exact.b + (part.start - exact.a), len: part.len() });
            left.extend([WordRange::new(gap.start, part.start), WordRange::new(part.end, gap.end)]);
        }
        left.retain(|gap| !gap.is_empty());
        self.0.splice(first..first + met, left);
        parts
    }
}

/// A passage ordered by its equal words, then by its equal words in order; of equals, the earlier passage is the
/// greater.
struct ByEqual(Alignment);

impl ByEqual {
    fn key(&self) -> impl Ord {
        let ByEqual(passage) = self;
        (passage.equal_words, passage.in_order, Reverse((passage.a, passage.b)))
    }
}

impl Ord for ByEqual {
    fn cmp(&self, other: &ByEqual) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for ByEqual {
    fn partial_cmp(&self, other: &ByEqual) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ByEqual {
    fn eq(&self, other: &ByEqual) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ByEqual {}

/// Returns the part of a passage in a range of the query document, if it holds a match that can found a passage.
pub(super) fn part(pair: Pair<'_>, passage: &Alignment, range: WordRange) -> Option<Alignment> {
    let Pair { a, b, .. } = pair;
    if a.half_words(range) < LIMITS.min_equal {
        return None;
    }
    let mut equal = passage.equal.clone();
    equal.retain_mut(|exact| cut(exact, range, passage.b));
    equal.iter().find(|exact| exact_matches::founds(a, exact))?;
    let ranges = covered(&equal)?;
    Some(measure(Sides { a, b }, ranges, equal))
}

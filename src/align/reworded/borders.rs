//! The ends of a reworded passage, chosen on both sides at once.
//!
//! In: the sentences of a passage on both sides. Out: the same passage with ends that suit both sides ([`settled`]).
//! The worth of a passage is the weight of its matched terms, less a share of the weight of all its terms; its ends are
//! where its worth is greatest. The share depends on the passage itself: where most words were kept, a sentence that
//! has few of them is not part of it; where few were kept, it may be. Both sides move together, because the last
//! sentence of a copy has its terms in the last sentence of its source: looked at alone, neither would be taken in.
//! `O(n log n)` for n terms.

use super::alike::{Bag, Weighted};
use super::limits::LIMITS;
use crate::align::Sides;
use crate::text::SentenceRange;

#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

/// Moves the ends of a passage to where its worth is greatest.
pub(super) fn settled(weighted: &Weighted<'_>, sides: Sides<SentenceRange>) -> Sides<SentenceRange> {
    let (x, y) = (weighted.bag_of_a(sides.a), weighted.bag_of_b(sides.b));
    let own = 2.0 * weighted.shared(&x, &y) / (x.weight + y.weight).max(1.0);
    let share = LIMITS.least_own_share.max(LIMITS.own_share * own);
    let mut settled = sides;
    for _ in 0..LIMITS.rounds {
        let before = settled;
        for end in [End::First, End::Last] {
            settled = best(weighted, settled, end, share);
        }
        if settled == before {
            break;
        }
    }
    settled
}

/// Moves one end of the passage on either side or both, if that increases its worth.
fn best(weighted: &Weighted<'_>, sides: Sides<SentenceRange>, end: End, share: f32) -> Sides<SentenceRange> {
    let (of_a, of_b) =
        (moved(sides.a, end, weighted.a.terms.len()), moved(sides.b, end, weighted.b.terms.len()));
    let mut bags_of_b: Vec<Bag> = Vec::with_capacity(of_b.len());
    for &y in &of_b {
        bags_of_b.push(weighted.bag_of_b(y));
    }
    let (mut best, mut most) = (sides, None);
    for a in of_a {
        let x = weighted.bag_of_a(a);
        for (&b, y) in of_b.iter().zip(&bags_of_b) {
            let worth = 2.0 * weighted.shared(&x, y) - share * (x.weight + y.weight);
            let is_better = match most {
                Some(most) => worth > most,
                None => true,
            };
            if is_better {
                (best, most) = (Sides { a, b }, Some(worth));
            }
        }
    }
    best
}

/// Returns a range of `all` sentences, and the ranges that it becomes if one end moves.
fn moved(range: SentenceRange, end: End, all: usize) -> Vec<SentenceRange> {
    let reach = i64::from(LIMITS.end_reach);
    let mut ranges = vec![range];
    for by in -reach..=reach {
        let (start, stop) = (i64::from(range.start), i64::from(range.end));
        let (start, stop) = match end {
            End::First => (start - by, stop),
            End::Last => (start, stop + by),
        };
        if by != 0 && start >= 0 && stop <= all as i64 && start < stop {
            ranges.push(SentenceRange::new(start as u32, stop as u32));
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::Terms;
    use crate::analyze::words::tests::words;

    /// Checks the sentences of both sides to which the ends of a passage move.
    fn check(
        a: &str,
        b: &str,
        sides: (SentenceRange, SentenceRange),
        expected: (SentenceRange, SentenceRange),
    ) {
        let (in_a, in_b) = (Terms::new(&words(a), a), Terms::new(&words(b), b));
        let settled = settled(&Weighted::new(&in_a, &in_b), Sides { a: sides.0, b: sides.1 });
        assert_eq!((settled.a, settled.b), expected, "{a} | {b}");
    }

    fn range(start: u32, end: u32) -> SentenceRange {
        SentenceRange::new(start, end)
    }

    const HARBOR: &str = "The harbor froze early that winter and ships waited outside.";
    const BAKER: &str = "A baker named Ottoline sold rye loaves from her cellar window.";
    const OWN: &str = "Nobody asked whether gardens matter to painters from abroad.";

    #[test]
    fn the_last_sentences_of_both_sides_are_taken_in_together() {
        let frozen = "Early that winter the harbor was frozen, and outside waited ships.";
        let sold = "From the cellar window Ottoline, a baker, sold her loaves of rye.";
        let other = "Quite different matters were debated during spring.";
        check(
            &format!("{HARBOR} {BAKER} {OWN}"),
            &format!("{frozen} {sold} {other}"),
            (range(0, 1), range(0, 1)),
            (range(0, 2), range(0, 2)),
        );
    }

    #[test]
    fn a_sentence_that_has_nothing_of_the_other_side_is_left_out() {
        check(
            &format!("{HARBOR} {BAKER} {OWN}"),
            &format!("{HARBOR} {BAKER} Quite different matters were debated during spring."),
            (range(0, 3), range(0, 2)),
            (range(0, 2), range(0, 2)),
        );
    }
}

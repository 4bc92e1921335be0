//! Matches -> chains: matches that follow each other on both sides over small gaps.
//!
//! Colinear chaining: the best chain that ends in a match is the match itself, or the best earlier chain with the match
//! appended, less the cost of the gap. Chains are taken best first, and each match once. Ties go to the smaller gap,
//! then to the smaller place. `O(r · h)` for r matches, each with h earlier matches tried.

use super::limits::LIMITS;
use crate::align::ExactMatch;
use crate::analyze::Words;
use crate::interrupt;
use crate::text::WordRange;

/// Matches in order on both sides, without overlaps.
pub(crate) type Chain = Vec<ExactMatch>;

/// Chains sorted matches; returns the best chain first.
pub(crate) fn chain(a: &Words, b: &Words, matches: &[ExactMatch]) -> Vec<Chain> {
    let mut best: Vec<(f32, Option<usize>)> = Vec::with_capacity(matches.len());
    let mut longest = 0;
    for exact in matches {
        longest = longest.max(a.half_words(exact.in_a()));
    }
    for (at, &exact) in matches.iter().enumerate() {
        if interrupt::is_set() {
            break;
        }
        let own = a.half_words(exact.in_a()) as f32;
        let mut found = (own, None, u32::MAX);
        for before in (at.saturating_sub(LIMITS.look_back)..at).rev() {
            if a.half_words(WordRange::new(matches[before].a, exact.a)) > longest + LIMITS.max_gap {
                break;
            }
            let Some((gap, fresh)) = step(a, b, matches[before], exact) else { continue };
            let score = best[before].0 + fresh as f32 - LIMITS.gap_cost * gap as f32;
            if score > found.0 || (score == found.0 && gap < found.2) {
                found = (score, Some(before), gap);
            }
        }
        best.push((found.0, found.1));
    }
    let matches = &matches[..best.len()];
    let mut order: Vec<usize> = (0..matches.len()).collect();
    order.sort_by(|&x, &y| best[y].0.total_cmp(&best[x].0).then(x.cmp(&y)));
    let mut used = vec![false; matches.len()];
    let mut chains = vec![];
    for end in order {
        let mut chain = vec![];
        let mut at = Some(end);
        while let Some(here) = at
            && !used[here]
        {
            used[here] = true;
            chain.push(matches[here]);
            at = best[here].1;
        }
        if !chain.is_empty() {
            chain.reverse();
            trim_overlaps(&mut chain);
            chains.push(chain);
        }
    }
    chains
}

/// Measures the step from one match to a later one: the half words of the gaps on both sides together, and the half
/// words of the later match beyond their overlap. Returns `None` if it does not follow, or follows too late.
fn step(a: &Words, b: &Words, from: ExactMatch, to: ExactMatch) -> Option<(u32, u32)> {
    if from.a >= to.a || from.b >= to.b {
        return None;
    }
    let overlap = from.a_end().saturating_sub(to.a).max(from.b_end().saturating_sub(to.b));
    if overlap >= to.len {
        return None;
    }
    let (gap_a, gap_b) =
        (a.half_words(WordRange::new(from.a_end(), to.a)), b.half_words(WordRange::new(from.b_end(), to.b)));
    if gap_a > LIMITS.max_gap || gap_b > LIMITS.max_gap {
        return None;
    }
    Some((gap_a + gap_b, a.half_words(WordRange::new(to.a + overlap, to.a_end()))))
}

/// Cuts from the beginning of each match the words that it shares with the match before.
fn trim_overlaps(chain: &mut Chain) {
    for at in 1..chain.len() {
        let from = chain[at - 1];
        let exact = &mut chain[at];
        let overlap =
            from.a_end().saturating_sub(exact.a).max(from.b_end().saturating_sub(exact.b)).min(exact.len);
        (exact.a, exact.b, exact.len) = (exact.a + overlap, exact.b + overlap, exact.len - overlap);
    }
    chain.retain(|exact| exact.len > 0);
}

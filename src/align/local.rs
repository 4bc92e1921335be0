//! Two ranges of words -> the words that are equal in their best local alignment.
//!
//! Equal words add their length to the score, and skipped words on either side subtract a share of theirs (Smith and
//! Waterman 1981). `O(m · n)` for ranges of m and n words, with a small constant if few are equal.

use super::Sides;
use crate::analyze::Words;
use crate::text::WordRange;

/// The cost of skipping words between two equal ones, as a share of their length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapCosts {
    /// Cost in the first range.
    pub(crate) a: f32,
    /// Cost in the second range.
    pub(crate) b: f32,
}

/// Appends the equal words of the best local alignment of two ranges, the last first. Only pairs of equal words are
/// scored: few words of two sentences are equal, and the words skipped between two pairs follow from their places.
pub(crate) fn align(
    words: Sides<&Words>,
    ranges: Sides<WordRange>,
    costs: GapCosts,
    equal: &mut Vec<(u32, u32)>,
) {
    let (Sides { a, b }, Sides { a: in_a, b: in_b }) = (words, ranges);
    let (x, y) = (a.hashes_of(in_a), b.hashes_of(in_b));
    let (cost_a, cost_b) = (before_each(a, in_a, costs.a), before_each(b, in_b, costs.b));
    let mut pairs: Vec<Pair> = vec![];
    // For each word of `b`, the best alignment that ends before it: its score, to which the cost of skipping all words
    // before its end is added, and its last pair.
    let mut best: Vec<(f32, Option<usize>)> = vec![(0.0, None); y.len() + 1];
    for (i, word) in x.iter().enumerate() {
        let first = pairs.len();
        let gained = a.half_words(WordRange::new(in_a.start + i as u32, in_a.start + i as u32 + 1)) as f32;
        for (j, other) in y.iter().enumerate() {
            if other != word {
                continue;
            }
            let (score, before) = best[j];
            let score = score - cost_a[i] - cost_b[j];
            let (score, before) = if score > 0.0 { (score, before) } else { (0.0, None) };
            pairs.push(Pair { i, j, score: score + gained, before });
        }
        for (at, pair) in pairs.iter().enumerate().skip(first) {
            let end = pair.score + cost_a[i + 1] + cost_b[pair.j + 1];
            for later in &mut best[pair.j + 1..] {
                if later.0 >= end {
                    break;
                }
                *later = (end, Some(at));
            }
        }
    }
    let mut last = (0..pairs.len()).rev().max_by(|&p, &q| pairs[p].score.total_cmp(&pairs[q].score));
    while let Some(at) = last {
        let pair = &pairs[at];
        equal.push((in_a.start + pair.i as u32, in_b.start + pair.j as u32));
        last = pair.before;
    }
}

/// A pair of equal words, and the best alignment that ends with it.
struct Pair {
    i: usize,
    j: usize,
    score: f32,
    /// The previous pair of that alignment.
    before: Option<usize>,
}

/// Returns the cost of skipping all words before each word of a range, and before its end.
fn before_each(words: &Words, range: WordRange, cost: f32) -> Vec<f32> {
    let mut half_words = 0;
    let mut costs = vec![0.0];
    for word in range.start..range.end {
        half_words += words.half_words(WordRange::new(word, word + 1));
        costs.push(cost * half_words as f32);
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    /// Checks the pairs of equal words, in order, if skipping words costs as much as their length.
    fn check(a: &str, b: &str, expected: &[(u32, u32)]) {
        let (a, b) = (words(a), words(b));
        let mut equal = vec![];
        align(
            Sides { a: &a, b: &b },
            Sides { a: a.all(), b: b.all() },
            GapCosts { a: 1.0, b: 1.0 },
            &mut equal,
        );
        equal.reverse();
        assert_eq!(equal, expected);
    }

    #[test]
    fn a_gap_is_bridged_where_more_than_its_length_is_equal_before_it() {
        check("one two x three four", "one two three four", &[(0, 0), (1, 1), (3, 2), (4, 3)]);
        check("two x three four", "two three four", &[(2, 1), (3, 2)]);
    }
}

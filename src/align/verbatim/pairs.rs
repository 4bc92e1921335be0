//! Candidate pairs of sentences -> the equal words of their best local alignments.
//!
//! A short sentence in which a few words were replaced has no match that is long enough to be searched for. If the
//! index has named it together with the sentence that it may copy, the two are aligned word by word ([`local`]). Pairs
//! of very long sentences are skipped: matches find them.

use super::covered::Covered;
use super::limits::LIMITS;
use super::repeats::Phrase;
use crate::align::ExactMatch;
use crate::align::Sides;
use crate::align::local::{self, GapCosts};
use crate::analyze::Words;
use crate::retrieve::CandidatePair;
use crate::text::WordRange;

/// The gap costs; see [`VerbatimLimits::gap_cost`](super::limits::VerbatimLimits::gap_cost).
const COSTS: GapCosts = GapCosts { a: LIMITS.gap_cost, b: LIMITS.gap_cost };

/// Returns the places of equal words in the best alignments of these pairs, in no order. A pair is skipped if a match
/// close to it is not part of it: the pair belongs to a longer passage, whose short matches are found in other ways. A
/// pair whose query sentence lies in a phrase is skipped too: the sentence is repeated, and the phrase has all its
/// places.
pub(super) fn equal_words(
    words: Sides<&Words>,
    pairs: &[CandidatePair],
    matches: &[ExactMatch],
    phrases: &[Phrase],
) -> Vec<(u32, u32)> {
    if pairs.is_empty() {
        return vec![];
    }
    let Sides { a, b } = words;
    let mut repeated = Covered::default();
    for phrase in phrases {
        repeated.push(phrase.exact.in_a());
    }
    let mut on_a = Covered::default();
    for exact in matches {
        on_a.push(exact.in_a());
    }
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    pairs.dedup();
    let mut equal = vec![];
    for of_one in pairs.chunk_by(|x, y| x.a == y.a) {
        let in_a = a.of_sentence(of_one[0].a);
        if in_a.is_empty() || is_in_phrase(in_a, &repeated, phrases) {
            continue;
        }
        let near_a = on_a.over(a.around(in_a, LIMITS.apart));
        for pair in of_one {
            let in_b = b.of_sentence(pair.b);
            let is_short = u64::from(in_a.len()) * u64::from(in_b.len()) <= LIMITS.most_in_pair;
            if in_b.is_empty() || !is_short {
                continue;
            }
            let near_b = b.around(in_b, LIMITS.apart);
            let mut is_of_longer = false;
            for &at in &near_a {
                let (x, y) = (matches[at].in_a(), matches[at].in_b());
                if y.meets(near_b) && !(x.is_mostly_in(in_a) && y.is_mostly_in(in_b)) {
                    is_of_longer = true;
                    break;
                }
            }
            if !is_of_longer {
                local::align(words, Sides { a: in_a, b: in_b }, COSTS, &mut equal);
            }
        }
    }
    equal
}

/// Returns whether most of a sentence, which must not be empty, lies in one phrase. `repeated` has the phrases' words.
fn is_in_phrase(sentence: WordRange, repeated: &Covered, phrases: &[Phrase]) -> bool {
    for phrase in repeated.over(sentence) {
        if sentence.is_mostly_in(phrases[phrase].exact.in_a()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    /// Checks the words of the first text that are equal to words of the second. Each text is one sentence.
    fn check(a: &str, b: &str, expected: &[&str]) {
        let (x, y) = (words(a), words(b));
        let mut equal = equal_words(Sides { a: &x, b: &y }, &[CandidatePair { a: 0, b: 0 }], &[], &[]);
        equal.sort_unstable();
        assert!(equal.iter().all(|&(i, j)| x.hashes()[i as usize] == y.hashes()[j as usize]), "{a} | {b}");
        let found: Vec<&str> = equal.iter().map(|&(i, _)| x.span(i).of(a)).collect();
        assert_eq!(found, expected, "{a} | {b}");
    }

    #[test]
    fn equal_words_on_both_sides_of_replaced_ones_are_found() {
        check(
            "She kept red apples under old straw",
            "He put red apples beneath old straw",
            &["red", "apples", "old", "straw"],
        );
        check("山上有黄连和恒树枝", "山上有黄连和枫树枝", &["山", "上", "有", "黄", "连", "和", "树", "枝"]);
        check("one two three", "four five six", &[]);
    }

    #[test]
    fn words_that_are_equal_by_chance_beyond_a_long_gap_are_not() {
        check(
            "the a b c d e red apples kept under straw",
            "the f g h i red apples kept under straw",
            &["red", "apples", "kept", "under", "straw"],
        );
    }

    #[test]
    fn the_score_is_that_of_the_best_of_all_alignments() {
        // Scores every sequence of equal words in order, with the gaps between them.
        fn best(x: &[u64], y: &[u64], from: Option<(usize, usize)>) -> f32 {
            let mut most = 0.0_f32;
            for i in from.map_or(0, |at| at.0 + 1)..x.len() {
                for j in from.map_or(0, |at| at.1 + 1)..y.len() {
                    if x[i] == y[j] {
                        let passed = from.map_or(0, |at| i - at.0 - 1 + j - at.1 - 1);
                        let gained = 2.0 - 2.0 * LIMITS.gap_cost * passed as f32;
                        most = most.max(gained + best(x, y, Some((i, j))));
                    }
                }
            }
            most
        }
        let mut state = 5_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        for _ in 0..300 {
            let mut text = || -> String {
                (0..7).map(|_| format!("{} ", ["a", "b", "c", "d"][roll(4) as usize])).collect()
            };
            let (a, b) = (words(&text()), words(&text()));
            let mut equal = equal_words(Sides { a: &a, b: &b }, &[CandidatePair { a: 0, b: 0 }], &[], &[]);
            equal.sort_unstable();
            let passed: u32 = equal.windows(2).map(|w| w[1].0 - w[0].0 - 1 + w[1].1 - w[0].1 - 1).sum();
            let score = 2.0 * equal.len() as f32 - 2.0 * LIMITS.gap_cost * passed as f32;
            assert_eq!(score, best(a.hashes(), b.hashes(), None), "{:?} {:?}", a.hashes(), b.hashes());
        }
    }

    #[test]
    fn pairs_beside_a_run_of_other_sentences_are_left_out() {
        let text = "The ferryman counted each lantern. She kept red apples under old straw and hay.";
        let (a, b) = (words(text), words(&text.replace("old", "dry")));
        let pair = [CandidatePair { a: 1, b: 1 }];
        let count = |exact| equal_words(Sides { a: &a, b: &b }, &pair, &[exact], &[]).len();
        assert_eq!(count(ExactMatch { a: 0, b: 0, len: 5 }), 0);
        assert_eq!(count(ExactMatch { a: 0, b: 0, len: 10 }), 0, "half of it is in another sentence");
        assert_eq!(count(ExactMatch { a: 4, b: 4, len: 6 }), 8, "most of it is in this one");
    }
}

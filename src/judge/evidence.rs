//! What of a passage is evidence of a copy.
//!
//! Two texts on one topic share rare words without copying, but few of them in the same order, and not most of them.
//! Formulas belong to nobody, and what many documents of a collection hold belongs to all of them. `O(n)` for n exact
//! matches of a passage.

use super::limits::LIMITS;
use crate::align::{Alignment, Sides};
use crate::analyze::Words;
use crate::lexicon::Rarity;
use crate::text::WordRange;
use crate::word_set::WordSet;

/// The numbers of documents that hold the shared keys of a passage.
#[derive(Clone, Copy)]
pub(super) struct Freqs<'f> {
    /// The number for each key.
    pub(super) of_keys: &'f [u32],
    /// The number of all documents.
    pub(super) documents: u32,
}

/// Returns whether enough of a passage in other words is equal to accuse by: most of its shorter side, or at least
/// `least_in_runs` of it in runs of equal words. Of the runs, the share `own` is evidence.
pub(super) fn is_evidence(passage: &Alignment, words: Sides<&Words>, own: f32, least_in_runs: f32) -> bool {
    let Sides { a, b } = words;
    let limits = LIMITS.possible;
    let shorter = a.half_words(passage.a).min(b.half_words(passage.b)) as f32;
    let mut in_runs = 0;
    for exact in &passage.equal {
        let run = a.half_words(exact.in_a());
        in_runs += if run >= limits.run { run } else { 0 };
    }
    let is_mostly_equal = passage.equal_half_words as f32 * own >= limits.most * shorter
        && passage.equal_half_words >= limits.least_of_most;
    is_mostly_equal || in_runs as f32 * own >= least_in_runs * shorter
}

/// Returns the share of a passage that is no evidence: the greater of the share of its equal words in formulas and the
/// share of its shared keys that many documents hold.
pub(super) fn common_share(a: &Words, passage: &Alignment, formulas: &WordSet, freqs: Freqs<'_>) -> f32 {
    let limits = LIMITS.common;
    let (mut equal, mut in_formulas) = (0, 0);
    for exact in &passage.equal {
        equal += exact.len;
        in_formulas += formulas.count_in(exact.in_a());
    }
    let mut of_formulas = in_formulas as f32 / equal.max(1) as f32;
    if of_formulas >= limits.nearly_all {
        of_formulas = 1.0;
    }
    if freqs.of_keys.is_empty() || is_long_text(a, passage.a) {
        return of_formulas;
    }
    let least = limits.sources.max(freqs.documents / limits.one_of);
    let mut by_many = 0;
    for &freq in freqs.of_keys {
        by_many += usize::from(freq >= least);
    }
    of_formulas.max(by_many as f32 / freqs.of_keys.len() as f32)
}

/// Returns whether a passage of a query document is a text and no formula, however many documents have it: it is long, or
/// most of the document.
pub(super) fn is_long_text(a: &Words, passage: WordRange) -> bool {
    let length = a.half_words(passage);
    length >= LIMITS.common.text || 2 * length >= a.half_words(a.all())
}

/// Sums the half words of some ranges, which do not overlap.
pub(super) fn half_words(words: &Words, ranges: &[WordRange]) -> u32 {
    let mut sum = 0;
    for &range in ranges {
        sum += words.half_words(range);
    }
    sum
}

/// Sums the rarity of the equal words of a passage.
pub(super) fn equal_rarity(a: &Words, passage: &Alignment, rarity: &Rarity) -> f32 {
    let (mut end, mut sum) = (0, 0.0);
    for exact in &passage.equal {
        sum += rarity.sum(a.hashes_of(WordRange::new(exact.a.max(end), exact.in_a().end)));
        end = end.max(exact.in_a().end);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::ExactMatch;
    use crate::align::alignment::measure;
    use crate::analyze::words::tests::words;

    /// Returns a passage of two texts of as many words, with these matches.
    fn passage(words: &Words, matches: &[(u32, u32, u32)]) -> Alignment {
        let equal = matches.iter().map(|&(a, b, len)| ExactMatch { a, b, len }).collect();
        measure(Sides { a: words, b: words }, Sides { a: words.all(), b: words.all() }, equal)
    }

    #[test]
    fn rare_words_that_stand_apart_are_no_evidence() {
        let words = words(&"w ".repeat(100));
        let is_evidence = |matches: &[(u32, u32, u32)], own| {
            let sides = Sides { a: &words, b: &words };
            is_evidence(&passage(&words, matches), sides, own, LIMITS.possible.in_runs)
        };
        let apart: Vec<(u32, u32, u32)> = (0..40).map(|at| (2 * at, 98 - 2 * at, 1)).collect();
        assert!(!is_evidence(&apart, 1.0), "forty of a hundred words, in no order");
        let most: Vec<(u32, u32, u32)> = (0..65).map(|at| (at, 99 - at, 1)).collect();
        assert!(is_evidence(&most, 1.0), "two thirds of all words");
        let runs = [(0, 40, 8), (20, 10, 7), (60, 70, 6)];
        assert!(is_evidence(&runs, 1.0) && !is_evidence(&runs, 0.5), "half of it is common");
    }

    #[test]
    fn formulas_and_what_many_hold_are_no_evidence() {
        let words = words(&"w ".repeat(400));
        let passage = Alignment { a: WordRange::new(0, 20), ..passage(&words, &[(0, 0, 20)]) };
        let none = WordSet::default();
        let share = |formulas: &WordSet, of_keys: &[u32]| {
            common_share(&words, &passage, formulas, Freqs { of_keys, documents: 60 })
        };
        assert_eq!(share(&none, &[1, 2, 9, 3]), 0.0);
        assert_eq!(share(&none, &[10, 2, 40, 3]), 0.5);
        assert_eq!(share(&WordSet::new(vec![WordRange::new(0, 5)]), &[1, 1]), 0.25);
        assert_eq!(share(&WordSet::new(vec![WordRange::new(2, 19)]), &[1, 1]), 1.0, "the rest is names");
        assert!(
            !is_long_text(&words, WordRange::new(0, 199)) && is_long_text(&words, WordRange::new(0, 200))
        );
    }
}

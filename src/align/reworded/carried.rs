//! The equal words of a reworded passage: the terms that brought its sentences together, and equal words beside them.
//!
//! In: a passage with its pairs of sentences that are alike. Out: exact matches. Each word of either side is in
//! at most one match, and the pairs that are most alike choose first. Terms are equal if their stems are. `O(s · n log
//! n)` for s pairs of sentences of n terms.

use super::Text;
use super::alike::Seed;
use crate::align::ExactMatch;
use crate::align::Sides;
use crate::analyze::Terms;
use crate::text::WordRange;

/// Returns the equal words in a passage of these ranges, in order; `matches` are already known.
pub(crate) fn carried(
    texts: Sides<Text<'_>>,
    words: Sides<WordRange>,
    mut seeds: Vec<Seed>,
    matches: Vec<ExactMatch>,
) -> Vec<ExactMatch> {
    let Sides { a, b } = texts;
    let matched_a = vec![false; words.a.len() as usize];
    let matched_b = vec![false; words.b.len() as usize];
    let mut carried = Carried { a, b, words, matched_a, matched_b, pairs: vec![] };
    for exact in matches {
        for at in 0..exact.len {
            carried.take(exact.a + at, exact.b + at);
        }
    }
    seeds.sort_by(|x, y| y.cosine.total_cmp(&x.cosine).then((x.a, x.b).cmp(&(y.a, y.b))));
    for seed in seeds {
        carried.add(seed);
    }
    carried.pairs.sort_unstable();
    let mut equal: Vec<ExactMatch> = vec![];
    for (a, b) in carried.pairs {
        match equal.last_mut() {
            Some(last) if (last.a_end(), last.b_end()) == (a, b) => last.len += 1,
            _ => equal.push(ExactMatch { a, b, len: 1 }),
        }
    }
    equal
}

struct Carried<'s> {
    a: Text<'s>,
    b: Text<'s>,
    words: Sides<WordRange>,
    /// For each word of the ranges, true if it has an equal one.
    matched_a: Vec<bool>,
    matched_b: Vec<bool>,
    pairs: Vec<(u32, u32)>,
}

impl Carried<'_> {
    /// Matches the shared terms of two sentences, and the equal words on both sides of each.
    fn add(&mut self, seed: Seed) {
        let mut in_b = terms_of(self.b.terms, seed.b);
        in_b.sort_unstable();
        for (term, word) in terms_of(self.a.terms, seed.a) {
            let mut free = None;
            for &(other_term, other) in &in_b[in_b.partition_point(|place| place.0 < term)..] {
                if other_term != term {
                    break;
                }
                if self.is_free(word, other) {
                    free = Some(other);
                    break;
                }
            }
            let Some(other) = free else { continue };
            self.take(word, other);
            for at in 1.. {
                if !self.take_equal(Some(word + at), Some(other + at)) {
                    break;
                }
            }
            for at in 1.. {
                if !self.take_equal(word.checked_sub(at), other.checked_sub(at)) {
                    break;
                }
            }
        }
    }

    /// Matches two words if they are equal. Returns whether they are.
    fn take_equal(&mut self, a: Option<u32>, b: Option<u32>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        let is_equal =
            self.is_free(a, b) && self.a.words.hashes()[a as usize] == self.b.words.hashes()[b as usize];
        if is_equal {
            self.take(a, b);
        }
        is_equal
    }

    /// Returns whether both words lie in the passage and neither is matched yet.
    fn is_free(&self, a: u32, b: u32) -> bool {
        is_unmatched(&self.matched_a, self.words.a.start, a)
            && is_unmatched(&self.matched_b, self.words.b.start, b)
    }

    fn take(&mut self, a: u32, b: u32) {
        if self.is_free(a, b) {
            self.matched_a[(a - self.words.a.start) as usize] = true;
            self.matched_b[(b - self.words.b.start) as usize] = true;
            self.pairs.push((a, b));
        }
    }
}

/// Returns whether a word lies in the range that begins at `start`, and is not matched yet.
fn is_unmatched(matched: &[bool], start: u32, word: u32) -> bool {
    match word.checked_sub(start) {
        Some(at) => matched.get(at as usize) == Some(&false),
        None => false,
    }
}

/// Returns the terms of a sentence, each with its word.
fn terms_of(terms: &Terms, sentence: u32) -> Vec<(u64, u32)> {
    let mut places = vec![];
    for (number, word) in terms.places_in(terms.words_of(sentence)) {
        places.push((terms.terms[number as usize], word));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    fn check(
        texts: (&str, &str),
        seeds: &[(u32, u32)],
        matches: &[(u32, u32, u32)],
        expected: &[(u32, u32, u32)],
    ) {
        let (x, y) = (words(texts.0), words(texts.1));
        let (in_x, in_y) = (Terms::new(&x, texts.0), Terms::new(&y, texts.1));
        let (a, b) = (Text { words: &x, terms: &in_x }, Text { words: &y, terms: &in_y });
        let seeds = seeds.iter().map(|&(a, b)| Seed { a, b, cosine: 1.0 }).collect();
        let matches = matches.iter().map(|&(a, b, len)| ExactMatch { a, b, len }).collect();
        let whole = Sides { a: x.all(), b: y.all() };
        let equal = carried(Sides { a, b }, whole, seeds, matches);
        assert_eq!(
            equal.iter().map(|exact| (exact.a, exact.b, exact.len)).collect::<Vec<_>>(),
            expected,
            "{texts:?}"
        );
    }

    #[test]
    fn terms_that_sentences_share_bring_the_equal_words_beside_them() {
        let texts = ("Every keeper trimmed one wick of his lamp.", "At dusk a wick of his lamp was trimmed.");
        check(texts, &[(0, 0)], &[], &[(2, 8, 1), (4, 3, 4)]);
        check(texts, &[], &[], &[]);
    }

    #[test]
    fn runs_that_are_known_stay_and_each_word_has_one_equal_word() {
        let texts = ("One lamp of two lamps burned.", "Some lamp burned by those lamps.");
        // The first word of the second match is already matched.
        check(texts, &[], &[(1, 1, 2), (2, 4, 2)], &[(1, 1, 2), (3, 5, 1)]);
        check(texts, &[(0, 0)], &[(1, 5, 1)], &[(1, 5, 1), (4, 1, 2)]);
    }
}

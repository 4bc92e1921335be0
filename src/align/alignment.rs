//! A passage as either engine finds it: an alignment of two ranges of words, with its figures.

use std::collections::BTreeMap;

use super::ExactMatch;
use super::limits::LIMITS;
use crate::align::Sides;
use crate::analyze::Words;
use crate::text::WordRange;

/// A passage: an alignment of the words `a` of the query document with the words `b` of the source.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alignment {
    /// Words of the query document.
    pub(crate) a: WordRange,
    /// Words of the source document.
    pub(crate) b: WordRange,
    /// The equal words, by their place in `a`.
    pub(crate) equal: Vec<ExactMatch>,
    /// Words in `a` that are equal to words of the source at one of `also` and are in none of `equal`. Each word is in
    /// one match. The matches are sorted by their place in `a`.
    pub(crate) elsewhere: Vec<ExactMatch>,
    /// The number of equal words, in any order, on the side that has fewer.
    pub(crate) equal_words: u32,
    /// The number of words that are equal and in the same order.
    pub(crate) in_order: u32,
    /// Other places of the query document that are equal to the passage and have the same source, in order.
    pub(crate) again: Vec<WordRange>,
    /// Other places of the source document that match a part of the passage, in order.
    pub(crate) also: Vec<WordRange>,
    /// The number of equal half words on the side that has fewer.
    pub(crate) equal_half_words: u32,
    /// The evidence by which it was found.
    pub(crate) found_by: FoundBy,
}

/// The evidence by which a passage was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum FoundBy {
    /// Equal words.
    #[default]
    Words,
    /// Sentences that are alike by their terms: the words between the equal ones were taken over in other words.
    Terms {
        likeness: Likeness,
        /// The verbatim passages in it.
        pieces: Vec<Alignment>,
    },
}

/// The strength of the likeness of sentences by their terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likeness {
    /// The sentences are less alike than a copy may be, so that the passage is no more than possible.
    Faint,
    /// The passage counts if its equal words say enough.
    Plain,
    /// The passage counts however common its equal words are.
    Sure,
}

impl Likeness {
    /// Returns the likeness of two passages that are joined: faint if one of them is, otherwise the stronger one.
    pub(crate) fn joined(self, other: Likeness) -> Likeness {
        if self.min(other) == Likeness::Faint { Likeness::Faint } else { self.max(other) }
    }
}

impl Alignment {
    /// Adds another place of the source that matches the passage, unless most of it is the passage's own.
    pub(crate) fn add_place(&mut self, b: WordRange) {
        if !b.is_mostly_in(self.b) {
            self.also.push(b);
        }
    }

    /// Returns whether its sentences are alike by their terms.
    pub(crate) fn is_by_terms(&self) -> bool {
        self.likeness().is_some()
    }

    /// Returns the likeness of its sentences by their terms; `None` if it was found by equal words.
    pub(crate) fn likeness(&self) -> Option<Likeness> {
        match self.found_by {
            FoundBy::Words => None,
            FoundBy::Terms { likeness, .. } => Some(likeness),
        }
    }

    /// Returns the verbatim passages in it; this is itself, unless its sentences are alike by their terms.
    pub(crate) fn verbatim_pieces(&self) -> Vec<Alignment> {
        match &self.found_by {
            FoundBy::Words => vec![self.clone()],
            FoundBy::Terms { pieces, .. } => pieces.clone(),
        }
    }

    /// Returns `2 · equal words in order / words of both ranges`.
    pub(crate) fn similarity(&self) -> f64 {
        similarity(self.in_order, self.a.len() + self.b.len())
    }

    /// Returns the matches of at least `least` half words that stand in another order in the source, or at another
    /// place of it, sorted by their place in `a`.
    pub(crate) fn moved(&self, a: &Words, least: u32) -> Vec<ExactMatch> {
        let (_, ordered) = longest_in_order(&self.equal);
        let mut moved = self.elsewhere.clone();
        for (&exact, is_ordered) in self.equal.iter().zip(ordered) {
            if !is_ordered {
                moved.push(exact);
            }
        }
        moved.retain(|exact| a.half_words(exact.in_a()) >= least);
        moved.sort_unstable();
        moved
    }
}

/// Returns the similarity of two ranges with `words` words together and `in_order` equal words in order on either side.
pub(crate) fn similarity(in_order: u32, words: u32) -> f64 {
    f64::from(2 * in_order) / f64::from(words.max(1))
}

/// Makes the passage of two ranges and computes its figures.
pub(crate) fn measure(
    words: Sides<&Words>,
    ranges: Sides<WordRange>,
    mut equal: Vec<ExactMatch>,
) -> Alignment {
    let Sides { a, b } = words;
    equal.sort_unstable();
    equal.retain_mut(|exact| cut(exact, ranges.a, ranges.b));
    let (in_order, _) = longest_in_order(&equal);
    let equal_half_words = equal_half_words(a, b, equal.iter());
    let (words_a, words_b) = equal_on_sides(equal.iter(), WordRange::len, WordRange::len);
    Alignment {
        a: ranges.a,
        b: ranges.b,
        equal,
        elsewhere: vec![],
        equal_words: words_a.min(words_b),
        in_order,
        again: vec![],
        also: vec![],
        equal_half_words: equal_half_words.a.min(equal_half_words.b),
        found_by: FoundBy::Words,
    }
}

/// Returns the ranges that matches cover together; `None` if there are none.
pub(crate) fn covered(equal: &[ExactMatch]) -> Option<Sides<WordRange>> {
    let first = equal.first()?;
    let mut ranges = Sides { a: first.in_a(), b: first.in_b() };
    for exact in equal {
        ranges = Sides { a: ranges.a.union(exact.in_a()), b: ranges.b.union(exact.in_b()) };
    }
    Some(ranges)
}

/// Cuts a match to the words that lie in both ranges. Returns `false` if none are left.
pub(crate) fn cut(exact: &mut ExactMatch, a: WordRange, b: WordRange) -> bool {
    let before = a.start.saturating_sub(exact.a).max(b.start.saturating_sub(exact.b));
    let behind = exact.a_end().saturating_sub(a.end).max(exact.b_end().saturating_sub(b.end));
    if before + behind >= exact.len {
        return false;
    }
    (exact.a, exact.b, exact.len) = (exact.a + before, exact.b + before, exact.len - before - behind);
    true
}

/// Returns the number of equal words in the longest sequence in the same order on both sides, and whether each match is
/// in it.
fn longest_in_order(matches: &[ExactMatch]) -> (u32, Vec<bool>) {
    // For each match: the words of the best sequence that ends with it, and the match before it in that sequence.
    let mut best: Vec<(u32, Option<usize>)> = Vec::with_capacity(matches.len());
    for (at, exact) in matches.iter().enumerate() {
        let mut longest = (0, None);
        for before in at.saturating_sub(LIMITS.look_back)..at {
            let follows = matches[before].a_end() <= exact.a && matches[before].b_end() <= exact.b;
            if follows && best[before].0 >= longest.0 {
                longest = (best[before].0, Some(before));
            }
        }
        best.push((longest.0 + exact.len, longest.1));
    }
    let mut last = (0..matches.len()).max_by_key(|&at| best[at].0);
    let in_order = match last {
        Some(at) => best[at].0,
        None => 0,
    };
    let mut ordered = vec![false; matches.len()];
    while let Some(at) = last {
        ordered[at] = true;
        last = best[at].1;
    }
    (in_order, ordered)
}

/// Returns the number of equal half words on each side; words that several matches cover count once.
pub(crate) fn equal_half_words<'r>(
    a: &Words,
    b: &Words,
    matches: impl Iterator<Item = &'r ExactMatch> + Clone,
) -> Sides<u32> {
    let (a, b) = equal_on_sides(matches, |words| a.half_words(words), |words| b.half_words(words));
    Sides { a, b }
}

/// Groups the equal words of one side by sentence; words that several matches cover count once. `O(r log r)` for r
/// matches and the sentences that they touch.
pub(crate) fn equal_by_sentence(words: &Words, mut equal: Vec<WordRange>) -> BTreeMap<u32, Vec<WordRange>> {
    equal.sort_unstable();
    let mut sentences: BTreeMap<u32, Vec<WordRange>> = BTreeMap::new();
    let mut at = 0;
    for range in equal {
        at = at.max(range.start);
        while at < range.end {
            let sentence = words.sentence_of(at);
            let end = range.end.min(words.of_sentence(sentence).end).max(at + 1);
            sentences.entry(sentence).or_default().push(WordRange::new(at, end));
            at = end;
        }
    }
    sentences
}

/// Returns the greatest equal share of any sentence of one side, in half words. Sentences with few equal half words are
/// skipped.
pub(crate) fn equal_share(words: &Words, equal: impl Iterator<Item = WordRange>) -> f32 {
    let mut greatest = 0.0_f32;
    for (sentence, parts) in equal_by_sentence(words, equal.collect()) {
        let mut equal = 0;
        for part in parts {
            equal += words.half_words(part);
        }
        if equal >= LIMITS.least_of_sentence {
            let all = words.half_words(words.of_sentence(sentence));
            greatest = greatest.max(equal as f32 / all as f32);
        }
    }
    greatest
}

/// Sums a measure over the equal words on each side; words that several matches cover count once.
pub(crate) fn equal_on_sides<'r>(
    matches: impl Iterator<Item = &'r ExactMatch> + Clone,
    in_a: impl Fn(WordRange) -> u32,
    in_b: impl Fn(WordRange) -> u32,
) -> (u32, u32) {
    let of_a = matches.clone().copied().map(ExactMatch::in_a).collect();
    let of_b = matches.copied().map(ExactMatch::in_b).collect();
    (sum_once(of_a, in_a), sum_once(of_b, in_b))
}

/// Sums a measure over ranges; words that several of them cover count once.
fn sum_once(mut ranges: Vec<WordRange>, measure: impl Fn(WordRange) -> u32) -> u32 {
    ranges.sort_unstable();
    let (mut sum, mut end) = (0, 0);
    for range in ranges {
        if range.end > end {
            sum += measure(WordRange::new(range.start.max(end), range.end));
            end = range.end;
        }
    }
    sum
}

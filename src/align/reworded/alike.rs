//! Sentences of two documents that are alike by their terms.
//!
//! A sentence is a vector: each term's count times its inverse sentence frequency in both documents together. Two
//! sentences are alike if the cosine of their vectors and the Dice coefficient of their sets of terms are above limits.
//! They are found in lists of the sentences that hold each term. A sentence is looked up by its rarest terms only,
//! until the rest cannot reach the cosine by itself. Common words thus bring nothing together, and nothing is missed.

use std::convert::identity;

use crate::analyze::Terms;
use crate::interrupt;
use crate::lexicon::inverse_frequency;
use crate::text::{SentenceRange, WordRange};

/// Two sentences that are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seed {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) cosine: f32,
}

/// A term at its place in a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// The word at which it begins.
    pub(crate) word: u32,
    pub(crate) weight: f32,
    /// True if the other side has the term too.
    pub(crate) is_shared: bool,
}

/// The weight of a sentence's terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The weight of the terms that stand on the other side too.
    pub(crate) shared: f32,
    pub(crate) all: f32,
}

impl Share {
    pub(crate) fn plus(self, other: Share) -> Share {
        Share { shared: self.shared + other.shared, all: self.all + other.all }
    }

    /// Returns the shared part of all weight, 0 without terms.
    pub(crate) fn ratio(self) -> f32 {
        if self.all > 0.0 { self.shared / self.all } else { 0.0 }
    }
}

/// The terms of a range of sentences.
pub(crate) struct Bag {
    /// Pairs of a term's number in `b` and its count; terms of `a` only if `b` has them too.
    terms: Vec<(u32, u32)>,
    /// The weight of all terms, with those that only `a` has.
    pub(crate) weight: f32,
}

/// The terms of two documents with their weights.
pub(crate) struct Weighted<'t> {
    pub(crate) a: WeightedSide<'t>,
    pub(crate) b: WeightedSide<'t>,
    /// The number in `b` of each term of `a`, or [`NOWHERE`].
    in_b: Vec<u32>,
}

/// The terms of one document with their weights.
pub(crate) struct WeightedSide<'t> {
    pub(crate) terms: &'t Terms,
    /// The inverse sentence frequency in both documents, by the term's number.
    weights: Vec<f32>,
    /// The length of each sentence's vector.
    norms: Vec<f32>,
}

const NOWHERE: u32 = u32::MAX;

/// The terms of a range are sorted, not counted, if the document has more distinct terms than this multiple of theirs.
const SORTED_FASTER: usize = 16;

impl<'t> Weighted<'t> {
    /// Computes the weights of all terms. `O(n)` for n terms.
    pub(crate) fn new(a: &'t Terms, b: &'t Terms) -> Weighted<'t> {
        let all = (a.len() + b.len()) as f32;
        let mut in_b = vec![NOWHERE; a.terms.len()];
        let mut freqs_a = a.sentence_freqs.clone();
        let mut freqs_b = b.sentence_freqs.clone();
        let mut y = 0;
        for (x, term) in a.terms.iter().enumerate() {
            while y < b.terms.len() && b.terms[y] < *term {
                y += 1;
            }
            if b.terms.get(y) == Some(term) {
                in_b[x] = y as u32;
                freqs_a[x] += b.sentence_freqs[y];
                freqs_b[y] = freqs_a[x];
            }
        }
        // A term stands in all sentences at most.
        let mut by_freq: Vec<f32> = vec![];
        for freq in 0..=(a.len() + b.len()) as u32 {
            by_freq.push(inverse_frequency(all, freq));
        }
        Weighted {
            a: WeightedSide::new(a, weights(&freqs_a, &by_freq)),
            b: WeightedSide::new(b, weights(&freqs_b, &by_freq)),
            in_b,
        }
    }

    /// Returns all pairs of sentences above both limits, by their places.
    pub(crate) fn seeds(&self, min_cosine: f32, min_dice: f32) -> Vec<Seed> {
        let lists = Lists::new(&self.b);
        let mut seeds = vec![];
        let mut seen = vec![NOWHERE; self.b.terms.len()];
        let mut near: Vec<u32> = vec![];
        let mut by_weight: Vec<(f32, u32)> = vec![];
        for x in 0..self.a.terms.len() {
            if interrupt::is_set() {
                break;
            }
            let norm = self.a.norms[x];
            by_weight.clear();
            for &(term, count) in self.a.terms.of(x) {
                by_weight.push((self.a.weights[term as usize] * count as f32, term));
            }
            by_weight.sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
            let mut rest = norm * norm;
            for &(weight, term) in &by_weight {
                if rest < (min_cosine * norm) * (min_cosine * norm) * 0.999 {
                    break;
                }
                rest -= weight * weight;
                let in_b = self.in_b[term as usize];
                if in_b != NOWHERE {
                    for &y in lists.of(in_b) {
                        if seen[y as usize] != x as u32 {
                            seen[y as usize] = x as u32;
                            near.push(y);
                        }
                    }
                }
            }
            near.sort_unstable();
            for y in near.drain(..) {
                let (cosine, dice) = self.similarity(x, y as usize);
                if cosine > min_cosine && dice > min_dice {
                    seeds.push(Seed { a: x as u32, b: y, cosine });
                }
            }
        }
        seeds
    }

    /// Returns the cosine and the Dice coefficient of two sentences.
    fn similarity(&self, x: usize, y: usize) -> (f32, f32) {
        let (of_a, of_b) = (self.a.terms.of(x), self.b.terms.of(y));
        let (mut at, mut dot, mut shared) = (0, 0.0, 0);
        for &(term, count) in of_a {
            let in_b = self.in_b[term as usize];
            if in_b == NOWHERE {
                continue;
            }
            while at < of_b.len() && of_b[at].0 < in_b {
                at += 1;
            }
            if let Some(&(other, other_count)) = of_b.get(at)
                && other == in_b
            {
                let weight = self.a.weights[term as usize];
                dot += weight * weight * (count * other_count) as f32;
                shared += 1;
            }
        }
        let norms = self.a.norms[x] * self.b.norms[y];
        let cosine = if norms > 0.0 { dot / norms } else { 0.0 };
        (cosine, 2.0 * shared as f32 / (of_a.len() + of_b.len()).max(1) as f32)
    }

    /// Returns the cosine of the summed vectors of two ranges of sentences.
    pub(crate) fn cosine(&self, x: SentenceRange, y: SentenceRange) -> f32 {
        let (a, b) = (self.a.sum(x), self.b.sum(y));
        let norms = length(&a) * length(&b);
        let (mut at, mut dot) = (0, 0.0);
        for (term, weight) in a {
            let in_b = self.in_b[term as usize];
            if in_b == NOWHERE {
                continue;
            }
            while at < b.len() && b[at].0 < in_b {
                at += 1;
            }
            if let Some(&(other, other_weight)) = b.get(at)
                && other == in_b
            {
                dot += weight * other_weight;
            }
        }
        if norms > 0.0 { dot / norms } else { 0.0 }
    }

    /// Returns for each sentence of both sides the weight of its terms that stand anywhere on the other side, and the
    /// weight of all its terms. No passage shares more. `O(n)` for n terms.
    pub(crate) fn most_shared(&self) -> (Vec<Share>, Vec<Share>) {
        let mut is_in_a = vec![false; self.b.terms.distinct().len()];
        for &term in &self.in_b {
            if term != NOWHERE {
                is_in_a[term as usize] = true;
            }
        }
        let of_a = self.a.sums(|term| self.in_b[term as usize] != NOWHERE);
        (of_a, self.b.sums(|term| is_in_a[term as usize]))
    }

    /// Returns the terms of a range of sentences of `a`.
    pub(crate) fn bag_of_a(&self, x: SentenceRange) -> Bag {
        Bag { terms: self.counts_of_a(x), weight: self.a.weight(x) }
    }

    /// Returns the terms of a range of sentences of `b`.
    pub(crate) fn bag_of_b(&self, y: SentenceRange) -> Bag {
        Bag { terms: self.b.counts(y), weight: self.b.weight(y) }
    }

    /// Returns the weight of the terms of `a` that match one term of `b` each.
    pub(crate) fn shared(&self, a: &Bag, b: &Bag) -> f32 {
        let (mut rest, mut shared) = (&b.terms[..], 0.0);
        for &(term, count) in &a.terms {
            while let [first, behind @ ..] = rest
                && first.0 < term
            {
                rest = behind;
            }
            if let Some(&(other, other_count)) = rest.first()
                && other == term
            {
                shared += self.b.weights[term as usize] * count.min(other_count) as f32;
            }
        }
        shared
    }

    /// Returns for each sentence of a range of `a` the weight of its terms that also stand in a range of `b`, and the
    /// weight of all its terms. Each term of `b` matches one term of `a`: the sentences that share most are served
    /// first, and a term that they take is not left for others.
    pub(crate) fn shares_of_a(&self, x: SentenceRange, y: SentenceRange) -> Vec<Share> {
        self.a.shares(x, self.b.counts(y), |term| self.in_b[term as usize])
    }

    /// Computes [`Weighted::shares_of_a`] for sentences of `b`.
    pub(crate) fn shares_of_b(&self, y: SentenceRange, x: SentenceRange) -> Vec<Share> {
        self.b.shares(y, self.counts_of_a(x), identity)
    }

    /// Returns the terms that begin in a range of words of `a`, each with its word, its weight, and whether it stands
    /// in a range of sentences of `b`.
    pub(crate) fn words_of_a(&self, words: WordRange, y: SentenceRange) -> Vec<Place> {
        self.a.places(words, &self.b.counts(y), |term| self.in_b[term as usize])
    }

    /// Computes [`Weighted::words_of_a`] for words of `b`.
    pub(crate) fn words_of_b(&self, words: WordRange, x: SentenceRange) -> Vec<Place> {
        self.b.places(words, &self.counts_of_a(x), identity)
    }

    /// Computes [`WeightedSide::counts`] of `a`, by the terms' numbers in `b`.
    fn counts_of_a(&self, x: SentenceRange) -> Vec<(u32, u32)> {
        let mut counts = self.a.counts(x);
        for (term, _) in &mut counts {
            *term = self.in_b[*term as usize];
        }
        counts.retain(|&(term, _)| term != NOWHERE);
        counts.sort_unstable();
        counts
    }
}

impl<'t> WeightedSide<'t> {
    fn new(terms: &'t Terms, weights: Vec<f32>) -> WeightedSide<'t> {
        let mut norms = Vec::with_capacity(terms.len());
        for sentence in 0..terms.len() {
            let mut squares = 0.0;
            for &(term, count) in terms.of(sentence) {
                squares += (weights[term as usize] * count as f32).powi(2);
            }
            norms.push(f32::sqrt(squares));
        }
        WeightedSide { terms, weights, norms }
    }

    /// Counts the distinct terms of a range of sentences, by their numbers.
    fn counts(&self, sentences: SentenceRange) -> Vec<(u32, u32)> {
        let entries = self.terms.of_all(sentences);
        // Counting takes time for each distinct term of the document, sorting for each term of the sentences.
        if entries.len() * SORTED_FASTER < self.terms.distinct().len() {
            let mut terms = entries.to_vec();
            terms.sort_unstable();
            terms.dedup_by(|next, sum| {
                let is_same = next.0 == sum.0;
                sum.1 += if is_same { next.1 } else { 0 };
                is_same
            });
            return terms;
        }
        let mut counts = vec![0; self.terms.distinct().len()];
        for &(term, count) in entries {
            counts[term as usize] += count;
        }
        let mut terms = vec![];
        for (term, count) in (0..).zip(counts) {
            if count > 0 {
                terms.push((term, count));
            }
        }
        terms
    }

    /// Returns the weight of all terms of a range of sentences.
    fn weight(&self, sentences: SentenceRange) -> f32 {
        let mut weight = 0.0;
        for &(term, count) in self.terms.of_all(sentences) {
            weight += self.weights[term as usize] * count as f32;
        }
        weight
    }

    /// Sums the vectors of a range of sentences, by the terms' numbers.
    fn sum(&self, sentences: SentenceRange) -> Vec<(u32, f32)> {
        let counts = self.counts(sentences);
        let mut sum = Vec::with_capacity(counts.len());
        for (term, count) in counts {
            sum.push((term, self.weights[term as usize] * count as f32));
        }
        sum
    }

    /// Computes one side of [`Weighted::most_shared`].
    fn sums(&self, is_shared: impl Fn(u32) -> bool) -> Vec<Share> {
        let mut shares = Vec::with_capacity(self.terms.len());
        for sentence in 0..self.terms.len() {
            let mut share = Share { shared: 0.0, all: 0.0 };
            for &(term, _) in self.terms.of(sentence) {
                let weight = self.weights[term as usize];
                share.all += weight;
                share.shared += if is_shared(term) { weight } else { 0.0 };
            }
            shares.push(share);
        }
        shares
    }

    /// Computes [`Weighted::shares_of_a`]. `left` has the terms of the other side, by the numbers that `number`
    /// returns.
    fn shares(
        &self,
        sentences: SentenceRange,
        mut left: Vec<(u32, u32)>,
        number: impl Fn(u32) -> u32,
    ) -> Vec<Share> {
        let (mut shares, mut order) = (vec![], vec![]);
        for sentence in sentences.numbers() {
            let share = self.share(sentence, &mut left, 0, &number);
            shares.push(share);
            order.push((share.ratio(), sentence));
        }
        order.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
        for (_, sentence) in order {
            shares[(sentence - sentences.start) as usize] = self.share(sentence, &mut left, 1, &number);
        }
        shares
    }

    /// Returns the share of a sentence's terms that are left, and removes `used` of each.
    fn share(
        &self,
        sentence: u32,
        left: &mut [(u32, u32)],
        used: u32,
        number: &impl Fn(u32) -> u32,
    ) -> Share {
        let mut share = Share { shared: 0.0, all: 0.0 };
        for &(term, _) in self.terms.of(sentence as usize) {
            let weight = self.weights[term as usize];
            share.all += weight;
            if let Some(at) = count_of(left, number(term))
                && left[at].1 > 0
            {
                left[at].1 -= used;
                share.shared += weight;
            }
        }
        share
    }

    /// Computes [`Weighted::words_of_a`].
    fn places(&self, words: WordRange, other: &[(u32, u32)], number: impl Fn(u32) -> u32) -> Vec<Place> {
        let mut places = vec![];
        for (term, word) in self.terms.places_in(words) {
            let is_shared = count_of(other, number(term)).is_some();
            places.push(Place { word, weight: self.weights[term as usize], is_shared });
        }
        places
    }
}

/// Returns the weights of terms that stand in these numbers of sentences.
fn weights(freqs: &[u32], by_freq: &[f32]) -> Vec<f32> {
    freqs.iter().map(|&freq| by_freq[freq as usize]).collect()
}

/// Returns the length of a vector.
fn length(sum: &[(u32, f32)]) -> f32 {
    sum.iter().map(|term| term.1 * term.1).sum::<f32>().sqrt()
}

/// Finds the place of a term among counted ones.
fn count_of(counts: &[(u32, u32)], term: u32) -> Option<usize> {
    counts.binary_search_by_key(&term, |count| count.0).ok()
}

/// The sentences of a document that hold each term.
struct Lists {
    first: Vec<u32>,
    sentences: Vec<u32>,
}

impl Lists {
    fn new(side: &WeightedSide<'_>) -> Lists {
        let terms = side.terms;
        let (mut first, mut all) = (vec![0], 0);
        for freq in &terms.sentence_freqs {
            all += freq;
            first.push(all);
        }
        let mut next = first.clone();
        let mut sentences = vec![0; all as usize];
        for sentence in 0..terms.len() {
            for &(term, _) in terms.of(sentence) {
                let next = &mut next[term as usize];
                sentences[*next as usize] = sentence as u32;
                *next += 1;
            }
        }
        Lists { first, sentences }
    }

    fn of(&self, term: u32) -> &[u32] {
        &self.sentences[self.first[term as usize] as usize..self.first[term as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    /// Returns the seeds of [`Weighted::seeds`], found by looking at all pairs of sentences.
    fn all_seeds(weighted: &Weighted<'_>, min_cosine: f32, min_dice: f32) -> Vec<Seed> {
        let mut seeds = vec![];
        for a in 0..weighted.a.terms.len() {
            for b in 0..weighted.b.terms.len() {
                let (cosine, dice) = weighted.similarity(a, b);
                if cosine > min_cosine && dice > min_dice {
                    seeds.push(Seed { a: a as u32, b: b as u32, cosine });
                }
            }
        }
        seeds
    }

    #[test]
    fn seeds_equal_those_of_all_pairs() {
        let mut state = 11_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        for _ in 0..200 {
            // Words of low numbers are common.
            let mut text = |sentences: u64| -> String {
                let mut text = String::new();
                for _ in 0..sentences {
                    (0..3 + roll(9)).for_each(|_| text += &format!("w{} ", 100 + roll(40) * roll(40) / 20));
                    text += "end. ";
                }
                text
            };
            let (a, b) = (text(12), text(9));
            let (a, b) = (Terms::new(&words(&a), &a), Terms::new(&words(&b), &b));
            for (min_cosine, min_dice) in [(0.25, 0.25), (0.6, 0.0), (0.0, 0.4)] {
                let weighted = Weighted::new(&a, &b);
                let (found, all) =
                    (weighted.seeds(min_cosine, min_dice), all_seeds(&weighted, min_cosine, min_dice));
                assert_eq!(found, all);
                let mut mirrored: Vec<(u32, u32)> =
                    Weighted::new(&b, &a).seeds(min_cosine, min_dice).iter().map(|x| (x.b, x.a)).collect();
                mirrored.sort_unstable();
                assert_eq!(found.iter().map(|x| (x.a, x.b)).collect::<Vec<_>>(), mirrored);
            }
        }
    }

    #[test]
    fn terms_are_counted_alike_in_few_sentences_and_in_many() {
        let text =
            |words: std::ops::Range<u32>| words.map(|word| format!("w{} ", word % 150)).collect::<String>();
        let many: String = (0..90).map(|at| format!("{}end. ", text(at * 7..at * 7 + 8))).collect();
        let terms = Terms::new(&words(&many), &many);
        let side = WeightedSide::new(&terms, vec![1.0; terms.distinct().len()]);
        for (start, end) in [(0, 0), (3, 4), (3, 5), (0, 40), (20, terms.len())] {
            let mut counts = std::collections::BTreeMap::new();
            for &(term, count) in (start..end).flat_map(|sentence| terms.of(sentence)) {
                *counts.entry(term).or_insert(0) += count;
            }
            let found = side.counts(SentenceRange::new(start as u32, end as u32));
            assert_eq!(found, counts.into_iter().collect::<Vec<_>>(), "{start}..{end}");
        }
    }

    #[test]
    fn rare_words_make_sentences_alike() {
        let a =
            "The wick was trimmed by the keeper. The ships were counted by the boy. The end of the day came.";
        let b = "A keeper trims the wick. The rain was heavy by the day. The sea was cold.";
        let (a, b) = (Terms::new(&words(a), a), Terms::new(&words(b), b));
        let seeds = Weighted::new(&a, &b).seeds(0.3, 0.3);
        assert_eq!(seeds.iter().map(|seed| (seed.a, seed.b)).collect::<Vec<_>>(), [(0, 0)]);
    }

    #[test]
    fn a_term_stands_for_one_on_the_other_side() {
        let a = "The keeper trimmed the wick.";
        let b = "Some keeper slept late. The keeper had trimmed a wick. It rained hard.";
        let (a, b) = (Terms::new(&words(a), a), Terms::new(&words(b), b));
        let weighted = Weighted::new(&a, &b);
        let shares = |count| weighted.shares_of_b(SentenceRange::new(0, count), SentenceRange::new(0, 1));
        let are_shared: Vec<bool> = shares(3).iter().map(|share| share.shared > 0.0).collect();
        assert_eq!(are_shared, [false, true, false], "the second sentence has taken the keeper");
        assert!(shares(1)[0].shared > 0.0, "alone, the first would have him");
    }
}

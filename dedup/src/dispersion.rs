//! The dispersion of the edits of a copy, by an alignment of the words of two texts.
//!
//! In: the first words of two texts ([`WordPrefix`]). Out: whether most of them stand in both in the same order, no long
//! stretch is new, and the words that differ are different ones ([`is_dispersed`]). All three hold after an editor who
//! exchanges, adds and removes words here and there. A page of the same template has a new title and body, which are
//! long stretches. A form for another thing, or another product's page, has one name in place of another again and
//! again.
//!
//! The alignment is a longest common subsequence (Myers 1986, "An O(ND) Difference Algorithm"), and it stops if too
//! much differs: `O((n + m) d)` for d words that differ, of which a limit allows a fifth; `O(d²)` memory while it runs.
//! 4 bytes per word are kept, of at most [`DispersionLimits::words`] words.

use std::collections::HashSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::packed;
use crate::words::HashedWord;

/// The limits within which edits are spread. Chosen on the odd lines of judged pages, releases of a Chinese manual,
/// stories with planted edits, and news of seed 1 in English and Chinese; 2026-11-24.
struct DispersionLimits {
    /// The most words of a text that are aligned. The rest is compared as a bag alone: edits show long before whether
    /// they are even.
    words: usize,
    /// The fewest words of a text: of reports of sixteen words, "net profit … vs …", two that are not copies share .65.
    fewest: usize,
    /// The weight from which on a stretch is long, with 2 for a word and 1 for a Han character. Planted edits of one
    /// word in five leave hardly any of eight words, and other pages of a template have one at least.
    long: usize,
    /// The least share of different words among the words that differ. Of planted edits the lowest is .45 and one in
    /// twenty is below .75; of the manual's pages for another thing half are below .43.
    different: f64,
    /// The share of aligned words from which on the others need not be different: one term has a new name in the next
    /// release.
    nearly_all: f64,
}

const LIMITS: DispersionLimits =
    DispersionLimits { words: 1024, fewest: 30, long: 16, different: 0.6, nearly_all: 0.9 };

/// The prefix of a text that is aligned: its first words, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordPrefix {
    /// A hash of each word; the lowest bit is set for a Han character.
    #[serde(with = "packed")]
    words: Box<[u32]>,
    /// True if the text goes on after these words.
    goes_on: bool,
}

impl WordPrefix {
    /// Makes the prefix of a text from its words.
    pub(crate) fn of(words: &[HashedWord]) -> WordPrefix {
        let hash = |word: &HashedWord| {
            let spread = (word.hash ^ word.hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            spread as u32 & !1 | u32::from(word.is_han)
        };
        let kept = words.iter().take(LIMITS.words);
        WordPrefix { words: kept.map(hash).collect(), goes_on: words.len() > LIMITS.words }
    }

    /// Returns whether there are enough words for edits to be spread over them.
    pub(crate) fn is_long_enough(&self) -> bool {
        self.words.len() >= LIMITS.fewest
    }
}

/// Returns whether the edits between two texts are spread, and the words that stand in both in the same order are at
/// least the share `aligned` of the words of either. It does not matter which text is which.
pub(crate) fn is_dispersed(a: &WordPrefix, b: &WordPrefix, aligned: f64) -> bool {
    if !a.is_long_enough() || !b.is_long_enough() {
        return false;
    }
    // Of several alignments of one length, the same is taken either way.
    let (a, b) = if a.words <= b.words { (a, b) } else { (b, a) };
    let ends_early = a.goes_on || b.goes_on;
    let all = a.words.len() + b.words.len();
    // Of x words in all d differ: (x - d) / 2 are common, and (x + d) / 2 stand in one or both.
    let most = (all as f64 * (1.0 - aligned) / (1.0 + aligned)).ceil() as usize;
    differences(&a.words, &b.words, most, ends_early).is_some_and(|found| found.are_dispersed(aligned))
}

/// Returns the share of the words that stand in both texts in the same order, of the words of either; none if it is below
/// `least`.
pub(crate) fn aligned_share(a: &WordPrefix, b: &WordPrefix, least: f64) -> Option<f64> {
    let ends_early = a.goes_on || b.goes_on;
    let all = a.words.len() + b.words.len();
    let most = (all as f64 * (1.0 - least) / (1.0 + least)).ceil() as usize;
    let found = differences(&a.words, &b.words, most, ends_early)?;
    Some(found.aligned()).filter(|&aligned| aligned >= least)
}

/// The differences between two rows of words.
#[derive(Debug, PartialEq)]
struct Differences<'w> {
    /// The words that were aligned or differ: all, or up to the place where one text was cut off.
    a: &'w [u32],
    b: &'w [u32],
    /// The stretches between aligned words, in the one text and in the other.
    stretches: Vec<(Range<usize>, Range<usize>)>,
}

impl Differences<'_> {
    /// Returns the stretches of either text that differ.
    fn sides(&self) -> impl Iterator<Item = &[u32]> {
        let of_a = self.stretches.iter().filter_map(|(a, _)| self.a.get(a.clone()));
        of_a.chain(self.stretches.iter().filter_map(|(_, b)| self.b.get(b.clone())))
    }

    /// Counts the words that differ.
    fn differ(&self) -> usize {
        self.sides().map(<[u32]>::len).sum()
    }

    /// Returns the share of aligned words.
    fn aligned(&self) -> f64 {
        let (all, differ) = (self.a.len() + self.b.len(), self.differ());
        (all - differ) as f64 / (all + differ).max(1) as f64
    }

    fn are_dispersed(&self, least: f64) -> bool {
        let aligned = self.aligned();
        if aligned < least || self.sides().any(|stretch| weight(stretch) >= LIMITS.long) {
            return false;
        }
        let different: HashSet<u32> = self.sides().flatten().copied().collect();
        aligned >= LIMITS.nearly_all || different.len() as f64 >= LIMITS.different * self.differ() as f64
    }
}

/// Returns the weight of words: 2 for a word and 1 for a Han character.
fn weight(words: &[u32]) -> usize {
    words.iter().map(|word| if word & 1 == 1 { 1 } else { 2 }).sum()
}

/// Finds an alignment with the fewest words that differ, if they are at most `most`. With `ends_early`, the words of
/// one text behind the end of the other do not count.
fn differences<'w>(a: &'w [u32], b: &'w [u32], most: usize, ends_early: bool) -> Option<Differences<'w>> {
    let mut ways = Ways::default();
    for differ in 0..=most {
        for place in 0..=differ {
            let x = if differ == 0 { 0 } else { ways.step(differ, place).0 };
            let y = ways.across(differ, place, x);
            // Beyond an end nothing is aligned, and no way leads back.
            let rest = a.get(x..).unwrap_or(&[]).iter().zip(b.get(y..).unwrap_or(&[]));
            let same = rest.take_while(|(a, b)| a == b).count();
            let (x, y) = (x + same, y + same);
            ways.reached.push(x as u32);
            let (ends_a, ends_b) = (x == a.len(), y == b.len());
            let is_within = x <= a.len() && y <= b.len();
            if ends_a && ends_b || ends_early && is_within && (ends_a || ends_b) {
                let stretches = ways.stretches(differ, place, (x, y));
                return Some(Differences { a: a.get(..x)?, b: b.get(..y)?, stretches });
            }
        }
    }
    None
}

/// The farthest place in the first text that is reached with each number of differing words, on each diagonal. A number
/// d has the diagonals 0 to d; on diagonal i one is `2 i - d` words farther in the first text than in the second.
#[derive(Default)]
struct Ways {
    reached: Vec<u32>,
}

impl Ways {
    fn reached(&self, differ: usize, place: usize) -> usize {
        self.reached.get(differ * (differ + 1) / 2 + place).map_or(0, |&x| x as usize)
    }

    /// Returns the place in the second text that belongs to place `x` of the first.
    fn across(&self, differ: usize, place: usize, x: usize) -> usize {
        (x + differ).saturating_sub(2 * place)
    }

    /// Returns the place in the first text that one more differing word leads to, before anything else is aligned, and
    /// the diagonal that it was reached from: on the left with a word of the first text, on the right with a word of
    /// the second, whichever leads farther.
    fn step(&self, differ: usize, place: usize) -> (usize, usize) {
        let right = (place < differ).then(|| self.reached(differ - 1, place));
        let left = place.checked_sub(1).map(|left| self.reached(differ - 1, left) + 1);
        match (left, right) {
            (Some(left), right) if right.is_none_or(|right| left > right) => (left, place - 1),
            (_, right) => (right.unwrap_or(0), place),
        }
    }

    /// Returns the stretches that differ between the aligned words on the way to an end.
    fn stretches(
        &self,
        differ: usize,
        mut place: usize,
        mut end: (usize, usize),
    ) -> Vec<(Range<usize>, Range<usize>)> {
        let mut found: Vec<(Range<usize>, Range<usize>)> = vec![];
        for differ in (1..=differ).rev() {
            let (x, before) = self.step(differ, place);
            let begin = (x, self.across(differ, place, x));
            let origin = self.reached(differ - 1, before);
            let origin = (origin, self.across(differ - 1, before, origin));
            match found.last_mut() {
                // Nothing is aligned in between.
                Some((a, b)) if begin == end => (a.start, b.start) = origin,
                _ => found.push((origin.0..begin.0, origin.1..begin.1)),
            }
            (place, end) = (before, origin);
        }
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the length of a longest common subsequence of each beginning of one text with each of the other.
    fn common(a: &[u32], b: &[u32]) -> Vec<Vec<usize>> {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                table[i + 1][j + 1] =
                    if x == y { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        table
    }

    fn words() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::vec(0_u32..5, 0..24)
    }

    proptest! {
        #[test]
        fn the_fewest_words_differ(a in words(), b in words(), most in 0_usize..50, ends_early: bool) {
            let table = common(&a, &b);
            let differ = |x: usize, y: usize| x + y - 2 * table[x][y];
            let ends = (0..=a.len()).flat_map(|x| (0..=b.len()).map(move |y| (x, y)));
            let is_end = |&(x, y): &(usize, usize)| {
                if ends_early { x == a.len() || y == b.len() } else { x == a.len() && y == b.len() }
            };
            let fewest = ends.filter(is_end).map(|(x, y)| differ(x, y)).min().unwrap_or(0);
            let found = differences(&a, &b, most, ends_early);
            prop_assert_eq!(found.is_some(), fewest <= most);
            if let Some(found) = found {
                let total: usize = found.stretches.iter().map(|(a, b)| a.len() + b.len()).sum();
                prop_assert_eq!(total, fewest);
                prop_assert!(is_end(&(found.a.len(), found.b.len())));
                // The words between the stretches are equal.
                let (mut x, mut y) = (0, 0);
                for (of_a, of_b) in found.stretches.iter().chain([&(found.a.len()..0, found.b.len()..0)]) {
                    prop_assert_eq!(&a[x..of_a.start], &b[y..of_b.start]);
                    (x, y) = (of_a.end, of_b.end);
                }
                let touch = found.stretches.windows(2).any(|pair| pair[0].0.end == pair[1].0.start);
                prop_assert!(!touch, "{:?}", found.stretches);
            }
        }

        #[test]
        fn both_orders_give_the_same(
            a in prop::collection::vec(0_u64..90, 20..60), edits in prop::collection::vec((0_usize..60, 0_u64..99), 0..20),
            aligned in 0.5_f64..=1.0,
        ) {
            let mut b = a.clone();
            for (place, word) in edits {
                let place = place % b.len();
                if word % 3 == 0 { b.insert(place, word); } else { b[place] = word; }
            }
            let [a, b] = [a, b].map(|words| prefix(&words));
            prop_assert_eq!(is_dispersed(&a, &b, aligned), is_dispersed(&b, &a, aligned));
        }
    }

    fn prefix(words: &[u64]) -> WordPrefix {
        WordPrefix::of(&words.iter().map(|&hash| HashedWord { hash, is_han: false }).collect::<Vec<_>>())
    }

    /// Words of which each `every`th is exchanged, for the word that `new` gives.
    fn exchanged(words: &[u64], every: usize, new: impl Fn(usize) -> u64) -> Vec<u64> {
        let exchange = |(at, &word): (usize, &u64)| if at % every == 3 { new(at) } else { word };
        words.iter().enumerate().map(exchange).collect()
    }

    #[test]
    fn edits_are_spread_where_no_stretch_is_new_and_no_word_comes_again() {
        let text: Vec<u64> = (0..200).collect();
        let is_copy = |words: &[u64]| is_dispersed(&prefix(&text), &prefix(words), 0.66);
        assert!(is_copy(&text));
        assert!(is_copy(&exchanged(&text, 6, |at| 1000 + at as u64)), "one word in six");
        assert!(!is_copy(&exchanged(&text, 4, |at| 1000 + at as u64)), "too many");
        assert!(!is_copy(&exchanged(&text, 6, |_| 1000)), "the same word again and again");
        assert!(is_copy(&exchanged(&text, 50, |_| 1000)), "hardly any");
        let new_stretch: Vec<u64> = (0..200).map(|word| if word < 20 { word + 1000 } else { word }).collect();
        assert!(!is_copy(&new_stretch), "a title and what follows it");
        let turned: Vec<u64> = text.iter().rev().copied().collect();
        assert!(!is_copy(&turned));
        assert!(!is_dispersed(&prefix(&text[..20]), &prefix(&text[..20]), 0.66), "too short");
    }

    #[test]
    fn of_long_texts_the_beginnings_count() {
        let text: Vec<u64> = (0..3000).collect();
        let with_more: Vec<u64> = text
            .iter()
            .flat_map(|&word| if word % 10 == 0 { vec![word, word + 9000] } else { vec![word] })
            .collect();
        assert!(
            is_dispersed(&prefix(&text), &prefix(&with_more), 0.66),
            "what was pushed out of the other's beginning does not count"
        );
        let shorter: Vec<u64> = text[..900].to_vec();
        assert!(is_dispersed(&prefix(&text), &prefix(&shorter), 0.66));
        assert!(is_dispersed(&prefix(&text), &prefix(&text), 1.0));
    }
}

//! The dispersion of the edits of a copy, by an alignment of the words of two texts.
//!
//! In: the first words of two texts ([`WordPrefix`]). Out: whether most of them stand in both in the same order, no long
//! stretch is new, and the words that differ are different ones ([`is_dispersed`]). All three hold after an editor who
//! exchanges, adds and removes words here and there. A page of the same template has a new title and body, which are
//! long stretches. A form for another thing, or another product's page, has one name in place of another again and
//! again.
//!
//! [`Differences`] has the alignment and its cost; a limit allows a fifth of the words to differ. 4 bytes per word are
//! kept, of at most [`DispersionLimits::words`] words.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::differences::Differences;
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
        let mut kept = Vec::with_capacity(words.len().min(LIMITS.words));
        for word in words.iter().take(LIMITS.words) {
            let spread = (word.hash ^ word.hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            kept.push(spread as u32 & !1 | u32::from(word.is_han));
        }
        WordPrefix { words: kept.into(), goes_on: words.len() > LIMITS.words }
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
    let Some(found) = aligned_differences(a, b, aligned) else { return false };
    let share = found.aligned_share();
    if share < aligned {
        return false;
    }
    for stretch in found.sides() {
        if weight(stretch) >= LIMITS.long {
            return false;
        }
    }
    let different: HashSet<u32> = found.sides().flatten().copied().collect();
    share >= LIMITS.nearly_all || different.len() as f64 >= LIMITS.different * found.differ() as f64
}

/// Returns the share of the words that stand in both texts in the same order, of the words of either; none if it is below
/// `least`.
pub(crate) fn aligned_share(a: &WordPrefix, b: &WordPrefix, least: f64) -> Option<f64> {
    let share = aligned_differences(a, b, least)?.aligned_share();
    (share >= least).then_some(share)
}

/// Returns the differences between two texts; mostly none if the share of aligned words is below `least`.
fn aligned_differences<'w>(a: &'w WordPrefix, b: &'w WordPrefix, least: f64) -> Option<Differences<'w, u32>> {
    let all = a.words.len() + b.words.len();
    // Of x words in all d differ: (x - d) / 2 are common, and (x + d) / 2 stand in one or both.
    let most = (all as f64 * (1.0 - least) / (1.0 + least)).ceil() as usize;
    Differences::find(&a.words, &b.words, most, a.goes_on || b.goes_on)
}

/// Returns the weight of words: 2 for a word and 1 for a Han character.
fn weight(words: &[u32]) -> usize {
    let mut weight = 0;
    for word in words {
        weight += if word & 1 == 1 { 1 } else { 2 };
    }
    weight
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
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

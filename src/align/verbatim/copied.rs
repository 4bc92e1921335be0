//! The test of whether a passage is a copy.
//!
//! In: a passage of two documents with its equal words. Out: whether enough of it is equal ([`is_copied`]): either in
//! long enough matches, or nearly all of an edited sentence. Among many documents, both tests ask for more. `O(n)` for
//! n exact matches of the passage, and a few words around it.

use super::chain_groups::density;
use super::exact_matches;
use super::limits::LIMITS;
use crate::align::ExactMatch;
use crate::align::Sides;
use crate::align::alignment::{Alignment, equal_half_words, equal_share};
use crate::analyze::Words;
use crate::lexicon::Rarity;
use crate::lexicon::information::allowed_among;
use crate::text::{Lang, WordRange};

/// Two documents that are aligned.
#[derive(Clone, Copy)]
pub(super) struct Pair<'p> {
    pub(super) a: &'p Words,
    pub(super) b: &'p Words,
    pub(super) rarity: &'p Rarity,
    /// The number of documents that the source was chosen from.
    pub(super) documents: u32,
}

impl Pair<'_> {
    fn is_among_many(self) -> bool {
        self.documents > LIMITS.few_documents
    }
}

/// Returns whether enough of a passage is equal: in long enough matches, or nearly all of it.
pub(super) fn is_copied(pair: Pair<'_>, passage: &Alignment) -> bool {
    let Pair { a, b, .. } = pair;
    let equal = equal_half_words(a, b, passage.equal.iter());
    let density = density(Sides { a, b }, Sides { a: passage.a, b: passage.b }, equal);
    (density >= LIMITS.min_density && is_in_long_matches(pair, passage))
        || (density >= LIMITS.sure_density && is_edited_sentence(pair, passage))
}

/// Returns whether enough of a passage is equal in long enough matches.
fn is_in_long_matches(pair: Pair<'_>, passage: &Alignment) -> bool {
    let Pair { a, b, .. } = pair;
    if passage.equal_half_words < LIMITS.min_equal {
        return false;
    }
    if pair.is_among_many() && !passage.equal.iter().any(|exact| exact_matches::founds(a, exact)) {
        return false;
    }
    let (mut longest, mut equal) = (0, 0);
    for exact in &passage.equal {
        let half_words = a.half_words(exact.in_a());
        longest = longest.max(half_words);
        equal += stretches(half_words);
    }
    let shorter = a.half_words(passage.a).min(b.half_words(passage.b));
    let share = equal as f32 / stretches(shorter).max(1) as f32;
    share
        >= if longest >= LIMITS.long_match {
            LIMITS.min_stretches_with_long_match
        } else {
            LIMITS.min_stretches
        }
}

/// Returns the number of the shortest stretches that a match of so many half words holds.
fn stretches(half_words: u32) -> u32 {
    half_words.saturating_sub(LIMITS.shortest - 2)
}

/// Returns whether most of a sentence is equal and the text around it differs. Among many documents, a sentence that is
/// alike amid others that are alike is a retelling.
fn is_edited_sentence(pair: Pair<'_>, passage: &Alignment) -> bool {
    passage.equal_half_words >= LIMITS.least_sure
        && passage.equal_words >= LIMITS.least_sure_words
        && holds_sentence(pair, passage.equal.iter())
        && (pair.documents < 2 || rarity_around(pair, passage) <= most_around(pair, passage))
}

/// Returns the greatest rarity allowed for the text that both sides share around a passage. It is higher for a long
/// passage, which is unlikely by chance, and among fewer documents.
fn most_around(Pair { a, documents, .. }: Pair<'_>, passage: &Alignment) -> f32 {
    let most = match a.lang() {
        Lang::Words => LIMITS.most_around_of_words,
        Lang::Chinese => LIMITS.most_around_of_han,
    };
    let length = passage.equal_half_words as f32 / LIMITS.long_around;
    allowed_among(documents, most * length.max(1.0))
}

/// Returns the rarity of the stretches of words that both sides share around a passage. A stretch has two words or
/// three Han characters: two Han characters are mostly one word, and all texts of a kind share some words.
fn rarity_around(Pair { a, b, rarity, .. }: Pair<'_>, passage: &Alignment) -> f32 {
    let (mut in_a, in_b) = (stretches_around(a, passage.a), stretches_around(b, passage.b));
    in_a.retain(|stretch| in_b.binary_search_by_key(&stretch.0, |other| other.0).is_ok());
    let mut sum = 0.0;
    for (_, at) in in_a {
        let words = a.hashes_of(WordRange::new(at, a.stretch_end(at, LIMITS.stretch_around)));
        let all = rarity.sum(words);
        sum += if words.len() <= 2 {
            (all - LIMITS.common_pair).max(0.0)
        } else if words.iter().any(|&character| rarity.of(character) <= LIMITS.common_character) {
            all.min(LIMITS.most_with_common)
        } else {
            all
        };
    }
    sum
}

/// Returns the distinct stretches on both sides of a passage, each as its hash and its first word, by their hashes.
fn stretches_around(words: &Words, passage: WordRange) -> Vec<(u32, u32)> {
    let near = words.around(passage, LIMITS.around);
    let mut stretches = vec![];
    for side in [WordRange::new(near.start, passage.start), WordRange::new(passage.end, near.end)] {
        for (hash, at) in words.stretches(LIMITS.stretch_around, side) {
            if words.stretch_end(at, LIMITS.stretch_around) > side.end {
                break;
            }
            stretches.push((hash, at));
        }
    }
    stretches.sort_unstable();
    stretches.dedup_by_key(|stretch| stretch.0);
    stretches
}

/// Returns whether most of a sentence, on either side, is equal. This founds a passage if no single match is long
/// enough.
pub(super) fn holds_sentence<'r>(
    Pair { a, b, .. }: Pair<'_>,
    matches: impl Iterator<Item = &'r ExactMatch> + Clone,
) -> bool {
    let share = equal_share(a, matches.clone().copied().map(ExactMatch::in_a));
    share.max(equal_share(b, matches.copied().map(ExactMatch::in_b))) >= LIMITS.founding_share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::FoundBy;
    use crate::analyze::words::tests::words;

    #[test]
    fn six_words_that_are_equal_are_enough() {
        let (a, b) = (words("one two three four five six"), words("x one two three four five six"));
        let copied = |len: u32| {
            let exact = ExactMatch { a: 0, b: 1, len };
            let passage = Alignment {
                a: exact.in_a(),
                b: exact.in_b(),
                equal: vec![exact],
                elsewhere: vec![],
                equal_words: len,
                in_order: len,
                again: vec![],
                also: vec![],
                equal_half_words: 2 * len,
                found_by: FoundBy::Words,
            };
            is_in_long_matches(Pair { a: &a, b: &b, rarity: &Rarity::default(), documents: 2 }, &passage)
        };
        assert!(copied(6));
        assert!(!copied(5));
    }
}

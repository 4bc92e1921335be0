//! The information of a passage: next to none in "for the first time in her life".
//!
//! Two things are evidence for a copy. The equal words of a passage may be rare in the language, and the keys that both
//! sides share may be rare in the collection. A dozen ordinary words in an order that no third document has are better
//! evidence than a name. A short passage needs such keys, or has to hold a whole sentence (`judge::sentences`). The
//! unit is that of a natural logarithm.

use super::{LIMITS, inverse_frequency};

/// Returns the information of equal words in the same order. `rarity` is the sum of their rarities; `half_words` of
/// them follow another equal word or open a sentence. [`chance`] is still to be subtracted.
pub(crate) fn in_order(rarity: f32, half_words: u32) -> f32 {
    rarity + LIMITS.order * half_words as f32
}

/// Returns the information that chance provides among this many documents, or if it is this many times as likely.
pub(crate) fn chance(documents: f32) -> f32 {
    documents.ln()
}

/// Returns the information required of a passage among this many documents, if `among_many` is required among four
/// thousand. The more documents are searched, the more passages chance finds, so the requirement grows with the
/// logarithm of their number. In one document nothing is required.
pub(crate) fn asked_among(documents: u32, among_many: f32) -> f32 {
    (documents.max(1) as f32).ln() / LIMITS.many_documents.ln() * among_many
}

/// Returns the most that a passage may have among this many documents, if `among_many` is allowed among four thousand.
/// It is more the fewer documents there are, and without limit in one.
pub(crate) fn allowed_among(documents: u32, among_many: f32) -> f32 {
    among_many * LIMITS.many_documents.ln() / (documents.max(1) as f32).ln()
}

/// Returns the information of a passage. `rarity` is the sum over its `half_words` of equal words. `freqs` has, for
/// each shared key, the number of documents of the collection that hold it, without the query document; `documents` is
/// the number of all.
pub(crate) fn information(rarity: f32, half_words: u32, freqs: &[u32], documents: u32) -> f32 {
    // The square of a key's inverse frequency, over the highest possible one. All keys of a formula are somewhat rare;
    // without the square they would add up.
    let highest = (documents.max(2) as f32).ln();
    let all = documents.max(1) as f32;
    let mut rare = 0.0;
    for &freq in freqs {
        rare += inverse_frequency(all, freq).max(0.0).powi(2) / highest;
    }
    let half_words = half_words as f32;
    let words = if half_words < LIMITS.long {
        rarity.min(LIMITS.least_information * half_words / LIMITS.long)
    } else {
        rarity
    };
    words + LIMITS.key_share * rare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_common(information: f32) -> bool {
        information < LIMITS.least_information
    }

    #[test]
    fn ordinary_words_count_when_their_order_is_rare() {
        assert!(is_common(information(3.6, 22, &[], 1)), "alone they are too common");
        assert!(!is_common(information(3.6, 22, &[1, 2, 6, 67, 144, 144, 160, 755], 4000)));
        assert!(
            is_common(information(1.0, 14, &[36, 44, 109, 123, 573, 641], 4000)),
            "for the first time in her life"
        );
    }

    #[test]
    fn common_words_in_one_order_say_more_the_more_there_are_of_them() {
        assert_eq!([0, 10].map(|half_words| in_order(1.5, half_words)), [1.5, 7.5]);
        assert_eq!(chance(1.0), 0.0);
        assert!(
            is_common(in_order(0.0, 20)) && !is_common(in_order(0.0, 22)),
            "eleven words, whatever they are"
        );
    }

    #[test]
    fn the_more_documents_the_more_is_asked_and_the_less_is_allowed() {
        assert_eq!([1, 4000].map(|documents| asked_among(documents, 3.5)), [0.0, 3.5]);
        assert_eq!([1, 4000].map(|documents| allowed_among(documents, 3.5)), [f32::INFINITY, 3.5]);
        assert!(asked_among(100_000, 3.5) > 3.5 && allowed_among(100_000, 3.5) < 3.5);
        assert!(asked_among(2, 3.5) < 3.5 && allowed_among(2, 3.5) > 3.5);
    }

    #[test]
    fn rare_words_need_no_collection() {
        assert!(!is_common(information(20.0, 40, &[], 0)));
        assert!(is_common(information(20.0, 20, &[], 0)), "but more of them than a list of names has");
    }
}

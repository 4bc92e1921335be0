//! How much the equal words of a passage say: next to nothing for "for the first time in her life".
//!
//! Two things speak for a passage. Its equal words may be rare in the language, and the keys that both sides share may be
//! rare in the collection: a dozen ordinary words in an order that no third document has say more than a name. A short
//! passage needs the second. In the unit of a natural logarithm.

/// A passage that says less is a common phrase.
///
/// Chosen on planted quotations of one or two sentences (`docs/evaluation.md`): most say more, most formulas less.
pub(crate) const LEAST_INFORMATION: f32 = 13.0;

/// How much the rarity of shared keys counts beside that of words: they overlap, and hold the same words twice.
const KEY_SHARE: f32 = 0.6;

/// Half words below which rare words alone do not make a passage count: twenty words, or forty Han characters. Lists
/// of names, titles and addresses are shorter, and two texts on one matter share them without one copying the other.
const LONG: f32 = 40.0;

/// What a passage says: `rarity` is the sum over its `half_words` of equal words, `freqs` how many documents of the
/// collection other than the query document hold each shared key, of `documents` in all.
pub(crate) fn information(rarity: f32, half_words: u32, freqs: &[u32], documents: u32) -> f32 {
    // A key's inverse document frequency, as a share of the highest there is, times itself: a formula's keys are
    // somewhat rare, all of them, and would add up otherwise.
    let highest = (documents.max(2) as f32).ln();
    let rare = |&freq: &u32| (documents.max(1) as f32 / freq.max(1) as f32).ln().max(0.0).powi(2) / highest;
    let half_words = half_words as f32;
    let words = if half_words < LONG { rarity.min(LEAST_INFORMATION * half_words / LONG) } else { rarity };
    words + KEY_SHARE * freqs.iter().map(rare).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_common(information: f32) -> bool {
        information < LEAST_INFORMATION
    }

    #[test]
    fn ordinary_words_count_when_their_order_is_rare() {
        assert!(is_common(information(3.6, 22, &[], 1)), "alone they say too little");
        assert!(!is_common(information(3.6, 22, &[1, 2, 6, 67, 144, 144, 160, 755], 4000)));
        assert!(
            is_common(information(1.0, 14, &[36, 44, 109, 123, 573, 641], 4000)),
            "for the first time in her life"
        );
    }

    #[test]
    fn rare_words_need_no_collection() {
        assert!(!is_common(information(20.0, 40, &[], 0)));
        assert!(is_common(information(20.0, 20, &[], 0)), "but more of them than a list of names has");
    }
}

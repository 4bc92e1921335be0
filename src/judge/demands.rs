//! The information that a passage needs to count.
//!
//! A copied sentence stands whole on both sides. A short passage that is a part of longer sentences, such as "did not
//! at first appear to", is more often a turn of phrase than a copy, even if few documents of a collection have it. It
//! therefore needs more information, and the surplus grows with the logarithm of the number of documents searched, as
//! chance does. In a collection of short texts, nearly any seven words are a rare key: keys say no more of such a part
//! than the order of its words does. A few words, such as "She looked out of the window", are written by anyone, even
//! if no other document of a collection has them.

use super::limits::LIMITS;
use crate::align::alignment::equal_share;
use crate::align::{Alignment, ExactMatch, Sides};
use crate::analyze::Words;
use crate::lexicon;
use crate::lexicon::information::{asked_among, in_order};

/// Returns the information that a passage of two documents needs to count among `documents` documents; infinite if it
/// has too few words.
pub(super) fn least_information(passage: &Alignment, words: Sides<&Words>, documents: u32) -> f32 {
    if passage.equal_words < LIMITS.demands.least_words {
        return f32::INFINITY;
    }
    if passage.equal_half_words as f32 >= lexicon::LIMITS.long {
        return lexicon::LIMITS.least_information;
    }
    let more = match whole_sides(passage, words) {
        2 => 0.0,
        1 => LIMITS.demands.part_on_one_side,
        _ => LIMITS.demands.part_on_both_sides,
    };
    lexicon::LIMITS.least_information + asked_among(documents, more)
}

/// Returns the information of a passage without what its keys have beyond the order of its words, if it is a part of
/// longer sentences on both sides. `rarity` is the sum over its equal words.
pub(super) fn without_rare_keys(
    information: f32,
    passage: &Alignment,
    words: Sides<&Words>,
    rarity: f32,
) -> f32 {
    let most = in_order(rarity, passage.equal_half_words);
    if information <= most || whole_sides(passage, words) > 0 { information } else { most }
}

/// Counts the sides on which a passage holds a whole sentence.
fn whole_sides(passage: &Alignment, words: Sides<&Words>) -> usize {
    let in_a = equal_share(words.a, passage.equal.iter().copied().map(ExactMatch::in_a));
    let in_b = equal_share(words.b, passage.equal.iter().copied().map(ExactMatch::in_b));
    usize::from(in_a >= LIMITS.demands.whole) + usize::from(in_b >= LIMITS.demands.whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::Known;
    use crate::align::verbatim::{Seeding, align};
    use crate::analyze::words::tests::words;
    use crate::lexicon::Rarity;

    fn least((a, b): (&str, &str), documents: u32) -> f32 {
        let (a, b) = (words(a), words(b));
        let known = Known { documents: 1, pairs: &[] };
        let passages = align(&a, Seeding::Once, &b, &Rarity::default(), known);
        assert_eq!(passages.len(), 1);
        least_information(&passages[0], Sides { a: &a, b: &b }, documents)
    }

    #[test]
    fn parts_of_sentences_have_to_say_more_among_many_documents() {
        let whole = "She never went to the end of the pier again.";
        let longer =
            "What they told the inspector in the end was that she never went to the end of the pier again.";
        let other = "My aunt, who is no liar, swears that she never went to the end of the pier again, whatever came.";
        for (texts, more) in [
            ((whole, whole), 0.0),
            ((whole, longer), LIMITS.demands.part_on_one_side),
            ((longer, whole), LIMITS.demands.part_on_one_side),
            ((longer, other), LIMITS.demands.part_on_both_sides),
        ] {
            let of_any = lexicon::LIMITS.least_information;
            assert_eq!((least(texts, 4000), least(texts, 1)), (of_any + more, of_any), "{texts:?}");
        }
    }

    #[test]
    fn a_few_words_are_no_evidence_however_rare_their_order_is() {
        let texts =
            |words: &str| (format!("{words}. Then the rain came."), format!("{words}. Nobody was there."));
        let (six, seven) = ("She looked out of the window", "She looked out of the kitchen window");
        for (words, is_enough) in [(six, false), (seven, true)] {
            let (a, b) = texts(words);
            assert_eq!(least((&a, &b), 4000).is_finite(), is_enough, "{words}");
        }
    }

    #[test]
    fn rare_keys_say_no_more_of_a_part_than_its_words() {
        let part = "there was much to be done in";
        let (a, b) =
            (format!("He told the men that {part} the garden."), format!("And yet {part} every room of it."));
        let (a, b) = (words(&a), words(&b));
        let known = Known { documents: 1, pairs: &[] };
        let passages = align(&a, Seeding::Once, &b, &Rarity::default(), known);
        let information = |passage| without_rare_keys(30.0, passage, Sides { a: &a, b: &b }, 1.0);
        assert_eq!(information(&passages[0]), in_order(1.0, 14));
        let all = align(&a, Seeding::Once, &a, &Rarity::default(), known);
        assert_eq!(without_rare_keys(30.0, &all[0], Sides { a: &a, b: &a }, 1.0), 30.0, "whole");
    }
}

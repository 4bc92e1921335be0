//! The information that a passage needs to count.
//!
//! A copied sentence stands whole on both sides. A short passage that is a part of longer sentences, such as "did not
//! at first appear to", is more often a turn of phrase than a copy, even if few documents of a collection have it. It
//! therefore needs more information, and the surplus grows with the logarithm of the number of documents searched, as
//! chance does. A few words, such as "She looked out of the window", are written by anyone, even if no other document
//! of a collection has them.

use super::limits::LIMITS;
use crate::align::alignment::equal_share;
use crate::align::{Alignment, Sides};
use crate::analyze::Words;
use crate::lexicon;
use crate::lexicon::information::asked_among;

/// Returns the information that a passage of two documents needs to count among `documents` documents; infinite if it
/// has too few words.
pub(super) fn least_information(passage: &Alignment, words: Sides<&Words>, documents: u32) -> f32 {
    if passage.equal_words < LIMITS.demands.least_words {
        return f32::INFINITY;
    }
    if passage.equal_half_words as f32 >= lexicon::LIMITS.long {
        return lexicon::LIMITS.least_information;
    }
    let in_a = equal_share(words.a, passage.equal.iter().map(|exact| exact.in_a())) >= LIMITS.demands.whole;
    let in_b = equal_share(words.b, passage.equal.iter().map(|exact| exact.in_b())) >= LIMITS.demands.whole;
    let more = match (in_a, in_b) {
        (true, true) => 0.0,
        (false, false) => LIMITS.demands.part_on_both_sides,
        _ => LIMITS.demands.part_on_one_side,
    };
    lexicon::LIMITS.least_information + asked_among(documents, more)
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
}

//! Whole copied sentences -> their information: a sentence that says something is evidence of a copy by itself.
//!
//! The words of a passage are weighed by their rarity in the language, and rarity alone does not make a short passage
//! evidence ([`information`](crate::lexicon::information)): names, titles and addresses are rare, too. A sentence that
//! stands whole in both texts is another matter. The order of its words is evidence even if each of them is common. Its
//! information therefore grows with its length, beyond that of formulas such as "I have no more to say", and needs no
//! collection. Chance is likelier the more there is to compare: the logarithms of the number of documents searched and
//! of the length of both texts are subtracted.
//!
//! If two documents share a long passage, they also share the text that their site or series repeats. A sentence then
//! has to meet the demands on other passages. `O(n)` for the n equal words of a passage.

use super::evidence::{equal_rarity, half_words};
use super::limits::LIMITS;
use crate::align::alignment::equal_by_sentence;
use crate::align::{Alignment, ExactMatch, Sides};
use crate::analyze::Words;
use crate::lexicon::Rarity;
use crate::lexicon::information::{chance, in_order};
use crate::text::WordRange;

/// The other passages that a pair of documents shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// No long passage that counts.
    Nothing,
    /// A long passage that counts.
    LongPassage,
    /// A passage that counts and that this one continues, in both documents.
    Continued,
}

/// Returns the information of the whole sentences in a passage of two documents, if `documents` are searched; 0 without
/// any.
pub(super) fn sentence_information(
    passage: &Alignment,
    words: Sides<&Words>,
    rarity: &Rarity,
    documents: u32,
    beside: Beside,
) -> f32 {
    let Sides { a, b } = words;
    let is_list =
        equal_rarity(a, passage, rarity) > LIMITS.sentences.rarity_a_word * passage.equal_words as f32;
    if is_list || passage.similarity() < LIMITS.sentences.similarity {
        return 0.0;
    }
    let share = match beside {
        Beside::Nothing => LIMITS.sentences.share,
        Beside::LongPassage | Beside::Continued => LIMITS.sentences.share_beside_long,
    };
    let on_a = whole(a, passage, ExactMatch::in_a, rarity, share);
    let on_b = whole(b, passage, ExactMatch::in_b, rarity, share);
    let least_words = LIMITS.sentences.least_words;
    match beside {
        Beside::Nothing => {
            let is_on_both = on_a.words > 0 && on_b.words > 0;
            let least = if is_on_both { least_words } else { LIMITS.sentences.least_words_on_one_side };
            (on_a.in_order(least).max(on_b.in_order(least)) - chances(a, b, documents)).max(0.0)
        }
        Beside::LongPassage => on_a.at_length().min(on_b.at_length()),
        Beside::Continued => on_a.in_order(least_words).min(on_b.in_order(least_words)),
    }
}

/// Returns how much likelier chance is in texts of this length, and among this many documents, than in two short texts.
fn chances(a: &Words, b: &Words, documents: u32) -> f32 {
    let [a, b] =
        [a, b].map(|words| (words.half_words(words.all()) as f32 / LIMITS.sentences.short_text).max(1.0));
    chance(documents.max(1) as f32 * a * b)
}

/// The sums over the equal words of sentences.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    words: u32,
    half_words: u32,
    rarity: f32,
}

impl Evidence {
    /// Returns the information of the order of the words; none of fewer words than `least`.
    fn in_order(self, least: u32) -> f32 {
        if self.words < least { 0.0 } else { in_order(self.rarity, self.half_words) }
    }

    fn at_length(self) -> f32 {
        if self.half_words < LIMITS.sentences.least_beside_long { 0.0 } else { self.rarity }
    }
}

/// Sums up the equal words of the sentences of one side that stand whole in the passage.
fn whole(
    words: &Words,
    passage: &Alignment,
    side: fn(ExactMatch) -> WordRange,
    rarity: &Rarity,
    share: f32,
) -> Evidence {
    let mut sum = Evidence::default();
    let equal = passage.equal.iter().copied().map(side).collect();
    for (sentence, parts) in equal_by_sentence(words, equal) {
        let half_words = half_words(words, &parts);
        if half_words as f32 >= share * words.half_words(words.of_sentence(sentence)) as f32 {
            sum.half_words += half_words;
            sum.words += parts.iter().copied().map(WordRange::len).sum::<u32>();
            sum.rarity += parts.iter().map(|&part| rarity.sum(words.hashes_of(part))).sum::<f32>();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::Known;
    use crate::align::verbatim::{Seeding, align};
    use crate::analyze::words::tests::words;
    use crate::lexicon;

    /// Returns the greatest information of a passage of the texts.
    fn evidence_of((a, b): (&str, &str), documents: u32, beside: Beside) -> f32 {
        let (a, b, rarity) = (words(a), words(b), Rarity::default());
        let passages = align(&a, Seeding::Once, &b, &rarity, Known { documents: 1, pairs: &[] });
        let evidence = passages
            .iter()
            .map(|passage| sentence_information(passage, Sides { a: &a, b: &b }, &rarity, documents, beside));
        evidence.fold(0.0, f32::max)
    }

    fn check(sentence: &str, counts: bool) {
        let a = format!("Nobody expected rain so late in the year. {sentence} The boats stayed out.");
        let b = format!("昨天没有人来。A letter came with the morning post. {sentence} She burnt it.");
        let evidence = evidence_of((&a, &b), 1, Beside::Nothing);
        assert_eq!(evidence >= lexicon::LIMITS.least_information, counts, "{sentence}: {evidence}");
    }

    #[test]
    fn a_sentence_says_something_and_a_formula_does_not() {
        check("The old keeper climbed the narrow stairs every evening before dusk.", true);
        check("We like you as you are; we do not want you to be different.", true);
        check("造桥的钱大都是一家一户凑出来的。", true);
        check("I have no more to say.", false);
        check("There is no doubt about that at all.", false);
        check("这是我们大家都知道的一件事。", false);
        check("Rue Lafayette, Bordeaux, Gironde, Aquitaine, telephone Zeuxis 4471.", false);
    }

    #[test]
    fn a_sentence_may_be_part_of_another_one() {
        let sentence = "The old keeper climbed the narrow stairs every evening before dusk";
        let about = "My father, who had it from his own aunt, said at breakfast that";
        let longer = format!("{about} {sentence}, but that nobody else in the whole parish did so");
        assert!(evidence_of((sentence, &longer), 1, Beside::Nothing) >= lexicon::LIMITS.least_information);
        let other = "Three visitors from the south were shown where the old keeper climbed the narrow stairs";
        assert_eq!(evidence_of((other, &longer), 1, Beside::Nothing), 0.0, "part of two");
    }

    #[test]
    fn more_documents_and_a_long_passage_ask_for_more() {
        let short = "We like you as you are; we do not want you to be different.";
        let long = "The old keeper climbed the narrow stairs every evening before dusk and trimmed the wick with a \
                    pair of silver scissors.";
        let counts = |text, documents, beside| {
            evidence_of((text, text), documents, beside) >= lexicon::LIMITS.least_information
        };
        assert!(counts(short, 1, Beside::Nothing) && !counts(short, 4000, Beside::Nothing));
        assert!(counts(long, 4000, Beside::Nothing));
        assert!(counts(long, 1, Beside::LongPassage) && !counts(short, 1, Beside::LongPassage));
    }
}

//! Whole copied sentences -> their information: a sentence that says something is evidence of a copy by itself.
//!
//! The words of a passage are weighed by their rarity in the language, and short passages are not believed for these
//! alone ([`information`](crate::lexicon::information)): names, titles and addresses are rare, too. A sentence that
//! stands whole in both texts is another matter. The order of its words is evidence even where each of them is common.
//! So its information grows with its length, until formulas such as "I have no more to say" are left behind, and
//! needs no collection. Each document that is searched makes chance likelier: the logarithm of their number is taken
//! off.
//!
//! Where two documents share a long passage, they also share what their site or series repeats. There a sentence
//! has to reach what is asked of other passages. `O(n)` for the n equal words of a passage.

use std::collections::BTreeMap;

use crate::align::{Aligned, Run};
use crate::analyze::Words;
use crate::lexicon::Rarity;
use crate::text::WordRange;

/// What decides whether sentences are evidence. Chosen on 2026-11-22 on the odd lines of the PAN-13 text-alignment
/// training corpus and on single sentences planted in novels and histories (`docs/evaluation.md`).
struct Limits {
    /// A sentence stands whole in a passage of which at least this share of half words is equal.
    share: f32,
    /// The same on both sides, where documents share a long passage.
    share_beside_long: f32,
    /// A passage of this many equal half words is long: twenty-five words, or fifty Han characters. With thirty words,
    /// two more notices and menus of PAN-13 count.
    long: u32,
    /// The least half words of sentences where documents share a long passage: with fewer, single
    /// sentences of summaries count beside the passage that they belong to (granularity 1.097 in place of 1.088).
    half_words_beside_long: u32,
    /// What the order of the words is worth, for each half word. Of the sentences in 100 novels, the share that two
    /// authors have written is .6 % of those of six words, .15 % of seven, .06 % of eight, five of 99,938 with nine or
    /// ten, and none of 150,865 with more. With this worth, a sentence of eleven words counts whatever they are, and
    /// one of eight when they are as rare as in nine sentences of ten.
    order: f32,
    /// Fewer words, as "The Old Curiosity Shop and the", are a name or a title as often as a sentence.
    words: u32,
    /// The most rarity a word, on average: more have names in a row, addresses, and lists without a verb.
    rarity_a_word: f32,
    /// The least similarity of the passage: below, it is a sentence in other words, which is judged as passages are.
    /// With .6, an answer that a student wrote on his own counts.
    similarity: f64,
}

const LIMITS: Limits = Limits {
    share: 0.6,
    share_beside_long: 0.7,
    long: 50,
    half_words_beside_long: 32,
    order: 0.6,
    words: 7,
    rarity_a_word: 2.4,
    similarity: 0.65,
};

/// What else a pair of documents shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// No long passage that counts.
    Nothing,
    /// A long passage that counts.
    LongPassage,
}

impl Beside {
    /// What stands beside a passage, when `counting` are those that count.
    pub(super) fn of<'p>(mut counting: impl Iterator<Item = &'p Aligned>) -> Beside {
        let is_long = counting.any(|passage| passage.equal_half_words >= LIMITS.long);
        if is_long { Beside::LongPassage } else { Beside::Nothing }
    }
}

/// The information of the whole sentences in a passage of `a` and `b`, when `documents` are searched; 0 without any.
pub(super) fn information(
    passage: &Aligned,
    (a, b): (&Words, &Words),
    rarity: &Rarity,
    documents: u32,
    beside: Beside,
) -> f32 {
    let is_list = passage.rarity > LIMITS.rarity_a_word * passage.equal_words as f32;
    if is_list || passage.similarity() < LIMITS.similarity {
        return 0.0;
    }
    let sides =
        |share| [whole(a, passage, Run::in_a, rarity, share), whole(b, passage, Run::in_b, rarity, share)];
    match beside {
        Beside::Nothing => {
            let chances = (documents.max(1) as f32).ln();
            let said = sides(LIMITS.share).map(|side| side.with_order() - chances);
            said[0].max(said[1]).max(0.0)
        }
        Beside::LongPassage => {
            let said = sides(LIMITS.share_beside_long).map(|side| side.at_length());
            said[0].min(said[1])
        }
    }
}

/// The equal words of sentences.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    words: u32,
    half_words: u32,
    rarity: f32,
}

impl Said {
    fn with_order(self) -> f32 {
        if self.words < LIMITS.words { 0.0 } else { self.rarity + LIMITS.order * self.half_words as f32 }
    }

    fn at_length(self) -> f32 {
        if self.half_words < LIMITS.half_words_beside_long { 0.0 } else { self.rarity }
    }
}

/// The equal words of the sentences of one side that stand whole in the passage.
fn whole(words: &Words, passage: &Aligned, side: fn(Run) -> WordRange, rarity: &Rarity, share: f32) -> Said {
    let mut equal: Vec<WordRange> = passage.equal.iter().map(|&run| side(run)).collect();
    equal.sort_unstable();
    let mut sentences: BTreeMap<u32, Said> = BTreeMap::new();
    let mut at = 0;
    for range in equal {
        at = at.max(range.start);
        while at < range.end {
            let sentence = words.sentence_of(at);
            let part = WordRange::new(at, range.end.min(words.of_sentence(sentence).end).max(at + 1));
            let said = sentences.entry(sentence).or_default();
            said.words += part.len();
            said.half_words += words.half_words(part);
            said.rarity += rarity.sum(words.hashes_of(part));
            at = part.end;
        }
    }
    sentences.retain(|&sentence, said| {
        let all = words.half_words(words.of_sentence(sentence));
        said.half_words as f32 >= share * all as f32
    });
    sentences.values().fold(Said::default(), |sum, said| Said {
        words: sum.words + said.words,
        half_words: sum.half_words + said.half_words,
        rarity: sum.rarity + said.rarity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::verbatim::align;
    use crate::analyze::Seeds;
    use crate::analyze::words::tests::words;
    use crate::lexicon::information::LEAST_INFORMATION;

    /// The most that a passage of the texts says.
    fn says((a, b): (&str, &str), documents: u32, beside: Beside) -> f32 {
        let (a, b, rarity) = (words(a), words(b), Rarity::default());
        let passages = align(&a, &Seeds::new(&a), &b, &rarity);
        let said = passages.iter().map(|passage| information(passage, (&a, &b), &rarity, documents, beside));
        said.fold(0.0, f32::max)
    }

    fn check(sentence: &str, counts: bool) {
        let a = format!("Nobody expected rain so late in the year. {sentence} The boats stayed out.");
        let b = format!("昨天没有人来。A letter came with the morning post. {sentence} She burnt it.");
        let said = says((&a, &b), 1, Beside::Nothing);
        assert_eq!(said >= LEAST_INFORMATION, counts, "{sentence}: {said}");
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
        assert!(says((sentence, &longer), 1, Beside::Nothing) >= LEAST_INFORMATION);
        let other = "Three visitors from the south were shown where the old keeper climbed the narrow stairs";
        assert_eq!(says((other, &longer), 1, Beside::Nothing), 0.0, "part of two");
    }

    #[test]
    fn more_documents_and_a_long_passage_ask_for_more() {
        let short = "We like you as you are; we do not want you to be different.";
        let long = "The old keeper climbed the narrow stairs every evening before dusk and trimmed the wick with a \
                    pair of silver scissors.";
        let counts = |text, documents, beside| says((text, text), documents, beside) >= LEAST_INFORMATION;
        assert!(counts(short, 1, Beside::Nothing) && !counts(short, 4000, Beside::Nothing));
        assert!(counts(long, 4000, Beside::Nothing));
        assert!(counts(long, 1, Beside::LongPassage) && !counts(short, 1, Beside::LongPassage));
    }
}

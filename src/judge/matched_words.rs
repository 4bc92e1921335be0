//! A passage -> the words of the query document that were taken over, which count as matched.
//!
//! These are the equal words, and the small gaps between them in one sentence, where a word was replaced or put in. The
//! writer's own words are not taken over, even if copies stand on both sides of them. `O(r log r)` for r exact matches
//! and the sentences that they touch.

use super::limits::LIMITS;
use crate::align::alignment::equal_by_sentence;
use crate::align::{Alignment, ExactMatch};
use crate::analyze::Words;
use crate::text::WordRange;

/// Returns the words of the query document that were taken over in a passage, as disjoint ranges in order.
pub(super) fn matched_words(words: &Words, passage: &Alignment) -> Vec<WordRange> {
    let equal = passage.equal.iter().chain(&passage.elsewhere).copied().map(ExactMatch::in_a).collect();
    let mut matched = vec![];
    for (sentence, parts) in equal_by_sentence(words, equal) {
        let whole = words.of_sentence(sentence);
        let whole = WordRange::new(whole.start.max(passage.a.start), whole.end.min(passage.a.end));
        matched.extend(stretches(words, whole, parts, passage.is_by_terms()));
    }
    matched
}

/// A stretch of a sentence.
struct Stretch {
    range: WordRange,
    /// The number of its equal half words.
    equal: u32,
    /// Twice the equal half words, less the others.
    score: u32,
}

/// Joins the equal parts of a sentence over small gaps. Takes in a single word left at either end of the sentence,
/// which was replaced.
fn stretches(words: &Words, sentence: WordRange, parts: Vec<WordRange>, is_by_terms: bool) -> Vec<WordRange> {
    let mut found: Vec<Stretch> = vec![];
    for range in parts {
        let equal = words.half_words(range);
        let mut next = Stretch { range, equal, score: 2 * equal };
        while let Some(last) = found.last() {
            let gap = words.half_words(WordRange::new(last.range.end, next.range.start));
            let is_small = match is_by_terms {
                true => gap <= LIMITS.matched_words.gap_by_terms,
                false => gap <= LIMITS.matched_words.gap && gap < last.score.min(next.score),
            };
            if !is_small {
                break;
            }
            next = Stretch {
                range: last.range.union(next.range),
                equal: last.equal + next.equal,
                score: (last.score + next.score).saturating_sub(gap),
            };
            found.pop();
        }
        found.push(next);
    }
    let most = words.half_words(sentence) / 2;
    found
        .retain(|stretch| is_by_terms || stretch.equal >= LIMITS.matched_words.least || stretch.equal > most);
    if let Some(first) = found.first_mut()
        && first.range.start == sentence.start + 1
    {
        first.range.start = sentence.start;
    }
    if let Some(last) = found.last_mut()
        && last.range.end + 1 == sentence.end
    {
        last.range.end = sentence.end;
    }
    found.into_iter().map(|stretch| stretch.range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::alignment::measure;
    use crate::align::{ExactMatch, FoundBy, Likeness, Sides};
    use crate::analyze::words::tests::words;
    use crate::text::Span;

    /// Checks the words of `a` that are taken over in a passage, as stretches of text. The equal words of the passage
    /// stand between `*`.
    fn check(a: &str, is_by_terms: bool, expected: &[&str]) {
        let (mut matches, mut at) = (vec![], 0);
        for (number, part) in a.split('*').enumerate() {
            let len = words(part).all().len();
            if number % 2 == 1 {
                matches.push(ExactMatch { a: at, b: at, len });
            }
            at += len;
        }
        let text = a.replace('*', "");
        let x = words(&text);
        let passage = measure(Sides { a: &x, b: &x }, Sides { a: x.all(), b: x.all() }, matches);
        let found_by = match is_by_terms {
            true => FoundBy::Terms { likeness: Likeness::Plain, pieces: vec![] },
            false => FoundBy::Words,
        };
        let found = matched_words(&x, &Alignment { found_by, ..passage });
        let found: Vec<&str> = found
            .into_iter()
            .map(|range| Span::new(x.span(range.start).start, x.span(range.end - 1).end).of(&text))
            .collect();
        assert_eq!(found, expected, "{a}");
    }

    #[test]
    fn replaced_words_are_taken_over() {
        check(
            "*The old keeper climbed the* steep *stairs every evening before dusk*.",
            false,
            &["The old keeper climbed the steep stairs every evening before dusk"],
        );
        check("*造桥的钱*全部*是一家一户凑出来的*。", false, &["造桥的钱全部是一家一户凑出来的"]);
    }

    #[test]
    fn own_sentences_and_long_own_stretches_are_not() {
        check(
            "*He kept bees behind the mill.* I like *the* town and *the* sea. *Nobody bought the honey twice.*",
            false,
            &["He kept bees behind the mill", "Nobody bought the honey twice"],
        );
        check(
            "*The lamp had failed on no night*, which is what one would expect of him, *wrote his daughter in green*.",
            false,
            &["The lamp had failed on no night", "wrote his daughter in green"],
        );
        check(
            "*灯塔从来没有熄灭过*，这在我看来是他一生里最要紧的事情，*女儿这样写道*。",
            false,
            &["灯塔从来没有熄灭过", "女儿这样写道"],
        );
    }

    #[test]
    fn a_gap_is_small_beside_the_equal_words_around_it() {
        check("*We saw them* go down to a *grey harbour*.", false, &["We saw them"]);
        check("*It did.* Snow fell.", false, &["It did"]);
    }

    #[test]
    fn a_word_that_was_replaced_at_the_end_of_a_sentence_is_taken_over() {
        check(
            "*We saw them go down to a grey* jetty. Nobody spoke.",
            false,
            &["We saw them go down to a grey jetty"],
        );
        check("抬头*就能看见屋脊下面的*梁。", false, &["就能看见屋脊下面的梁"]);
    }

    #[test]
    fn in_a_sentence_that_is_alike_larger_gaps_are_small() {
        check(
            "Then *Quill* sold his little boat to the town *museum*. I saw it.",
            true,
            &["Then Quill sold his little boat to the town museum"],
        );
        check(
            "*Quill* sold, as far as I know and as the papers of that year tell it, his boat to a *museum*.",
            true,
            &["Quill", "museum"],
        );
    }
}

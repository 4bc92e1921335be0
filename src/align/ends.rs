//! Passages -> passages that begin and end with whole Chinese words.
//!
//! Han characters are aligned one by one, so equal characters may belong to two different words, as the 力 of 想象力 and of
//! 压力. If an end of a passage cuts a word, the word is taken in when at least half of it is inside, and left out
//! otherwise. `O(p)` for p passages, each with up to eight short segmentations by the dictionary.

use super::ExactMatch;
use super::alignment::{Alignment, covered, cut, measure};
use super::limits::LIMITS;
use crate::align::Sides;
use crate::analyze::{Analyzed, Words};
use crate::text::WordRange;

/// Moves the ends of a passage to the edges of the words that they cut.
pub(super) fn at_whole_words(a: &Analyzed<'_>, b: &Analyzed<'_>, passage: Alignment) -> Alignment {
    let mut ends = Ends { a: passage.a, b: passage.b, equal: passage.equal.clone() };
    for _ in 0..LIMITS.rounds {
        let before = (ends.a, ends.b);
        for (words, side) in [(a, Side::A), (b, Side::B)] {
            let range = ends.of(side);
            ends.move_start(side, words.word_across(range.start));
            let range = ends.of(side);
            ends.move_end(side, words.word_across(range.end));
        }
        if before == (ends.a, ends.b) {
            break;
        }
    }
    if (ends.a, ends.b) == (passage.a, passage.b) {
        return passage;
    }
    let Alignment { elsewhere, again, also, found_by, .. } = passage;
    let (x, y): (&Words, &Words) = (a.words(), b.words());
    Alignment {
        elsewhere,
        again,
        also,
        found_by,
        ..measure(Sides { a: x, b: y }, Sides { a: ends.a, b: ends.b }, ends.equal)
    }
}

#[derive(Clone, Copy)]
enum Side {
    A,
    B,
}

struct Ends {
    a: WordRange,
    b: WordRange,
    equal: Vec<ExactMatch>,
}

impl Ends {
    fn of(&self, side: Side) -> WordRange {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    fn move_start(&mut self, side: Side, word: Option<WordRange>) {
        let (Some(word), range) = (word, self.of(side)) else { return };
        let start = if self.takes_in(range, word) { word.start } else { word.end };
        self.set(side, WordRange::new(start, range.end));
    }

    fn move_end(&mut self, side: Side, word: Option<WordRange>) {
        let (Some(word), range) = (word, self.of(side)) else { return };
        let end = if self.takes_in(range, word) { word.end } else { word.start };
        self.set(side, WordRange::new(range.start, end));
    }

    fn takes_in(&self, range: WordRange, word: WordRange) -> bool {
        let inside = word.shared(range);
        inside * 2 >= word.len() || range.len() < LIMITS.least_without_word + inside
    }

    /// Sets the range of one side. If that leaves equal words out, the other side is cut to the equal words that
    /// remain.
    fn set(&mut self, side: Side, range: WordRange) {
        let old = self.of(side);
        let (a, b) = match side {
            Side::A => (range, self.b),
            Side::B => (self.a, range),
        };
        let mut equal = self.equal.clone();
        equal.retain_mut(|exact| cut(exact, a, b));
        let is_shorter = range.start > old.start || range.end < old.end;
        let Some(Sides { a: in_a, b: in_b }) = covered(&equal) else { return };
        (self.a, self.b) = match side {
            _ if !is_shorter => (a, b),
            Side::A => (a, shorter(b, in_b, range, old)),
            Side::B => (shorter(a, in_a, range, old), b),
        };
        self.equal = equal;
    }
}

/// Returns the other side's range, cut to its equal words at the end where this side became shorter.
fn shorter(other: WordRange, equal: WordRange, range: WordRange, old: WordRange) -> WordRange {
    let start = if range.start > old.start { equal.start } else { other.start };
    let end = if range.end < old.end { equal.end } else { other.end };
    WordRange::new(start, end)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analyze::{Analyzer, DocumentRef};
    use crate::detect::Config;
    use crate::lexicon::Rarity;
    use crate::text::{Document, Span};

    /// Checks the texts of a passage whose ends are at `|` on both sides. Its equal words are found by comparing both
    /// sides word by word from its beginning.
    fn check(a: &str, b: &str, expected: (&str, &str)) {
        let config = Config::default();
        let (feature, tokenizer) = (config.feature(), config.tokenizer());
        let analyzer = Arc::new(Analyzer { tokenizer, feature, rarity: Rarity::default() });
        let parts = |text: &str| text.split('|').map(|part| part.chars().count() as u32).collect::<Vec<_>>();
        let range = |text: &str| {
            let parts = parts(text);
            WordRange::new(parts[0], parts[0] + parts[1])
        };
        let ranges = Sides { a: range(a), b: range(b) };
        let document =
            |text: &str| Document { id: "d".into(), text: text.replace('|', ""), ..Document::default() };
        let documents = (document(a), document(b));
        let x = Analyzed::new(&analyzer, DocumentRef::Borrowed(&documents.0));
        let y = Analyzed::new(&analyzer, DocumentRef::Borrowed(&documents.1));
        let equal = ranges.a.numbers().zip(ranges.b.numbers()).map(|(a, b)| ExactMatch { a, b, len: 1 });
        let equal = equal
            .filter(|exact| x.words().hashes()[exact.a as usize] == y.words().hashes()[exact.b as usize]);
        let passage = measure(Sides { a: x.words(), b: y.words() }, ranges, equal.collect());
        let found = at_whole_words(&x, &y, passage);
        let text = |document: &Analyzed<'_>, range: WordRange| {
            let span = |word: u32| document.words().span(word);
            Span::new(span(range.start).start, span(range.end - 1).end)
                .of(&document.document().text)
                .to_owned()
        };
        assert_eq!((&*text(&x, found.a), &*text(&y, found.b)), expected, "{a} / {b}");
        assert!(
            found
                .equal
                .iter()
                .all(|exact| exact.in_a().is_mostly_in(found.a) && exact.in_b().is_mostly_in(found.b))
        );
    }

    #[test]
    fn a_part_of_a_word_is_left_out_on_both_sides() {
        check(
            "作家靠想象|力写出来的海边灯塔照着夜里的船|。",
            "工人在压|力写出来的海边灯塔照着夜里的船|。",
            ("写出来的海边灯塔照着夜里的船", "写出来的海边灯塔照着夜里的船"),
        );
        check(
            "|海边的灯塔照着夜里回来的船想|象力没有用。",
            "|海边的灯塔照着夜里回来的船想|一想再走。",
            ("海边的灯塔照着夜里回来的船", "海边的灯塔照着夜里回来的船"),
        );
    }

    #[test]
    fn most_of_a_word_is_taken_in() {
        check(
            "他说中华|人民共和国的海边灯塔照着船|。",
            "他说那里的|人民共和国的海边灯塔照着船|。",
            ("中华人民共和国的海边灯塔照着船", "人民共和国的海边灯塔照着船"),
        );
    }

    #[test]
    fn whole_words_and_other_scripts_stay_as_they_are() {
        let text = "昨天|海边的灯塔照着船|，很亮。";
        check(text, text, ("海边的灯塔照着船", "海边的灯塔照着船"));
        let traditional = "昨天|海邊的燈塔照著船|，很亮。";
        check(traditional, text, ("海邊的燈塔照著船", "海边的灯塔照着船"));
    }

    #[test]
    fn a_short_passage_is_not_made_shorter() {
        check("作家靠想象|力写出来|。", "工人在压|力写出来|。", ("想象力写出来", "压力写出来"));
    }
}

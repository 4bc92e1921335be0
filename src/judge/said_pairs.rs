//! The equal words of a passage -> its pairs of sentences by what they say.
//!
//! A pair is a sentence of the query document from which the passage takes words, and the sentence of the source that
//! shares most equal words with it. The sentences are those of [`said`](crate::said). A document is cut once, however
//! many passages it has, a source only around its passages; only the sentences of passages are hashed.

use std::collections::BTreeMap;

use crate::align::{ExactMatch, Sides};
use crate::analyze::{Analyzed, Words};
use crate::report::SaidPair;
use crate::said::{said_hash, sentence_ends};
use crate::text::{Span, WordRange};

/// The hash in the place of a counterpart where a sentence has no equal word, only gaps between equal words.
const NO_COUNTERPART: u64 = 0;

/// An empty line.
const PARAGRAPH_END: &str = "\n\n";

/// A document with its sentences by the frozen rule.
pub(super) struct SaidText<'s> {
    text: &'s str,
    words: &'s Words,
    /// The ends of the sentences, in bytes.
    ends: Vec<u32>,
}

impl<'s> SaidText<'s> {
    pub(super) fn new(analyzed: &'s Analyzed<'_>) -> SaidText<'s> {
        SaidText::around(analyzed, analyzed.words().all())
    }

    /// Cuts only the paragraphs that hold some words: a passage may be a page of a long book. The others are one sentence
    /// before and one behind.
    pub(super) fn around(analyzed: &'s Analyzed<'_>, words: WordRange) -> SaidText<'s> {
        let document = analyzed.document();
        let text = &*document.text;
        let spans = analyzed.words();
        let (first, last) = match words.is_empty() {
            true => (0, 0),
            false => (spans.span(words.start).start, spans.span(words.end - 1).start),
        };
        // A paragraph ends before an empty line, whatever the layout.
        let before = Span::new(0, first).of(text);
        let start = match before.rfind(PARAGRAPH_END) {
            Some(at) => at + PARAGRAPH_END.len(),
            None => 0,
        };
        let behind = Span::new(last, text.len() as u32).of(text);
        let end = match behind.find(PARAGRAPH_END) {
            Some(at) => last as usize + at + 1,
            None => text.len(),
        };
        let part = Span::new(start as u32, end as u32);
        let mut ends = vec![];
        if start > 0 {
            ends.push(part.start);
        }
        for end in sentence_ends(part.of(text), document.layout) {
            ends.push(part.start + end);
        }
        if end < text.len() {
            ends.push(text.len() as u32);
        }
        SaidText { text, words: analyzed.words(), ends }
    }

    /// Returns the sentence that holds a word.
    fn sentence_of(&self, word: u32) -> usize {
        let start = self.words.span(word).start;
        self.ends.partition_point(|&end| end <= start)
    }

    fn span(&self, sentence: usize) -> Span {
        let start = if sentence == 0 { 0 } else { self.ends[sentence - 1] };
        Span::new(start, self.ends[sentence])
    }

    /// Returns the words that begin in a sentence.
    fn words_of(&self, sentence: usize) -> WordRange {
        let Span { start, end } = self.span(sentence);
        WordRange::new(self.words.first_from(start), self.words.first_from(end))
    }

    fn hash(&self, sentence: usize) -> Option<u64> {
        said_hash(self.span(sentence).of(self.text))
    }
}

/// Returns the pairs of a passage, in the order of its sentences in the query document. `equal` has all runs of equal
/// words, those in another order among them, and `taken` the words that are taken over.
pub(super) fn said_pairs<'r>(
    sides: Sides<&SaidText<'_>>,
    passage: WordRange,
    taken: &[WordRange],
    equal: impl Iterator<Item = &'r ExactMatch>,
) -> Vec<SaidPair> {
    let mut shared: BTreeMap<usize, BTreeMap<usize, u32>> = BTreeMap::new();
    for range in taken {
        let mut word = range.start;
        while word < range.end {
            let sentence = sides.a.sentence_of(word);
            shared.entry(sentence).or_default();
            word = sides.a.words_of(sentence).end.max(word + 1);
        }
    }
    for run in equal {
        let mut offset = 0;
        while offset < run.len {
            let (x, y) = (sides.a.sentence_of(run.a + offset), sides.b.sentence_of(run.b + offset));
            let left_in_a = sides.a.words_of(x).end.saturating_sub(run.a + offset);
            let left_in_b = sides.b.words_of(y).end.saturating_sub(run.b + offset);
            let words = left_in_a.min(left_in_b).clamp(1, run.len - offset);
            if let Some(counterparts) = shared.get_mut(&x) {
                *counterparts.entry(y).or_default() += words;
            }
            offset += words;
        }
    }
    let mut pairs = vec![];
    for (sentence, counterparts) in shared {
        let Some(a) = sides.a.hash(sentence) else { continue };
        // Of equals the first: `max_by_key` returns the last.
        let b = match counterparts.into_iter().rev().max_by_key(|&(_, words)| words) {
            Some((counterpart, _)) => sides.b.hash(counterpart).unwrap_or(NO_COUNTERPART),
            None => NO_COUNTERPART,
        };
        let WordRange { start, end, .. } = sides.a.words_of(sentence);
        pairs.push(SaidPair {
            pair: format!("{a:016x}~{b:016x}"),
            words: [start.max(passage.start), end.min(passage.end)],
        });
    }
    pairs
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use super::*;
    use crate::analyze::{Analyzer, DocumentRef};
    use crate::report::Passage;
    use crate::text::Layout;
    use crate::{Config, Detector, Document};

    /// Returns the passages of a text with one source.
    fn passages(a: &str, b: &str) -> Vec<Passage> {
        let document =
            |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
        let detector = Detector::new(Config::default()).unwrap();
        let report = detector.compare(&document("a", a), &document("b", b)).unwrap();
        report.passages().cloned().collect()
    }

    /// Returns the pair of two sentences as a report has it.
    fn pair(a: &str, b: &str) -> String {
        format!("{:016x}~{:016x}", said_hash(a).unwrap(), said_hash(b).unwrap_or(NO_COUNTERPART))
    }

    fn pairs(passages: &[Passage]) -> Vec<(&str, [u32; 2])> {
        passages.iter().flat_map(|passage| &passage.said).map(|said| (&*said.pair, said.words)).collect()
    }

    const FIRST: &str = "The harbour pilot kept a ledger of every ship that ever ran aground on the bar.";
    const SECOND: &str = "Nobody but his youngest daughter could read the crabbed hand in which he wrote.";

    #[test]
    fn each_sentence_has_its_counterpart() {
        let edited = SECOND.replace("crabbed", "tiny");
        let found = passages(&format!("I begin here. {FIRST} {edited} I end."), &format!("{SECOND} {FIRST}"));
        let (first, second) = (pair(FIRST, FIRST), pair(&edited, SECOND));
        let mut found = pairs(&found);
        found.sort_by_key(|(_, words)| *words);
        assert_eq!(found, [(&*first, [3, 19]), (&*second, [19, 33])]);
    }

    #[test]
    fn chinese_words_are_characters() {
        let (x, y) = ("引水员把每一艘搁浅的船都记在一本册子里。", "除了他的小女儿没有人认得出那些潦草的字。");
        let found = passages(&format!("我先说。{x}{y}"), &format!("{x}{y}"));
        assert_eq!(pairs(&found), [(&*pair(x, x), [3, 22]), (&*pair(y, y), [22, 41])]);
    }

    #[test]
    fn quotes_and_line_ends_do_not_matter() {
        let quoted = format!("“{}” {SECOND}", FIRST.replace(" of every", "\n  of every"));
        let (plain, quoted) = (passages(&format!("{FIRST} {SECOND}"), FIRST), passages(&quoted, FIRST));
        assert_eq!(pairs(&plain), pairs(&quoted));
        assert_eq!(plain[0].said.len(), 1);
    }

    /// A sentence of which only a gap is taken over has no counterpart.
    #[test]
    fn a_sentence_without_an_equal_word_has_no_counterpart() {
        let text = |title: &str| {
            format!("That year the old harbour pilot {title}. Oake kept a ledger of every wreck.")
        };
        let document = |text: String| Arc::new(Document { text, ..Document::default() });
        let analyzer: &Arc<Analyzer> = &Arc::clone(Detector::new(Config::default()).unwrap().analyzer());
        let analyzed = |text| Analyzed::new(analyzer, crate::analyze::DocumentRef::Shared(document(text)));
        let (a, b) = (analyzed(text("slept. Dr")), analyzed(text("woke. Mr")));
        let sides = Sides { a: &SaidText::new(&a), b: &SaidText::new(&b) };
        let all = a.words().all();
        let equal = [ExactMatch { a: 0, b: 0, len: 6 }, ExactMatch { a: 8, b: 8, len: 7 }];
        let found = said_pairs(sides, all, &[all], equal.iter());
        let found: Vec<(&str, [u32; 2])> = found.iter().map(|said| (&*said.pair, said.words)).collect();
        let start = "That year the old harbour pilot";
        let rest = "Oake kept a ledger of every wreck";
        assert_eq!(
            found,
            [
                (&*pair(&format!("{start} slept"), &format!("{start} woke")), [0, 7]),
                (&*pair("Dr", ""), [7, 8]),
                (&*pair(rest, rest), [8, 15])
            ]
        );
    }

    static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector::new(Config::default()).unwrap());

    proptest::proptest! {
        #[test]
        fn a_part_of_a_text_is_cut_as_the_whole(
            text in "([a-c]{1,4}|[盐路]|[ \n.!?。「」]|\n\n){0,80}",
            flowing in proptest::prelude::any::<bool>(),
            (start, len) in (0_u32..60, 1_u32..9),
        ) {
            let layout = if flowing { Layout::Flowing } else { Layout::default() };
            let document = Document { text, layout, ..Document::default() };
            let analyzed = Analyzed::new(DETECTOR.analyzer(), DocumentRef::Borrowed(&document));
            let all = analyzed.words().len() as u32;
            let words = WordRange::new(start.min(all), (start + len).min(all));
            let (whole, part) = (SaidText::new(&analyzed), SaidText::around(&analyzed, words));
            for word in words.numbers() {
                let (x, y) = (whole.sentence_of(word), part.sentence_of(word));
                proptest::prop_assert_eq!(whole.words_of(x), part.words_of(y));
                proptest::prop_assert_eq!(whole.hash(x), part.hash(y));
            }
        }
    }
}

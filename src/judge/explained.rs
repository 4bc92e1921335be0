//! The reasons for the verdict on a passage of a finished report, made again from its texts.
//!
//! In: the text around a passage on both sides, and its runs of equal words. Out: the information that it needed, its
//! rarest words, and how alike the sentences beside it are. Nothing is aligned again. Document counts are in an index
//! and not in a report, so they are not among the reasons. `O(n)` for n bytes of the passage.

use std::cmp::Reverse;

use ibid_index::bag;

use super::demands::least_information;
use crate::align::alignment::measure;
use crate::align::lcs::common;
use crate::align::{ExactMatch, Sides};
use crate::analyze::Analyzed;
use crate::report::Passage;
use crate::text::{SentenceRange, Span, WordRange};
use crate::tokenize::Tokenizer;

/// The most bytes of the text on each side of a passage that are looked at, for its neighbors.
const AROUND_BYTES: usize = 2000;
/// The most words of sentences beside a passage that are compared: the table of a comparison grows with their product.
const MOST_WORDS: u32 = 500;
/// The number of rarest words.
const RAREST: usize = 6;

/// The reasons for the verdict on a passage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// The information with which such a passage counts; none if it has too few words to count by its information.
    pub needed: Option<f64>,
    /// The words that are rarest in the language among those that stand on both sides, the rarest first.
    pub rarest: Vec<String>,
    /// The sentences before the passage, if both texts have one that was read.
    pub before: Option<Neighbors>,
    /// The sentences behind it.
    pub after: Option<Neighbors>,
}

/// A sentence of each text beside a passage, compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbors {
    /// The Jaccard of their bags.
    pub jaccard: f64,
    /// The number of words (Chinese: characters) that are equal and in the same order.
    pub equal_words: u32,
    /// The number of words of each.
    pub words: [u32; 2],
}

/// A part of a text around a passage.
#[derive(Debug)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The passage, in bytes of the excerpt.
    passage: Span,
    /// The number of the first code point in the whole text.
    first_char: u32,
    /// True if the whole text goes on before the excerpt, and behind it.
    is_cut: [bool; 2],
}

impl Excerpt {
    /// Returns both sides of a passage with the text around them; none if the report left texts out, or `text` is not
    /// the one of its query document.
    pub(crate) fn of_passage(text: &str, passage: &Passage) -> Option<Sides<Excerpt>> {
        let (start, end) = (passage.a_byte_start as usize, passage.a_byte_end as usize);
        let inner = text.get(start..end)?;
        let mut first = start.saturating_sub(AROUND_BYTES);
        while !text.is_char_boundary(first) {
            first += 1;
        }
        let mut last = (end + AROUND_BYTES).min(text.len());
        while !text.is_char_boundary(last) {
            last -= 1;
        }
        let (before, after) = (text.get(first..start)?, text.get(end..last)?);
        let a = Excerpt::new([before, inner, after], passage.a_start, [first > 0, last < text.len()]);
        let b = [&passage.b_before, passage.b_text.as_ref()?, &passage.b_after];
        let b = Excerpt::new(b.map(String::as_str), passage.b_start, [false; 2]);
        Some(Sides { a, b })
    }

    fn new([before, inner, after]: [&str; 3], first_char: u32, is_cut: [bool; 2]) -> Excerpt {
        let start = before.len();
        Excerpt {
            text: [before, inner, after].concat(),
            passage: Span::new(start as u32, (start + inner.len()) as u32),
            first_char: first_char.saturating_sub(before.chars().count() as u32),
            is_cut,
        }
    }
}

/// Returns the reasons for the verdict on a passage, if `documents` are searched.
pub(crate) fn explain(
    analyzed: Sides<&Analyzed<'_>>,
    excerpts: &Sides<Excerpt>,
    passage: &Passage,
    documents: u32,
    tokenizer: &Tokenizer,
) -> Explanation {
    let on_a = ExplainedSide::new(analyzed.a, &excerpts.a);
    let on_b = ExplainedSide::new(analyzed.b, &excerpts.b);
    let mut equal = vec![];
    for &[a_start, a_end, b_start, b_end] in &passage.equal {
        if let (Some(a), Some(b)) = (on_a.words(a_start, a_end), on_b.words(b_start, b_end)) {
            equal.push(ExactMatch { a: a.start, b: b.start, len: a.len().min(b.len()) });
        }
    }
    let words = Sides { a: analyzed.a.words(), b: analyzed.b.words() };
    let ranges = Sides { a: on_a.passage, b: on_b.passage };
    let alignment = measure(words, ranges, equal);
    let needed = least_information(&alignment, words, documents);
    Explanation {
        needed: needed.is_finite().then_some(f64::from(needed)),
        rarest: rarest(analyzed.a, &excerpts.a.text, &alignment.equal, tokenizer),
        before: neighbors(on_a.before().zip(on_b.before()), analyzed),
        after: neighbors(on_a.after().zip(on_b.after()), analyzed),
    }
}

/// A side of a passage whose excerpt is analyzed.
struct ExplainedSide<'s> {
    analyzed: &'s Analyzed<'s>,
    excerpt: &'s Excerpt,
    /// The byte of each code point of the excerpt, and the end.
    bytes: Vec<u32>,
    passage: WordRange,
}

impl<'s> ExplainedSide<'s> {
    fn new(analyzed: &'s Analyzed<'s>, excerpt: &'s Excerpt) -> ExplainedSide<'s> {
        let mut bytes: Vec<u32> = excerpt.text.char_indices().map(|(at, _)| at as u32).collect();
        bytes.push(excerpt.text.len() as u32);
        let words = analyzed.words();
        let first = words.first_from(excerpt.passage.start);
        let passage = WordRange::new(first, words.first_from(excerpt.passage.end).max(first));
        ExplainedSide { analyzed, excerpt, bytes, passage }
    }

    /// Returns the words that begin in a range of code points of the whole text.
    fn words(&self, start: u32, end: u32) -> Option<WordRange> {
        let (start, end) = (self.first_from(start)?, self.first_from(end)?);
        if start < end { Some(WordRange::new(start, end)) } else { None }
    }

    /// Returns the first word that begins at or behind a code point of the whole text.
    fn first_from(&self, point: u32) -> Option<u32> {
        let byte = self.bytes.get(point.checked_sub(self.excerpt.first_char)? as usize)?;
        Some(self.analyzed.words().first_from(*byte))
    }

    fn before(&self) -> Option<u32> {
        let first = self.analyzed.words().sentence_of(self.passage.start);
        let before = first.checked_sub(1)?;
        (before > 0 || !self.excerpt.is_cut[0]).then_some(before)
    }

    fn after(&self) -> Option<u32> {
        let words = self.analyzed.words();
        let after = words.sentences(self.passage).end;
        let last = words.sentence_count().checked_sub(1)?;
        (after < last || after == last && !self.excerpt.is_cut[1]).then_some(after)
    }
}

/// Compares a sentence of each side.
fn neighbors(sentences: Option<(u32, u32)>, analyzed: Sides<&Analyzed<'_>>) -> Option<Neighbors> {
    let (a, b) = sentences?;
    let (in_a, in_b) = (comparable_words(analyzed.a, a)?, comparable_words(analyzed.b, b)?);
    let bag_of_a = analyzed.a.bags_of(SentenceRange::new(a, a + 1));
    let bag_of_b = analyzed.b.bags_of(SentenceRange::new(b, b + 1));
    let (x, y) = (bag_of_a.get(0), bag_of_b.get(0));
    Some(Neighbors {
        jaccard: bag::jaccard(bag::overlap(x, y), x.len(), y.len()),
        equal_words: common(in_a, in_b).len() as u32,
        words: [in_a.len() as u32, in_b.len() as u32],
    })
}

/// Returns the words of a sentence; none if it has no words, or too many to compare.
fn comparable_words<'a>(side: &'a Analyzed<'_>, sentence: u32) -> Option<&'a [u64]> {
    let words = side.words().hashes_of(side.words().of_sentence(sentence));
    if words.is_empty() || words.len() > MOST_WORDS as usize { None } else { Some(words) }
}

/// Returns the rarest words of runs of equal words. The rarity of a Chinese word is that of its characters together.
fn rarest(query: &Analyzed<'_>, text: &str, equal: &[ExactMatch], tokenizer: &Tokenizer) -> Vec<String> {
    let words = query.words();
    let mut tokens = vec![];
    for exact in equal {
        let run = exact.in_a();
        let span = Span::new(words.span(run.start).start, words.span(run.end - 1).end);
        tokenizer.words(text, span, &mut tokens);
    }
    let mut weighed: Vec<(f32, &str)> = vec![];
    for token in &tokens {
        let word = token.span.of(text);
        let of_word = WordRange::new(words.first_from(token.span.start), words.first_from(token.span.end));
        if of_word.is_empty()
            || !word.chars().any(char::is_alphabetic)
            || weighed.iter().any(|(_, known)| *known == word)
        {
            continue;
        }
        weighed.push((query.rarity().sum(words.hashes_of(of_word)), word));
    }
    weighed.sort_by_key(|(rarity, _)| Reverse((rarity * 1000.0) as u32));
    // Words that are half as rare as the first say little.
    let Some(&(rarest, _)) = weighed.first() else { return vec![] };
    weighed.retain(|(rarity, _)| *rarity >= rarest / 2.0);
    weighed.truncate(RAREST);
    weighed.into_iter().map(|(_, word)| word.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::{Aligner, Paraphrases, Scope};
    use crate::analyze::DocumentRef;
    use crate::{Config, Detector, Document, Reworded};

    fn document(id: &str, text: &str) -> Document {
        Document { id: id.into(), text: text.into(), ..Document::default() }
    }

    #[test]
    fn a_passage_is_explained_as_it_was_judged() {
        let essay = "Nobody expected rain. The committee rejected the proposal after a long and bitter debate. The \
                     boats stayed out. Then we like it as you are; we do not want it to be otherwise at all. He said that \
                     she never went to the end of the pier again, and left.";
        let source = "A letter came. The committee rejected the proposal after a long and bitter debate. The ships \
                      stayed out there. Well, we like it as you are; we do not want it to be otherwise, really. My aunt \
                      swears that she never went to the end of the pier again, whatever came.";
        let chinese = "昨天没有人来。造桥的钱大都是一家一户凑出来的。船都没有回来。";
        let config = Config { reworded: Reworded::Never, ..Config::default() };
        let detector = Detector::new(config).unwrap();
        for (a, b) in [
            (essay, source),
            (source, essay),
            (chinese, "信来了。造桥的钱大都是一家一户凑出来的。船回来了。"),
        ] {
            let (a, b) = (document("a", a), document("b", b));
            let report = detector.compare(&a, &b).unwrap();
            let [x, y] = [&a, &b].map(|side| Analyzed::new(detector.analyzer(), DocumentRef::Borrowed(side)));
            let aligned = Aligner::new(&x).align(&y, &Scope::of_pair(Paraphrases::Nowhere));
            assert!(report.passages().count() > 0);
            for (passage, documents) in report.passages().flat_map(|passage| [(passage, 1), (passage, 4000)])
            {
                let explained = detector.explain(&a.text, passage, documents).unwrap();
                let words = Sides { a: x.words(), b: y.words() };
                let start = x.words().first_from(passage.a_byte_start);
                let alignment = aligned.iter().find(|alignment| alignment.a.start == start).unwrap();
                let needed = least_information(alignment, words, documents as u32);
                assert_eq!(explained.needed.map(|needed| needed as f32), Some(needed), "{passage:?}");
            }
        }
        let essay = "Nobody expected rain. The committee rejected the proposal after a long and bitter debate. The \
                     three boats stayed out until nightfall. They came home.";
        let source = "A letter came. The committee rejected the proposal after a long and bitter debate. In the town \
                      below, three lamps stayed dark. It was a letter of thanks.";
        let report = detector.compare(&document("a", essay), &document("b", source)).unwrap();
        let explained = detector.explain(essay, report.passages().next().unwrap(), 1).unwrap();
        assert!(explained.rarest.iter().take(3).any(|word| word == "bitter"), "{:?}", explained.rarest);
        let [before, after] = [explained.before.unwrap(), explained.after.unwrap()];
        assert_eq!((before.equal_words, before.jaccard, before.words), (0, 0.0, [3, 3]));
        assert!(after.equal_words == 3 && after.jaccard < detector.config().min_jaccard, "{after:?}");
    }
}

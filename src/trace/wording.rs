//! A quotation and a part of a document -> the wording of the quotation there.
//!
//! Both are aligned word by word. Missing words of the quotation cost little, since a carrier may leave out most of it,
//! and words that come between cost more. One sum tells a carrier from a text on the same matter: the information of
//! the equal words (their rarity in the language and the worth of their order, less the logarithm of the number of
//! documents searched), their share of the quotation, their share of the wording, and whether the wording fills a pair
//! of quotation marks.

use super::limits::LIMITS;
use crate::align::Sides;
use crate::align::alignment::similarity;
use crate::align::{ExactMatch, local};
use crate::analyze::{Analyzed, Words};
use crate::facts::is_numeral;
use crate::lexicon::information::{chance, in_order};
use crate::lexicon::{Sense, sense};
use crate::text::{Span, WordRange};

/// The wording of a quotation in a part of a document.
#[derive(Clone, Debug)]
pub(super) struct Wording {
    /// The words of the part that stand for the quotation.
    pub(super) words: WordRange,
    /// The equal words of the quotation and of the part, in order on both sides.
    pub(super) equal: Vec<ExactMatch>,
    /// The share of the quotation's half words that are equal.
    pub(super) coverage: f32,
    /// Its information.
    pub(super) information: f32,
    /// The sum that tells a carrier; see [`Wording::is_enough`].
    worth: f32,
    /// The words of the quotation in the most telling exact match.
    pub(super) telling: WordRange,
}

impl Wording {
    /// Returns whether it makes a carrier if `alike` documents, itself included, have exactly the same most telling
    /// words of the quotation. Few carriers copy the same cut of a quotation from each other, while a set phrase or a
    /// name stands in many texts.
    pub(super) fn is_enough(&self, alike: u32) -> bool {
        self.worth - (alike.max(1) as f32).ln() >= LIMITS.least_worth
    }

    /// Makes it a carrier, however common its words are: it has all words of the quotation in a row.
    pub(super) fn carry(&mut self) {
        self.worth = f32::INFINITY;
    }

    /// Returns whether it has all words of the quotation in a row. Words before it may turn their meaning.
    pub(super) fn is_word_for_word(&self, quotation: &Words) -> bool {
        matches!(*self.equal, [exact] if exact.in_a() == quotation.all())
    }

    /// Returns whether it has all words of the quotation and no others.
    pub(super) fn is_exact(&self, quotation: &Words) -> bool {
        self.is_word_for_word(quotation) && self.equal[0].in_b() == self.words
    }

    /// Returns a key that is greater for the better of two wordings of a quotation.
    pub(super) fn rank(&self, quotation: &Words) -> (bool, f32, bool) {
        (self.is_enough(1), self.information, self.is_exact(quotation))
    }

    /// Returns `2 · equal words / words of both`.
    pub(super) fn similarity(&self, quotation: &Words) -> f64 {
        let equal: u32 = self.equal.iter().map(|exact| exact.len).sum();
        similarity(equal, quotation.len() as u32 + self.words.len())
    }
}

/// Finds the best wording in a part, weighed as one among `documents` documents; `None` if no word of it is equal.
pub(super) fn find(quotation: &Analyzed<'_>, part: &Analyzed<'_>, documents: u32) -> Option<Wording> {
    let (a, b) = (quotation.words(), part.words());
    let mut pairs = vec![];
    local::align(Sides { a, b }, Sides { a: a.all(), b: b.all() }, LIMITS.costs, &mut pairs);
    pairs.reverse();
    let equal = exact_matches(&pairs);
    let words = with_changed_ends(quotation, part, &equal)?;
    let (mut half_words, mut information) = (0, 0.0);
    let (mut telling, mut most) = (WordRange::new(0, 0), f32::NEG_INFINITY);
    for exact in &equal {
        let told = match_information(quotation, *exact);
        half_words += a.half_words(exact.in_a());
        information += told;
        // The last of equals.
        if told >= most {
            (telling, most) = (exact.in_a(), told);
        }
    }
    information -= chance(documents.max(LIMITS.least_documents) as f32);
    let all = a.half_words(a.all()).max(1) as f32;
    let coverage = half_words as f32 / all;
    let with_numbers =
        half_words as f32 + LIMITS.changed_number * changed_numbers(quotation, part, &equal, words) as f32;
    let density = with_numbers / b.half_words(words).max(1) as f32;
    let marks = if fills_marks(part, words) { LIMITS.fills_marks } else { 0.0 };
    let worth =
        information + LIMITS.coverage * (with_numbers / all) + LIMITS.density * density.min(1.0) + marks;
    let mut wording = Wording { words, equal, coverage, information, worth, telling };
    if wording.is_word_for_word(a) {
        wording.carry();
    }
    Some(wording)
}

fn is_number(of: &Analyzed<'_>, word: u32) -> bool {
    is_numeral(of.words().span(word).of(&of.document().text))
}

/// Counts the half words of numbers of the quotation that are replaced by other numbers.
fn changed_numbers(
    quotation: &Analyzed<'_>,
    part: &Analyzed<'_>,
    equal: &[ExactMatch],
    wording: WordRange,
) -> u32 {
    let ends = ExactMatch { a: quotation.words().len() as u32, b: wording.end, len: 0 };
    let (mut last, mut sum) = ((0, wording.start), 0);
    for exact in equal.iter().chain([&ends]) {
        let (gone, new) = (WordRange::new(last.0, exact.a), WordRange::new(last.1, exact.b));
        let mut pairs = gone.numbers().zip(new.numbers());
        if gone.len() == new.len() && pairs.all(|(x, y)| is_number(quotation, x) && is_number(part, y)) {
            sum += quotation.words().half_words(gone);
        }
        last = (exact.a + exact.len, exact.b + exact.len);
    }
    sum
}

/// Returns whether words fill a pair of quotation marks, apart from punctuation.
fn fills_marks(part: &Analyzed<'_>, words: WordRange) -> bool {
    let (text, of) = (&part.document().text, part.words());
    let (start, end) = (of.span(words.start).start, of.span(words.end - 1).end);
    let before = Span::new(0, start).of(text).trim_end_matches(is_between);
    let behind = Span::new(end, text.len() as u32).of(text).trim_start_matches(is_between);
    before.ends_with(['"', '“', '‘', '„', '«', '「', '『', '\'', '＂'])
        && behind.starts_with(['"', '”', '’', '“', '»', '」', '』', '\'', '＂'])
}

fn is_between(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | ',' | '!' | '?' | ';' | ':' | '…' | '。' | '，' | '！' | '？' | '；' | '：' | '、'
        )
}

/// Returns the words of a part from the first equal one to the last, extended in three ways: by the words that replace
/// the first and the last few words of the quotation, by words of it that have changed places with others ("Halden sued
/// Lowell"), and by a negation or a hedge before them. No mark lies between.
fn with_changed_ends(
    quotation: &Analyzed<'_>,
    part: &Analyzed<'_>,
    equal: &[ExactMatch],
) -> Option<WordRange> {
    let (a, b) = (quotation.words(), part.words());
    let (first, last) = (equal.first()?, equal.last()?);
    let (mut start, mut end) = (first.b, last.b + last.len);
    for _ in 0..replaced(a, WordRange::new(0, first.a)) {
        if start == 0 || !is_joined(part, start) {
            break;
        }
        start -= 1;
    }
    for _ in 0..replaced(a, WordRange::new(last.a + last.len, a.len() as u32)) {
        if end as usize >= b.len() || !is_joined(part, end) {
            break;
        }
        end += 1;
    }
    let mut left = left_over(a, equal);
    let (mut first, mut behind) = (start, end);
    while first > 0 && is_joined(part, first) && take(&mut left, b.hashes()[first as usize - 1]) {
        first -= 1;
    }
    while (behind as usize) < b.len()
        && is_joined(part, behind)
        && take(&mut left, b.hashes()[behind as usize])
    {
        behind += 1;
    }
    if b.half_words(WordRange::new(first, start)) >= LIMITS.moved_end {
        start = first;
    }
    if b.half_words(WordRange::new(end, behind)) >= LIMITS.moved_end {
        end = behind;
    }
    Some(WordRange::new(with_turning_word(part, start), end))
}

/// Returns whether nothing but white space stands between a word of a part and the one before it.
fn is_joined(part: &Analyzed<'_>, word: u32) -> bool {
    let words = part.words();
    Span::new(words.span(word - 1).end, words.span(word).start).of(&part.document().text).trim().is_empty()
}

/// Returns how many words may be replaced by others: all of a few missing ones at an end of the quotation.
fn replaced(quotation: &Words, missing: WordRange) -> u32 {
    if quotation.half_words(missing) <= LIMITS.changed_end { missing.len() } else { 0 }
}

/// Returns the words of a quotation that lie in no match.
fn left_over(quotation: &Words, equal: &[ExactMatch]) -> Vec<u64> {
    let mut left = vec![];
    let mut last = 0;
    for exact in equal {
        left.extend(quotation.hashes_of(WordRange::new(last, exact.a)));
        last = exact.a + exact.len;
    }
    left.extend(quotation.hashes_of(WordRange::new(last, quotation.len() as u32)));
    left
}

/// Takes a word out of others. Returns whether it was among them.
fn take(words: &mut Vec<u64>, word: u64) -> bool {
    let Some(at) = words.iter().position(|&other| other == word) else { return false };
    words.swap_remove(at);
    true
}

/// Returns where a wording begins with the negation or the hedge before it, of one word or two, which turns its meaning.
fn with_turning_word(part: &Analyzed<'_>, start: u32) -> u32 {
    let words = part.words();
    for reach in [2, 1] {
        let Some(before) = start.checked_sub(reach) else { continue };
        if !(before..start).all(|word| is_joined(part, word + 1)) {
            continue;
        }
        let word = Span::new(words.span(before).start, words.span(start - 1).end);
        if matches!(sense(word.of(&part.document().text)), Some(Sense::Negation | Sense::Hedge)) {
            return before;
        }
    }
    start
}

/// Returns the information of an exact match: each word but the first follows another one.
fn match_information(quotation: &Analyzed<'_>, exact: ExactMatch) -> f32 {
    let words = quotation.words();
    let rarity = quotation.rarity().sum(words.hashes_of(exact.in_a()));
    in_order(rarity, words.half_words(WordRange::new(exact.a + 1, exact.a + exact.len)))
}

/// Joins pairs of equal words, in order on both sides, into matches.
fn exact_matches(pairs: &[(u32, u32)]) -> Vec<ExactMatch> {
    let mut matches = vec![];
    for run in pairs.chunk_by(|x, y| (x.0 + 1, x.1 + 1) == *y) {
        matches.push(ExactMatch { a: run[0].0, b: run[0].1, len: run.len() as u32 });
    }
    matches
}

//! A stored document and a part of it -> a carrier, if the part carries the quotation.
//!
//! Only the sentences of the part and their neighbors are analyzed, whatever the length of the document.

use std::sync::Arc;

use super::difference::DictionaryWords;
use super::limits::LIMITS;
use super::speakers::one_line;
use super::units::has_ellipsis;
use super::wording::{self, Wording};
use super::{Tracer, Wanted, thousandth};
use crate::align::ExactMatch;
use crate::analyze::Analyzed;
use crate::date::Moment;
use crate::error::Result;
use crate::interrupt;
use crate::lexicon::{Sense, sense};
use crate::quotation::marked;
use crate::report::{Carrier, CarrierDocument, Form, PlaceReport};
use crate::retrieve::payload::StoredDocument;
use crate::retrieve::quoted::Part;
use crate::text::lookup::is_separator;
use crate::text::{Document, Span, WordRange, is_han};

/// A carrier, with the data that place it among others.
#[derive(Clone, Debug)]
pub(super) struct FoundCarrier {
    pub(super) carrier: Carrier,
    pub(super) moment: Option<Moment>,
    /// The words of its wording.
    pub(super) words: DictionaryWords,
    /// The words of the sentences of its wording.
    pub(super) sentence: Vec<u64>,
    /// Its wording in the part that was aligned, with the equal words of the quotation.
    pub(super) wording: Wording,
    /// The dates of its reprints.
    pub(super) reprinted: Vec<Option<Moment>>,
}

impl FoundCarrier {
    fn by_date(&self) -> (bool, Option<Moment>, &str) {
        (self.moment.is_none(), self.moment, &self.carrier.document.id)
    }
}

/// Orders carriers by date, with a missing date last, then by id.
pub(super) fn sort_by_date(carriers: &mut [FoundCarrier]) {
    carriers.sort_by(|x, y| x.by_date().cmp(&y.by_date()));
}

/// The result of looking for a quotation in a document.
#[derive(Debug)]
pub(super) struct Look {
    /// The words of the quotation in the most telling exact match.
    pub(super) telling: WordRange,
    /// The carrier, if it has enough of the quotation.
    pub(super) found: Option<FoundCarrier>,
}

/// Finds the best carrier among parts of one document, which is searched if it is wanted.
pub(super) fn find(
    tracer: &Tracer<'_>,
    quotation: &Analyzed<'_>,
    parts: &[Part],
    wanted: &Wanted,
) -> Result<Option<Look>> {
    let Some(first) = parts.first() else { return Ok(None) };
    let stored = tracer.stored(first.record)?;
    let about = about(&stored.document);
    if !wanted.has(&about) {
        return Ok(None);
    }
    let documents = tracer.index.record_count();
    let words = quotation.words();
    let mut best: Option<(Span, Arc<Analyzed<'static>>, Wording)> = None;
    for part in parts {
        interrupt::check()?;
        let span = span(&stored, part);
        let analyzed = tracer.analyzed(part, || Document {
            text: span.of(&stored.document.text).to_owned(),
            layout: stored.document.layout,
            ..Document::default()
        })?;
        let Some(mut wording) = wording::find(quotation, &analyzed, documents) else { continue };
        if part.is_word_for_word {
            wording.carry();
        }
        if best.as_ref().is_none_or(|(_, _, best)| wording.rank(words) > best.rank(words)) {
            best = Some((span, analyzed, wording));
        }
    }
    let Some((span, part, wording)) = best else { return Ok(None) };
    let telling = wording.telling;
    if !wording.is_enough(1) {
        return Ok(Some(Look { telling, found: None }));
    }
    let near = Near { quotation, part: &part, wording: &wording };
    let words = DictionaryWords::of(tracer.detector.analyzer(), near.text(), near.place());
    let sentence = part.words().hashes_of(near.sentence()).to_vec();
    let moment = about.date.as_deref().and_then(Moment::of_iso);
    let in_document = Span::new(span.start + near.place().start, span.start + near.place().end);
    let carrier = near.carrier(place(about, &stored, in_document));
    let found = FoundCarrier { carrier, moment, words, sentence, wording, reprinted: vec![] };
    Ok(Some(Look { telling, found: Some(found) }))
}

/// Returns the range of the sentences of a part and their neighbors.
fn span(stored: &StoredDocument, part: &Part) -> Span {
    let (starts, sentences) = (&stored.starts, part.sentences);
    let mut span = Span::new(0, stored.document.text.len() as u32);
    if let Some(&end) = starts.get((sentences.end + LIMITS.margin_sentences) as usize) {
        span.end = end;
    }
    if let Some(first) = sentences.start.checked_sub(LIMITS.margin_sentences)
        && let Some(&start) = starts.get(first as usize)
    {
        span.start = start;
    }
    span
}

/// Describes a document without a place in it.
pub(super) fn about(document: &Document) -> CarrierDocument {
    let meta = document.meta.clone();
    CarrierDocument {
        id: document.id.clone(),
        date: meta.date,
        title: meta.title,
        author: meta.author,
        category: meta.category,
        url: meta.url,
        source: meta.source,
        ..CarrierDocument::default()
    }
}

/// Adds the place of a wording to its document.
fn place(about: CarrierDocument, stored: &StoredDocument, wording: Span) -> CarrierDocument {
    let (Document { text, origin, .. }, figures) = (&stored.document, &stored.figures);
    let chars = figures.chars(text);
    let place = figures.places(text, origin).at(wording.start);
    CarrierDocument {
        start: chars.chars(wording.start),
        end: chars.chars(wording.end),
        byte_start: wording.start,
        byte_end: wording.end,
        sentences: [
            sentence_at(stored, wording.start),
            sentence_at(stored, wording.end.saturating_sub(1)) + 1,
        ],
        place: place.map(PlaceReport::from),
        ..about
    }
}

fn sentence_at(stored: &StoredDocument, byte: u32) -> u32 {
    stored.starts.partition_point(|&start| start <= byte).saturating_sub(1) as u32
}

/// A wording amid its sentence.
struct Near<'n> {
    quotation: &'n Analyzed<'n>,
    part: &'n Analyzed<'n>,
    wording: &'n Wording,
}

impl Near<'_> {
    fn text(&self) -> &str {
        &self.part.document().text
    }

    fn span(&self, words: WordRange) -> Span {
        match words.is_empty() {
            true => Span::default(),
            false => {
                let words_of = self.part.words();
                Span::new(words_of.span(words.start).start, words_of.span(words.end - 1).end)
            }
        }
    }

    /// Returns the place of the wording in the part.
    fn place(&self) -> Span {
        self.span(self.wording.words)
    }

    /// Returns the words of the sentences that it lies in.
    fn sentence(&self) -> WordRange {
        let words = self.part.words();
        let sentences = words.sentences(self.wording.words);
        words.of_sentence(sentences.start).union(words.of_sentence(sentences.end - 1))
    }

    fn carrier(&self, document: CarrierDocument) -> Carrier {
        let (words, wording) = (self.part.words(), self.wording);
        let (sentence, place) = (self.sentence(), self.place());
        let (before, behind) = (
            WordRange::new(sentence.start, wording.words.start),
            WordRange::new(wording.words.end, sentence.end),
        );
        let quoted = self.is_quoted();
        let more = words.half_words(before) + words.half_words(behind);
        let whole = with_marks(self.text(), self.span(sentence));
        Carrier {
            document,
            form: self.form(),
            similarity: thousandth(wording.similarity(self.quotation.words())),
            coverage: thousandth(wording.coverage.into()),
            embedded: !quoted && more >= LIMITS.embedded,
            quoted,
            indirect: !quoted && self.is_told(before, behind),
            other_script: self.is_other_script(),
            information: f64::from((wording.information * 10.0).round()) / 10.0,
            before: self.line(whole.start, place.start),
            text: self.line(place.start, place.end),
            after: self.line(place.end, whole.end),
            ..Carrier::default()
        }
    }

    fn line(&self, from: u32, to: u32) -> String {
        on_one_line(Span::new(from, to).of(self.text()))
    }

    fn form(&self) -> Form {
        let (a, b, wording) = (self.quotation.words(), self.part.words(), self.wording);
        if wording.is_exact(a) {
            return Form::Exact;
        }
        let (mut left_out, mut is_marked) = (0, false);
        let (mut last_a, mut last_b) = (0, wording.words.start);
        let end = ExactMatch { a: a.len() as u32, b: wording.words.end, len: 0 };
        for exact in wording.equal.iter().copied().chain([end]) {
            let gap = a.half_words(WordRange::new(last_a, exact.a));
            let instead = b.half_words(WordRange::new(last_b, exact.b));
            if gap >= LIMITS.left_out && instead * 3 <= gap {
                left_out += gap;
                is_marked |= has_ellipsis(self.around_gap(last_b, exact.b));
            }
            (last_a, last_b) = (exact.a + exact.len, exact.b + exact.len);
        }
        match left_out as f32 >= LIMITS.shortened * a.half_words(a.all()) as f32 {
            true if is_marked => Form::Elided,
            true => Form::Shortened,
            false if is_marked => Form::Elided,
            false => Form::Edited,
        }
    }

    /// Returns the text between two words of the part, before the first word of the wording, or behind its last.
    fn around_gap(&self, from: u32, to: u32) -> &str {
        let words = self.part.words();
        let start = from.checked_sub(1).map_or(0, |word| words.span(word).end);
        let end = if (to as usize) < words.len() { words.span(to).start } else { self.text().len() as u32 };
        Span::new(start, end).of(self.text())
    }

    fn is_quoted(&self) -> bool {
        let place = self.place();
        marked(self.text()).into_iter().any(|span| span.shared(place) * 2 > place.len())
    }

    /// Returns whether a verb of saying stands before the wording in its sentence, or right behind it.
    fn is_told(&self, before: WordRange, behind: WordRange) -> bool {
        let words = self.part.words();
        let (mut first, mut end) = (before.end, behind.start);
        while first > before.start
            && words.half_words(WordRange::new(first - 1, before.end)) <= LIMITS.near_saying
        {
            first -= 1;
        }
        while end < behind.end
            && words.half_words(WordRange::new(behind.start, end + 1)) <= LIMITS.near_saying
        {
            end += 1;
        }
        self.tells(WordRange::new(first, before.end)) || self.tells(WordRange::new(behind.start, end))
    }

    /// Returns whether a verb of saying is among words of the part.
    fn tells(&self, words: WordRange) -> bool {
        has_verb_of_saying(self.span(words).of(self.text()))
    }

    /// Returns whether equal characters stand in two scripts.
    fn is_other_script(&self) -> bool {
        let (a, b) = (self.quotation, self.part);
        for exact in &self.wording.equal {
            for (x, y) in exact.in_a().numbers().zip(exact.in_b().numbers()) {
                let x = a.words().span(x).of(&a.document().text);
                let y = b.words().span(y).of(&b.document().text);
                if x.contains(is_han) && x != y {
                    return true;
                }
            }
        }
        false
    }
}

/// Removes the line breaks of a text. A space at its ends is kept, so that consecutive texts make up the sentence
/// again.
fn on_one_line(text: &str) -> String {
    let words = one_line(text);
    let before = if text.starts_with(char::is_whitespace) { " " } else { "" };
    let behind = if !words.is_empty() && text.ends_with(char::is_whitespace) { " " } else { "" };
    format!("{before}{words}{behind}")
}

/// Extends a range of a text by the marks that touch it, except for marks at the end of the sentence before.
fn with_marks(text: &str, span: Span) -> Span {
    let before = Span::new(0, span.start).of(text).trim_end_matches(is_opening_mark);
    let behind = Span::new(span.end, text.len() as u32).of(text).trim_start_matches(is_mark);
    Span::new(before.len() as u32, (text.len() - behind.len()) as u32)
}

fn is_mark(c: char) -> bool {
    is_separator(c) && !c.is_whitespace()
}

/// Returns whether a mark may stand before a sentence, and does not end the one before.
fn is_opening_mark(c: char) -> bool {
    is_mark(c) && !"。！？…；，、：.!?;,:”’」』）》)".contains(c)
}

/// Returns whether a text has a verb of saying.
fn has_verb_of_saying(text: &str) -> bool {
    for word in text.split(is_separator) {
        if !word.contains(is_han) {
            if sense(word) == Some(Sense::Saying) {
                return true;
            }
            continue;
        }
        // Chinese verbs of saying have one or two characters, and stand at the end of the text before the words said.
        for (start, _) in word.char_indices().rev().take(2) {
            if sense(Span::new(start as u32, word.len() as u32).of(word)) == Some(Sense::Saying) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_follows_without_a_gap() {
        for (text, expected) in
            [("he said that ", "he said that "), ("\n  and\nthen", " and then"), (" ", " "), ("", "")]
        {
            assert_eq!(on_one_line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_end_of_the_sentence_before_is_no_mark_of_this_one() {
        for (text, sentence, expected) in [
            ("停航。罗青说：“冰消。”等候", "罗青说：“冰消", "罗青说：“冰消。”"),
            ("He left. “It is gone,” she said.", "It is gone,” she said", "“It is gone,” she said."),
            ("“一。”“二。”", "二", "“二。”"),
        ] {
            let start = text.find(sentence).unwrap() as u32;
            let span = Span::new(start, start + sentence.len() as u32);
            assert_eq!(with_marks(text, span).of(text), expected);
        }
    }
}

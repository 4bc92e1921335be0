//! Verdicts -> the report of one query document: places in code points, texts, hashes and ratios.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_64;

use super::{Checked, DocumentReport, ObfuscationReport, Passage, Ratios, SentencePair, SourceReport};
use crate::analyze::{Analyzed, Words};
use crate::judge::{Figures, Judged, Matched, SentenceMatch};
use crate::text::{CharIndex, Document, Span, WordRange};

/// Other places of a source that are listed with a passage; all are counted.
const MAX_PLACES: usize = 100;

/// Gathers the passages of one query document.
pub(crate) struct Findings<'q> {
    query: &'q Analyzed<'q>,
    /// With the words that each covers.
    passages: Vec<(Passage, Vec<WordRange>)>,
    sources: BTreeMap<String, SourceReport>,
}

impl<'q> Findings<'q> {
    pub(crate) fn new(query: &'q Analyzed<'q>) -> Findings<'q> {
        Findings { query, passages: vec![], sources: BTreeMap::new() }
    }

    /// Adds the passages of a source.
    pub(crate) fn add(&mut self, source: &Analyzed<'_>, passages: Vec<Judged>) {
        if passages.is_empty() {
            return;
        }
        let document = source.document();
        self.sources.entry(document.id.clone()).or_insert_with(|| about(document));
        let sides = (Side::new(self.query), Side::new(source));
        self.passages.extend(passages.into_iter().map(|judged| passage(&sides, judged)));
    }

    /// All passages in order, and the figures; `left` paraphrase candidates were not compared.
    pub(crate) fn finish(mut self, left: u64) -> Checked {
        self.passages.sort_by(|(x, _), (y, _)| {
            (x.a_start, x.a_end, &x.b, x.b_start, x.b_end)
                .cmp(&(y.a_start, y.a_end, &y.b, y.b_start, y.b_end))
        });
        let document = self.document(left);
        Checked { document, passages: self.passages.into_iter().map(|(passage, _)| passage).collect() }
    }

    fn document(&self, left: u64) -> DocumentReport {
        let (document, total) = (self.query.document(), self.query.words().len());
        let own = document.meta.author.as_deref();
        let is_own = |id: &str| {
            own.is_some() && self.sources.get(id).is_some_and(|source| source.author.as_deref() == own)
        };
        let counted = self.passages.iter().filter(|(passage, _)| passage.counts());
        let matched: Vec<Matched<'_>> = counted
            .map(|(passage, ranges)| Matched { source: &passage.b, is_own: is_own(&passage.b), ranges })
            .collect();
        let figures = Figures::new(self.query, &matched);
        let of_source = |(id, source): (&String, &SourceReport)| {
            let &(matched, passages) = figures.by_source.get(id.as_str())?;
            Some(SourceReport { matched, ratio: ratio(matched, total), passages, ..source.clone() })
        };
        let mut sources: Vec<SourceReport> = self.sources.iter().filter_map(of_source).collect();
        sources.sort_by(|x, y| y.matched.cmp(&x.matched).then_with(|| x.id.cmp(&y.id)));
        let SourceReport { id, title, author, date, .. } = about(document);
        DocumentReport {
            id,
            title,
            author,
            date,
            unit: self.query.lang().unit_name().to_owned(),
            total: total as u64,
            matched: figures.overall,
            ratios: Ratios {
                overall: ratio(figures.overall, total),
                without_quotations: ratio(figures.without_quotations, total),
                without_own_work: ratio(figures.without_own_work, total),
                largest_source: sources.first().map_or(0.0, |source| source.ratio),
            },
            sources,
            sources_left: left,
            obfuscation: ObfuscationReport::of(
                document,
                self.query.obfuscation(),
                &self.query.chars(),
                total as u64,
            ),
            text_hash: hash(&document.text),
            text: Some(document.text.clone()),
        }
    }
}

/// What is known of a document, as a report has it.
fn about(document: &Document) -> SourceReport {
    SourceReport {
        id: document.id.clone(),
        title: document.meta.title.clone(),
        author: document.meta.author.clone(),
        date: document.meta.date.clone(),
        ..SourceReport::default()
    }
}

/// One document of a passage.
struct Side<'s> {
    document: &'s Document,
    words: &'s Words,
    chars: CharIndex<'s>,
}

/// A range of words in the text.
struct Place<'s> {
    bytes: Span,
    chars: [u32; 2],
    text: &'s str,
}

impl<'s> Side<'s> {
    fn new(analyzed: &'s Analyzed<'_>) -> Side<'s> {
        Side { document: analyzed.document(), words: analyzed.words(), chars: analyzed.chars() }
    }

    fn place(&self, words: WordRange) -> Place<'s> {
        let bytes = Span::new(self.words.span(words.start).start, self.words.span(words.end - 1).end);
        let chars = [self.chars.chars(bytes.start), self.chars.chars(bytes.end)];
        Place { bytes, chars, text: bytes.of(&self.document.text) }
    }

    fn places(&self, ranges: &[WordRange]) -> Vec<[u32; 2]> {
        ranges.iter().map(|&range| self.place(range).chars).collect()
    }
}

/// A passage, and the words of the query document that it covers.
fn passage((on_a, on_b): &(Side<'_>, Side<'_>), judged: Judged) -> (Passage, Vec<WordRange>) {
    let Judged { aligned, kind, information, a_sentences, b_sentences, sentence_pairs } = judged;
    let (a, b) = (on_a.place(aligned.a), on_b.place(aligned.b));
    let equal = aligned.equal.iter().map(|run| {
        let (x, y) = (on_a.place(run.in_a()), on_b.place(run.in_b()));
        [x.chars[0], x.chars[1], y.chars[0], y.chars[1]]
    });
    let pair =
        |pair: SentenceMatch| SentencePair { a: pair.a, b: pair.b, jaccard: round(pair.jaccard, 1000.0) };
    let passage = Passage {
        a: on_a.document.id.clone(),
        a_start: a.chars[0],
        a_end: a.chars[1],
        b: on_b.document.id.clone(),
        b_start: b.chars[0],
        b_end: b.chars[1],
        kind,
        similarity: round(aligned.similarity(), 1000.0),
        a_sentences: [a_sentences.start, a_sentences.end],
        b_sentences: [b_sentences.start, b_sentences.end],
        a_byte_start: a.bytes.start,
        a_byte_end: a.bytes.end,
        b_byte_start: b.bytes.start,
        b_byte_end: b.bytes.end,
        a_words: aligned.a.len(),
        b_words: aligned.b.len(),
        equal_words: aligned.equal_words,
        says: round(f64::from(information), 10.0),
        sentence_pairs: sentence_pairs.into_iter().map(pair).collect(),
        equal: equal.collect(),
        a_also: on_a.places(&aligned.again),
        b_also: on_b.places(&aligned.also[..aligned.also.len().min(MAX_PLACES)]),
        b_also_count: aligned.also.len() as u64,
        a_hash: hash(a.text),
        b_hash: hash(b.text),
        a_text: Some(a.text.to_owned()),
        b_text: Some(b.text.to_owned()),
    };
    let mut covered = aligned.again;
    covered.push(aligned.a);
    (passage, covered)
}

fn ratio(part: u64, all: usize) -> f64 {
    if all == 0 { 0.0 } else { round(part as f64 / all as f64, 10_000.0) }
}

fn round(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

fn hash(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

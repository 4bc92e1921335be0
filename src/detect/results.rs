//! Aligned words -> passages of a report, and the figures of the query document.

use std::collections::{BTreeMap, BTreeSet};

use ibid_index::{Bags, RecordNo, Search, bag};
use xxhash_rust::xxh3::xxh3_64;

use super::Detector;
use super::sources::Source;
use crate::compare::{Aligned, Words, fold_repeats};
use crate::error::Result;
use crate::filter::{commonplace, quotation};
use crate::normalize::Obfuscation;
use crate::report::{
    Checked, DocumentReport, Kind, ObfuscationReport, Passage, Ratios, SentencePair, SourceReport,
};
use crate::text::{CharIndex, Document, Span};

/// Documents that hold a feature are counted up to here.
const MAX_FREQ: u32 = 1000;

/// Other places of a source that are listed with a passage; all are counted.
const MAX_PLACES: usize = 100;

/// A query document, and what was made of it.
#[derive(Clone, Copy)]
pub(super) struct Cut<'r> {
    /// As it was read.
    pub(super) document: &'r Document,
    /// What normalizing it undid.
    pub(super) obfuscation: &'r Obfuscation,
    pub(super) words: &'r Words,
    pub(super) bags: &'r Bags,
    /// Whether it is in the index, and counted there.
    pub(super) is_indexed: bool,
}

/// Gathers the passages of one query document.
pub(super) struct Results<'r> {
    detector: &'r Detector,
    index: &'r dyn Search,
    query: Cut<'r>,
    chars: CharIndex<'r>,
    /// With the words that each covers.
    passages: Vec<(Passage, Vec<(u32, u32)>)>,
    sources: BTreeMap<String, SourceReport>,
}

impl<'r> Results<'r> {
    pub(super) fn new(detector: &'r Detector, index: &'r dyn Search, query: Cut<'r>) -> Results<'r> {
        let chars = CharIndex::new(&query.document.text);
        Results { detector, index, query, chars, passages: vec![], sources: BTreeMap::new() }
    }

    /// Adds the passages that were aligned with a source.
    pub(super) fn add(&mut self, passages: Vec<Aligned>, record: RecordNo, source: &Source) -> Result<()> {
        if passages.is_empty() {
            return Ok(());
        }
        let b_chars = source.chars();
        let mut passages = fold_repeats(passages).into_iter();
        passages.try_for_each(|aligned| self.add_passage(&aligned, record, source, &b_chars))
    }

    fn add_passage(
        &mut self,
        aligned: &Aligned,
        record: RecordNo,
        source: &Source,
        b_chars: &CharIndex<'_>,
    ) -> Result<()> {
        let (a_sentences, b_sentences) = (
            self.query.words.sentences(aligned.a.0, aligned.a.1),
            source.words.sentences(aligned.b.0, aligned.b.1),
        );
        let detector = self.detector;
        let b_bags = match self.index.bags(record) {
            Some(bags) => bags.slice(b_sentences.0 as usize, b_sentences.1 as usize),
            None => source.prepared.bags_of(
                b_sentences.0 as usize,
                b_sentences.1 as usize,
                &detector.tokenizer,
                &*detector.feature,
            ),
        };
        let freqs = self.shared_freqs(a_sentences, &b_bags)?;
        let says =
            commonplace::says(aligned.rarity, aligned.equal_half_words, &freqs, self.index.record_count());
        let is_whole = is_all(aligned, &aligned.again, self.query.words)
            && is_all(aligned, &aligned.also, &source.words);
        let kind = kind(aligned, says, is_whole);
        let other = source.prepared.document();
        let (a, b) =
            (place(self.query.words, aligned.a, &self.chars), place(&source.words, aligned.b, b_chars));
        let (a_text, b_text) = (a.bytes.of(&self.query.document.text), b.bytes.of(&other.text));
        let passage = Passage {
            a: self.query.document.id.clone(),
            a_start: a.chars.0,
            a_end: a.chars.1,
            b: other.id.clone(),
            b_start: b.chars.0,
            b_end: b.chars.1,
            kind,
            similarity: round(aligned.similarity(), 1000.0),
            a_sentences: [a_sentences.0, a_sentences.1],
            b_sentences: [b_sentences.0, b_sentences.1],
            a_byte_start: a.bytes.start,
            a_byte_end: a.bytes.end,
            b_byte_start: b.bytes.start,
            b_byte_end: b.bytes.end,
            a_words: aligned.a.1 - aligned.a.0,
            b_words: aligned.b.1 - aligned.b.0,
            equal_words: aligned.equal_words,
            says: round(f64::from(says), 10.0),
            sentence_pairs: self.sentence_pairs(aligned, source, b_sentences.0, &b_bags),
            equal: equal_places(aligned, self.query.words, &self.chars, &source.words, b_chars),
            a_also: places(self.query.words, &aligned.again, &self.chars),
            b_also: places(&source.words, &aligned.also[..aligned.also.len().min(MAX_PLACES)], b_chars),
            b_also_count: aligned.also.len() as u64,
            a_hash: hash(a_text),
            b_hash: hash(b_text),
            a_text: Some(a_text.to_owned()),
            b_text: Some(b_text.to_owned()),
        };
        self.sources.entry(other.id.clone()).or_insert_with(|| SourceReport {
            id: other.id.clone(),
            title: other.meta.title.clone(),
            author: other.meta.author.clone(),
            date: other.meta.date.clone(),
            ..SourceReport::default()
        });
        let mut covered = aligned.again.clone();
        covered.push(aligned.a);
        self.passages.push((passage, covered));
        Ok(())
    }

    /// How many other documents hold each feature that both sides share.
    fn shared_freqs(&self, (first, last): (u32, u32), b_bags: &Bags) -> Result<Vec<u32>> {
        let keys = |bags: &Bags, first: u32, last: u32| -> Vec<u64> {
            let all = (first..last).flat_map(|sentence| bags.get(sentence as usize));
            let mut keys: Vec<u64> = all.copied().collect();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        let (mut a, b) = (keys(self.query.bags, first, last), keys(b_bags, 0, b_bags.len() as u32));
        let mut rest = b.iter().peekable();
        a.retain(|key| {
            while rest.next_if(|other| *other < key).is_some() {}
            rest.peek() == Some(&key)
        });
        let own = u32::from(self.query.is_indexed);
        a.into_iter().map(|key| Ok(self.index.record_freq(key, MAX_FREQ)?.saturating_sub(own))).collect()
    }

    /// The sentences that share equal words and whose bags reach the Jaccard asked for.
    fn sentence_pairs(
        &self,
        aligned: &Aligned,
        source: &Source,
        first_b: u32,
        b_bags: &Bags,
    ) -> Vec<SentencePair> {
        let min = self.detector.config.min_ratio();
        let mut pairs: BTreeSet<(u32, u32)> = BTreeSet::new();
        for run in &aligned.equal {
            let mut offset = 0;
            while offset < run.len {
                let (a, _) = self.query.words.sentences(run.a + offset, run.a + offset + 1);
                let (b, _) = source.words.sentences(run.b + offset, run.b + offset + 1);
                pairs.insert((a, b));
                let left = |words: &Words, sentence: u32, word: u32| words.of_sentence(sentence).1 - word;
                let step =
                    left(self.query.words, a, run.a + offset).min(left(&source.words, b, run.b + offset));
                offset += step.max(1);
            }
        }
        let jaccard = |(a, b): (u32, u32)| {
            let (x, y) = (self.query.bags.get(a as usize), b_bags.get((b - first_b) as usize));
            let shared = bag::overlap(x, y);
            let value = shared as f64 / (x.len() + y.len() - shared).max(1) as f64;
            (shared > 0 && min.reached(shared, x.len(), y.len())).then(|| SentencePair {
                a,
                b,
                jaccard: round(value, 1000.0),
            })
        };
        pairs.into_iter().filter_map(jaccard).collect()
    }

    /// All passages in order, and the figures; `sources_left` documents were not looked at for reworded passages.
    pub(super) fn finish(mut self, sources_left: u64) -> Checked {
        self.passages.sort_by(|(x, _), (y, _)| {
            (x.a_start, x.a_end, &x.b, x.b_start, x.b_end)
                .cmp(&(y.a_start, y.a_end, &y.b, y.b_start, y.b_end))
        });
        let total = self.query.words.len();
        let counted = || self.passages.iter().filter(|(passage, _)| passage.counts());
        let ranges = |(_, ranges): &'_ (Passage, Vec<(u32, u32)>)| ranges.clone();
        let covered = Cover::new(total, counted().flat_map(ranges));
        let quoted = quotation::quotations(&self.query.document.text);
        let is_quoted = |word: u32| {
            let span = self.query.words.span(word);
            let at = quoted.partition_point(|quote| quote.end <= span.start);
            quoted.get(at).is_some_and(|quote| quote.start <= span.start)
        };
        let own = self.query.document.meta.author.as_deref();
        let is_own = |id: &str| {
            own.is_some() && self.sources.get(id).is_some_and(|source| source.author.as_deref() == own)
        };
        let others = Cover::new(total, counted().filter(|(p, _)| !is_own(&p.b)).flat_map(ranges));
        let unquoted = (0..total as u32).filter(|&word| covered.has(word) && !is_quoted(word)).count() as u64;
        let mut sources = vec![];
        for (id, source) in &self.sources {
            let of_source = || counted().filter(|(p, _)| &p.b == id);
            let passages = of_source().count() as u64;
            if passages == 0 {
                continue;
            }
            let matched = Cover::new(total, of_source().flat_map(ranges)).count();
            sources.push(SourceReport { matched, ratio: ratio(matched, total), passages, ..source.clone() });
        }
        sources.sort_by(|x, y| y.matched.cmp(&x.matched).then_with(|| x.id.cmp(&y.id)));
        let meta = &self.query.document.meta;
        let document = DocumentReport {
            id: self.query.document.id.clone(),
            title: meta.title.clone(),
            author: meta.author.clone(),
            date: meta.date.clone(),
            unit: self.query.words.lang().unit_name().to_owned(),
            total: total as u64,
            matched: covered.count(),
            ratios: Ratios {
                overall: ratio(covered.count(), total),
                without_quotations: ratio(unquoted, total),
                without_own_work: ratio(others.count(), total),
                largest_source: sources.first().map_or(0.0, |source| source.ratio),
            },
            sources,
            sources_left,
            obfuscation: ObfuscationReport::of(
                self.query.document,
                self.query.obfuscation,
                &self.chars,
                total as u64,
            ),
            text_hash: hash(&self.query.document.text),
            text: Some(self.query.document.text.clone()),
        };
        Checked { document, passages: self.passages.into_iter().map(|(passage, _)| passage).collect() }
    }
}

/// Which words some ranges cover.
struct Cover(Vec<bool>);

impl Cover {
    fn new(words: usize, ranges: impl Iterator<Item = (u32, u32)>) -> Cover {
        let mut covered = vec![false; words];
        for (start, end) in ranges {
            covered[start as usize..end as usize].fill(true);
        }
        Cover(covered)
    }

    fn has(&self, word: u32) -> bool {
        self.0[word as usize]
    }

    fn count(&self) -> u64 {
        self.0.iter().filter(|&&covered| covered).count() as u64
    }
}

struct Place {
    bytes: Span,
    chars: (u32, u32),
}

fn place(words: &Words, (first, end): (u32, u32), chars: &CharIndex<'_>) -> Place {
    let bytes = Span::new(words.span(first).start, words.span(end - 1).end);
    Place { bytes, chars: (chars.chars(bytes.start), chars.chars(bytes.end)) }
}

fn places(words: &Words, ranges: &[(u32, u32)], chars: &CharIndex<'_>) -> Vec<[u32; 2]> {
    ranges.iter().map(|&range| place(words, range, chars).chars.into()).collect()
}

fn equal_places(
    aligned: &Aligned,
    a: &Words,
    a_chars: &CharIndex<'_>,
    b: &Words,
    b_chars: &CharIndex<'_>,
) -> Vec<[u32; 4]> {
    let equal = aligned.equal.iter().map(|run| {
        let (x, y) =
            (place(a, (run.a, run.a + run.len), a_chars), place(b, (run.b, run.b + run.len), b_chars));
        [x.chars.0, x.chars.1, y.chars.0, y.chars.1]
    });
    equal.collect()
}

/// Whether nearly all of a document is equal, at these other places too.
fn is_all(aligned: &Aligned, others: &[(u32, u32)], words: &Words) -> bool {
    let equal = u64::from(aligned.equal_words) * (1 + others.len() as u64);
    equal * 50 >= words.len() as u64 * 49
}

/// Short texts that are the same as a whole are copies, however little they say.
fn kind(aligned: &Aligned, says: f32, is_whole: bool) -> Kind {
    let similarity = aligned.similarity();
    if !aligned.is_sure && !is_whole && commonplace::is_commonplace(says) {
        Kind::Commonplace
    } else if similarity >= 0.98 {
        Kind::Verbatim
    } else if similarity >= 0.6 {
        Kind::NearVerbatim
    } else {
        Kind::Reworded
    }
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

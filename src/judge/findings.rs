//! Verdicts -> the report of one query document: places in code points, texts, hashes and ratios.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::evidence::{half_words, is_long_text};
use super::limits::LIMITS;
use super::said_pairs::{SaidText, said_pairs};
use super::{Credited, Judged, SentenceMatch, shared_author};
use crate::align::{Covered, ExactMatch, Sides};
use crate::analyze::{Analyzed, Words};
use crate::chars::CharIndex;
use crate::interrupt;
use crate::lexicon;
use crate::origin::FilePlaces;
use crate::report::{
    DocumentReport, Kind, ObfuscationReport, Passage, PlaceReport, Report, SentencePair, SourceReport,
    not_read_counts, raise_flags,
};
use crate::retrieve::NotCompared;
use crate::text::{Document, SentenceRange, Span, WordRange};
use crate::word_set::WordSet;

/// The most other places of a source that are listed with a passage; all are counted.
const MAX_PLACES: usize = 100;

/// The sentences of a source that are shown before and after a passage.
const CONTEXT_SENTENCES: u32 = 3;

/// The fewest equal words around the mark of a citation that tell that it was copied along.
const LEAST_AROUND_MARK: u32 = 6;

/// The tenths of a passage's words that must lie in another passage for both to be one finding.
const SAME_OF_TEN: u32 = 8;

/// A builder of the report of one query document from its passages.
pub(crate) struct Findings<'q> {
    query: &'q Analyzed<'q>,
    /// The ids of the documents that are checked among each other.
    peers: Option<&'q HashSet<String>>,
    /// The credited words, made when the first passage is found.
    credited: OnceCell<Credited>,
    /// The marks of citations that stand in a source at the same place: they were copied along, and are not believed.
    copied_marks: Vec<Span>,
    /// The sentences of the query document on which decisions are made, cut when the first passage is found.
    said: OnceCell<SaidText<'q>>,
    passages: Vec<MatchedPassage>,
    sources: BTreeMap<String, SourceReport>,
}

/// A passage, with its words in the query document.
struct MatchedPassage {
    passage: Passage,
    /// True if the source and the query document are checked among each other.
    is_peer: bool,
    words: WordRange,
    matched: Vec<WordRange>,
}

impl MatchedPassage {
    /// Returns the place of the passage on both sides, by which passages are sorted.
    fn place(&self) -> (u32, u32, &str, u32, u32) {
        let Passage { a_start, a_end, b, b_start, b_end, .. } = &self.passage;
        (*a_start, *a_end, b, *b_start, *b_end)
    }
}

impl<'q> Findings<'q> {
    pub(crate) fn new(query: &'q Analyzed<'q>, peers: Option<&'q HashSet<String>>) -> Findings<'q> {
        Findings {
            query,
            peers,
            credited: OnceCell::new(),
            copied_marks: vec![],
            said: OnceCell::new(),
            passages: vec![],
            sources: BTreeMap::new(),
        }
    }

    /// Adds the passages of a source.
    pub(crate) fn add(&mut self, source: &Analyzed<'_>, passages: Vec<Judged>) {
        if passages.is_empty() {
            return;
        }
        let document = source.document();
        self.sources.entry(document.id.clone()).or_insert_with(|| about(document));
        let is_peer = self.is_peer(&document.id);
        self.disbelieve_copied_marks(&passages);
        let sides = Sides { a: DocumentSide::new(self.query), b: DocumentSide::new(source) };
        // Common phrases are not decided.
        let decidable = passages.iter().filter(|passage| passage.kind != Kind::CommonPhrase);
        let in_source = decidable.map(Judged::in_source).reduce(WordRange::union);
        let said_in_source = SaidText::around(source, in_source.unwrap_or(WordRange::new(0, 0)));
        let said = Sides { a: self.said.get_or_init(|| SaidText::new(self.query)), b: &said_in_source };
        for judged in passages {
            if interrupt::is_set() {
                break;
            }
            self.passages.push(MatchedPassage { is_peer, ..found(&sides, said, judged) });
        }
    }

    fn credited_of_passages(&self) -> &Credited {
        self.credited.get_or_init(|| Credited::of(self.query, &self.copied_marks))
    }

    /// Takes the marks of citations that these passages have in common with their source out of the credits.
    fn disbelieve_copied_marks(&mut self, passages: &[Judged]) {
        let mut long = vec![];
        for judged in passages {
            if !judged.kind.counts() {
                continue;
            }
            for exact in &judged.alignment.equal {
                let run = exact.in_a();
                if run.len() >= LEAST_AROUND_MARK {
                    long.push(run);
                }
            }
        }
        let copied = self.credited_of_passages().marks_in(&long);
        if !copied.is_empty() {
            self.copied_marks.extend(copied);
            self.credited = OnceCell::new();
        }
    }

    /// Returns all passages in order, with the numbers of their findings, and what the figures are made of: no figure yet,
    /// and not the text of the document. `left` has the documents that were not compared.
    pub(crate) fn finish(mut self, left: &NotCompared) -> DocumentReport {
        for MatchedPassage { passage, .. } in &mut self.passages {
            let [start, end] = passage.a_sentences;
            passage.more_documents = left.more_with(SentenceRange::new(start, end));
        }
        self.set_apart_common(left);
        self.passages.sort_by(|x, y| x.place().cmp(&y.place()));
        let copies = self.number(|found| found.passage.kind.counts(), 0);
        self.number(|found| found.passage.is_weak, copies);
        let mut report = self.document(left.paraphrases);
        for found in self.passages {
            report.passages.push(found.passage);
        }
        report
    }

    /// Numbers the findings that the wanted passages make, from `last` + 1 on in the order of place, and returns the last
    /// number. Passages with the same words from several sources become one finding: those that lie mostly in a passage
    /// of the source that covers most of the document, a peer only where no other source has the words. What is left out
    /// of the figures does not matter, so that a finding keeps its number whatever that is.
    fn number(&mut self, is_wanted: impl Fn(&MatchedPassage) -> bool, last: u32) -> u32 {
        let passages = &self.passages;
        let mut best: Vec<(usize, Vec<usize>)> = vec![];
        let mut covered = Covered::default();
        for at in self.most_covering_first(is_wanted) {
            let words = passages[at].words;
            let mut most = None;
            for other in covered.over_word(words.start + words.len() / 2) {
                most = most.max(Some((passages[best[other].0].words.shared(words), other)));
            }
            match most {
                Some((shared, other)) if shared * 10 >= words.len() * SAME_OF_TEN => best[other].1.push(at),
                _ => {
                    covered.push(words);
                    best.push((at, vec![at]));
                }
            }
        }
        best.sort_unstable();
        let mut number = last;
        for (_, passages) in best {
            number += 1;
            for at in passages {
                self.passages[at].passage.finding = number;
            }
        }
        number
    }

    /// Returns the wanted passages, those of the source that covers most of the document first, and those of peers last.
    fn most_covering_first(&self, is_wanted: impl Fn(&MatchedPassage) -> bool) -> Vec<usize> {
        let covered = self.matched_by_source(&is_wanted);
        let passages = &self.passages;
        let mut order = vec![];
        for (at, passage) in passages.iter().enumerate() {
            if is_wanted(passage) {
                order.push(at);
            }
        }
        order.sort_by_cached_key(|&at| {
            let source = &*passages[at].passage.b;
            let date = self.sources.get(source).and_then(|source| source.date.clone());
            (
                passages[at].is_peer,
                Reverse(covered.get(source).map(WordSet::len)),
                date.is_none(),
                date,
                source.to_owned(),
                at,
            )
        });
        order
    }

    /// Returns the words that the wanted passages of each source take over, by the id of the source.
    fn matched_by_source(&self, is_wanted: impl Fn(&MatchedPassage) -> bool) -> BTreeMap<&str, WordSet> {
        let mut ranges: BTreeMap<&str, Vec<WordRange>> = BTreeMap::new();
        for found in &self.passages {
            if is_wanted(found) {
                ranges.entry(&found.passage.b).or_default().extend_from_slice(&found.matched);
            }
        }
        ranges.into_iter().map(|(source, ranges)| (source, WordSet::new(ranges))).collect()
    }

    /// Makes a common phrase of each passage that says too little without the words that many sources carry, such as the
    /// formulas of laws or the front matter of a journal. A passage that is too long for a formula stays.
    fn set_apart_common(&mut self, left: &NotCompared) {
        let words = self.query.words();
        let mut frequent = vec![];
        for stretch in &left.frequent {
            if stretch.more as usize + stretch.chosen.len() >= LIMITS.common.sources as usize {
                frequent.push(words_of(words, stretch.sentences));
            }
        }
        let among_all = WordSet::union([&self.carried_by_many(|_| true), &WordSet::new(frequent)]);
        let has_peers = self.passages.iter().any(|passage| passage.is_peer);
        // That a class copied from one source does not make its words common.
        let in_collection = match has_peers {
            true => self.carried_by_many(|passage| !passage.is_peer),
            false => among_all.clone(),
        };
        for MatchedPassage { passage, matched, is_peer, words: whole, .. } in &mut self.passages {
            let common = if *is_peer { &among_all } else { &in_collection };
            if !passage.kind.counts() || is_long_text(words, *whole) {
                continue;
            }
            let all = half_words(words, matched);
            let own = half_words(words, WordSet::new(matched.clone()).without(common).ranges());
            let information = passage.information * f64::from(own) / f64::from(all.max(1));
            if own < all && information < f64::from(lexicon::LIMITS.least_information) {
                passage.kind = Kind::CommonPhrase;
            }
        }
    }

    /// Returns the words that many of the wanted sources carry.
    fn carried_by_many(&self, is_wanted: impl Fn(&MatchedPassage) -> bool) -> WordSet {
        carried_by(self.matched_by_source(is_wanted).into_values(), LIMITS.common.sources)
    }

    fn credited(&self) -> &Credited {
        self.credited.get_or_init(|| Credited::of_parts(self.query))
    }

    fn is_peer(&self, id: &str) -> bool {
        matches!(self.peers, Some(peers) if peers.contains(id))
    }

    /// Returns the author that each source shares with the query document, by the id of the source.
    fn same_authors(&self) -> HashMap<&str, String> {
        let meta = &self.query.document().meta;
        let mut same = HashMap::new();
        // The author that an office file names by itself may be the owner of a computer that many use.
        if self.peers.is_some() && meta.is_author_property {
            return same;
        }
        for (id, source) in &self.sources {
            if let (Some(author), Some(other)) = (&meta.author, &source.author)
                && let Some(shared) = shared_author(author, other)
            {
                same.insert(id.as_str(), shared);
            }
        }
        same
    }

    fn document(&self, left: u64) -> DocumentReport {
        let (document, words) = (self.query.document(), self.query.words());
        let same_author = self.same_authors();
        let mut sources = vec![];
        for (id, source) in &self.sources {
            sources.push(SourceReport {
                peer_matched: self.is_peer(id).then_some(0),
                same_author: same_author.get(id.as_str()).cloned(),
                ..source.clone()
            });
        }
        let total = words.len() as u64;
        let chars = document.text.chars().filter(|c| !c.is_whitespace()).count() as u64;
        let SourceReport { id, title, author, date, .. } = about(document);
        let mut report = DocumentReport {
            id,
            title,
            author,
            date,
            unit: self.query.lang().unit_name().to_owned(),
            total,
            words: Some(self.credited().parts.clone()),
            sources,
            sources_left: left,
            obfuscation: ObfuscationReport::of(
                document,
                self.query.obfuscation(),
                &self.query.chars(),
                total,
            ),
            not_read: not_read_counts(&document.structure),
            text_hash: Report::text_hash(&document.text),
            ..DocumentReport::default()
        };
        raise_flags(&mut report, self.credited().listed_half_words, chars);
        report
    }
}

/// Returns the words of some sentences.
fn words_of(words: &Words, sentences: SentenceRange) -> WordRange {
    words.of_sentence(sentences.start).union(words.of_sentence(sentences.end - 1))
}

/// Returns the words that at least this many of the sets hold. `O(n log n)` for n ranges.
fn carried_by(sets: impl Iterator<Item = WordSet>, least: u32) -> WordSet {
    let mut ends: Vec<(u32, bool)> = vec![];
    for set in sets {
        for range in set.ranges() {
            ends.extend([(range.start, true), (range.end, false)]);
        }
    }
    ends.sort_unstable();
    let (mut carried, mut count, mut start) = (vec![], 0, 0);
    for (word, begins) in ends {
        match begins {
            true => {
                count += 1;
                if count == least {
                    start = word;
                }
            }
            false => {
                if count == least {
                    carried.push(WordRange::new(start, word));
                }
                count -= 1;
            }
        }
    }
    WordSet::new(carried)
}

/// Returns the metadata of a document as a report has it.
fn about(document: &Document) -> SourceReport {
    SourceReport {
        id: document.id.clone(),
        title: document.meta.title.clone(),
        author: document.meta.author.clone(),
        date: document.meta.date.clone(),
        text_hash: Some(Report::text_hash(&document.text)),
        ..SourceReport::default()
    }
}

/// One document of a passage.
struct DocumentSide<'s> {
    document: &'s Document,
    words: &'s Words,
    chars: CharIndex<'s>,
    places: FilePlaces<'s>,
}

/// A range of words in the text.
struct TextPlace<'s> {
    bytes: Span,
    chars: [u32; 2],
    text: &'s str,
}

impl<'s> DocumentSide<'s> {
    fn new(analyzed: &'s Analyzed<'_>) -> DocumentSide<'s> {
        let (chars, places) = (analyzed.chars(), analyzed.places());
        DocumentSide { document: analyzed.document(), words: analyzed.words(), chars, places }
    }

    /// Returns the place in the file of a byte of the text.
    fn in_file(&self, byte: u32) -> Option<PlaceReport> {
        self.places.at(byte).map(PlaceReport::from)
    }

    fn place(&self, words: WordRange) -> TextPlace<'s> {
        let bytes = Span::new(self.words.span(words.start).start, self.words.span(words.end - 1).end);
        let chars = [self.chars.chars(bytes.start), self.chars.chars(bytes.end)];
        TextPlace { bytes, chars, text: bytes.of(&self.document.text) }
    }

    fn places(&self, ranges: &[WordRange]) -> Vec<[u32; 2]> {
        ranges.iter().map(|&range| self.place(range).chars).collect()
    }

    /// Returns the text before and after some words: the rest of their sentences, and up to three more on each side.
    fn around(&self, words: WordRange) -> (String, String) {
        let sentences = self.words.sentences(words);
        let first = sentences.start.saturating_sub(CONTEXT_SENTENCES);
        let last = (sentences.end + CONTEXT_SENTENCES).min(self.words.sentence_count()) - 1;
        let all = words_of(self.words, SentenceRange::new(first, last + 1));
        let (whole, place) = (self.place(all), self.place(words));
        let before = Span::new(whole.bytes.start, place.bytes.start).of(&self.document.text);
        let after = Span::new(place.bytes.end, whole.bytes.end).of(&self.document.text);
        (before.to_owned(), after.to_owned())
    }
}

fn found(sides: &Sides<DocumentSide<'_>>, said: Sides<&SaidText<'_>>, judged: Judged) -> MatchedPassage {
    let Sides { a: on_a, b: on_b } = sides;
    let Judged {
        alignment,
        kind,
        information,
        a_sentences,
        b_sentences,
        sentence_pairs,
        moved,
        matched_words,
        is_part_of_weak,
        ..
    } = judged;
    let (a, b) = (on_a.place(alignment.a), on_b.place(alignment.b));
    let own = on_a.places(&between(alignment.a, &matched_words));
    let taken = WordSet::new(matched_words.clone()).numbers();
    let said = match kind {
        Kind::CommonPhrase => vec![],
        _ => said_pairs(said, alignment.a, &matched_words, alignment.equal.iter().chain(&moved)),
    };
    let (b_before, b_after) = on_b.around(alignment.b);
    let matched: Vec<WordRange> = alignment.again.iter().copied().chain(matched_words).collect();
    let passage = Passage {
        a: on_a.document.id.clone(),
        a_start: a.chars[0],
        a_end: a.chars[1],
        b: on_b.document.id.clone(),
        b_start: b.chars[0],
        b_end: b.chars[1],
        a_place: on_a.in_file(a.bytes.start),
        b_place: on_b.in_file(b.bytes.start),
        kind,
        is_weak: kind == Kind::Possible,
        is_part_of_weak,
        similarity: round(alignment.similarity(), 1000.0),
        a_sentences: [a_sentences.start, a_sentences.end],
        b_sentences: [b_sentences.start, b_sentences.end],
        a_byte_start: a.bytes.start,
        a_byte_end: a.bytes.end,
        b_byte_start: b.bytes.start,
        b_byte_end: b.bytes.end,
        a_words: alignment.a.len(),
        b_words: alignment.b.len(),
        a_word_range: [alignment.a.start, alignment.a.end],
        taken,
        taken_also: WordSet::new(alignment.again.clone()).numbers(),
        said,
        equal_words: alignment.equal_words,
        template_words: on_a.words.left_out().count_in(alignment.a),
        information: round(f64::from(information), 10.0),
        sentence_pairs: sentence_pairs.into_iter().map(rounded).collect(),
        equal: exact_places(sides, &alignment.equal),
        moved: exact_places(sides, &moved),
        own,
        a_also: on_a.places(&alignment.again),
        b_also: on_b.places(&alignment.also[..alignment.also.len().min(MAX_PLACES)]),
        b_also_count: alignment.also.len() as u64,
        a_hash: Report::text_hash(a.text),
        b_hash: Report::text_hash(b.text),
        a_text: Some(a.text.to_owned()),
        b_text: Some(b.text.to_owned()),
        b_before,
        b_after,
        ..Passage::default()
    };
    MatchedPassage { passage, is_peer: false, words: alignment.a, matched }
}

/// Returns the places of exact matches on both sides, in code points.
fn exact_places(sides: &Sides<DocumentSide<'_>>, matches: &[ExactMatch]) -> Vec<[u32; 4]> {
    let mut places = Vec::with_capacity(matches.len());
    for exact in matches {
        let (x, y) = (sides.a.place(exact.in_a()), sides.b.place(exact.in_b()));
        places.push([x.chars[0], x.chars[1], y.chars[0], y.chars[1]]);
    }
    places
}

fn rounded(SentenceMatch { a, b, jaccard }: SentenceMatch) -> SentencePair {
    SentencePair { a, b, jaccard: round(jaccard, 1000.0) }
}

/// Returns the parts of a range that lie outside of others, which come in order.
fn between(range: WordRange, others: &[WordRange]) -> Vec<WordRange> {
    let (mut parts, mut start) = (vec![], range.start);
    for other in others {
        parts.push(WordRange::new(start, other.start));
        start = other.end;
    }
    parts.push(WordRange::new(start, range.end));
    parts.retain(|part| !part.is_empty());
    parts
}

fn round(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

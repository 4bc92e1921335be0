//! A quotation + an index -> all documents that have its words in a row.
//!
//! In: a short text and an index. Out: the places of the quotation's words, whatever their case, script and spacing, and
//! whatever marks stand between them. As in a search for text, a word also counts where a mark joins it to another one:
//! `the company` stands in `note:the company's`. Numbers are not cut at their marks.
//!
//! A document that has all words of the quotation has its terms, too, so the posting lists of the rarest terms name the
//! documents that are read. A term may be missing where a mark joins its word to another one, or where a sentence ends
//! between the two Han characters of a pair; for this reason a document is read if it lacks at most a third of the
//! terms, or one. A quotation with fewer than two terms, all words of which are common, is looked for in every document.
//!
//! `O(w)` for the w words of the documents that are read. Analyzing them takes most of the time, so a cache keeps their
//! words, at four bytes each. Where that is too small for the collection, each quotation of common words analyzes the
//! collection anew.

use std::sync::Arc;

use ibid_index::{Place, RecordNo, Search};
use rayon::prelude::*;

use super::cache::{RecordCache, Size, record_cache};
use super::payload::StoredDocument;
use super::quoted::Part;
use crate::analyze::{Analyzed, Analyzer, DocumentRef};
use crate::error::Result;
use crate::interrupt;
use crate::normalize::normalize;
use crate::text::{Document, SentenceRange};
use crate::tokenize::fold;

/// The most words of documents in the cache, at four bytes each: bounds the memory.
const CACHED_WORDS: usize = 24_000_000;
/// The most places of a term that is read, in rounds: a round is tried where the one before read too few terms.
const PLACES_OF_TERM: [u32; 3] = [2_000, 60_000, u32::MAX];
/// The most places of a quotation in a document that are reported.
const PLACES_IN_DOCUMENT: usize = 4;

/// The words of a document as the lower halves of their hashes, which tell two words or more apart as well, and the
/// first word of each sentence.
#[derive(Debug)]
struct DocumentWords {
    words: Vec<u32>,
    starts: Vec<u32>,
}

impl Size for DocumentWords {
    fn size(&self) -> usize {
        self.words.len() + self.starts.len()
    }
}

/// A finder of quotations word for word in one snapshot of an index, shared between threads.
pub(crate) struct WordForWord<'i> {
    index: &'i dyn Search,
    analyzer: &'i Arc<Analyzer>,
    documents: RecordCache<RecordNo, DocumentWords>,
}

impl<'i> WordForWord<'i> {
    /// Makes a finder over the current records of `index`.
    pub(crate) fn new(index: &'i dyn Search, analyzer: &'i Arc<Analyzer>) -> WordForWord<'i> {
        WordForWord { index, analyzer, documents: record_cache(CACHED_WORDS) }
    }

    /// Finds the places of a quotation, sorted by record, then by place: at most a few in each record. `is_wanted`
    /// decides by a record's number whether it is searched at all. Documents are read side by side.
    pub(crate) fn find(
        &self,
        quotation: &Analyzed<'_>,
        is_wanted: &(dyn Fn(RecordNo) -> Result<bool> + Sync),
    ) -> Result<Vec<Part>> {
        let wording = DocumentWords::of(quotation).words;
        if wording.is_empty() {
            return Ok(vec![]);
        }
        let records = match self.candidates(quotation)? {
            Some(records) => records,
            None => self.index.numbers()?,
        };
        let current = interrupt::current();
        let look = |&record: &RecordNo| -> Result<Vec<Part>> {
            interrupt::check()?;
            match is_wanted(record)? {
                true => Ok(places(record, &*self.words_of(record)?, &wording)),
                false => Ok(vec![]),
            }
        };
        let found: Vec<Result<Vec<Part>>> =
            records.par_iter().map(|record| interrupt::with(current.clone(), || look(record))).collect();
        interrupt::check()?;
        Ok(found.into_iter().collect::<Result<Vec<_>>>()?.concat())
    }

    /// Returns the records that have most terms of the quotation, ascending; `None` if any record may have its words.
    fn candidates(&self, quotation: &Analyzed<'_>) -> Result<Option<Vec<RecordNo>>> {
        let mut terms: Vec<u64> = quotation.indexed_terms().iter().flatten().copied().collect();
        terms.sort_unstable();
        terms.dedup();
        let lists = self.index.look_up(&[], &[&terms])?;
        for at_most in PLACES_OF_TERM {
            let places = lists.places(&terms, at_most, None)?;
            let known: Vec<&[Place]> = places.known().collect();
            let missing = (known.len() / 3).max(1);
            if known.len() > missing {
                return Ok(Some(in_most(&known, known.len() - missing)));
            }
        }
        Ok(None)
    }

    fn words_of(&self, record: RecordNo) -> Result<Arc<DocumentWords>> {
        self.documents.get_or_insert_with(&record, || {
            let Document { text, layout, .. } = StoredDocument::read(self.index.payload(record)?)?.document;
            let document = Document { text, layout, ..Document::default() };
            let analyzed = Analyzed::new(self.analyzer, DocumentRef::Borrowed(&document));
            Ok(Arc::new(DocumentWords::of(&analyzed)))
        })
    }
}

impl DocumentWords {
    fn of(document: &Analyzed<'_>) -> DocumentWords {
        let (text, words) = (&document.document().text, document.words());
        let mut made = DocumentWords { words: Vec::with_capacity(words.len()), starts: vec![] };
        for sentence in words.all_sentences().numbers() {
            made.starts.push(made.words.len() as u32);
            for word in words.of_sentence(sentence).numbers() {
                let written = words.span(word).of(text);
                match written.chars().all(char::is_alphanumeric) {
                    true => made.words.push(words.hashes()[word as usize] as u32),
                    false => made.push_joined(&normalize(written).text),
                }
            }
        }
        made
    }

    /// Appends the words that marks join. A mark between two digits belongs to a number.
    fn push_joined(&mut self, written: &str) {
        let mut chars = written.char_indices().peekable();
        let (mut start, mut last) = (None, ' ');
        while let Some((at, c)) = chars.next() {
            let next = match chars.peek() {
                Some(&(_, next)) => next,
                None => ' ',
            };
            let is_inside = c.is_alphanumeric() || (last.is_numeric() && next.is_numeric());
            match (start, is_inside) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    self.push_word(written.get(from..at));
                    start = None;
                }
                _ => {}
            }
            last = c;
        }
        if let Some(from) = start {
            self.push_word(written.get(from..));
        }
    }

    /// Counts the sentences that begin at a word or before it.
    fn begun_at(&self, word: usize) -> u32 {
        self.starts.partition_point(|&start| start as usize <= word) as u32
    }

    fn push_word(&mut self, word: Option<&str>) {
        if let Some(word) = word {
            self.words.push(fold::hash_word(word) as u32);
        }
    }
}

/// Returns the records that stand in at least `least` of these lists, ascending.
fn in_most(lists: &[&[Place]], least: usize) -> Vec<RecordNo> {
    let mut all: Vec<RecordNo> = vec![];
    for list in lists {
        // A list is sorted by record.
        let mut last = None;
        for place in *list {
            if last.replace(place.record) != Some(place.record) {
                all.push(place.record);
            }
        }
    }
    all.sort_unstable();
    let mut in_most = vec![];
    for same in all.chunk_by(RecordNo::eq) {
        if same.len() >= least {
            in_most.push(same[0]);
        }
    }
    in_most
}

/// Returns the first places of a wording in a document, each as the sentences that it stands in.
fn places(record: RecordNo, document: &DocumentWords, wording: &[u32]) -> Vec<Part> {
    let words = &document.words;
    let mut parts: Vec<Part> = vec![];
    for at in 0..words.len() {
        if !words[at..].starts_with(wording) {
            continue;
        }
        let sentences =
            SentenceRange::new(document.begun_at(at) - 1, document.begun_at(at + wording.len() - 1));
        if !matches!(parts.last(), Some(last) if last.sentences == sentences) {
            parts.push(Part { record, sentences, weight: 0.0, is_word_for_word: true });
        }
        if parts.len() == PLACES_IN_DOCUMENT {
            break;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use ibid_index::MemoryIndex;

    use super::*;
    use crate::{Config, Detector};

    /// Returns the ids of the documents with this wording, and how many of the documents had to be read.
    fn found(texts: &[&str], quote: &str) -> (Vec<String>, Option<usize>) {
        let detector = Detector::new(Config::default()).unwrap();
        let document =
            |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
        let records =
            texts.iter().enumerate().map(|(at, text)| detector.record(&document(&format!("{at}"), text)));
        let index = MemoryIndex::from_records(records).unwrap();
        let finder = WordForWord::new(&index, detector.analyzer());
        let quotation = detector.analyze(document("q", quote));
        let ids = finder.find(&quotation, &|_| Ok(true)).unwrap();
        let ids = ids.iter().map(|part| index.id(part.record).unwrap()).collect();
        (ids, finder.candidates(&quotation).unwrap().map(|records| records.len()))
    }

    #[test]
    fn words_in_a_row_are_found_whatever_stands_between() {
        for (text, quote) in [
            ("Analysts think that oil prices will rise by May.", "oil prices will rise"),
            ("“Oil”, prices will\nrise.", "OIL PRICES WILL RISE"),
            ("It was said of the mill.", "of the"),
            ("这是改革开放以来的事。", "改革开放"),
            ("這是改革開放以來的事。", "改革开放"),
            ("要改革！开放以来。", "改革开放"),
            ("这不利于体育科学总体的发展，大家都知道。", "不利于体育科学总体的发展"),
            ("他说，不是的。", "不是的"),
            ("Note:the company's gain.", "the company"),
            ("He left.The U.S. dollar rose.", "the u.s. dollar"),
            ("It cost 1,500.50 dlrs then.", "1,500.50 dlrs"),
        ] {
            assert_eq!(found(&["The mill.", text, "磨坊。"], quote).0, ["1"], "{text}");
        }
        for (text, quote) in [
            ("Oil prices will not rise.", "oil prices will rise"),
            ("Of mills the best.", "of the"),
            ("开放改革。", "改革开放"),
            ("改革和开放。", "改革开放"),
            ("It cost 1,500.50 dlrs then.", "500.50 dlrs"),
        ] {
            assert_eq!(found(&[text], quote).0, [""; 0], "{text}");
        }
    }

    #[test]
    fn documents_without_the_terms_are_not_read() {
        let texts = ["The quarrelling aldermen abandoned Tannery.", "Aldermen sing.", "The mill is old."];
        assert_eq!(found(&texts, "quarrelling aldermen abandoned Tannery"), (vec!["0".to_owned()], Some(1)));
        assert_eq!(
            found(&texts, "quarrelling aldermen"),
            (vec!["0".to_owned()], Some(2)),
            "one may be missing"
        );
        assert_eq!(found(&texts, "the mill is").1, None, "the only one, too");
        assert_eq!(found(&texts, "of the").1, None, "common words are no terms");
    }

    #[test]
    fn a_few_places_of_a_document_are_told_one_for_each_sentence() {
        let words =
            DocumentWords { words: vec![1, 2, 1, 2, 3, 1, 2, 1, 2, 1, 2, 1], starts: vec![0, 4, 6, 8, 10] };
        let record = RecordNo(7);
        let sentences: Vec<(u32, u32)> = places(record, &words, &[1, 2])
            .iter()
            .map(|part| (part.sentences.start, part.sentences.end))
            .collect();
        assert_eq!(sentences, [(0, 1), (1, 3), (2, 4), (3, 5)]);
    }
}

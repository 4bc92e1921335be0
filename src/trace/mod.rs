//! A quotation + an index -> its carriers, the witness, and the changes on the way.
//!
//! The steps are those of a check with another question. The quotation is analyzed. Parts of documents that have its
//! words in a row are retrieved, and parts that share keys or rare terms with it. Each part is aligned with it, word by
//! word, and carries it if enough is equal. The carriers are ordered by date, and each is compared with the one that it
//! most likely comes from.
//!
//! - `limits`: the limits of a trace, with the reason of each
//! - `wanted`: the conditions that carriers must meet
//! - `length`: whether a quotation is too short or too long
//! - `wording`: the wording of a quotation in a part of a document
//! - `carrier`: the document, the form of the wording, and the text around it
//! - `units`: the words, numerals and dates in which wordings are compared
//! - `exchange`: what has changed places between two wordings
//! - `difference`: the difference between two wordings, and its subject
//! - `lineage`: order, witness and parents
//! - `clauses`: the clauses of a quotation
//! - `speakers`: who said a quotation in its source
//! - `article`: the quotations of an article, compared with their sources

mod limits;
mod wanted;
mod length;
mod wording;
mod carrier;
mod units;
mod exchange;
mod difference;
mod lineage;
mod clauses;
mod speakers;
mod article;

pub use wanted::Wanted;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ibid_index::{RecordNo, Search};
use rayon::prelude::*;

use crate::analyze::{Analyzed, DocumentRef};
use crate::detect::Detector;
use crate::error::Result;
use crate::interrupt;
use crate::report::Trace;
use crate::retrieve::cache::{RecordCache, record_cache};
use crate::retrieve::payload::StoredDocument;
use crate::retrieve::quoted::{self, Part};
use crate::retrieve::word_for_word::WordForWord;
use crate::text::{Document, Lang, SentenceRange, Span, WordRange};

use carrier::{FoundCarrier, Look};
use difference::DictionaryWords;
use length::{expect_length, may_be_edited};
use limits::LIMITS;

/// A tracer of quotations in one snapshot of an index, shared between threads.
///
/// ```
/// use ibid::trace::{Tracer, Wanted};
/// use ibid::{Config, Detector, Document, Metadata};
/// use ibid_index::MemoryIndex;
///
/// let detector = Detector::new(Config::default())?;
/// let document = |id: &str, date: &str, text: &str| Document {
///     id: id.into(),
///     text: text.into(),
///     meta: Metadata { date: Some(date.into()), ..Metadata::default() },
///     ..Document::default()
/// };
/// let index = MemoryIndex::from_records([
///     detector.record(&document("late", "2026-03-02", "He said the harbor will be closed by winter.")),
///     detector.record(&document("early", "2026-03-01", "“The harbor will not be closed by winter,” she said.")),
/// ])?;
/// let trace = Tracer::new(&detector, &index).trace("the harbor will not be closed by winter", &Wanted::default())?;
/// assert_eq!(trace.witness.carrier, Some(1));
/// assert_eq!((&*trace.carriers[0].document.id, &*trace.carriers[1].document.id), ("early", "late"));
/// assert_eq!(trace.carriers[1].changes[0].gone, "not");
/// # Ok::<(), ibid::Error>(())
/// ```
pub struct Tracer<'i> {
    detector: &'i Detector,
    index: &'i dyn Search,
    word_for_word: WordForWord<'i>,
    /// A cache of stored documents.
    documents: RecordCache<RecordNo, StoredDocument>,
    /// A cache of analyzed parts of documents, by their sentences.
    parts: RecordCache<(RecordNo, SentenceRange), Analyzed<'static>>,
}

impl<'i> Tracer<'i> {
    /// Makes a tracer over the current records of `index`, which this detector made.
    pub fn new(detector: &'i Detector, index: &'i dyn Search) -> Tracer<'i> {
        let (documents, parts) = (record_cache(LIMITS.cached_bytes), record_cache(LIMITS.cached_words));
        let word_for_word = WordForWord::new(index, detector.analyzer());
        Tracer { detector, index, word_for_word, documents, parts }
    }

    /// Finds the carriers of a quotation: all documents that have its words in a row, and those that have it edited.
    /// Documents are searched side by side, on the threads of the rayon pool that this is called in.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for a quotation of fewer than two words (four Han characters),
    /// [`Error::LongQuotation`](crate::Error::LongQuotation) for one of more than 500 (1,000);
    /// [`Error::Index`](crate::Error::Index) if the index cannot be read.
    pub fn trace(&self, quote: &str, wanted: &Wanted) -> Result<Trace> {
        let document = Document { text: quote.to_owned(), ..Document::default() };
        let quotation = Analyzed::new(self.detector.analyzer(), DocumentRef::Borrowed(&document));
        expect_length(&quotation)?;
        let carriers = self.carriers(&quotation, wanted)?;
        let mut ordered = lineage::in_order(carriers.found);
        let witness = lineage::witness(&ordered);
        let words = DictionaryWords::of(self.detector.analyzer(), quote, Span::new(0, quote.len() as u32));
        lineage::add_parents(&mut ordered, &words);
        let (unit, length) = match quotation.lang() {
            Lang::Words => ("words", words.hashes.len() as u32),
            Lang::Chinese => ("characters", quotation.words().len() as u32),
        };
        Ok(Trace {
            number: 1,
            quote: quote.to_owned(),
            unit: unit.to_owned(),
            length,
            documents: u64::from(self.index.record_count()),
            witness,
            carriers: ordered.into_iter().map(|found| found.carrier).collect(),
            left: carriers.left,
            is_common: carriers.is_common,
            verbatim: carriers.verbatim,
            not_listed: carriers.not_listed,
        })
    }

    /// Finds the carriers of a quotation.
    fn carriers(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<Carriers> {
        let mut parts = self.verbatim_parts(quotation, wanted)?;
        let verbatim = parts.chunk_by(is_same_record).count();
        let mut carriers = Carriers { verbatim: verbatim as u64, ..Carriers::default() };
        if verbatim > LIMITS.most_listed {
            self.keep_earliest(&mut parts)?;
            carriers.not_listed = (verbatim - LIMITS.most_listed) as u64;
        } else if may_be_edited(quotation) {
            let edited = quoted::find(quotation, self.index, &|time| wanted.has_time(time))?;
            (carriers.left, carriers.is_common) = (edited.left, edited.is_common);
            parts.extend(edited.best);
            // The places that have all of it stay before the others of their record.
            parts.sort_by_key(|part| part.record);
        }
        let by_record: Vec<&[Part]> = parts.chunk_by(is_same_record).collect();
        let current = interrupt::current();
        let look = |parts| interrupt::with(current.clone(), || carrier::find(self, quotation, parts, wanted));
        let looks: Vec<Result<Option<Look>>> = by_record.into_par_iter().map(look).collect();
        interrupt::check()?;
        let looks = looks.into_iter().filter_map(Result::transpose).collect::<Result<Vec<_>>>()?;
        carriers.found = without_set_phrases(looks);
        Ok(carriers)
    }

    /// Finds the parts of documents that have a quotation word for word.
    fn verbatim_parts(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<Vec<Part>> {
        let has_conditions = wanted.has_conditions();
        let is_wanted = |record: RecordNo| {
            Ok(wanted.has_time(self.index.time(record)?)
                && (!has_conditions || wanted.has(&carrier::about(&self.stored(record)?.document))))
        };
        self.word_for_word.find(quotation, &is_wanted)
    }

    /// Keeps the parts of the earliest documents, as many as are listed; of equals, those with the smallest ids.
    fn keep_earliest(&self, parts: &mut Vec<Part>) -> Result<()> {
        let mut records = vec![];
        for same in parts.chunk_by(is_same_record) {
            let record = same[0].record;
            // Documents without a time come last.
            records.push((self.index.time(record)?.unwrap_or(i64::MAX), self.index.id(record)?, record));
        }
        records.sort_unstable();
        records.truncate(LIMITS.most_listed);
        let mut kept = HashSet::new();
        for (_, _, record) in records {
            kept.insert(record);
        }
        parts.retain(|part| kept.contains(&part.record));
        Ok(())
    }

    /// Returns a stored document. A cache keeps those read lately: a book takes some milliseconds to unpack, and many
    /// quotations share something with it.
    fn stored(&self, record: RecordNo) -> Result<Arc<StoredDocument>> {
        self.documents
            .get_or_insert_with(&record, || Ok(Arc::new(StoredDocument::read(self.index.payload(record)?)?)))
    }

    /// Returns an analyzed part of a record. A cache keeps it: the quotations of an article are searched for in the
    /// same parts repeatedly.
    fn analyzed(&self, part: &Part, document: impl FnOnce() -> Document) -> Result<Arc<Analyzed<'static>>> {
        self.parts.get_or_insert_with(&(part.record, part.sentences), || {
            let document = DocumentRef::Shared(Arc::new(document()));
            Ok(Arc::new(Analyzed::new(self.detector.analyzer(), document)))
        })
    }
}

/// The carriers of a quotation, in no order.
#[derive(Default)]
struct Carriers {
    found: Vec<FoundCarrier>,
    /// The number of documents that have it word for word.
    verbatim: u64,
    /// The number of these that were counted and not looked at.
    not_listed: u64,
    /// The number of parts left out although they share much of it.
    left: u64,
    /// True if its words are too common for edited wordings to be looked for.
    is_common: bool,
}

/// Keeps the carriers that have enough of the quotation, given how many documents have the same most telling words.
fn without_set_phrases(looks: Vec<Look>) -> Vec<FoundCarrier> {
    let mut alike: HashMap<WordRange, u32> = HashMap::new();
    for look in &looks {
        *alike.entry(look.telling).or_default() += 1;
    }
    let mut carriers = vec![];
    for Look { telling, found } in looks {
        if let Some(found) = found
            && found.wording.is_enough(alike[&telling])
        {
            carriers.push(found);
        }
    }
    carriers
}

fn is_same_record(one: &Part, other: &Part) -> bool {
    one.record == other.record
}

/// Rounds a share to whole thousandths, as it is reported.
fn thousandths(share: f64) -> u32 {
    (share * 1000.0).round() as u32
}

fn of_thousandths(thousandths: u32) -> f64 {
    f64::from(thousandths) / 1000.0
}

/// Rounds a share to three digits.
fn thousandth(share: f64) -> f64 {
    of_thousandths(thousandths(share))
}

#[cfg(test)]
mod tests;

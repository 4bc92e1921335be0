//! An analyzed document + an index -> the documents worth aligning with it.
//!
//! In: a query document and an index. Out: [`Candidates`], that is, the documents that may share sentences with it and
//! the regions of documents that may paraphrase it. [`AnalyzedSources`] has the documents themselves, analyzed.
//!
//! - [`sentences`]: documents that share sentences, or rare keys close together, with the pairs of sentences that share
//!   them
//! - [`frequent`]: sentences that many documents have, and the few documents worth aligning for them
//! - [`repetitive`]: sentences of one form, of which few are worth looking up
//! - [`blocks`]: sums that bound the weight of rare words close together
//! - [`paraphrases`]: paraphrase candidates, which are regions that share rare words
//! - [`quoted`]: parts of documents that may carry a quotation
//! - [`word_for_word`]: all documents that have the words of a quotation in a row
//! - [`payload`]: a document as the bytes that an index stores
//! - [`cache`]: a size-bounded cache of values built from records
//! - [`collection`]: documents in memory to search in
//! - [`sources`]: the documents that a check searches, and their analyzed forms, with a cache

mod frequent;
mod repetitive;
mod sentences;
mod blocks;
mod paraphrases;
pub(crate) mod quoted;
pub(crate) mod payload;
pub(crate) mod cache;
pub(crate) mod word_for_word;
mod sources;
mod collection;

pub use collection::{Collection, CollectionBuilder};
pub(crate) use frequent::Stretch;
pub(crate) use paraphrases::Region;
pub(crate) use sources::AnalyzedSources;
pub use sources::Sources;

use std::collections::BTreeMap;

use ibid_index::{Bags, ExcludedRecord, LookUp, Ratio, RecordNo, Search};

use crate::analyze::Analyzed;
use crate::error::Result;
use crate::text::SentenceRange;

/// The number up to which documents that hold a key are counted.
const MAX_FREQ: u32 = 1000;

/// An index view for one query document: all records but its own.
#[derive(Clone, Copy)]
pub(crate) struct IndexView<'i> {
    pub(crate) index: &'i dyn Search,
    /// The record of the query document, if the index holds it.
    pub(crate) except: Option<ExcludedRecord>,
}

impl IndexView<'_> {
    /// Returns the number of other documents that hold each key, up to a thousand.
    pub(crate) fn freqs(&self, keys: &[u64]) -> Result<Vec<u32>> {
        let mut freqs = self.index.record_freqs(keys, MAX_FREQ)?;
        for freq in &mut freqs {
            *freq = self.without_own(*freq);
        }
        Ok(freqs)
    }

    /// Takes the query document out of a number of documents.
    fn without_own(&self, freq: u32) -> u32 {
        freq.saturating_sub(u32::from(self.except.is_some()))
    }
}

/// The number of keys, and of terms, that are looked up together at most, some 40 bytes each.
pub(crate) const KEYS_AT_ONCE: usize = 3 << 19;

/// The posting lists of the bags of a document: those of several documents that were looked up together, or, of a
/// document that is too large for that, lists that are looked up part by part.
pub(crate) struct PartLists<'l> {
    index: &'l dyn Search,
    bags: &'l Bags,
    shared: Option<&'l dyn LookUp>,
    part: Option<Box<dyn LookUp + 'l>>,
    /// The end of the part, in bags.
    end: usize,
}

impl<'l> PartLists<'l> {
    pub(crate) fn new(
        index: &'l dyn Search,
        bags: &'l Bags,
        shared: Option<&'l dyn LookUp>,
    ) -> PartLists<'l> {
        PartLists { index, bags, shared, part: None, end: 0 }
    }

    /// Returns the lists for a bag. Bags come in order.
    pub(crate) fn of(&mut self, bag: usize) -> Result<&dyn LookUp> {
        if let Some(shared) = self.shared {
            return Ok(shared);
        }
        let part = match self.part.take() {
            Some(part) if bag < self.end => part,
            _ => self.next_part(bag)?,
        };
        Ok(&**self.part.insert(part))
    }

    /// Looks up the part that begins with a bag.
    fn next_part(&mut self, bag: usize) -> Result<Box<dyn LookUp + 'l>> {
        let (mut keys, mut count) = (vec![], 0);
        self.end = bag;
        while self.end < self.bags.len() && (self.end == bag || count < KEYS_AT_ONCE) {
            let of_bag = self.bags.get(self.end);
            keys.push(of_bag);
            count += of_bag.len();
            self.end += 1;
        }
        Ok(self.index.look_up(&keys, &[])?)
    }
}

/// The documents worth aligning with a query document.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) by_record: BTreeMap<RecordNo, Candidate>,
    pub(crate) left: NotCompared,
}

/// Documents that share something with the query document and are no candidates.
#[derive(Debug, Default)]
pub(crate) struct NotCompared {
    /// Sentences that many documents have, of which only some are candidates.
    pub(crate) frequent: Vec<Stretch>,
    /// The number of paraphrase candidates left out because others share more with the query document.
    pub(crate) paraphrases: u64,
}

impl NotCompared {
    /// Returns how many documents have these sentences of the query document, or some of them together with more, and
    /// are no candidates.
    pub(crate) fn more_with(&self, sentences: SentenceRange) -> u32 {
        let mut most = 0;
        for stretch in &self.frequent {
            if stretch.sentences.meets(sentences) {
                most = most.max(stretch.more);
            }
        }
        most
    }
}

/// The reasons why a document is worth aligning.
#[derive(Debug, Default)]
pub(crate) struct Candidate {
    /// True if it may share sentences: it is worth aligning as a whole.
    pub(crate) shares_sentences: bool,
    /// Pairs of sentences that may be copies, in no order and with possible repeats.
    pub(crate) pairs: Vec<CandidatePair>,
    /// Regions that may paraphrase the query document.
    pub(crate) regions: Vec<Region>,
}

/// A sentence of the query document, and one of a source that may be a copy of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CandidatePair {
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// The kinds of candidates to search for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The least bag Jaccard of a copied sentence pair.
    pub(crate) min: Ratio,
    /// True to search for paraphrases.
    pub(crate) paraphrases: bool,
}

/// Finds the candidates among other documents. `lists` are the posting lists of the query document's keys, and of its
/// rare terms if paraphrases are wanted; without them they are looked up part by part.
pub(crate) fn candidates(
    query: &Analyzed<'_>,
    others: IndexView<'_>,
    lists: Option<&dyn LookUp>,
    wanted: Wanted,
) -> Result<Candidates> {
    let mut candidates = Candidates::default();
    let of_bags = PartLists::new(others.index, query.bags(), lists);
    let sentences = sentences::find(query.words(), query.rarity(), others, of_bags, wanted.min)?;
    candidates.left.frequent = sentences.frequent;
    for (record, pairs) in sentences.by_record {
        candidates.by_record.insert(record, Candidate { shares_sentences: true, pairs, regions: vec![] });
    }
    if wanted.paraphrases {
        let found = paraphrases::find(query.rare_terms(), query.lang(), others, lists)?;
        candidates.left.paraphrases = found.left;
        for (record, alike) in found.best {
            let candidate = candidates.by_record.entry(record).or_default();
            candidate.regions = alike.regions;
            candidate.pairs.extend(alike.pairs);
        }
    }
    Ok(candidates)
}

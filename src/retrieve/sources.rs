//! The documents that a check searches, and their analyzed forms. A cache keeps those used lately, so that a candidate
//! of many query documents is analyzed once.

use std::collections::HashSet;
use std::sync::Arc;

use ibid_index::{ExcludedRecord, MultiIndex, RecordNo, Search};

use super::cache::{CACHED_WORDS, RecordCache, record_cache};
use super::{Collection, IndexView, payload};
use crate::analyze::{Analyzed, Analyzer, DocumentRef};
use crate::error::Result;
use crate::text::Document;

/// The documents that a check searches: some in memory, those of an index, or both. Of two with one id, the one in
/// memory is used.
#[derive(Clone, Copy)]
pub struct Sources<'i>(Given<'i>);

#[derive(Clone, Copy)]
enum Given<'i> {
    Index(&'i dyn Search),
    Collection(&'i Collection),
    Both(&'i Collection, &'i dyn Search),
}

impl<'i> Sources<'i> {
    /// Searches the records of an index, which a detector with the same settings has made.
    pub fn of_index(index: &'i dyn Search) -> Sources<'i> {
        Sources(Given::Index(index))
    }

    /// Searches documents in memory, which the detector has analyzed.
    pub fn of_collection(collection: &'i Collection) -> Sources<'i> {
        Sources(Given::Collection(collection))
    }

    /// Searches documents in memory, which the detector has analyzed, beside those of the index.
    #[must_use]
    pub fn and(self, collection: &'i Collection) -> Sources<'i> {
        Sources(match self.0 {
            Given::Index(index) | Given::Both(_, index) => Given::Both(collection, index),
            Given::Collection(_) => Given::Collection(collection),
        })
    }
}

/// The sources of a check, analyzed when they are needed.
pub(crate) struct AnalyzedSources<'i> {
    analyzer: &'i Arc<Analyzer>,
    documents: Documents<'i>,
    cache: Arc<RecordCache<RecordNo, Analyzed<'static>>>,
}

/// The origin of the documents.
enum Documents<'i> {
    Stored(&'i dyn Search),
    InMemory(&'i Collection),
    /// The documents of a collection, numbered as there, and behind them the other documents of an index.
    Both(&'i Collection, MultiIndex<'i>),
}

/// The origin of one document.
enum Home<'i> {
    Stored,
    InMemory(&'i Collection),
}

impl<'i> AnalyzedSources<'i> {
    /// Uses these sources.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the index cannot be read.
    pub(crate) fn new(sources: Sources<'i>, analyzer: &'i Arc<Analyzer>) -> Result<AnalyzedSources<'i>> {
        let cache = match sources.0 {
            Given::Collection(collection) | Given::Both(collection, _) => Arc::clone(&collection.cache),
            Given::Index(_) => Arc::new(record_cache(CACHED_WORDS)),
        };
        let documents = match sources.0 {
            Given::Index(index) => Documents::Stored(index),
            Given::Collection(collection) => Documents::InMemory(collection),
            Given::Both(collection, index) => {
                let mut hidden = HashSet::new();
                for id in collection.ids() {
                    hidden.extend(index.find(id)?);
                }
                Documents::Both(collection, MultiIndex::new(collection.index(), index, hidden))
            }
        };
        Ok(AnalyzedSources { analyzer, documents, cache })
    }

    /// Returns the index in which the documents are found.
    pub(crate) fn index(&self) -> &dyn Search {
        match &self.documents {
            Documents::Stored(index) => *index,
            Documents::InMemory(collection) => collection.index(),
            Documents::Both(_, joined) => joined,
        }
    }

    fn home(&self, record: RecordNo) -> Home<'i> {
        match self.documents {
            Documents::InMemory(collection) => Home::InMemory(collection),
            Documents::Both(collection, _) if collection.has(record) => Home::InMemory(collection),
            _ => Home::Stored,
        }
    }

    /// Returns the index view of a query document.
    pub(crate) fn others(&self, document: &Document) -> Result<IndexView<'_>> {
        let index = self.index();
        let Some(record) = index.find(&document.id)? else { return Ok(IndexView { index, except: None }) };
        let holds = match self.home(record) {
            Home::Stored => index.stamp(record)? == payload::stamp(document),
            Home::InMemory(collection) => collection.document(record) == document,
        };
        Ok(IndexView { index, except: Some(ExcludedRecord { record, holds }) })
    }

    /// Analyzes a query document. A document that the collection holds unchanged is not analyzed again.
    pub(crate) fn query<'d>(
        &self,
        document: &'d Document,
        others: IndexView<'_>,
    ) -> Result<Arc<Analyzed<'d>>> {
        match others.except {
            Some(ExcludedRecord { record, holds: true })
                if matches!(self.home(record), Home::InMemory(_)) =>
            {
                self.get(record)
            }
            _ => Ok(Arc::new(Analyzed::with_bags(self.analyzer, DocumentRef::Borrowed(document)))),
        }
    }

    /// Returns the document of a record.
    pub(crate) fn get(&self, record: RecordNo) -> Result<Arc<Analyzed<'static>>> {
        self.cache.get_or_insert_with(&record, || {
            Ok(Arc::new(match self.home(record) {
                Home::Stored => {
                    let document = payload::decode(self.index().payload(record)?)?;
                    Analyzed::new(self.analyzer, DocumentRef::Shared(Arc::new(document)))
                }
                Home::InMemory(collection) => collection.analyze(record, self.analyzer),
            }))
        })
    }
}

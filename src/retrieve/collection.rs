//! A searchable collection of documents in memory, for checks that need no index on disk.
//!
//! Each document is analyzed when it is added. The analyzed form is cached while there is room, and made again when it
//! is needed later. Memory: the texts, an index of their keys, and some 12 bytes per cached word.

use std::collections::BTreeMap;
use std::sync::Arc;

use ibid_index::{Bags, MemoryIndex, Record, RecordNo, Search};

use super::cache::{CACHED_WORDS, RecordCache, record_cache};
use crate::analyze::{Analyzed, Analyzer};
use crate::error::Result;
use crate::text::Document;

/// A searchable collection of documents in memory.
#[derive(Debug)]
pub struct Collection {
    index: MemoryIndex,
    documents: Vec<Entry>,
    pub(super) cache: Arc<RecordCache<RecordNo, Analyzed<'static>>>,
}

/// A builder that takes documents; [`CollectionBuilder::finish`] makes a [`Collection`] of them.
#[derive(Debug, Default)]
pub struct CollectionBuilder {
    index: MemoryIndex,
    documents: BTreeMap<String, (Entry, Option<Arc<Analyzed<'static>>>)>,
    /// The words of all documents so far, which limit the analyzed documents in the cache.
    words: usize,
}

/// A document, and the bags by which it is found.
#[derive(Debug)]
struct Entry {
    document: Arc<Document>,
    bags: Arc<Bags>,
}

impl CollectionBuilder {
    /// Adds a document. Of two documents with one id, the later one is kept.
    pub fn put(&mut self, analyzed: Analyzed<'static>) {
        let entry = Entry { document: analyzed.to_document(), bags: Arc::clone(analyzed.bags()) };
        let id = entry.document.id.clone();
        self.index.put(Record {
            id: id.clone(),
            bags: Arc::clone(&entry.bags),
            terms: analyzed.known_rare_terms(),
            ..Record::default()
        });
        self.words += analyzed.words().len();
        let cached = match self.words <= CACHED_WORDS {
            true => Some(Arc::new(analyzed)),
            false => None,
        };
        self.documents.insert(id, (entry, cached));
    }

    /// Returns the document with this id, if there is one.
    pub fn get(&self, id: &str) -> Option<&Document> {
        let (entry, _) = self.documents.get(id)?;
        Some(&*entry.document)
    }

    /// Makes the collection of these documents.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if they are too many for memory: make an index on disk instead.
    pub fn finish(self) -> Result<Collection> {
        let CollectionBuilder { mut index, documents, .. } = self;
        index.commit()?;
        // Invariant: an index in memory numbers its records in the order of their ids, as they stand here.
        let (documents, analyzed): (Vec<Entry>, Vec<_>) = documents.into_values().unzip();
        let cache = record_cache(CACHED_WORDS);
        for (record, analyzed) in (0..).map(RecordNo).zip(analyzed) {
            if let Some(analyzed) = analyzed {
                cache.insert(record, analyzed);
            }
        }
        Ok(Collection { index, documents, cache: Arc::new(cache) })
    }
}

impl Collection {
    /// Returns whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Returns the index in which the documents are found.
    pub fn index(&self) -> &dyn Search {
        &self.index
    }

    /// Returns the ids of the documents, in order.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.documents.iter().map(|entry| entry.document.id.as_str())
    }

    /// Returns whether the collection has a record of this number.
    pub(super) fn has(&self, record: RecordNo) -> bool {
        (record.0 as usize) < self.documents.len()
    }

    pub(super) fn document(&self, record: RecordNo) -> &Document {
        &self.documents[record.0 as usize].document
    }

    /// Analyzes a document anew.
    pub(super) fn analyze(&self, record: RecordNo, analyzer: &Arc<Analyzer>) -> Analyzed<'static> {
        let Entry { document, bags } = &self.documents[record.0 as usize];
        Analyzed::with_known_bags(analyzer, Arc::clone(document), Arc::clone(bags))
    }
}

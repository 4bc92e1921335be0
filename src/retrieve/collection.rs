//! Documents in memory to search in, for checks that need no index on disk.
//!
//! Each document is analyzed when it comes in. The analyzed form is kept as long as there is room for it, and made again
//! where it is needed later. Memory: the texts, an index of their keys, and some 12 bytes a word of what is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ibid_index::{Bags, MemoryIndex, Record, RecordNo, Search};

use super::kept::{KEPT_WORDS, Kept};
use crate::analyze::{Analyzed, Analyzer};
use crate::error::Result;
use crate::text::Document;

/// Documents in memory to search in.
#[derive(Debug)]
pub struct Collection {
    index: MemoryIndex,
    documents: Vec<Entry>,
    pub(super) kept: Arc<Mutex<Kept<RecordNo, Analyzed<'static>>>>,
}

/// Takes documents in; [`CollectionBuilder::finish`] makes a [`Collection`] of them.
#[derive(Debug, Default)]
pub struct CollectionBuilder {
    index: MemoryIndex,
    documents: BTreeMap<String, (Entry, Option<Arc<Analyzed<'static>>>)>,
    /// How many words of analyzed documents are kept.
    words: usize,
}

/// A document, and the bags by which it is found.
#[derive(Debug)]
struct Entry {
    document: Arc<Document>,
    bags: Arc<Bags>,
}

impl CollectionBuilder {
    /// Adds a document. Of two with one id the later one stays.
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
        let kept = (self.words <= KEPT_WORDS).then(|| Arc::new(analyzed));
        self.documents.insert(id, (entry, kept));
    }

    /// The document with this id, if there is one.
    pub fn get(&self, id: &str) -> Option<&Document> {
        self.documents.get(id).map(|(entry, _)| &*entry.document)
    }

    /// The collection of these documents.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when they are too many for memory: make an index on disk instead.
    pub fn finish(self) -> Result<Collection> {
        let CollectionBuilder { mut index, documents, .. } = self;
        index.commit()?;
        // Invariant: an index in memory numbers its records by their ids, as they stand here.
        let (documents, analyzed): (Vec<Entry>, Vec<_>) = documents.into_values().unzip();
        let numbered = (0..).map(RecordNo).zip(analyzed);
        let kept = numbered.filter_map(|(record, analyzed)| {
            let analyzed = analyzed?;
            let words = analyzed.words().len();
            Some((record, analyzed, words))
        });
        let kept = Kept::of(KEPT_WORDS, kept);
        Ok(Collection { index, documents, kept: Arc::new(Mutex::new(kept)) })
    }
}

impl Collection {
    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The index in which its documents are found.
    pub fn index(&self) -> &dyn Search {
        &self.index
    }

    /// The ids of its documents, in order.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.documents.iter().map(|entry| entry.document.id.as_str())
    }

    /// Whether a record of this number is one of its own.
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

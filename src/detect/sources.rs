//! Source documents that were compared lately, so that a document that many queries lead to is read once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use ibid_index::{RecordNo, Search};

use super::{payload, prepare::Prepared};
use crate::compare::{Terms, Text, Words};
use crate::error::Result;
use crate::text::{CharIndex, Document};

/// How many words are kept at most, at some 25 bytes each with their text.
const KEPT_WORDS: usize = 12_000_000;

/// A source document, read and cut.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) prepared: Prepared<'static>,
    pub(super) words: Words,
    chars: OnceLock<Arc<[u32]>>,
    terms: OnceLock<Terms>,
}

impl Source {
    /// The code points of its text.
    pub(super) fn chars(&self) -> CharIndex<'_> {
        let text = &self.prepared.document().text;
        let figures = self.chars.get_or_init(|| CharIndex::new(text).figures());
        CharIndex::with(text, Arc::clone(figures))
    }

    /// Its words with its terms.
    pub(super) fn text(&self) -> Text<'_> {
        let terms = || Terms::new(&self.words, &self.prepared.document().text);
        Text { words: &self.words, terms: self.terms.get_or_init(terms) }
    }
}

/// Reads source documents from an index.
pub(super) struct Sources<'i> {
    index: &'i dyn Search,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    sources: HashMap<RecordNo, (Arc<Source>, u64)>,
    words: usize,
    clock: u64,
}

impl<'i> Sources<'i> {
    pub(super) fn new(index: &'i dyn Search) -> Sources<'i> {
        Sources { index, kept: Mutex::default() }
    }

    /// The document of a record.
    pub(super) fn get(&self, record: RecordNo) -> Result<Arc<Source>> {
        self.get_or(record, || payload::decode(&self.index.payload(record)?))
    }

    /// The document of a record, which is at hand.
    pub(super) fn get_as(&self, record: RecordNo, document: &Document) -> Result<Arc<Source>> {
        self.get_or(record, || Ok(document.clone()))
    }

    fn get_or(&self, record: RecordNo, read: impl FnOnce() -> Result<Document>) -> Result<Arc<Source>> {
        if let Some(source) = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(record) {
            return Ok(source);
        }
        let prepared = Prepared::new(Cow::Owned(read()?));
        let words = prepared.words();
        let source = Arc::new(Source { prepared, words, chars: OnceLock::new(), terms: OnceLock::new() });
        self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).put(record, &source);
        Ok(source)
    }
}

impl Kept {
    fn get(&mut self, record: RecordNo) -> Option<Arc<Source>> {
        self.clock += 1;
        let (source, used) = self.sources.get_mut(&record)?;
        *used = self.clock;
        Some(Arc::clone(source))
    }

    fn put(&mut self, record: RecordNo, source: &Arc<Source>) {
        let size = |source: &Source| source.words.len();
        if self.sources.insert(record, (Arc::clone(source), self.clock)).is_none() {
            self.words += size(source);
        }
        if self.words <= KEPT_WORDS {
            return;
        }
        // Drops the half that was not used for the longest time, so that this is rare.
        let mut by_use: Vec<(u64, RecordNo)> =
            self.sources.iter().map(|(&record, kept)| (kept.1, record)).collect();
        by_use.sort_unstable();
        for (_, record) in by_use {
            if self.words <= KEPT_WORDS / 2 {
                break;
            }
            if let Some((dropped, _)) = self.sources.remove(&record) {
                self.words -= size(&dropped);
            }
        }
    }
}

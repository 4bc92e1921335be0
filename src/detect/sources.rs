//! Source documents that were compared lately, so that a document that many queries lead to is read once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    sources: HashMap<RecordNo, (Slot, u64)>,
    words: usize,
    clock: u64,
}

/// A source, once it is read. Who reads it holds the lock, so that others wait in place of reading it too.
type Slot = Arc<Mutex<Option<Arc<Source>>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        let slot = lock(&self.kept).slot(record);
        let mut slot = lock(&slot);
        if let Some(source) = &*slot {
            return Ok(Arc::clone(source));
        }
        let mut prepared = Prepared::new(Cow::Owned(read()?));
        let words = prepared.words();
        if self.index.bags(record).is_some() {
            prepared.drop_sentences();
        }
        let source = Arc::new(Source { prepared, words, chars: OnceLock::new(), terms: OnceLock::new() });
        *slot = Some(Arc::clone(&source));
        drop(slot);
        lock(&self.kept).has_read(source.words.len());
        Ok(source)
    }
}

impl Kept {
    fn slot(&mut self, record: RecordNo) -> Slot {
        self.clock += 1;
        let (slot, used) = self.sources.entry(record).or_default();
        *used = self.clock;
        Arc::clone(slot)
    }

    /// Counts the words of a source. Where there are too many, drops the half that was not used for the longest time, so
    /// that this is rare.
    fn has_read(&mut self, words: usize) {
        self.words += words;
        if self.words <= KEPT_WORDS {
            return;
        }
        let mut by_use: Vec<(u64, RecordNo)> =
            self.sources.iter().map(|(&record, kept)| (kept.1, record)).collect();
        by_use.sort_unstable();
        // The last one is in use.
        by_use.pop();
        for (_, record) in by_use {
            if self.words <= KEPT_WORDS / 2 {
                break;
            }
            // One that is being read is not counted yet.
            let of = |slot: &Slot| Some(slot.try_lock().ok()?.as_ref()?.words.len());
            if let Some(words) = self.sources.get(&record).and_then(|(slot, _)| of(slot)) {
                self.sources.remove(&record);
                self.words -= words.min(self.words);
            }
        }
    }
}

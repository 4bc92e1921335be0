//! The documents of an index, analyzed. Those that were used lately are kept, so that a candidate of many query documents is
//! analyzed once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use ibid_index::{Except, Joined, RecordNo, Search};

use super::kept::{KEPT_WORDS, Kept};
use super::{Collection, Others, payload};
use crate::analyze::{Analyzed, Analyzer, Held};
use crate::error::Result;
use crate::text::Document;

/// The documents of an index, analyzed.
pub(crate) struct Sources<'i> {
    analyzer: &'i Arc<Analyzer>,
    documents: Documents<'i>,
    kept: Arc<Mutex<Kept<RecordNo, Analyzed<'static>>>>,
}

/// Where documents come from.
enum Documents<'i> {
    Stored(&'i dyn Search),
    Held(&'i Collection),
    /// Those of a collection, numbered as there, and behind them the others of an index.
    Both(&'i Collection, Joined<'i>),
}

/// Where one document is.
enum Home<'i> {
    Stored,
    Held(&'i Collection),
}

impl<'i> Sources<'i> {
    /// Those that an index stores.
    pub(crate) fn stored(index: &'i dyn Search, analyzer: &'i Arc<Analyzer>) -> Sources<'i> {
        Sources {
            analyzer,
            documents: Documents::Stored(index),
            kept: Arc::new(Mutex::new(Kept::new(KEPT_WORDS))),
        }
    }

    /// Those of a collection.
    pub(crate) fn held(collection: &'i Collection, analyzer: &'i Arc<Analyzer>) -> Sources<'i> {
        let kept = Arc::clone(&collection.kept);
        Sources { analyzer, documents: Documents::Held(collection), kept }
    }

    /// Those of a collection, and those of an index but for the ones whose id the collection has too.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when the index does not answer.
    pub(crate) fn both(
        collection: &'i Collection,
        stored: &'i dyn Search,
        analyzer: &'i Arc<Analyzer>,
    ) -> Result<Sources<'i>> {
        let mut hidden = HashSet::new();
        for id in collection.ids() {
            hidden.extend(stored.find(id)?);
        }
        let joined = Joined::new(collection.index(), stored, hidden);
        let kept = Arc::clone(&collection.kept);
        Ok(Sources { analyzer, documents: Documents::Both(collection, joined), kept })
    }

    /// The index in which they are found.
    pub(crate) fn index(&self) -> &dyn Search {
        match &self.documents {
            Documents::Stored(index) => *index,
            Documents::Held(collection) => collection.index(),
            Documents::Both(_, joined) => joined,
        }
    }

    fn home(&self, record: RecordNo) -> Home<'i> {
        match self.documents {
            Documents::Held(collection) => Home::Held(collection),
            Documents::Both(collection, _) if collection.has(record) => Home::Held(collection),
            _ => Home::Stored,
        }
    }

    /// The index as a query document sees it.
    pub(crate) fn others(&self, document: &Document) -> Result<Others<'_>> {
        let index = self.index();
        let own = index.find(&document.id)?;
        let is_same = |record| -> Result<bool> {
            Ok(match self.home(record) {
                Home::Stored => index.stamp(record)? == payload::stamp(document),
                Home::Held(collection) => collection.document(record) == document,
            })
        };
        let except = own.map(|record| Ok(Except { record, holds: is_same(record)? })).transpose();
        except.map(|except| Others { index, except })
    }

    /// A query document, analyzed. One that is held as it is, is not analyzed again.
    pub(crate) fn query<'d>(&self, document: &'d Document, others: Others<'_>) -> Result<Arc<Analyzed<'d>>> {
        match others.except {
            Some(Except { record, holds: true }) if matches!(self.home(record), Home::Held(_)) => {
                self.get(record)
            }
            _ => Ok(Arc::new(Analyzed::with_bags(self.analyzer, Held::Borrowed(document)))),
        }
    }

    /// The document of a record.
    pub(crate) fn get(&self, record: RecordNo) -> Result<Arc<Analyzed<'static>>> {
        Kept::get(&self.kept, record, || {
            let source = match self.home(record) {
                Home::Stored => {
                    let document = payload::decode(self.index().payload(record)?)?;
                    Analyzed::new(self.analyzer, Held::Shared(Arc::new(document)))
                }
                Home::Held(collection) => collection.analyze(record, self.analyzer),
            };
            let words = source.words().len();
            Ok((source, words))
        })
    }
}

//! A store of *records* whose *units* are found by keys.
//!
//! A record has a unique id, an opaque payload, one bag of `u64` keys per unit and, beside these, the terms that the
//! record is about, with the units they stand in. This crate knows no text, sentence, language or feature. Three
//! retrievals are exact over every record that the index holds at the moment of the query: all units whose bag Jaccard
//! with a query bag reaches a ratio ([`Search::resembling`]), all units that hold at least m of a query bag's r rarest
//! keys ([`Search::containing`]), and all places of a term ([`LookUp::places`]). [`DiskIndex`] keeps everything in a
//! folder, which one [`Writer`] changes. [`MemoryIndex`] keeps it in memory and is the oracle of the other. [`MultiIndex`]
//! answers as one for two of these. Beside them, [`Log`] keeps opaque records in their order.

pub mod bag;
mod directory;
mod memory;
mod disk;
mod multi_index;
mod look_up;
mod log;

use std::sync::Arc;

pub use bag::{Bags, Ratio};
pub use disk::{DiskIndex, Header, Writer, WriterLock, WriterOptions};
pub use log::Log;
pub use look_up::LookUp;
pub use memory::MemoryIndex;
pub use multi_index::MultiIndex;

/// A record as it is stored under its id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The id: unique in the index, not empty, at most 65,000 bytes.
    pub id: String,
    /// A number chosen by the caller, such as a hash of the content, that is read without the payload.
    pub stamp: u64,
    /// A point in time chosen by the caller, as a number that grows with it; it is read without the payload.
    pub time: Option<i64>,
    /// Bytes that only the caller understands.
    pub payload: Vec<u8>,
    /// One bag per unit; a unit's number is its place here. Shared, so that a caller who keeps the record's document
    /// stores them once.
    pub bags: Arc<Bags>,
    /// The terms that the record is about, one bag per unit. They are found by [`LookUp::places`] only; there may be
    /// fewer bags than units.
    pub terms: Arc<Bags>,
}

/// The number of a record inside one open index. It means nothing in another reader, and is never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordNo(pub u32);

/// A unit found by a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The record of the unit.
    pub record: RecordNo,
    /// The number of the unit in the record.
    pub unit: u32,
    /// The number of keys that it shares: with the whole query bag from [`Search::resembling`], with the rarest keys
    /// from [`Search::containing`].
    pub overlap: u32,
    /// The size of the unit's bag.
    pub size: u32,
}

/// A place of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The record.
    pub record: RecordNo,
    /// The number of the unit in the record.
    pub unit: u32,
}

/// The places of several terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    all: Vec<Place>,
    /// The end of each term's places in `all`.
    ends: Vec<usize>,
    /// For each term, true if it has more places than the limit, and so none here.
    over: Vec<bool>,
}

impl Places {
    /// Ends the places of a term; `is_over` if it has too many.
    fn end_term(&mut self, is_over: bool) {
        self.ends.push(self.all.len());
        self.over.push(is_over);
    }

    /// Returns the number of places of all terms.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether no term has a place.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Iterates over the places of each term in turn.
    pub fn iter(&self) -> impl Iterator<Item = &[Place]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.all[start..end])
    }

    /// Iterates over the places of each term that has no more of them than the limit.
    pub fn known(&self) -> impl Iterator<Item = &[Place]> {
        self.iter().zip(&self.over).filter_map(|(places, is_over)| (!is_over).then_some(places))
    }
}

/// The conditions on units that contain enough rare keys of a query bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Containment {
    /// r: the number of the query bag's rarest keys that are searched for. They are the rarest by
    /// [`LookUp::record_freq`], with ties broken by the smaller key. Keys that no record holds are not among them.
    pub rarest: usize,
    /// m: the number of those keys that a unit must hold; at least 1.
    pub least: usize,
    /// The most records that hold a key; more frequent keys are skipped.
    pub max_record_freq: u32,
    /// The most units that hold a key; more frequent keys are skipped in a bag that has `enough` others: a key that
    /// stands everywhere in one large record leads to no place in it.
    pub max_unit_freq: u32,
    /// The number of keys with at most `max_unit_freq` units that is enough.
    pub enough: usize,
}

impl Containment {
    /// Returns whether a key that this many records hold is searched for.
    fn is_rare(self, record_freq: u32) -> bool {
        0 < record_freq && record_freq <= self.max_record_freq
    }

    /// Returns the keys to search for, the rarest first. `keys` are rare; each is (number of records, key, number of
    /// units).
    fn rarest_of<K: Ord>(self, mut keys: Vec<(u32, K, u32)>) -> Vec<(u32, K, u32)> {
        let mut short = 0;
        for (_, _, units) in &keys {
            short += usize::from(*units <= self.max_unit_freq);
        }
        if short >= self.enough {
            keys.retain(|(_, _, units)| *units <= self.max_unit_freq);
        }
        keys.sort_unstable();
        keys.truncate(self.rarest);
        keys
    }
}

/// Both retrievals for one bag at once; see [`LookUp::ask`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// The ratio of units whose bags resemble the query bag.
    pub resembling: Option<Ratio>,
    /// The conditions on units that hold its rare keys.
    pub containing: Option<Containment>,
    /// A record whose units are left out of both answers. It still counts in frequencies.
    pub except: Option<ExcludedRecord>,
}

impl Questions {
    /// Returns the number of the record that is left out.
    fn own(self) -> Option<RecordNo> {
        Some(self.except?.record)
    }
}

/// A record that is left out of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExcludedRecord {
    /// The record.
    pub record: RecordNo,
    /// True if it is known to hold all keys of the query, as the record of a query document does. Keys that no other
    /// record holds are then not read at all.
    pub holds: bool,
}

/// An index to search. All implementations give equal answers for equal records, in whatever order these came.
///
/// The posting lists of many keys are read together by [`Search::look_up`], and queries are answered from these lists:
/// what a key costs is shared by all sentences, and documents, that ask for it. The queries of single bags here are
/// look-ups of one bag. Hits are *appended* to `out`, sorted by (record, unit), each unit at most once. The order of
/// [`RecordNo`]s is the implementation's own: a caller that prints something sorts by id.
pub trait Search: Sync {
    /// Returns the number of records.
    fn record_count(&self) -> u32;

    /// Returns the number of units in all records.
    fn unit_count(&self) -> u64;

    /// Returns the numbers of all records, ascending.
    fn numbers(&self) -> Result<Vec<RecordNo>, Error>;

    /// Reads the posting lists of some keys (as numbered by [`bag::numbered`]) and of some terms, both in any number of
    /// slices and in any order.
    ///
    /// # Errors
    /// [`Error::Suspect`] or [`Error::Io`] if the index cannot be read.
    fn look_up<'i>(&'i self, keys: &[&[u64]], terms: &[&[u64]]) -> Result<Box<dyn LookUp + 'i>, Error>;

    /// Returns for each of these keys the number of records that hold it, or `at_most` if more do.
    fn record_freqs(&self, keys: &[u64], at_most: u32) -> Result<Vec<u32>, Error> {
        let lists = self.look_up(&[keys], &[])?;
        keys.iter().map(|&key| lists.record_freq(key, at_most)).collect()
    }

    /// Finds every unit whose bag Jaccard with `bag` (sorted, as [`Bags::get`] returns it) is at least `min`.
    fn resembling(&self, bag: &[u64], min: Ratio, out: &mut Vec<Hit>) -> Result<(), Error> {
        let questions = Questions { resembling: Some(min), ..Questions::default() };
        self.look_up(&[bag], &[])?.ask(bag, questions, out, &mut vec![])
    }

    /// Finds every unit that holds at least `want.least` of the `want.rarest` rarest keys of `bag`.
    fn containing(&self, bag: &[u64], want: Containment, out: &mut Vec<Hit>) -> Result<(), Error> {
        let questions = Questions { containing: Some(want), ..Questions::default() };
        self.look_up(&[bag], &[])?.ask(bag, questions, &mut vec![], out)
    }

    /// Returns the number of the record with this id.
    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error>;

    /// Returns the id of a record.
    fn id(&self, record: RecordNo) -> Result<String, Error>;

    /// Returns the stamp of a record.
    fn stamp(&self, record: RecordNo) -> Result<u64, Error>;

    /// Returns the point in time of a record; `None` if it was put without one.
    fn time(&self, record: RecordNo) -> Result<Option<i64>, Error>;

    /// Returns the payload of a record.
    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error>;
}

/// The reason why an index did not answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A failure to read or write.
    #[error("{what}: {cause}")]
    Io {
        /// The operation that failed, with the path.
        what: String,
        /// The system's error.
        #[source]
        cause: std::io::Error,
    },
    /// A folder that is no index, or does not exist.
    #[error("{0}")]
    NotIndex(String),
    /// A folder that is no index, and in which none can be made because it has other files.
    #[error("{0}")]
    Occupied(String),
    /// A fault found in the index. [`DiskIndex::open_verified`] tells whether it is damage.
    #[error("the index {dir:?} cannot be read: {why}")]
    Suspect {
        /// The folder.
        dir: std::path::PathBuf,
        /// The fault, and the file that has it.
        why: String,
    },
    /// An index that is not what was written, as a verification has found.
    #[error("{0}")]
    Damaged(String),
    /// A payload in the index that is not what its caller wrote.
    #[error("{0}")]
    Payload(String),
    /// An index made by a version with another format.
    #[error("{0}")]
    Foreign(String),
    /// An index made with other facts than the present ones.
    #[error("the index {dir:?} was made with {then} and now it is {now}")]
    OtherFacts {
        /// The folder.
        dir: std::path::PathBuf,
        /// The first fact that differs, as it is stored.
        then: String,
        /// The same fact now.
        now: String,
    },
    /// An index or a log that another process is writing to.
    #[error("{0}")]
    Locked(String),
    /// An impossible request: a number is out of range, or a record is too large.
    #[error("{0}")]
    Request(String),
}

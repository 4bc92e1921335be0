//! Stores *records* and finds their *units* by keys.
//!
//! A record has a unique id, an opaque payload, one bag of `u64` keys per unit and, beside these, the terms that the
//! record is about, with the units they stand in. This crate knows no text, sentence, language or feature. Three
//! retrievals are exact over every record that is there at the moment of the question: all units whose bag Jaccard with
//! a query bag reaches a ratio ([`Search::resembling`]), all units that hold at least m of a query bag's r rarest keys
//! ([`Search::containing`]), and all places of a term ([`Search::places`]).
//! [`DiskIndex`] keeps everything in a folder, which one [`Writer`] changes; [`MemoryIndex`] keeps it in memory and is the
//! oracle of the other; [`Joined`] is two of them as one. Beside these, [`Log`] keeps opaque records in their order.

pub mod bag;
mod directory;
mod memory;
mod disk;
mod joined;
mod log;

use std::sync::Arc;

pub use bag::{Bags, Ratio};
pub use disk::{DiskIndex, Header, Writer, WriterLock, WriterOptions};
pub use joined::Joined;
pub use log::Log;
pub use memory::MemoryIndex;

/// What is stored under one id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Unique in the index, not empty, at most 65,000 bytes.
    pub id: String,
    /// A number of the caller's, such as a hash of the content, that can be asked for without reading the payload.
    pub stamp: u64,
    /// A point in time of the caller's, as a number that grows with it; it can be asked for without reading the payload.
    pub time: Option<i64>,
    /// Bytes that mean something to the caller only.
    pub payload: Vec<u8>,
    /// One bag per unit; a unit's number is its place here. Shared, so that who keeps the record's document keeps them once.
    pub bags: Arc<Bags>,
    /// What the record is about: terms by the units they stand in, a bag a unit. Found by [`Search::places`] alone; there
    /// may be fewer of these than units.
    pub terms: Arc<Bags>,
}

/// A record inside one open index. Means nothing in another reader, and is never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordNo(pub u32);

/// A unit that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// Its record.
    pub record: RecordNo,
    /// Its number in the record.
    pub unit: u32,
    /// How many keys it shares: with the whole query bag from [`Search::resembling`], with the rarest keys from
    /// [`Search::containing`].
    pub overlap: u32,
    /// The size of its bag.
    pub size: u32,
}

/// Where a term stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The record.
    pub record: RecordNo,
    /// The number of the unit in the record.
    pub unit: u32,
}

/// Where each of some terms stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    all: Vec<Place>,
    /// Where in `all` those of each term end.
    ends: Vec<usize>,
    /// Of each term, whether it has more places than were asked for, and so none here.
    over: Vec<bool>,
}

impl Places {
    /// Ends those of a term; `is_over` where it has too many.
    fn end_term(&mut self, is_over: bool) {
        self.ends.push(self.all.len());
        self.over.push(is_over);
    }

    /// How many places there are of all terms.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none of any term.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The places of each term in turn.
    pub fn iter(&self) -> impl Iterator<Item = &[Place]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.all[start..end])
    }
}

/// Which units contain enough of what is rare in a query bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Containment {
    /// r: how many of the query bag's rarest keys are looked at. Rarest by [`Search::record_freq`], ties by the
    /// smaller key. Keys that no record holds do not count among them.
    pub rarest: usize,
    /// m: how many of those a unit must hold; at least 1.
    pub least: usize,
    /// Keys that more records hold than this are not looked at.
    pub max_record_freq: u32,
    /// Keys that more units hold than this are not looked at in a bag that has `enough` others: what stands everywhere in
    /// one large record leads to no place in it.
    pub max_unit_freq: u32,
    /// How many keys with at most `max_unit_freq` units are enough.
    pub enough: usize,
}

impl Containment {
    /// The keys that are looked at, the rarest first, of those that records hold and no more than `max_record_freq`. Each has
    /// the number of these before it, and that of its units behind it.
    fn rarest_of<K: Copy + Ord>(self, mut keys: Vec<(u32, K, u32)>) -> impl Iterator<Item = K> {
        let is_short = |&(_, _, units): &(u32, K, u32)| units <= self.max_unit_freq;
        if keys.iter().filter(|key| is_short(key)).count() >= self.enough {
            keys.retain(is_short);
        }
        keys.sort_unstable();
        keys.into_iter().map(|(_, key, _)| key).take(self.rarest)
    }
}

/// Both retrievals for one bag at once, see [`Search::ask`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Questions {
    /// What [`Search::resembling`] is asked with.
    pub resembling: Option<Ratio>,
    /// What [`Search::containing`] is asked with.
    pub containing: Option<Containment>,
    /// A record whose units are left out of both answers. It counts in frequencies all the same.
    pub except: Option<Except>,
}

/// A record that is left out of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Except {
    /// The record.
    pub record: RecordNo,
    /// Whether it is known to hold all that is asked about, as the record of a query document does. What no other record
    /// holds is then not read at all.
    pub holds: bool,
}

/// Questions to an index. Both implementations give equal answers for equal records, in whatever order these came.
///
/// Hits are *appended* to `out`, sorted by (record, unit), each unit at most once. The order of [`RecordNo`]s is the
/// implementation's own: a caller that prints something sorts by id.
pub trait Search: Sync {
    /// The number of records.
    fn record_count(&self) -> u32;

    /// The number of units in all records.
    fn unit_count(&self) -> u64;

    /// The numbers of all records, ascending.
    fn numbers(&self) -> Result<Vec<RecordNo>, Error>;

    /// How many records hold `key` (as numbered by [`bag::numbered`]), or `at_most` if more do.
    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error>;

    /// How many units of all records hold `key`, or `at_most` if more do.
    fn unit_freq(&self, key: u64, at_most: u32) -> Result<u32, Error>;

    /// Every unit whose bag Jaccard with `bag` (sorted, as [`Bags::get`] gives it) is at least `min`.
    fn resembling(&self, bag: &[u64], min: Ratio, out: &mut Vec<Hit>) -> Result<(), Error> {
        let questions = Questions { resembling: Some(min), ..Questions::default() };
        self.ask(bag, questions, out, &mut vec![])
    }

    /// Every unit that holds at least `want.least` of the `want.rarest` rarest keys of `bag`.
    fn containing(&self, bag: &[u64], want: Containment, out: &mut Vec<Hit>) -> Result<(), Error> {
        let questions = Questions { containing: Some(want), ..Questions::default() };
        self.ask(bag, questions, &mut vec![], out)
    }

    /// Asks both for one bag.
    fn ask(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error>;

    /// The places of each of some terms of [`Record::terms`] outside of the record `except`, sorted by (record, unit). A
    /// term that has more than `at_most` of them is given none. Fastest for terms in order.
    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error>;

    /// The number of the record with this id.
    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error>;

    /// The id of a record.
    fn id(&self, record: RecordNo) -> Result<String, Error>;

    /// The stamp of a record.
    fn stamp(&self, record: RecordNo) -> Result<u64, Error>;

    /// The point in time of a record; none where it was put without one, or into an index of format 5.
    fn time(&self, record: RecordNo) -> Result<Option<i64>, Error>;

    /// The payload of a record.
    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error>;
}

/// Why an index did not answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Reading or writing failed.
    #[error("{what}: {cause}")]
    Io {
        /// What was being done, with the path.
        what: String,
        /// The system's word on it.
        #[source]
        cause: std::io::Error,
    },
    /// The folder is no index, or is not there.
    #[error("{0}")]
    NotIndex(String),
    /// The folder is no index, and none can be made in it, because other files are there.
    #[error("{0}")]
    Occupied(String),
    /// Something in the index is not as it should be. [`DiskIndex::open_verified`] tells whether that is damage.
    #[error("the index {dir:?} cannot be read: {why}")]
    Suspect {
        /// The folder.
        dir: std::path::PathBuf,
        /// What is wrong, and with which file.
        why: String,
    },
    /// A verification has found that what is there is not what was written.
    #[error("{0}")]
    Damaged(String),
    /// A payload in the index is not what its caller wrote.
    #[error("{0}")]
    Payload(String),
    /// The index was made by a version with another format.
    #[error("{0}")]
    Foreign(String),
    /// The index has a format that is read, and no longer written.
    #[error("the index {dir:?} has format {then} and this program writes format {now}")]
    OtherFormat {
        /// The folder.
        dir: std::path::PathBuf,
        /// Its format.
        then: u64,
        /// The format that is written.
        now: u64,
    },
    /// The index was made with other facts than those that are asked for now.
    #[error("the index {dir:?} was made with {then} and now it is {now}")]
    OtherFacts {
        /// The folder.
        dir: std::path::PathBuf,
        /// The first fact that differs, as it is stored.
        then: String,
        /// What it is now.
        now: String,
    },
    /// Another process is writing.
    #[error("{0}")]
    Locked(String),
    /// The request itself is not possible: a number out of range, a record too large.
    #[error("{0}")]
    Request(String),
}

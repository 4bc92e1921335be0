//! Queries answered from posting lists that were read together.

use crate::{Error, Hit, Places, Questions, RecordNo};

/// The posting lists of the keys and terms that [`Search::look_up`](crate::Search::look_up) was given. Asking for any
/// other key or term is an [`Error::Request`].
pub trait LookUp: Send + Sync {
    /// Returns the number of records that hold `key`, or `at_most` if more do.
    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error>;

    /// Returns the number of units of all records that hold `key`, or `at_most` if more do.
    fn unit_freq(&self, key: u64, at_most: u32) -> Result<u32, Error>;

    /// Runs both retrievals for one bag (sorted, as [`Bags::get`](crate::Bags::get) returns it).
    fn ask(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error>;

    /// Finds the places of several terms of [`Record::terms`](crate::Record::terms) outside of the record `except`,
    /// sorted by (record, unit). A term with more than `at_most` places gets none. Fastest for sorted terms.
    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error>;
}

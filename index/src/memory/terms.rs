//! The terms of all records -> the places of each.
//!
//! In: records. Out: for terms, their places, in order. All places are sorted by their terms once, `O(n log n)` for n
//! of them; a term is then found by its leading bits ([`Directory`]). Memory: 8 bytes per place, and 16 per distinct
//! term.

use std::ops::Range;

use crate::directory::Directory;
use crate::{Error, Place, Record, RecordNo};

/// The places of the terms of all records.
#[derive(Debug, Default)]
pub(super) struct TermPlaces {
    /// Distinct terms, ascending, each with the start of its places in `places`; and the end.
    terms: Vec<(u64, u32)>,
    /// All places, sorted by term, then ascending.
    places: Vec<Place>,
    directory: Directory,
}

impl TermPlaces {
    /// Collects the places of all records' terms.
    ///
    /// # Errors
    /// [`Error::Request`] if there are 2^32 or more.
    pub(super) fn new(records: &[Record]) -> Result<TermPlaces, Error> {
        let count: usize = records.iter().map(|record| record.terms.key_count()).sum();
        if count > u32::MAX as usize {
            return Err(Error::Request(format!(
                "{count} places of terms are too many for an index in memory; make one on disk"
            )));
        }
        let mut all = Vec::with_capacity(count);
        for (record_no, record) in records.iter().enumerate() {
            for (unit, bag) in record.terms.iter().enumerate() {
                for &term in bag {
                    all.push((term, record_no as u32, unit as u32));
                }
            }
        }
        all.sort_unstable();
        let mut places = TermPlaces { places: Vec::with_capacity(count), ..TermPlaces::default() };
        let mut last = None;
        for (term, record, unit) in all {
            if last.replace(term) != Some(term) {
                places.terms.push((term, places.places.len() as u32));
            }
            places.places.push(Place { record: RecordNo(record), unit });
        }
        places.directory = Directory::new(places.terms.len(), places.terms.iter().map(|term| term.0));
        places.terms.push((u64::MAX, places.places.len() as u32));
        places.terms.shrink_to_fit();
        Ok(places)
    }

    /// Returns the places of each term. All ranges of the directory are read before the first term is searched for in
    /// its range, so that memory serves many of these look-ups at a time.
    pub(super) fn of<'p>(&'p self, terms: &'p [u64]) -> impl Iterator<Item = &'p [Place]> {
        let mut ranges = Vec::with_capacity(terms.len());
        for &term in terms {
            ranges.push(self.directory.range(term));
        }
        for (range, &term) in ranges.iter_mut().zip(terms) {
            *range = self.find(term, range.clone());
        }
        ranges.into_iter().map(|range| &self.places[range])
    }

    /// Returns the range of places of `term`, searching only `near`; empty if absent.
    fn find(&self, term: u64, near: Range<usize>) -> Range<usize> {
        let at = near.start + self.terms[near.clone()].partition_point(|other| other.0 < term);
        if at == near.end || self.terms[at].0 != term {
            return 0..0;
        }
        self.terms[at].1 as usize..self.terms[at + 1].1 as usize
    }
}

//! The queries of an index on disk.
//!
//! In: an open index, keys and terms. Out: [`DiskLists`], their posting lists in all segments, which answer the queries
//! of [`LookUp`]. [`gather`](super::gather) asks one segment.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, iter};

use tantivy::DocId;

use super::fault::OrFault;
use super::gather::{Reach, Scratch};
use super::lists::{FeatureReader, List, Lists};
use super::reader::DiskIndex;
use super::segment::Segment;
use crate::directory::Directory;
use crate::{Containment, Error, ExcludedRecord, Hit, LookUp, Places, Questions, Ratio, RecordNo, Search};

impl Search for DiskIndex {
    fn record_count(&self) -> u32 {
        self.segments.iter().map(|segment| segment.record_count).sum()
    }

    fn unit_count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.unit_count).sum()
    }

    fn numbers(&self) -> Result<Vec<RecordNo>, Error> {
        self.guard(|| {
            let mut numbers = Vec::with_capacity(self.record_count() as usize);
            for segment in &self.segments {
                for first in segment.records() {
                    numbers.push(RecordNo(segment.base + first));
                }
            }
            Ok(numbers)
        })
    }

    fn look_up<'i>(&'i self, keys: &[&[u64]], terms: &[&[u64]]) -> Result<Box<dyn LookUp + 'i>, Error> {
        let (keys, terms) = (SortedKeys::new(keys), SortedKeys::new(terms));
        let mut lists = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            let (of_keys, of_terms) =
                rayon::join(|| self.lists(&segment.keys, &keys), || self.lists(&segment.terms, &terms));
            lists.push(SegmentLists { of_keys: of_keys?, of_terms: of_terms? });
        }
        let has_deletes = self.segments.iter().any(Segment::has_deletes);
        let counted = iter::repeat_with(AtomicU32::default).take(keys.keys.len()).collect();
        Ok(Box::new(DiskLists {
            index: self,
            keys,
            terms,
            lists,
            has_deletes,
            counted,
            buffers: Mutex::default(),
        }))
    }

    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error> {
        self.guard(|| {
            for segment in &self.segments {
                if let Some(first) = segment.find(id).reading(&self.dir)? {
                    return Ok(Some(RecordNo(segment.base + first)));
                }
            }
            Ok(None)
        })
    }

    fn id(&self, record: RecordNo) -> Result<String, Error> {
        self.read(record, "its id", |segment, first| Ok(segment.id(first)?))
    }

    fn stamp(&self, record: RecordNo) -> Result<u64, Error> {
        self.read(record, "its stamp", |segment, first| Ok(segment.stamp(first)))
    }

    fn time(&self, record: RecordNo) -> Result<Option<i64>, Error> {
        self.guard(|| {
            let (segment, first) = self.locate(record)?;
            Ok(segment.time(first))
        })
    }

    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error> {
        self.read(record, "a stored field", |segment, first| segment.stored(first, self.fields.payload))
    }
}

impl DiskIndex {
    /// Reads the posting lists of some keys in one segment.
    fn lists(&self, features: &FeatureReader, keys: &SortedKeys) -> Result<Lists, Error> {
        self.guard(|| features.read(&keys.keys).reading(&self.dir))
    }
}

/// Sorted distinct keys, and a directory of them.
struct SortedKeys {
    keys: Vec<u64>,
    directory: Directory,
}

impl SortedKeys {
    fn new(keys: &[&[u64]]) -> SortedKeys {
        let mut keys = keys.concat();
        keys.sort_unstable();
        keys.dedup();
        let directory = Directory::new(keys.len(), keys.iter().copied());
        SortedKeys { keys, directory }
    }

    /// Returns the place of a key.
    fn place(&self, key: u64) -> Result<usize, Error> {
        let near = self.directory.range(key);
        match self.keys[near.clone()].binary_search(&key) {
            Ok(at) => Ok(near.start + at),
            Err(_) => Err(Error::Request(format!("the key {key:016x} was not looked up"))),
        }
    }
}

/// The posting lists of some keys and terms in one segment.
struct SegmentLists {
    of_keys: Lists,
    of_terms: Lists,
}

/// The posting lists of some keys and terms in all segments.
struct DiskLists<'i> {
    index: &'i DiskIndex,
    keys: SortedKeys,
    terms: SortedKeys,
    /// One for each segment.
    lists: Vec<SegmentLists>,
    /// True if any segment has deleted records.
    has_deletes: bool,
    /// For each key the number of records that hold it, as far as it was [`Counted`].
    counted: Vec<AtomicU32>,
    /// Buffers that wait for the next query.
    buffers: Mutex<Vec<Buffers>>,
}

/// A number of records that was counted up to a limit: the number in the upper 30 bits, then whether there are no more,
/// and whether there was a count at all.
#[derive(Clone, Copy)]
struct Counted(u32);

impl Counted {
    fn new(freq: u32, at_most: u32) -> Counted {
        match freq.checked_mul(4) {
            Some(counted) => Counted(counted | u32::from(freq < at_most) << 1 | 1),
            None => Counted(0),
        }
    }

    /// Returns the number up to another limit, if that is known.
    fn at_most(self, at_most: u32) -> Option<u32> {
        let freq = self.0 >> 2;
        let is_known = self.0 & 0b10 != 0 || self.0 != 0 && freq >= at_most;
        is_known.then_some(freq.min(at_most))
    }
}

/// A count of what a list names in a segment: [`Segment::record_freq`] or [`Segment::unit_freq`].
type CountOf = fn(&Segment, &Lists, List, u32) -> io::Result<u32>;

/// A query of one bag.
struct BagQuery<'q> {
    bag: &'q [u64],
    /// True if the record that is left out is known to hold all keys.
    holds: bool,
    buffers: Buffers,
}

/// The buffers of a query; one set serves one query at a time.
#[derive(Default)]
struct Buffers {
    /// The place of each key of the bag among those that were looked up.
    places: Vec<usize>,
    /// The lists of each key of the bag, one for each segment.
    lists: Vec<List>,
    /// The sentences of the record that is left out, in each segment.
    own: Vec<Range<DocId>>,
    /// The keys that are gathered for, by their places in the bag.
    keys: Vec<usize>,
    scratch: Scratch,
}

impl LookUp for DiskLists<'_> {
    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        let place = self.keys.place(key)?;
        self.index.guard(|| self.record_freq_at(place, at_most))
    }

    fn unit_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        let place = self.keys.place(key)?;
        self.index.guard(|| self.count(place, at_most, Segment::unit_freq))
    }

    fn ask(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let mut buffers = self.pool().pop().unwrap_or_default();
        buffers.places.clear();
        buffers.lists.clear();
        for &key in bag {
            let place = self.keys.place(key)?;
            buffers.places.push(place);
            for lists in &self.lists {
                buffers.lists.push(lists.of_keys.list(place));
            }
        }
        let holds = matches!(questions.except, Some(ExcludedRecord { holds: true, .. }));
        let mut query = BagQuery { bag, holds, buffers };
        self.index.guard(|| {
            query.buffers.own.clear();
            query.buffers.own.extend(self.own(questions.own()));
            if let Some(min) = questions.resembling {
                self.find_resembling(&mut query, min, resembling)?;
            }
            if let Some(want) = questions.containing {
                self.find_containing(&mut query, want, containing)?;
            }
            Ok(())
        })?;
        self.pool().push(query.buffers);
        Ok(())
    }

    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error> {
        let mut places = Places::default();
        self.index.guard(|| {
            let own: Vec<Range<DocId>> = self.own(except).collect();
            for &term in terms {
                self.add_places(self.terms.place(term)?, at_most, &own, &mut places)?;
            }
            Ok(())
        })?;
        Ok(places)
    }
}

impl DiskLists<'_> {
    /// Iterates over the segments with their lists.
    fn segments(&self) -> impl Iterator<Item = (&Segment, &SegmentLists)> {
        self.index.segments.iter().zip(&self.lists)
    }

    /// Iterates over the sentences of a record in each segment: empty ranges but for one at most.
    fn own(&self, record: Option<RecordNo>) -> impl Iterator<Item = Range<DocId>> {
        self.index.segments.iter().map(move |segment| segment.own(record))
    }

    fn pool(&self) -> MutexGuard<'_, Vec<Buffers>> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of records that hold the key at this place, or `at_most`. What was counted for one query serves
    /// the next.
    fn record_freq_at(&self, place: usize, at_most: u32) -> Result<u32, Error> {
        let counted = Counted(self.counted[place].load(Ordering::Relaxed));
        if let Some(freq) = counted.at_most(at_most) {
            return Ok(freq);
        }
        let freq = self.count(place, at_most, Segment::record_freq)?;
        self.counted[place].store(Counted::new(freq, at_most).0, Ordering::Relaxed);
        Ok(freq)
    }

    /// Counts what the list of the key at this place names in each segment, up to `at_most`.
    fn count(&self, place: usize, at_most: u32, count: CountOf) -> Result<u32, Error> {
        let mut freq = 0;
        for (segment, lists) in self.segments() {
            let of_segment = count(segment, &lists.of_keys, lists.of_keys.list(place), at_most - freq);
            freq += of_segment.reading(&self.index.dir)?;
        }
        Ok(freq)
    }

    /// Finds every unit whose bag Jaccard with the bag is at least `min`.
    fn find_resembling(&self, query: &mut BagQuery, min: Ratio, out: &mut Vec<Hit>) -> Result<(), Error> {
        let keys = query.bag.len();
        let (shortest, longest) = min.sizes(keys);
        let least = |size: u32| match size as usize {
            size if shortest <= size && size <= longest => Some(min.least_overlap(keys, size) as u32),
            _ => None,
        };
        query.buffers.keys.clear();
        query.buffers.keys.extend(0..keys);
        self.gather(query, min.prefix(keys), least, out)
    }

    /// Finds every unit that holds enough of the rarest keys of the bag.
    fn find_containing(
        &self,
        query: &mut BagQuery,
        want: Containment,
        out: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let BagQuery { bag, buffers, .. } = query;
        let mut keys = Vec::with_capacity(bag.len());
        let segments = self.lists.len();
        for (at, (&key, &place)) in bag.iter().zip(&buffers.places).enumerate() {
            let mut named = 0;
            for list in &buffers.lists[at * segments..][..segments] {
                named += list.len;
            }
            // Most keys are in one sentence at most.
            let freq = match named {
                0 => 0,
                1 if !self.has_deletes => 1,
                _ => self.record_freq_at(place, want.max_record_freq.saturating_add(1))?,
            };
            if want.is_rare(freq) {
                let most = want.max_unit_freq.saturating_add(1);
                let units = match self.has_deletes {
                    false => named.min(most),
                    true => self.count(place, most, Segment::unit_freq)?,
                };
                keys.push((freq, (key, at), units));
            }
        }
        buffers.keys.clear();
        for (_, (_, at), _) in want.rarest_of(keys) {
            buffers.keys.push(at);
        }
        let least = want.least.max(1);
        let Some(spare) = buffers.keys.len().checked_sub(least) else { return Ok(()) };
        self.gather(query, spare + 1, |_| Some(least as u32), out)
    }

    /// Gathers the units of all segments that hold enough of the keys of the query's buffers; see [`Reach`].
    fn gather(
        &self,
        query: &mut BagQuery,
        whole: usize,
        least: impl Fn(u32) -> Option<u32> + Copy,
        out: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let holds = query.holds;
        let Buffers { lists: of_bag, own, keys, scratch, .. } = &mut query.buffers;
        for (number, (segment, lists)) in self.segments().enumerate() {
            let own = own[number].clone();
            // A list of one sentence is of the record that is left out alone, if that holds all keys, and is not read.
            let shortest = if holds && !own.is_empty() { 2 } else { 1 };
            scratch.asked.clear();
            for &at in keys.iter() {
                let list = of_bag[at * self.lists.len() + number];
                if list.len >= shortest {
                    scratch.asked.push(list);
                }
            }
            let reach = Reach { segment, lists: &lists.of_keys, own, keys: keys.len(), whole };
            reach.gather(scratch, least, out).reading(&self.index.dir)?;
        }
        Ok(())
    }

    /// Adds the places of the term at this place among the terms, outside of the record with the sentences `own`.
    fn add_places(
        &self,
        at: usize,
        at_most: u32,
        own: &[Range<DocId>],
        places: &mut Places,
    ) -> Result<(), Error> {
        let start = places.all.len();
        let mut certain = 0;
        for ((segment, lists), own) in self.segments().zip(own) {
            certain += segment.least_places(lists.of_terms.list(at), own);
        }
        let mut is_over = certain > u64::from(at_most);
        for ((segment, lists), own) in self.segments().zip(own) {
            if is_over {
                break;
            }
            let list = lists.of_terms.list(at);
            segment
                .add_places(&lists.of_terms, list, own, at_most as usize + start, &mut places.all)
                .reading(&self.index.dir)?;
            is_over = places.all.len() - start > at_most as usize;
        }
        if is_over {
            places.all.truncate(start);
        }
        places.end_term(is_over);
        Ok(())
    }
}

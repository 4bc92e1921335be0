//! Records in memory, and queries of them.
//!
//! In: records, which are put and removed by id. Out: the answers that [`Search`] promises. [`MemoryIndex::commit`]
//! builds the lists of keys and of terms anew, and queries see the last commit. A query counts the units of the lists
//! that it needs, and compares those that may share enough.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::postings::{List, Postings, Slot};
use super::terms::TermPlaces;
use crate::bag::{self, Ratio};
use crate::{Containment, Error, ExcludedRecord, Hit, LookUp, Places, Questions, Record, RecordNo, Search};

/// Records and their postings in memory.
#[derive(Debug, Default)]
pub struct MemoryIndex {
    pending: BTreeMap<String, Option<Record>>,
    /// The records, sorted by id.
    records: Vec<Record>,
    postings: Postings,
    terms: TermPlaces,
}

/// The count at which a unit may have been met in more lists.
const MANY: u8 = u8::MAX;

/// The buffers of a query, kept per thread, so that a query allocates nothing.
#[derive(Default)]
struct Scratch {
    /// The number of lists in which each unit was met, at most [`MANY`]; 0 between queries.
    counts: Vec<u8>,
    touched: Vec<u32>,
    slots: Vec<Slot>,
    lists: Vec<List>,
    units: Vec<u32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl MemoryIndex {
    /// Makes an index without records.
    pub fn new() -> MemoryIndex {
        MemoryIndex::default()
    }

    /// Makes an index of these records, committed. Of two records with one id, the later one is kept.
    pub fn from_records(records: impl IntoIterator<Item = Record>) -> Result<MemoryIndex, Error> {
        let mut index = MemoryIndex::new();
        for record in records {
            index.put(record);
        }
        index.commit()?;
        Ok(index)
    }

    /// Adds a record, or replaces the one with its id, at the next commit.
    pub fn put(&mut self, record: Record) {
        self.pending.insert(record.id.clone(), Some(record));
    }

    /// Removes a record at the next commit.
    pub fn remove(&mut self, id: &str) {
        self.pending.insert(id.to_owned(), None);
    }

    /// Makes everything since the last commit visible.
    ///
    /// # Errors
    /// [`Error::Request`] if there are 2^32 units or places of terms, or 2^31 keys, or more: make an index on disk
    /// instead.
    pub fn commit(&mut self) -> Result<(), Error> {
        let pending = std::mem::take(&mut self.pending);
        self.records.retain(|record| !pending.contains_key(&record.id));
        self.records.extend(pending.into_values().flatten());
        self.records.sort_by(|a, b| a.id.cmp(&b.id));
        self.postings = Postings::default(); // Frees the old ones first.
        self.terms = TermPlaces::default();
        self.postings = Postings::new(&self.records)?;
        self.terms = TermPlaces::new(&self.records)?;
        Ok(())
    }

    fn record(&self, record: RecordNo) -> Result<&Record, Error> {
        match self.records.get(record.0 as usize) {
            Some(record) => Ok(record),
            None => Err(Error::Request(format!("there is no record number {}", record.0))),
        }
    }

    fn bag(&self, unit: u32) -> &[u64] {
        let (record, number) = self.postings.units_of[unit as usize];
        self.records[record as usize].bags.get(number as usize)
    }

    /// Returns whether only the record that is left out holds a key.
    fn is_own(&self, list: &List, except: Option<ExcludedRecord>) -> bool {
        let Some(except) = except else { return false };
        if list.freq != 1 {
            return false;
        }
        // The keys that it is known to hold are not looked up.
        except.holds
            || matches!(self.postings.units(list), [unit, ..] if self.record_of(*unit) == except.record)
    }

    fn record_of(&self, unit: u32) -> RecordNo {
        RecordNo(self.postings.units_of[unit as usize].0)
    }

    fn hit(&self, unit: u32, overlap: usize) -> Hit {
        let (record, number) = self.postings.units_of[unit as usize];
        let size = self.postings.size(unit) as u32;
        Hit { record: RecordNo(record), unit: number, overlap: overlap as u32, size }
    }
}

impl MemoryIndex {
    fn find_resembling(
        &self,
        bag: &[u64],
        min: Ratio,
        own: Option<RecordNo>,
        scratch: &mut Scratch,
        out: &mut Vec<Hit>,
    ) {
        let postings = &self.postings;
        let Scratch { counts, touched, lists, .. } = scratch;
        counts.resize(counts.len().max(postings.units_of.len()), 0);
        lists.sort_unstable_by_key(|list| (list.len, list.key));
        let (shortest, longest) = min.sizes(bag.len());
        let (rarest, rest) = lists.split_at(min.prefix(bag.len()));
        for (rank, list) in rarest.iter().enumerate() {
            // A unit that no rarer list holds shares at most the rest of the bag. Units too large for that are counted
            // only if they were met before.
            let longest_new = longest.min(min.longest_with(bag.len(), bag.len() - rank));
            let units = postings.of_sizes(list, shortest, longest);
            let (new, met) = units.split_at(postings.count_to(units, longest_new));
            for &unit in new {
                let count = &mut counts[unit as usize];
                if *count == 0 {
                    touched.push(unit);
                }
                *count = count.saturating_add(1);
            }
            for &unit in met {
                let count = &mut counts[unit as usize];
                *count = count.saturating_add(u8::from(*count > 0));
            }
        }
        let before = out.len();
        for unit in touched.drain(..) {
            let count = std::mem::take(&mut counts[unit as usize]);
            // Most units share too little even if all other lists held them, which shows before their bags are read.
            let most = usize::from(count) + rest.len();
            if count < MANY && !min.reached(most, bag.len(), postings.size(unit)) {
                continue;
            }
            if Some(self.record_of(unit)) == own {
                continue;
            }
            let other = self.bag(unit);
            let overlap = bag::overlap(bag, other);
            if min.reached(overlap, bag.len(), other.len()) {
                out.push(self.hit(unit, overlap));
            }
        }
        out[before..].sort_unstable();
    }

    fn find_containing(
        &self,
        want: Containment,
        except: Option<ExcludedRecord>,
        scratch: &mut Scratch,
        out: &mut Vec<Hit>,
    ) {
        let Scratch { lists, units, .. } = scratch;
        lists.sort_unstable_by_key(|list| (list.freq, list.key));
        units.clear();
        let mut short = 0;
        for list in lists.iter() {
            short += usize::from(want.is_rare(list.freq) && list.len <= want.max_unit_freq);
        }
        let mut left = want.rarest;
        for list in lists.iter() {
            let is_over = short >= want.enough && list.len > want.max_unit_freq;
            if left == 0 || is_over || !want.is_rare(list.freq) {
                continue;
            }
            left -= 1;
            if !self.is_own(list, except) {
                units.extend(self.postings.units(list));
            }
        }
        units.sort_unstable();
        let own = except.map(|except| except.record);
        let before = out.len();
        for same in units.chunk_by(u32::eq) {
            if same.len() >= want.least.max(1) && Some(self.record_of(same[0])) != own {
                out.push(self.hit(same[0], same.len()));
            }
        }
        out[before..].sort_unstable();
    }
}

impl Search for MemoryIndex {
    fn record_count(&self) -> u32 {
        self.records.len() as u32
    }

    fn unit_count(&self) -> u64 {
        self.postings.units_of.len() as u64
    }

    fn numbers(&self) -> Result<Vec<RecordNo>, Error> {
        Ok((0..self.record_count()).map(RecordNo).collect())
    }

    /// Reads nothing: all lists are in memory.
    fn look_up<'i>(&'i self, _: &[&[u64]], _: &[&[u64]]) -> Result<Box<dyn LookUp + 'i>, Error> {
        Ok(Box::new(self))
    }

    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error> {
        match self.records.binary_search_by(|record| record.id.as_str().cmp(id)) {
            Ok(at) => Ok(Some(RecordNo(at as u32))),
            Err(_) => Ok(None),
        }
    }

    fn id(&self, record: RecordNo) -> Result<String, Error> {
        Ok(self.record(record)?.id.clone())
    }

    fn stamp(&self, record: RecordNo) -> Result<u64, Error> {
        Ok(self.record(record)?.stamp)
    }

    fn time(&self, record: RecordNo) -> Result<Option<i64>, Error> {
        Ok(self.record(record)?.time)
    }

    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error> {
        Ok(self.record(record)?.payload.clone())
    }
}

impl LookUp for &MemoryIndex {
    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        Ok(self.postings.find(key).freq.min(at_most))
    }

    fn unit_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        Ok(self.postings.find(key).len.min(at_most))
    }

    fn ask(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        SCRATCH.with_borrow_mut(|scratch| {
            self.postings.find_all(bag, &mut scratch.slots, &mut scratch.lists);
            let except = questions.except;
            if let Some(want) = questions.containing {
                self.find_containing(want, except, scratch, containing);
            }
            if let Some(min) = questions.resembling {
                for list in &mut scratch.lists {
                    if self.is_own(list, except) {
                        list.len = 0;
                    }
                }
                self.find_resembling(bag, min, questions.own(), scratch, resembling);
            }
        });
        Ok(())
    }

    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error> {
        // A record holds a term in each of its units at most.
        let most_own = match except {
            Some(own) => self.records.get(own.0 as usize).map_or(0, |own| own.terms.len()),
            None => 0,
        };
        let mut places = Places::default();
        for of_one in self.terms.of(terms) {
            // A list that is too long whatever the record has of it is not read.
            let mut is_over = of_one.len().saturating_sub(most_own) > at_most as usize;
            let start = places.all.len();
            if !is_over {
                places.all.extend(of_one.iter().filter(|place| Some(place.record) != except));
                is_over = places.all.len() - start > at_most as usize;
            }
            if is_over {
                places.all.truncate(start);
            }
            places.end_term(is_over);
        }
        Ok(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bags;

    fn index(records: &[(&str, &[&[u64]])]) -> MemoryIndex {
        let record = |(id, bags): &(&str, &[&[u64]])| {
            let mut all = Bags::new();
            bags.iter().for_each(|bag| all.push(&mut bag.to_vec()));
            Record { id: (*id).to_owned(), bags: all.into(), ..Record::default() }
        };
        MemoryIndex::from_records(records.iter().map(record)).unwrap()
    }

    #[test]
    fn a_record_can_be_left_out_of_both_answers() {
        let index = index(&[
            ("a", &[&[1, 2, 3, 4], &[9]]),
            ("b", &[&[7], &[1, 2, 3, 5]]),
            ("c", &[&[1, 2, 3, 4, 5, 6]]),
        ]);
        let want = Containment { rarest: 9, least: 1, max_record_freq: 9, max_unit_freq: 9, enough: 1 };
        for except in [None, Some(RecordNo(0)), Some(RecordNo(1))] {
            let questions = Questions {
                resembling: Ratio::new(1, 2),
                containing: Some(want),
                except: except.map(|record| ExcludedRecord { record, holds: false }),
            };
            let (mut alike, mut rare) = (vec![], vec![]);
            (&index).ask(&[1, 2, 3, 4], questions, &mut alike, &mut rare).unwrap();
            let (mut all_alike, mut all_rare) = (vec![], vec![]);
            index.resembling(&[1, 2, 3, 4], Ratio::new(1, 2).unwrap(), &mut all_alike).unwrap();
            index.containing(&[1, 2, 3, 4], want, &mut all_rare).unwrap();
            all_alike.retain(|hit| Some(hit.record) != except);
            all_rare.retain(|hit| Some(hit.record) != except);
            assert_eq!((alike, rare), (all_alike, all_rare), "{except:?}");
        }
    }

    #[test]
    fn frequencies_count_records_not_units() {
        let index = index(&[("a", &[&[1, 2], &[1], &[1, 3]]), ("b", &[&[1]])]);
        assert_eq!(index.record_freqs(&[1, 2, 4], 9).unwrap(), [2, 1, 0]);
        assert_eq!(index.record_freqs(&[1], 1).unwrap(), [1]);
    }
}

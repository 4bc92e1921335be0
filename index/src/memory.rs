//! The index in memory: the simple one, which the index on disk has to equal, and the engine behind checks that need
//! no index at all.
//!
//! Records go in and out by id; [`MemoryIndex::commit`] then sorts all (key, unit) pairs once, `O(n log n)` for n keys,
//! and questions see what was committed last. Memory: the records as they are, 16 bytes a distinct key plus 4 a key, and
//! 8 bytes a term and unit and 16 a distinct term.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::bag::{self, Ratio};
use crate::directory::Directory;
use crate::{Containment, Error, Hit, Place, Places, Questions, Record, RecordNo, Search};

/// Records and their postings in memory.
#[derive(Debug, Default)]
pub struct MemoryIndex {
    pending: BTreeMap<String, Option<Record>>,
    /// Sorted by id.
    records: Vec<Record>,
    postings: Postings,
    terms: TermPlaces,
}

/// Where the terms of all records stand.
#[derive(Debug, Default)]
struct TermPlaces {
    /// Distinct terms, ascending, each with the number in `places` where its own begin; and the end.
    terms: Vec<(u64, u32)>,
    /// By term, then ascending.
    places: Vec<Place>,
    directory: Directory,
}

/// All units' keys, sorted. Units of all records are numbered through, the smallest bags first, then in the order of the
/// records: a range of sizes is a range of numbers, and so one stretch of each list.
#[derive(Debug, Default)]
struct Postings {
    /// Distinct keys, ascending.
    entries: Vec<Entry>,
    /// The units of keys that several units hold, ascending within a key.
    units: Vec<u32>,
    directory: Directory,
    /// Record and number in the record of each unit.
    units_of: Vec<(u32, u32)>,
    /// The size of each unit's bag.
    sizes: Vec<u32>,
    /// The first unit of each size, up to the largest there is and one more.
    size_first: Vec<u32>,
}

/// A distinct key.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    /// The unit, where one unit holds it; else where its units begin: the count stands there, then they follow.
    at: u32,
    /// How many records hold it. At most [`SINGLE`] − 1; [`SINGLE`] where one unit does.
    freq: u32,
}

/// Keys are sorted in so many parts, by their leading bits, so that there are never copies of all of them.
const PARTS: u64 = 8;
/// Keys in a part.
const PART: u64 = u64::MAX / PARTS + 1;

/// See [`Entry::freq`].
const SINGLE: u32 = u32::MAX;

/// What a question marks units with; kept per thread, so that a question allocates nothing.
#[derive(Default)]
struct Scratch {
    seen: Vec<bool>,
    touched: Vec<u32>,
    slots: Vec<Slot>,
    lists: Vec<List>,
    units: Vec<u32>,
}

/// A range of entries, and the key of the first.
#[derive(Clone, Copy, Default)]
struct Slot {
    low: u32,
    high: u32,
    first: u64,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl MemoryIndex {
    /// An index without records.
    pub fn new() -> MemoryIndex {
        MemoryIndex::default()
    }

    /// An index of these records, committed. Of two with one id the later one stays.
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

    /// Takes a record out at the next commit.
    pub fn remove(&mut self, id: &str) {
        self.pending.insert(id.to_owned(), None);
    }

    /// Makes everything since the last commit visible.
    ///
    /// # Errors
    /// [`Error::Request`] when there are 2^32 units or keys or more: make an index on disk instead.
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
        self.records
            .get(record.0 as usize)
            .ok_or_else(|| Error::Request(format!("there is no record number {}", record.0)))
    }

    fn bag(&self, unit: u32) -> &[u64] {
        let (record, number) = self.postings.units_of[unit as usize];
        self.records[record as usize].bags.get(number as usize)
    }

    fn hit(&self, unit: u32, overlap: usize) -> Hit {
        let (record, number) = self.postings.units_of[unit as usize];
        let size = self.postings.sizes[unit as usize];
        Hit { record: RecordNo(record), unit: number, overlap: overlap as u32, size }
    }
}

impl TermPlaces {
    fn new(records: &[Record]) -> Result<TermPlaces, Error> {
        let count: usize = records.iter().map(|record| record.terms.key_count()).sum();
        if count > u32::MAX as usize {
            return Err(Error::Request(format!(
                "{count} places of terms are too many for an index in memory; make one on disk"
            )));
        }
        let mut all = Vec::with_capacity(count);
        for (record_no, record) in records.iter().enumerate() {
            for (unit, bag) in record.terms.iter().enumerate() {
                all.extend(bag.iter().map(|&term| (term, record_no as u32, unit as u32)));
            }
        }
        all.sort_unstable();
        let mut places = TermPlaces { places: Vec::with_capacity(count), ..TermPlaces::default() };
        for same in all.chunk_by(|a, b| a.0 == b.0) {
            places.terms.push((same[0].0, places.places.len() as u32));
            let of_one = same.iter().map(|&(_, record, unit)| Place { record: RecordNo(record), unit });
            places.places.extend(of_one);
        }
        places.directory = Directory::new(places.terms.len(), places.terms.iter().map(|term| term.0));
        places.terms.push((u64::MAX, places.places.len() as u32));
        places.terms.shrink_to_fit();
        Ok(places)
    }

    /// The places of each of some terms. All ranges of the directory are read before the first term is looked for among
    /// its neighbors, so that memory answers many of these questions at a time.
    fn of<'p>(&'p self, terms: &'p [u64]) -> impl Iterator<Item = &'p [Place]> {
        let ranges: Vec<Range<usize>> = terms.iter().map(|&term| self.directory.range(term)).collect();
        let found: Vec<Range<usize>> =
            terms.iter().zip(ranges).map(|(&term, near)| self.find(term, near)).collect();
        found.into_iter().map(|range| &self.places[range])
    }

    /// Which places are those of a term, which is in a range of terms if it is there.
    fn find(&self, term: u64, near: Range<usize>) -> Range<usize> {
        let at = near.start + self.terms[near.clone()].partition_point(|other| other.0 < term);
        if at == near.end || self.terms[at].0 != term {
            return 0..0;
        }
        self.terms[at].1 as usize..self.terms[at + 1].1 as usize
    }
}

impl Postings {
    fn new(records: &[Record]) -> Result<Postings, Error> {
        let units: usize = records.iter().map(|record| record.bags.len()).sum();
        let keys: usize = records.iter().map(|record| record.bags.key_count()).sum();
        if units.max(keys * 2) > u32::MAX as usize {
            return Err(Error::Request(format!(
                "{units} units with {keys} keys are too many for an index in memory; make one on disk"
            )));
        }
        let all_bags = || records.iter().flat_map(|record| record.bags.iter());
        let mut postings =
            Postings { units_of: vec![(0, 0); units], sizes: vec![0; units], ..Postings::default() };
        let mut next = postings.count_sizes(all_bags());
        let mut numbers = Vec::with_capacity(units);
        for (record_no, record) in records.iter().enumerate() {
            for (unit, bag) in record.bags.iter().enumerate() {
                let number = next[bag.len()];
                next[bag.len()] += 1;
                numbers.push(number);
                postings.units_of[number as usize] = (record_no as u32, unit as u32);
                postings.sizes[number as usize] = bag.len() as u32;
            }
        }
        let mut pairs = Vec::with_capacity(keys / PARTS as usize * 9 / 8);
        let mut sorted = vec![];
        for part in 0..PARTS {
            for (bag, &number) in all_bags().zip(&numbers) {
                let of_part =
                    bag.iter().skip_while(|&&key| key / PART < part).take_while(|&&key| key / PART == part);
                pairs.extend(of_part.map(|&key| (key, number)));
            }
            sort(&pairs, &mut sorted);
            postings.fill(&sorted);
            pairs.clear();
        }
        postings.directory =
            Directory::new(postings.entries.len(), postings.entries.iter().map(|entry| entry.key));
        Ok(postings)
    }

    /// Finds the first unit of each size, and gives these.
    fn count_sizes<'b>(&mut self, bags: impl Iterator<Item = &'b [u64]>) -> Vec<u32> {
        self.size_first = vec![0, 0];
        for bag in bags {
            self.size_first.resize(self.size_first.len().max(bag.len() + 2), 0);
            self.size_first[bag.len() + 1] += 1;
        }
        let mut sum = 0;
        for first in &mut self.size_first {
            sum += *first;
            *first = sum;
        }
        self.size_first.clone()
    }

    /// Adds the entries of these keys, which are above all before.
    fn fill(&mut self, pairs: &[(u64, u32)]) {
        let distinct = pairs.chunk_by(|a, b| a.0 == b.0).count();
        self.entries.reserve(distinct);
        let mut records = vec![];
        for chunk in pairs.chunk_by(|a, b| a.0 == b.0) {
            let (key, unit) = chunk[0];
            if chunk.len() == 1 {
                self.entries.push(Entry { key, at: unit, freq: SINGLE });
                continue;
            }
            records.extend(chunk.iter().map(|pair| self.units_of[pair.1 as usize].0));
            records.sort_unstable();
            records.dedup();
            self.entries.push(Entry { key, at: self.units.len() as u32, freq: records.len() as u32 });
            records.clear();
            self.units.push(chunk.len() as u32);
            self.units.extend(chunk.iter().map(|pair| pair.1));
        }
    }

    /// What is known of a key: nothing where no unit holds it.
    fn find(&self, key: u64) -> List {
        self.find_in(key, self.slot(key))
    }

    /// What is known of each key of a bag. The slots are read before the entries, and the first entries of all slots
    /// before any is looked at, so that memory answers many of these questions at a time.
    fn find_all(&self, bag: &[u64], slots: &mut Vec<Slot>, lists: &mut Vec<List>) {
        slots.clear();
        slots.extend(bag.iter().map(|&key| self.slot(key)));
        for slot in slots.iter_mut() {
            slot.first = self.entries.get(slot.low as usize).map_or(0, |entry| entry.key);
        }
        lists.clear();
        lists.extend(bag.iter().zip(slots.iter()).map(|(&key, &slot)| {
            let is_past = slot.low == slot.high || slot.first > key;
            if is_past { List { key, ..List::default() } } else { self.find_in(key, slot) }
        }));
    }

    /// The entries that a key may be among.
    fn slot(&self, key: u64) -> Slot {
        let range = self.directory.range(key);
        Slot { low: range.start as u32, high: range.end as u32, first: 0 }
    }

    fn find_in(&self, key: u64, slot: Slot) -> List {
        let entries = &self.entries[slot.low as usize..slot.high as usize];
        let entry = entries.iter().find(|entry| entry.key >= key).filter(|entry| entry.key == key);
        match entry {
            None => List { key, ..List::default() },
            Some(entry) if entry.freq == SINGLE => List { key, freq: 1, len: 1, at: entry.at },
            Some(entry) => {
                List { key, freq: entry.freq, len: self.units[entry.at as usize], at: entry.at + 1 }
            }
        }
    }

    fn units<'l>(&'l self, list: &'l List) -> &'l [u32] {
        match list.len {
            0 => &[],
            1 => std::slice::from_ref(&list.at),
            len => &self.units[list.at as usize..(list.at + len) as usize],
        }
    }

    /// The units of a list whose bags have `min..=max` keys.
    fn of_sizes<'l>(&'l self, list: &'l List, min: usize, max: usize) -> &'l [u32] {
        let first = |size: usize| self.size_first.get(size).or(self.size_first.last()).copied().unwrap_or(0);
        let (low, high) = (first(min), first(max.saturating_add(1)));
        let list = self.units(list);
        let list = &list[list.partition_point(|&unit| unit < low)..];
        &list[..list.partition_point(|&unit| unit < high)]
    }
}

/// Sorts the pairs of one part: keys are spread evenly, so that the bits behind the part's leave little to sort.
fn sort(pairs: &[(u64, u32)], sorted: &mut Vec<(u64, u32)>) {
    const BUCKETS: usize = 1024;
    let bucket = |key: u64| (key % PART / (PART / BUCKETS as u64)) as usize;
    let mut next = [0_u32; BUCKETS + 1];
    for &(key, _) in pairs {
        next[bucket(key) + 1] += 1;
    }
    for at in 1..=BUCKETS {
        next[at] += next[at - 1];
    }
    let first = next;
    sorted.clear();
    sorted.resize(pairs.len(), (0, 0));
    for &pair in pairs {
        let next = &mut next[bucket(pair.0)];
        sorted[*next as usize] = pair;
        *next += 1;
    }
    for bucket in first.windows(2) {
        sorted[bucket[0] as usize..bucket[1] as usize].sort_unstable();
    }
}

/// The posting list of a key.
#[derive(Clone, Copy, Default)]
struct List {
    key: u64,
    /// How many records hold it.
    freq: u32,
    /// How many units hold it.
    len: u32,
    /// The unit, where there is one; else where they stand.
    at: u32,
}

impl MemoryIndex {
    fn find_resembling(
        &self,
        bag: &[u64],
        min: Ratio,
        except: Option<RecordNo>,
        scratch: &mut Scratch,
        out: &mut Vec<Hit>,
    ) {
        let postings = &self.postings;
        let Scratch { seen, touched, lists, .. } = scratch;
        seen.resize(seen.len().max(postings.units_of.len()), false);
        lists.sort_unstable_by_key(|list| (list.len, list.key));
        let (shortest, longest) = min.sizes(bag.len());
        for (rank, list) in lists[..min.prefix(bag.len())].iter().enumerate() {
            // A unit that no rarer list holds shares at most the rest of the bag.
            let longest = longest.min(min.longest_with(bag.len(), bag.len() - rank));
            for &unit in postings.of_sizes(list, shortest, longest) {
                if !std::mem::replace(&mut seen[unit as usize], true) {
                    touched.push(unit);
                }
            }
        }
        let before = out.len();
        for unit in touched.drain(..) {
            seen[unit as usize] = false;
            if except.is_some_and(|except| except.0 == postings.units_of[unit as usize].0) {
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
        except: Option<RecordNo>,
        scratch: &mut Scratch,
        out: &mut Vec<Hit>,
    ) {
        let Scratch { lists, units, .. } = scratch;
        lists.sort_unstable_by_key(|list| (list.freq, list.key));
        units.clear();
        let rare = lists.iter().filter(|list| 0 < list.freq && list.freq <= want.max_record_freq);
        for list in rare.take(want.rarest) {
            units.extend(self.postings.units(list));
        }
        units.sort_unstable();
        let found = units.chunk_by(|a, b| a == b).filter(|same| same.len() >= want.least.max(1));
        let before = out.len();
        out.extend(found.map(|same| self.hit(same[0], same.len())).filter(|hit| Some(hit.record) != except));
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

    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        Ok(self.postings.find(key).freq.min(at_most))
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
            let except = questions.except.map(|except| except.record);
            if let Some(except) = except {
                for list in scratch.lists.iter_mut().filter(|list| list.freq == 1) {
                    let unit = self.postings.units(list)[0];
                    if self.postings.units_of[unit as usize].0 == except.0 {
                        list.len = 0;
                    }
                }
            }
            if let Some(want) = questions.containing {
                self.find_containing(want, except, scratch, containing);
            }
            if let Some(min) = questions.resembling {
                self.find_resembling(bag, min, except, scratch, resembling);
            }
        });
        Ok(())
    }

    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error> {
        let mut places = Places::default();
        for of_one in self.terms.of(terms) {
            let own = except.map_or(0..0, |own| {
                let start = of_one.partition_point(|place| place.record < own);
                start..start + of_one[start..].partition_point(|place| place.record == own)
            });
            let is_over = of_one.len() - own.len() > at_most as usize;
            if !is_over {
                places.all.extend_from_slice(&of_one[..own.start]);
                places.all.extend_from_slice(&of_one[own.end..]);
            }
            places.end_term(is_over);
        }
        Ok(places)
    }

    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error> {
        let found = self.records.binary_search_by(|record| record.id.as_str().cmp(id));
        Ok(found.ok().map(|at| RecordNo(at as u32)))
    }

    fn id(&self, record: RecordNo) -> Result<String, Error> {
        Ok(self.record(record)?.id.clone())
    }

    fn stamp(&self, record: RecordNo) -> Result<u64, Error> {
        Ok(self.record(record)?.stamp)
    }

    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error> {
        Ok(self.record(record)?.payload.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bags, Except};

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
        let want = Containment { rarest: 9, least: 1, max_record_freq: 9 };
        for except in [None, Some(RecordNo(0)), Some(RecordNo(1))] {
            let questions = Questions {
                resembling: Ratio::new(1, 2),
                containing: Some(want),
                except: except.map(|record| Except { record, holds: false }),
            };
            let (mut alike, mut rare) = (vec![], vec![]);
            index.ask(&[1, 2, 3, 4], questions, &mut alike, &mut rare).unwrap();
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
        assert_eq!([1, 2, 4].map(|key| index.record_freq(key, 9).unwrap()), [2, 1, 0]);
        assert_eq!(index.record_freq(1, 1).unwrap(), 1);
    }
}

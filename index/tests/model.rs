//! The simple model that answers are compared with: compares a query with every unit.

use std::collections::{BTreeMap, BTreeSet};

use ibid_index::bag::overlap;
use ibid_index::{Bags, Containment, ExcludedRecord, Questions, Ratio, Record, Search};

/// Hits as (id, unit, overlap, size), sorted.
pub(crate) type Found = Vec<(String, u32, u32, u32)>;

/// Records by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model(pub(crate) BTreeMap<String, Record>);

impl Model {
    pub(crate) fn put(&mut self, record: Record) {
        self.0.insert(record.id.clone(), record);
    }

    pub(crate) fn freq(&self, key: u64) -> u32 {
        self.0.values().filter(|record| record.bags.iter().any(|bag| bag.contains(&key))).count() as u32
    }

    fn unit_freq(&self, key: u64) -> u32 {
        let bags = self.0.values().flat_map(|record| record.bags.iter());
        bags.filter(|bag| bag.contains(&key)).count() as u32
    }

    pub(crate) fn resembling(&self, bag: &[u64], min: Ratio) -> Found {
        self.search(|unit| {
            let shared = overlap(bag, unit);
            (shared > 0 && min.reached(shared, bag.len(), unit.len())).then_some(shared)
        })
    }

    pub(crate) fn containing(&self, bag: &[u64], want: Containment) -> Found {
        let mut rare: Vec<(u32, u64)> = bag.iter().map(|&key| (self.freq(key), key)).collect();
        rare.retain(|&(freq, _)| 0 < freq && freq <= want.max_record_freq);
        let is_short = |&(_, key): &(u32, u64)| self.unit_freq(key) <= want.max_unit_freq;
        if rare.iter().filter(|key| is_short(key)).count() >= want.enough {
            rare.retain(is_short);
        }
        rare.sort_unstable();
        rare.truncate(want.rarest);
        let mut keys: Vec<u64> = rare.into_iter().map(|(_, key)| key).collect();
        keys.sort_unstable();
        self.search(|unit| Some(overlap(&keys, unit)).filter(|&shared| shared >= want.least.max(1)))
    }

    fn search(&self, matches: impl Fn(&[u64]) -> Option<usize>) -> Found {
        let mut found = Found::new();
        for record in self.0.values() {
            for (unit, bag) in record.bags.iter().enumerate() {
                if let Some(shared) = matches(bag) {
                    found.push((record.id.clone(), unit as u32, shared as u32, bag.len() as u32));
                }
            }
        }
        found
    }

    fn places(&self, term: u64) -> Vec<(String, u32)> {
        let mut places = vec![];
        for record in self.0.values() {
            for (unit, _) in record.terms.iter().enumerate().filter(|(_, bag)| bag.contains(&term)) {
                places.push((record.id.clone(), unit as u32));
            }
        }
        places
    }

    /// Asks an index both questions at once about each bag of a record, without that record.
    fn check_without(&self, index: &dyn Search, record: &Record) {
        let min = Ratio::new(3, 5).unwrap();
        let want = Containment { rarest: 6, least: 2, max_record_freq: 9, max_unit_freq: 12, enough: 1 };
        let own = index.find(&record.id).unwrap().unwrap();
        for holds in [false, true] {
            let except = Some(ExcludedRecord { record: own, holds });
            let questions = Questions { resembling: Some(min), containing: Some(want), except };
            for bag in record.bags.iter() {
                let mut containing = vec![];
                let lists = index.look_up(&[bag], &[]).unwrap();
                let alike = found(index, |out| lists.ask(bag, questions, out, &mut containing));
                let rare = found(index, |out| {
                    out.append(&mut containing);
                    Ok(())
                });
                let others = |mut hits: Found| {
                    hits.retain(|hit| hit.0 != record.id);
                    hits
                };
                assert_eq!(alike, others(self.resembling(bag, min)), "{bag:?} {holds}");
                assert_eq!(rare, others(self.containing(bag, want)), "{bag:?} {holds}");
            }
        }
    }

    /// Asks an index both questions about several bags that are looked up together, a few at a time.
    fn check_together(&self, index: &dyn Search, queries: &[Vec<u64>], at_a_time: usize) {
        let min = Ratio::new(2, 5).unwrap();
        let want = Containment { rarest: 5, least: 2, max_record_freq: 9, max_unit_freq: 20, enough: 1 };
        let questions = Questions { resembling: Some(min), containing: Some(want), except: None };
        for together in queries.chunks(at_a_time) {
            let keys: Vec<u64> = together.iter().flatten().copied().collect();
            let lists = index.look_up(&[&keys], &[&keys]).unwrap();
            for bag in together {
                let mut containing = vec![];
                let alike = found(index, |out| lists.ask(bag, questions, out, &mut containing));
                let rare = found(index, |out| {
                    out.append(&mut containing);
                    Ok(())
                });
                assert_eq!(alike, self.resembling(bag, min), "{bag:?} of {at_a_time}");
                assert_eq!(rare, self.containing(bag, want), "{bag:?} of {at_a_time}");
                for (of_one, &term) in lists.places(bag, u32::MAX, None).unwrap().iter().zip(bag) {
                    assert_eq!(of_one.len(), self.places(term).len(), "{term} of {at_a_time}");
                }
            }
        }
    }

    /// Asks an index where some terms stand outside of a record, all at once.
    fn check_places(&self, index: &dyn Search, terms: &[u64], except: Option<&Record>) {
        let own = except.map(|record| index.find(&record.id).unwrap().unwrap());
        let lists = index.look_up(&[], &[terms]).unwrap();
        for at_most in [0, 1, 3, 1000] {
            let places = lists.places(terms, at_most, own).unwrap();
            let mut count = 0;
            for (of_one, &term) in places.iter().zip(terms) {
                assert!(of_one.is_sorted());
                let mut named: Vec<_> =
                    of_one.iter().map(|place| (index.id(place.record).unwrap(), place.unit)).collect();
                named.sort();
                let mut all = self.places(term);
                all.retain(|place| except.is_none_or(|record| place.0 != record.id));
                let is_given = all.len() <= at_most as usize;
                assert_eq!(named, if is_given { &all[..] } else { &[] }, "{term} {at_most} {own:?}");
                count += named.len();
            }
            assert_eq!(places.iter().count(), terms.len());
            assert_eq!((places.len(), places.is_empty()), (count, count == 0));
        }
    }

    /// Compares all answers of an index with the model's, for these queries and for what the model holds.
    pub(crate) fn check(&self, index: &dyn Search, queries: &[Vec<u64>]) {
        assert_eq!(index.record_count() as usize, self.0.len());
        assert_eq!(index.unit_count(), self.0.values().map(|record| record.bags.len() as u64).sum::<u64>());
        let numbers = index.numbers().unwrap();
        assert!(numbers.is_sorted());
        let named: BTreeSet<String> = numbers.iter().map(|&number| index.id(number).unwrap()).collect();
        assert!(numbers.len() == named.len() && named.iter().eq(self.0.keys()));
        for record in self.0.values() {
            let number = index.find(&record.id).unwrap().unwrap();
            assert_eq!(index.id(number).unwrap(), record.id);
            assert_eq!(index.stamp(number).unwrap(), record.stamp);
            assert_eq!(index.time(number).unwrap(), record.time);
            assert_eq!(index.payload(number).unwrap(), record.payload);
        }
        for record in self.0.values().take(5) {
            self.check_without(index, record);
            let terms: BTreeSet<u64> = record.terms.iter().flatten().copied().collect();
            self.check_places(index, &Vec::from_iter(terms), Some(record));
        }
        let stored = self.0.values().flat_map(|record| record.bags.iter().map(<[u64]>::to_vec)).take(20);
        let queries: Vec<Vec<u64>> = queries.iter().cloned().chain(stored).collect();
        let keys: BTreeSet<u64> = queries.iter().flatten().copied().chain([u64::MAX]).collect();
        let keys = Vec::from_iter(keys);
        self.check_places(index, &keys, None);
        for at_a_time in [1, 7, 64] {
            self.check_together(index, &queries, at_a_time);
        }
        let lists = index.look_up(&[&keys], &[]).unwrap();
        for key in keys {
            for at_most in [0, 1, 2, 5, u32::MAX] {
                assert_eq!(lists.record_freq(key, at_most).unwrap(), self.freq(key).min(at_most));
                assert_eq!(lists.unit_freq(key, at_most).unwrap(), self.unit_freq(key).min(at_most));
            }
        }
        for query in &queries {
            for thousandths in [400, 500, 600, 667, 750, 900, 1000] {
                let min = Ratio::new(thousandths, 1000).unwrap();
                let hits = found(index, |out| index.resembling(query, min, out));
                assert_eq!(hits, self.resembling(query, min), "{query:?} {min}");
            }
            for (rarest, least, max_record_freq, max_unit_freq, enough) in [
                (1, 1, 9, 99, 0),
                (5, 2, 3, 4, 0),
                (6, 3, 9, 9, 2),
                (4, 4, 99, 99, 1),
                (9, 1, 9, 1, 3),
                (9, 1, 9, 2, 1),
                (9, 1, 0, 99, 0),
                (9, 1, 9, 0, 0),
            ] {
                let want = Containment { rarest, least, max_record_freq, max_unit_freq, enough };
                let hits = found(index, |out| index.containing(query, want, out));
                assert_eq!(hits, self.containing(query, want), "{query:?} {want:?}");
            }
        }
    }
}

/// Runs a question, checks the order of its hits, and names their records by id.
fn found(
    index: &dyn Search,
    question: impl FnOnce(&mut Vec<ibid_index::Hit>) -> Result<(), ibid_index::Error>,
) -> Found {
    let mut hits = Vec::new();
    question(&mut hits).unwrap();
    let places: Vec<_> = hits.iter().map(|hit| (hit.record, hit.unit)).collect();
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
    let mut found: Found =
        hits.iter().map(|hit| (index.id(hit.record).unwrap(), hit.unit, hit.overlap, hit.size)).collect();
    found.sort();
    found
}

/// A record of these units, with a payload and a stamp that tell versions apart, and mostly with a time.
pub(crate) fn record(id: &str, stamp: u64, units: &[Vec<u64>]) -> Record {
    let mut bags = Bags::new();
    for unit in units {
        bags.push(&mut unit.clone());
    }
    let payload = format!("{id} {stamp} ").repeat(units.len() * 10).into_bytes();
    // Terms are about the same units as the keys, but for the last of them.
    let terms = bags.slice(0, units.len().saturating_sub(1));
    let time = (!stamp.is_multiple_of(3)).then_some(stamp as i64 - 5);
    Record { id: id.to_owned(), stamp, time, payload, bags: bags.into(), terms: terms.into() }
}

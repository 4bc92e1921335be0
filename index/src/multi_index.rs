//! A multi-index of two indexes: some documents in memory beside a collection on disk.
//!
//! The records of the first keep their numbers; the records of the second are numbered behind them. Answers are those
//! of one index with the records of both. Records of the second may be hidden, such as records that the first replaces:
//! they are in no answer, but still count in frequencies. Each query costs as much as in both indexes; a query by
//! containment takes up to two more look-ups per key.

use std::collections::HashSet;

use crate::{Containment, Error, ExcludedRecord, Hit, LookUp, Place, Places, Questions, RecordNo, Search};

/// A multi-index of two indexes.
pub struct MultiIndex<'i> {
    first: &'i dyn Search,
    second: &'i dyn Search,
    /// Records of `second` that are in no answer, by their numbers there.
    hidden: HashSet<RecordNo>,
    /// The number of records of `first`.
    behind: u32,
}

impl<'i> MultiIndex<'i> {
    /// Joins two indexes, without the records of the second that are `hidden`. The first numbers its records without
    /// gaps, as a [`MemoryIndex`](crate::MemoryIndex) does.
    pub fn new(first: &'i dyn Search, second: &'i dyn Search, hidden: HashSet<RecordNo>) -> MultiIndex<'i> {
        MultiIndex { first, second, hidden, behind: first.record_count() }
    }

    /// Returns the index that has a record, and the record's number there.
    fn part(&self, record: RecordNo) -> (&'i dyn Search, RecordNo) {
        match record.0.checked_sub(self.behind) {
            None => (self.first, record),
            Some(number) => (self.second, RecordNo(number)),
        }
    }

    /// Returns the number of a record of the second index.
    fn number(&self, of_second: RecordNo) -> RecordNo {
        RecordNo(of_second.0.saturating_add(self.behind))
    }
}

impl Search for MultiIndex<'_> {
    fn record_count(&self) -> u32 {
        (self.behind + self.second.record_count()).saturating_sub(self.hidden.len() as u32)
    }

    fn unit_count(&self) -> u64 {
        self.first.unit_count() + self.second.unit_count()
    }

    fn numbers(&self) -> Result<Vec<RecordNo>, Error> {
        let mut numbers = self.first.numbers()?;
        for record in self.second.numbers()? {
            if !self.hidden.contains(&record) {
                numbers.push(self.number(record));
            }
        }
        Ok(numbers)
    }

    fn look_up<'i>(&'i self, keys: &[&[u64]], terms: &[&[u64]]) -> Result<Box<dyn LookUp + 'i>, Error> {
        let (first, second) = (self.first.look_up(keys, terms)?, self.second.look_up(keys, terms)?);
        Ok(Box::new(MultiIndexLists { joined: self, first, second }))
    }

    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error> {
        if let Some(record) = self.first.find(id)? {
            return Ok(Some(record));
        }
        match self.second.find(id)? {
            Some(record) if !self.hidden.contains(&record) => Ok(Some(self.number(record))),
            _ => Ok(None),
        }
    }

    fn id(&self, record: RecordNo) -> Result<String, Error> {
        let (part, record) = self.part(record);
        part.id(record)
    }

    fn stamp(&self, record: RecordNo) -> Result<u64, Error> {
        let (part, record) = self.part(record);
        part.stamp(record)
    }

    fn time(&self, record: RecordNo) -> Result<Option<i64>, Error> {
        let (part, record) = self.part(record);
        part.time(record)
    }

    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error> {
        let (part, record) = self.part(record);
        part.payload(record)
    }
}

/// The posting lists of both indexes.
struct MultiIndexLists<'i> {
    joined: &'i MultiIndex<'i>,
    first: Box<dyn LookUp + 'i>,
    second: Box<dyn LookUp + 'i>,
}

impl MultiIndexLists<'_> {
    /// Returns the questions to each index: the record that is left out is in one of them.
    fn split(&self, questions: Questions) -> (Questions, Questions) {
        let of_nothing = Questions { except: None, ..questions };
        match questions.except {
            Some(ExcludedRecord { record, holds }) if record.0 >= self.joined.behind => {
                let except = ExcludedRecord { record: self.joined.part(record).1, holds };
                (of_nothing, Questions { except: Some(except), ..questions })
            }
            _ => (questions, of_nothing),
        }
    }

    /// Queries both indexes, and appends the hits that are not hidden.
    fn ask_both(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let (of_first, of_second) = self.split(questions);
        self.first.ask(bag, of_first, resembling, containing)?;
        let starts = (resembling.len(), containing.len());
        self.second.ask(bag, of_second, resembling, containing)?;
        for (hits, start) in [(resembling, starts.0), (containing, starts.1)] {
            for hit in hits.split_off(start) {
                if !self.joined.hidden.contains(&hit.record) {
                    hits.push(Hit { record: self.joined.number(hit.record), ..hit });
                }
            }
        }
        Ok(())
    }

    /// Returns the rarest keys of a bag, by both indexes together, in the order of the bag.
    fn rarest(&self, bag: &[u64], want: Containment) -> Result<Vec<u64>, Error> {
        let mut keys = vec![];
        for &key in bag {
            let freq = self.record_freq(key, want.max_record_freq.saturating_add(1))?;
            if want.is_rare(freq) {
                keys.push((freq, key, self.unit_freq(key, want.max_unit_freq.saturating_add(1))?));
            }
        }
        let mut keys: Vec<u64> = want.rarest_of(keys).into_iter().map(|(_, key, _)| key).collect();
        keys.sort_unstable();
        Ok(keys)
    }
}

impl LookUp for MultiIndexLists<'_> {
    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        let in_first = self.first.record_freq(key, at_most)?;
        Ok(in_first + self.second.record_freq(key, at_most - in_first)?)
    }

    fn unit_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        let in_first = self.first.unit_freq(key, at_most)?;
        Ok(in_first + self.second.unit_freq(key, at_most - in_first)?)
    }

    fn ask(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let Questions { resembling: min, containing: want, except } = questions;
        if min.is_some() {
            let questions = Questions { resembling: min, containing: None, except };
            self.ask_both(bag, questions, resembling, &mut vec![])?;
        }
        if let Some(want) = want {
            // Rarity depends on both indexes. Each is then queried for all rare keys.
            let keys = self.rarest(bag, want)?;
            let want = Containment { rarest: usize::MAX, max_unit_freq: u32::MAX, ..want };
            let questions = Questions { resembling: None, containing: Some(want), except };
            self.ask_both(&keys, questions, &mut vec![], containing)?;
        }
        Ok(())
    }

    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error> {
        let except = except.map(|record| ExcludedRecord { record, holds: false });
        let (of_first, of_second) = self.split(Questions { except, ..Questions::default() });
        let in_first = self.first.places(terms, at_most, of_first.own())?;
        let in_second = self.second.places(terms, at_most, of_second.own())?;
        let over = in_first.over.iter().zip(&in_second.over);
        let mut places = Places::default();
        for ((x, y), (&over_x, &over_y)) in in_first.iter().zip(in_second.iter()).zip(over) {
            let is_over = over_x || over_y || x.len() + y.len() > at_most as usize;
            if !is_over {
                places.all.extend_from_slice(x);
                for place in y {
                    if !self.joined.hidden.contains(&place.record) {
                        places.all.push(Place { record: self.joined.number(place.record), ..*place });
                    }
                }
            }
            places.end_term(is_over);
        }
        Ok(places)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Bags, MemoryIndex, Ratio, Record};

    fn index(records: &[(String, Vec<Vec<u64>>)]) -> MemoryIndex {
        let record = |(id, units): &(String, Vec<Vec<u64>>)| {
            let mut bags = Bags::new();
            units.iter().for_each(|unit| bags.push(&mut unit.clone()));
            let bags = std::sync::Arc::new(bags);
            Record { id: id.clone(), terms: std::sync::Arc::clone(&bags), bags, ..Record::default() }
        };
        MemoryIndex::from_records(records.iter().map(record)).unwrap()
    }

    /// Returns hits with ids instead of numbers.
    fn named(index: &dyn Search, hits: &[Hit]) -> Vec<(String, u32, u32, u32)> {
        let mut named: Vec<_> =
            hits.iter().map(|hit| (index.id(hit.record).unwrap(), hit.unit, hit.overlap, hit.size)).collect();
        named.sort();
        named
    }

    proptest! {
        /// Compares with the oracle: one index that holds all records.
        #[test]
        fn two_answer_as_one(
            units in prop::collection::vec(prop::collection::vec(prop::collection::vec(0..12_u64, 0..6), 0..4), 1..9),
            cut in 0..9_usize,
            own in 0..9_usize,
            at_most in 1..6_u32,
        ) {
            let records: Vec<_> =
                units.into_iter().enumerate().map(|(number, units)| (format!("r{number}"), units)).collect();
            let (a, b) = records.split_at(cut.min(records.len()));
            let (all, a, b) = (index(&records), index(a), index(b));
            let joined = MultiIndex::new(&a, &b, HashSet::new());
            prop_assert_eq!(joined.record_count(), all.record_count());
            prop_assert_eq!(joined.unit_count(), all.unit_count());
            let own = format!("r{own}");
            let except = |index: &dyn Search| {
                index.find(&own).unwrap().map(|record| ExcludedRecord { record, holds: false })
            };
            for (_, units) in &records {
                for bag in units {
                    let mut bags = Bags::new();
                    bags.push(&mut bag.clone());
                    let bag = bags.get(0);
                    let want = Containment {
                        rarest: 3,
                        least: 1,
                        max_record_freq: at_most,
                        max_unit_freq: at_most,
                        enough: 2,
                    };
                    let ask = |index: &dyn Search| {
                        let (mut alike, mut holding) = (vec![], vec![]);
                        let questions = Questions {
                            resembling: Ratio::new(1, 2),
                            containing: Some(want),
                            except: except(index),
                        };
                        index.look_up(&[bag], &[]).unwrap().ask(bag, questions, &mut alike, &mut holding).unwrap();
                        (named(index, &alike), named(index, &holding))
                    };
                    prop_assert_eq!(ask(&joined), ask(&all));
                    for &key in bag {
                        let freq = |index: &dyn Search| index.record_freqs(&[key], at_most).unwrap();
                        prop_assert_eq!(freq(&joined), freq(&all));
                        let units = |index: &dyn Search| {
                            index.look_up(&[&[key]], &[]).unwrap().unit_freq(key, at_most).unwrap()
                        };
                        prop_assert_eq!(units(&joined), units(&all));
                    }
                    let places = |index: &dyn Search| {
                        let own = except(index).map(|except| except.record);
                        let places = index.look_up(&[], &[bag]).unwrap().places(bag, at_most, own).unwrap();
                        let name = |place: &Place| (index.id(place.record).unwrap(), place.unit);
                        let named = |of_one: &[Place]| {
                            let mut of_one: Vec<_> = of_one.iter().map(name).collect();
                            of_one.sort();
                            of_one
                        };
                        places.iter().map(named).collect::<Vec<_>>()
                    };
                    prop_assert_eq!(places(&joined), places(&all));
                }
            }
        }
    }

    #[test]
    fn what_is_hidden_is_not_found() {
        let one = |id: &str| vec![(id.to_owned(), vec![vec![1, 2, 3]])];
        let (a, b) = (index(&one("x")), index(&[one("x"), one("y")].concat()));
        let hidden = HashSet::from([b.find("x").unwrap().unwrap()]);
        let joined = MultiIndex::new(&a, &b, hidden);
        let mut hits = vec![];
        joined.resembling(&[1, 2, 3], Ratio::new(1, 1).unwrap(), &mut hits).unwrap();
        assert_eq!(named(&joined, &hits), [("x".into(), 0, 3, 3), ("y".into(), 0, 3, 3)]);
        assert_eq!((joined.record_count(), joined.find("x").unwrap()), (2, Some(RecordNo(0))));
        assert_eq!(joined.look_up(&[], &[&[1]]).unwrap().places(&[1], 9, None).unwrap().len(), 2);
    }
}

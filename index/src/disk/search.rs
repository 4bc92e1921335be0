//! What an index on disk answers to the questions of [`Search`].
//!
//! In: an open index, and a question. Out: its answer over all parts of the index. The lists of all keys of a bag are looked
//! up once, for both retrievals; [`gather`] asks one part.

use std::ops::Range;
use std::sync::PoisonError;

use super::fault;
use super::gather::{Reach, Scratch, gather};
use super::postings::{List, Postings};
use super::reader::DiskIndex;
use super::segment::Segment;
use crate::{Containment, Error, Except, Hit, Places, Questions, Ratio, RecordNo, Search};

impl Search for DiskIndex {
    fn record_count(&self) -> u32 {
        self.searcher.num_docs() as u32
    }

    fn unit_count(&self) -> u64 {
        self.segments.iter().map(Segment::unit_count).sum()
    }

    fn numbers(&self) -> Result<Vec<RecordNo>, Error> {
        let of_segment = |segment: &Segment| segment.docs().map(|doc| RecordNo(segment.base + doc)).collect();
        Ok(self.segments.iter().flat_map(|segment| -> Vec<RecordNo> { of_segment(segment) }).collect())
    }

    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        self.guard(|| Ok(self.freq(&self.lists(&[key], Segment::keys), at_most)))
    }

    fn unit_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        self.guard(|| Ok(self.unit_freq_of(&self.lists(&[key], Segment::keys), at_most)))
    }

    fn ask(
        &self,
        bag: &[u64],
        questions: Questions,
        resembling: &mut Vec<Hit>,
        containing: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        self.guard(|| {
            let except = questions.except;
            let question =
                Question { bag, lists: self.lists(bag, Segment::keys), except, holder: self.holder(except) };
            if let Some(min) = questions.resembling {
                self.find_resembling(&question, min, resembling)?;
            }
            if let Some(want) = questions.containing {
                self.find_containing(&question, want, containing)?;
            }
            Ok(())
        })
    }

    fn places(&self, terms: &[u64], at_most: u32, except: Option<RecordNo>) -> Result<Places, Error> {
        self.guard(|| {
            let mut places = Places::default();
            let lists = self.lists(terms, Segment::terms);
            let mut of_terms = lists.chunks(self.segments.len().max(1));
            for _ in terms {
                let lists = of_terms.next().unwrap_or_default();
                let of_all = || self.segments.iter().zip(lists);
                let certain: usize =
                    of_all().map(|(segment, &list)| segment.least_places(list, except)).sum();
                let start = places.all.len();
                if certain <= at_most as usize {
                    let of_one = of_all().flat_map(|(segment, &list)| segment.term_places(list));
                    let others = of_one.filter(|place| Some(place.record) != except);
                    places.all.extend(others.take((at_most as usize).saturating_add(1)));
                }
                let is_over = certain.max(places.all.len() - start) > at_most as usize;
                if is_over {
                    places.all.truncate(start);
                }
                places.end_term(is_over);
            }
            Ok(places)
        })
    }

    fn find(&self, id: &str) -> Result<Option<RecordNo>, Error> {
        self.guard(|| {
            for segment in &self.segments {
                if let Some(doc) = segment.find(id).map_err(|error| self.fault(error))? {
                    return Ok(Some(RecordNo(segment.base + doc)));
                }
            }
            Ok(None)
        })
    }

    fn id(&self, record: RecordNo) -> Result<String, Error> {
        self.guard(|| {
            let (segment, doc) = self.locate(record)?;
            let id = segment.id(doc).map_err(|error| self.fault(error))?;
            id.ok_or_else(|| fault::suspect(&self.dir, "a record lacks its id"))
        })
    }

    fn stamp(&self, record: RecordNo) -> Result<u64, Error> {
        self.guard(|| {
            let (segment, doc) = self.locate(record)?;
            segment.stamp(doc).ok_or_else(|| fault::suspect(&self.dir, "a record lacks its stamp"))
        })
    }

    fn time(&self, record: RecordNo) -> Result<Option<i64>, Error> {
        self.guard(|| {
            let (segment, doc) = self.locate(record)?;
            Ok(segment.time(doc))
        })
    }

    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error> {
        self.stored(record, self.fields.payload)
    }
}

impl DiskIndex {
    /// The number of the segment in which a record holds all that is asked about: a list of one record is its own there.
    fn holder(&self, except: Option<Except>) -> Option<u32> {
        except.filter(|except| except.holds).and_then(|except| self.segment_of(except.record))
    }

    /// Runs a question with buffers of its own, which are kept for the next.
    fn with_scratch(&self, question: impl FnOnce(&mut Scratch) -> std::io::Result<()>) -> Result<(), Error> {
        let pool = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = pool().pop().unwrap_or_default();
        self.guard(|| question(&mut scratch).map_err(|error| self.fault(error)))?;
        pool().push(scratch);
        Ok(())
    }

    /// The lists of each of some keys, or terms, one for each segment.
    fn lists(&self, keys: &[u64], kind: fn(&Segment) -> &Postings) -> Vec<List> {
        let postings = || self.segments.iter().map(kind);
        let all = || keys.iter().flat_map(|&key| postings().map(move |postings| (key, postings)));
        let near: Vec<Range<u32>> = all().map(|(key, postings)| postings.near(key)).collect();
        all().zip(near).map(|((key, postings), near)| postings.find(key, near)).collect()
    }

    /// How many records the lists of a key name, or `at_most`.
    fn freq(&self, lists: &[List], at_most: u32) -> u32 {
        let of_all = self.segments.iter().zip(lists);
        of_all.fold(0, |freq, (segment, &list)| freq + segment.freq(list, at_most - freq))
    }

    /// How many units the lists of a key name, or `at_most`.
    fn unit_freq_of(&self, lists: &[List], at_most: u32) -> u32 {
        let of_all = self.segments.iter().zip(lists);
        of_all.fold(0, |freq, (segment, &list)| freq + segment.unit_freq(list, at_most - freq))
    }

    /// Every unit whose bag Jaccard with the question's bag is at least `min`.
    fn find_resembling(&self, question: &Question, min: Ratio, out: &mut Vec<Hit>) -> Result<(), Error> {
        let all = question.bag.len();
        let (shortest, longest) = min.sizes(all);
        let least = |size: u32| {
            let size = size as usize;
            (shortest <= size && size <= longest).then(|| min.least_overlap(all, size) as u32)
        };
        let reach = Reach { keys: all, whole: min.prefix(all) };
        self.gather(question, 0..all, reach, least, out)
    }

    /// Every unit that holds enough of the rarest keys of the question's bag.
    fn find_containing(
        &self,
        question: &Question,
        want: Containment,
        out: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let least = want.least.max(1);
        let mut keys = Vec::with_capacity(question.bag.len());
        for (at, &key) in question.bag.iter().enumerate() {
            let lists = question.lists_of(at);
            let freq = self.freq(lists, want.max_record_freq.saturating_add(1));
            if 0 < freq && freq <= want.max_record_freq {
                let units = self.unit_freq_of(lists, want.max_unit_freq.saturating_add(1));
                keys.push((freq, (key, at), units));
            }
        }
        let keys: Vec<usize> = want.rarest_of(keys).map(|(_, at)| at).collect();
        let Some(spare) = keys.len().checked_sub(least) else { return Ok(()) };
        let reach = Reach { keys: keys.len(), whole: spare + 1 };
        self.gather(question, keys.iter().copied(), reach, |_| Some(least as u32), out)
    }

    /// Gathers the units of all segments that hold enough of some of the question's keys, which are given by their places
    /// in its bag.
    fn gather(
        &self,
        question: &Question,
        keys: impl Iterator<Item = usize> + Clone,
        reach: Reach,
        least: impl Fn(u32) -> Option<u32> + Copy,
        out: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        self.with_scratch(|scratch| {
            for (number, segment) in self.segments.iter().enumerate() {
                // One of another segment is none of these, or none at all.
                let own = question.except.and_then(|except| except.record.0.checked_sub(segment.base));
                scratch.lists.clear();
                let lists = keys.clone().map(|at| question.lists_of(at)[number]);
                // What the record that is left out alone holds is not read.
                let shortest = if question.holder == Some(number as u32) { 2 } else { 1 };
                scratch.lists.extend(lists.filter(|list| list.len >= shortest));
                gather((segment, own), scratch, reach, least, out);
            }
            Ok(())
        })
    }
}

/// A bag, and where its keys are.
struct Question<'q> {
    bag: &'q [u64],
    /// The lists of each key, one for each segment.
    lists: Vec<List>,
    except: Option<Except>,
    /// See [`DiskIndex::holder`].
    holder: Option<u32>,
}

impl Question<'_> {
    /// The lists of the key at this place in the bag, one for each segment.
    fn lists_of(&self, at: usize) -> &[List] {
        let segments = self.lists.len() / self.bag.len();
        &self.lists[at * segments..(at + 1) * segments]
    }
}

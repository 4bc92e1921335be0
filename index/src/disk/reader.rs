//! Questions to an index on disk.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tantivy::directory::ManagedDirectory;
use tantivy::{DocId, Index, ReloadPolicy, Searcher, TantivyError};

use super::checked::{Checked, Stage};
use super::contents::Contents;
use super::fault;
use super::folder::Folder;
use super::gather::{Reach, Scratch, gather};
use super::header::Header;
use super::lock::WriterLock;
use super::manifest::{self, Manifest};
use super::postings::{List, Postings};
use super::schema::{Fields, schema};
use super::segment::Segment;
use crate::{Containment, Error, Except, Hit, Places, Questions, Ratio, RecordNo, Search};

/// So many commits are opened in turn, when each is gone before all of it was opened.
const MAX_TRIES: usize = 100;

/// Two renames take less.
const EXCHANGE: Duration = Duration::from_millis(10);

/// An index on disk as it was when it was opened: commits and removals after that do not show, and do not disturb.
pub struct DiskIndex {
    dir: PathBuf,
    manifest: Manifest,
    index: Index,
    searcher: Searcher,
    fields: Fields,
    segments: Vec<Segment>,
    /// Buffers that wait for the next question.
    scratch: Mutex<Vec<Scratch>>,
}

impl std::fmt::Debug for DiskIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiskIndex").field("dir", &self.dir).finish_non_exhaustive()
    }
}

impl DiskIndex {
    /// Opens the index in `dir`, as of its last commit, and checks that it was made with the facts of `header`.
    ///
    /// Needs to read only. Where a writer or a rebuild takes away what the last commit named, it opens the next one.
    ///
    /// # Errors
    /// [`Error::NotIndex`] if the folder is no index; [`Error::Suspect`] if a file in it is missing, cut off, exchanged or
    /// not readable as what it should be; [`Error::Foreign`] if it has another format; [`Error::OtherFacts`] if it was
    /// made with other facts; [`Error::Io`] if the system refuses.
    pub fn open(dir: &Path, header: &Header) -> Result<DiskIndex, Error> {
        DiskIndex::open_where(dir, |stored| header.check(stored, dir))
    }

    /// As [`DiskIndex::open`], with the facts that it was made with, whatever they are.
    ///
    /// # Errors
    /// As [`DiskIndex::open`], except that no facts are foreign.
    pub fn open_as_is(dir: &Path) -> Result<DiskIndex, Error> {
        DiskIndex::open_where(dir, |_| Ok(()))
    }

    /// As [`DiskIndex::open_as_is`], and compares all that is stored with its checksums ([`DiskIndex::verify`]).
    ///
    /// # Errors
    /// As [`DiskIndex::open_as_is`], but [`Error::Damaged`] in place of [`Error::Suspect`].
    pub fn open_verified(dir: &Path) -> Result<DiskIndex, Error> {
        let opened = DiskIndex::open_as_is(dir).and_then(|index| index.verify().map(|()| index));
        opened.map_err(|error| match error {
            Error::Suspect { why, .. } => {
                let bad = fault::guard(dir, || Ok(bad_files(dir, Manifest::read(dir)?)));
                fault::damaged(dir, bad.ok().flatten().as_deref().unwrap_or(&why))
            }
            error => error,
        })
    }

    /// The facts that the index in `dir` was made with.
    ///
    /// # Errors
    /// As [`DiskIndex::open_as_is`].
    pub fn header(dir: &Path) -> Result<Header, Error> {
        Ok(Manifest::read(dir)?.header)
    }

    /// Keeps writers away from the index in `dir`, as an open [`Writer`](super::Writer) does.
    ///
    /// # Errors
    /// [`Error::Locked`] names the process that writes; the others are those of [`DiskIndex::header`].
    pub fn lock(dir: &Path) -> Result<WriterLock, Error> {
        Manifest::read(dir)?;
        WriterLock::take(dir, "index")
    }

    /// What lies in `dir` that is not the index's own, sorted.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be listed.
    pub fn foreign(dir: &Path) -> Result<Vec<PathBuf>, Error> {
        Ok(Contents::of(dir)?.foreign(dir))
    }

    /// Deletes the index in `dir`, whole or not: its own files, and the folder if nothing else is in it. Nobody may be
    /// writing to it.
    ///
    /// # Errors
    /// [`Error::Io`] if the system refuses.
    pub fn delete(dir: &Path) -> Result<(), Error> {
        Contents::of(dir)?.delete(dir)
    }

    fn open_where(dir: &Path, check: impl Fn(&Header) -> Result<(), Error>) -> Result<DiskIndex, Error> {
        let mut manifest = match Manifest::read(dir) {
            // Where the system cannot exchange two folders in one step, there is none for a moment.
            Err(Error::NotIndex(_)) if !dir.exists() => {
                std::thread::sleep(EXCHANGE);
                Manifest::read(dir)?
            }
            read => read?,
        };
        for _ in 0..MAX_TRIES {
            check(&manifest.header)?;
            let error = match DiskIndex::at(dir, manifest.clone()) {
                Ok(index) => return Ok(index),
                Err(error) => error,
            };
            // Files that go when there is a new commit are no damage: that commit is opened.
            let now = Manifest::read(dir)?;
            if now == manifest {
                return Err(error);
            }
            manifest = now;
        }
        Err(Error::Locked(format!("the index {dir:?} is changing all the time: try again later")))
    }

    /// The index as this manifest has it.
    fn at(dir: &Path, manifest: Manifest) -> Result<DiskIndex, Error> {
        fault::guard(dir, || {
            let failed = |error: TantivyError| fault::reading(dir, &error);
            let folder = Folder::open(dir).map_err(|error| failed(error.into()))?;
            let checked = Checked::new(Box::new(folder), dir, manifest, Stage::Reading);
            let index = Index::open(checked.clone()).map_err(failed)?;
            let index = DiskIndex::load(dir, index, &checked)?;
            // The engine does without some files where they are missing.
            checked.check_files().map_err(|error| failed(error.into()))?;
            Ok(index)
        })
    }

    /// The last commit of an index that is open already.
    pub(super) fn load(dir: &Path, index: Index, checked: &Checked) -> Result<DiskIndex, Error> {
        let manifest = checked.manifest();
        let (expected, fields) = schema(manifest.format);
        if index.schema() != expected {
            let why = format!("{} describes other fields than an index has", manifest::FILE);
            return Err(fault::suspect(dir, &why));
        }
        // These are small, and a writer that changes one writes it anew, under a new checksum.
        let is_deletions = |name: &&String| name.ends_with(".del");
        if let Some(bad) = bad(index.directory(), manifest.files.keys().filter(is_deletions)) {
            return Err(fault::suspect(dir, &bad));
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()
            .map_err(|error| fault::reading(dir, &error))?;
        let searcher = reader.searcher();
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        let mut base = 0_u32;
        for reader in searcher.segment_readers() {
            let segment = Segment::open(index.directory(), reader, &fields, base)
                .map_err(|error| fault::reading(dir, &error))?;
            base = base
                .checked_add(segment.max_doc())
                .ok_or_else(|| fault::suspect(dir, "it holds 2^32 records or more"))?;
            segments.push(segment);
        }
        Ok(DiskIndex {
            dir: dir.to_owned(),
            manifest,
            index,
            searcher,
            fields,
            segments,
            scratch: Mutex::default(),
        })
    }

    /// The facts that it was opened with.
    pub fn facts(&self) -> &Header {
        &self.manifest.header
    }

    /// All ids, sorted, with their records.
    pub fn records(&self) -> Result<Vec<(String, RecordNo)>, Error> {
        self.guard(|| {
            let mut records = Vec::with_capacity(self.record_count() as usize);
            for segment in &self.segments {
                let ids = segment.ids().map_err(|error| fault::reading_io(&self.dir, error))?;
                records.extend(ids.into_iter().map(|(id, doc)| (id, RecordNo(segment.base + doc))));
            }
            records.sort_unstable();
            Ok(records)
        })
    }

    /// The bytes of its files as of the commit that it was opened at.
    pub fn size_bytes(&self) -> u64 {
        let files: u64 = self.manifest.files.values().map(|mark| mark.bytes).sum();
        files + self.manifest.to_bytes().len() as u64
    }

    /// Compares every file with its checksum, as it was opened. Reads the whole index.
    ///
    /// What is not compared here was when it was opened: the manifest with its checksum, and each file's length and the
    /// checksum at its end with those in the manifest.
    ///
    /// # Errors
    /// [`Error::Damaged`] names the files that differ.
    pub fn verify(&self) -> Result<(), Error> {
        self.guard(|| match bad(self.index.directory(), self.manifest.files.keys()) {
            Some(bad) => Err(fault::damaged(&self.dir, &bad)),
            None => Ok(()),
        })
    }

    /// A serial number above those of all records.
    pub(super) fn next_serial(&self) -> u64 {
        self.segments.iter().map(Segment::next_serial).max().unwrap_or(0)
    }

    /// Whether a record of this id is there. Looks into every part of the index, as the engine does when the id is deleted:
    /// that happens in a thread whose panic would end the process.
    pub(super) fn holds(&self, id: &str) -> Result<bool, Error> {
        self.guard(|| {
            let mut found = false;
            for segment in &self.segments {
                found |= segment.find(id).map_err(|error| self.fault(error))?.is_some();
            }
            Ok(found)
        })
    }

    fn guard<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        fault::guard(&self.dir, work)
    }

    fn fault(&self, error: std::io::Error) -> Error {
        fault::reading_io(&self.dir, error)
    }

    /// The number of the segment of a record.
    fn segment_of(&self, record: RecordNo) -> Option<u32> {
        let behind = self.segments.partition_point(|segment| segment.base <= record.0);
        behind.checked_sub(1).map(|at| at as u32)
    }

    /// The number of the segment in which a record holds all that is asked about: a list of one record is its own there.
    fn holder(&self, except: Option<Except>) -> Option<u32> {
        except.filter(|except| except.holds).and_then(|except| self.segment_of(except.record))
    }

    /// The segment of a record and its number in it.
    fn locate(&self, record: RecordNo) -> Result<(&Segment, DocId), Error> {
        self.segment_of(record)
            .and_then(|at| self.segments.get(at as usize))
            .map(|segment| (segment, record.0 - segment.base))
            .filter(|&(segment, doc)| segment.has(doc))
            .ok_or_else(|| {
                Error::Request(format!("there is no record number {} in {:?}", record.0, self.dir))
            })
    }

    fn stored(&self, record: RecordNo, field: tantivy::schema::Field) -> Result<Vec<u8>, Error> {
        self.guard(|| {
            let (segment, doc) = self.locate(record)?;
            let bytes = segment.stored(doc, field).map_err(|error| fault::reading(&self.dir, &error))?;
            bytes.ok_or_else(|| fault::suspect(&self.dir, "a record lacks a stored field"))
        })
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
        let limit = want.max_record_freq.saturating_add(1);
        let mut keys = Vec::with_capacity(question.bag.len());
        for (at, &key) in question.bag.iter().enumerate() {
            let freq = self.freq(question.lists_of(at), limit);
            if 0 < freq && freq <= want.max_record_freq {
                keys.push((freq, key, at));
            }
        }
        keys.sort_unstable();
        keys.truncate(want.rarest);
        let Some(spare) = keys.len().checked_sub(least) else { return Ok(()) };
        let reach = Reach { keys: keys.len(), whole: spare + 1 };
        self.gather(question, keys.iter().map(|&(_, _, at)| at), reach, |_| Some(least as u32), out)
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
        let before = out.len();
        self.with_scratch(|scratch| {
            for (number, segment) in self.segments.iter().enumerate() {
                scratch.lists.clear();
                let lists = keys.clone().map(|at| question.lists_of(at)[number]);
                // What the record that is left out alone holds is not read.
                let shortest = if question.holder == Some(number as u32) { 2 } else { 1 };
                scratch.lists.extend(lists.filter(|list| list.len >= shortest));
                gather(segment, scratch, reach, least, out);
            }
            Ok(())
        })?;
        let mut at = 0;
        out.retain(|hit| {
            at += 1;
            at <= before || question.except.is_none_or(|except| except.record != hit.record)
        });
        Ok(())
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

/// Which files of an index that does not open differ from their checksums.
fn bad_files(dir: &Path, manifest: Manifest) -> Option<String> {
    let folder = Folder::open(dir).ok()?;
    let checked = Checked::new(Box::new(folder), dir, manifest.clone(), Stage::Reading);
    bad(&ManagedDirectory::wrap(Box::new(checked)).ok()?, manifest.files.keys())
}

/// Which of these files differ from their checksums.
fn bad<'n>(directory: &ManagedDirectory, names: impl Iterator<Item = &'n String>) -> Option<String> {
    let is_bad = |name: &&String| !directory.validate_checksum(Path::new(name)).unwrap_or(false);
    let bad: Vec<&str> = names.filter(is_bad).map(String::as_str).collect();
    (!bad.is_empty()).then(|| format!("bad {}", bad.join(", ")))
}

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

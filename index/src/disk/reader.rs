//! Questions to an index on disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tantivy::directory::MmapDirectory;
use tantivy::{Directory, DocId, Index, ReloadPolicy, Searcher};

use super::checked::Checked;
use super::fault;
use super::gather::{Reach, Scratch, gather};
use super::header::Header;
use super::schema::{Fields, register, schema};
use super::segment::Segment;
use crate::{Containment, Error, Hit, Place, Ratio, RecordNo, Search};

/// An index on disk as it was when it was opened: commits and removals after that do not show, and do not disturb.
pub struct DiskIndex {
    dir: PathBuf,
    header: Header,
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
    /// # Errors
    /// [`Error::Damaged`] if the folder is no index, or a file in it is missing, cut off or not readable as what it
    /// should be; [`Error::Foreign`] if it has another format or other facts; [`Error::Io`] if the system refuses.
    pub fn open(dir: &Path, header: &Header) -> Result<DiskIndex, Error> {
        header.check(&Header::read(dir)?, dir)?;
        fault::guard(dir, || {
            let directory = MmapDirectory::open(dir).map_err(|error| fault::reading(dir, error.into()))?;
            let checked = Checked(Box::new(directory));
            let mut index = Index::open(checked).map_err(|error| fault::reading(dir, error))?;
            register(&mut index);
            DiskIndex::load(dir, header.clone(), index)
        })
    }

    /// The facts that the index in `dir` was made with.
    ///
    /// # Errors
    /// As [`DiskIndex::open`], except that no facts are foreign.
    pub fn header(dir: &Path) -> Result<Header, Error> {
        Header::read(dir)
    }

    /// The last commit of an index that is open already.
    pub(super) fn load(dir: &Path, header: Header, index: Index) -> Result<DiskIndex, Error> {
        let (expected, fields) = schema();
        if index.schema() != expected {
            return Err(fault::damaged(dir, "meta.json describes other fields than an index has"));
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()
            .map_err(|error| fault::reading(dir, error))?;
        let searcher = reader.searcher();
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        let mut base = 0_u32;
        for reader in searcher.segment_readers() {
            let segment = Segment::open(reader, &fields, base).map_err(|error| fault::reading(dir, error))?;
            base = base
                .checked_add(segment.max_doc())
                .ok_or_else(|| fault::damaged(dir, "it holds 2^32 records or more"))?;
            segments.push(segment);
        }
        Ok(DiskIndex {
            dir: dir.to_owned(),
            header,
            index,
            searcher,
            fields,
            segments,
            scratch: Mutex::default(),
        })
    }

    /// The facts that it was opened with.
    pub fn facts(&self) -> &Header {
        &self.header
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

    /// The bytes of all files in the folder, those that wait to be deleted included.
    pub fn size_bytes(&self) -> Result<u64, Error> {
        let failed = |error| fault::io(format!("cannot list {:?}", self.dir), error);
        let mut bytes = 0;
        for entry in fs::read_dir(&self.dir).map_err(failed)? {
            match entry.and_then(|entry| entry.metadata()) {
                Ok(data) if data.is_file() => bytes += data.len(),
                Ok(_) => {}
                // A writer has just deleted it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(bytes)
    }

    /// Compares every file with its checksum. Reads the whole index.
    ///
    /// # Errors
    /// [`Error::Damaged`] names the files that differ.
    pub fn verify(&self) -> Result<(), Error> {
        self.guard(|| {
            let metas = self.index.load_metas().map_err(|error| fault::reading(&self.dir, error))?;
            let mut files: Vec<PathBuf> = metas.list_segment_files().into_iter().collect();
            files.sort_unstable();
            let mut bad = Vec::new();
            for file in &files {
                // Files that a segment may lack are listed too, and a writer may delete merged ones meanwhile; one
                // that is needed and missing was noticed when the index was opened.
                if !self.index.directory().exists(file).unwrap_or(true) {
                    continue;
                }
                if !self.index.directory().validate_checksum(file).unwrap_or(false) {
                    bad.push(file.display().to_string());
                }
            }
            if bad.is_empty() {
                Ok(())
            } else {
                Err(fault::damaged(&self.dir, &format!("bad {}", bad.join(", "))))
            }
        })
    }

    fn guard<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        fault::guard(&self.dir, work)
    }

    fn fault(&self, error: std::io::Error) -> Error {
        fault::reading_io(&self.dir, error)
    }

    /// The segment of a record and its number in it.
    fn locate(&self, record: RecordNo) -> Result<(&Segment, DocId), Error> {
        let at = self.segments.partition_point(|segment| segment.base <= record.0).checked_sub(1);
        at.and_then(|at| self.segments.get(at))
            .map(|segment| (segment, record.0 - segment.base))
            .filter(|&(segment, doc)| segment.has(doc))
            .ok_or_else(|| {
                Error::Request(format!("there is no record number {} in {:?}", record.0, self.dir))
            })
    }

    fn stored(&self, record: RecordNo, field: tantivy::schema::Field) -> Result<Vec<u8>, Error> {
        self.guard(|| {
            let (segment, doc) = self.locate(record)?;
            let bytes = segment.stored(doc, field).map_err(|error| fault::reading(&self.dir, error))?;
            bytes.ok_or_else(|| fault::damaged(&self.dir, "a record lacks a stored field"))
        })
    }

    /// Runs a question with buffers of its own, which are kept for the next.
    fn ask(&self, question: impl FnOnce(&mut Scratch) -> std::io::Result<()>) -> Result<(), Error> {
        let pool = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = pool().pop().unwrap_or_default();
        self.guard(|| question(&mut scratch).map_err(|error| self.fault(error)))?;
        pool().push(scratch);
        Ok(())
    }

    /// The keys that are looked at, rarest first, of those that [`Search::containing`] is asked about.
    fn rarest(&self, bag: &[u64], want: Containment) -> std::io::Result<Vec<(u32, u64)>> {
        let limit = want.max_record_freq.saturating_add(1);
        let mut keys = Vec::with_capacity(bag.len());
        for &key in bag {
            let freq = self.freq(key, limit)?;
            if 0 < freq && freq <= want.max_record_freq {
                keys.push((freq, key));
            }
        }
        keys.sort_unstable();
        keys.truncate(want.rarest);
        Ok(keys)
    }

    fn freq(&self, key: u64, at_most: u32) -> std::io::Result<u32> {
        let mut freq = 0;
        for segment in &self.segments {
            if freq == at_most {
                break;
            }
            if let Some(list) = segment.list(key)? {
                freq += segment.freq(&list, at_most - freq)?;
            }
        }
        Ok(freq)
    }

    fn find_lists(
        segment: &Segment,
        keys: impl Iterator<Item = u64>,
        scratch: &mut Scratch,
    ) -> std::io::Result<()> {
        scratch.lists.clear();
        for key in keys {
            scratch.lists.extend(segment.list(key)?);
        }
        Ok(())
    }
}

impl Search for DiskIndex {
    fn record_count(&self) -> u32 {
        self.searcher.num_docs() as u32
    }

    fn unit_count(&self) -> u64 {
        self.segments.iter().map(Segment::unit_count).sum()
    }

    fn record_freq(&self, key: u64, at_most: u32) -> Result<u32, Error> {
        self.guard(|| self.freq(key, at_most).map_err(|error| self.fault(error)))
    }

    fn resembling(&self, bag: &[u64], min: Ratio, out: &mut Vec<Hit>) -> Result<(), Error> {
        let (shortest, longest) = min.sizes(bag.len());
        let least = |size: u32| {
            let size = size as usize;
            (shortest <= size && size <= longest).then(|| min.least_overlap(bag.len(), size) as u32)
        };
        let reach = Reach { keys: bag.len(), whole: min.prefix(bag.len()) };
        self.ask(|scratch| {
            for segment in &self.segments {
                DiskIndex::find_lists(segment, bag.iter().copied(), scratch)?;
                gather(segment, scratch, reach, least, out)?;
            }
            Ok(())
        })
    }

    fn containing(&self, bag: &[u64], want: Containment, out: &mut Vec<Hit>) -> Result<(), Error> {
        let least = want.least.max(1);
        self.ask(|scratch| {
            let keys = self.rarest(bag, want)?;
            let Some(spare) = keys.len().checked_sub(least) else { return Ok(()) };
            let reach = Reach { keys: keys.len(), whole: spare + 1 };
            for segment in &self.segments {
                DiskIndex::find_lists(segment, keys.iter().map(|&(_, key)| key), scratch)?;
                gather(segment, scratch, reach, |_| Some(least as u32), out)?;
            }
            Ok(())
        })
    }

    fn places(&self, term: u64, at_most: u32, out: &mut Vec<Place>) -> Result<u32, Error> {
        let (before, mut count) = (out.len(), 0);
        self.ask(|scratch| {
            for segment in &self.segments {
                count += segment.places(term, at_most - count, &mut scratch.positions, out)?;
                if count > at_most {
                    out.truncate(before);
                    count = at_most.saturating_add(1);
                    break;
                }
            }
            Ok(())
        })?;
        Ok(count)
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
            id.ok_or_else(|| fault::damaged(&self.dir, "a record lacks its id"))
        })
    }

    fn stamp(&self, record: RecordNo) -> Result<u64, Error> {
        self.guard(|| {
            let (segment, doc) = self.locate(record)?;
            segment.stamp(doc).ok_or_else(|| fault::damaged(&self.dir, "a record lacks its stamp"))
        })
    }

    fn payload(&self, record: RecordNo) -> Result<Vec<u8>, Error> {
        self.stored(record, self.fields.payload)
    }
}

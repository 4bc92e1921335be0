//! An index on disk: opened as of its last commit, and verified.
//!
//! In: a folder. Out: a [`DiskIndex`], or what is wrong with the folder. What it is asked stands in [`search`](super::search).

use std::path::{Path, PathBuf};

use tantivy::directory::ManagedDirectory;
use tantivy::{DocId, Index, ReloadPolicy, Searcher};

use super::checked::{self, Checked, Stage};
use super::contents::Contents;
use super::fault::{self, OrFault};
use super::folder::Folder;
use super::header::Header;
use super::lock::WriterLock;
use super::manifest::{self, Manifest};
use super::schema::{Fields, schema};
use super::segment::Segment;
use crate::{Error, RecordNo, Search};

/// So many commits are opened in turn, when each is gone before all of it was opened.
const MAX_TRIES: usize = 100;

/// An index on disk as it was when it was opened: commits and removals after that do not show, and do not disturb.
pub struct DiskIndex {
    pub(super) dir: PathBuf,
    manifest: Manifest,
    index: Index,
    /// Keeps the files of its segments.
    _searcher: Searcher,
    pub(super) fields: Fields,
    pub(super) segments: Vec<Segment>,
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
        DiskIndex::open_made_with(dir, Some(header))
    }

    /// As [`DiskIndex::open`], with the facts that it was made with, whatever they are.
    ///
    /// # Errors
    /// As [`DiskIndex::open`], except that no facts are foreign.
    pub fn open_as_is(dir: &Path) -> Result<DiskIndex, Error> {
        DiskIndex::open_made_with(dir, None)
    }

    /// As [`DiskIndex::open_as_is`], and compares all that is stored with its checksums ([`DiskIndex::verify`]).
    ///
    /// # Errors
    /// As [`DiskIndex::open_as_is`], but [`Error::Damaged`] in place of [`Error::Suspect`].
    pub fn open_verified(dir: &Path) -> Result<DiskIndex, Error> {
        match DiskIndex::open_whole(dir) {
            Err(Error::Suspect { why, .. }) => {
                let bad = fault::guard(dir, || Ok(bad_files(dir, Manifest::read(dir)?)));
                Err(fault::damaged(dir, bad.ok().flatten().as_deref().unwrap_or(&why)))
            }
            opened => opened,
        }
    }

    fn open_whole(dir: &Path) -> Result<DiskIndex, Error> {
        let index = DiskIndex::open_as_is(dir)?;
        index.verify()?;
        Ok(index)
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
        Ok(Contents::of(dir)?.foreign())
    }

    /// Opens the index, and compares its facts with those of a header if there is one.
    fn open_made_with(dir: &Path, header: Option<&Header>) -> Result<DiskIndex, Error> {
        let mut manifest = Manifest::read(dir)?;
        for _ in 0..MAX_TRIES {
            if let Some(header) = header {
                header.check(&manifest.header, dir)?;
            }
            let opened = DiskIndex::at(dir, manifest.clone());
            if opened.is_ok() {
                return opened;
            }
            // Files that go when there is a new commit are no damage: that commit is opened.
            let now = Manifest::read(dir)?;
            if now == manifest {
                return opened;
            }
            manifest = now;
        }
        Err(Error::Locked(format!("the index {dir:?} is changing all the time: try again later")))
    }

    /// The index as this manifest has it.
    fn at(dir: &Path, manifest: Manifest) -> Result<DiskIndex, Error> {
        fault::guard(dir, || {
            let folder = Folder::open(dir, &manifest.generation).reading(dir)?;
            let checked = Checked::new(Box::new(folder), manifest, Stage::Reading);
            let index = Index::open(checked.clone()).reading(dir)?;
            let index = DiskIndex::load(dir, index, &checked)?;
            // The engine does without some files where they are missing.
            checked.check_files().reading(dir)?;
            Ok(index)
        })
    }

    /// The last commit of an index that is open already.
    pub(super) fn load(dir: &Path, index: Index, checked: &Checked) -> Result<DiskIndex, Error> {
        let manifest = checked.manifest();
        let (expected, fields) = schema();
        if index.schema() != expected {
            let why = format!("{} describes other fields than an index has", manifest::FILE);
            return Err(fault::suspect(dir, &why));
        }
        // These are small, and a writer that changes one writes it anew, under a new checksum.
        let deletions = manifest.files.keys().filter(|name| name.ends_with(".del"));
        if let Some(bad) = bad(index.directory(), deletions) {
            return Err(fault::suspect(dir, &bad));
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()
            .reading(dir)?;
        let searcher = reader.searcher();
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        let mut base = 0_u32;
        for reader in searcher.segment_readers() {
            let segment = Segment::open(reader, &fields, base).reading(dir)?;
            let Some(end) = base.checked_add(segment.max_doc()) else {
                return Err(fault::suspect(dir, "it holds 2^32 sentences or more"));
            };
            base = end;
            segments.push(segment);
        }
        Ok(DiskIndex { dir: dir.to_owned(), manifest, index, _searcher: searcher, fields, segments })
    }

    /// The folder of its files, inside that of the index. A rebuild writes them to another one.
    pub fn generation_dir(&self) -> PathBuf {
        self.dir.join(&self.manifest.generation)
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
                for (id, first) in segment.ids().reading(&self.dir)? {
                    records.push((id, RecordNo(segment.base + first)));
                }
            }
            records.sort_unstable();
            Ok(records)
        })
    }

    /// The bytes of its files as of the commit that it was opened at.
    pub fn size_bytes(&self) -> u64 {
        let files: u64 = self.manifest.files.values().map(|sum| sum.bytes).sum();
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

    /// Whether a record of this id is there. Looks into every part of the index, as the engine does when the id is deleted:
    /// that happens in a thread whose panic would end the process.
    pub(super) fn holds(&self, id: &str) -> Result<bool, Error> {
        self.guard(|| {
            let mut found = false;
            for segment in &self.segments {
                found |= segment.find(id).reading(&self.dir)?.is_some();
            }
            Ok(found)
        })
    }

    pub(super) fn guard<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        fault::guard(&self.dir, work)
    }

    /// The segment of a record and its number in it.
    pub(super) fn locate(&self, record: RecordNo) -> Result<(&Segment, DocId), Error> {
        let behind = self.segments.partition_point(|segment| segment.base <= record.0);
        if let Some(segment) = self.segments[..behind].last() {
            let first = record.0 - segment.base;
            if segment.has(first) && segment.sentences_around(first).start == first {
                return Ok((segment, first));
            }
        }
        Err(Error::Request(format!("there is no record number {} in {:?}", record.0, self.dir)))
    }

    /// Reads a value of a record, by its segment and its number there. `what` is the value that every record has.
    pub(super) fn read<T>(
        &self,
        record: RecordNo,
        what: &str,
        read: impl FnOnce(&Segment, DocId) -> tantivy::Result<Option<T>>,
    ) -> Result<T, Error> {
        self.guard(|| {
            let (segment, first) = self.locate(record)?;
            match read(segment, first).reading(&self.dir)? {
                Some(value) => Ok(value),
                None => Err(fault::suspect(&self.dir, &format!("a record lacks {what}"))),
            }
        })
    }
}

/// Which files of an index that does not open differ from their checksums.
fn bad_files(dir: &Path, manifest: Manifest) -> Option<String> {
    let folder = Folder::open(dir, &manifest.generation).ok()?;
    let checked = Checked::new(Box::new(folder), manifest.clone(), Stage::Reading);
    bad(&ManagedDirectory::wrap(Box::new(checked)).ok()?, manifest.files.keys())
}

/// Which of these files differ from their checksums.
fn bad<'n>(directory: &ManagedDirectory, names: impl Iterator<Item = &'n String>) -> Option<String> {
    let mut bad: Vec<&str> = vec![];
    for name in names {
        if !checked::is_whole(directory, name) {
            bad.push(name);
        }
    }
    if bad.is_empty() { None } else { Some(format!("bad {}", bad.join(", "))) }
}

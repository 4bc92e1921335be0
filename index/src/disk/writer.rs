//! Adding, replacing and removing records.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tantivy::indexer::IndexWriterOptions;
use tantivy::{Directory, Index, IndexWriter, TantivyError, Term};

use super::checked::{Checked, Stage};
use super::contents::Contents;
use super::deletion::{Deletion, Given};
use super::fault;
use super::folder::Folder;
use super::header::Header;
use super::lock::WriterLock;
use super::manifest::Manifest;
use super::merging::{Bad, WholeOnly, fit_in_one};
use super::reader::DiskIndex;
use super::schema::{Fields, schema, settings};
use super::segment_writer::SegmentWriter;
use crate::{Error, Record};

/// The most bytes an id may have; the engine's terms end at 65,530.
const MAX_ID_BYTES: usize = 65_000;

/// The most keys or terms a record may have, and the most units.
const MAX_KEYS: usize = 1 << 25;

/// The most bytes a payload may have; the engine's blocks are addressed with 32 bits.
const MAX_PAYLOAD_BYTES: usize = 1 << 30;

/// The least memory of the engine's writer.
const LEAST_MEMORY: usize = 15_000_000;
const MOST_MEMORY: usize = 2_000_000_000;

/// How much a [`Writer`] may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriterOptions {
    /// Bytes for the keys and terms that wait to be sorted and for sorting them, 15 million to 2 billion; others are taken
    /// as the nearest of these. What does not fit waits in files without names beside the index. Compressing payloads,
    /// columns, and merges come on top.
    pub memory_bytes: usize,
}

impl Default for WriterOptions {
    /// 200 million bytes.
    fn default() -> WriterOptions {
        WriterOptions { memory_bytes: 200_000_000 }
    }
}

/// The one writer of an index. Nothing that it was given shows, or survives, before [`Writer::commit`] returns; then all
/// of it does. Dropping it drops what was not committed, and an index that it made and that never had a commit.
///
/// ```
/// use ibid_index::{Bags, DiskIndex, Error, Header, Ratio, Record, Search, Writer};
///
/// # let folder = tempfile::tempdir().expect("a folder for files that go away again");
/// # let dir = folder.path();
/// let header = Header::new([("splitter", "1")]);
/// let mut bags = Bags::new();
/// bags.push(&mut vec![1, 2, 3, 4]);
/// bags.push(&mut vec![7, 8]);
///
/// let mut writer = Writer::open(dir, &header)?;
/// writer.put(Record { id: "a.txt".to_owned(), bags: bags.into(), ..Record::default() })?;
/// writer.finish()?;
///
/// let index = DiskIndex::open(dir, &header)?;
/// let mut hits = Vec::new();
/// let min = Ratio::new(3, 5).expect("3/5 is a ratio");
/// index.resembling(&[1, 2, 3, 9], min, &mut hits)?;
/// assert_eq!((hits[0].unit, hits[0].overlap, hits[0].size), (0, 3, 4));
/// assert_eq!(index.id(hits[0].record)?, "a.txt");
/// # Ok::<(), Error>(())
/// ```
pub struct Writer {
    dir: PathBuf,
    options: WriterOptions,
    checked: Checked,
    index: Index,
    fields: Fields,
    /// `None` after a failure: the engine may have taken a part of what was put since the last commit.
    engine: Option<IndexWriter>,
    /// The segment of the records that were put last, if there are any.
    open: Option<SegmentWriter>,
    /// The segments that the engine was given.
    given: Given,
    /// Ids that were put or removed since the last commit.
    pending: HashMap<String, Pending>,
    /// What is committed, once it was asked for.
    committed: Option<DiskIndex>,
    /// What to undo if there is never a commit.
    made: Option<Made>,
    /// What was found damaged and is not merged.
    bad: Bad,
    // The last field, so that it is dropped last.
    _lock: WriterLock,
}

/// The last change of an id since the last commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    /// Its record is in the segment that has this number among those that the engine is given.
    Put(usize),
    Removed,
}

/// What is made for a new index before its first commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    Files,
    FolderAndFiles,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("dir", &self.dir).finish_non_exhaustive()
    }
}

impl Writer {
    /// Opens the index in `dir` for writing, with the default options. Makes the folder if `dir` does not exist, and with
    /// the first commit an index in it, if it was empty.
    ///
    /// # Errors
    /// [`Error::Locked`] names the process that has it open for writing; [`Error::Occupied`] names what else lies in a
    /// folder without an index; the others are those of [`DiskIndex::open`].
    pub fn open(dir: &Path, header: &Header) -> Result<Writer, Error> {
        Writer::open_with(dir, header, WriterOptions::default())
    }

    /// As [`Writer::open`], with other options.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn open_with(dir: &Path, header: &Header, options: WriterOptions) -> Result<Writer, Error> {
        stored(dir, header)?;
        let made = if dir.exists() { Made::Files } else { Made::FolderAndFiles };
        let lock = WriterLock::take(dir, "index")?;
        // Once more: another writer may have made the index before the lock was taken.
        match stored(dir, header)? {
            Some(manifest) => Writer::open_locked(dir, manifest, lock, options),
            None => Writer::make(dir, header, made, lock, options),
        }
    }

    /// Opens an index that is there for writing, with the facts that it was made with.
    ///
    /// # Errors
    /// As [`Writer::open`]; [`Error::NotIndex`] if there is none.
    pub fn open_as_is(dir: &Path) -> Result<Writer, Error> {
        let lock = DiskIndex::lock(dir)?;
        Writer::open_locked(dir, Manifest::read(dir)?, lock, WriterOptions::default())
    }

    fn make(
        dir: &Path,
        header: &Header,
        made: Made,
        lock: WriterLock,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        Contents::of(dir)?.delete_uncommitted(dir)?;
        fault::guard(dir, || {
            let manifest = Manifest::new(header.clone());
            let checked = Checked::new(Box::new(open_folder(dir)?), manifest, Stage::Making);
            let index = Index::create(checked.clone(), schema().0, settings())
                .map_err(|error| fault::writing(dir, &error))?;
            let mut writer = Writer::start(dir, checked, index, lock, options)?;
            writer.made = Some(made);
            Ok(writer)
        })
    }

    fn open_locked(
        dir: &Path,
        manifest: Manifest,
        lock: WriterLock,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        fault::guard(dir, || Writer::open_in(Box::new(open_folder(dir)?), manifest, lock, dir, options))
    }

    /// The part that a test runs on a directory of its own.
    pub(super) fn open_in(
        directory: Box<dyn Directory>,
        manifest: Manifest,
        lock: WriterLock,
        dir: &Path,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        Contents::of(dir)?.delete_temporary(dir);
        let checked = Checked::new(directory, manifest, Stage::Writing);
        let index = Index::open(checked.clone()).map_err(|error| fault::reading(dir, &error))?;
        let writer = Writer::start(dir, checked, index, lock, options)?;
        // What a writer that was ended left behind. If the system refuses, the next commit tries again.
        if let Some(engine) = &writer.engine {
            let _ = engine.garbage_collect_files().wait();
        }
        Ok(writer)
    }

    fn start(
        dir: &Path,
        checked: Checked,
        index: Index,
        lock: WriterLock,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        let committed = DiskIndex::load(dir, index.clone(), &checked)?;
        checked.check_files().map_err(|error| fault::reading(dir, &error.into()))?;
        let bad = Bad::default();
        let engine = start(&index, &bad).map_err(|error| fault::writing(dir, &error))?;
        Ok(Writer {
            dir: dir.to_owned(),
            options,
            checked,
            index,
            fields: schema().1,
            engine: Some(engine),
            open: None,
            given: Given::default(),
            pending: HashMap::new(),
            committed: Some(committed),
            made: None,
            bad,
            _lock: lock,
        })
    }

    /// The records of the last commit.
    ///
    /// # Errors
    /// As [`DiskIndex::open`].
    pub fn committed(&self) -> Result<DiskIndex, Error> {
        // A merge in the background may end meanwhile and take away what was merged: then there is another description.
        loop {
            let before = self.checked.manifest();
            let loaded = DiskIndex::load(&self.dir, self.index.clone(), &self.checked);
            if loaded.is_ok() || self.checked.manifest() == before {
                return loaded;
            }
        }
    }

    /// Adds a record, or replaces the one with its id. Says whether there was one. Of two with one id the later stays.
    ///
    /// # Errors
    /// [`Error::Request`] for an id or a record out of bounds, which changes nothing; [`Error::Io`] if what was put
    /// before could not be written: then the writer is of no more use.
    pub fn put(&mut self, record: Record) -> Result<bool, Error> {
        check(&record)?;
        let replaces = self.holds(&record.id)?;
        if replaces {
            self.delete(&record.id)?;
        }
        if self.open.as_ref().is_some_and(|open| !open.has_room(record.bags.len().max(record.terms.len()))) {
            self.end_segment()?;
        }
        self.pending.insert(record.id.clone(), Pending::Put(self.given.len()));
        let put = self.open_segment().and_then(|segment| segment.put(record));
        put.map_err(|error| self.fail(error))?;
        Ok(replaces)
    }

    /// Removes the record with this id. Says whether there was one.
    ///
    /// # Errors
    /// [`Error::Io`] if the index cannot be read, or writing failed before.
    pub fn remove(&mut self, id: &str) -> Result<bool, Error> {
        let there = self.holds(id)?;
        if there {
            self.delete(id)?;
            self.pending.insert(id.to_owned(), Pending::Removed);
        }
        Ok(there)
    }

    /// Deletes the record with this id. The engine deletes in segments that it has, so one that is being written and has
    /// the record is ended.
    fn delete(&mut self, id: &str) -> Result<(), Error> {
        if self.open.is_some() && self.pending.get(id) == Some(&Pending::Put(self.given.len())) {
            self.end_segment()?;
        }
        let deletion = Deletion::new(Term::from_field_text(self.fields.id, id), &self.given);
        let deleted = self.engine()?.delete_query(Box::new(deletion));
        deleted.map(drop).map_err(|error| self.fail(error))
    }

    /// Returns the segment that is being written, a new one if there is none.
    fn open_segment(&mut self) -> tantivy::Result<&mut SegmentWriter> {
        match &mut self.open {
            Some(open) => Ok(open),
            none => {
                let memory = self.options.memory_bytes.clamp(LEAST_MEMORY, MOST_MEMORY);
                Ok(none.insert(SegmentWriter::new(&self.index, &self.dir, memory)?))
            }
        }
    }

    /// Ends the segment that is being written, and gives it to the engine.
    fn end_segment(&mut self) -> Result<(), Error> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let ended = open.finish().and_then(|segment| {
            self.given.push(segment.id());
            self.engine.as_ref().map_or(Ok(()), |engine| engine.add_segment(segment))
        });
        ended.map_err(|error| self.fail(error))
    }

    /// Makes everything since the last commit durable and visible to readers that open the index from now on.
    ///
    /// # Errors
    /// [`Error::Io`] if it could not be written. Then the index is as it was after the last commit, and the writer is
    /// of no more use.
    pub fn commit(&mut self) -> Result<(), Error> {
        if self.engine.is_some() && self.pending.is_empty() && self.made.is_none() {
            return Ok(());
        }
        self.end_segment()?;
        let engine = self.engine.as_mut().ok_or_else(|| spent(&self.dir))?;
        self.checked.begin_writing();
        if let Err(error) = engine.commit() {
            return Err(self.fail(error));
        }
        self.made = None;
        self.pending.clear();
        self.committed = None;
        Ok(())
    }

    /// Commits, and waits until merges of small parts that a commit has started are done. Dropping the writer waits for
    /// them too, but tells no error.
    ///
    /// # Errors
    /// As [`Writer::commit`]; [`Error::Damaged`] names the files of parts that were to be merged, and are as they were,
    /// because a checksum is wrong. What was put is committed then.
    pub fn finish(mut self) -> Result<(), Error> {
        self.commit()?;
        self.end_merges()
    }

    /// Commits, and merges all segments into one, without what was removed. Rewrites the whole index, unless it has more
    /// than 2^30 sentences: that stays in segments.
    ///
    /// # Errors
    /// As [`Writer::finish`].
    pub fn compact(&mut self) -> Result<(), Error> {
        self.commit()?;
        self.committed = None;
        self.end_merges()?;
        let failed = |error: TantivyError| fault::writing(&self.dir, &error);
        let mut engine = start(&self.index, &self.bad).map_err(failed)?;
        let metas = self.index.searchable_segment_metas().map_err(failed)?;
        let is_compact = metas.len() < 2 && metas.iter().all(|meta| !meta.has_deletes());
        if !is_compact {
            for meta in &metas {
                self.bad.check(&self.index, meta);
            }
            self.check_whole()?;
        }
        let fit = fit_in_one(&metas);
        let ids: Vec<_> = metas.iter().map(|meta| meta.id()).collect();
        // The engine keeps the files of a segment as long as somebody holds its description.
        drop(metas);
        if !is_compact && fit {
            engine.merge(&ids).wait().map_err(failed)?;
            engine.garbage_collect_files().wait().map_err(failed)?;
        }
        self.engine = Some(engine);
        Ok(())
    }

    fn end_merges(&mut self) -> Result<(), Error> {
        if let Some(engine) = self.engine.take() {
            engine.wait_merging_threads().map_err(|error| fault::writing(&self.dir, &error))?;
        }
        self.check_whole()
    }

    fn check_whole(&self) -> Result<(), Error> {
        match self.bad.names() {
            Some(names) => Err(fault::damaged(&self.dir, &format!("bad {names}"))),
            None => Ok(()),
        }
    }

    /// Whether a record is there, counting what is not committed yet.
    fn holds(&mut self, id: &str) -> Result<bool, Error> {
        if self.engine.is_none() {
            return Err(spent(&self.dir));
        }
        if let Some(put) = self.pending.get(id) {
            return Ok(*put != Pending::Removed);
        }
        let committed = match self.committed.take() {
            Some(committed) => committed,
            None => self.committed()?,
        };
        let there = committed.holds(id)?;
        self.committed = Some(committed);
        Ok(there)
    }

    fn engine(&self) -> Result<&IndexWriter, Error> {
        self.engine.as_ref().ok_or_else(|| spent(&self.dir))
    }

    /// Gives the engine up. Its queue only says that a thread has ended; the thread's own word is the cause.
    fn fail(&mut self, error: TantivyError) -> Error {
        let mut cause = error;
        if let (Some(engine), TantivyError::ErrorInThread(_)) = (&mut self.engine, &cause)
            && let Err(error) = engine.prepare_commit().map(drop)
        {
            cause = error;
        }
        self.stop();
        fault::writing(&self.dir, &cause)
    }

    /// Waits for the engine's threads, so that none of them writes to the folder after the lock is given back.
    fn stop(&mut self) {
        self.open = None;
        if let Some(engine) = self.engine.take() {
            // It only repeats that a thread has failed; nothing that was committed depends on it.
            let _ = engine.wait_merging_threads();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.stop();
        let delete = match self.made {
            Some(Made::FolderAndFiles) => Contents::delete,
            Some(Made::Files) => Contents::delete_files,
            None => return,
        };
        // What stays is no index, and the next writer deletes it.
        let _ = Contents::of(&self.dir).and_then(|contents| delete(&contents, &self.dir));
    }
}

fn start(index: &Index, bad: &Bad) -> tantivy::Result<IndexWriter> {
    let engine_options = IndexWriterOptions::builder()
        // It gets segments and no documents.
        .num_worker_threads(1)
        .memory_budget_per_thread(LEAST_MEMORY)
        .num_merge_threads(1)
        .build();
    let engine = index.writer_with_options(engine_options)?;
    engine.set_merge_policy(Box::new(WholeOnly::new(index, bad)));
    Ok(engine)
}

fn open_folder(dir: &Path) -> Result<Folder, Error> {
    Folder::open(dir).map_err(|error| fault::writing(dir, &error.into()))
}

fn check(record: &Record) -> Result<(), Error> {
    let limit = |what: &str, value: usize, most: usize| {
        if value <= most {
            return Ok(());
        }
        let start: String = record.id.chars().take(100).collect();
        Err(Error::Request(format!(
            "the record {start:?} has {value} {what}, and the most is {most}: split it"
        )))
    };
    if record.id.is_empty() {
        return Err(Error::Request("a record needs an id that is not empty".to_owned()));
    }
    limit("bytes of id", record.id.len(), MAX_ID_BYTES)?;
    limit("keys", record.bags.key_count(), MAX_KEYS)?;
    limit("units", record.bags.len(), MAX_KEYS)?;
    limit("terms", record.terms.key_count(), MAX_KEYS)?;
    limit("units with terms", record.terms.len(), MAX_KEYS)?;
    limit("bytes of payload", record.payload.len(), MAX_PAYLOAD_BYTES)
}

fn spent(dir: &Path) -> Error {
    Error::Request(format!("the writer of {dir:?} has failed before: open the index again"))
}

/// The manifest of the index in `dir`, if there is one, and none where an index may be made.
fn stored(dir: &Path, header: &Header) -> Result<Option<Manifest>, Error> {
    match Manifest::read(dir) {
        Ok(manifest) => {
            header.check(&manifest.header, dir)?;
            Ok(Some(manifest))
        }
        Err(Error::NotIndex(why)) if dir.exists() => {
            if !dir.is_dir() {
                return Err(Error::NotIndex(why));
            }
            match Contents::of(dir)?.foreign(dir).first() {
                None => Ok(None),
                Some(other) => Err(Error::Occupied(format!(
                    "{dir:?} is not an index, and none is made where other files are, such as {other:?}: name a folder \
                     that is empty or not there yet"
                ))),
            }
        }
        Err(Error::NotIndex(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

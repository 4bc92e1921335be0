//! Adding, replacing and removing records.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use tantivy::indexer::IndexWriterOptions;
use tantivy::{Index, IndexWriter, TantivyError, Term};

use super::checked::Checked;
use super::contents::delete_stale;
use super::deletion::{Deletion, Given};
use super::fault::{self, OrFault};
use super::lock::{self, WriterLock};
use super::merging::{Bad, WholeOnly, fit_in_one};
use super::reader::DiskIndex;
use super::schema::{Fields, schema};
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
    /// The files to delete if there is never a commit.
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

/// An index that a writer is to be started for.
pub(super) struct Opened {
    pub(super) dir: PathBuf,
    pub(super) options: WriterOptions,
    pub(super) checked: Checked,
    pub(super) index: Index,
    /// What was made for it, and is deleted if there is never a commit.
    pub(super) made: Option<Made>,
    pub(super) lock: WriterLock,
}

/// What is made before a first commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// A generation of an index that has another one.
    Generation,
    /// An index in a folder that was there.
    Index,
    /// An index with its folder.
    Folder,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("dir", &self.dir).finish_non_exhaustive()
    }
}

impl Writer {
    /// Starts the engine over an index that was opened or made.
    pub(super) fn start(opened: Opened) -> Result<Writer, Error> {
        let Opened { dir, options, checked, index, made, lock } = opened;
        let committed = DiskIndex::load(&dir, index.clone(), &checked)?;
        checked.check_files().reading(&dir)?;
        let bad = Bad::default();
        let engine = start_engine(&index, &bad).writing(&dir)?;
        Ok(Writer {
            dir,
            options,
            checked,
            index,
            fields: schema().1,
            engine: Some(engine),
            open: None,
            given: Given::default(),
            pending: HashMap::new(),
            committed: Some(committed),
            made,
            bad,
            _lock: lock,
        })
    }

    /// Deletes the files of the engine that are of no commit. What the system refuses to delete, the next commit tries
    /// again.
    pub(super) fn collect_garbage(&self) {
        if let Some(engine) = &self.engine {
            let _ = engine.garbage_collect_files().wait();
        }
    }

    /// The records of the last commit. Those of an index that is made anew are not among them.
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
        if let Some(open) = &self.open
            && !open.has_room(record.bags.len().max(record.terms.len()))
        {
            self.end_segment()?;
        }
        self.pending.insert(record.id.clone(), Pending::Put(self.given.len()));
        let put = match self.open_segment() {
            Ok(segment) => segment.put(record),
            Err(error) => Err(error),
        };
        self.or_fail(put)?;
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
        self.or_fail(deleted)?;
        Ok(())
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
        let segment = self.or_fail(open.finish())?;
        self.given.push(segment.id());
        let Some(engine) = &self.engine else { return Ok(()) };
        let added = engine.add_segment(segment);
        self.or_fail(added)
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
        let Some(engine) = &mut self.engine else { return Err(spent(&self.dir)) };
        self.checked.begin_writing();
        let committed = engine.commit();
        self.or_fail(committed)?;
        if self.made.take() == Some(Made::Generation) {
            delete_stale(&self.dir);
        }
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
        let mut engine = start_engine(&self.index, &self.bad).writing(&self.dir)?;
        let metas = self.index.searchable_segment_metas().writing(&self.dir)?;
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
            engine.merge(&ids).wait().writing(&self.dir)?;
            engine.garbage_collect_files().wait().writing(&self.dir)?;
        }
        self.engine = Some(engine);
        Ok(())
    }

    fn end_merges(&mut self) -> Result<(), Error> {
        if let Some(engine) = self.engine.take() {
            engine.wait_merging_threads().writing(&self.dir)?;
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
        match &self.engine {
            Some(engine) => Ok(engine),
            None => Err(spent(&self.dir)),
        }
    }

    /// Gives the engine up if something failed.
    fn or_fail<T>(&mut self, done: tantivy::Result<T>) -> Result<T, Error> {
        done.map_err(|error| self.fail(error))
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
        let Some(made) = self.made else { return };
        // What stays is deleted by the next writer.
        delete_stale(&self.dir);
        if made != Made::Generation {
            let _ = fs::remove_file(self.dir.join(lock::FILE));
        }
        if made == Made::Folder {
            let _ = fs::remove_dir(&self.dir);
        }
    }
}

fn start_engine(index: &Index, bad: &Bad) -> tantivy::Result<IndexWriter> {
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

fn check(record: &Record) -> Result<(), Error> {
    if record.id.is_empty() {
        return Err(Error::Request("a record needs an id that is not empty".to_owned()));
    }
    for (what, value, most) in [
        ("bytes of id", record.id.len(), MAX_ID_BYTES),
        ("keys", record.bags.key_count(), MAX_KEYS),
        ("units", record.bags.len(), MAX_KEYS),
        ("terms", record.terms.key_count(), MAX_KEYS),
        ("units with terms", record.terms.len(), MAX_KEYS),
        ("bytes of payload", record.payload.len(), MAX_PAYLOAD_BYTES),
    ] {
        if value > most {
            let start: String = record.id.chars().take(100).collect();
            return Err(Error::Request(format!(
                "the record {start:?} has {value} {what}, and the most is {most}: split it"
            )));
        }
    }
    Ok(())
}

fn spent(dir: &Path) -> Error {
    Error::Request(format!("the writer of {dir:?} has failed before: open the index again"))
}

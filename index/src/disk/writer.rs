//! Adding, replacing and removing records.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use tantivy::directory::MmapDirectory;
use tantivy::directory::error::LockError;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{Directory, Index, IndexWriter, TantivyError, Term};

use super::checked::Checked;
use super::document::Doc;
use super::fault;
use super::header::{Header, sync_folder};
use super::inflight::Budget;
use super::lock::{self, WriterLock};
use super::reader::DiskIndex;
use super::schema::{Fields, register, schema, settings};
use crate::{Error, Record, Search};

/// The most bytes an id may have; the engine's terms end at 65,530.
const MAX_ID_BYTES: usize = 65_000;

/// The most keys a record may have: an indexing thread holds a whole record and needs about 70 bytes a key of the 4 GB
/// that it can address.
const MAX_KEYS: usize = 1 << 25;

/// The most bytes a payload may have; the engine's blocks are addressed with 32 bits.
const MAX_PAYLOAD_BYTES: usize = 1 << 30;

/// Segments with fewer records than this are merged as if they had so many. The engine's own value, 10,000, is meant for
/// small documents: it would merge all of a collection of long texts again with every eighth small commit.
const MIN_LAYER_RECORDS: u32 = 64;

/// So many segments of about one size are merged into one. A question looks each key up in each segment, which is quick;
/// a merge builds a dictionary again, which costs what adding its keys cost. The engine's own value is 8: with it, adding
/// 78 MB of novels took 33 s of processor time, merges included, and takes 22 s with this.
const MIN_MERGED: usize = 16;

/// A segment of whose records more than this share are deleted is rewritten.
const MAX_DELETED: f32 = 0.4;

/// How much a [`Writer`] may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriterOptions {
    /// Indexing threads, 1 to 8; others are taken as the nearest of these.
    pub threads: usize,
    /// Bytes that indexing threads gather before they write, all together; at least 15 million a thread. Sorting and
    /// writing these, the queue and merges come on top: expect up to twice as much.
    pub memory_bytes: usize,
}

impl Default for WriterOptions {
    /// Two threads, 200 million bytes.
    fn default() -> WriterOptions {
        WriterOptions { threads: 2, memory_bytes: 200_000_000 }
    }
}

/// The one writer of an index. Nothing that it was given shows, or survives, before [`Writer::commit`] returns; then all
/// of it does. Dropping it drops what was not committed.
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
/// writer.put(Record { id: "a.txt".to_owned(), bags, ..Record::default() })?;
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
    header: Header,
    options: WriterOptions,
    index: Index,
    fields: Fields,
    /// `None` after a failure: the engine may have taken a part of what was put since the last commit.
    engine: Option<IndexWriter<Doc>>,
    budget: std::sync::Arc<Budget>,
    /// Ids that were put (`true`) or removed (`false`) since the last commit.
    pending: HashMap<String, bool>,
    /// What is committed, once it was asked for.
    committed: Option<DiskIndex>,
    // The last field, so that it is dropped last.
    _lock: WriterLock,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("dir", &self.dir).finish_non_exhaustive()
    }
}

impl Writer {
    /// Opens the index in `dir` for writing, with the default options. Makes the folder and the index if `dir` does not
    /// exist or is empty.
    ///
    /// # Errors
    /// [`Error::Locked`] names the process that has it open for writing; the others are those of [`DiskIndex::open`].
    pub fn open(dir: &Path, header: &Header) -> Result<Writer, Error> {
        Writer::open_with(dir, header, WriterOptions::default())
    }

    /// As [`Writer::open`], with other options.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn open_with(dir: &Path, header: &Header, options: WriterOptions) -> Result<Writer, Error> {
        if !stored(dir, header)? {
            fs::create_dir_all(dir).map_err(|error| fault::io(format!("cannot make {dir:?}"), error))?;
        }
        let lock = WriterLock::take(dir, "index")?;
        // Once more: another writer may have made the index before the lock was taken.
        let exists = stored(dir, header)?;
        fault::guard(dir, || {
            let directory = MmapDirectory::open(dir).map_err(|error| fault::writing(dir, error.into()))?;
            let writer = Writer::open_in(Box::new(directory), lock, dir, header, options)?;
            // Last, so that a folder with a header is a whole index.
            if !exists {
                header.write(dir)?;
            }
            Ok(writer)
        })
    }

    /// The part that a test runs on a directory of its own.
    pub(super) fn open_in(
        directory: Box<dyn Directory>,
        lock: WriterLock,
        dir: &Path,
        header: &Header,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        remove_leftovers(dir);
        let directory = Checked(directory);
        let (schema, fields) = schema();
        let is_new = !Index::exists(&directory).map_err(|error| fault::reading(dir, error.into()))?;
        let mut index = if is_new {
            Index::create(directory, schema, settings()).map_err(|error| fault::writing(dir, error))?
        } else {
            Index::open(directory).map_err(|error| fault::reading(dir, error))?
        };
        register(&mut index);
        let committed = DiskIndex::load(dir, header.clone(), index.clone())?;
        let engine = start(&index, options).map_err(|error| fault::writing(dir, error))?;
        // What a writer that was ended left behind. If the system refuses, the next commit tries again.
        let _ = engine.garbage_collect_files().wait();
        Ok(Writer {
            dir: dir.to_owned(),
            header: header.clone(),
            options,
            index,
            fields,
            engine: Some(engine),
            budget: Budget::new((options.memory_bytes / 8).clamp(4 << 20, 64 << 20)),
            pending: HashMap::new(),
            committed: Some(committed),
            _lock: lock,
        })
    }

    /// Adds a record, or replaces the one with its id. Says whether there was one. Of two with one id the later stays.
    ///
    /// # Errors
    /// [`Error::Request`] for an id or a record out of bounds, which changes nothing; [`Error::Io`] if what was put
    /// before could not be written: then the writer is of no more use.
    pub fn put(&mut self, record: Record) -> Result<bool, Error> {
        check(&record)?;
        let replaces = self.holds(&record.id)?;
        let doc_id = record.id.clone();
        let doc = Doc::new(record, self.fields, &self.budget);
        let engine = self.engine()?;
        // A deletion is looked up in every segment at the commit, so none is made in vain.
        if replaces {
            engine.delete_term(Term::from_field_text(self.fields.id, &doc_id));
        }
        if let Err(error) = engine.add_document(doc) {
            return Err(self.fail(error));
        }
        self.pending.insert(doc_id, true);
        Ok(replaces)
    }

    /// Removes the record with this id. Says whether there was one.
    ///
    /// # Errors
    /// [`Error::Io`] if the index cannot be read, or writing failed before.
    pub fn remove(&mut self, id: &str) -> Result<bool, Error> {
        let there = self.holds(id)?;
        if there {
            self.engine()?.delete_term(Term::from_field_text(self.fields.id, id));
            self.pending.insert(id.to_owned(), false);
        }
        Ok(there)
    }

    /// Makes everything since the last commit durable and visible to readers that open the index from now on.
    ///
    /// # Errors
    /// [`Error::Io`] if it could not be written. Then the index is as it was after the last commit, and the writer is
    /// of no more use.
    pub fn commit(&mut self) -> Result<(), Error> {
        let engine = self.engine.as_mut().ok_or_else(|| spent(&self.dir))?;
        if self.pending.is_empty() {
            return Ok(());
        }
        if let Err(error) = engine.commit() {
            return Err(self.fail(error));
        }
        // The engine makes the new files last before it renames, but not the renaming.
        sync_folder(&self.dir).map_err(|error| fault::writing(&self.dir, TantivyError::from(error)))?;
        self.pending.clear();
        self.committed = None;
        Ok(())
    }

    /// Commits, and waits until merges of small parts that a commit has started are done. Dropping the writer waits for
    /// them too, but tells no error.
    ///
    /// # Errors
    /// As [`Writer::commit`].
    pub fn finish(mut self) -> Result<(), Error> {
        self.commit()?;
        match self.engine.take() {
            Some(engine) => engine.wait_merging_threads().map_err(|error| fault::writing(&self.dir, error)),
            None => Ok(()),
        }
    }

    /// Commits, and merges all parts into one, without what was removed. Rewrites the whole index.
    ///
    /// # Errors
    /// As [`Writer::commit`].
    pub fn compact(&mut self) -> Result<(), Error> {
        self.commit()?;
        self.committed = None;
        if let Some(engine) = self.engine.take() {
            engine.wait_merging_threads().map_err(|error| fault::writing(&self.dir, error))?;
        }
        let merge = || -> tantivy::Result<IndexWriter<Doc>> {
            let mut engine = start(&self.index, self.options)?;
            let metas = self.index.searchable_segment_metas()?;
            let is_compact = metas.len() < 2 && metas.iter().all(|meta| !meta.has_deletes());
            let ids: Vec<_> = metas.iter().map(|meta| meta.id()).collect();
            // The engine keeps the files of a segment as long as somebody holds its description.
            drop(metas);
            if !is_compact {
                engine.merge(&ids).wait()?;
                engine.garbage_collect_files().wait()?;
            }
            Ok(engine)
        };
        self.engine = Some(merge().map_err(|error| fault::writing(&self.dir, error))?);
        Ok(())
    }

    /// Whether a record is there, counting what is not committed yet.
    fn holds(&mut self, id: &str) -> Result<bool, Error> {
        if self.engine.is_none() {
            return Err(spent(&self.dir));
        }
        if let Some(&there) = self.pending.get(id) {
            return Ok(there);
        }
        let committed = match self.committed.take() {
            Some(committed) => committed,
            None => DiskIndex::load(&self.dir, self.header.clone(), self.index.clone())?,
        };
        let there = committed.find(id)?.is_some();
        self.committed = Some(committed);
        Ok(there)
    }

    fn engine(&self) -> Result<&IndexWriter<Doc>, Error> {
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
        fault::writing(&self.dir, cause)
    }

    /// Waits for the engine's threads, so that none of them writes to the folder after the lock is given back.
    fn stop(&mut self) {
        if let Some(engine) = self.engine.take() {
            // It only repeats that a thread has failed; nothing that was committed depends on it.
            let _ = engine.wait_merging_threads();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start(index: &Index, options: WriterOptions) -> tantivy::Result<IndexWriter<Doc>> {
    let threads = options.threads.clamp(1, 8);
    let engine_options = IndexWriterOptions::builder()
        .num_worker_threads(threads)
        .memory_budget_per_thread((options.memory_bytes / threads).clamp(15_000_000, 2_000_000_000))
        .num_merge_threads(1)
        .build();
    let is_busy = |engine: &Result<_, TantivyError>| {
        matches!(engine, Err(TantivyError::LockFailure(LockError::LockBusy, _)))
    };
    let engine = lock::patiently(
        || Ok::<_, TantivyError>(index.writer_with_options(engine_options.clone())),
        is_busy,
    )??;
    let mut merges = LogMergePolicy::default();
    merges.set_min_num_segments(MIN_MERGED);
    merges.set_min_layer_size(MIN_LAYER_RECORDS);
    merges.set_del_docs_ratio_before_merge(MAX_DELETED);
    engine.set_merge_policy(Box::new(merges));
    Ok(engine)
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

/// Whether `dir` is an index with the facts of `header` (true) or can become one.
fn stored(dir: &Path, header: &Header) -> Result<bool, Error> {
    match Header::read(dir) {
        Ok(stored) => header.check(&stored, dir).map(|()| true),
        Err(_) if can_become_index(dir)? => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether `dir` is missing, empty, or holds only what a writer leaves that was ended while it made a new index.
fn can_become_index(dir: &Path) -> Result<bool, Error> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => return Ok(false),
        Err(error) => return Err(fault::io(format!("cannot list {dir:?}"), error)),
    };
    for entry in entries {
        let name = entry.map_err(|error| fault::io(format!("cannot list {dir:?}"), error))?.file_name();
        let name = name.to_string_lossy();
        let known = [lock::FILE, "meta.json", ".managed.json"].contains(&&*name)
            || name.starts_with(".tantivy")
            || name.starts_with(".tmp");
        if !known {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deletes what stayed of files that were being replaced when a writer was ended. Only called with the lock held.
fn remove_leftovers(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(".tmp") {
            // One that cannot be deleted does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

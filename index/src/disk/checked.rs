//! The index as the engine sees it: its description inside the manifest, and files that are what was committed.
//!
//! The engine's description is read from the manifest as it was when the folder was opened, so that a reader sees one
//! commit whatever happens meanwhile, and written into it, with the sum of each file that it names. A file whose sum is
//! another is an error when it is opened. Each `.store` file is checked as it is opened and read, the others are passed on.
//!
//! Both the reader and the writer go through it, since merging reads stores too.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crc32fast::Hasher;
use serde_json::Value;
use tantivy::columnar::ColumnarReader;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::footer::Footer;
use tantivy::directory::{
    DirectoryLock, FileHandle, FileSlice, Lock, OwnedBytes, TerminatingWrite, WatchCallback, WatchHandle,
    WritePtr,
};
use tantivy::{Directory, HasLen};

use super::fault::Flaw;
use super::lists;
use super::manifest::{self, FileSum, Manifest};
use super::postings::Postings;
use super::sources::{self, Old, Sources};
use super::waiting::Waiting;
use super::{contents, sealed, store};
use crate::Record;

/// The name that the engine has for its description.
const DESCRIPTION: &str = "meta.json";

/// The engine's files of each part of an index, beside that of deletions.
const PARTS: [&str; 6] = ["term", "idx", "pos", "store", "fast", "fieldnorm"];

/// The file of a part that has its columns.
const COLUMNS: &str = "fast";

/// What has posting lists, which are files of ours beside the engine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The keys of the units' bags.
    Keys,
    /// What records are about.
    Terms,
}

impl Kind {
    pub(super) const ALL: [Kind; 2] = [Kind::Keys, Kind::Terms];

    /// The end of the names of its files.
    fn extension(self) -> &'static str {
        match self {
            Kind::Keys => "keys",
            Kind::Terms => "terms",
        }
    }

    /// The kind of posting lists that a file has, if it has any.
    fn of(path: &Path) -> Option<Kind> {
        let extension = path.extension()?;
        Kind::ALL.into_iter().find(|kind| extension == kind.extension())
    }

    /// The file of the part that another file belongs to, or that has this number.
    pub(super) fn file(self, part: &Path) -> PathBuf {
        part.with_extension(self.extension())
    }
}

/// The number that the engine ends each file with.
const LAST_NUMBER: u32 = 1337;

/// The last two numbers of a file, which say how long its end is.
const LAST_BYTES: usize = 8;

/// A directory with a manifest. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    inner: Box<dyn Directory>,
    state: Arc<Mutex<State>>,
    /// By the place of their kind in [`Kind::ALL`].
    waiting: Arc<[Mutex<Waiting>; 2]>,
}

#[derive(Debug)]
struct State {
    manifest: Manifest,
    stage: Stage,
}

/// What is done with the engine's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// They are read.
    Reading,
    /// They are written, and there is no commit yet: the manifest is kept in memory.
    Making,
    /// They are written.
    Writing,
}

impl Checked {
    pub(super) fn new(inner: Box<dyn Directory>, dir: &Path, manifest: Manifest, stage: Stage) -> Checked {
        let state = State { manifest, stage };
        Checked {
            inner,
            state: Arc::new(Mutex::new(state)),
            waiting: Arc::new(Kind::ALL.map(|_| Mutex::new(Waiting::new(dir)))),
        }
    }

    /// The manifest as of the last commit.
    pub(super) fn manifest(&self) -> Manifest {
        self.state().manifest.clone()
    }

    /// From now on the manifest is written.
    pub(super) fn begin_writing(&self) {
        self.state().stage = Stage::Writing;
    }

    /// Opens every file of the manifest, which compares the sums.
    pub(super) fn check_files(&self) -> Result<(), OpenReadError> {
        for name in self.manifest().files.keys() {
            self.get_file_handle(Path::new(name))?;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sum(&self, path: &Path) -> Result<FileSum, OpenReadError> {
        let file = self.inner.get_file_handle(path)?;
        sum(&file).map_err(|error| OpenReadError::wrap_io_error(error, path.to_path_buf()))
    }

    /// The sums of the files that a description names. What is known of a file stays as it was.
    fn sums(&self, description: &Value) -> io::Result<BTreeMap<String, FileSum>> {
        let known = self.state().manifest.files.clone();
        let names =
            names(description).ok_or_else(|| Flaw::error("the list of the parts of the index is none"))?;
        let sum = |name: String| {
            let path = Path::new(&name);
            let sum = match (known.get(&name), Kind::of(path)) {
                (Some(sum), _) => *sum,
                (None, Some(kind)) => self.write_postings(kind, path)?,
                (None, None) => self.sum(path).map_err(io::Error::other)?,
            };
            Ok((name, sum))
        };
        names.into_iter().map(sum).collect()
    }

    /// Keeps the keys and the terms of a record that the engine will have in a part.
    pub(super) fn keep(&self, serial: u64, record: &Record) -> io::Result<()> {
        self.waiting(Kind::Keys).push(serial, &record.bags)?;
        self.waiting(Kind::Terms).push(serial, &record.terms)
    }

    /// Lets go of what was kept: its records are committed.
    pub(super) fn let_go(&self) {
        Kind::ALL.into_iter().for_each(|kind| self.waiting(kind).clear());
    }

    fn waiting(&self, kind: Kind) -> MutexGuard<'_, Waiting> {
        self.waiting[kind as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the posting lists of a part, with an end as the engine's files have it.
    fn write_postings(&self, kind: Kind, path: &Path) -> io::Result<FileSum> {
        let (mut footer, columns) = self.open_columns(path)?;
        if self.inner.exists(path).map_err(io::Error::other)? {
            // Of a writer that was ended before its commit.
            self.inner.delete(path).map_err(io::Error::other)?;
        }
        let mut waiting = self.waiting(kind);
        let serials = sources::serials(&columns)?;
        let mut sources = Sources::of(&serials, &mut waiting, || self.old_parts(kind))?;
        let mut file =
            Summed { file: self.inner.open_write(path).map_err(io::Error::other)?, sum: Hasher::new() };
        lists::write(&mut sources, &mut file)?;
        let Summed { mut file, sum } = file;
        footer.crc = sum.finalize();
        let footer = serde_json::to_vec(&footer)?;
        file.write_all(&footer)?;
        file.write_all(&(footer.len() as u32).to_le_bytes())?;
        file.write_all(&LAST_NUMBER.to_le_bytes())?;
        file.terminate()?;
        self.sum(path).map_err(io::Error::other)
    }

    /// The parts of the last commit.
    fn old_parts(&self, kind: Kind) -> io::Result<Vec<Old>> {
        let mut names: Vec<String> = self.manifest().files.into_keys().collect();
        names.retain(|name| Kind::of(Path::new(name)) == Some(kind));
        let open = |name: &String| {
            let (_, postings) = split(&self.get_file_handle(Path::new(name)).map_err(io::Error::other)?)?;
            Ok((Postings::open(postings)?, sources::serials(&self.open_columns(Path::new(name))?.1)?))
        };
        names.iter().map(open).collect()
    }

    /// The columns of the part that a file belongs to, and how the engine's files end.
    fn open_columns(&self, path: &Path) -> io::Result<(Footer, ColumnarReader)> {
        let columns = self.inner.get_file_handle(&path.with_extension(COLUMNS)).map_err(io::Error::other)?;
        let (footer, columns) = split(&columns)?;
        Ok((footer, ColumnarReader::open(columns)?))
    }

    fn write_description(&self, data: &[u8]) -> io::Result<()> {
        let description = serde_json::from_slice(data)?;
        let files = self.sums(&description)?;
        self.inner.sync_directory()?;
        let mut state = self.state();
        let manifest = Manifest { files, engine: Some(description), ..state.manifest.clone() };
        if state.stage != Stage::Making {
            self.inner.atomic_write(Path::new(manifest::FILE), &manifest.to_bytes())?;
        }
        state.manifest = manifest;
        Ok(())
    }

    /// The engine's list of its files. Readers do not need it; where it is lost, what was committed is in it.
    fn read_list(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let committed = match &*self.state() {
            State { stage: Stage::Reading, .. } => {
                return Err(OpenReadError::FileDoesNotExist(path.to_path_buf()));
            }
            State { manifest, .. } => {
                let names = manifest.files.keys().map(String::as_str);
                Value::from_iter(names.filter(|name| Kind::of(Path::new(name)).is_none()))
            }
        };
        let bytes = match self.inner.atomic_read(path) {
            Err(OpenReadError::FileDoesNotExist(_)) => vec![],
            read => read?,
        };
        let is_list = |text: &&[u8]| serde_json::from_slice::<Vec<String>>(text).is_ok();
        match sealed::unseal(&bytes).filter(is_list) {
            Some(list) => Ok(list.to_vec()),
            None => Ok(committed.to_string().into_bytes()),
        }
    }
}

/// The files that a description names.
fn names(description: &Value) -> Option<Vec<String>> {
    let mut names = vec![];
    for part in description.get("segments")?.as_array()? {
        let number = part.get("segment_id")?.as_str()?.replace('-', "");
        let deletes = part.get("deletes").filter(|deletes| !deletes.is_null());
        let deletes = match deletes {
            Some(deletes) => Some(deletes.get("opstamp")?.as_u64()?),
            None => None,
        };
        names.extend(part_files(&number, deletes));
    }
    Some(names)
}

/// The files of a part of the index by its number, and by that of its deletions if it has any.
pub(super) fn part_files(number: &str, deletes: Option<u64>) -> Vec<String> {
    let extensions = PARTS.into_iter().chain(Kind::ALL.map(Kind::extension));
    let parts = extensions.map(|extension| format!("{number}.{extension}"));
    parts.chain(deletes.map(|stamp| format!("{number}.{stamp}.del"))).collect()
}

/// The files of posting lists that belong to a file of columns.
pub(super) fn postings_of(path: &Path) -> impl Iterator<Item = PathBuf> {
    let is_columns = path.extension().is_some_and(|extension| extension == COLUMNS);
    Kind::ALL.into_iter().filter(move |_| is_columns).map(|kind| kind.file(path))
}

/// A file that is being written, with its checksum so far.
struct Summed {
    file: WritePtr,
    sum: Hasher,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The length of a file, and the checksum at its end.
fn sum(file: &Arc<dyn FileHandle>) -> io::Result<FileSum> {
    let (footer, _) = split(file)?;
    Ok(FileSum { bytes: file.len() as u64, crc: footer.crc })
}

/// The end of a file, which the engine has written, and what is before it.
fn split(file: &Arc<dyn FileHandle>) -> io::Result<(Footer, FileSlice)> {
    let cut_off = || Flaw::error("it is cut off, or its end is not what was written");
    // The engine panics over files that are shorter.
    if file.len() < LAST_BYTES {
        return Err(cut_off());
    }
    Footer::extract_footer(FileSlice::new(Arc::clone(file))).map_err(|_| cut_off())
}

/// An open store.
#[derive(Debug)]
struct Store {
    inner: Arc<dyn FileHandle>,
    /// Blocks of records end here.
    data_len: usize,
}

impl Store {
    fn open(inner: Arc<dyn FileHandle>) -> io::Result<Store> {
        let (_, body) = split(&inner)?;
        let data_len = store::data_len(&body.read_bytes()?)
            .ok_or_else(|| Flaw::error("the table of its blocks is not one that was written"))?;
        Ok(Store { inner, data_len })
    }
}

impl HasLen for Store {
    fn len(&self) -> usize {
        self.inner.len()
    }
}

impl FileHandle for Store {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        // All blocks at once are read for copying only; checking the first does no harm.
        let is_data = !range.is_empty() && range.end <= self.data_len;
        let bytes = self.inner.read_bytes(range)?;
        if is_data && !store::block_fits(&bytes) {
            return Err(Flaw::error("a block of a .store file unpacks to less than it claims"));
        }
        Ok(bytes)
    }
}

impl Directory for Checked {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let wrap = |error| OpenReadError::wrap_io_error(error, path.to_path_buf());
        let expected = path.to_str().and_then(|name| self.state().manifest.files.get(name).copied());
        let file = self.inner.get_file_handle(path)?;
        if let Some(expected) = expected
            && sum(&file).map_err(wrap)? != expected
        {
            return Err(wrap(Flaw::error("it is not the file that was committed")));
        }
        if path.extension().is_none_or(|extension| extension != "store") {
            return Ok(file);
        }
        Ok(Arc::new(Store::open(file).map_err(wrap)?))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        for postings in postings_of(path) {
            match self.inner.delete(&postings) {
                Err(DeleteError::FileDoesNotExist(_)) | Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        if path == Path::new(DESCRIPTION) {
            return Ok(self.state().manifest.engine.is_some());
        }
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.inner.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if path == Path::new(contents::LIST) {
            return self.read_list(path);
        }
        if path != Path::new(DESCRIPTION) {
            return self.inner.atomic_read(path);
        }
        match &self.state().manifest.engine {
            Some(description) => Ok(description.to_string().into_bytes()),
            None => Err(OpenReadError::FileDoesNotExist(path.to_path_buf())),
        }
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if path == Path::new(DESCRIPTION) {
            return self.write_description(data);
        }
        let text = std::str::from_utf8(data).map_err(|_| Flaw::error("a list of files is not UTF-8"))?;
        self.inner.atomic_write(path, &sealed::seal(text))
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.inner.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.inner.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

//! The index as the engine sees it: its description inside the manifest, and files that are what was committed.
//!
//! The engine's description is read from the manifest as it was when the folder was opened, so that a reader sees one
//! commit whatever happens meanwhile, and written into it, with the sum of each file that it names. A file whose sum is
//! another is an error when it is opened. Each `.store` file is checked as it is opened and read, the others are passed on.
//!
//! Both the reader and the writer go through it, since merging reads stores too.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::footer::Footer;
use tantivy::directory::{
    DirectoryLock, FileHandle, FileSlice, Lock, ManagedDirectory, OwnedBytes, WatchCallback, WatchHandle,
    WritePtr,
};
use tantivy::{Directory, HasLen};

use super::fault::Flaw;
use super::generation::{DESCRIPTION, LIST};
use super::manifest::{self, FileSum, Manifest};
use super::store;

/// The engine's files of each part of an index, beside that of deletions.
const PARTS: [&str; 6] = ["term", "idx", "pos", "store", "fast", "fieldnorm"];

/// The last two numbers of a file, which say how long its end is.
const LAST_BYTES: usize = 8;

/// A directory with a manifest. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    inner: Box<dyn Directory>,
    state: Arc<Mutex<State>>,
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
    pub(super) fn new(inner: Box<dyn Directory>, manifest: Manifest, stage: Stage) -> Checked {
        Checked { inner, state: Arc::new(Mutex::new(State { manifest, stage })) }
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
        let Some(names) = names(description) else {
            return Err(Flaw::error("the list of the parts of the index is none"));
        };
        let mut sums = BTreeMap::new();
        for name in names {
            let sum = match known.get(&name) {
                Some(sum) => *sum,
                None => self.sum(Path::new(&name)).map_err(io::Error::other)?,
            };
            sums.insert(name, sum);
        }
        Ok(sums)
    }

    fn write_description(&self, data: &[u8]) -> io::Result<()> {
        let description = serde_json::from_slice(data)?;
        let files = self.sums(&description)?;
        self.inner.sync_directory()?;
        let mut state = self.state();
        let manifest = Manifest { files, engine: Some(description), ..state.manifest.clone() };
        if state.stage != Stage::Making {
            self.inner.atomic_write(Path::new(manifest::FILE), &manifest.to_bytes())?;
            self.write_copy(&manifest);
        }
        state.manifest = manifest;
        Ok(())
    }

    /// The engine's list of its files. Readers do not need it; where it is lost, what was committed is in it.
    fn read_list(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let mut names: BTreeSet<String> = match &*self.state() {
            State { stage: Stage::Reading, .. } => {
                return Err(OpenReadError::FileDoesNotExist(path.to_path_buf()));
            }
            State { manifest, .. } => manifest.files.keys().cloned().collect(),
        };
        let bytes = match self.inner.atomic_read(path) {
            Err(OpenReadError::FileDoesNotExist(_)) => vec![],
            read => read?,
        };
        names.extend(serde_json::from_slice::<Vec<String>>(&bytes).unwrap_or_default());
        Ok(Value::from_iter(names).to_string().into_bytes())
    }

    /// Writes the description as of the last commit for the engine's own tools, unless it stands there.
    pub(super) fn restore_copy(&self) {
        self.write_copy(&self.manifest());
    }

    /// Writes the description after the manifest that has it: the manifest is the commit, and a file that is behind it, or
    /// cannot be written, misleads the engine's own tools alone.
    fn write_copy(&self, manifest: &Manifest) {
        let path = Path::new(DESCRIPTION);
        let Some(description) = &manifest.engine else { return };
        if let Ok(bytes) = self.inner.atomic_read(path)
            && serde_json::from_slice::<Value>(&bytes).is_ok_and(|there| there == *description)
        {
            return;
        }
        let _ = self.inner.atomic_write(path, format!("{description:#}\n").as_bytes());
    }
}

/// The files that a description names.
fn names(description: &Value) -> Option<Vec<String>> {
    let mut names = vec![];
    for part in description.get("segments")?.as_array()? {
        let number = part.get("segment_id")?.as_str()?.replace('-', "");
        let deletes = match part.get("deletes") {
            None | Some(Value::Null) => None,
            Some(deletes) => Some(deletes.get("opstamp")?.as_u64()?),
        };
        names.extend(part_files(&number, deletes));
    }
    Some(names)
}

/// The files of a part of the index by its number, and by that of its deletions if it has any.
pub(super) fn part_files(number: &str, deletes: Option<u64>) -> Vec<String> {
    let mut files = PARTS.map(|extension| format!("{number}.{extension}")).to_vec();
    if let Some(stamp) = deletes {
        files.push(format!("{number}.{stamp}.del"));
    }
    files
}

/// Returns whether a file can be read and has the checksum that stands at its end.
pub(super) fn is_whole(directory: &ManagedDirectory, name: &str) -> bool {
    directory.validate_checksum(Path::new(name)).unwrap_or(false)
}

/// The length of a file, and the checksum at its end.
fn sum(file: &Arc<dyn FileHandle>) -> io::Result<FileSum> {
    let (footer, _) = split(file)?;
    Ok(FileSum { bytes: file.len() as u64, crc: footer.crc })
}

/// The end of a file, which the engine has written, and what is before it.
fn split(file: &Arc<dyn FileHandle>) -> io::Result<(Footer, FileSlice)> {
    // The engine panics over files that are shorter.
    if file.len() >= LAST_BYTES
        && let Ok(parts) = Footer::extract_footer(FileSlice::new(Arc::clone(file)))
    {
        return Ok(parts);
    }
    Err(Flaw::error("it is cut off, or its end is not what was written"))
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
        match store::data_len(&body.read_bytes()?) {
            Some(data_len) => Ok(Store { inner, data_len }),
            None => Err(Flaw::error("the table of its blocks is not one that was written")),
        }
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
        let file = self.inner.get_file_handle(path)?;
        let expected = match path.to_str() {
            Some(name) => self.state().manifest.files.get(name).copied(),
            None => None,
        };
        if let Some(expected) = expected
            && sum(&file).map_err(wrap)? != expected
        {
            return Err(wrap(Flaw::error("it is not the file that was committed")));
        }
        if path.extension() != Some(OsStr::new("store")) {
            return Ok(file);
        }
        Ok(Arc::new(Store::open(file).map_err(wrap)?))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
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
        if path == Path::new(LIST) {
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
        self.inner.atomic_write(path, data)
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

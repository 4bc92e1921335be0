//! The folder as the engine sees it: each `.store` file is checked as it is opened and read, the others are passed on.
//!
//! Both the reader and the writer go through it, since merging reads stores too.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::footer::Footer;
use tantivy::directory::{
    DirectoryLock, FileHandle, FileSlice, Lock, OwnedBytes, WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{Directory, HasLen};

use super::store;

/// A directory whose stores ask for no more memory than they have bytes for.
#[derive(Clone, Debug)]
pub(super) struct Checked(pub(super) Box<dyn Directory>);

/// An open store.
#[derive(Debug)]
struct Store {
    inner: Arc<dyn FileHandle>,
    /// Blocks of records end here.
    data_len: usize,
}

impl Store {
    fn open(inner: Arc<dyn FileHandle>) -> io::Result<Store> {
        let (_, body) = Footer::extract_footer(FileSlice::new(Arc::clone(&inner)))?;
        let data_len = store::data_len(&body.read_bytes()?)
            .ok_or_else(|| damaged("the table of its blocks is not one that was written"))?;
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
            return Err(damaged("a block of a .store file unpacks to less than it claims"));
        }
        Ok(bytes)
    }
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

impl Directory for Checked {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let file = self.0.get_file_handle(path)?;
        if path.extension().is_none_or(|extension| extension != "store") {
            return Ok(file);
        }
        match Store::open(file) {
            Ok(store) => Ok(Arc::new(store)),
            Err(error) => Err(OpenReadError::wrap_io_error(error, path.to_path_buf())),
        }
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.0.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.0.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}

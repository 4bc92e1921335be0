//! The folder on disk as the engine sees it: files by name, without the engine's locks and habits.
//!
//! Files are mapped. Unlike the engine's own directory this one takes no locks, so that reading needs no right to write:
//! there is one writer at a time by `lock`, and readers open again when what they look for is gone. Small files are
//! written as `sealed` does, so that who may read the folder may read them too. Nothing is deleted that does not have a
//! name of the engine's.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

use super::{contents, sealed};

/// A folder with files.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    files: MmapDirectory,
    dir: PathBuf,
}

impl Folder {
    pub(super) fn open(dir: &Path) -> Result<Folder, OpenDirectoryError> {
        Ok(Folder { files: MmapDirectory::open(dir)?, dir: dir.to_owned() })
    }
}

impl Directory for Folder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        if !contents::is_engine_name(path.as_os_str()) {
            let why = io::Error::new(io::ErrorKind::PermissionDenied, "not a file of the index");
            return Err(DeleteError::IoError { io_error: Arc::new(why), filepath: path.to_owned() });
        }
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.files.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.files.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        sealed::replace(&self.dir, path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

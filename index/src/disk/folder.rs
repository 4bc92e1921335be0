//! The folder of a generation as the engine sees it: files by name, without the engine's locks and habits.
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

use super::{generation, manifest, sealed};

/// The files of a generation, and the manifest above them.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    files: MmapDirectory,
    generation: PathBuf,
    dir: PathBuf,
}

impl Folder {
    /// Opens the folder of a generation of the index in `dir`.
    pub(super) fn open(dir: &Path, generation: &str) -> Result<Folder, OpenDirectoryError> {
        let folder = dir.join(generation);
        Ok(Folder { files: MmapDirectory::open(&folder)?, generation: folder, dir: dir.to_owned() })
    }
}

impl Directory for Folder {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        if !generation::is_segment_file(path.as_os_str()) {
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
        let dir = if path == Path::new(manifest::FILE) { &self.dir } else { &self.generation };
        sealed::replace(dir, path, data)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_deleted_that_is_not_the_engines() {
        let dir = tempfile::tempdir().unwrap();
        let generation = generation::make(dir.path()).unwrap();
        let folder = Folder::open(dir.path(), &generation).unwrap();
        let files = dir.path().join(generation);
        let store = Path::new("0123456789abcdef0123456789abcdef.store");
        for name in [store, Path::new("thesis.md")] {
            assert!(!folder.exists(name).unwrap());
            std::fs::write(files.join(name), "mine").unwrap();
            assert!(folder.exists(name).unwrap());
        }
        assert!(matches!(folder.delete(Path::new("thesis.md")), Err(DeleteError::IoError { .. })));
        folder.delete(store).unwrap();
        assert!(!folder.exists(store).unwrap() && folder.exists(Path::new("thesis.md")).unwrap());
    }

    #[test]
    fn the_manifest_stands_above_the_generation() {
        let dir = tempfile::tempdir().unwrap();
        let generation = generation::make(dir.path()).unwrap();
        let folder = Folder::open(dir.path(), &generation).unwrap();
        for (name, path) in [(manifest::FILE, dir.path()), (generation::LIST, &dir.path().join(&generation))]
        {
            folder.atomic_write(Path::new(name), b"1").unwrap();
            assert_eq!(std::fs::read(path.join(name)).unwrap(), b"1");
        }
    }
}

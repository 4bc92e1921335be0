//! A folder that is full after a given number of bytes, and what a writer makes of it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, TerminatingWrite, WatchCallback, WatchHandle, WritePtr,
};

use super::folder::Folder;
use super::header::Header;
use super::lock::WriterLock;
use super::manifest::Manifest;
use super::reader::DiskIndex;
use super::writer::{Writer, WriterOptions};
use crate::{Bags, Error, Record, Search};

/// The system's number for a full disk.
const FULL: i32 = 28;

#[derive(Clone, Debug)]
struct Failing {
    inner: Folder,
    left: Arc<AtomicI64>,
}

struct FailingFile {
    inner: WritePtr,
    left: Arc<AtomicI64>,
}

fn spend(left: &AtomicI64, bytes: usize) -> io::Result<()> {
    if left.fetch_sub(bytes as i64, Ordering::Relaxed) < bytes as i64 {
        return Err(io::Error::from_raw_os_error(FULL));
    }
    Ok(())
}

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        spend(&self.left, bytes.len())?;
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl TerminatingWrite for FailingFile {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.inner.terminate_ref(token)
    }
}

impl Directory for Failing {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        spend(&self.left, 1).map_err(|error| OpenWriteError::wrap_io_error(error, path.to_path_buf()))?;
        let file = FailingFile { inner: self.inner.open_write(path)?, left: Arc::clone(&self.left) };
        Ok(WritePtr::new(Box::new(file)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.inner.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        spend(&self.left, data.len())?;
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

fn record(number: u64) -> Record {
    let mut bags = Bags::new();
    for unit in 0..4 {
        bags.push(&mut (number..number + 5 + unit).collect());
    }
    // Does not compress.
    let payload = (0..400_u64).map(|at| ((at + 1) * (number + 7)).wrapping_mul(0x9E37_79B9_7F4A_7C15) as u8);
    Record {
        id: format!("r{number}"),
        stamp: number,
        payload: payload.collect(),
        bags: bags.into(),
        ..Record::default()
    }
}

fn options() -> WriterOptions {
    WriterOptions { memory_bytes: 15_000_000 }
}

/// Twenty records, committed.
fn filled(dir: &Path) {
    let mut writer = Writer::open_with(dir, &Header::default(), options()).unwrap();
    for number in 0..20 {
        writer.put(record(number)).unwrap();
    }
    writer.finish().unwrap();
}

fn ids(dir: &Path) -> Vec<String> {
    let index = DiskIndex::open(dir, &Header::default()).unwrap();
    index.verify().unwrap();
    let records = index.records().unwrap();
    for (_, number) in &records {
        assert_eq!(index.payload(*number).unwrap().len(), 400);
    }
    records.into_iter().map(|(id, _)| id).collect()
}

/// Adds, replaces and removes while `left` bytes can be written.
fn change(dir: &Path, left: &Arc<AtomicI64>) -> Result<(), Error> {
    let left = Arc::clone(left);
    let manifest = Manifest::read(dir).unwrap();
    let directory = Failing { inner: Folder::open(dir, &manifest.generation).unwrap(), left };
    let lock = WriterLock::take(dir, "index").unwrap();
    let mut writer = Writer::open_in(Box::new(directory), manifest, lock, dir, options())?;
    let work = |writer: &mut Writer| {
        for number in 10..60 {
            writer.put(record(number))?;
        }
        writer.remove("r0")?;
        writer.commit()
    };
    let result = work(&mut writer);
    if result.is_err() {
        assert!(matches!(writer.put(record(1)), Err(Error::Request(_))));
        assert!(matches!(writer.commit(), Err(Error::Request(_))));
    }
    result
}

#[test]
fn a_full_disk_loses_nothing_that_was_committed() {
    const PLENTY: i64 = 1 << 40;
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let left = Arc::new(AtomicI64::new(PLENTY));
    change(dir.path(), &left).unwrap();
    let needed = PLENTY - left.load(Ordering::Relaxed);
    for bytes in (0..=12).map(|part| needed * part / 12 + part % 3 - 1) {
        let dir = tempfile::tempdir().unwrap();
        filled(dir.path());
        let before = ids(dir.path());
        match change(dir.path(), &Arc::new(AtomicI64::new(bytes))) {
            // A merge after the commit may fail: then there is nothing to tell.
            Ok(()) => {
                assert!(bytes > needed / 3, "{bytes} of {needed}");
                assert_eq!(ids(dir.path()).len(), 59, "{bytes}");
                assert!(!ids(dir.path()).contains(&"r0".to_owned()));
            }
            Err(error) => {
                let message = error.to_string();
                assert!(matches!(error, Error::Io { .. }), "{bytes}: {message}");
                assert!(message.contains(&*dir.path().to_string_lossy()), "{message}");
                assert!(message.contains("make room"), "{message}");
                assert!(message.contains("No space left"), "{bytes}: {message}");
                assert_eq!(ids(dir.path()), before, "{bytes}");
            }
        }
        // With room again the same work goes through, and nothing of the failure stays.
        change(dir.path(), &Arc::new(AtomicI64::new(PLENTY))).unwrap();
        assert_eq!(ids(dir.path()).len(), 59, "{bytes}");
        let mut writer = Writer::open_with(dir.path(), &Header::default(), options()).unwrap();
        writer.compact().unwrap();
        drop(writer);
        let index = DiskIndex::open(dir.path(), &Header::default()).unwrap();
        let files = std::fs::read_dir(index.generation_dir()).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        // Six for the segment, and the engine's description and list.
        assert_eq!(names.len(), 8, "{bytes} of {needed}: {names:#?}");
    }
}

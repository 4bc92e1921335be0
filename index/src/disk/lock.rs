//! One writer at a time: a lock of the operating system on a file that holds the writer's process id.
//!
//! The system drops the lock with the process, however that ends; the file stays and means nothing. What is locked is the
//! file that stands in the folder after the lock was taken: a writer without a commit deletes the folder that it made.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use super::fault;
use crate::Error;

/// The file's name in the folder.
pub(crate) const FILE: &str = "writer.lock";

/// The number of times that a folder is locked anew after it was deleted before its lock was taken.
const MAX_TRIES: usize = 100;

/// Keeps other processes from writing to a folder until it is dropped.
#[derive(Debug)]
pub struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Makes the folder if it is not there, and takes its lock, or says who has it. `what` is what the folder holds.
    pub(crate) fn take(dir: &Path, what: &str) -> Result<WriterLock, Error> {
        let path = dir.join(FILE);
        let failed = |error| fault::io(format!("cannot lock {path:?}"), error);
        for _ in 0..MAX_TRIES {
            fs::create_dir_all(dir).map_err(|error| fault::io(format!("cannot make {dir:?}"), error))?;
            let mut file = match open(&path) {
                Ok(file) => file,
                // The folder was deleted a moment ago.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(failed(error)),
            };
            if !try_patiently(&file).map_err(failed)? {
                return Err(locked(dir, what, &mut file));
            }
            // The file may have been deleted with its folder, and another made in its place.
            if is_at(&file, &path) {
                note(&mut file).map_err(failed)?;
                return Ok(WriterLock { _file: file });
            }
        }
        Err(Error::Locked(format!(
            "the {what} {dir:?} is deleted and made again all the time: try again later"
        )))
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

fn note(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// Returns whether an open file is the one that its path leads to.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    let (here, there) = (file.metadata().map(place), fs::metadata(path).map(place));
    here.is_ok_and(|here| there.is_ok_and(|there| here == there))
}

/// Returns whether an open file is the one that its path leads to: files that are open cannot be deleted here.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Tries for a fifth of a second. A lock that was given back a moment ago may still be held by a process that is being
/// started: until its program is loaded, it has the files of the one that starts it.
fn try_patiently(file: &File) -> io::Result<bool> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(error)) => return Err(error),
            Ok(()) => return Ok(true),
        }
    }
    Ok(false)
}

fn locked(dir: &Path, what: &str, file: &mut File) -> Error {
    let mut id = String::new();
    // Without the number the message is still true, so a file that cannot be read is no error of its own.
    let _ = file.take(20).read_to_string(&mut id);
    let who = match id.trim().parse::<u32>() {
        Ok(id) => format!("process {id}"),
        Err(_) => "another process".to_owned(),
    };
    Error::Locked(format!("{who} is writing to the {what} {dir:?}: wait until it has finished, or end it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_second_who_the_first_is() {
        let dir = tempfile::tempdir().unwrap();
        let first = WriterLock::take(dir.path(), "index").unwrap();
        let error = WriterLock::take(dir.path(), "index").unwrap_err();
        let expected = format!("process {} is writing", std::process::id());
        assert!(matches!(&error, Error::Locked(m) if m.starts_with(&expected)), "{error}");
        drop(first);
        WriterLock::take(dir.path(), "index").unwrap();
    }

    /// The folder is deleted and made again while somebody waits for the lock, as by writers without a commit.
    #[cfg(unix)]
    #[test]
    fn takes_the_lock_of_the_folder_that_is_there() {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("index");
        let first = WriterLock::take(&dir, "index").unwrap();
        let waiting = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| WriterLock::take(&dir, "index"));
            std::thread::sleep(Duration::from_millis(50));
            fs::remove_dir_all(&dir).unwrap();
            drop(first);
            waiting.join().unwrap().unwrap()
        });
        let error = WriterLock::take(&dir, "index").unwrap_err();
        assert!(matches!(error, Error::Locked(_)), "{error}");
        drop(waiting);
        fs::remove_dir_all(&dir).unwrap();
        drop(WriterLock::take(&dir, "index").unwrap());
        // What cannot be locked is not tried again and again.
        fs::remove_file(dir.join(FILE)).unwrap();
        fs::create_dir(dir.join(FILE)).unwrap();
        let error = WriterLock::take(&dir, "index").unwrap_err();
        assert!(matches!(&error, Error::Io { .. }) && error.to_string().contains(FILE), "{error}");
    }
}

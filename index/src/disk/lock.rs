//! One writer at a time: a lock of the operating system on a file that holds the writer's process id.
//!
//! The system drops the lock with the process, however that ends; the file stays and means nothing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use super::fault;
use crate::Error;

/// The file's name in the folder.
pub(crate) const FILE: &str = "writer.lock";

/// Holds the lock until dropped.
#[derive(Debug)]
pub(crate) struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock, or says who has it. `what` is what the folder holds.
    pub(crate) fn take(dir: &Path, what: &str) -> Result<WriterLock, Error> {
        let path = dir.join(FILE);
        let failed = |error| fault::io(format!("cannot lock {path:?}"), error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        let taken = patiently(
            || match file.try_lock() {
                Err(TryLockError::WouldBlock) => Ok(false),
                Err(TryLockError::Error(error)) => Err(error),
                Ok(()) => Ok(true),
            },
            |&taken| !taken,
        );
        if !taken.map_err(failed)? {
            return Err(locked(dir, what, &mut file));
        }
        let note = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{}", std::process::id())
        };
        note(&mut file).map_err(failed)?;
        Ok(WriterLock { _file: file })
    }
}

/// Tries for a fifth of a second. A lock that was given back a moment ago may still be held by a process that is being
/// started: until its program is loaded, it has the files of the one that starts it.
pub(super) fn patiently<T, E>(
    mut attempt: impl FnMut() -> Result<T, E>,
    is_busy: impl Fn(&T) -> bool,
) -> Result<T, E> {
    for _ in 0..20 {
        match attempt() {
            Ok(value) if is_busy(&value) => std::thread::sleep(std::time::Duration::from_millis(10)),
            done => return done,
        }
    }
    attempt()
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
}

//! The engine's errors in this crate's words: what failed, on which folder, and what to do.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

use super::header;
use crate::Error;

pub(super) fn io(what: String, source: io::Error) -> Error {
    Error::Io { what, source }
}

/// The folder was never an index, or is not there.
pub(super) fn no_index(dir: &Path) -> Error {
    let why = if dir.is_dir() {
        format!("it has no {}", header::FILE)
    } else if dir.exists() {
        "it is not a folder".to_owned()
    } else {
        "there is no such folder".to_owned()
    };
    Error::Damaged(format!("{dir:?} is not an index: {why}; name an index, or make one with `ibid add`"))
}

pub(super) fn damaged(dir: &Path, why: &str) -> Error {
    Error::Damaged(format!(
        "the index {dir:?} is damaged: {why}; put back a copy of the folder, or delete it and add the documents again"
    ))
}

/// An error while an index was opened or asked.
pub(super) fn reading(dir: &Path, error: TantivyError) -> Error {
    match error {
        TantivyError::IncompatibleIndex(why) => Error::Foreign(format!(
            "the index {dir:?} was written by another version: {why:?}: run `ibid rebuild`"
        )),
        error => match system_error(&error) {
            Some(source) => io(format!("cannot read the index {dir:?}"), source),
            None => damaged(dir, &why(&error)),
        },
    }
}

/// The engine's error without its wrapping.
fn why(error: &TantivyError) -> String {
    match error {
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, filepath }) => {
            format!("{filepath:?}: {io_error}")
        }
        TantivyError::IoError(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// An error while reading a part of an open index.
pub(super) fn reading_io(dir: &Path, error: io::Error) -> Error {
    reading(dir, TantivyError::from(error))
}

/// An error while an index was written. Merging reads what was written before, and may find that damaged.
pub(super) fn writing(dir: &Path, error: TantivyError) -> Error {
    let source = source(&error).unwrap_or_else(|| io::Error::other(error.to_string()));
    if source.kind() == io::ErrorKind::InvalidData {
        return damaged(dir, &source.to_string());
    }
    let what = format!(
        "cannot write the index {dir:?} (what was committed before is kept: make room or check the permissions, and \
         do it again)"
    );
    io(what, source)
}

/// Runs `work` and turns a panic into [`Error::Damaged`].
///
/// The engine checks the frame of each file when it is opened, not its contents, and panics on some contents that it
/// cannot have written (flipped bits in a dictionary or a posting list). Nothing here is left half changed by that:
/// questions only fill buffers that are thrown away.
pub(super) fn guard<T>(dir: &Path, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(damaged(dir, "a file holds what cannot have been written to it")))
}

/// The error of the operating system behind an error, if that is what it is.
fn system_error(error: &TantivyError) -> Option<io::Error> {
    source(error).filter(|source| source.raw_os_error().is_some())
}

fn source(error: &TantivyError) -> Option<io::Error> {
    let source = match error {
        TantivyError::IoError(source) => source,
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) => io_error,
        TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => io_error,
        TantivyError::LockFailure(LockError::IoError(source), _) => source,
        TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }) => io_error,
        _ => return None,
    };
    Some(match source.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(source.kind(), source.to_string()),
    })
}

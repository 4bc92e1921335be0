//! The engine's errors in this crate's words: what failed, on which folder, and what to do.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

use crate::Error;

/// What is said where more is not known.
const UNREADABLE: &str = "a file holds what cannot have been written to it";

pub(super) fn io(what: String, source: io::Error) -> Error {
    Error::Io { what, cause: source }
}

/// What is wrong with a file, in words that are shown.
#[derive(Debug)]
pub(super) struct Flaw(String);

impl Flaw {
    /// As an error of reading.
    pub(super) fn error(why: impl Into<String>) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, Flaw(why.into()))
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Flaw {}

/// Something is not as it should be. Whether that is damage is for a verification to say.
pub(super) fn suspect(dir: &Path, why: &str) -> Error {
    Error::Suspect { dir: dir.to_owned(), why: why.to_owned() }
}

/// What a verification has found.
pub(super) fn damaged(dir: &Path, why: &str) -> Error {
    Error::Damaged(format!(
        "the index {dir:?} is damaged: {why}; put back a copy of the folder, or delete it and add the documents again"
    ))
}

/// A result of the engine or of the system, whose error is told in this crate's words.
pub(super) trait OrFault<T> {
    /// Tells an error as one of reading the index in `dir`.
    fn reading(self, dir: &Path) -> Result<T, Error>;

    /// Tells an error as one of writing the index in `dir`.
    fn writing(self, dir: &Path) -> Result<T, Error>;
}

impl<T, E: Into<TantivyError>> OrFault<T> for Result<T, E> {
    fn reading(self, dir: &Path) -> Result<T, Error> {
        self.map_err(|error| reading(dir, &error.into()))
    }

    fn writing(self, dir: &Path) -> Result<T, Error> {
        self.map_err(|error| writing(dir, &error.into()))
    }
}

/// An error while an index was opened or asked.
fn reading(dir: &Path, error: &TantivyError) -> Error {
    match system_error(error) {
        Some(source) => io(format!("cannot read the index {dir:?}"), source),
        None => suspect(dir, &why(error)),
    }
}

/// What is wrong, in our own words: those of the engine give advice for programs.
fn why(error: &TantivyError) -> String {
    match error {
        TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(path))
        | TantivyError::OpenDirectoryError(OpenDirectoryError::DoesNotExist(path)) => {
            format!("{} is missing", file_name(path))
        }
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, filepath }) => match flaw(io_error) {
            Some(flaw) => format!("{}: {flaw}", file_name(filepath)),
            None => format!("{} holds what cannot have been written to it", file_name(filepath)),
        },
        error => match source(error).and_then(flaw) {
            Some(flaw) => flaw.to_string(),
            None => UNREADABLE.to_owned(),
        },
    }
}

fn file_name(path: &Path) -> String {
    Path::new(path.file_name().unwrap_or_default()).display().to_string()
}

fn flaw(error: &io::Error) -> Option<&Flaw> {
    error.get_ref()?.downcast_ref()
}

/// An error while an index was written. Merging reads what was written before, and may find that damaged.
pub(super) fn writing(dir: &Path, error: &TantivyError) -> Error {
    let source = match (system_error(error), source(error)) {
        (_, Some(source)) if source.kind() == io::ErrorKind::InvalidData => {
            return suspect(dir, &why(error));
        }
        (Some(system), _) => system,
        (None, Some(source)) => source.kind().into(),
        (None, None) => io::Error::other("a thread that writes has failed"),
    };
    let what = format!(
        "cannot write the index {dir:?} (what was committed before is kept: make room or check the permissions, and \
         do it again)"
    );
    io(what, source)
}

/// Runs `work` and turns a panic into [`Error::Suspect`].
///
/// The engine checks the frame of each file when it is opened, not its contents, and panics on some contents that it
/// cannot have written (flipped bits in a dictionary or a posting list). Nothing here is left half changed by that:
/// questions only fill buffers that are thrown away.
pub(super) fn guard<T>(dir: &Path, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done,
        Err(_) => Err(suspect(dir, UNREADABLE)),
    }
}

/// The error of the operating system behind an error, if that is what it is, however it is wrapped.
fn system_error(error: &TantivyError) -> Option<io::Error> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = None;
    if let Some(source) = source(error) {
        cause = Some(source);
    }
    while let Some(error) = cause {
        let io = error.downcast_ref::<io::Error>();
        if let Some(code) = io.and_then(io::Error::raw_os_error) {
            return Some(io::Error::from_raw_os_error(code));
        }
        cause = match io.and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    code_in(&error.to_string()).map(io::Error::from_raw_os_error)
}

/// The number of the system's error in a message: of some errors the engine keeps the text only.
fn code_in(message: &str) -> Option<i32> {
    for (before, after) in [("(os error ", ')'), ("Os { code: ", ',')] {
        if let Some((_, rest)) = message.split_once(before)
            && let Some((code, _)) = rest.split_once(after)
            && let Ok(code) = code.parse()
        {
            return Some(code);
        }
    }
    None
}

fn source(error: &TantivyError) -> Option<&io::Error> {
    Some(match error {
        TantivyError::IoError(source) => source,
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) => io_error,
        TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => io_error,
        TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }) => io_error,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_error_is_found_however_it_is_wrapped() {
        let full = || io::Error::from_raw_os_error(28);
        let read = OpenReadError::wrap_io_error(full(), "x".into());
        for error in [
            TantivyError::from(full()),
            TantivyError::from(io::Error::other(full())),
            TantivyError::from(io::Error::other(read.clone())),
            TantivyError::from(read),
            TantivyError::SystemError(format!("a thread said {}", full())),
        ] {
            assert_eq!(system_error(&error).and_then(|error| error.raw_os_error()), Some(28), "{error:?}");
        }
        // What is found is not only what the message says.
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        let message = writing(Path::new("x"), &denied.into()).to_string();
        assert!(message.ends_with("permission denied"), "{message}");
        let flaw = io::Error::new(io::ErrorKind::InvalidData, Flaw("it is odd".to_owned()));
        let error = writing(Path::new("x"), &flaw.into());
        assert!(matches!(&error, Error::Suspect { why, .. } if why == "it is odd"), "{error}");
        for error in [TantivyError::Poisoned, io::Error::other("x (os error y)").into()] {
            assert!(system_error(&error).is_none(), "{error:?}");
            assert!(code_in(&error.to_string()).is_none());
            let message = writing(Path::new("x"), &error).to_string();
            assert!(message.contains("make room"), "{message}");
        }
    }
}

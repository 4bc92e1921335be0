//! The errors of a log that cannot be used, for people who run the program.
//!
//! In: the folder, and its fault. Out: an [`Error`] that names both, and what to do.

use std::io;
use std::path::Path;

use super::FILE;
use crate::Error;

pub(super) fn foreign_log(dir: &Path) -> Error {
    no_state(dir, &format!("its {FILE} is not one that this program wrote"))
}

pub(super) fn no_state(dir: &Path, why: &str) -> Error {
    Error::Request(format!("{dir:?} is no state: {why}: name an empty folder, or one that is not there yet"))
}

/// A result of the system, whose error names the folder.
pub(super) trait OrFailed<T> {
    /// Tells an error as the failure to do `what` with the log in `dir`.
    fn or_failed(self, what: &str, dir: &Path) -> Result<T, Error>;
}

impl<T> OrFailed<T> for io::Result<T> {
    fn or_failed(self, what: &str, dir: &Path) -> Result<T, Error> {
        self.map_err(|error| failed(what, dir, error))
    }
}

pub(super) fn failed(what: &str, dir: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot {what} the state {dir:?}"), cause: source }
}

pub(super) fn damaged(dir: &Path, why: &str) -> Error {
    Error::Damaged(format!("the state {dir:?} is damaged: {why}; delete its {FILE}, and all is read again"))
}

//! The inputs, and the detection of changes.

use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use ibid::Error;
use ibid_read::Input;
use serde::{Deserialize, Serialize};

use crate::input_spool::is_passing;

/// The size and the time of change of a file. A file with an equal stamp has not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    pub(super) size_bytes: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub(super) modified_ns: i64,
}

impl Stamp {
    /// Returns the stamp of a file; none if there is no such file.
    ///
    /// # Errors
    /// The system cannot tell whether the file is there.
    pub(super) fn if_there(path: &Path) -> io::Result<Option<Stamp>> {
        match Stamp::of(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            stamp => stamp.map(Some),
        }
    }

    /// Returns the stamp of an existing file.
    pub(super) fn of(path: &Path) -> io::Result<Stamp> {
        let about = std::fs::metadata(path)?;
        let modified_ns = match about.modified()?.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |before| -before),
        };
        Ok(Stamp { size_bytes: about.len(), modified_ns })
    }
}

/// An input, and its stamp when it was first looked at.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) input: Input,
    /// The stamp; none for standard input and for pipes, whose bytes are kept.
    pub(super) stamp: Option<Stamp>,
    /// The number of entries read from it.
    pub(super) entries: u64,
}

impl Source {
    /// Returns an input with its present stamp.
    pub(super) fn of(input: &Input) -> Source {
        let stamp = if is_passing(input) { None } else { present_stamp(input) };
        Source { input: input.clone(), stamp, entries: 0 }
    }

    /// Returns whether the input has not changed.
    pub(super) fn is_unchanged(&self) -> bool {
        self.stamp.is_none() || self.stamp == present_stamp(&self.input)
    }

    /// Returns the error for an input that has changed.
    pub(super) fn changed(&self) -> Error {
        let why = "it has changed since it was first read, so that nothing was written; run the same again";
        Error::unreadable(&self.input.path, why)
    }
}

/// Returns the stamp that an input has now, if it is a file.
fn present_stamp(input: &Input) -> Option<Stamp> {
    Stamp::of(input.absolute.as_deref()?).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_found_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "text").unwrap();
        std::os::unix::fs::symlink("loop", at("loop")).unwrap();
        assert_eq!(Stamp::if_there(&at("file")).unwrap().unwrap().size_bytes, 4);
        assert_eq!(Stamp::if_there(&at("missing")).unwrap(), None);
        for unknown in ["loop", "file/below"] {
            assert!(Stamp::if_there(&at(unknown)).is_err(), "{unknown}");
        }
    }
}

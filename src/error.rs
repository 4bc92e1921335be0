//! [`Error`] and its kinds.
//!
//! A message says what failed, on which thing, with which value, and what to do. It names settings as this library
//! does, such as `min_jaccard` in [`Config`](crate::Config), and those of reading as `ibid-read` does, such as
//! `fields.text`. A front end maps the [`ErrorKind`] to an exit code or a status, and the
//! setting to its own name for it; it never looks at the text.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// A result of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of an error, by which a caller decides what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A request that makes no sense: a number out of range, an unknown name.
    Request,
    /// An input that could not be read.
    Input,
    /// An index that is missing, damaged, locked, or made by another version.
    Index,
    /// A bug in this library.
    Bug,
    /// An end by an [`Interrupt`](crate::interrupt::Interrupt); nothing went wrong.
    Interrupted,
}

/// An error of this library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A request that makes no sense; the message names the value and its limits.
    #[error("{0}")]
    Request(String),
    /// A setting with a value that is not allowed.
    #[error("{setting} {why}")]
    Setting {
        /// The name of the setting.
        setting: &'static str,
        /// The allowed values, and the given one.
        why: String,
    },
    /// A quotation that is too long to be traced; the message says how long it may be.
    #[error("{0}: take a part of it, or check the whole text")]
    LongQuotation(String),
    /// An input that this build does not read.
    #[error("cannot read \"{}\": {}", path.display(), Lacking(what, feature))]
    NotBuilt {
        /// The file.
        path: PathBuf,
        /// The kind of input that is not read, in the plural.
        what: &'static str,
        /// The feature of this library that reads it.
        feature: &'static str,
    },
    /// An input that could not be read.
    #[error("cannot read \"{}\": {why}{}", path.display(), With(*setting))]
    Unreadable {
        /// The file, or the file and the line of a record.
        path: PathBuf,
        /// The reason, and what to do about it.
        why: String,
        /// The setting of reading that the last advice in `why` refers to.
        setting: Option<&'static str>,
    },
    /// An input that could not be read to its end.
    #[error("cannot read \"{}\": {why}", path.display())]
    BrokenOff {
        /// The file, with the line or row where reading ended.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A failure of the index.
    #[error(transparent)]
    Index(#[from] ibid_index::Error),
    /// An end of the work from outside, by an [`Interrupt`](crate::interrupt::Interrupt).
    #[error("interrupted")]
    Interrupted,
    /// A violated guarantee of our own code.
    #[error("a bug in ibid: {0}; please report it")]
    Bug(String),
}

impl Error {
    /// Returns the kind of this error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Request(_)
            | Error::Setting { .. }
            | Error::LongQuotation(_)
            | Error::Index(ibid_index::Error::Request(_)) => ErrorKind::Request,
            Error::Unreadable { .. } | Error::BrokenOff { .. } | Error::NotBuilt { .. } => ErrorKind::Input,
            Error::Index(_) => ErrorKind::Index,
            Error::Interrupted => ErrorKind::Interrupted,
            Error::Bug(_) => ErrorKind::Bug,
        }
    }

    /// Makes the error of an unreadable input that no setting makes readable.
    pub fn unreadable(path: impl Into<PathBuf>, why: impl Into<String>) -> Error {
        Error::Unreadable { path: path.into(), why: why.into(), setting: None }
    }
}

/// A kind of input that is not read, and the feature that reads it.
struct Lacking<'e>(&'e str, &'e str);

impl fmt::Display for Lacking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} need the feature \"{}\", which this build lacks", self.0, self.1)
    }
}

/// The end of a message that advises using a setting.
struct With(Option<&'static str>);

impl fmt::Display for With {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |setting| write!(f, " with {setting}"))
    }
}

/// Returns the cause of a system failure in the words of our messages, without its number.
pub fn system_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied; make it accessible to this user".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is no folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full; make room".to_owned(),
        io::ErrorKind::FileTooLarge => "the file would be larger than allowed (ulimit -f)".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        _ => {
            let said = error.to_string();
            let reason = said.split_once(" (os error ").map_or(said.as_str(), |(reason, _)| reason);
            let mut letters = reason.chars();
            // "Is a directory" follows in the middle of a sentence, so its capital goes; "I/O error" stays as it is.
            match (letters.next(), letters.next()) {
                (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
                    first.to_lowercase().chain([second]).chain(letters).collect()
                }
                _ => reason.to_owned(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_speaks_in_our_words() {
        let of = |number| system_reason(&io::Error::from_raw_os_error(number));
        if cfg!(target_os = "linux") {
            assert_eq!(of(2), "no such file or folder");
            assert_eq!(of(5), "input/output error");
            assert_eq!(of(24), "too many open files");
            assert_eq!(of(28), "the disk is full; make room");
        }
        assert_eq!(system_reason(&io::Error::other("made up")), "made up");
    }
}

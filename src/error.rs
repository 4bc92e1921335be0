//! [`Error`] and its four kinds.
//!
//! A message says what failed, on which thing, with which value, and what to do. Front ends map the [`Kind`] to an exit
//! code or a status and never look at the text.

use std::path::PathBuf;

/// A result of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, in the four ways that a caller can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was asked for makes no sense: a number out of range, an unknown name.
    Request,
    /// An input could not be read.
    Input,
    /// The index is missing, damaged, locked, or made by another version.
    Index,
    /// A bug in this library.
    Bug,
}

/// Everything that can fail.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A request that makes no sense; the message names the value and its limits.
    #[error("{0}")]
    Request(String),
    /// An input that could not be read.
    #[error("cannot read \"{}\": {why}", path.display())]
    Unreadable {
        /// The file, or the file and the line of a record.
        path: PathBuf,
        /// What is wrong and what to do.
        why: String,
    },
    /// The index did not answer.
    #[error(transparent)]
    Index(#[from] ibid_index::Error),
    /// Something that our own code guarantees did not hold.
    #[error("a bug in ibid: {0}; please report it")]
    Bug(String),
}

impl Error {
    /// Which of the four kinds this is.
    pub fn kind(&self) -> Kind {
        match self {
            Error::Request(_) | Error::Index(ibid_index::Error::Request(_)) => Kind::Request,
            Error::Unreadable { .. } => Kind::Input,
            Error::Index(_) => Kind::Index,
            Error::Bug(_) => Kind::Bug,
        }
    }

    /// An unreadable input.
    pub(crate) fn unreadable(path: impl Into<PathBuf>, why: impl ToString) -> Error {
        Error::Unreadable { path: path.into(), why: why.to_string() }
    }
}

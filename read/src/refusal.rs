//! The reason why an input is refused, until the input is known that the error names.

use std::io;
use std::path::PathBuf;

use ibid::{Error, system_reason};

/// The reason for which an input is refused.
#[cfg_attr(
    all(feature = "parquet", feature = "papers"),
    expect(dead_code, reason = "a full build lacks nothing")
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// A fault of the input. If there is a setting, `why` ends with advice that the name of the setting completes.
    Why { why: String, setting: Option<&'static str> },
    /// An input that is read only with a feature of this library.
    NotBuilt { what: &'static str, feature: &'static str },
}

impl Refusal {
    /// Makes a refusal that a setting helps against; `why` ends with advice that the name of the setting completes.
    pub(crate) fn with(why: impl Into<String>, setting: &'static str) -> Refusal {
        Refusal::Why { why: why.into(), setting: Some(setting) }
    }
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal::Why { why, setting: None }
    }
}

impl From<&str> for Refusal {
    fn from(why: &str) -> Refusal {
        why.to_owned().into()
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        system_reason(&error).into()
    }
}

#[cfg(test)]
impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = refused("", self.clone()).to_string();
        f.write_str(said.strip_prefix("cannot read \"\": ").unwrap_or(&said))
    }
}

/// Makes the error of an input that is refused.
pub(crate) fn refused(path: impl Into<PathBuf>, why: impl Into<Refusal>) -> Error {
    let path = path.into();
    match why.into() {
        Refusal::Why { why, setting } => Error::Unreadable { path, why, setting },
        Refusal::NotBuilt { what, feature } => Error::NotBuilt { path, what, feature },
    }
}

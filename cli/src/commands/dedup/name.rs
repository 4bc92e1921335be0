//! The names of documents and their lines in lists and records.

use std::fmt;
use std::sync::Arc;

use ibid_read::{Input, Place};
use serde::{Deserialize, Serialize};

/// The id of a document, and its line in the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The id of the document.
    pub(super) id: Arc<str>,
    /// The line of a JSONL record.
    pub(super) line: Option<u64>,
}

/// A document, or a line of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Text {
    /// The number of the document.
    pub(super) document: u32,
    /// The line, from 1, if lines are texts.
    pub(super) line: Option<u32>,
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct ReadDocument {
    pub(super) origin: Origin,
    /// The number of its input.
    pub(super) input: u32,
    /// True if another document has its id.
    pub(super) shares_its_id: bool,
}

impl ReadDocument {
    /// Returns the place of the document in its input.
    pub(super) fn place(&self, input: &Input) -> Place {
        Place { path: input.path.clone(), line: self.origin.line }
    }
}

/// The name of a text: its id, and the place of its document if several documents have that id.
#[derive(Debug)]
pub(super) struct Name<'c> {
    pub(super) id: &'c str,
    pub(super) line: Option<u32>,
    pub(super) place: Option<Place>,
}

impl Name<'_> {
    /// Returns the name as in a list: the id, then the place after a tab.
    pub(super) fn listed(&self) -> String {
        match &self.place {
            Some(place) => format!("{}\t{place}", self.text()),
            None => self.text(),
        }
    }

    /// Returns the id, with the number of the line.
    pub(super) fn text(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.id),
            None => self.id.to_owned(),
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

/// Serializes the id alone, as the place is a field of its own.
impl Serialize for Name<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

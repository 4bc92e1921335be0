//! The inputs that were skipped, and why.

use serde::{Deserialize, Serialize};

/// The files and folders skipped in folders, counted by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkippedReport {
    /// Files whose name is of no format that is read.
    pub unread_format: u64,
    /// Files and folders whose name begins with a dot.
    pub hidden: u64,
    /// Files and folders that a file such as `.gitignore`, or a glob, excludes.
    pub ignored: u64,
    /// Symbolic links.
    pub links: u64,
    /// Files that are parts of a LaTeX source, and are read with it.
    pub parts: u64,
    /// Pipes, sockets and devices.
    pub special: u64,
    /// All skipped paths, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<SkippedPath>,
}

/// A skipped file or folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedPath {
    /// The path, reached from a folder as given.
    pub path: String,
    /// The name of the count that includes it.
    pub why: String,
}

impl SkippedReport {
    /// Returns the number of all skipped files and folders.
    pub fn total(&self) -> u64 {
        self.unread_format + self.hidden + self.ignored + self.links + self.parts + self.special
    }
}

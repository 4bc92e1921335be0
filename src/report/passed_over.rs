//! The inputs that were skipped, and why.

use serde::{Deserialize, Serialize};

use crate::read::{PassedOver, PassedOverWhy, Place};

/// The files and folders skipped in folders, counted by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PassedOverReport {
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
    pub paths: Vec<PassedOverPath>,
}

/// A skipped file or folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassedOverPath {
    /// The path, reached from a folder as given.
    pub path: String,
    /// The name of the count that includes it.
    pub why: String,
}

/// The choice between naming the skipped files and only counting them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Only counts.
    Counted,
    /// Counts and paths.
    Named,
}

impl PassedOverReport {
    /// Counts what a walk skipped, and names it if `naming` says so.
    pub fn of(passed_over: &[PassedOver], naming: Naming) -> PassedOverReport {
        let mut report = PassedOverReport::default();
        for PassedOver { path, why } in passed_over {
            let (count, name) = report.count_of(*why);
            *count += 1;
            if naming == Naming::Named {
                let path = Place { path: path.clone(), line: None }.to_string();
                report.paths.push(PassedOverPath { path, why: name.to_owned() });
            }
        }
        report
    }

    fn count_of(&mut self, why: PassedOverWhy) -> (&mut u64, &'static str) {
        match why {
            PassedOverWhy::Format => (&mut self.unread_format, "unread_format"),
            PassedOverWhy::Hidden => (&mut self.hidden, "hidden"),
            PassedOverWhy::Ignored => (&mut self.ignored, "ignored"),
            PassedOverWhy::Link => (&mut self.links, "links"),
            PassedOverWhy::Part => (&mut self.parts, "parts"),
            PassedOverWhy::Special => (&mut self.special, "special"),
        }
    }

    /// Returns the number of all skipped files and folders.
    pub fn total(&self) -> u64 {
        self.unread_format + self.hidden + self.ignored + self.links + self.parts + self.special
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_kind_and_names_where_asked() {
        let passed = |path: &str, why| PassedOver { path: path.into(), why };
        let all = [
            passed("a.pdf", PassedOverWhy::Format),
            passed("b.docx", PassedOverWhy::Format),
            passed(".git", PassedOverWhy::Hidden),
            passed("link", PassedOverWhy::Link),
        ];
        let report = PassedOverReport::of(&all, Naming::Counted);
        assert_eq!((report.total(), report.paths.len()), (4, 0));
        let report = PassedOverReport::of(&all, Naming::Named);
        assert_eq!(report.paths[3], PassedOverPath { path: "link".into(), why: "links".into() });
    }
}

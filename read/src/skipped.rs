//! The inputs that a walk skipped, and the report of them.

use std::path::PathBuf;

use ibid::report::{SkippedPath, SkippedReport};

use crate::ids::Place;

/// A file or a folder that a walk skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The path, reached from a folder as given.
    pub path: PathBuf,
    /// The reason why it was skipped.
    pub why: SkipReason,
}

/// The reason why a file or a folder was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// Its name has no known ending.
    Format,
    /// Its name begins with a dot.
    Hidden,
    /// A file such as `.gitignore`, or a glob, excludes it.
    Ignored,
    /// It is a symbolic link.
    Link,
    /// It is a part of a LaTeX source, and read with the source.
    Part,
    /// It is neither a file nor a folder: a pipe, a socket or a device.
    Special,
}

/// The choice between naming the skipped files and only counting them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Only counts.
    Counted,
    /// Counts and paths.
    Named,
}

/// Counts what a walk skipped, and names it if `naming` says so.
pub fn report_skipped(skipped: &[Skipped], naming: Naming) -> SkippedReport {
    let mut report = SkippedReport::default();
    for Skipped { path, why } in skipped {
        let (count, name) = count_of(&mut report, *why);
        *count += 1;
        if naming == Naming::Named {
            let path = Place { path: path.clone(), line: None }.to_string();
            report.paths.push(SkippedPath { path, why: name.to_owned() });
        }
    }
    report
}

/// Returns the count of a reason, and its name in the report.
fn count_of(report: &mut SkippedReport, why: SkipReason) -> (&mut u64, &'static str) {
    match why {
        SkipReason::Format => (&mut report.unread_format, "unread_format"),
        SkipReason::Hidden => (&mut report.hidden, "hidden"),
        SkipReason::Ignored => (&mut report.ignored, "ignored"),
        SkipReason::Link => (&mut report.links, "links"),
        SkipReason::Part => (&mut report.parts, "parts"),
        SkipReason::Special => (&mut report.special, "special"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_kind_and_names_where_asked() {
        let passed = |path: &str, why| Skipped { path: path.into(), why };
        let all = [
            passed("a.pdf", SkipReason::Format),
            passed("b.docx", SkipReason::Format),
            passed(".git", SkipReason::Hidden),
            passed("link", SkipReason::Link),
        ];
        let report = report_skipped(&all, Naming::Counted);
        assert_eq!((report.unread_format, report.hidden, report.links, report.total()), (2, 1, 1, 4));
        assert_eq!(report.paths, []);
        let report = report_skipped(&all, Naming::Named);
        assert_eq!(report.paths[3], SkippedPath { path: "link".into(), why: "links".into() });
    }
}

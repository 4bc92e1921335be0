//! Which inputs were left out, and why.

use serde::{Deserialize, Serialize};

use crate::read::{PassedOver, PassedOverWhy, Place};

/// Files and folders in folders that were left out: how many for each reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PassedOverReport {
    /// Files whose name is not that of a format that is read.
    pub unread_format: u64,
    /// Files and folders whose name begins with a dot.
    pub hidden: u64,
    /// Files and folders that a file such as `.gitignore`, or a glob, leaves out.
    pub ignored: u64,
    /// Symbolic links.
    pub links: u64,
    /// Pipes, sockets and devices.
    pub special: u64,
    /// Each of them, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<PassedOverPath>,
}

/// One of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassedOverPath {
    /// The path, reached from a folder as given.
    pub path: String,
    /// The name of the count that it is in.
    pub why: String,
}

/// Whether each of them is named, or all are counted only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Counts only.
    Counted,
    /// The paths, too.
    Named,
}

impl PassedOverReport {
    /// The counts, and where it is wanted the names, of what a walk left out.
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
            PassedOverWhy::Special => (&mut self.special, "special"),
        }
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.unread_format + self.hidden + self.ignored + self.links + self.special
    }

    /// The counts in words; nothing where nothing was left out.
    pub fn line(&self) -> Option<String> {
        let kinds = [
            (self.unread_format, "unread_format"),
            (self.hidden, "hidden"),
            (self.ignored, "ignored"),
            (self.links, "links"),
            (self.special, "special"),
        ];
        let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> =
            kinds.map(|(count, name)| format!("{count} {}", words(name, count))).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// A line with the counts, which begins with `what`, and a line for each file that is named.
    pub fn lines(&self, what: &str) -> Vec<String> {
        let Some(line) = self.line() else { return vec![] };
        let advice = if self.paths.is_empty() { " (-v names them)" } else { "" };
        let named = self.paths.iter().map(|passed| format!("  {}: {}", passed.path, words(&passed.why, 1)));
        std::iter::once(format!("{what}: {line}{advice}")).chain(named).collect()
    }
}

/// What a count counts.
fn words(name: &str, count: u64) -> &str {
    match name {
        "unread_format" => "of a format that is not read",
        "links" if count == 1 => "symbolic link",
        "links" => "symbolic links",
        "special" => "neither file nor folder",
        name => name,
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
        assert_eq!(report.line().unwrap(), "2 of a format that is not read, 1 hidden, 1 symbolic link");
        let report = PassedOverReport::of(&all, Naming::Named);
        assert_eq!(report.paths[3], PassedOverPath { path: "link".into(), why: "links".into() });
        assert_eq!(
            report.lines("left out")[0],
            "left out: 2 of a format that is not read, 1 hidden, 1 symbolic link"
        );
        assert_eq!(report.lines("left out")[4], "  link: symbolic link");
        assert_eq!(PassedOverReport::default().line(), None);
    }
}

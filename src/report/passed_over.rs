//! The inputs that were skipped, and why.

use serde::{Deserialize, Serialize};

use super::hints::{Hints, said};
use super::words::{Language, Words};

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

impl PassedOverReport {
    /// Returns the number of all skipped files and folders.
    pub fn total(&self) -> u64 {
        self.unread_format + self.hidden + self.ignored + self.links + self.parts + self.special
    }

    /// Returns a line with the counts, and a line for each file that is named; empty if nothing was skipped.
    pub fn lines(&self, language: Language, hints: Hints) -> Vec<String> {
        let words = Words(language);
        self.lines_after(words.passed_over(), words, hints)
    }

    /// Returns the lines of [`PassedOverReport::lines`], with a first line that begins with `what`.
    pub(super) fn lines_after(&self, what: &str, words: Words, hints: Hints) -> Vec<String> {
        let Some(counts) = self.line(words.0) else { return vec![] };
        let hint = if self.paths.is_empty() { hints.show_all } else { "" };
        let advice = said(hint, |option| words.names_them(option));
        let first = format!("{}{advice}", words.what_is(what, counts));
        let named = self
            .paths
            .iter()
            .map(|passed| format!("  {}", words.what_is(&passed.path, why(&passed.why, words))));
        std::iter::once(first).chain(named).collect()
    }

    /// Words the counts; `None` if nothing was skipped.
    pub fn line(&self, language: Language) -> Option<String> {
        let words = Words(language);
        let some =
            |count: u64, in_words: fn(Words, u64) -> String| (count > 0).then(|| in_words(words, count));
        let kinds = [
            some(self.unread_format, Words::unread_format),
            some(self.hidden, Words::hidden),
            some(self.ignored, Words::ignored),
            some(self.links, Words::links),
            some(self.parts, Words::parts),
            some(self.special, Words::special),
        ];
        let kinds: Vec<String> = kinds.into_iter().flatten().collect();
        (!kinds.is_empty()).then(|| kinds.join(words.comma()))
    }
}

/// Words the reason why a file was skipped, by the name of its count.
fn why(name: &str, words: Words) -> &str {
    match name {
        "unread_format" => words.is_unread_format(),
        "hidden" => words.is_hidden(),
        "ignored" => words.is_ignored(),
        "links" => words.is_link(),
        "parts" => words.is_part(),
        "special" => words.is_special(),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::hints::HINTS;

    #[test]
    fn the_counts_are_a_line_and_each_named_file_too() {
        let counted = PassedOverReport { unread_format: 2, hidden: 1, links: 1, ..Default::default() };
        assert_eq!(counted.total(), 4);
        let counts = "passed over: 2 of a format that is not read, 1 hidden, 1 symbolic link";
        assert_eq!(counted.lines(Language::English, HINTS), [format!("{counts} (-v names them)")]);
        assert_eq!(counted.lines(Language::English, Hints::default()), [counts]);
        let named = |path: &str, why: &str| PassedOverPath { path: path.into(), why: why.into() };
        let paths = vec![
            named("a.pdf", "unread_format"),
            named("b.docx", "unread_format"),
            named(".git", "hidden"),
            named("link", "links"),
        ];
        let report = PassedOverReport { paths, ..counted };
        let lines = report.lines(Language::English, HINTS);
        assert_eq!((&*lines[0], &*lines[4]), (counts, "  link: symbolic link"));
        let lines = report.lines(Language::Chinese, HINTS);
        assert_eq!(
            (&*lines[0], &*lines[1]),
            ("已跳过：格式不支持 2 个，隐藏 1 个，符号链接 1 个", "  a.pdf：格式不支持")
        );
        assert!(PassedOverReport::default().lines(Language::English, HINTS).is_empty());
    }
}

//! What a program says where it shows less than there is: which of its options shows the rest.

/// The options and commands that reports refer to. Where one is empty, nothing is said of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// What shows passages that do not count.
    pub show_uncounted: &'static str,
    /// What shows all of what is shortened or only counted.
    pub show_all: &'static str,
    /// What leaves out documents below a ratio.
    pub only_over: &'static str,
    /// What checks a whole text.
    pub check: &'static str,
}

/// What is said of a hint, if there is one.
pub(super) fn said(hint: &'static str, words: impl Fn(&'static str) -> String) -> String {
    if hint.is_empty() { String::new() } else { words(hint) }
}

/// Those of the program.
#[cfg(test)]
pub(super) const HINTS: Hints =
    Hints { show_uncounted: "--commonplaces", show_all: "-v", only_over: "--only-over", check: "ibid check" };

//! The options of a program that reports name where they show less than there is.

/// The options and commands that reports refer to. An empty one is not mentioned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The option that shows passages that do not count.
    pub show_uncounted: &'static str,
    /// The option that shows in full what is shortened or only counted.
    pub show_all: &'static str,
    /// The option that leaves out documents below a ratio.
    pub only_over: &'static str,
    /// The command that checks a whole text.
    pub check: &'static str,
}

/// Words a hint, if there is one.
pub(super) fn said(hint: &'static str, words: impl Fn(&'static str) -> String) -> String {
    if hint.is_empty() { String::new() } else { words(hint) }
}

/// The hints of the program.
#[cfg(test)]
pub(super) const HINTS: Hints =
    Hints { show_uncounted: "--commonplaces", show_all: "-v", only_over: "--only-over", check: "ibid check" };

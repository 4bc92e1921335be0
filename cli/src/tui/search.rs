//! A pattern -> where it stands: in the query text, in the passages of the sources, in the names of sources.
//!
//! Case does not matter; a blank matches any blanks; line breaks inside Chinese and soft hyphens are passed over.
//! `O(n)`, for n bytes of text, where the pattern does not repeat itself.

use std::ops::Range;

/// No more places than this are gathered.
pub(super) const MAX_HITS: usize = 10_000;

/// Where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// In the text of the query document: bytes.
    Query(Range<usize>),
    /// In the source's text of a passage, by its place in the report: bytes of that text.
    Passage(usize, Range<usize>),
    /// In the name or title of a source, by its place in the list.
    Name(usize),
}

/// A search under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    /// What was searched for.
    pub(super) pattern: String,
    /// Where it stands, in the order in which they are visited.
    pub(super) hits: Vec<Hit>,
    /// The one that was visited last.
    pub(super) at: usize,
}

/// All places of `pattern` in `text` that do not overlap, in bytes; `limit` at most.
pub(super) fn find_all(text: &str, pattern: &str, limit: usize) -> Vec<Range<usize>> {
    let pattern: Vec<char> = pattern.trim().chars().map(fold).collect();
    let Some(&first) = pattern.first() else { return vec![] };
    let mut found = vec![];
    let mut free = 0;
    for (at, c) in text.char_indices() {
        if at < free || fold(c) != first {
            continue;
        }
        if found.len() >= limit {
            break;
        }
        if let Some(len) = text.get(at..).and_then(|rest| match_at(rest, &pattern)) {
            free = at + len;
            found.push(at..free);
        }
    }
    found
}

/// How many bytes of the beginning of `text` the pattern matches.
fn match_at(text: &str, pattern: &[char]) -> Option<usize> {
    let mut left = pattern.iter().copied().peekable();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let Some(&wanted) = left.peek() else { return Some(at) };
        if fold(c) == wanted || (c.is_whitespace() && wanted == ' ') {
            left.next();
        } else if !(is_passed_over(c, before) || (c.is_whitespace() && before.is_whitespace())) {
            return None;
        }
        before = c;
    }
    left.peek().is_none().then_some(text.len())
}

fn is_passed_over(c: char, before: char) -> bool {
    c == '\u{AD}' || (matches!(c, '\n' | '\r') && before > '\u{2E7F}') || (c == '\n' && before == '\r')
}

fn fold(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, pattern: &str, expected: &[&str]) {
        let ranges = find_all(text, pattern, 10);
        let found: Vec<&str> = ranges.into_iter().map(|range| text.get(range).unwrap()).collect();
        assert_eq!(found, expected, "{pattern:?} in {text:?}");
    }

    #[test]
    fn finds_every_place() {
        check("salt roads and salt", "salt", &["salt", "salt"]);
        check("盐路和盐", "盐", &["盐", "盐"]);
        check("aaa", "aa", &["aa"]);
        check("salt", "", &[]);
        check("salt", "salty", &[]);
    }

    #[test]
    fn case_does_not_matter() {
        check("Salt SALT", "sALT", &["Salt", "SALT"]);
        check("Élan", "élan", &["Élan"]);
    }

    #[test]
    fn line_breaks_do_not_matter() {
        check("salt\n  roads", "salt road", &["salt\n  road"]);
        check("盐路穿\n过山口", "穿过", &["穿\n过"]);
        check("car\u{ad}go", "cargo", &["car\u{ad}go"]);
        check("salt\nroad", "saltroad", &[]);
    }

    #[test]
    fn stops_at_the_limit() {
        assert_eq!(find_all("a a a a", "a", 3).len(), 3);
    }
}

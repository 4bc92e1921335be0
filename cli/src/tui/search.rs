//! Search for a pattern in the query text, in the passages of the sources, and in the names of sources.
//!
//! Case does not matter, and a blank matches any blanks. Line breaks inside Chinese and soft hyphens are skipped.
//! `O(n)`, for n bytes of text, unless the pattern repeats itself.

use std::ops::Range;

/// The most hits that are gathered.
pub(super) const MAX_HITS: usize = 10_000;

/// A place where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// A range of the query document's text, in bytes.
    Query(Range<usize>),
    /// A range in the source text of a passage, in bytes; the passage by its index in the report.
    Passage(usize, Range<usize>),
    /// The name or title of a source, by its position in the list.
    Name(usize),
}

/// A search in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    /// The pattern of the search.
    pub(super) pattern: String,
    /// The hits, in the order in which they are visited.
    pub(super) hits: Vec<Hit>,
    /// The index of the hit visited last.
    pub(super) at: usize,
}

/// Returns the places of `pattern` in `text`, in bytes, at most `limit` and without overlaps.
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

/// Returns the number of bytes at the beginning of `text` that the pattern matches.
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

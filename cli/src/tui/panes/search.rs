//! Search for a pattern, and moves from one place to the next.
//!
//! Case does not matter, and a blank matches any blanks. Line breaks inside Chinese and soft hyphens are skipped.
//! `O(n)`, for n bytes of text, unless the pattern repeats itself.

use std::ops::Range;

use super::text::overlap;
use super::{Keys, Panes};
use crate::tui::action::Mode;

/// The most hits that are gathered.
pub(in crate::tui) const MAX_HITS: usize = 10_000;

/// A search in progress. A review says with `H` where it finds something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Search<H> {
    /// The pattern of the search.
    pub(in crate::tui) pattern: String,
    /// The hits, in the order in which they are visited.
    pub(in crate::tui) hits: Vec<H>,
    /// The index of the hit visited last.
    pub(in crate::tui) at: usize,
}

impl<H> Search<H> {
    /// Returns the hit visited last.
    pub(super) fn current(&self) -> Option<&H> {
        self.hits.get(self.at)
    }
}

/// Starts the search for the pattern that was typed. It begins at the reader's place.
pub(super) fn submit<R: Keys>(review: &mut R) {
    let window = review.window_mut();
    (window.mode, window.search) = (Mode::Normal, None);
    let pattern = window.prompt.value().trim().to_owned();
    if pattern.is_empty() {
        return;
    }
    let (hits, at) = review.find(&pattern);
    if hits.is_empty() {
        review.tell(review.messages().not_found(pattern));
        return;
    }
    review.window_mut().search = Some(Search { pattern, hits, at });
    visit(review);
}

/// Visits the hit `by` places further on. Behind the last one comes the first.
pub(super) fn step<R: Keys>(review: &mut R, by: isize) {
    let Some(search) = &mut review.window_mut().search else { return };
    let count = search.hits.len().max(1) as isize;
    search.at = (search.at as isize + by).rem_euclid(count) as usize;
    visit(review);
}

fn visit<R: Keys>(review: &mut R) {
    let Some(hit) = review.window().search.as_ref().and_then(Search::current).cloned() else { return };
    review.visit(&hit);
    if let Some((pane, range)) = review.range_of_hit(&hit) {
        review.window_mut().focus = pane;
        review.reveal(pane, range.start);
    }
}

/// Returns the hits in the visible part of a text, each with a flag for the one visited last.
pub(in crate::tui) fn seen_hits<R: Panes + ?Sized>(
    review: &R,
    pane: R::Pane,
    seen: &Range<usize>,
) -> Vec<(Range<usize>, bool)> {
    let mut found = vec![];
    let Some(search) = &review.window().search else { return found };
    for (at, hit) in search.hits.iter().enumerate() {
        if let Some((of, range)) = review.range_of_hit(hit)
            && of == pane
            && overlap(&range, seen)
        {
            found.push((range, at == search.at));
        }
    }
    found
}

/// Returns the places of `pattern` in `text`, in bytes, at most `limit` and without overlaps.
pub(in crate::tui) fn find_all(text: &str, pattern: &str, limit: usize) -> Vec<Range<usize>> {
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
        if let Some(rest) = text.get(at..)
            && let Some(len) = match_at(rest, &pattern)
        {
            free = at + len;
            found.push(at..free);
        }
    }
    found
}

/// Returns whether a text has a place of a pattern.
pub(in crate::tui) fn has_hit(text: &str, pattern: &str) -> bool {
    !find_all(text, pattern, 1).is_empty()
}

/// Returns the number of bytes at the beginning of `text` that the pattern matches.
fn match_at(text: &str, pattern: &[char]) -> Option<usize> {
    let mut left = pattern.iter().copied().peekable();
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let Some(&wanted) = left.peek() else { return Some(at) };
        if fold(c) == wanted || (c.is_whitespace() && wanted == ' ') {
            left.next();
        } else if !(is_skipped(c, before) || (c.is_whitespace() && before.is_whitespace())) {
            return None;
        }
        before = c;
    }
    left.peek().is_none().then_some(text.len())
}

fn is_skipped(c: char, before: char) -> bool {
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

//! The marks of a paragraph -> pairs.
//!
//! A stack holds the open marks. A closing mark takes everything above its partner off: those marks were never closed.
//! Each mark is put on and taken off once, so that a paragraph of n bytes takes `O(n)`, whatever it contains.

use super::marks::{Act, Around, FAMILIES, Family, act};
use crate::interrupt;
use crate::text::Span;
use crate::text::lookup::{behind, until};

/// Two marks that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) family: Family,
    /// The text without the marks.
    pub(super) inner: Span,
    /// The text with the marks.
    pub(super) outer: Span,
}

/// A mark that is open, up to the end of its paragraph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) family: Family,
    /// The first byte of the mark.
    pub(super) start: u32,
    /// One past its last byte.
    pub(super) end: u32,
    is_low: bool,
    is_code: bool,
}

/// The open marks of a paragraph.
#[derive(Default)]
struct Stack {
    open: Vec<Open>,
    /// The places of each family in `open`.
    places: [Vec<usize>; FAMILIES],
}

impl Stack {
    fn last(&self, family: Family) -> Option<&Open> {
        let place = *self.places[family.number()].last()?;
        self.open.get(place)
    }

    fn push(&mut self, open: Open) {
        self.places[open.family.number()].push(self.open.len());
        self.open.push(open);
    }

    /// Takes off the last mark of a family, and all above it. A mark that may be an apostrophe takes nothing else off.
    fn take(&mut self, family: Family) -> Option<Open> {
        self.places[family.number()].last()?;
        if family.is_apostrophe() && self.open.last().is_some_and(|open| open.family != family) {
            return None;
        }
        while let Some(open) = self.open.pop() {
            self.places[open.family.number()].pop();
            if open.family == family {
                return Some(open);
            }
        }
        None
    }
}

/// Appends the pairs of a paragraph to `pairs`, in the order in which they close. Returns the marks that stay open.
pub(super) fn pairs(text: &str, paragraph: Span, pairs: &mut Vec<Pair>) -> Vec<Open> {
    let whole = paragraph.of(text);
    let mut stack = Stack::default();
    let mut code = Code::default();
    for (at, c) in whole.char_indices() {
        let may_be_mark = matches!(c, '"' | '\'' | '`') || !c.is_ascii();
        if !may_be_mark {
            continue;
        }
        if interrupt::is_set() {
            break;
        }
        if code.holds(whole, at, c) {
            continue;
        }
        let around = Around { before: until(whole, at), behind: behind(whole, at + c.len_utf8()) };
        let is_low = || stack.last(Family::Curly).is_some_and(|open| open.is_low);
        let start = paragraph.start + at as u32;
        let end = start + c.len_utf8() as u32;
        match act(c, around, |family| stack.last(family).is_some(), is_low) {
            None => {}
            Some(Act::Open(family)) => {
                let is_straight = matches!(family, Family::Straight | Family::SingleStraight);
                let is_code = is_straight && around.is_of_code();
                stack.push(Open { family, start, end, is_low: c == '„', is_code });
            }
            Some(Act::Close(family)) => {
                let Some(open) = stack.take(family) else { continue };
                let (inner, outer) = (Span::new(open.end, start), Span::new(open.start, end));
                if !open.is_code && !inner.of(text).trim().is_empty() {
                    pairs.push(Pair { family, inner, outer });
                }
            }
        }
    }
    stack.open.retain(|open| !open.is_code);
    stack.open
}

/// Code between backticks in one line.
#[derive(Default)]
struct Code {
    /// The end of the code found last.
    end: usize,
    /// The place up to which there is no further backtick.
    none_until: usize,
}

impl Code {
    /// Returns whether this place is inside code, or a backtick.
    fn holds(&mut self, text: &str, at: usize, c: char) -> bool {
        if at < self.end {
            return true;
        }
        if c != '`' || at < self.none_until {
            return false;
        }
        let rest = text.as_bytes().get(at + 1..).unwrap_or_default();
        match memchr::memchr2(b'`', b'\n', rest) {
            Some(found) if rest.get(found) == Some(&b'`') => self.end = at + found + 2,
            Some(found) => self.none_until = at + 1 + found,
            None => self.none_until = text.len(),
        }
        true
    }
}

//! The shared types: documents, spans, ranges of words and sentences, languages.
//!
//! Positions inside the library are bytes into a document's text as stored ([`Span`]). At the border, in reports, they
//! are Unicode code points; [`CharIndex`](crate::CharIndex) converts. Both are half open, and so are [`WordRange`] and
//! [`SentenceRange`], which count words and sentences from 0.

pub(crate) mod lookup;

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::date;
use crate::origin::Origin;
use crate::structure::Structure;

/// A half-open range of bytes in a text, on character boundaries of the text that it was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte; at least `start`.
    pub end: u32,
}

impl Span {
    /// Makes the range `start..end`; `end` is raised to `start` if it is smaller.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end: end.max(start) }
    }

    /// Returns the bytes as a `usize` range, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns whether the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the part of `text` that this span covers; empty if the span does not fit the text.
    ///
    /// This is the one place where text is sliced.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// Returns the span moved to the right by a number of bytes, modulo 2^32.
    pub(crate) fn moved(self, bytes: u32) -> Span {
        Span::new(self.start.wrapping_add(bytes), self.end.wrapping_add(bytes))
    }

    /// Returns the number of bytes that two spans share.
    pub fn shared(self, other: Span) -> usize {
        (self.end.min(other.end) as usize).saturating_sub(self.start.max(other.start) as usize)
    }
}

/// A half-open range of units of one document, counted from 0: a [`WordRange`] or a [`SentenceRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NumberRange<Unit> {
    /// The first number.
    pub(crate) start: u32,
    /// One past the last number; at least `start`.
    pub(crate) end: u32,
    unit: PhantomData<Unit>,
}

/// Words of a document, as `Words` counts them.
pub(crate) type WordRange = NumberRange<Word>;

/// Sentences of a document.
pub(crate) type SentenceRange = NumberRange<Sentence>;

/// The unit of a [`WordRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Word {}

/// The unit of a [`SentenceRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sentence {}

impl<Unit: Copy> NumberRange<Unit> {
    /// Makes the range `start..end`; `end` is raised to `start` if it is smaller.
    pub(crate) fn new(start: u32, end: u32) -> Self {
        NumberRange { start, end: end.max(start), unit: PhantomData }
    }

    /// Returns the numbers in the range.
    pub(crate) fn numbers(self) -> std::ops::Range<u32> {
        self.start..self.end
    }

    /// Returns how many numbers the range has.
    pub(crate) fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the range is empty.
    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns whether a number lies in the range.
    pub(crate) fn contains(self, number: u32) -> bool {
        self.start <= number && number < self.end
    }

    /// Returns how many numbers two ranges share.
    pub(crate) fn shared(self, other: Self) -> u32 {
        self.end.min(other.end).saturating_sub(self.start.max(other.start))
    }

    /// Returns whether more than half of this range lies in another.
    pub(crate) fn is_mostly_in(self, other: Self) -> bool {
        self.shared(other) * 2 > self.len()
    }

    /// Returns whether two ranges, neither of them empty, share a number.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the range from the first start to the last end, with everything between.
    pub(crate) fn union(self, other: Self) -> Self {
        NumberRange::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// The meaning of line breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// Lines that may be wrapped: a single line break is a space, unless it ends a heading or a list item.
    #[default]
    Wrapped,
    /// Lines that are paragraphs: each line break ends one, as in text taken from Markdown or HTML.
    Flowing,
}

/// Everything known of a document besides its text. Any of it may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The title.
    pub title: Option<String>,
    /// The author, or the authors with `; ` between them.
    pub author: Option<String>,
    /// True if the author is a property of an office file, where a program puts the name of its user. Not stored in an
    /// index.
    pub is_author_property: bool,
    /// A date or a point in time in ISO 8601, such as `2026-11-21` or `2026-11-21T08:00:00Z`.
    pub date: Option<String>,
    /// The address at which it was published.
    pub url: Option<String>,
    /// A category.
    pub category: Option<String>,
    /// The file that it was read from, as given.
    pub source: Option<String>,
    /// The number of characters that the reader left out of the text because they are hidden, without white space. Not
    /// stored in an index.
    pub hidden_chars: u32,
}

impl Metadata {
    /// Sets the date to the one that a path names, if there is none yet. The separator of the path is `/`.
    pub fn set_date_of_path(&mut self, path: &str) {
        if self.date.is_none() {
            self.date = date::of_path(path);
        }
    }
}

/// A text with its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The id, never empty and unique among the documents that are looked at together.
    pub id: String,
    /// The text as a reader sees it, less than 4 GiB. Never changed after reading.
    pub text: String,
    /// The meaning of its line breaks.
    pub layout: Layout,
    /// Its metadata.
    pub meta: Metadata,
    /// The places of its text in the file that it was read from.
    pub origin: Origin,
    /// The structure of its text.
    pub structure: Structure,
}

/// The unit in which a text is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// Words: everything that is not Chinese.
    #[default]
    Words,
    /// Characters: at least half of the text is Han.
    Chinese,
}

impl Lang {
    /// Returns the name that reports use: `words` or `characters`.
    pub fn unit_name(self) -> &'static str {
        match self {
            Lang::Words => "words",
            Lang::Chinese => "characters",
        }
    }
}

/// Returns whether a character is a Han ideograph (all planes, with `〇` and the compatibility blocks).
#[inline]
pub fn is_han(c: char) -> bool {
    matches!(u32::from(c),
        0x3005 | 0x3007 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_meet_where_they_share_a_number() {
        let range = |(start, end): (u32, u32)| WordRange::new(start, end);
        for (x, y, shared) in
            [((0, 4), (2, 9), 2), ((2, 9), (0, 4), 2), ((0, 4), (4, 9), 0), ((0, 9), (3, 5), 2)]
        {
            let (x, y) = (range(x), range(y));
            assert_eq!((x.shared(y), x.meets(y)), (shared, shared > 0), "{x:?} {y:?}");
            assert_eq!(
                x.is_mostly_in(y),
                x.numbers().filter(|&number| y.contains(number)).count() * 2 > x.len() as usize
            );
        }
        assert_eq!(range((0, 2)).union(range((5, 9))), range((0, 9)));
        assert!(range((5, 2)).is_empty() && !range((5, 2)).contains(5));
    }

    #[test]
    fn a_span_that_does_not_fit_covers_nothing() {
        assert_eq!(Span::new(1, 2).of("é"), "");
        assert_eq!(Span::new(0, 9).of("abc"), "");
        assert_eq!(Span::new(1, 3).of("abc"), "bc");
        assert_eq!(Span::new(0, 4).shared(Span::new(2, 9)), 2);
    }
}

//! Exact matches: equal words that follow each other on both sides.

use crate::text::WordRange;

/// An exact match: `len` words from `a` on one side and from `b` on the other. Most are maximal exact matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExactMatch {
    /// The first word on the query side.
    pub(crate) a: u32,
    /// The first word on the source side.
    pub(crate) b: u32,
    /// The number of words.
    pub(crate) len: u32,
}

impl ExactMatch {
    /// Returns the words of the match on the query side.
    pub(crate) fn in_a(self) -> WordRange {
        WordRange::new(self.a, self.a_end())
    }

    /// Returns the words of the match on the source side.
    pub(crate) fn in_b(self) -> WordRange {
        WordRange::new(self.b, self.b_end())
    }

    pub(super) fn a_end(self) -> u32 {
        self.a + self.len
    }

    pub(super) fn b_end(self) -> u32 {
        self.b + self.len
    }
}

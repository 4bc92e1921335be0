//! Exact matches: equal words that follow each other on both sides.

use crate::text::WordRange;

/// A run of equal words: `len` words from `a` on one side and from `b` on the other. Most are maximal exact matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    /// The first word on the query side.
    pub(crate) a: u32,
    /// The first word on the source side.
    pub(crate) b: u32,
    /// The number of words.
    pub(crate) len: u32,
}

impl Run {
    /// Returns the words of the run on the query side.
    pub(crate) fn in_a(self) -> WordRange {
        WordRange::new(self.a, self.a_end())
    }

    /// Returns the words of the run on the source side.
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

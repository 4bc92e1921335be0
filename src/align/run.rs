//! Equal words that follow each other on both sides.

use crate::text::WordRange;

/// A stretch of equal words: `len` words from `a` on one side and from `b` on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    /// The first word on the query side.
    pub(crate) a: u32,
    /// The first word on the source side.
    pub(crate) b: u32,
    /// How many words.
    pub(crate) len: u32,
}

impl Run {
    /// Its words on the query side.
    pub(crate) fn in_a(self) -> WordRange {
        WordRange::new(self.a, self.a_end())
    }

    /// Its words on the source side.
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

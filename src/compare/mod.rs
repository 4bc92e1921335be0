//! Two texts -> aligned passages.
//!
//! In: the words of two documents. Out: their passages: ranges on both sides that say the same, with the words that
//! are equal. Runs of equal words are found ([`runs`]), chained in order over small gaps ([`sequence`]), and chains
//! that are close on both sides are joined in any order and judged ([`passage`]). Beside them, sentences that are alike by
//! their words give passages that were reworded ([`reworded`]). Knows no index and no feature, does
//! no input or output. Both directions find the same, but that a place of the query document has one passage, and the
//! other places of the source that say the same are kept with it: where a text stands twice in the one document and once
//! in the other, the one direction has two passages and the other one.
//!
//! - [`words`]: a document as the sequence of words that is compared
//! - [`seeds`]: the stretches of the query document, by their hashes
//! - [`suffixes`], [`repeats`]: what stands too often to look at each pair of places
//! - [`covered`]: which ranges lie over a word
//! - [`runs`]: maximal runs of equal words
//! - [`sequence`]: runs -> chains
//! - [`rarity`]: how much a run of words says
//! - [`join`]: chains -> chains that belong together
//! - [`passage`]: judges them, and sets their borders
//! - [`terms`]: the sentences of a document as bags of terms
//! - [`alike`]: sentences of two documents that are alike by their terms
//! - [`reworded`]: passages of such sentences
//! - [`carried`]: the equal words of these

pub(crate) mod words;
pub(crate) mod rarity;
mod seeds;
mod suffixes;
mod repeats;
mod covered;
mod runs;
mod sequence;
mod join;
pub(crate) mod passage;
mod terms;
mod alike;
mod carried;
mod reworded;

pub(crate) use passage::{Aligned, align, fold_repeats};
pub(crate) use reworded::{Demands, Text, are_too_long, with_reworded};
pub(crate) use seeds::Seeds;
pub(crate) use terms::{TERMS_VERSION, Terms, rare_terms};
pub(crate) use words::Words;

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

/// A range of words on the query side, and one on the source side; both half open.
type Ranges = ((u32, u32), (u32, u32));

/// How many words two ranges share.
fn shared(x: (u32, u32), y: (u32, u32)) -> u32 {
    x.1.min(y.1).saturating_sub(x.0.max(y.0))
}

impl Run {
    fn a_end(self) -> u32 {
        self.a + self.len
    }

    fn b_end(self) -> u32 {
        self.b + self.len
    }
}

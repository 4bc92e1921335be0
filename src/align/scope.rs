//! The scope of an alignment: the parts of two documents to search, and for what.

use super::reworded::Demands;
use crate::retrieve::{CandidatePair, Region};

/// The scope of the alignment of two documents.
#[derive(Debug)]
pub(crate) struct Scope<'c> {
    /// The parts to search for equal words.
    pub(crate) verbatim: Verbatim,
    pub(crate) known: Known<'c>,
    /// The parts to search for paraphrases.
    pub(crate) paraphrases: Paraphrases<'c>,
}

impl<'c> Scope<'c> {
    /// Returns the scope of two whole documents of which nothing is known.
    pub(crate) fn of_pair(paraphrases: Paraphrases<'c>) -> Scope<'c> {
        Scope { verbatim: Verbatim::Anywhere, known: Known { documents: 1, pairs: &[] }, paraphrases }
    }
}

/// The parts of two documents to search for equal words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verbatim {
    /// Only the pairs of sentences that are known to be alike.
    InPairs,
    /// Both documents as a whole.
    Anywhere,
}

/// Facts about two documents that are known before they are aligned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'c> {
    /// The number of documents that the source was chosen from.
    pub(crate) documents: u32,
    /// Pairs of sentences that may be copies, though words of them were replaced.
    pub(crate) pairs: &'c [CandidatePair],
}

/// The parts of two documents to search for paraphrases.
#[derive(Debug)]
pub(crate) enum Paraphrases<'c> {
    Nowhere,
    /// Both documents as a whole, if they are of moderate length.
    Anywhere,
    /// These regions, with the demands on a passage.
    In(&'c [Region], Demands),
}

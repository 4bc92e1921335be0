//! What to look for when two documents are aligned.

use super::reworded::Demands;
use crate::retrieve::{CandidatePair, Region};

/// What to look for in a pair of documents.
#[derive(Debug)]
pub(crate) struct Scope<'c> {
    /// Where to look for equal words.
    pub(crate) verbatim: Verbatim,
    pub(crate) known: Known<'c>,
    /// Where to look for paraphrases.
    pub(crate) paraphrases: Paraphrases<'c>,
}

impl<'c> Scope<'c> {
    /// In the whole of two documents of which nothing is known.
    pub(crate) fn of_pair(paraphrases: Paraphrases<'c>) -> Scope<'c> {
        Scope { verbatim: Verbatim::Anywhere, known: Known { documents: 1, pairs: &[] }, paraphrases }
    }
}

/// Where to look for equal words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verbatim {
    /// In the pairs of sentences that are known to be alike.
    InPairs,
    /// In the whole of both documents.
    Anywhere,
}

/// What is known of a pair of documents before they are aligned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'c> {
    /// How many documents the source is one of.
    pub(crate) documents: u32,
    /// Sentences that may be copies, though words of them were replaced.
    pub(crate) pairs: &'c [CandidatePair],
}

/// Where to look for paraphrases.
#[derive(Debug)]
pub(crate) enum Paraphrases<'c> {
    Nowhere,
    /// In the whole of two documents of moderate length.
    Anywhere,
    /// In these regions, with what a passage has to reach.
    In(&'c [Region], Demands),
}

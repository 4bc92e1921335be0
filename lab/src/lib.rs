//! Measurements of the features and methods of `ibid` beside those of the literature, and the sets to measure with.
//!
//! The library `ibid` knows nothing of this crate, which uses its public names only.
//!
//! - [`shuffle`]: the order of documents that Python draws
//! - [`labelled`]: sentences, and which of them are copies of each other
//! - [`gold`]: labelled sentences, made from versions of documents
//! - [`join`]: all pairs of sentences that are alike
//! - [`sentences`]: copied sentence pairs, on a labelled set
//! - [`alignment`]: passages, by the measures of the PAN text-alignment task
//! - [`pairs`]: rewritten sentences, on labelled pairs
//! - [`feature`]: the features that `ibid` is compared with
//! - [`features`]: features, on a labelled set
//! - [`dedup`]: experiments of papers on whole documents

pub mod shuffle;
pub mod labelled;
pub mod gold;
pub mod join;
pub mod sentences;
pub mod alignment;
pub mod pairs;
pub mod feature;
pub mod features;
pub mod dedup;

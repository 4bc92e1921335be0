//! Scores against known answers.
//!
//! - [`alignment`]: passages, by the measures of the PAN text-alignment task
//! - [`shuffle`]: the order of documents that Python draws
//! - [`gold`]: labelled sentences, made from versions of documents
//! - [`labelled`]: sentences, and which of them are copies of each other
//! - [`join`]: all pairs of sentences that are alike
//! - [`sentences`]: copied sentence pairs, on a labelled set
//! - [`pairs`]: rewritten sentences, on labelled pairs
//! - [`features`]: features, on a labelled set
//! - [`edits`]: edited copies of sentences
//! - [`dedup`]: the papers' experiments on whole documents
//! - [`calibrate`]: what is found of such copies in a collection

pub mod alignment;
pub mod shuffle;
pub mod gold;
pub mod labelled;
pub mod join;
pub mod sentences;
pub mod pairs;
pub mod features;
pub mod edits;
pub mod dedup;
pub mod calibrate;

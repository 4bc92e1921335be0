//! Scores against known answers.
//!
//! - [`alignment`]: passages, by the measures of the PAN text-alignment task
//! - [`gold`]: labelled sentences, made from versions of documents
//! - [`labelled`]: sentences, and which of them are copies of each other
//! - [`sentences`]: copied sentence pairs against them
//! - [`shuffle`]: the order of documents that Python draws

pub mod alignment;
pub mod gold;
pub mod labelled;
pub mod sentences;
pub mod shuffle;

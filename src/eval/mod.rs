//! Scores against known answers.
//!
//! - [`alignment`]: passages, by the measures of the PAN text-alignment task
//! - [`features`]: features, on a labelled set of sentences
//! - [`labelled`]: such a set
//! - [`join`]: all pairs of sentences that are alike

pub mod alignment;
pub mod labelled;
pub mod join;
pub mod features;

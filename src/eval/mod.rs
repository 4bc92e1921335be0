//! Scores against known answers.
//!
//! - [`alignment`]: passages, by the measures of the PAN text-alignment task
//! - [`labelled`]: sentences, and which of them are copies of each other

pub mod alignment;
pub mod labelled;

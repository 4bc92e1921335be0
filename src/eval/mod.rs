//! Scores against known answers.
//!
//! - [`alignment`]: passages, by the measures of the PAN text-alignment task

pub mod alignment;

//! What is left out, and why. Pure: text and figures in, verdicts out.
//!
//! - [`commonplace`]: passages that say too little to mean anything
//! - [`quotation`]: text in quotation marks

pub(crate) mod commonplace;
pub(crate) mod quotation;

//! Scores against known answers.
//!
//! - [`similarity`]: the similarity of two sentences, word by word
//! - [`edits`]: edited copies of sentences
//! - [`calibrate`]: the finds of such copies in a collection

pub mod similarity;
// The laboratory compares measures of similarity on the terms of sentences.
#[doc(hidden)]
pub mod terms;
pub mod edits;
pub mod calibrate;

//! Aligned passages -> verdicts.
//!
//! In: the passages of a query document and a source. Out: the [`Kind`] of each passage, its information, and its
//! copied sentence pairs ([`passages`]). From all passages of a query document together comes the share of it that
//! is matched ([`figures`]).
//!
//! - [`limits`]: what decides, with the reason of each
//! - [`sentences`]: what the whole sentences of a passage say
//! - [`demands`]: how much a passage has to say
//! - [`passages`]: what kind of copy a passage is
//! - [`taken`]: which of its words were taken over
//! - [`credited`]: what of it is quoted or cited, and what is left out
//! - [`figures`]: how much of a document is matched
//! - [`authors`]: whether documents have an author in common

mod limits;
mod sentences;
mod demands;
mod passages;
mod taken;
mod credited;
mod figures;
mod authors;

pub(crate) use authors::share_author;
pub(crate) use credited::Credited;
pub use credited::{Credit, Exclude, LeftOut};
pub(crate) use figures::{Figures, Matched};
pub use passages::Kind;
pub(crate) use passages::{Judged, Rules, SentenceMatch, judge};

//! Aligned passages -> verdicts.
//!
//! In: the passages of a query document and a source. Out: the [`Kind`] of each passage, its information, and its
//! copied sentence pairs ([`passages`]). All passages of a query document together yield the share of it that is
//! matched ([`figures`]).
//!
//! - [`limits`]: the limits of the judge, with the reason of each
//! - [`sentences`]: the information of the whole sentences of a passage
//! - [`demands`]: the information that a passage needs to count
//! - [`passages`]: the kind of copy that a passage is
//! - [`taken`]: the words of a passage that were taken over
//! - [`credited`]: the words that are quoted or cited, and the words that are left out
//! - [`figures`]: the matched words of a document
//! - [`authors`]: the comparison of documents by their authors

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

//! Alignment passages -> verdicts.
//!
//! In: the passages of a query document and a source. Out: the [`Kind`](crate::report::Kind) of each passage, its
//! information, and its copied sentence pairs ([`passages`]). All passages of a query document together are its findings
//! ([`findings`]); [`score`](crate::score) makes its figures.
//!
//! - [`limits`]: the limits of the judge, with the reason of each
//! - [`evidence`]: what of a passage is evidence of a copy
//! - [`sentences`]: the information of the whole sentences of a passage
//! - [`demands`]: the information that a passage needs to count
//! - [`passages`]: the kind of copy that a passage is
//! - [`continued`]: whole sentences that go on where a copy broke off
//! - [`verdicts`]: passages of a pair -> verdicts
//! - [`matched_words`]: the words of a passage that were taken over
//! - [`credited`]: the words that are quoted or cited, and those in other parts of a document
//! - [`authors`]: the comparison of documents by their authors
//! - [`said_pairs`]: the pairs of sentences on which decisions are made
//! - [`findings`]: verdicts on the passages of a query document -> its report
//! - [`explained`]: the reasons for the verdict on a passage of a report

mod limits;
mod evidence;
mod sentences;
mod demands;
mod passages;
mod continued;
mod verdicts;
mod matched_words;
mod credited;
mod authors;
mod said_pairs;
mod findings;
mod explained;

use authors::shared_author;
use credited::Credited;
pub(crate) use explained::{Excerpt, explain};
pub use explained::{Explanation, Neighbors};
pub(crate) use findings::Findings;
use passages::SentenceMatch;
pub(crate) use passages::{Judged, Rules};
pub(crate) use verdicts::judge;

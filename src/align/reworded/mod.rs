//! Passages whose words were replaced, moved or translated.
//!
//! Sentences that are alike by their terms ([`alike`]) are clustered into passages ([`search`]), whose equal words are
//! then found ([`carried`]). Verbatim passages stand beside them or become part of them ([`beside`]).
//!
//! - [`limits`]: the limits of this engine, with the reason of each
//! - [`alike`]: sentences of two documents that are alike by their terms
//! - [`borders`]: the ends of a passage of such sentences, on both sides
//! - [`search`]: the search for reworded passages
//! - [`carried`]: the equal words of a reworded passage
//! - [`beside`]: reworded and verbatim passages as the passages of a pair

mod limits;
mod alike;
mod borders;
mod search;
mod carried;
mod beside;

pub(crate) use beside::{are_too_long, with_reworded};
pub(crate) use limits::Demands;

use crate::analyze::{Terms, Words};

/// A document with its terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t> {
    /// The words of the document.
    pub(crate) words: &'t Words,
    /// The terms, made from these words.
    pub(crate) terms: &'t Terms,
}

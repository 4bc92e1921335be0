//! Passages whose words were replaced, moved or translated.
//!
//! Sentences that are alike by their terms ([`alike`]) are clustered into passages ([`search`]), whose equal words are then
//! found ([`carried`]). What runs of equal words have found stands beside these, or becomes part of them ([`beside`]).
//!
//! - [`limits`]: what decides, with the reason of each
//! - [`alike`]: sentences of two documents that are alike by their terms
//! - [`borders`]: where a passage of such sentences ends on both sides
//! - [`search`]: such passages
//! - [`carried`]: the equal words of these
//! - [`beside`]: these and the passages that runs of equal words make, as the passages of a pair

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
    /// Its words.
    pub(crate) words: &'t Words,
    /// Its terms, made from these words.
    pub(crate) terms: &'t Terms,
}

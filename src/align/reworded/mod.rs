//! Passages whose words were replaced, moved or translated.
//!
//! Sentences that are alike by their terms ([`alike`]) are clustered into passages ([`search`]), whose equal words are then
//! found ([`carried`]).
//!
//! - [`limits`]: what decides, with the reason of each
//! - [`alike`]: sentences of two documents that are alike by their terms
//! - [`search`]: passages of such sentences
//! - [`carried`]: the equal words of these

mod limits;
mod alike;
mod search;
mod carried;

pub(crate) use limits::Demands;
pub(crate) use search::{are_too_long, with_reworded};

use crate::analyze::{Terms, Words};

/// A document with its terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t> {
    /// Its words.
    pub(crate) words: &'t Words,
    /// Its terms, made from these words.
    pub(crate) terms: &'t Terms,
}

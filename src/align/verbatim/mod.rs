//! Passages of equal words.
//!
//! Maximal exact matches are found ([`exact_matches`]) and chained in order over small gaps ([`chaining`]). Chains that
//! are close on both sides are joined in any order ([`chain_groups`]) and made passages ([`passage`]), which are judged
//! by their length and density ([`copied`]).
//!
//! - [`limits`]: the limits of this engine, with the reason of each
//! - [`suffixes`], [`repeats`]: text that is repeated too often to look at each pair of its places
//! - [`covered`]: a set of ranges, searched by word
//! - [`pairs`]: the local alignment of sentences that may be copies
//! - [`exact_matches`]: maximal exact matches
//! - [`chaining`]: matches -> chains
//! - [`chain_groups`]: chains -> chains that belong together
//! - [`copied`]: the test of whether a passage is a copy
//! - [`best`]: overlapping passages -> the best passage of each place
//! - [`passage`]: chains -> passages with their borders

mod limits;
mod suffixes;
mod repeats;
mod covered;
mod pairs;
mod exact_matches;
mod chaining;
mod chain_groups;
mod copied;
mod best;
mod passage;

pub(crate) use covered::Covered;
pub(crate) use exact_matches::Seeding;
pub(crate) use passage::{align, fold_repeats};

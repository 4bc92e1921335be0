//! Passages of equal words.
//!
//! Runs of equal words are found ([`runs`]) and chained in order over small gaps ([`sequence`]). Chains that are close on
//! both sides are joined in any order ([`join`]) and made passages ([`passage`]), which are judged by their length and
//! density ([`copied`]).
//!
//! - [`limits`]: what decides, with the reason of each
//! - [`suffixes`], [`repeats`]: text that is repeated too often to look at each pair of its places
//! - [`covered`]: which of many ranges lie over a word
//! - [`pairs`]: sentences that may be copies, word by word
//! - [`runs`]: maximal runs of equal words
//! - [`sequence`]: runs -> chains
//! - [`join`]: chains -> chains that belong together
//! - [`copied`]: whether a passage is a copy
//! - [`best`]: passages that lie over each other -> the best one of each place
//! - [`passage`]: chains -> passages with their borders

mod limits;
mod suffixes;
mod repeats;
mod covered;
mod pairs;
mod runs;
mod sequence;
mod join;
mod copied;
mod best;
mod passage;

pub(crate) use covered::Covered;
pub(crate) use passage::{align, fold_repeats};
pub(crate) use runs::Seeding;

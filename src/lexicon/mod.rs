//! Knowledge of words from before any document is read: ranked lists, rarities, and stems.
//!
//! Rarity is an inverse document frequency everywhere: the logarithm of all documents over those that hold the word. It
//! has three forms, each with its use:
//!
//! - [`Rarity`] estimates it from a word's rank in its language. Passages and rare terms are weighed by it, since the
//!   worth of a word there must not depend on the texts that are compared.
//! - [`inverse_frequency`] takes counts. For keys in [`information`] and for the terms of paraphrase candidates, it
//!   counts documents or sentences of the collection. For reworded passages it counts sentences of the two documents: a
//!   word that stands all over them weighs little, however rare it is elsewhere.
//! - [`IdfTable`] is normalized, from 0 to 1: a feature takes the words of a range, such as .3 to .9, and the range has
//!   to mean the same in collections of all sizes.
//!
//! The files:
//!
//! - [`formulas`]: wordings of laws that belong to nobody
//! - [`limits`]: the numbers that decide, with the reason for each
//! - [`ranking`]: lists of words, the most common first
//! - [`rarity`]: the rarity of a word, by its rank or by counts
//! - [`information`]: the information of a passage, by its equal words and shared keys
//! - [`idf_table`]: the rarity of a word, from 0 to 1
//! - [`stem`]: forms of one English word
//! - [`sense`]: words whose change turns a meaning
//! - [`opposites`]: words of opposite meaning

mod formulas;
mod limits;
mod ranking;
mod rarity;
pub(crate) mod information;
mod idf_table;
mod stem;
mod sense;
mod opposites;

pub(crate) use formulas::formulas;
pub use idf_table::IdfTable;
pub(crate) use limits::LIMITS;
pub(crate) use opposites::{equal_ends, opposite_han, opposite_words};
pub use ranking::Ranking;
pub(crate) use rarity::{Rarity, inverse_frequency};
pub(crate) use sense::{Sense, sense};
pub(crate) use stem::stem;

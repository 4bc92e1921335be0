//! What is known of words before any document is read: ranked lists, how rare a word is, and stems.
//!
//! Rarity is an inverse document frequency everywhere: the logarithm of all documents over those that hold the
//! word. There are three forms, each with its use:
//!
//! - [`Rarity`] guesses it from a word's rank in its language. Passages and rare terms are weighed by it, since what a
//!   word is worth there must not depend on the texts that are compared.
//! - [`inverse_frequency`] takes counts: of documents or sentences of the collection, for keys in [`information`] and for
//!   the terms of paraphrase candidates; of sentences of two documents, for reworded passages, where a word that stands
//!   all over these two weighs little, however rare it is elsewhere.
//! - [`IdfTable`] is normalized, from 0 to 1: a feature takes the words of a range, such as .3 to .9, and such a range has
//!   to mean the same in collections of all sizes.
//!
//! The files:
//!
//! - [`limits`]: what decides, with the reason of each
//! - [`ranking`]: words ranked by how common they are
//! - [`rarity`]: how rare a word is, by its rank or by counts
//! - [`information`]: how much information a passage holds, by its equal words and shared keys
//! - [`idf_table`]: how rare each word is, from 0 to 1
//! - [`stem`]: forms of one English word
//! - [`sense`]: words whose change turns a meaning

mod limits;
mod ranking;
mod rarity;
pub(crate) mod information;
mod idf_table;
mod stem;
mod sense;

pub use idf_table::IdfTable;
pub(crate) use limits::LIMITS;
pub use ranking::{Counter, Ranking};
pub(crate) use rarity::{Rarity, inverse_frequency};
pub(crate) use sense::{Sense, sense};
pub(crate) use stem::stem;

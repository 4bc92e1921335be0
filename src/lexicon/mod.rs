//! What is known of words before any document is read: ranked lists, how rare a word is, and stems.
//!
//! - [`ranking`]: words ranked by how common they are
//! - [`rarity`]: how much a word says
//! - [`information`]: how much the equal words of a passage say together
//! - [`idf_table`]: how rare each word is, from 0 to 1
//! - [`stem`]: forms of one English word

mod ranking;
mod rarity;
pub(crate) mod information;
mod idf_table;
mod stem;

pub use idf_table::IdfTable;
pub use ranking::{Counter, Ranking};
pub(crate) use rarity::Rarity;
pub(crate) use stem::hash_stem;

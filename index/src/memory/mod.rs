//! The index in memory: the simple one, which the index on disk has to equal, and the engine behind checks that need
//! no index at all.
//!
//! Memory: the records as they are, 16 bytes a distinct key plus 4 a key, and 8 bytes a term and unit and 16 a distinct
//! term.
//!
//! - [`terms`]: the terms of all records -> the places of each
//! - [`postings`]: the keys of all units -> the units of each
//! - [`index`]: records, and the answers to questions about them

mod terms;
mod postings;
mod index;

pub use index::MemoryIndex;

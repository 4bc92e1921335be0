//! The index in memory: the simple one, which the index on disk must equal, and the engine of checks that need no
//! index.
//!
//! Memory: the records themselves, 16 bytes per distinct key plus 4 per key, 8 bytes per term and unit, and 16 per
//! distinct term.
//!
//! - [`terms`]: the terms of all records -> the places of each
//! - [`postings`]: the keys of all units -> the units of each
//! - [`index`]: records, and queries of them

mod terms;
mod postings;
mod index;

pub use index::MemoryIndex;

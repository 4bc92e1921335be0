//! The index in memory.

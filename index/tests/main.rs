//! The index from outside: equal answers from every implementation, and what happens to a folder.

#![expect(clippy::unwrap_used, reason = "a test fails where something is not as it should be")]

mod model;
mod files;
mod exactness;
mod table;
mod tools;
mod folder;
mod crash;
mod format;
mod damaged;

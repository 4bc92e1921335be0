//! The index on disk, over tantivy: one tantivy document a record.
//!
//! In: records ([`Writer`]). Out: what [`Search`](crate::Search) asks for, over the records of the last commit when the
//! folder was opened ([`DiskIndex`]). Every key is posted as a term whose *positions* are the numbers of the units that
//! hold it; the sizes of the units' bags stand in a column beside. A question takes a bag's keys from the rarest to the
//! most frequent, reads as many posting lists whole as the prefix bound of a set similarity join asks for, and only
//! seeks in the longer ones that are left. Which lists those are is decided at the question, by the counts of that
//! moment, so that answers are exact for every ratio and whatever was added, replaced, removed or merged before.
//!
//! Cost of a question with n keys over s segments: `O(n s)` dictionary lookups, `O(p log p)` for the p postings of the
//! lists that are read whole, and a skip per candidate record and remaining list. Memory: files are mapped; a reader
//! holds a few kilobytes a segment, a writer what [`WriterOptions`] allows. `docs/index-format.md` describes the files.
//!
//! - `header`: the facts an index was made with, in `ibid-index.json`
//! - `lock`: one writer at a time
//! - `fault`: the engine's errors in this crate's words
//! - `schema`: the fields; `keys`: keys as terms; `document`: a record as the engine reads it
//! - `store`: the frame of the engine's stores; `checked`: the folder, with stores that are checked before they are read
//! - `inflight`: bounds the bytes between `put` and the indexing threads
//! - `segment`: one part of an open index; `gather`: the question that both retrievals are
//! - `reader`: [`DiskIndex`]; `writer`: [`Writer`]

mod header;
mod lock;
mod fault;
mod schema;
mod keys;
mod inflight;
mod document;
mod store;
mod checked;
mod segment;
mod gather;
mod reader;
mod writer;
#[cfg(test)]
mod failing;

pub use header::Header;
pub(crate) use header::sync_folder;
pub(crate) use lock::{FILE as LOCK_FILE, WriterLock};
pub use reader::DiskIndex;
pub use writer::{Writer, WriterOptions};

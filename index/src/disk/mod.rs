//! The index on disk, over tantivy: one tantivy document a record.
//!
//! In: records ([`Writer`]). Out: what [`Search`](crate::Search) asks for, over the records of the last commit when the
//! folder was opened ([`DiskIndex`]). The keys of each part of the index stand sorted in a file of our own, beside the
//! engine's, and so do the terms that records are about; the sizes of the units' bags stand in a column. A question takes a bag's keys from the rarest to the
//! most frequent, reads as many posting lists whole as the prefix bound of a set similarity join asks for, and only
//! seeks in the longer ones that are left. Which lists those are is decided at the question, by the counts of that
//! moment, so that answers are exact for every ratio and whatever was added, replaced, removed or merged before.
//!
//! Cost of a question with n keys over s segments: `O(n s)` look-ups of a step or two, `O(p log p)` for the p places in the
//! lists that are read whole, and `O(log l)` per candidate and remaining list of l places. Memory: files are mapped; a reader
//! holds a few kilobytes a segment, a writer what [`WriterOptions`] allows. `docs/index-format.md` describes the files.
//!
//! - `fault`: the engine's errors in this crate's words
//! - `header`: the facts an index was made with
//! - `sealed`: small files that are replaced whole, with a checksum; `manifest`: the one that is the index as of a commit
//! - `lock`: one writer at a time; `contents`: which files in the folder are the index's own
//! - `schema`: the fields; `document`: a record as the engine reads it
//! - `bits`: numbers in as few bits as they take; `shape`: how a file of posting lists is laid out
//! - `postings`: the sorted keys of a part, or its terms; `waiting`: those of records that are in no part yet; `sources`: where
//!   a new part has them from; `lists`: writes them
//! - `folder`: the folder as the engine sees it
//! - `store`: the frame of the engine's stores; `checked`: the folder with its manifest, and with stores that are checked
//!   before they are read
//! - `inflight`: bounds the bytes between `put` and the indexing threads
//! - `segment`: one part of an open index; `gather`: the question that both retrievals are
//! - `reader`: [`DiskIndex`], opened and verified; `search`: what it answers
//! - `writer`: [`Writer`]; `merging`: which parts of an index are merged

mod fault;
mod header;
mod sealed;
mod manifest;
mod lock;
mod contents;
mod schema;
mod inflight;
mod document;
mod store;
mod folder;
mod waiting;
mod bits;
mod shape;
mod postings;
mod sources;
mod lists;
mod checked;
mod segment;
mod gather;
mod reader;
mod search;
mod merging;
mod writer;
#[cfg(test)]
mod failing;

pub use header::Header;
pub(crate) use lock::FILE as LOCK_FILE;
pub use lock::WriterLock;
pub use reader::DiskIndex;
pub(crate) use sealed::sync_folder;
pub use writer::{Writer, WriterOptions};

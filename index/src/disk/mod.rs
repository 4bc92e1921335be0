//! The index on disk, over tantivy: one tantivy document a unit, consecutive for a record.
//!
//! In: records ([`Writer`]). Out: what [`Search`](crate::Search) asks for, over the records of the last commit when the
//! folder was opened ([`DiskIndex`]). Keys and terms stand in tantivy's dictionary and posting lists ([`schema`] says how),
//! sizes of bags in a column. A query takes a bag's keys from the rarest to the most frequent, reads as many posting
//! lists whole as the prefix bound of a set similarity join asks for, and only seeks in the longer ones that are left.
//! Which lists those are is decided at the query, by the counts of that moment, so that answers are exact for every
//! ratio and whatever was added, replaced, removed or merged before.
//!
//! Cost over s segments, of n keys that are looked up together: `O(n s)` look-ups in dictionaries and `O(l)` for the l
//! postings of their short terms, which are few if n is large; then of a query `O(p log p)` for the p sentences in the
//! lists that are read whole, and `O(log l)` per candidate and remaining list of l sentences. Memory: files are mapped; a
//! reader holds a few kilobytes a segment, a look-up what [`lists`] says, a writer what [`WriterOptions`] allows.
//! `docs/index-format.md` describes the files.
//!
//! - `fault`: the engine's errors in this crate's words
//! - `header`: the facts an index was made with
//! - `sealed`: small files that are replaced whole, with a checksum; `manifest`: the one that is the index as of a commit
//! - `lock`: one writer at a time; `generation`: the folder of the engine's files; `contents`: what in the folder of an
//!   index is its own
//! - `schema`: the fields, and keys as terms; `document`: a sentence as the engine reads it
//! - `features`: the posting lists of a new segment; `segment_writer`: the segment
//! - `folder`: the folder of a generation as the engine sees it
//! - `store`: the frame of the engine's stores; `checked`: the folder with its manifest, and with stores that are checked
//!   before they are read
//! - `cursor`: seeks in a posting list; `lists`: posting lists read together; `rows`: the sentences of
//!   a record; `segment`: one segment of an open index
//! - `gather`: the question that both retrievals are
//! - `reader`: [`DiskIndex`], opened and verified; `search`: what it answers
//! - `merging`: which segments are merged; `deletion`: a record deleted in older segments
//! - `writer`: [`Writer`]; `opening`: its index, opened, made, or made anew

mod fault;
mod header;
mod sealed;
mod generation;
mod manifest;
mod lock;
mod contents;
mod schema;
mod document;
mod features;
mod segment_writer;
mod store;
mod folder;
mod checked;
mod cursor;
mod lists;
mod rows;
mod segment;
mod gather;
mod reader;
mod search;
mod merging;
mod deletion;
mod writer;
mod opening;
#[cfg(test)]
mod failing;

pub use header::Header;
pub(crate) use lock::FILE as LOCK_FILE;
pub use lock::WriterLock;
pub use reader::DiskIndex;
pub(crate) use sealed::sync_folder;
pub use writer::{Writer, WriterOptions};

//! An append-only file of checked records, in a folder of its own.
//!
//! In: records, opaque bytes that mean something to the caller only. Out: the same, in order, when the folder is opened
//! again. What was committed is there whatever happens to the program; of what was not, the records at the front that
//! are whole are there too, and the rest is cut off, a *torn tail*. Whatever else differs from what was written is
//! [`Error::Damaged`](crate::Error::Damaged): a file that ends before the last commit, or a record before it whose
//! checksum is wrong.
//!
//! The file: a header of [`HEADER_BYTES`](bytes::HEADER_BYTES) with a magic, a version and two slots, in turn, for how far
//! the last commit reaches; then each record with its length and a checksum, which its place goes into, so that none can be
//! moved. `docs/index-format.md` has the bytes. One process writes at a time, by the lock that indexes have too. Opening is
//! `O(n)` for n bytes, and takes the memory of the longest record, which is never more than the file has.
//!
//! - [`fault`]: what is said of a log that cannot be used
//! - [`bytes`]: the layout of the file
//! - [`folder`]: which folders are those of a log, or may become one
//! - [`open`]: an open log

mod fault;
mod bytes;
mod folder;
mod open;

pub use open::Log;

/// The file's name in the folder.
const FILE: &str = "records.log";

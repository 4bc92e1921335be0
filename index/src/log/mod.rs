//! An append-only file of checksummed records, in a folder of its own.
//!
//! In: records, opaque bytes that only the caller understands. Out: the same, in order, when the folder is opened
//! again. Committed records survive whatever happens to the program. Of later records, the whole ones at the front
//! survive too, and the rest is cut off, a *torn tail*. Any other difference from what was written is
//! [`Error::Damaged`](crate::Error::Damaged): a file that ends before the last commit, or a record before it whose
//! checksum is wrong.
//!
//! The file has a header of [`HEADER_BYTES`](bytes::HEADER_BYTES) with a magic, a version and two slots, which take
//! turns to hold the end of the last commit. Then comes each record with its length and a checksum that includes its
//! place, so that no record can be moved. `docs/index-format.md` has the bytes. One process writes at a time, by the
//! lock that indexes use too. Opening is `O(n)` for n bytes, and takes the memory of the longest record, which is never
//! more than the file has.
//!
//! - [`fault`]: the errors of a log that cannot be used
//! - [`bytes`]: the layout of the file
//! - [`folder`]: the check of folders that hold a log, or may hold one
//! - [`open`]: an open log

mod fault;
mod bytes;
mod folder;
mod open;

pub use open::Log;

/// The file's name in the folder.
const FILE: &str = "records.log";

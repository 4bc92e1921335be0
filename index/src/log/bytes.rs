//! The layout of the file: a header with two slots for commits, then the records.
//!
//! In: an open file. Out: its records, in order, up to the end of the last whole one ([`scan`]); and the bytes of a
//! header, of a slot and of the frame before a record. Lengths in the file are not trusted beyond its end.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::FILE;
use super::fault::{OrFailed, damaged, foreign_log};
use crate::Error;

/// The first bytes of the file.
pub(super) const MAGIC: &[u8; 8] = b"ibid-log";
/// The version of the layout.
const VERSION: u32 = 1;
/// The places of the two slots: far enough from each other that writing one does not touch the other's sector.
pub(super) const SLOTS: [u64; 2] = [4096, 8192];
const SLOT_BYTES: usize = 24;
/// The start of the records.
pub(super) const HEADER_BYTES: u64 = 12288;
/// The bytes before those of a record: their number, and the checksum.
pub(super) const FRAME_BYTES: u64 = 12;
const READ_BYTES: usize = 1 << 20;

/// The whole part of a log.
pub(super) struct Scanned {
    /// The end of the last whole record.
    pub(super) end: u64,
    /// The number of commits.
    pub(super) commits: u64,
}

/// Passes each whole record of a log to `sink`.
pub(super) fn scan(
    dir: &Path,
    file: &File,
    sink: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<Scanned, Error> {
    let length = file.metadata().or_failed("read", dir)?.len();
    let mut reader = BufReader::with_capacity(READ_BYTES, file);
    let mut header = vec![0; HEADER_BYTES as usize];
    match reader.read_exact(&mut header) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(damaged(dir, "the file has no whole header"));
        }
        read => read.or_failed("read", dir)?,
    }
    let (committed, commits) = read_header(dir, &header)?;
    if committed > length {
        return Err(damaged(dir, &format!("the file has {length} bytes of {committed}")));
    }
    let mut end = HEADER_BYTES;
    let mut record = vec![];
    while let Some(taken) = next(&mut reader, end, length, &mut record).or_failed("read", dir)? {
        // A commit ends where a record ends.
        if end < committed && taken > committed {
            break;
        }
        sink(&record)?;
        end = taken;
    }
    if end < committed {
        return Err(damaged(dir, &format!("the record at byte {end} is not the one that was written")));
    }
    Ok(Scanned { end, commits })
}

/// Reads the record at this place, if a whole one is there, and returns its end.
fn next(reader: &mut impl Read, at: u64, length: u64, record: &mut Vec<u8>) -> io::Result<Option<u64>> {
    let rest = length - at;
    let mut frame = [0; FRAME_BYTES as usize];
    if rest < FRAME_BYTES {
        return Ok(None);
    }
    reader.read_exact(&mut frame)?;
    let size = number(&frame[..4]);
    if size > rest - FRAME_BYTES {
        return Ok(None);
    }
    record.clear();
    record.resize(size as usize, 0);
    reader.read_exact(record)?;
    let is_whole = number(&frame[4..]) == check(at, record);
    Ok(is_whole.then_some(at + FRAME_BYTES + size))
}

/// Returns the end of the last commit, and its number.
fn read_header(dir: &Path, header: &[u8]) -> Result<(u64, u64), Error> {
    if &header[..8] != MAGIC {
        return Err(foreign_log(dir));
    }
    let version = number(&header[8..12]);
    if version != u64::from(VERSION) {
        return Err(Error::Foreign(format!(
            "the state {dir:?} has format {version} and this program reads format {VERSION}: delete its {FILE}, or name another folder"
        )));
    }
    let mut last = None;
    for at in SLOTS {
        let slot = &header[at as usize..][..SLOT_BYTES];
        if number(&slot[16..]) == xxh3_64(&slot[..16]) {
            last = last.max(Some((number(&slot[..8]), number(&slot[8..16]))));
        }
    }
    let Some((commits, committed)) = last else {
        return Err(damaged(dir, "the place of its last commit is lost"));
    };
    if committed < HEADER_BYTES {
        Err(damaged(dir, "its last commit is before its beginning"))
    } else {
        Ok((committed, commits))
    }
}

/// Returns the header of an empty log.
pub(super) fn header() -> Vec<u8> {
    let mut header = vec![0; HEADER_BYTES as usize];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[SLOTS[0] as usize..][..SLOT_BYTES].copy_from_slice(&slot(0, HEADER_BYTES));
    header
}

/// Returns the frame before a record of this length at a place of the file.
pub(super) fn frame(at: u64, length: u32, record: &[u8]) -> [u8; FRAME_BYTES as usize] {
    let mut frame = [0; FRAME_BYTES as usize];
    frame[..4].copy_from_slice(&length.to_le_bytes());
    frame[4..].copy_from_slice(&check(at, record).to_le_bytes());
    frame
}

/// Encodes the number of a commit, its end, and the checksum of both.
pub(super) fn slot(number: u64, end: u64) -> [u8; SLOT_BYTES] {
    let mut slot = [0; SLOT_BYTES];
    slot[..8].copy_from_slice(&number.to_le_bytes());
    slot[8..16].copy_from_slice(&end.to_le_bytes());
    let check = xxh3_64(&slot[..16]);
    slot[16..].copy_from_slice(&check.to_le_bytes());
    slot
}

/// Returns the checksum of a record at a place of the file.
fn check(at: u64, record: &[u8]) -> u64 {
    xxh3_64_with_seed(record, at)
}

/// Reads at most eight bytes as a number, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

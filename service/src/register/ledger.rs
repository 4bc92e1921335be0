//! The ledger: the counts that were acknowledged, in a file beside the store. A store that lost data cannot tell by
//! itself.
//!
//! Every batch changes the [`Counts`]. They are committed with it to the embedded store, and then written here, before
//! anything of the batch is acknowledged. The store is therefore never behind the ledger, unless it lost something;
//! after a crash it may be one batch ahead. When the store is opened, its rows are counted too.
//!
//! The file has two lines, which are written in turn, each with a hash: a torn line leaves the other intact. A line is
//! written to the system with every batch, and flushed to the disk once a second and at the end. The store itself is
//! flushed, and a ledger that is a second old after a power failure only knows of less. It costs no throughput.
//!
//! Without the file, the present content is taken as complete. Deleting it is how to go on after a loss.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::store::embedded::{LEDGER as NAME, lost};
use crate::store::{Embedded, Fault};

/// The bytes of a line.
const LINE: usize = 128;
/// The longest time for which a line stays unflushed while there are batches.
const FLUSH: Duration = Duration::from_secs(1);

/// The counts of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts {
    /// The number of committed batches.
    pub(super) batches: u64,
    /// The number of articles in the map.
    pub(super) articles: u64,
    /// The number of articles whose text is kept.
    pub(super) texts: u64,
}

/// The open file of the ledger.
#[derive(Debug)]
pub(super) struct Ledger {
    file: File,
    flushed: Instant,
}

impl Ledger {
    /// Reads the acknowledged counts; none if there is no file.
    ///
    /// # Errors
    /// [`Fault`] if the file cannot be read, or no line of it is intact.
    pub(super) fn read(folder: &Path) -> Result<Option<Counts>, Fault> {
        let mut bytes = vec![];
        let read = File::open(folder.join(NAME)).and_then(|file| {
            // A file of any size must not take memory.
            file.take(2 * LINE as u64).read_to_end(&mut bytes)
        });
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unwritable(error)),
        }
        let counts = bytes.chunks(LINE).filter_map(parse).max_by_key(|counts| counts.batches);
        if counts.is_none() {
            let reason = format!(
                "its file \"{NAME}\", which says how many articles were acknowledged, is damaged; restore the folder from \
                 its backup, or delete this file to go on with what is there"
            );
            return Err(Fault::unreadable(Embedded::NAME, reason));
        }
        Ok(counts)
    }

    /// Opens the file, with the present counts of the store.
    ///
    /// # Errors
    /// [`Fault`] if the file cannot be written.
    pub(super) fn open(folder: &Path, counts: Counts) -> Result<Ledger, Fault> {
        let path = folder.join(NAME);
        let old = OpenOptions::new().write(true).open(&path);
        let file = match old {
            Err(error) if error.kind() == ErrorKind::NotFound => made(folder, &path, counts),
            other => other,
        };
        let mut ledger = Ledger { file: file.map_err(unwritable)?, flushed: Instant::now() };
        ledger.write(counts)?;
        ledger.flush()?;
        Ok(ledger)
    }

    /// Writes the counts that are about to be acknowledged.
    ///
    /// # Errors
    /// [`Fault`] if the file cannot be written.
    pub(super) fn write(&mut self, counts: Counts) -> Result<(), Fault> {
        let at = SeekFrom::Start(counts.batches % 2 * LINE as u64);
        let written = self.file.seek(at).and_then(|_| self.file.write_all(&line(counts)));
        written.map_err(unwritable)?;
        if self.flushed.elapsed() < FLUSH { Ok(()) } else { self.flush() }
    }

    /// Flushes the file to the disk.
    ///
    /// # Errors
    /// [`Fault`] if the file cannot be written.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        self.flushed = Instant::now();
        self.file.sync_data().map_err(unwritable)
    }
}

/// Creates the file atomically: a crash leaves no file, or a file with an intact line.
fn made(folder: &Path, path: &Path, counts: Counts) -> std::io::Result<File> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&[line(counts), line(counts)].concat())?;
    file.as_file().sync_all()?;
    Ok(file.persist(path)?)
}

/// Refuses a store that holds less than was acknowledged, or less than it says itself.
///
/// `said` has the counts that the store says, `there` those counted in it, and `acknowledged` those of the ledger.
///
/// # Errors
/// [`Fault`], which says what is missing and what to do.
pub(super) fn compare(acknowledged: Counts, said: Option<Counts>, there: Counts) -> Result<(), Fault> {
    let said = said.unwrap_or_default();
    // A batch that was committed and not acknowledged may be there.
    let expected = if said.batches >= acknowledged.batches { said } else { acknowledged };
    let is_whole = (expected.articles, expected.texts) == (there.articles, there.texts);
    if said.batches >= acknowledged.batches && is_whole {
        return Ok(());
    }
    Err(lost(&format!(
        "{} articles were acknowledged, {} are there; {} of their texts were kept, {} are there; {} batches of changes were \
         acknowledged, {} are there",
        expected.articles, there.articles, expected.texts, there.texts, acknowledged.batches, said.batches
    )))
}

fn unwritable(error: std::io::Error) -> Fault {
    Fault::unreachable(Embedded::NAME, format!("its file \"{NAME}\": {error}"))
}

/// Formats a line: the counts, blanks, their hash and a line feed.
fn line(Counts { batches, articles, texts }: Counts) -> [u8; LINE] {
    let said = format!("batches {batches} articles {articles} texts {texts}");
    let hash = xxh3_64(said.as_bytes());
    let mut line = [b' '; LINE];
    let text = format!("{said:<110} {hash:016x}\n");
    for (to, byte) in line.iter_mut().zip(text.bytes()) {
        *to = byte;
    }
    line
}

fn parse(line: &[u8]) -> Option<Counts> {
    let text = std::str::from_utf8(line).ok()?;
    let (said, hash) = text.strip_suffix('\n')?.rsplit_once(' ')?;
    let said = said.trim_end();
    if u64::from_str_radix(hash, 16).ok()? != xxh3_64(said.as_bytes()) {
        return None;
    }
    let numbers: Result<Vec<u64>, _> = said.split(' ').skip(1).step_by(2).map(str::parse).collect();
    let [batches, articles, texts] = numbers.ok()?[..] else { return None };
    Some(Counts { batches, articles, texts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(batches: u64) -> Counts {
        Counts { batches, articles: 7 * batches, texts: u64::MAX - batches }
    }

    #[test]
    fn the_last_whole_line_counts() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Ledger::read(folder.path()).unwrap(), None);
        let mut ledger = Ledger::open(folder.path(), counts(3)).unwrap();
        assert_eq!(Ledger::read(folder.path()).unwrap(), Some(counts(3)));
        for batches in 4..7 {
            ledger.write(counts(batches)).unwrap();
            assert_eq!(Ledger::read(folder.path()).unwrap(), Some(counts(batches)));
        }
        let path = folder.path().join(NAME);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[10] = b'9';
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(Ledger::read(folder.path()).unwrap(), Some(counts(5)), "the last one is torn");
        for damaged in [vec![], vec![0; bytes.len()], bytes[..100].to_vec()] {
            std::fs::write(&path, damaged).unwrap();
            let refused = Ledger::read(folder.path()).unwrap_err().to_string();
            assert!(refused.contains("\"acknowledged\"") && refused.contains("delete"), "{refused}");
        }
    }

    #[test]
    fn less_than_was_acknowledged_is_refused_and_a_batch_more_is_not() {
        let of = |batches, articles| Counts { batches, articles, texts: articles };
        assert!(compare(of(3, 30), Some(of(3, 30)), of(3, 30)).is_ok());
        assert!(compare(of(3, 30), Some(of(4, 40)), of(4, 40)).is_ok(), "committed, and not acknowledged");
        for (said, there) in [
            (Some(of(2, 20)), of(2, 20)),
            (Some(of(3, 30)), of(3, 29)),
            (Some(of(4, 40)), of(4, 30)),
            (None, of(0, 30)),
        ] {
            let refused = compare(of(3, 30), said, there).unwrap_err().to_string();
            assert!(
                refused.contains("0 articles were acknowledged, ") && refused.contains("backup"),
                "{refused}"
            );
        }
    }
}

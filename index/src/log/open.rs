//! An open log: records are read on opening, appended and committed.
//!
//! In: a folder, and records. Out: the records that were there, and a file with the new ones appended. A commit writes
//! the records through to the disk, then one of the slots. Opening is `O(n)` for n bytes; appending holds no record
//! back beyond a buffer.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::FILE;
use super::bytes::{self, FRAME_BYTES, HEADER_BYTES, SLOTS};
use super::fault::{OrFailed, failed, foreign_log};
use super::folder::{TEMPORARY, begins_as_log, check_folder};
use crate::Error;
use crate::disk::{WriterLock, sync_folder};

const WRITE_BYTES: usize = 64 << 10;

/// An open log. Dropping it keeps appended records as far as the system writes them, and releases the lock. After a
/// write has failed, nothing more is written: the log on the disk can be opened, with all committed records.
#[derive(Debug)]
pub struct Log {
    dir: PathBuf,
    /// `None` after a write has failed.
    file: Option<BufWriter<File>>,
    /// The error of the failed write.
    failure: Option<io::Error>,
    /// The place of the next record.
    end: u64,
    /// The number of commits, which decides the slot of the next one.
    commits: u64,
    cut_bytes: u64,
    lock: WriterLock,
}

impl Log {
    /// Opens the log of a folder, and makes both if they do not exist. Passes each record to `sink`.
    ///
    /// # Errors
    /// [`Error::Locked`] while another process has it open; [`Error::Damaged`] if it is not as it was written;
    /// [`Error::Request`] if the folder is a file, has other files and no log, or has a file of the log's name that is
    /// no log; [`Error::Foreign`] for another version; [`Error::Io`]; the errors of `sink`.
    pub fn open(dir: &Path, sink: &mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<Log, Error> {
        let path = dir.join(FILE);
        if !is_there(&path).or_failed("open", dir)? {
            check_folder(dir)?;
            fs::create_dir_all(dir).or_failed("make", dir)?;
        } else if !begins_as_log(&File::open(&path).or_failed("open", dir)?) {
            return Err(foreign_log(dir));
        }
        let lock = WriterLock::take(dir, "state")?;
        if !is_there(&path).or_failed("open", dir)? {
            let log = Log::make(dir, lock)?;
            return log.take_name();
        }
        let mut file = OpenOptions::new().read(true).write(true).open(&path).or_failed("open", dir)?;
        let found = bytes::scan(dir, &file, sink)?;
        let length = file.metadata().or_failed("read", dir)?.len();
        file.set_len(found.end).or_failed("write", dir)?;
        file.seek(SeekFrom::Start(found.end)).or_failed("write", dir)?;
        Ok(Log {
            dir: dir.to_owned(),
            file: Some(BufWriter::with_capacity(WRITE_BYTES, file)),
            failure: None,
            end: found.end,
            commits: found.commits,
            cut_bytes: length.saturating_sub(found.end),
            lock,
        })
    }

    /// Makes an empty log under a temporary name.
    fn make(dir: &Path, lock: WriterLock) -> Result<Log, Error> {
        let file = create(&dir.join(TEMPORARY)).or_failed("write", dir)?;
        let file = Some(BufWriter::with_capacity(WRITE_BYTES, file));
        Ok(Log {
            dir: dir.to_owned(),
            file,
            failure: None,
            end: HEADER_BYTES,
            commits: 0,
            cut_bytes: 0,
            lock,
        })
    }

    fn take_name(self) -> Result<Log, Error> {
        fs::rename(self.dir.join(TEMPORARY), self.dir.join(FILE)).or_failed("write", &self.dir)?;
        sync_folder(&self.dir).or_failed("write", &self.dir)?;
        Ok(self)
    }

    /// Returns the number of bytes of a torn tail that were cut off on opening.
    pub fn cut_bytes(&self) -> u64 {
        self.cut_bytes
    }

    /// Returns the number of bytes of its records.
    pub fn size_bytes(&self) -> u64 {
        self.end - HEADER_BYTES
    }

    /// Appends a record of less than 4 GiB. It is permanent after the next [`Log::commit`].
    ///
    /// # Errors
    /// [`Error::Request`] for a longer one, [`Error::Io`].
    pub fn append(&mut self, record: &[u8]) -> Result<(), Error> {
        let Ok(length) = u32::try_from(record.len()) else {
            return Err(Error::Request(format!("a record has {} bytes, more than 4 GiB", record.len())));
        };
        let frame = bytes::frame(self.end, length, record);
        self.write(|file| {
            file.write_all(&frame)?;
            file.write_all(record)
        })?;
        self.end += FRAME_BYTES + u64::from(length);
        Ok(())
    }

    /// Makes all appended records permanent.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn commit(&mut self) -> Result<(), Error> {
        let (number, end) = (self.commits + 1, self.end);
        self.write(|file| {
            file.flush()?;
            let file = file.get_mut();
            file.sync_data()?;
            file.seek(SeekFrom::Start(SLOTS[(number % 2) as usize]))?;
            file.write_all(&bytes::slot(number, end))?;
            file.sync_data()?;
            file.seek(SeekFrom::Start(end))?;
            Ok(())
        })?;
        self.commits = number;
        Ok(())
    }

    /// Writes through `write`. If that fails, the buffer is discarded: written later, it would stand in the wrong
    /// place.
    fn write(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Error> {
        let Some(file) = &mut self.file else {
            let code = self.failure.as_ref().and_then(io::Error::raw_os_error);
            let again =
                code.map_or(io::Error::other("an earlier write has failed"), io::Error::from_raw_os_error);
            return Err(failed("write", &self.dir, again));
        };
        let written = write(file);
        if let Err(error) = &written {
            // Taken apart, it is not flushed when it is dropped.
            drop(self.file.take().map(BufWriter::into_parts));
            self.failure = error.raw_os_error().map(io::Error::from_raw_os_error);
        }
        written.or_failed("write", &self.dir)
    }

    /// Replaces the log, in one step, by another one with the records that `fill` appends to it.
    ///
    /// # Errors
    /// The errors of `fill`; [`Error::Io`]. The log on the disk is then unchanged.
    pub fn rewrite(self, fill: &mut dyn FnMut(&mut Log) -> Result<(), Error>) -> Result<Log, Error> {
        let Log { dir, lock, file, .. } = self;
        drop(file);
        let mut log = Log::make(&dir, lock)?;
        fill(&mut log)?;
        log.commit()?;
        log.take_name()
    }
}

/// Returns whether there is a file. If the system cannot tell, nothing is made: it would replace what is there.
fn is_there(path: &Path) -> io::Result<bool> {
    match path.try_exists() {
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(false),
        is_there => is_there,
    }
}

/// Makes the file of an empty log.
fn create(path: &Path) -> io::Result<File> {
    // An interrupted run may have left the file; with the lock, nobody writes it. A link is removed, not followed.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::create_new(path)?;
    file.write_all(&bytes::header())?;
    file.sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn open(dir: &Path) -> Result<(Log, Vec<Vec<u8>>), Error> {
        let mut records = vec![];
        let log = Log::open(dir, &mut |record| {
            records.push(record.to_vec());
            Ok(())
        })?;
        Ok((log, records))
    }

    fn fill(dir: &Path, committed: &[Vec<u8>], appended: &[Vec<u8>]) {
        let (mut log, _) = open(dir).unwrap();
        for records in [committed, appended] {
            records.iter().for_each(|record| log.append(record).unwrap());
            if std::ptr::eq(records, committed) {
                log.commit().unwrap();
            }
        }
    }

    #[test]
    fn records_come_back_over_several_openings() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().join("a/state");
        for round in 0..5_u8 {
            let (mut log, records) = open(&dir).unwrap();
            let expected: Vec<Vec<u8>> = (0..round).flat_map(|n| [vec![n; usize::from(n)], vec![]]).collect();
            assert_eq!(records, expected);
            log.append(&vec![round; usize::from(round)]).unwrap();
            log.append(&[]).unwrap();
            if round % 2 == 0 {
                log.commit().unwrap();
            }
        }
        let (log, records) = open(&dir).unwrap();
        let log =
            log.rewrite(&mut |new| records[2..].iter().try_for_each(|record| new.append(record))).unwrap();
        drop(log);
        assert_eq!(open(&dir).unwrap().1, records[2..]);
    }

    #[test]
    fn a_log_has_a_size() {
        let dir = tempfile::tempdir().unwrap();
        let mut log = Log::open(dir.path(), &mut |_| Ok(())).unwrap();
        assert_eq!(log.size_bytes(), 0);
        log.append(b"seven b").unwrap();
        log.commit().unwrap();
        assert_eq!(log.size_bytes(), FRAME_BYTES + 7);
        assert_eq!(fs::metadata(dir.path().join(FILE)).unwrap().len(), HEADER_BYTES + log.size_bytes());
    }

    #[test]
    fn one_process_at_a_time_and_no_other_folder() {
        let dir = tempfile::tempdir().unwrap();
        let (log, _) = open(dir.path()).unwrap();
        let error = open(dir.path()).unwrap_err();
        assert!(matches!(&error, Error::Locked(why) if why.contains("is writing to the state")), "{error}");
        drop(log);
        open(dir.path()).unwrap();
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("x"), "x").unwrap();
        let error = open(other.path()).unwrap_err();
        assert!(matches!(&error, Error::Request(why) if why.contains("no state")), "{error}");
        let error = open(&other.path().join("x")).unwrap_err();
        assert!(matches!(&error, Error::Request(why) if why.contains("is a file")), "{error}");
        assert_eq!(fs::read_dir(other.path()).unwrap().count(), 1, "nothing was made there");
    }

    #[test]
    fn what_is_of_another_program_is_refused_and_stays() {
        for (name, text) in [
            (FILE, "a diary that someone calls so"),
            (FILE, ""),
            (crate::disk::LOCK_FILE, "held by another program"),
            (TEMPORARY, "someone's notes"),
            ("thesis.txt", "mine"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            fs::write(dir.path().join(name), text).unwrap();
            match open(dir.path()) {
                // A log that was cut may be an empty file.
                Err(Error::Damaged(why)) => {
                    assert!(text.is_empty() && why.contains("delete its records.log"), "{why}")
                }
                Err(Error::Request(why)) => {
                    assert!(why.contains("is no state") && why.contains(name), "{why}")
                }
                other => panic!("{name}: {other:?}"),
            }
            assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), text);
            assert_eq!(
                fs::read_dir(dir.path()).unwrap().count(),
                if text.is_empty() { 2 } else { 1 },
                "{name}"
            );
        }
    }

    #[test]
    fn other_files_beside_a_log_stay_when_it_is_written_anew() {
        let dir = tempfile::tempdir().unwrap();
        let (log, _) = open(dir.path()).unwrap();
        let foreign = ["thesis.txt", ".tmp-notes", "records.log.bak"];
        foreign.iter().for_each(|name| fs::write(dir.path().join(name), "mine").unwrap());
        let log = log.rewrite(&mut |log| log.append(b"x")).unwrap();
        drop(log);
        assert_eq!(open(dir.path()).unwrap().1, [b"x"]);
        assert!(foreign.iter().all(|name| fs::read(dir.path().join(name)).unwrap() == b"mine"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_temporary_file_is_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let thesis = tempfile::NamedTempFile::new().unwrap();
        fs::write(thesis.path(), "mine").unwrap();
        let (log, _) = open(dir.path()).unwrap();
        std::os::unix::fs::symlink(thesis.path(), dir.path().join(TEMPORARY)).unwrap();
        drop(log.rewrite(&mut |log| log.append(b"x")).unwrap());
        assert_eq!(fs::read(thesis.path()).unwrap(), b"mine");
        assert_eq!(open(dir.path()).unwrap().1, [b"x"]);
    }

    fn records() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// A file that ends anywhere has all committed records, or is damaged.
        #[test]
        fn a_shorter_file_is_cut_or_damaged(committed in records(), appended in records(), at in any::<prop::sample::Index>()) {
            let dir = tempfile::tempdir().unwrap();
            fill(dir.path(), &committed, &appended);
            let path = dir.path().join(FILE);
            let bytes = fs::read(&path).unwrap();
            let at = at.index(bytes.len());
            fs::write(&path, &bytes[..at]).unwrap();
            let all = [committed.clone(), appended].concat();
            match open(dir.path()) {
                Ok((log, records)) => {
                    prop_assert!(records.len() >= committed.len());
                    prop_assert_eq!(&records[..], &all[..records.len()]);
                    drop(log);
                    prop_assert_eq!(open(dir.path()).unwrap().1, records, "what was cut stays cut");
                }
                Err(error) => prop_assert!(matches!(error, Error::Damaged(_)), "{}", error),
            }
        }

        /// A changed bit is noticed, or lies beyond the last commit, or in a slot that is not needed.
        #[test]
        fn a_changed_bit_is_noticed(
            committed in records(), appended in records(), at in any::<prop::sample::Index>(), bit in 0..8_u32, far in any::<bool>(),
        ) {
            let dir = tempfile::tempdir().unwrap();
            fill(dir.path(), &committed, &appended);
            let path = dir.path().join(FILE);
            let mut bytes = fs::read(&path).unwrap();
            let from = if far { HEADER_BYTES as usize } else { 0 };
            let at = from + at.index((bytes.len() - from).max(1));
            prop_assume!(at < bytes.len());
            bytes[at] ^= 1 << bit;
            fs::write(&path, &bytes).unwrap();
            let all = [committed.clone(), appended].concat();
            match open(dir.path()) {
                Ok((_, records)) => {
                    prop_assert!(records.len() >= committed.len(), "{} of {}", records.len(), committed.len());
                    prop_assert_eq!(&records[..], &all[..records.len()]);
                }
                // If the bit is in the magic or the version, the file is no log any more.
                Err(error) => prop_assert!(
                    matches!(error, Error::Damaged(_) | Error::Foreign(_) | Error::Request(_)),
                    "{}",
                    error
                ),
            }
        }

        /// Any bytes behind a header cause no panic, and take no more memory than there are bytes.
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), keep in 0_usize..20_000) {
            let dir = tempfile::tempdir().unwrap();
            fill(dir.path(), &[vec![1]], &[]);
            let path = dir.path().join(FILE);
            let mut file = fs::read(&path).unwrap();
            file.truncate(keep);
            file.extend(bytes);
            fs::write(&path, &file).unwrap();
            let _ = open(dir.path());
        }
    }
}

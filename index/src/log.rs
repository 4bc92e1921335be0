//! An append-only file of checked records, in a folder of its own.
//!
//! In: records, opaque bytes that mean something to the caller only. Out: the same, in order, when the folder is opened
//! again. What was committed is there whatever happens to the program; of what was not, the records at the front that
//! are whole are there too, and the rest is cut off, a *torn tail*. Whatever else differs from what was written is
//! [`Error::Damaged`]: a file that ends before the last commit, or a record before it whose checksum is wrong.
//!
//! The file: a header of [`HEADER_BYTES`] with a magic, a version and two slots, in turn, for how far the last commit
//! reaches; then each record with its length and a checksum, which its place goes into, so that none can be moved.
//! `docs/index-format.md` has the bytes. One process writes at a time, by the lock that indexes have too. Opening is
//! `O(n)` for n bytes, and takes the memory of the longest record, which is never more than the file has.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Error;
use crate::disk::{WriterLock, sync_folder};

/// The file's name in the folder.
const FILE: &str = "records.log";
const TEMPORARY: &str = ".tmp-records.log";
const MAGIC: &[u8; 8] = b"ibid-log";
/// The layout of the file.
const VERSION: u32 = 1;
/// Where the two slots stand: far enough from each other that writing one does not touch the other's sector.
const SLOTS: [u64; 2] = [4096, 8192];
const SLOT_BYTES: usize = 24;
/// Where the records begin.
const HEADER_BYTES: u64 = 12288;
/// Of a record, before its bytes: their number, and the checksum.
const FRAME_BYTES: u64 = 12;
const READ_BYTES: usize = 1 << 20;
const WRITE_BYTES: usize = 64 << 10;

/// An open log. Dropping it keeps what was appended as far as the system writes it, and gives the lock back.
#[derive(Debug)]
pub struct Log {
    dir: PathBuf,
    file: BufWriter<File>,
    /// Where the next record goes.
    end: u64,
    /// How many commits there were; decides whose turn it is of the slots.
    commits: u64,
    cut_bytes: u64,
    lock: WriterLock,
}

impl Log {
    /// Opens the log of a folder, and makes both where they are not there. Hands on each record.
    ///
    /// # Errors
    /// [`Error::Locked`] while another process has it open; [`Error::Damaged`] where it is not as it was written;
    /// [`Error::Request`] where the folder is none, has other files and no log, or a file of the log's name that is
    /// none; [`Error::Foreign`] for another version; [`Error::Io`].
    /// That of the sink.
    pub fn open(dir: &Path, sink: &mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<Log, Error> {
        let path = dir.join(FILE);
        if !path.exists() {
            check_folder(dir)?;
            fs::create_dir_all(dir).map_err(|error| failed("make", dir, error))?;
        } else if !begins_as_log(&File::open(&path).map_err(|error| failed("open", dir, error))?) {
            return Err(foreign_log(dir));
        }
        let lock = WriterLock::take(dir, "state")?;
        if !path.exists() {
            let log = Log::make(dir, lock)?;
            return log.take_name();
        }
        let opened = OpenOptions::new().read(true).write(true).open(&path);
        let mut file = opened.map_err(|error| failed("open", dir, error))?;
        let found = scan(dir, &file, sink)?;
        let length = file.metadata().map_err(|error| failed("read", dir, error))?.len();
        let cut = file.set_len(found.end).and_then(|()| file.seek(SeekFrom::Start(found.end)));
        cut.map_err(|error| failed("write", dir, error))?;
        Ok(Log {
            dir: dir.to_owned(),
            file: BufWriter::with_capacity(WRITE_BYTES, file),
            end: found.end,
            commits: found.commits,
            cut_bytes: length.saturating_sub(found.end),
            lock,
        })
    }

    /// An empty log under a name that is not its own yet.
    fn make(dir: &Path, lock: WriterLock) -> Result<Log, Error> {
        let mut header = vec![0; HEADER_BYTES as usize];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[SLOTS[0] as usize..][..SLOT_BYTES].copy_from_slice(&slot(0, HEADER_BYTES));
        let create = || {
            // What a run that was ended has left; with the lock, nobody writes it. A link is taken away, not followed.
            match fs::remove_file(dir.join(TEMPORARY)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut file = File::create_new(dir.join(TEMPORARY))?;
            file.write_all(&header)?;
            file.sync_all()?;
            Ok(file)
        };
        let file = create().map_err(|error| failed("write", dir, error))?;
        let file = BufWriter::with_capacity(WRITE_BYTES, file);
        Ok(Log { dir: dir.to_owned(), file, end: HEADER_BYTES, commits: 0, cut_bytes: 0, lock })
    }

    fn take_name(self) -> Result<Log, Error> {
        let renamed =
            fs::rename(self.dir.join(TEMPORARY), self.dir.join(FILE)).and_then(|()| sync_folder(&self.dir));
        renamed.map_err(|error| failed("write", &self.dir, error))?;
        Ok(self)
    }

    /// How many bytes of a torn tail were cut off when it was opened.
    pub fn cut_bytes(&self) -> u64 {
        self.cut_bytes
    }

    /// How many bytes its records take.
    pub fn size_bytes(&self) -> u64 {
        self.end - HEADER_BYTES
    }

    /// Appends a record of less than 4 GiB. It is there for good after the next [`Log::commit`].
    ///
    /// # Errors
    /// [`Error::Request`] for a longer one, [`Error::Io`].
    pub fn append(&mut self, record: &[u8]) -> Result<(), Error> {
        let Ok(length) = u32::try_from(record.len()) else {
            return Err(Error::Request(format!("a record has {} bytes, more than 4 GiB", record.len())));
        };
        let mut frame = [0; FRAME_BYTES as usize];
        frame[..4].copy_from_slice(&length.to_le_bytes());
        frame[4..].copy_from_slice(&check(self.end, record).to_le_bytes());
        let written = self.file.write_all(&frame).and_then(|()| self.file.write_all(record));
        written.map_err(|error| failed("write", &self.dir, error))?;
        self.end += FRAME_BYTES + u64::from(length);
        Ok(())
    }

    /// Makes all that was appended last.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn commit(&mut self) -> Result<(), Error> {
        let (number, end) = (self.commits + 1, self.end);
        let mut commit = || -> io::Result<()> {
            self.file.flush()?;
            let file = self.file.get_mut();
            file.sync_data()?;
            file.seek(SeekFrom::Start(SLOTS[(number % 2) as usize]))?;
            file.write_all(&slot(number, end))?;
            file.sync_data()?;
            file.seek(SeekFrom::Start(end)).map(|_| ())
        };
        commit().map_err(|error| failed("write", &self.dir, error))?;
        self.commits = number;
        Ok(())
    }

    /// Puts another log in its place, in one step, with the records that `fill` appends to it.
    ///
    /// # Errors
    /// Those of `fill`; [`Error::Io`]. The log is as it was then.
    pub fn rewrite(self, fill: &mut dyn FnMut(&mut Log) -> Result<(), Error>) -> Result<Log, Error> {
        let Log { dir, lock, file, .. } = self;
        drop(file);
        let mut log = Log::make(&dir, lock)?;
        fill(&mut log)?;
        log.commit()?;
        log.take_name()
    }
}

/// What was found in a log.
struct Found {
    end: u64,
    commits: u64,
}

fn scan(dir: &Path, file: &File, sink: &mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Result<Found, Error> {
    let unreadable = |error| failed("read", dir, error);
    let length = file.metadata().map_err(unreadable)?.len();
    let mut reader = BufReader::with_capacity(READ_BYTES, file);
    let mut header = vec![0; HEADER_BYTES as usize];
    reader.read_exact(&mut header).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(dir, "the file has no whole header"),
        _ => unreadable(error),
    })?;
    let (committed, commits) = read_header(dir, &header)?;
    if committed > length {
        return Err(damaged(dir, &format!("the file has {length} bytes of {committed}")));
    }
    let mut end = HEADER_BYTES;
    let mut record = vec![];
    while let Some(taken) = next(&mut reader, end, length, &mut record).map_err(unreadable)? {
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
    Ok(Found { end, commits })
}

/// Reads the record at this place, if a whole one is there, and says where it ends.
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

/// How far the last commit reaches, and its number.
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
    let slots = SLOTS.map(|at| &header[at as usize..][..SLOT_BYTES]);
    let is_whole = |slot: &&&[u8]| number(&slot[16..]) == xxh3_64(&slot[..16]);
    let last = slots.iter().filter(is_whole).map(|slot| (number(&slot[..8]), number(&slot[8..16]))).max();
    let (commits, committed) = last.ok_or_else(|| damaged(dir, "the place of its last commit is lost"))?;
    if committed < HEADER_BYTES {
        Err(damaged(dir, "its last commit is before its beginning"))
    } else {
        Ok((committed, commits))
    }
}

/// The number of a commit, how far it reaches, and the checksum of both.
fn slot(number: u64, end: u64) -> [u8; SLOT_BYTES] {
    let mut slot = [0; SLOT_BYTES];
    slot[..8].copy_from_slice(&number.to_le_bytes());
    slot[8..16].copy_from_slice(&end.to_le_bytes());
    let check = xxh3_64(&slot[..16]);
    slot[16..].copy_from_slice(&check.to_le_bytes());
    slot
}

/// The checksum of a record at a place of the file.
fn check(at: u64, record: &[u8]) -> u64 {
    xxh3_64_with_seed(record, at)
}

/// At most eight bytes as a number, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A folder that may become one of a log.
fn check_folder(dir: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(Error::Request(format!(
                "{dir:?} is a file: name a folder, or one that is not there yet"
            )));
        }
        Err(error) => return Err(failed("read", dir, error)),
    };
    for entry in entries {
        let entry = entry.map_err(|error| failed("read", dir, error))?;
        if !is_own(&entry) {
            let name = entry.file_name();
            return Err(no_state(
                dir,
                &format!("it has no {FILE}, and {name:?}, which is of another program"),
            ));
        }
    }
    Ok(())
}

/// Whether a run that was ended before there was a log has left this.
fn is_own(entry: &fs::DirEntry) -> bool {
    if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
        return false;
    }
    if entry.file_name() == crate::disk::LOCK_FILE {
        let text = fs::read(entry.path()).unwrap_or_default();
        return text.len() < 20 && text.iter().all(|&byte| byte.is_ascii_digit() || byte == b'\n');
    }
    entry.file_name() == TEMPORARY && File::open(entry.path()).is_ok_and(|file| begins_as_log(&file))
}

/// Whether the bytes at the front are those of a log, as many as there are.
fn begins_as_log(mut file: &File) -> bool {
    let mut head = vec![];
    let read = file.rewind().and_then(|()| file.take(MAGIC.len() as u64).read_to_end(&mut head));
    read.is_ok() && MAGIC.starts_with(&head)
}

fn foreign_log(dir: &Path) -> Error {
    no_state(dir, &format!("its {FILE} is not one that this program wrote"))
}

fn no_state(dir: &Path, why: &str) -> Error {
    Error::Request(format!("{dir:?} is no state: {why}: name an empty folder, or one that is not there yet"))
}

fn failed(what: &str, dir: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot {what} the state {dir:?}"), cause: source }
}

fn damaged(dir: &Path, why: &str) -> Error {
    Error::Damaged(format!("the state {dir:?} is damaged: {why}; delete its {FILE}, and all is read again"))
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
                // An empty file is what a log has that was cut.
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

        /// A file that ends anywhere has all that was committed, or is damaged.
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

        /// A bit that is another one is noticed, or was in what no commit had reached, or in a slot that is not needed.
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
                // Where the bit says what the file is, it is no log any more.
                Err(error) => prop_assert!(
                    matches!(error, Error::Damaged(_) | Error::Foreign(_) | Error::Request(_)),
                    "{}",
                    error
                ),
            }
        }

        /// Any bytes behind a header: no panic, and no more memory than there are bytes.
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

//! The ledger of decisions as a file: `ibid-decisions.jsonl`, one line per decision.
//!
//! In: the path that was named, or the folders in which to look; then new lines. Out: the lines of the file, and the new
//! ones at its end.
//!
//! Lines are only ever added, under a lock, and each is synced to the disk before anything is told as saved. A crash or
//! a full disk can leave the beginning of a line at the end of the file. Such a line was never told as saved: readers
//! leave it out, and the next writer cuts it off, so that the file always reads. Any other line that cannot be read is
//! an error with its number, since a decision that is silently lost would change a figure.
//!
//! `O(n)` for n bytes of the ledger; a writer reads it too, since a new line has to be dated after those that it
//! replaces.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use ibid::decisions::{Ledger, LedgerLine, LineError};
use ibid::{Error, system_reason};
use jiff::{SignedDuration, Timestamp};
use memchr::memmem::Finder;

use crate::atomic_file::{folder_of, followed, sync_folder};
use crate::exit::Failure;

/// The usual name of the file.
pub(crate) const NAME: &str = "ibid-decisions.jsonl";

/// A ledger that was named or found, or one that the first decision makes.
#[derive(Debug)]
pub(crate) struct LedgerFile {
    path: PathBuf,
    /// The end of the file as this program left it, so that one who decides all day reads it once.
    tail: Mutex<Option<Tail>>,
}

/// The lines of a ledger that can be as late as a decision to come.
#[derive(Debug)]
struct Tail {
    /// The length of the file, and the time of its last change.
    about: (u64, SystemTime),
    /// The time after which no line is missing here.
    since: Timestamp,
    lines: Vec<u8>,
}

impl LedgerFile {
    /// Returns the ledger at this path.
    pub(crate) fn at(path: impl Into<PathBuf>) -> LedgerFile {
        LedgerFile { path: path.into(), tail: Mutex::default() }
    }

    /// Finds the nearest ledger in the first of these folders, or in one above it, that has one.
    pub(crate) fn nearest(folders: &[PathBuf]) -> Option<LedgerFile> {
        for folder in folders {
            let Ok(folder) = fs::canonicalize(folder) else { continue };
            for folder in folder.ancestors() {
                let path = folder.join(NAME);
                if path.exists() {
                    return Some(LedgerFile::at(relative(Path::new("."), &path).unwrap_or(path)));
                }
            }
        }
        None
    }

    /// Returns the path, as given, or from the current folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path from a folder, e.g. `../ibid-decisions.jsonl`.
    pub(crate) fn path_from(&self, folder: &Path) -> String {
        let path = fs::canonicalize(&self.path).ok().and_then(|path| relative(folder, &path));
        path.as_ref().unwrap_or(&self.path).display().to_string()
    }

    /// Reads all lines.
    ///
    /// # Errors
    /// The file is missing or cannot be read, or has a line that is none of a ledger. The error names the line.
    pub(crate) fn read(&self) -> anyhow::Result<Ledger> {
        let bytes = self.bytes().map_err(|error| Error::unreadable(&self.path, system_reason(&error)))?;
        Ledger::parse(saved(&bytes)).map_err(|(line, error)| {
            let advice = advice(&error);
            Failure::inputs(format!("{:?}, line {line}: {error}; {advice}", self.path))
        })
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        expect_file(&self.path)?;
        let mut file = File::open(&self.path)?;
        // A writer holds the lock while a line is half written. Where there are no locks, such a line is left out.
        let _ = file.lock_shared();
        let mut bytes = vec![];
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends lines, dated now, and returns them as they were written. They are on the disk then. A line is dated later
    /// than any other on the same sentence pairs, so that it holds also within one second, or if a clock was wrong.
    ///
    /// # Errors
    /// The file cannot be written. Nothing was saved then.
    pub(crate) fn append(&self, lines: Vec<LedgerLine>) -> anyhow::Result<Vec<LedgerLine>> {
        loop {
            match self.append_once(&lines) {
                Ok(Some(appended)) => return Ok(appended),
                // Another program, such as git, has put another file in its place.
                Ok(None) => {}
                Err(error) => {
                    let why = system_reason(&error);
                    let what = format!("cannot write {:?}: {why}; no decision was saved", self.path);
                    return Err(Failure::usage(what));
                }
            }
        }
    }

    /// Appends lines to the file that has the name now; none if it lost the name meanwhile.
    fn append_once(&self, lines: &[LedgerLine]) -> io::Result<Option<Vec<LedgerLine>>> {
        if self.path.exists() {
            expect_file(&self.path)?;
        }
        let mut file = open_to_append(&self.path)?;
        // On a disk without locks, appending is still one write.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => file.lock()?,
            Err(TryLockError::Error(_)) => {}
        }
        if !has_name(&file, &self.path) {
            return Ok(None);
        }
        let now = now();
        let mut kept = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = match kept.take() {
            Some(tail) if tail.is_of(&file, now) => tail,
            _ => Tail::read(&mut file, now)?,
        };
        let Tail { about: (len, _), since, lines: recent } = tail;
        let lines = dated_after(&recent, lines, now);
        let mut text = String::new();
        if !recent.is_empty() && !recent.ends_with(b"\n") {
            text.push('\n');
        }
        for line in &lines {
            text.extend([&*line.to_json(), "\n"]);
        }
        if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()) {
            // If this fails too, the next reader leaves the beginning of the line out.
            let _ = file.set_len(len);
            return Err(error);
        }
        if len == 0 {
            sync_folder(folder_of(&followed(&self.path)?))?;
        }
        let recent = [&recent, text.as_bytes()].concat();
        if let Ok(about) = about(&file) {
            *kept = Some(Tail { about, since, lines: recent });
        }
        Ok(has_name(&file, &self.path).then_some(lines))
    }
}

impl Tail {
    /// Reads a file to its end, and removes what is left of a line that was cut off.
    fn read(file: &mut File, now: Timestamp) -> io::Result<Tail> {
        let mut bytes = vec![];
        file.read_to_end(&mut bytes)?;
        let saved = saved(&bytes);
        if saved.len() < bytes.len() {
            file.set_len(saved.len() as u64)?;
        }
        let second = now.to_string();
        let finder = Finder::new(AT);
        let (earlier, last) = saved.split_at(last_line(saved.strip_suffix(b"\n").unwrap_or(saved)));
        let mut lines = vec![];
        for line in lines_of(earlier) {
            if !is_earlier(line, &finder, &second) {
                lines.extend_from_slice(line);
            }
        }
        // The last line says whether the file ends in a line break.
        lines.extend_from_slice(last);
        let (_, changed) = about(file)?;
        Ok(Tail { about: (saved.len() as u64, changed), since: now, lines })
    }

    /// Returns whether a file is as it was left, and no clock was set back.
    fn is_of(&self, file: &File, now: Timestamp) -> bool {
        self.since <= now && matches!(about(file), Ok(about) if about == self.about)
    }
}

/// Returns the length of a file, and the time of its last change.
fn about(file: &File) -> io::Result<(u64, SystemTime)> {
    let about = file.metadata()?;
    Ok((about.len(), about.modified()?))
}

/// Iterates over the lines of a ledger, with their line breaks.
fn lines_of(ledger: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = ledger;
    std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let (line, behind) = rest.split_at(end);
        rest = behind;
        (!line.is_empty()).then_some(line)
    })
}

/// Returns whether a line is from before a second.
fn is_earlier(line: &[u8], at: &Finder<'_>, second: &str) -> bool {
    at.find(line).is_some_and(|at| is_before(line.split_at(at + AT.len()).1, second))
}

/// Opens a file to read it and to append to it. A new one can be read by its owner only.
fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Fails for a folder, a device or a pipe, which would never end.
fn expect_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path)? {
        about if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        about if about.is_file() => Ok(()),
        _ => Err(io::Error::other("it is no file")),
    }
}

/// Returns whether an open file is still the one of this name.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn has_name(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Returns the place behind the last line break.
fn last_line(bytes: &[u8]) -> usize {
    memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1)
}

/// Returns the bytes without the beginning of a line that was left at their end when its writer ended early: it begins as
/// a line of ours and breaks off, or it is zeros, which some disks show after a power cut.
fn saved(bytes: &[u8]) -> &[u8] {
    let (whole, last) = bytes.split_at(last_line(bytes));
    let begun = String::from_utf8_lossy(last);
    let breaks_off = || begun.starts_with('{') && LedgerLine::parse(&begun) == Err(LineError::CutOff);
    if last.ends_with(b"\0") || breaks_off() { whole } else { bytes }
}

/// Returns the advice for a line that cannot be read.
fn advice(error: &LineError) -> &'static str {
    match error {
        LineError::LaterVersion(_) => "update ibid",
        LineError::ConflictMark => {
            "keep the lines of both sides, delete the marks, and set \"merge=union\" for the file in .gitattributes"
        }
        LineError::UnknownDecision(_) => {
            "name copied, quotation, own-work, common-phrase, ignore or open, or update ibid"
        }
        _ => "mend or delete the line",
    }
}

/// Returns the time, as a ledger writes it.
fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// Returns lines with the time `now`, or with a time after the latest line on one of the same sentence pairs.
fn dated_after(ledger: &[u8], lines: &[LedgerLine], now: Timestamp) -> Vec<LedgerLine> {
    let pairs: HashSet<&str> = lines.iter().flat_map(|line| &line.pairs).map(String::as_str).collect();
    let (second, finder) = (now.to_string(), Finder::new(AT));
    let mut latest: Option<Timestamp> = None;
    for line in lines_of(ledger) {
        if is_earlier(line, &finder, &second) {
            continue;
        }
        // A line that cannot be read is told by whoever reads the ledger.
        let Some(Ok(line)) = str::from_utf8(line).ok().map(LedgerLine::parse) else { continue };
        if line.pairs.iter().any(|pair| pairs.contains(&**pair)) {
            latest = latest.max(line.at.parse().ok());
        }
    }
    let next = latest.and_then(|latest| latest.checked_add(SignedDuration::from_millis(1)).ok());
    let at = next.unwrap_or(now).max(now).to_string();
    lines.iter().map(|line| LedgerLine { at: at.clone(), ..line.clone() }).collect()
}

/// The field of the time in a line, as ledgers are written. It cannot stand inside a text, whose quotation marks are escaped.
const AT: &str = "\"at\":\"";

/// Returns whether a time in UTC, up to its quotation mark, is before a second such as `2026-11-25T09:14:22Z`. Of a time in
/// another form it is not known, and false. Nearly all lines of a ledger are so old that they need not be parsed.
fn is_before(time: &[u8], second: &str) -> bool {
    let end = memchr::memchr(b'"', time).unwrap_or(0);
    let (time, _) = time.split_at(end);
    let has_form = time.ends_with(b"Z")
        && time.first().is_some_and(u8::is_ascii_digit)
        && [(4, b'-'), (10, b'T'), (16, b':')].iter().all(|&(at, sign)| time.get(at) == Some(&sign));
    has_form && time.get(..19) < second.as_bytes().get(..19)
}

/// Returns the path from a folder to a file; none if they are not on one disk.
fn relative(from: &Path, to: &Path) -> Option<PathBuf> {
    let from = fs::canonicalize(from).ok()?;
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let mut path = PathBuf::new();
    for _ in from.components().skip(shared) {
        path.push(Component::ParentDir);
    }
    path.extend(to.components().skip(shared));
    (shared > 0).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(by: &str, pair: u8) -> LedgerLine {
        LedgerLine {
            v: 1,
            at: "2026-11-25T09:14:22Z".to_owned(),
            by: by.to_owned(),
            paper: "paper.md".to_owned(),
            pairs: vec![format!("{pair:016x}~{pair:016x}")],
            ..LedgerLine::default()
        }
    }

    fn ledger() -> (tempfile::TempDir, LedgerFile) {
        let folder = tempfile::tempdir().unwrap();
        let file = LedgerFile::at(folder.path().join(NAME));
        (folder, file)
    }

    fn notes(file: &LedgerFile) -> Vec<String> {
        file.read().unwrap().lines().iter().map(|line| line.by.clone()).collect()
    }

    #[test]
    fn lines_stand_one_after_the_other() {
        let (_folder, file) = ledger();
        for by in ["Ana", "Bo", "Chen"] {
            file.append(vec![line(by, 1), line(by, 2)]).unwrap();
        }
        assert_eq!(notes(&file), ["Ana", "Ana", "Bo", "Bo", "Chen", "Chen"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_ledger_is_read_by_its_owner_only_and_another_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, file) = ledger();
        let mode = || fs::metadata(file.path()).unwrap().permissions().mode() & 0o777;
        file.append(vec![line("Ana", 1)]).unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o640)).unwrap();
        file.append(vec![line("Ana", 2)]).unwrap();
        assert_eq!(mode(), 0o640);
    }

    #[test]
    fn the_beginning_of_a_line_is_left_out_and_then_cut_off() {
        let [whole, torn] = [line("Ana", 1), line("Bo", 2)].map(|line| line.to_json());
        for cut in 1..torn.len() {
            let (_folder, file) = ledger();
            let begun = torn.get(..cut).unwrap();
            fs::write(file.path(), format!("{whole}\n{begun}")).unwrap();
            assert_eq!(notes(&file), ["Ana"], "{cut}");
            file.append(vec![line("Chen", 3)]).unwrap();
            assert_eq!(notes(&file), ["Ana", "Chen"], "{cut}");
        }
    }

    #[test]
    fn the_end_of_the_last_line_may_be_missing() {
        let (_folder, file) = ledger();
        fs::write(file.path(), line("Ana", 1).to_json()).unwrap();
        file.append(vec![line("Bo", 2)]).unwrap();
        assert_eq!(notes(&file), ["Ana", "Bo"]);
        // Zeros are left by some disks after a power cut.
        let text = fs::read_to_string(file.path()).unwrap();
        fs::write(file.path(), format!("{text}\0\0\0")).unwrap();
        assert_eq!(notes(&file), ["Ana", "Bo"]);
        file.append(vec![line("Chen", 3)]).unwrap();
        assert_eq!(notes(&file), ["Ana", "Bo", "Chen"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named_and_stays() {
        let (_folder, file) = ledger();
        let good = line("Ana", 1).to_json();
        for (bad, why) in [
            ("x", "no line of decisions"),
            ("<<<<<<< HEAD", "delete the marks"),
            ("{\"v\":2}", "update ibid"),
            ("{\"v\":1,\"as\":\"stolen\"}", "\"stolen\""),
        ] {
            let text = format!("{good}\n\n{bad}\n{good}\n");
            fs::write(file.path(), &text).unwrap();
            let said = file.read().unwrap_err().to_string();
            assert!(said.contains(", line 3: ") && said.contains(why), "{said}");
            file.append(vec![line("Bo", 2)]).unwrap();
            assert!(fs::read_to_string(file.path()).unwrap().starts_with(&text));
        }
    }

    #[test]
    fn a_line_is_dated_after_those_on_the_same_pairs() {
        let (_folder, file) = ledger();
        let far = LedgerLine { at: "2999-01-01T00:00:00Z".to_owned(), ..line("Ana", 1) };
        fs::write(file.path(), far.to_json()).unwrap();
        let at = |by, pair| file.append(vec![line(by, pair)]).unwrap()[0].at.clone();
        assert_eq!(at("Bo", 1), "2999-01-01T00:00:00.001Z");
        assert_eq!(at("Bo", 1), "2999-01-01T00:00:00.002Z");
        assert!(*at("Bo", 2) < *"2999");
    }

    #[test]
    fn only_times_that_are_surely_earlier_are_before() {
        let second = "2026-11-25T09:14:22Z";
        for (time, expected) in [
            ("2026-11-25T09:14:21Z", true),
            ("2026-11-25T09:14:21.999Z", true),
            ("2026-11-25T09:14:22Z", false),
            ("2026-11-25T09:14:22.5Z", false),
            ("2025-12-31T23:59:59Z", true),
            ("2999-01-01T00:00:00Z", false),
            ("2026-11-25T08:14:21-05:00", false),
            ("2026-11-25 09:14:21Z", false),
            ("+012026-11-25T09:14:21Z", false),
            ("", false),
        ] {
            assert_eq!(is_before(format!("{time}\",\"by\"").as_bytes(), second), expected, "{time}");
        }
    }

    #[test]
    fn the_nearest_ledger_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        fs::write(folder.path().join(NAME), "").unwrap();
        let found = |folder: &Path| {
            fs::canonicalize(LedgerFile::nearest(&[folder.to_owned()]).unwrap().path()).unwrap()
        };
        let root = fs::canonicalize(folder.path()).unwrap();
        assert_eq!(found(&deep), root.join(NAME));
        let file = LedgerFile::nearest(&[folder.path().join("none"), deep.clone()]).unwrap();
        assert_eq!(file.path_from(&deep), format!("../../{NAME}"));
        fs::write(folder.path().join("a").join(NAME), "").unwrap();
        assert_eq!(found(&deep), root.join("a").join(NAME));
    }

    #[test]
    fn one_who_appends_goes_on_where_the_file_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let [mut one, other] = [LedgerFile::at(&path), LedgerFile::at(&path)];
        for round in 0..6u8 {
            one.append(vec![line("Ana", 1)]).unwrap();
            if round % 2 == 0 {
                other.append(vec![line("Bo", 1)]).unwrap();
            }
            if round == 3 {
                // A program that was killed left the beginning of a line.
                let text = fs::read_to_string(&path).unwrap();
                fs::write(&path, format!("{text}{{\"v\":1,\"at\":\"20")).unwrap();
            }
            if round == 4 {
                one = LedgerFile::at(&path);
            }
        }
        let ledger = other.read().unwrap();
        assert_eq!(ledger.lines().len(), 9);
        let times: Vec<Timestamp> = ledger.lines().iter().map(|line| line.at.parse().unwrap()).collect();
        let mut ordered = times.clone();
        ordered.sort_unstable();
        ordered.dedup();
        assert_eq!(times, ordered, "each line on a pair is later than those before");
    }
}

//! A file that is written atomically.
//!
//! In: a path, and bytes. Out: the file that the path leads to, through links, replaced in one step when all bytes are
//! on the disk. Until then they stand beside it in a file with a random name, [`PREFIX`]`XXXXXXXXXXXX`[`SUFFIX`], on
//! which this process holds a lock. The system drops the lock when the process ends, however it ends. The next write in
//! the folder removes files with such a name that are not locked, and nothing else.
//!
//! The file gets the mode and the owner of the one that it replaces, or those of a plain create. A file that may not be
//! written is not replaced either.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

const PREFIX: &str = ".ibid-";
const SUFFIX: &str = ".tmp";
/// The number of random letters and digits in the name.
const RANDOM: usize = 12;
/// The most links that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// The temporary files of this process.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// The folders from which stale temporary files were removed in this run.
static TIDIED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file that takes its name when it is finished. If it is dropped before, it is deleted.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    temporary: NamedTempFile,
    /// After the file, so that it is dropped after it.
    listed: Listed,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins a file; none if the path leads to something that is no regular file, such as a device or a pipe.
    ///
    /// # Errors
    /// A plain create of the path would fail, or no file can be created beside it.
    pub(crate) fn begin(path: &Path) -> io::Result<Option<AtomicFile>> {
        if is_no_file(path) {
            return Ok(None);
        }
        let target = followed(path)?;
        let there = match fs::metadata(&target) {
            // Opened as if to be written in place, so that a protected file is not replaced.
            Ok(_) => Some(File::options().write(true).open(&target)?.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        tidy(folder_of(&target));
        let (temporary, listed) = temporary_in(folder_of(&target))?;
        let file = AtomicFile { temporary, listed, target };
        if let Some(there) = there {
            file.be_like(&there)?;
        }
        Ok(Some(file))
    }

    /// Returns another handle to write to.
    pub(crate) fn writer(&self) -> io::Result<File> {
        self.temporary.as_file().try_clone()
    }

    /// Syncs the file to the disk, and puts it in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        let AtomicFile { temporary, listed, target } = self;
        temporary.as_file().sync_all()?;
        let placed = temporary.persist(&target).map_err(|error| error.error);
        drop(listed);
        placed?;
        sync_folder(folder_of(&target))
    }

    /// Copies the owner and the mode of the file that is replaced.
    #[cfg(unix)]
    fn be_like(&self, there: &fs::Metadata) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, fchown};
        let file = self.temporary.as_file();
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (there.uid(), there.gid()) {
            // Only some users may give a file away. For others the file becomes their own, as after a copy.
            let _ = fchown(file, Some(there.uid()), Some(there.gid()));
        }
        file.set_permissions(there.permissions())
    }

    #[cfg(not(unix))]
    fn be_like(&self, there: &fs::Metadata) -> io::Result<()> {
        self.temporary.as_file().set_permissions(there.permissions())
    }
}

/// An entry in the list of this process's temporary files, removed when it is dropped.
#[derive(Debug)]
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        open().remove(&self.0);
    }
}

/// Deletes the unfinished files of this process, and lets it begin no others. For a process that ends without dropping
/// anything.
pub(crate) fn abandon_all() {
    let open = open();
    for path in open.iter() {
        // A file that cannot be removed now is removed by a later run.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(open);
}

/// Returns whether a path leads to a device, a pipe, a folder, or a file that this process already has open. Links to
/// the last name nothing that could be followed.
fn is_no_file(path: &Path) -> bool {
    let Ok(about) = fs::metadata(path) else { return false };
    let open_already = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"];
    !about.is_file() || open_already.iter().any(|folder| path.starts_with(folder))
}

fn open() -> std::sync::MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Follows the links of a path to their end; the file there need not exist.
pub(crate) fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(format!("more than {MOST_LINKS} links lead from one to the next")))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates a temporary file, and locks it.
fn temporary_in(folder: &Path) -> io::Result<(NamedTempFile, Listed)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
    loop {
        // `tempfile` adds its path to the error text, which means nothing to the user.
        let code = Cell::new(None);
        let make = |path: &Path| {
            let made = File::options().read(true).write(true).create_new(true).open(path);
            made.inspect_err(|error| code.set(error.raw_os_error()))
        };
        let mut open = open();
        let temporary = builder
            .make_in(folder, make)
            .map_err(|error| code.get().map_or(error, io::Error::from_raw_os_error))?;
        open.insert(temporary.path().to_owned());
        drop(open);
        let listed = Listed(temporary.path().to_owned());
        // On systems without locks, stale files cannot be told from files in use, and they stay.
        let _ = temporary.as_file().lock();
        // Another process may have locked the file first, to remove it.
        if temporary.path().exists() {
            return Ok((temporary, listed));
        }
    }
}

/// Removes the unlocked temporary files in a folder, once per run.
fn tidy(folder: &Path) {
    let mut tidied = TIDIED.lock().unwrap_or_else(PoisonError::into_inner);
    if !tidied.insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_temporary(&entry.file_name())
            && let Ok(kind) = entry.file_type()
            && kind.is_file()
        {
            remove_unlocked(&entry.path());
        }
    }
}

fn is_temporary(name: &std::ffi::OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    let random = random.unwrap_or_default().as_bytes();
    random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric)
}

fn remove_unlocked(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    if file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}

/// Makes a new name in a folder durable, if the system can.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let file = AtomicFile::begin(path)?.unwrap();
        file.writer()?.write_all(text.as_bytes())?;
        file.finish()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let file = AtomicFile::begin(&path).unwrap().unwrap();
        file.writer().unwrap().write_all(b"new").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("old", 2));
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        drop(AtomicFile::begin(&path).unwrap());
        assert_eq!(names(folder.path()), ["out"]);
    }

    #[test]
    fn names_that_are_not_exactly_ours_are_foreign() {
        for (name, is_ours) in [
            (".ibid-Ab3dE6gH9kL2.tmp", true),
            (".ibid-Ab3dE6gH9kL.tmp", false),
            (".ibid-Ab3dE6gH9kL22.tmp", false),
            (".ibid-my-notes-tmp.tmp", false),
            (".ibid-Ab3dE6gH9kL2", false),
            ("ibid-Ab3dE6gH9kL2.tmp", false),
            ("out.tmp-12345", false),
        ] {
            assert_eq!(is_temporary(name.as_ref()), is_ours, "{name}");
        }
    }

    #[test]
    fn only_what_nobody_has_locked_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (stale, used) = (".ibid-Ab3dE6gH9kL2.tmp", ".ibid-000000000000.tmp");
        let (link, dir) = (".ibid-111111111111.tmp", ".ibid-222222222222.tmp");
        fs::write(at(stale), "x").unwrap();
        let held = File::create(at(used)).unwrap();
        held.lock().unwrap();
        fs::create_dir(at(dir)).unwrap();
        fs::write(at("thesis"), "mine").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("thesis", at(link)).unwrap();
        #[cfg(not(unix))]
        fs::create_dir(at(link)).unwrap();
        write(&at("out"), "new").unwrap();
        assert_eq!(names(folder.path()), [used, link, dir, "out", "thesis"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_written_through() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        symlink("far/there", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        for text in ["made", "replaced"] {
            write(&at("two"), text).unwrap();
            assert_eq!(fs::read_to_string(at("far/there")).unwrap(), text);
        }
        assert!(at("one").is_symlink() && at("two").is_symlink());
        assert_eq!(names(&at("far")), ["there"]);
        symlink("loop", at("loop")).unwrap();
        assert!(write(&at("loop"), "x").unwrap_err().to_string().contains("40 links"));
    }

    #[cfg(unix)]
    #[test]
    fn the_mode_is_that_of_the_file_that_is_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        fs::write(&path, "old").unwrap();
        for wanted in [0o600, 0o664, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            write(&path, "new").unwrap();
            assert_eq!(mode(), wanted);
        }
        let plain = folder.path().join("plain");
        File::create(&plain).unwrap();
        let plain = fs::metadata(plain).unwrap().permissions().mode();
        fs::remove_file(&path).unwrap();
        write(&path, "new").unwrap();
        assert_eq!(mode(), plain & 0o777);
    }
}

//! The folder beside an index in which a rebuild works, and the removal of stale ones.
//!
//! Its name is `NAME.rebuild-` and sixteen random letters and digits. It holds a marker file that says what it is, and
//! the folder `index`: the new index until the two are exchanged, then the old one. The next writer deletes a stale
//! folder that has such a name, a marker with exactly this text, and nothing that `ibid` did not write. Any other is
//! left alone.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ibid_index::DiskIndex;

/// The text between the name of the index and the random part.
const MIDDLE: &str = ".rebuild-";
const RANDOM_CHARS: usize = 16;
/// The name of the marker file, which says what the folder is.
const MARKER: &str = "ibid-rebuild.txt";
const MARKER_TEXT: &str = "`ibid rebuild` works here. If it was ended, the next `ibid add`, `remove` or `rebuild` deletes this folder.\n";
const INDEX: &str = "index";

/// A folder in which one rebuild works.
#[derive(Debug)]
pub(super) struct Workplace(PathBuf);

impl Workplace {
    /// Creates one beside an index. The caller must hold the lock of the index.
    pub(super) fn beside(dir: &Path) -> io::Result<Workplace> {
        let (folder, start) = place(dir).ok_or_else(|| io::Error::other("the index has no name"))?;
        let mut builder = tempfile::Builder::new();
        let made = builder.prefix(&start).rand_bytes(RANDOM_CHARS).tempdir_in(folder)?;
        let path = made.keep();
        let mut marker = fs::File::create_new(path.join(MARKER))?;
        marker.write_all(MARKER_TEXT.as_bytes())?;
        marker.sync_all()?;
        Ok(Workplace(path))
    }

    /// Returns the path of the index in the folder.
    pub(super) fn index(&self) -> PathBuf {
        self.0.join(INDEX)
    }

    /// Deletes the files of `ibid`. Returns the path if anything else is left there.
    pub(super) fn delete(self) -> Option<PathBuf> {
        delete(&self.0);
        self.0.exists().then_some(self.0)
    }
}

/// Deletes the stale rebuild folders beside an index. The caller must hold the lock of the index.
pub(super) fn remove_stale(dir: &Path) {
    // Links are resolved, as a rebuild does.
    let Ok(dir) = dir.canonicalize() else { return };
    let Some((folder, start)) = place(&dir) else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && is_name(&entry.file_name(), &start) {
            delete(&entry.path());
        }
    }
}

fn place(dir: &Path) -> Option<(&Path, String)> {
    Some((dir.parent()?, format!("{}{MIDDLE}", dir.file_name()?.to_string_lossy())))
}

fn is_name(name: &OsStr, start: &str) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(start));
    random.is_some_and(|random| {
        random.len() == RANDOM_CHARS && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Deletes a rebuild folder, unless it has foreign files. Whatever cannot be deleted does no harm.
fn delete(path: &Path) {
    let (marker, index) = (path.join(MARKER), path.join(INDEX));
    let Ok(entries) = fs::read_dir(path) else { return };
    let names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    let is_own = names.iter().all(|name| name == MARKER || name == INDEX) && is_marker(&marker, names.len());
    // The index must be a folder and not a link to one.
    let is_folder = fs::symlink_metadata(&index).is_ok_and(|about| about.is_dir());
    let is_index = is_folder && DiskIndex::foreign(&index).is_ok_and(|foreign| foreign.is_empty());
    let has_index = names.iter().any(|name| name == INDEX);
    if !is_own || has_index && (!is_index || DiskIndex::delete(&index).is_err()) {
        return;
    }
    let _ = fs::remove_file(&marker).and_then(|()| fs::remove_dir(path));
    // The rebuild ended before there was a marker, or after it was removed.
    let _ = fs::remove_dir(path);
}

/// Returns whether the file is a marker. If it is alone in the folder, it may be cut off or missing.
fn is_marker(path: &Path, entries: usize) -> bool {
    match fs::read_to_string(path) {
        Ok(text) => text == MARKER_TEXT || entries == 1 && MARKER_TEXT.starts_with(&text),
        Err(_) => entries == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workplace(dir: &Path) -> PathBuf {
        let index = dir.join("lib");
        fs::create_dir_all(&index).unwrap();
        Workplace::beside(&index).unwrap().0
    }

    fn removed(prepare: impl FnOnce(&Path)) -> bool {
        let dir = tempfile::tempdir().unwrap();
        let path = workplace(dir.path());
        prepare(&path);
        remove_stale(&dir.path().join("lib"));
        !path.exists()
    }

    #[test]
    fn what_was_ended_at_any_moment_is_deleted() {
        let marker = |path: &Path| path.join(MARKER);
        assert!(removed(|_| {}));
        assert!(removed(|path| fs::remove_file(marker(path)).unwrap()));
        assert!(removed(|path| fs::write(marker(path), MARKER_TEXT.split_at(9).0).unwrap()));
        assert!(removed(|path| fs::create_dir(path.join(INDEX)).unwrap()));
        assert!(removed(|path| {
            drop(ibid_index::Writer::open(&path.join(INDEX), &Default::default()).unwrap());
            ibid_index::Writer::open(&path.join(INDEX), &Default::default()).unwrap().finish().unwrap();
        }));
    }

    #[test]
    fn what_has_something_foreign_is_left_alone() {
        let marker = |path: &Path| path.join(MARKER);
        assert!(!removed(|path| fs::write(path.join("thesis.md"), "mine").unwrap()));
        assert!(!removed(|path| fs::create_dir(path.join("thesis")).unwrap()));
        assert!(!removed(|path| fs::write(marker(path), "mine").unwrap()));
        assert!(!removed(|path| fs::write(path.join(INDEX), "mine").unwrap()));
        assert!(!removed(|path| {
            fs::create_dir(path.join(INDEX)).unwrap();
            fs::write(path.join(INDEX).join("thesis.md"), "mine").unwrap();
        }));
        assert!(!removed(|path| {
            fs::create_dir(path.join(INDEX)).unwrap();
            fs::remove_file(marker(path)).unwrap();
        }));
    }

    #[test]
    fn other_names_are_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        workplace(dir.path());
        for name in [
            "lib.rebuild-drafts",
            "lib.rebuild-0123456789abcde-",
            "lib.new-1",
            "xlib.rebuild-0123456789abcdef",
        ] {
            fs::create_dir(dir.path().join(name)).unwrap();
        }
        remove_stale(&dir.path().join("lib"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 5);
    }
}

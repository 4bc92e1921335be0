//! Files that no output may replace: the inputs of this run, and the files of an index.
//!
//! In: the paths that are read, as they are found; then the path of an output. Out: the file that it would replace.
//! Files are identified by device and number, so that links lead to the same file. An output is tested twice: before
//! the work, and before it takes its place, since some inputs are found only while others are read. The inputs are
//! looked at only if the output already exists.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ibid_index::DiskIndex;

use crate::atomic_file::{folder_of, followed};
use crate::location;

/// The identity of a file, the same under all its names.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = PathBuf;

/// The inputs of this run, by the paths under which they are read.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// A file that must stay as it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Protected {
    /// An input, by its path.
    Input(PathBuf),
    /// A file in the index in this folder.
    Index(PathBuf),
}

impl fmt::Display for Protected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Protected::Input(input) => write!(f, "is the input {input:?}"),
            Protected::Index(dir) => write!(f, "lies in the index {dir:?}"),
        }
    }
}

/// Protects an input. A path that leads to no file protects nothing.
pub(crate) fn protect(path: &Path) {
    inputs().push(path.to_owned());
}

/// Returns the protected file that an output at `path` would replace, or the index that it would write into.
pub(crate) fn replaced_by(path: &Path) -> Option<Protected> {
    match file_id(path).and_then(input_of) {
        Some(input) => Some(Protected::Input(input)),
        None => index_around(path).map(Protected::Index),
    }
}

/// Returns the input that is the same file.
fn input_of(id: FileId) -> Option<PathBuf> {
    inputs().iter().find(|input| file_id(input).as_ref() == Some(&id)).cloned()
}

fn inputs() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<FileId> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

/// Returns the index that contains a file.
fn index_around(path: &Path) -> Option<PathBuf> {
    let file = followed(path).ok()?;
    let folder = folder_of(&file).canonicalize().ok()?;
    let is_index = |dir: &&Path| dir.ends_with(location::FOLDER) || DiskIndex::header(dir).is_ok();
    folder.ancestors().find(is_index).map(Path::to_owned)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_known_by_all_its_names_and_an_index_by_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("input"), "x").unwrap();
        fs::write(at("other"), "x").unwrap();
        fs::hard_link(at("input"), at("hard")).unwrap();
        std::os::unix::fs::symlink("input", at("soft")).unwrap();
        fs::create_dir_all(at(".ibid/deep")).unwrap();
        protect(&at("input"));
        protect(&at("missing"));
        for name in ["input", "hard", "soft"] {
            assert_eq!(replaced_by(&at(name)), Some(Protected::Input(at("input"))), "{name}");
        }
        let index = at(".ibid").canonicalize().unwrap();
        for name in [".ibid/new", ".ibid/deep/new"] {
            assert_eq!(replaced_by(&at(name)), Some(Protected::Index(index.clone())), "{name}");
        }
        for name in ["other", "missing", "missing/far"] {
            assert_eq!(replaced_by(&at(name)), None, "{name}");
        }
    }
}

//! The files of an index, at the top of its folder and in its generations.

use std::fs;
use std::path::{Path, PathBuf};

/// Files that no reader looks at: the lock, and what the engine keeps for writers and its own tools.
const UNREAD: [&str; 3] = ["writer.lock", ".managed.json", "meta.json"];

/// Returns the paths of all files below a folder, relative to it, sorted.
pub(crate) fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap()) {
        let name = PathBuf::from(entry.file_name());
        match entry.path().is_dir() {
            true => files.extend(self::files(&entry.path()).iter().map(|file| name.join(file))),
            false => files.push(name),
        }
    }
    files.sort();
    files
}

/// Returns the files that readers look at.
pub(crate) fn read_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = files(dir);
    files.retain(|file| !UNREAD.iter().any(|name| file.ends_with(name)));
    files
}

//! The files of an index.

use std::fs;
use std::path::{Path, PathBuf};

use ibid_index::DiskIndex;

/// Returns the entries of a folder, sorted.
pub(crate) fn entries(dir: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// Returns the folder of the engine's files in that of an index.
pub(crate) fn generation(dir: &Path) -> PathBuf {
    DiskIndex::open_as_is(dir).unwrap().generation_dir()
}

/// Returns all files of an index, which is whole.
pub(crate) fn index_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = [entries(dir), entries(&generation(dir))].concat();
    files.retain(|path| path.is_file());
    files
}

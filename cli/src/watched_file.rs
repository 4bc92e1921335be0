//! A file that others may change while it is shown. A change is noticed by the time and the size of the file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file, and its state when it was read and when it was looked at last.
#[derive(Debug)]
pub(crate) struct WatchedFile {
    path: PathBuf,
    read: Option<Stamp>,
    seen: Option<Stamp>,
}

/// The time and the size of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl WatchedFile {
    /// Watches a file from now on, so that it has to be read after this. It need not be there.
    pub(crate) fn new(path: impl Into<PathBuf>) -> WatchedFile {
        let path = path.into();
        let now = stamp(&path);
        WatchedFile { path, read: now, seen: now }
    }

    /// Returns the path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the file has changed since it was looked at last, and is not as it was read.
    pub(crate) fn is_news(&mut self) -> bool {
        let now = stamp(&self.path);
        let before = std::mem::replace(&mut self.seen, now);
        now != before && self.is_stale()
    }

    /// Returns whether the file is another than was read.
    pub(crate) fn is_stale(&self) -> bool {
        stamp(&self.path) != self.read
    }

    /// Takes note that the file is read now, or that this program wrote it.
    pub(crate) fn is_read(&mut self) {
        self.read = stamp(&self.path);
        self.seen = self.read;
    }

    /// Takes note that this program added some bytes. If somebody else has changed the file too, it stays news.
    pub(crate) fn is_longer_by(&mut self, bytes: usize) {
        let before = self.read.map_or(0, |read| read.bytes);
        if let Some(now) = stamp(&self.path)
            && now.bytes == before + bytes as u64
        {
            self.is_read();
        }
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let about = fs::metadata(path).ok()?;
    Some(Stamp { modified: about.modified().ok(), bytes: about.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_news_once_and_stale_until_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = WatchedFile::new(&path);
        assert!(!file.is_news() && !file.is_stale());
        fs::write(&path, "one").unwrap();
        assert!(file.is_news() && !file.is_news() && file.is_stale());
        file.is_read();
        assert!(!file.is_news() && !file.is_stale());
        fs::remove_file(&path).unwrap();
        assert!(file.is_news() && file.is_stale());
    }

    #[test]
    fn an_own_addition_is_no_news_but_one_of_somebody_else_beside_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = WatchedFile::new(&path);
        fs::write(&path, "one\n").unwrap();
        file.is_longer_by(4);
        assert!(!file.is_news());
        fs::write(&path, "one\ntwo\nthree\n").unwrap();
        file.is_longer_by(4);
        assert!(file.is_news());
    }
}

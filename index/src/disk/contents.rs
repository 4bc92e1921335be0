//! What lies in a folder, and whose it is.
//!
//! In: a folder that is an index, was one, or may become one. Out: the files that this crate wrote, and the rest, which is
//! never touched. A file is the index's own when it has one of three fixed names, or of three more that the engine and its
//! tools use where there is a manifest; when the manifest or the engine's list of its files names it; or when it has a
//! name of those that are being replaced; and when it is a file, no folder and no link. `O(n)` for n entries.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::manifest::{self, Manifest};
use super::{checked, fault, lock, sealed};
use crate::Error;

/// The engine's list of the files that it may delete.
pub(super) const LIST: &str = ".managed.json";

/// The locks that the engine's own tools leave in a folder, which are empty.
const META_LOCK: &str = ".tantivy-meta.lock";
const WRITER_LOCK: &str = ".tantivy-writer.lock";

/// The number of a part of the index, in the names of its files.
const NUMBER_CHARS: usize = 32;

/// The entries of a folder.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Names of the index's own files, the manifest first, the list and the lock last: in this order a deletion that is
    /// ended leaves no index, and what tells whose the rest is.
    own: Vec<OsString>,
    /// Names of everything else, sorted.
    foreign: Vec<OsString>,
}

impl Contents {
    /// Those of a folder; none where there is none.
    pub(super) fn of(dir: &Path) -> Result<Contents, Error> {
        let failed = |error| fault::io(format!("cannot list {dir:?}"), error);
        let entries = match fs::read_dir(dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Contents::default()),
            Err(error) => return Err(failed(error)),
        };
        let named = named(dir);
        let mut contents = Contents::default();
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let is_file = match entry.file_type() {
                Ok(kind) => kind.is_file(),
                // It was there a moment ago.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(failed(error)),
            };
            let is_own = is_file && (named.contains(&name) || sealed::is_temporary(&name));
            if is_own { &mut contents.own } else { &mut contents.foreign }.push(name);
        }
        contents.foreign.sort();
        contents.own.sort_by_key(|name| (turn(name), name.clone()));
        Ok(contents)
    }

    /// What is not the index's own, sorted.
    pub(super) fn foreign(&self, dir: &Path) -> Vec<PathBuf> {
        self.foreign.iter().map(|name| dir.join(name)).collect()
    }

    /// Deletes the index's own files, and the folder if nothing else is in it.
    pub(super) fn delete(&self, dir: &Path) -> Result<(), Error> {
        self.delete_files(dir)?;
        match fs::remove_dir(dir) {
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => {
                Err(fault::io(format!("cannot delete {dir:?}"), error))
            }
            _ => Ok(()),
        }
    }

    /// Deletes the index's own files.
    pub(super) fn delete_files(&self, dir: &Path) -> Result<(), Error> {
        self.own.iter().try_for_each(|name| delete(&dir.join(name)))
    }

    /// Deletes files that were being replaced when a writer was ended. Only called with the lock held.
    pub(super) fn delete_temporary(&self, dir: &Path) {
        for name in self.own.iter().filter(|name| sealed::is_temporary(name)) {
            // One that cannot be deleted does no harm.
            let _ = fs::remove_file(dir.join(name));
        }
    }

    /// Deletes what a writer left that was ended before its first commit. Only called with the lock held.
    pub(super) fn delete_uncommitted(&self, dir: &Path) -> Result<(), Error> {
        let others = self.own.iter().filter(|name| *name != lock::FILE);
        others.into_iter().try_for_each(|name| delete(&dir.join(name)))
    }
}

fn delete(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(fault::io(format!("cannot delete {path:?}"), error))
        }
        _ => Ok(()),
    }
}

/// Names that are the index's, whether there is a file or not.
fn named(dir: &Path) -> BTreeSet<OsString> {
    let mut named: BTreeSet<OsString> = [manifest::FILE, LIST, lock::FILE].map(OsString::from).into();
    if let Ok(manifest) = Manifest::read(dir) {
        named.extend(manifest.files.into_keys().map(OsString::from));
    }
    if dir.join(manifest::FILE).is_file() {
        // Before there is a manifest, files of these names are of another index of the engine.
        for lock in [META_LOCK, WRITER_LOCK] {
            if fs::metadata(dir.join(lock)).is_ok_and(|about| about.len() == 0) {
                named.insert(lock.into());
            }
        }
        let description = fs::read(dir.join(checked::DESCRIPTION));
        if description.is_ok_and(|description| checked::is_description(&description)) {
            named.insert(checked::DESCRIPTION.into());
        }
    }
    let list = fs::read(dir.join(LIST)).ok();
    let list: Vec<String> = list.and_then(|list| serde_json::from_slice(&list).ok()).unwrap_or_default();
    let list: Vec<OsString> =
        list.into_iter().map(OsString::from).filter(|name| is_engine_name(name)).collect();
    named.extend(list);
    named
}

fn turn(name: &OsStr) -> u8 {
    match name.to_str() {
        Some(checked::DESCRIPTION | META_LOCK | WRITER_LOCK) => 0,
        Some(manifest::FILE) => 1,
        Some(LIST) => 3,
        Some(lock::FILE) => 4,
        _ => 2,
    }
}

/// Whether the engine names a file so: the number of a part of the index, a dot and more.
pub(super) fn is_engine_name(name: &OsStr) -> bool {
    let split = name.to_str().and_then(|name| name.split_at_checked(NUMBER_CHARS));
    split.is_some_and(|(number, rest)| {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.';
        number.bytes().all(is_hex) && rest.len() > 1 && rest.starts_with('.') && rest.bytes().all(is_plain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_engine_are_known() {
        let number = "0123456789abcdef0123456789abcdef";
        for rest in [".store", ".22.del", ".store.temp"] {
            assert!(is_engine_name(OsStr::new(&format!("{number}{rest}"))), "{rest}");
        }
        for name in ["meta.json", number, &number.to_uppercase(), "../x.store", "thesis.md"] {
            assert!(!is_engine_name(OsStr::new(name)), "{name}");
        }
        assert!(!is_engine_name(OsStr::new(&format!("{number}/../x"))));
        assert!(!is_engine_name(OsStr::new(&format!("{number}."))));
        assert!(!is_engine_name(OsStr::new(&format!("{}.store", number.replace('a', "g")))));
    }

    #[test]
    fn what_nothing_names_is_foreign() {
        let dir = tempfile::tempdir().unwrap();
        let number = "0123456789abcdef0123456789abcdef";
        let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
        write(LIST, format!("[\"{number}.store\",\"thesis.md\",\"../x\"]").as_bytes());
        for name in [".ibid-index-0123456789aB.tmp", lock::FILE, "thesis.md", ".tmp1"] {
            write(name, b"");
        }
        for part in [".store", ".fast"] {
            write(&format!("{number}{part}"), b"");
        }
        fs::create_dir(dir.path().join(manifest::FILE)).unwrap();
        let contents = Contents::of(dir.path()).unwrap();
        let own = [".ibid-index-0123456789aB.tmp", &format!("{number}.store"), LIST, lock::FILE];
        assert_eq!(contents.own, own);
        let foreign = [".tmp1", &format!("{number}.fast"), manifest::FILE, "thesis.md"];
        assert_eq!(contents.foreign, foreign);
        assert_eq!(contents.foreign(Path::new("x"))[0], Path::new("x/.tmp1"));

        contents.delete_temporary(dir.path());
        assert_eq!(Contents::of(dir.path()).unwrap().own, own[1..]);
        Contents::of(dir.path()).unwrap().delete_uncommitted(dir.path()).unwrap();
        assert_eq!(Contents::of(dir.path()).unwrap().own, own[3..]);
        contents.delete(dir.path()).unwrap();
        assert_eq!(Contents::of(dir.path()).unwrap().foreign, foreign);
        assert!(Contents::of(dir.path()).unwrap().own.is_empty());
        let gone = dir.path().join("gone");
        Contents::of(&gone).unwrap().delete(&gone).unwrap();
    }

    /// A deletion that is ended leaves no index, and what tells whose the rest is.
    #[test]
    fn the_manifest_goes_first_and_the_lock_last() {
        let dir = tempfile::tempdir().unwrap();
        let store = "ffff456789abcdef0123456789abcdef.store";
        fs::write(dir.path().join(LIST), format!("[\"{store}\"]")).unwrap();
        for name in [store, manifest::FILE, lock::FILE] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        fs::write(dir.path().join(checked::DESCRIPTION), "{\"segments\":[],\"schema\":[]}").unwrap();
        let own = Contents::of(dir.path()).unwrap().own;
        assert_eq!(own, [checked::DESCRIPTION, manifest::FILE, store, LIST, lock::FILE]);
    }

    #[test]
    fn what_cannot_be_deleted_or_listed_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("x")).unwrap();
        let contents = Contents { own: vec!["x".into()], foreign: vec![] };
        for error in [contents.delete_files(dir.path()), contents.delete_uncommitted(dir.path())] {
            let error = error.unwrap_err();
            assert!(matches!(&error, Error::Io { what, .. } if what.contains("/x\"")), "{error}");
        }
        fs::write(dir.path().join("file"), "").unwrap();
        let file = dir.path().join("file");
        assert!(matches!(Contents::of(&file), Err(Error::Io { .. })));
        assert!(matches!(Contents::default().delete(&file), Err(Error::Io { .. })));
    }
}

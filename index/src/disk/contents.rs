//! The contents of the folder of an index, and the owner of each file.
//!
//! In: a folder that is an index, was one, or may become one. Out: the generations in it, and what this crate did not
//! write, which is never touched. The index's own are files with its two fixed names or the name of a file that is being
//! replaced, and folders with the name of a generation; in such a folder, files with names of the engine's. Links are
//! foreign. `O(n)` for n entries.

use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::manifest::{self, Manifest};
use super::{fault, generation, lock, sealed};
use crate::Error;

/// The entries of the folder of an index.
#[derive(Debug, Default)]
pub(super) struct Contents {
    generations: Vec<Generation>,
    /// Files that are being replaced, or were when a writer was ended.
    temporary: Vec<PathBuf>,
    /// Everything that is not the index's own, outside of generations.
    foreign: Vec<PathBuf>,
}

/// The entries of the folder of a generation.
#[derive(Debug)]
struct Generation {
    dir: PathBuf,
    files: Vec<PathBuf>,
    foreign: Vec<PathBuf>,
}

impl Contents {
    /// Lists a folder; one that is not there has no entries.
    pub(super) fn of(dir: &Path) -> Result<Contents, Error> {
        let mut contents = Contents::default();
        for (name, kind) in entries(dir)? {
            let path = dir.join(&name);
            if kind.is_dir() && generation::is_name(&name) {
                contents.generations.push(Generation::of(path)?);
            } else if kind.is_file() && sealed::is_temporary(&name) {
                contents.temporary.push(path);
            } else if !kind.is_file() || name != manifest::FILE && name != lock::FILE {
                contents.foreign.push(path);
            }
        }
        Ok(contents)
    }

    /// Returns what is not the index's own, sorted.
    pub(super) fn foreign(self) -> Vec<PathBuf> {
        let mut foreign = self.foreign;
        foreign.extend(self.generations.into_iter().flat_map(|generation| generation.foreign));
        foreign.sort();
        foreign
    }
}

impl Generation {
    fn of(dir: PathBuf) -> Result<Generation, Error> {
        let (mut files, mut foreign) = (vec![], vec![]);
        for (name, kind) in entries(&dir)? {
            let is_own = kind.is_file() && generation::is_own_file(&name);
            if is_own { &mut files } else { &mut foreign }.push(dir.join(name));
        }
        Ok(Generation { dir, files, foreign })
    }

    /// Deletes the folder, unless something foreign is in it. What cannot be deleted stays.
    fn delete(&self) {
        if self.foreign.is_empty() && self.files.iter().all(|file| fs::remove_file(file).is_ok()) {
            let _ = fs::remove_dir(&self.dir);
        }
    }

    /// Deletes files that were being replaced. What cannot be deleted stays.
    fn delete_temporary(&self) {
        for file in self.files.iter().filter(|file| file.file_name().is_some_and(sealed::is_temporary)) {
            let _ = fs::remove_file(file);
        }
    }
}

/// Deletes what writers left in the folder of an index: generations that its manifest does not name, and files that were
/// being replaced. Only called with the lock held. What cannot be deleted does no harm, and the next writer tries again.
pub(super) fn delete_stale(dir: &Path) {
    let current = match Manifest::read(dir) {
        Ok(manifest) => Some(dir.join(manifest.generation)),
        Err(Error::NotIndex(_)) => None,
        Err(_) => return,
    };
    let Ok(contents) = Contents::of(dir) else { return };
    for file in &contents.temporary {
        let _ = fs::remove_file(file);
    }
    let (used, stale): (Vec<_>, Vec<_>) =
        contents.generations.into_iter().partition(|generation| Some(&generation.dir) == current.as_ref());
    used.iter().for_each(Generation::delete_temporary);
    // Until the manifest is on the disk, a power failure may bring back one that names another generation.
    if !stale.is_empty() && sealed::sync_folder(dir).is_ok() {
        stale.iter().for_each(Generation::delete);
    }
}

/// Lists the entries of a folder, with what each is.
fn entries(dir: &Path) -> Result<Vec<(OsString, FileType)>, Error> {
    let failed = |error| fault::io(format!("cannot list {dir:?}"), error);
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        Err(error) => return Err(failed(error)),
    };
    let mut listed = vec![];
    for entry in entries {
        let entry = entry.map_err(failed)?;
        match entry.file_type() {
            Ok(kind) => listed.push((entry.file_name(), kind)),
            // It was there a moment ago.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Header;

    const SEGMENT: &str = "0123456789abcdef0123456789abcdef";
    const TEMPORARY: &str = ".ibid-index-0123456789aB.tmp";

    /// Makes a folder with these entries; those that end in a slash are folders.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for name in names {
            let path = dir.path().join(name);
            match name.strip_suffix('/') {
                Some(_) => fs::create_dir_all(path).unwrap(),
                None => {
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, "").unwrap();
                }
            }
        }
        dir
    }

    /// Returns whatever lies in a folder and in the folders in it, sorted.
    fn names(dir: &Path) -> Vec<String> {
        let mut names = vec![];
        for (name, kind) in entries(dir).unwrap() {
            let name = name.into_string().unwrap();
            if kind.is_dir() {
                names.extend(self::names(&dir.join(&name)).iter().map(|inner| format!("{name}/{inner}")));
            }
            names.push(name);
        }
        names.sort();
        names
    }

    fn write_manifest(dir: &Path, generation: &str) {
        let mut manifest = Manifest::new(Header::default(), generation.to_owned());
        manifest.engine = Some(serde_json::Value::Null);
        fs::write(dir.join(manifest::FILE), manifest.to_bytes()).unwrap();
    }

    #[test]
    fn what_has_no_name_of_the_indexs_is_foreign() {
        let store = format!("g-0123456789abcdef/{SEGMENT}.store");
        let top = format!("{SEGMENT}.store");
        let dir = folder(&[
            "ibid-index.json",
            "writer.lock",
            TEMPORARY,
            &store,
            "g-0123456789abcdef/meta.json",
            "g-0123456789abcdef/thesis.md",
            &format!("g-0123456789abcdef/{SEGMENT}.fast/"),
            &top,
            "meta.json",
            "g-drafts/",
            "g-fedcba9876543210",
        ]);
        let expected = [
            top.as_str(),
            &format!("g-0123456789abcdef/{SEGMENT}.fast"),
            "g-0123456789abcdef/thesis.md",
            "g-drafts",
            "g-fedcba9876543210",
            "meta.json",
        ];
        let foreign = Contents::of(dir.path()).unwrap().foreign();
        assert_eq!(foreign, expected.map(|name| dir.path().join(name)));
        assert!(Contents::of(&dir.path().join("gone")).unwrap().foreign().is_empty());
        let error = Contents::of(&dir.path().join("meta.json")).unwrap_err();
        assert!(matches!(&error, Error::Io { what, .. } if what.contains("meta.json")), "{error}");
    }

    /// Of three generations one is used and one has a file of the user's.
    #[test]
    fn only_what_the_manifest_does_not_name_is_deleted() {
        let (used, stale, mixed) = ("g-0000000000000001", "g-0000000000000002", "g-0000000000000003");
        let (store, temporary) = (format!("{SEGMENT}.store"), TEMPORARY);
        let mut files: Vec<String> =
            vec![temporary.to_owned(), "writer.lock".to_owned(), "thesis.md".to_owned()];
        for generation in [used, stale, mixed] {
            files.extend(
                [&store, "meta.json", ".managed.json", temporary].map(|name| format!("{generation}/{name}")),
            );
        }
        files.push(format!("{mixed}/thesis.md"));
        let names_of_all: Vec<&str> = files.iter().map(String::as_str).collect();
        let dir = folder(&names_of_all);
        let before = names(dir.path());
        // Damage may be anywhere in the manifest.
        fs::write(dir.path().join(manifest::FILE), "cut off").unwrap();
        delete_stale(dir.path());
        fs::remove_file(dir.path().join(manifest::FILE)).unwrap();
        assert_eq!(names(dir.path()), before);

        write_manifest(dir.path(), used);
        delete_stale(dir.path());
        let is_left = |name: &&String| {
            !name.starts_with(stale) && (name.starts_with(mixed) || !name.ends_with(temporary))
        };
        let mut left: Vec<String> = before.iter().filter(is_left).cloned().collect();
        left.push(manifest::FILE.to_owned());
        left.sort();
        assert_eq!(names(dir.path()), left);

        // Without a manifest there was never a commit.
        fs::remove_file(dir.path().join(manifest::FILE)).unwrap();
        delete_stale(dir.path());
        left.retain(|name| name != manifest::FILE && !name.starts_with(used));
        assert_eq!(names(dir.path()), left);
    }
}

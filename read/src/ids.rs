//! The ids of documents, and a check that no two share one.

use crate::input::Input;
use ibid::{Error, Result, system_reason};
use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path, PathBuf};

/// The base that the ids of files are relative to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdBase {
    /// The folder that holds the index. The id of a file below it is its path from there (`a/x.txt`, with `/` and
    /// without `.` or `..`), that of a file outside its absolute path. Made by [`IdBase::folder`].
    Folder(PathBuf),
    /// No index: the id of a file is its path as given.
    AsGiven,
}

impl IdBase {
    /// Returns the base for an index in this folder.
    ///
    /// # Errors
    /// The folder does not exist or cannot be entered.
    pub fn folder(path: &Path) -> Result<IdBase> {
        let path = path.canonicalize().map_err(|e| Error::unreadable(path, system_reason(&e)))?;
        Ok(IdBase::Folder(path))
    }

    /// Returns the id of a whole input. Standard input is `-`.
    pub fn id_of(&self, input: &Input) -> String {
        match (self, &input.absolute) {
            (IdBase::Folder(folder), Some(absolute)) => match absolute.strip_prefix(folder) {
                Ok(below) => below_text(below),
                Err(_) => path_text(absolute),
            },
            _ => path_text(&input.path),
        }
    }
}

/// Returns a relative path with `/` between its parts.
fn below_text(path: &Path) -> String {
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
    parts.map(|part| path_text(Path::new(&part))).collect::<Vec<_>>().join("/")
}

/// Returns a path as text: bytes that are no UTF-8 become `\xFF`, and the separator is `/` everywhere.
pub(super) fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    if std::path::MAIN_SEPARATOR == '/' { text } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}

/// The origin of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path as given, `-` for standard input.
    pub path: PathBuf,
    /// The line of a JSONL record, from 1.
    pub line: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&path_text(&self.path))?;
        match self.line {
            Some(line) => write!(f, ":{line}"),
            None => Ok(()),
        }
    }
}

/// The ids seen in one run, and the place where each was seen first.
///
/// Holds a 128-bit hash and a place per id, 24 bytes, and not the ids. With a billion ids, the chance that two
/// different ones are taken for one is below one in 10²⁰.
#[derive(Debug, Default)]
pub struct Ids {
    seen: HashMap<[u64; 2], (u32, u32)>,
    paths: Vec<PathBuf>,
}

impl Ids {
    /// Returns an empty set.
    pub fn new() -> Ids {
        Ids::default()
    }

    /// Takes an id for the document at `place`.
    ///
    /// # Errors
    /// The id was taken before; the message names both places.
    pub fn take(&mut self, id: &str, place: &Place) -> Result<()> {
        if self.paths.last() != Some(&place.path) {
            self.paths.push(place.path.clone());
        }
        let here = (self.paths.len() as u32 - 1, place.line.unwrap_or(0).min(u64::from(u32::MAX)) as u32);
        let (path, line) = *self.seen.entry([hash(0, id), hash(1, id)]).or_insert(here);
        if (path, line) == here {
            return Ok(());
        }
        let path = self.paths.get(path as usize).cloned().unwrap_or_default();
        let first = Place { path, line: (line > 0).then_some(u64::from(line)) };
        let why = format!("the id \"{id}\" is already taken by \"{first}\"; give one of the two another id");
        Err(Error::unreadable(place.to_string(), why))
    }
}

/// Hashes with the fixed keys of `DefaultHasher::new`. The hash is never stored, so another version of Rust may hash
/// otherwise.
fn hash(salt: u8, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (salt, id).hash(&mut hasher);
    hasher.finish()
}

/// Returns the place of a record as errors name it.
pub(super) fn at_line(input: &Input, line: u64) -> String {
    Place { path: input.path.clone(), line: Some(line) }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, absolute: &str) -> Input {
        Input { absolute: Some(absolute.into()), ..Input::named(path) }
    }

    #[test]
    fn files_are_called_after_their_path_below_the_index() {
        let base = IdBase::Folder("/c".into());
        assert_eq!(base.id_of(&file("../c/a/x.txt", "/c/a/x.txt")), "a/x.txt");
        assert_eq!(base.id_of(&file("../c/中文.txt", "/c/中文.txt")), "中文.txt");
        assert_eq!(base.id_of(&file("../d/x.txt", "/d/x.txt")), "/d/x.txt");
        assert_eq!(base.id_of(&file("../cc/x.txt", "/cc/x.txt")), "/cc/x.txt");
        assert_eq!(base.id_of(&Input::named("-")), "-");
        assert_eq!(IdBase::AsGiven.id_of(&file("./a/x.txt", "/c/a/x.txt")), "./a/x.txt");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_utf_8_has_an_id_of_its_own() {
        use std::os::unix::ffi::OsStrExt;
        let path = |bytes: &[u8]| path_text(Path::new(std::ffi::OsStr::from_bytes(bytes)));
        assert_eq!(path(b"a/\xFF.txt"), "a/\\xFF.txt");
        assert_ne!(path(b"a/\xFE.txt"), path(b"a/\xFF.txt"));
    }

    #[test]
    fn a_second_document_of_the_same_id_is_refused_with_both_places() {
        let mut ids = Ids::new();
        let place = |path: &str, line| Place { path: path.into(), line };
        ids.take("7", &place("a.jsonl", Some(1))).unwrap();
        ids.take("8", &place("a.jsonl", Some(2))).unwrap();
        ids.take("x.txt", &place("x.txt", None)).unwrap();
        let error = ids.take("7", &place("b.jsonl", Some(3))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read \"b.jsonl:3\": the id \"7\" is already taken by \"a.jsonl:1\"; give one of the two another id"
        );
        assert!(
            ids.take("x.txt", &place("c.jsonl", Some(1))).unwrap_err().to_string().contains("by \"x.txt\"")
        );
    }
}

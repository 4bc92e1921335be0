//! The folder of a generation: the engine's files, inside the folder of the index.
//!
//! In: the folder of an index. Out: a new generation's folder, and the names of what may lie in one. A rebuild writes a
//! generation beside the one in use; the manifest names the one that counts.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use tantivy::index::SegmentId;

use super::fault::OrFault;
use super::sealed;
use crate::Error;

/// The engine's description of the index.
pub(super) const DESCRIPTION: &str = "meta.json";

/// The engine's list of the files that it may delete.
pub(super) const LIST: &str = ".managed.json";

/// The locks that the engine's own tools leave in a folder.
const LOCKS: [&str; 2] = [".tantivy-meta.lock", ".tantivy-writer.lock"];

/// The beginning of the folder's name.
const PREFIX: &str = "g-";

/// The number of random hexadecimal digits behind it.
const RANDOM_CHARS: usize = 16;

/// The number of hexadecimal digits of a segment's number, in the names of its files.
const SEGMENT_CHARS: usize = 32;

/// Makes the folder of a new generation in the folder of an index. Returns its name.
pub(super) fn make(dir: &Path) -> Result<String, Error> {
    // Segments are numbered by chance too.
    let random = SegmentId::generate_random().uuid_string();
    let name = format!("{PREFIX}{random:.RANDOM_CHARS$}");
    fs::create_dir(dir.join(&name)).writing(dir)?;
    sealed::sync_folder(dir).writing(dir)?;
    Ok(name)
}

/// Returns whether a generation has a folder of this name.
pub(super) fn is_name(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    let Some(random) = name.strip_prefix(PREFIX) else { return false };
    random.len() == RANDOM_CHARS && random.bytes().all(is_hex)
}

/// Returns whether a file of this name in the folder of a generation is the index's own.
pub(super) fn is_own_file(name: &OsStr) -> bool {
    name == DESCRIPTION
        || name == LIST
        || LOCKS.iter().any(|lock| name == *lock)
        || is_segment_file(name)
        || sealed::is_temporary(name)
}

/// Returns whether the engine names a file of a segment so: the segment's number, a dot and more.
pub(super) fn is_segment_file(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    let Some((number, rest)) = name.split_at_checked(SEGMENT_CHARS) else { return false };
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.';
    number.bytes().all(is_hex) && rest.len() > 1 && rest.starts_with('.') && rest.bytes().all(is_plain)
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_generation_has_a_name_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let names = [make(dir.path()).unwrap(), make(dir.path()).unwrap()];
        assert_ne!(names[0], names[1]);
        for name in names {
            assert!(is_name(OsStr::new(&name)) && dir.path().join(&name).is_dir(), "{name}");
        }
        for name in
            ["g-", "g-0123456789abcde", "g-0123456789abcdeg", "g-0123456789ABCDEF", "0123456789abcdef"]
        {
            assert!(!is_name(OsStr::new(name)), "{name}");
        }
        let error = make(&dir.path().join("gone")).unwrap_err();
        assert!(matches!(error, Error::Io { .. }), "{error}");
    }

    #[test]
    fn names_of_the_engine_are_known() {
        let number = "0123456789abcdef0123456789abcdef";
        for rest in [".store", ".22.del", ".store.temp"] {
            assert!(is_segment_file(OsStr::new(&format!("{number}{rest}"))), "{rest}");
        }
        for name in ["meta.json", number, &number.to_uppercase(), "../x.store", "thesis.md"] {
            assert!(!is_segment_file(OsStr::new(name)), "{name}");
        }
        assert!(!is_segment_file(OsStr::new(&format!("{number}/../x"))));
        assert!(!is_segment_file(OsStr::new(&format!("{number}."))));
        assert!(!is_segment_file(OsStr::new(&format!("{}.store", number.replace('a', "g")))));
        for name in [DESCRIPTION, LIST, LOCKS[0], ".ibid-index-0123456789aB.tmp"] {
            assert!(is_own_file(OsStr::new(name)), "{name}");
        }
        for name in ["ibid-index.json", "writer.lock", ".tmp1", "thesis.md"] {
            assert!(!is_own_file(OsStr::new(name)), "{name}");
        }
    }
}

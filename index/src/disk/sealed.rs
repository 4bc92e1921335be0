//! Small files with a checksum at their end, which are replaced whole or not at all.
//!
//! In: a text of whole lines. Out: the same text and one line more, `{"xxh3":"..."}`, with the checksum of all that is
//! before it; a text whose checksum is wrong does not come back. A file is written under a name that nobody can guess, is
//! on the disk before it takes the place of the other, and may be read by whom the user's umask lets.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

/// What begins the names of files that are being written.
const PREFIX: &str = ".ibid-index-";
/// What ends them.
const SUFFIX: &str = ".tmp";
/// So many letters and digits are between.
const RANDOM_CHARS: usize = 12;
/// The last line: 9 characters, 16 of the number, 2, and the line's end.
const SEAL_BYTES: usize = 28;

/// The text with its checksum.
pub(super) fn seal(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.extend(seal_of(text.as_bytes()).as_bytes());
    bytes
}

/// What was sealed, or nothing where the checksum is wrong.
pub(super) fn unseal(bytes: &[u8]) -> Option<&[u8]> {
    let (text, seal) = bytes.split_at_checked(bytes.len().checked_sub(SEAL_BYTES)?)?;
    (seal == seal_of(text).as_bytes()).then_some(text)
}

fn seal_of(text: &[u8]) -> String {
    format!("{{\"xxh3\":\"{:016x}\"}}\n", xxh3_64(text))
}

/// Puts a file with these bytes in the place of the one of this name, or makes it.
pub(super) fn replace(dir: &Path, name: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM_CHARS);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes from these.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(dir)?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.persist(dir.join(name))?;
    sync_folder(dir)
}

/// Whether a file of this name is one that was being written, and not replaced yet.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    let middle = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    middle.is_some_and(|middle| {
        middle.len() == RANDOM_CHARS && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Makes renames and new files in a folder last. Only Unix has and needs this.
pub(crate) fn sync_folder(dir: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_unless_a_bit_differs() {
        for text in ["", "{\"a\":1}\n", "文\n"] {
            let sealed = seal(text);
            assert_eq!(sealed.len(), text.len() + SEAL_BYTES);
            assert_eq!(unseal(&sealed), Some(text.as_bytes()));
            for at in 0..sealed.len() {
                let mut bytes = sealed.clone();
                bytes[at] ^= 4;
                assert_eq!(unseal(&bytes), None, "{text:?} {at}");
                assert_eq!(unseal(&sealed[..at]), None, "{text:?} {at}");
            }
        }
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        for text in ["one", "two"] {
            replace(dir.path(), Path::new("a"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(dir.path().join("a")).unwrap(), text);
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn names_of_temporary_files_are_known() {
        assert!(is_temporary(OsStr::new(".ibid-index-0123456789aB.tmp")));
        for name in
            [".ibid-index-.tmp", ".ibid-index-0123456789a.tmp", ".ibid-index-my-drafts-12.tmp", ".tmp1"]
        {
            assert!(!is_temporary(OsStr::new(name)), "{name}");
        }
    }
}

//! Entries and paths as bytes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ibid::dedup::Item;
use ibid::dedup::stored::{put_bytes, put_number, take_bytes, take_number};

use super::collection::Entry;
use super::name::Origin;

const WHOLE: u64 = 0;
const LINES: u64 = 1;
const FAILED: u64 = 2;
/// It could not even be fetched.
const NOT_FETCHED: u64 = 3;

/// Appends an entry.
pub(super) fn put_entry(entry: &Entry, is_fetched: bool, out: &mut Vec<u8>) {
    match entry {
        Entry::Whole(origin, item) => {
            put_number(WHOLE, out);
            put_origin(origin, out);
            item.to_bytes(out);
        }
        Entry::Lines(origin, lines) => {
            put_number(LINES, out);
            put_origin(origin, out);
            put_number(lines.len() as u64, out);
            for (line, item) in lines {
                put_number(u64::from(*line), out);
                item.to_bytes(out);
            }
        }
        Entry::Failed(why) => {
            put_number(if is_fetched { FAILED } else { NOT_FETCHED }, out);
            put_bytes(why.as_bytes(), out);
        }
    }
}

/// Takes an entry from the front, and whether it could be fetched.
pub(super) fn take_entry(bytes: &mut &[u8]) -> Option<(Entry, bool)> {
    Some(match take_number(bytes)? {
        WHOLE => (Entry::Whole(take_origin(bytes)?, Item::take_bytes(bytes)?), true),
        LINES => {
            let origin = take_origin(bytes)?;
            let count = take_number(bytes)?;
            // Grows with what comes: a wrong number takes no memory.
            let mut lines = vec![];
            for _ in 0..count {
                lines.push((u32::try_from(take_number(bytes)?).ok()?, Item::take_bytes(bytes)?));
            }
            (Entry::Lines(origin, lines), true)
        }
        kind @ (FAILED | NOT_FETCHED) => (Entry::Failed(take_text(bytes)?.to_owned()), kind == FAILED),
        _ => return None,
    })
}

fn put_origin(origin: &Origin, out: &mut Vec<u8>) {
    put_bytes(origin.id.as_bytes(), out);
    // Lines count from 1.
    put_number(origin.line.unwrap_or(0), out);
}

fn take_origin(bytes: &mut &[u8]) -> Option<Origin> {
    let id = Arc::from(take_text(bytes)?);
    Some(Origin { id, line: Some(take_number(bytes)?).filter(|line| *line > 0) })
}

fn take_text<'b>(bytes: &mut &'b [u8]) -> Option<&'b str> {
    std::str::from_utf8(take_bytes(bytes)?).ok()
}

/// A path, of which nothing is lost on this system.
#[cfg(unix)]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec()
}

/// The path of these bytes.
#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    let path: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(bytes);
    Some(path.into())
}

/// A path, where it is Unicode.
#[cfg(not(unix))]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// The path of these bytes.
#[cfg(not(unix))]
pub(super) fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    String::from_utf8(bytes.to_vec()).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let origin = || {
            (".{0,9}", prop::option::of(1..u64::MAX))
                .prop_map(|(id, line)| Origin { id: id.as_str().into(), line })
        };
        let item = || ".{0,9}".prop_map(|text| Item::of_text(&text, None));
        prop_oneof![
            (origin(), item()).prop_map(|(origin, item)| Entry::Whole(origin, item)),
            (origin(), prop::collection::vec((any::<u32>(), item()), 0..4))
                .prop_map(|(origin, lines)| Entry::Lines(origin, lines)),
            ".{0,9}".prop_map(Entry::Failed),
        ]
    }

    proptest! {
        #[test]
        fn entries_come_back(entries in prop::collection::vec((entry(), any::<bool>()), 0..5)) {
            let mut bytes = vec![];
            entries.iter().for_each(|(entry, is_fetched)| put_entry(entry, *is_fetched, &mut bytes));
            let mut rest = &bytes[..];
            for (entry, is_fetched) in entries {
                let is_fetched = is_fetched || !matches!(entry, Entry::Failed(_));
                prop_assert_eq!(take_entry(&mut rest), Some((entry, is_fetched)));
            }
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn any_bytes_are_entries_or_none(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut rest = &bytes[..];
            while take_entry(&mut rest).is_some() {}
        }
    }
}

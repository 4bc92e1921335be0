//! The check of folders that hold a log, or may hold one.
//!
//! In: a folder that is to hold a log. Out: whether a log may be made there ([`check_folder`]), and whether a file is
//! one by its first bytes ([`begins_as_log`]). Files that another program has written are refused, and left unchanged.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;

use super::FILE;
use super::bytes::MAGIC;
use super::fault::{OrFailed, failed, no_state};
use crate::Error;

/// The name of the file before it is complete and renamed.
pub(super) const TEMPORARY: &str = ".tmp-records.log";

/// Checks that a log may be made in a folder.
pub(super) fn check_folder(dir: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(Error::Request(format!(
                "{dir:?} is a file: name a folder, or one that is not there yet"
            )));
        }
        Err(error) => return Err(failed("read", dir, error)),
    };
    for entry in entries {
        let entry = entry.or_failed("read", dir)?;
        if !is_own(&entry) {
            let name = entry.file_name();
            return Err(no_state(
                dir,
                &format!("it has no {FILE}, and {name:?}, which is of another program"),
            ));
        }
    }
    Ok(())
}

/// Returns whether the file was left by a run that ended before its log was complete.
fn is_own(entry: &fs::DirEntry) -> bool {
    if !entry.file_type().is_ok_and(|kind| kind.is_file()) {
        return false;
    }
    if entry.file_name() == crate::disk::LOCK_FILE {
        let text = fs::read(entry.path()).unwrap_or_default();
        return text.len() < 20 && text.iter().all(|&byte| byte.is_ascii_digit() || byte == b'\n');
    }
    entry.file_name() == TEMPORARY && File::open(entry.path()).is_ok_and(|file| begins_as_log(&file))
}

/// Returns whether the first bytes of a file are those of a log, as far as they go.
pub(super) fn begins_as_log(mut file: &File) -> bool {
    let mut head = vec![];
    file.rewind().is_ok()
        && file.take(MAGIC.len() as u64).read_to_end(&mut head).is_ok()
        && MAGIC.starts_with(&head)
}

//! [`rebuild`]: a library made again from the texts stored in it, with other settings or by another version.
//!
//! The new library is written to a folder beside the old one. The lock of the old one is held all the time, so that
//! nothing can be added that would be lost. The old one is verified against its checksums before it is read, so that
//! no damage gets into the new one. Then the two folders are exchanged in one system call, and the old one is deleted.
//! If the process ends before the exchange, the old library is in place, and after it the new one; the next writer
//! deletes the stale folder. A folder with foreign files is refused before work begins.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ibid_index::{DiskIndex, Error as IndexError, RecordNo};
use rayon::prelude::*;

use super::Library;
use super::workplace::{self, Workplace};
use super::writer::{LibraryWriter, Prepared};
use crate::detect::Config;
use crate::error::{Error, Result, system_reason};

/// The number of documents in memory at once.
const BATCH: usize = 64;

/// A finished rebuild.
#[derive(Debug)]
pub struct Rebuilt {
    /// The number of documents.
    pub documents: usize,
    /// The folder of the old library, if it could not be deleted.
    pub left: Option<PathBuf>,
}

/// Makes the library in a folder again with these settings, on the threads of the rayon pool that this is called in.
/// `progress` gets the bytes of each document that is done; an error of it ends the rebuild, and the library stays as
/// it was. Until the end, twice the room on disk is taken.
///
/// # Errors
/// [`Error::Setting`] for wrong settings; [`Error::Index`] if the library cannot be read, is damaged, has foreign files
/// in its folder or cannot be written, or another writer has it open.
pub fn rebuild(dir: &Path, config: Config, progress: &mut dyn FnMut(u64) -> Result<()>) -> Result<Rebuilt> {
    // Read before links are resolved, so that an error has the name that was given.
    DiskIndex::header(dir)?;
    // The exchange must work on the folder itself and not on a link.
    let dir =
        &dir.canonicalize().map_err(|error| failed(format!("cannot find the index {dir:?}"), &error))?;
    let lock = DiskIndex::lock(dir)?;
    refuse_foreign(dir)?;
    workplace::remove_stale(dir);
    let old = Library::open_verified(dir)?;
    let place = Workplace::beside(dir)
        .map_err(|error| failed(format!("cannot make a folder beside the index {dir:?}"), &error))?;
    let built = build(&old, config, &place.index(), progress).and_then(|documents| {
        drop(old);
        replace(dir, &place.index())?;
        Ok(documents)
    });
    let left = place.delete();
    drop(lock);
    Ok(Rebuilt { documents: built?, left })
}

fn build(
    old: &Library,
    config: Config,
    new_dir: &Path,
    progress: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<usize> {
    let mut writer = LibraryWriter::open(new_dir, config)?;
    let detector = writer.detector()?;
    let records = old.index.records()?;
    for batch in records.chunks(BATCH) {
        let prepare = |&(_, record): &(String, RecordNo)| {
            let document = old.document_of(record)?;
            Ok((document.text.len() as u64, Prepared::new(&detector, &document)))
        };
        let prepared: Vec<Result<(u64, Prepared)>> = batch.par_iter().map(prepare).collect();
        for prepared in prepared {
            let (bytes, prepared) = prepared?;
            writer.put(prepared)?;
            progress(bytes)?;
        }
    }
    writer.finish()?;
    Ok(records.len())
}

fn refuse_foreign(dir: &Path) -> Result<()> {
    match DiskIndex::foreign(dir)?.first() {
        None => Ok(()),
        Some(other) => Err(Error::Index(IndexError::Occupied(format!(
            "the folder of the index has {other:?} in it, which is not the index's own, and a rebuild puts another \
             folder in its place: move it away first"
        )))),
    }
}

/// Puts the new library in place of the old one, with the same permissions.
fn replace(dir: &Path, new: &Path) -> Result<()> {
    // A foreign file may have come meanwhile.
    refuse_foreign(dir)?;
    let exchanged = fs::metadata(dir)
        .and_then(|about| fs::set_permissions(new, about.permissions()))
        .and_then(|()| exchange(dir, new));
    exchanged.map_err(|error| {
        failed(format!("cannot put the new index in place of {dir:?}, which is as it was"), &error)
    })
}

fn failed(what: String, error: &io::Error) -> Error {
    Error::Index(IndexError::Io { what, cause: io::Error::new(error.kind(), system_reason(error)) })
}

/// Exchanges two folders durably. At any time both names lead to one of the two.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(old: &Path, new: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, old, CWD, new, RenameFlags::EXCHANGE) {
        // The file system cannot exchange names.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => exchange_in_steps(old, new)?,
        other => other?,
    }
    for folder in [old, new].into_iter().filter_map(Path::parent) {
        // Without this sync a power failure may undo the exchange. The old index is then in place, as intact as the new
        // one.
        let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Exchanges two folders on systems that have no atomic exchange.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(old: &Path, new: &Path) -> io::Result<()> {
    exchange_in_steps(old, new)
}

/// Exchanges two folders by renaming. If it ends between the first two steps, the old index lies intact under a name
/// that says so.
fn exchange_in_steps(old: &Path, new: &Path) -> io::Result<()> {
    let mut aside = old.as_os_str().to_owned();
    aside.push(".old-index");
    if fs::symlink_metadata(&aside).is_ok() {
        return Err(io::Error::other(format!("{aside:?} is in the way")));
    }
    fs::rename(old, &aside)?;
    if let Err(error) = fs::rename(new, old) {
        fs::rename(&aside, old)?;
        return Err(error);
    }
    fs::rename(&aside, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_exchanged() {
        type Exchange = fn(&Path, &Path) -> io::Result<()>;
        for exchange in [exchange as Exchange, exchange_in_steps as Exchange] {
            let folder = tempfile::tempdir().unwrap();
            let (a, b) = (folder.path().join("a"), folder.path().join("b"));
            for path in [&a, &b] {
                fs::create_dir(path).unwrap();
                fs::write(path.join("name"), path.file_name().unwrap().as_encoded_bytes()).unwrap();
            }
            exchange(&a, &b).unwrap();
            assert_eq!(fs::read_to_string(a.join("name")).unwrap(), "b");
            assert_eq!(fs::read_to_string(b.join("name")).unwrap(), "a");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        }
    }
}

//! [`Library::rebuild`]: a library made again from the texts stored in it, with other settings or by another version.
//!
//! The new index is written to a generation of its own inside the folder of the library. The lock is held all the time,
//! so that nothing can be added that would be lost. The old index is verified against its checksums before it is read, so
//! that no damage gets into the new one. The first commit of the new one replaces it in one step, and then its files are
//! deleted. Whenever the process ends, one of the two is in place, whole, and the next writer deletes the other.

use std::path::{Path, PathBuf};

use ibid_index::{DiskIndex, RecordNo};
use rayon::prelude::*;

use super::Library;
use super::writer::{LibraryWriter, Prepared};
use crate::detect::Config;
use crate::error::Result;

/// The number of documents in memory at once.
const BATCH: usize = 64;

/// A finished rebuild.
#[derive(Debug)]
pub struct Rebuilt {
    /// The number of documents.
    pub documents: usize,
    /// The folder of the old index, if it could not be deleted.
    pub left: Option<PathBuf>,
}

impl Library {
    /// Makes the library in a folder again with these settings, on the threads of the rayon pool that this is called in.
    /// `progress` gets the bytes of each document that is done; an error of it ends the rebuild, and the library stays as
    /// it was. Until the end, twice the room on disk is taken.
    ///
    /// # Errors
    /// [`Error::Setting`](crate::Error::Setting) for wrong settings; [`Error::Index`](crate::Error::Index) if the library
    /// cannot be read, is damaged or cannot be written, or another writer has it open.
    pub fn rebuild(
        dir: &Path,
        config: Config,
        progress: &mut dyn FnMut(u64) -> Result<()>,
    ) -> Result<Rebuilt> {
        let lock = DiskIndex::lock(dir)?;
        let old = Library::open_verified(dir)?;
        let mut writer = LibraryWriter::open_anew(dir, config, lock)?;
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
        let old_dir = old.index.generation_dir();
        // Some systems do not delete files that are open.
        drop(old);
        writer.finish()?;
        Ok(Rebuilt { documents: records.len(), left: old_dir.exists().then_some(old_dir) })
    }
}

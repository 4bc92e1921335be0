//! [`LibraryWriter`]: the one that changes a library.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ibid_index::{DiskIndex, Record, Writer, WriterLock};

use super::{Library, settings};
use crate::detect::{Config, Detector};
use crate::error::{Error, Result};
use crate::text::Document;

/// A document with its features, ready to be added.
pub struct Prepared(Box<Record>);

/// The one writer of a library. Changes show, and survive, once [`LibraryWriter::commit`] returns; then all of them do.
/// Dropping it drops what was not committed.
pub struct LibraryWriter {
    writer: Writer,
    dir: PathBuf,
    /// `None` if it was opened for removals.
    detector: Option<Arc<Detector>>,
}

impl LibraryWriter {
    /// Opens the library in a folder for adding and removing, or begins a new one, which exists from its first commit
    /// on. Settings that decide the features and are `None` are those of the library.
    ///
    /// # Errors
    /// [`Error::Setting`] for wrong settings; [`Error::Index`] if the library was made with others, another writer has
    /// it open, or the folder has other files.
    pub fn open(dir: &Path, config: Config) -> Result<LibraryWriter> {
        match LibraryWriter::open_as_stored(dir, config.clone()) {
            // A rebuild with other settings may have ended since those were read.
            Err(Error::Index(ibid_index::Error::OtherFacts { .. })) => {
                LibraryWriter::open_as_stored(dir, config)
            }
            opened => opened,
        }
    }

    fn open_as_stored(dir: &Path, config: Config) -> Result<LibraryWriter> {
        let detector = match DiskIndex::header(dir) {
            Ok(header) => settings::detector(config, &header)?,
            Err(ibid_index::Error::NotIndex(_)) => Detector::new(config)?,
            Err(error) => return Err(error.into()),
        };
        let writer = Writer::open(dir, &settings::header(&detector))?;
        Ok(LibraryWriter { writer, dir: dir.to_owned(), detector: Some(Arc::new(detector)) })
    }

    /// Opens the library in a folder for removals. Its settings do not matter.
    ///
    /// # Errors
    /// [`Error::Index`] if there is no library, or another writer has it open.
    pub fn open_to_remove(dir: &Path) -> Result<LibraryWriter> {
        let writer = Writer::open_as_is(dir)?;
        Ok(LibraryWriter { writer, dir: dir.to_owned(), detector: None })
    }

    /// Opens the library in a folder, whose lock this is, to make it anew with these settings: a writer without documents,
    /// whose first commit replaces the library.
    pub(super) fn open_anew(dir: &Path, config: Config, lock: WriterLock) -> Result<LibraryWriter> {
        let detector = Detector::new(config)?;
        let writer = Writer::open_anew(dir, &settings::header(&detector), lock)?;
        Ok(LibraryWriter { writer, dir: dir.to_owned(), detector: Some(Arc::new(detector)) })
    }

    /// Returns the library as of its last commit.
    ///
    /// # Errors
    /// [`Error::Index`] if it cannot be read.
    pub fn committed(&self) -> Result<Library> {
        Ok(Library { index: self.writer.committed()?, dir: self.dir.clone() })
    }

    /// Returns the detector that makes the features.
    ///
    /// # Errors
    /// [`Error::Request`] if it was opened for removals.
    pub fn detector(&self) -> Result<Arc<Detector>> {
        match &self.detector {
            Some(detector) => Ok(Arc::clone(detector)),
            None => Err(Error::Request("the library was opened for removals only".into())),
        }
    }

    /// Adds a document, or replaces the one with its id. Returns whether there was one. [`Library::holds`] tells
    /// beforehand whether the same document is there already.
    ///
    /// # Errors
    /// [`Error::Request`] for an id or a document out of bounds; [`Error::Index`] if it could not be written: then the
    /// writer is of no more use.
    pub fn add(&mut self, document: &Document) -> Result<bool> {
        let prepared = Prepared::new(&*self.detector()?, document);
        self.put(prepared)
    }

    /// Adds a prepared document.
    ///
    /// # Errors
    /// As [`LibraryWriter::add`].
    pub fn put(&mut self, document: Prepared) -> Result<bool> {
        let Prepared(record) = document;
        Ok(self.writer.put(*record)?)
    }

    /// Removes the document with this id. Returns whether there was one.
    ///
    /// # Errors
    /// [`Error::Index`] if the index cannot be read or written.
    pub fn remove(&mut self, id: &str) -> Result<bool> {
        Ok(self.writer.remove(id)?)
    }

    /// Makes all changes durable, and visible to readers that are opened from now on.
    ///
    /// # Errors
    /// [`Error::Index`] if they could not be written. The library is then as of the last commit, and the writer of no
    /// more use.
    pub fn commit(&mut self) -> Result<()> {
        Ok(self.writer.commit()?)
    }

    /// Commits, and waits until the merges that commits have started are done.
    ///
    /// # Errors
    /// As [`LibraryWriter::commit`].
    pub fn finish(self) -> Result<()> {
        Ok(self.writer.finish()?)
    }
}

impl Prepared {
    /// Makes the features of a document: most of the work of adding it, on any thread.
    pub fn new(detector: &Detector, document: &Document) -> Prepared {
        Prepared(Box::new(detector.record(document)))
    }
}

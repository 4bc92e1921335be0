//! [`Library`]: documents in a folder, found by their sentences; [`LibraryWriter`]: what adds and removes them.
//!
//! A library is an index on disk whose records are documents. It keeps the [`Config`] that it was made with, and gives
//! a [`Detector`] that fits it. Readers see the last commit before they were opened and need no lock. There is one
//! writer at a time.
//!
//! - `settings`: the settings that decide the features, as the index stores them
//! - `writer`: adding and removing
//! - `rebuild`: making a library again with other settings
//!
//! Cost: opening reads a few files of some kilobytes; the others are mapped. [`Library::document`] reads one block of
//! the store.
//!
//! ```
//! use ibid::{Config, Document, Library, LibraryWriter};
//!
//! # let folder = tempfile::tempdir().expect("a folder for files that go away again");
//! # let dir = folder.path();
//! let document = |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
//! let mut writer = LibraryWriter::open(dir, Config::default())?;
//! writer.add(&document("minutes", "The committee rejected the proposal after a long and bitter debate."))?;
//! writer.finish()?;
//!
//! let library = Library::open(dir)?;
//! let detector = library.detector(Config::default())?;
//! let essay = document("essay", "The committee rejected the proposal after a very long and bitter debate. It rained.");
//! let report = detector.checker(library.sources())?.report_of(&essay)?;
//! for passage in report.passages() {
//!     println!("{} {}..{} also stands in {}", passage.a, passage.a_start, passage.a_end, passage.b);
//! }
//! # assert_eq!(report.passages().count(), 1);
//! # Ok::<(), ibid::Error>(())
//! ```

mod settings;
mod writer;
mod rebuild;

pub use rebuild::Rebuilt;
pub use writer::{LibraryWriter, Prepared};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ibid_index::{DiskIndex, RecordNo, Search};

use crate::detect::{Config, Detector};
use crate::error::Result;
use crate::retrieve::{Sources, payload};
use crate::text::Document;

/// The documents of an index on disk, as of the last commit before it was opened.
pub struct Library {
    index: DiskIndex,
    dir: PathBuf,
}

impl Library {
    /// Opens the library in a folder.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if there is none, or it is damaged or of another format.
    pub fn open(dir: &Path) -> Result<Library> {
        Ok(Library { index: DiskIndex::open_as_is(dir)?, dir: dir.to_owned() })
    }

    /// Opens the library in a folder, and compares all its bytes with their checksums: `O(n)` for n bytes.
    ///
    /// # Errors
    /// As [`Library::open`]; damage is named by file.
    pub fn open_verified(dir: &Path) -> Result<Library> {
        Ok(Library { index: DiskIndex::open_verified(dir)?, dir: dir.to_owned() })
    }

    /// Makes a detector whose features are those of this library. Settings that decide the features and are `None` are
    /// the library's. Lists of words are not stored: a library that was made with some must get them again.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] for wrong settings, [`crate::Error::Index`] if the library was made with others.
    pub fn detector(&self, config: Config) -> Result<Detector> {
        let detector = settings::detector(config, self.index.facts())?;
        settings::header(&detector).check(self.index.facts(), &self.dir)?;
        Ok(detector)
    }

    /// Returns its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the names and values of what the features were made with, such as versions of the steps.
    pub fn facts(&self) -> &BTreeMap<String, String> {
        &self.index.facts().facts
    }

    /// Returns the index in which the documents are found.
    pub fn index(&self) -> &dyn Search {
        &self.index
    }

    /// Returns the documents as the sources of a check.
    pub fn sources(&self) -> Sources<'_> {
        Sources::of_index(&self.index)
    }

    /// Returns the number of documents.
    pub fn len(&self) -> u32 {
        self.index.record_count()
    }

    /// Returns whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of sentences of all documents.
    pub fn sentence_count(&self) -> u64 {
        self.index.unit_count()
    }

    /// Returns the size of its files in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.index.size_bytes()
    }

    /// Returns the ids of all documents, sorted.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if they cannot be read.
    pub fn ids(&self) -> Result<Vec<String>> {
        Ok(self.index.records()?.into_iter().map(|(id, _)| id).collect())
    }

    /// Iterates over all documents in the order of their ids. Each is read when it is asked for.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the ids cannot be read; each item, if its document cannot.
    pub fn documents(&self) -> Result<impl ExactSizeIterator<Item = Result<Document>> + '_> {
        let records = self.index.records()?;
        Ok(records.into_iter().map(|(_, record)| self.document_of(record)))
    }

    /// Returns the document with this id, if there is one.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if it cannot be read.
    pub fn document(&self, id: &str) -> Result<Option<Document>> {
        match self.index.find(id)? {
            Some(record) => self.document_of(record).map(Some),
            None => Ok(None),
        }
    }

    fn document_of(&self, record: RecordNo) -> Result<Document> {
        payload::decode(self.index.payload(record)?)
    }

    /// Returns whether the library holds this very document: its id, text and metadata. `O(n)` for n bytes of text.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the index cannot be read.
    pub fn holds(&self, document: &Document) -> Result<bool> {
        match self.index.find(&document.id)? {
            Some(record) => Ok(self.index.stamp(record)? == payload::stamp(document)),
            None => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::Profile;
    use crate::trace::{Tracer, Wanted};

    fn document(id: &str, text: &str) -> Document {
        Document { id: id.into(), text: text.into(), ..Document::default() }
    }

    const SENTENCE: &str = "The committee rejected the proposal after a long and bitter debate.";
    const CHINESE: &str = "委员会在漫长而激烈的辩论之后否决了这项提案。";

    /// Makes a library of an English and a Chinese document.
    fn library(config: Config) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = LibraryWriter::open(folder.path(), config).unwrap();
        assert!(!writer.add(&document("en", SENTENCE)).unwrap());
        assert!(!writer.add(&document("zh", CHINESE)).unwrap());
        writer.finish().unwrap();
        folder
    }

    fn found(library: &Library) -> Vec<String> {
        let detector = library.detector(Config::default()).unwrap();
        let essay = document("essay", &format!("It rained. {SENTENCE}\n\n{CHINESE}"));
        let report = detector.checker(library.sources()).unwrap().report_of(&essay).unwrap();
        report.passages().map(|passage| passage.b.clone()).collect()
    }

    #[test]
    fn what_is_added_is_found_until_it_is_removed() {
        let folder = library(Config::default());
        let opened = Library::open(folder.path()).unwrap();
        assert_eq!((opened.len(), opened.sentence_count()), (2, 2));
        assert_eq!(opened.ids().unwrap(), ["en", "zh"]);
        assert_eq!(found(&opened), ["en", "zh"]);
        assert!(opened.holds(&document("en", SENTENCE)).unwrap());
        assert!(!opened.holds(&document("en", "Another text.")).unwrap());
        assert_eq!(opened.document("zh").unwrap().unwrap().text, CHINESE);
        let detector = opened.detector(Config::default()).unwrap();
        let trace = Tracer::new(&detector, opened.index()).trace(SENTENCE, &Wanted::default()).unwrap();
        assert_eq!(trace.carriers.len(), 1);

        let mut writer = LibraryWriter::open_to_remove(folder.path()).unwrap();
        assert!(writer.remove("zh").unwrap() && !writer.remove("zh").unwrap());
        assert!(writer.add(&document("en", SENTENCE)).is_err());
        writer.finish().unwrap();
        assert_eq!(found(&opened), ["en", "zh"], "a reader sees what was committed before it was opened");
        assert_eq!(found(&Library::open_verified(folder.path()).unwrap()), ["en"]);
    }

    #[test]
    fn settings_are_the_librarys_unless_others_are_given() {
        let paper = Config { profile: Some(Profile::Paper), ..Config::default() };
        let robust = Config { profile: Some(Profile::Robust), ..Config::default() };
        let folder = library(paper);
        let opened = Library::open(folder.path()).unwrap();
        assert_eq!(found(&opened), ["en", "zh"]);
        let refused = opened.detector(robust.clone()).unwrap_err().to_string();
        assert!(refused.contains("was made with feature"), "{refused}");
        assert!(LibraryWriter::open(folder.path(), robust.clone()).is_err());
        LibraryWriter::open(folder.path(), Config::default()).unwrap();

        drop(opened);
        let mut bytes = 0;
        let mut count = |more| {
            bytes += more;
            Ok(())
        };
        let rebuilt = Library::rebuild(folder.path(), robust.clone(), &mut count).unwrap();
        assert_eq!((rebuilt.documents, rebuilt.left), (2, None));
        assert_eq!(bytes, (SENTENCE.len() + CHINESE.len()) as u64);
        let rebuilt = Library::open_verified(folder.path()).unwrap();
        rebuilt.detector(robust.clone()).unwrap();
        assert_eq!(found(&rebuilt), ["en", "zh"]);
    }

    #[test]
    fn an_ended_rebuild_changes_nothing() {
        let folder = library(Config::default());
        let mut end = |_| Err(crate::Error::Interrupted);
        assert!(Library::rebuild(folder.path(), Config::default(), &mut end).is_err());
        assert_eq!(found(&Library::open_verified(folder.path()).unwrap()), ["en", "zh"]);
        let entries = std::fs::read_dir(folder.path()).unwrap();
        assert_eq!(entries.count(), 3, "the manifest, the lock and the files of the old index");
    }
}

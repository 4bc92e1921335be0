//! The id of a document in a report -> the document, from the files that the id may name or from the index.
//!
//! An id is the path of a file, from the folder in which the check ran, from that of the report, or from the one that
//! holds the index.

use std::path::{Path, PathBuf};

use ibid::{Document, Library};
use ibid_read::{IdBase, ReadOptions};

use crate::input::read_one;

/// A finder of the documents of a report.
pub(crate) struct DocumentFinder {
    options: ReadOptions,
    /// The folders from which ids are paths.
    folders: Vec<PathBuf>,
    library: Option<Library>,
}

impl DocumentFinder {
    /// Creates a finder for a report, if it is a file, and an index, if there is one.
    pub(crate) fn new(
        report: Option<&Path>,
        library: Option<Library>,
        options: ReadOptions,
    ) -> DocumentFinder {
        let index = library.as_ref().map(Library::dir);
        let mut folders = vec![PathBuf::new()];
        folders.extend([report, index].into_iter().flatten().filter_map(Path::parent).map(Path::to_owned));
        DocumentFinder { options, folders, library }
    }

    /// Returns the folders from which ids are paths.
    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Returns the paths of the files that an id may name.
    pub(crate) fn paths(&self, id: &str) -> impl Iterator<Item = PathBuf> {
        self.folders.iter().map(move |folder| folder.join(id)).filter(|path| path.is_file())
    }

    /// Reads the files that an id may name.
    pub(crate) fn files(&self, id: &str) -> impl Iterator<Item = ibid::Result<Document>> {
        self.paths(id).map(|path| read_one(&path, &IdBase::AsGiven, &self.options))
    }

    /// Reads the document of the index with an id.
    pub(crate) fn indexed(&self, id: &str) -> Option<ibid::Result<Document>> {
        self.library.as_ref()?.document(id).transpose()
    }
}

//! A writer's index: opened, made, or made anew.
//!
//! In: a folder. Out: a [`Writer`] that has its lock. What an index is made of before its first commit lies in a
//! generation that no manifest names, so that whoever ends before that commit has changed nothing.

use std::path::Path;

use tantivy::{Directory, Index};

use super::checked::{Checked, Stage};
use super::contents::{Contents, delete_stale};
use super::fault::{self, OrFault};
use super::folder::Folder;
use super::generation;
use super::header::Header;
use super::lock::WriterLock;
use super::manifest::Manifest;
use super::reader::DiskIndex;
use super::schema::{schema, settings};
use super::writer::{Made, Opened, Writer, WriterOptions};
use crate::Error;

impl Writer {
    /// Opens the index in `dir` for writing, with the default options. Makes the folder if `dir` does not exist, and with
    /// the first commit an index in it, if it was empty.
    ///
    /// # Errors
    /// [`Error::Locked`] names the process that has it open for writing; [`Error::Occupied`] names what else lies in a
    /// folder without an index; the others are those of [`DiskIndex::open`].
    pub fn open(dir: &Path, header: &Header) -> Result<Writer, Error> {
        Writer::open_with(dir, header, WriterOptions::default())
    }

    /// As [`Writer::open`], with other options.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn open_with(dir: &Path, header: &Header, options: WriterOptions) -> Result<Writer, Error> {
        stored(dir, header)?;
        let made = if dir.exists() { Made::Index } else { Made::Folder };
        let lock = WriterLock::take(dir, "index")?;
        // Once more: another writer may have made the index before the lock was taken.
        match stored(dir, header)? {
            Some(manifest) => Writer::open_locked(dir, manifest, lock, options),
            None => Writer::make(dir, header, made, lock, options),
        }
    }

    /// Opens an index that is there for writing, with the facts that it was made with.
    ///
    /// # Errors
    /// As [`Writer::open`]; [`Error::NotIndex`] if there is none.
    pub fn open_as_is(dir: &Path) -> Result<Writer, Error> {
        let lock = DiskIndex::lock(dir)?;
        Writer::open_locked(dir, Manifest::read(dir)?, lock, WriterOptions::default())
    }

    /// Opens the index in `dir` to make it anew: a writer without records, whose first commit puts what it was given, and
    /// these facts, in the place of what is there. Before it, nothing is changed. `lock` is that of [`DiskIndex::lock`].
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be written to.
    pub fn open_anew(dir: &Path, header: &Header, lock: WriterLock) -> Result<Writer, Error> {
        Writer::make(dir, header, Made::Generation, lock, WriterOptions::default())
    }

    fn make(
        dir: &Path,
        header: &Header,
        made: Made,
        lock: WriterLock,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        delete_stale(dir);
        fault::guard(dir, || {
            let manifest = Manifest::new(header.clone(), generation::make(dir)?);
            let folder = open_folder(dir, &manifest)?;
            let checked = Checked::new(Box::new(folder), manifest, Stage::Making);
            let index = Index::create(checked.clone(), schema().0, settings()).writing(dir)?;
            Writer::start(Opened { dir: dir.to_owned(), options, checked, index, made: Some(made), lock })
        })
    }

    fn open_locked(
        dir: &Path,
        manifest: Manifest,
        lock: WriterLock,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        fault::guard(dir, || {
            Writer::open_in(Box::new(open_folder(dir, &manifest)?), manifest, lock, dir, options)
        })
    }

    /// The part that a test runs on a directory of its own.
    pub(super) fn open_in(
        directory: Box<dyn Directory>,
        manifest: Manifest,
        lock: WriterLock,
        dir: &Path,
        options: WriterOptions,
    ) -> Result<Writer, Error> {
        delete_stale(dir);
        let checked = Checked::new(directory, manifest, Stage::Writing);
        let index = Index::open(checked.clone()).reading(dir)?;
        let opened =
            Opened { dir: dir.to_owned(), options, checked: checked.clone(), index, made: None, lock };
        let writer = Writer::start(opened)?;
        // A writer that was ended may have left these behind.
        checked.restore_copy();
        writer.collect_garbage();
        Ok(writer)
    }
}

fn open_folder(dir: &Path, manifest: &Manifest) -> Result<Folder, Error> {
    Folder::open(dir, &manifest.generation).writing(dir)
}

/// Returns the manifest of the index in `dir`, if there is one, and none where an index may be made.
fn stored(dir: &Path, header: &Header) -> Result<Option<Manifest>, Error> {
    match Manifest::read(dir) {
        Ok(manifest) => {
            header.check(&manifest.header, dir)?;
            Ok(Some(manifest))
        }
        Err(Error::NotIndex(why)) if dir.exists() => {
            if !dir.is_dir() {
                return Err(Error::NotIndex(why));
            }
            match Contents::of(dir)?.foreign().first() {
                None => Ok(None),
                Some(other) => Err(Error::Occupied(format!(
                    "{dir:?} is not an index, and none is made where other files are, such as {other:?}: name a folder \
                     that is empty or not there yet"
                ))),
            }
        }
        Err(Error::NotIndex(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

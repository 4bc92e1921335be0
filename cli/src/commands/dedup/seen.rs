//! The texts that earlier runs have seen, as a Bloom filter in a file.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use ibid::system_reason;
use ibid_dedup::{BloomFilter, ExactKey, Item};

use super::collection::new_key;
use super::source::Stamp;
use crate::args::Dedup;
use crate::atomic_file::folder_of;
use crate::exit::{self, Failure};
use crate::output::Output;

/// The default number of texts that a filter is made for.
const EXPECTED: u64 = 1_000_000;
/// The default false positive rate, the share of new texts that are taken as seen.
const FALSE_POSITIVES: f64 = 1e-6;
/// The size in bytes from which a filter is announced.
const MUCH_BYTES: u64 = 1_000_000_000;

/// The texts that were seen before.
#[derive(Debug)]
pub(super) struct SeenBefore {
    filter: BloomFilter,
    /// The file that the filter is written to.
    path: PathBuf,
    /// The stamp of the file before it was read; none if there was no file.
    stamp: Option<Stamp>,
    false_positives: f64,
    /// The texts that are in the filter only because of documents that are now read again.
    pub(super) own: HashSet<ExactKey>,
}

impl SeenBefore {
    /// Opens the filters that the command names, and merges them; none if it names none.
    ///
    /// # Errors
    /// A number is out of range; a file is no filter, is damaged, or has another size than the first.
    pub(super) fn open(command: &Dedup, is_quiet: bool) -> anyhow::Result<Option<SeenBefore>> {
        let Some(first) = command.seen.first() else { return Ok(None) };
        let false_positives = command.false_positives.unwrap_or(FALSE_POSITIVES);
        if !(false_positives > 0.0 && false_positives < 1.0) {
            let why = format!("--false-positives must be above 0 and below 1, got {false_positives}");
            return Err(Failure::usage(why));
        }
        let expected = command.expect.unwrap_or(EXPECTED);
        if expected == 0 {
            return Err(Failure::usage("--expect must be at least 1, got 0"));
        }
        let asked = BloomFilter::shape(expected, false_positives)?;
        let is_asked = command.false_positives.is_some() || command.expect.is_some();
        let told_as = if is_quiet { None } else { Some(first.as_path()) };
        let stamp = stamp_of(first)?;
        let mut filter: Option<BloomFilter> = None;
        for path in &command.seen {
            if path == first && stamp.is_none() {
                continue;
            }
            let other = load(path, told_as)?;
            let found = (other.bits(), other.hashes());
            if is_asked && found != asked {
                let why = format!(
                    "--seen {path:?} has {} bits, {} a text, and --expect {expected} with --false-positives \
                     {false_positives} needs {} and {}; leave these out, or name another file",
                    found.0, found.1, asked.0, asked.1
                );
                return Err(Failure::usage(why));
            }
            match &mut filter {
                None => filter = Some(other),
                Some(filter) if (filter.bits(), filter.hashes()) == found => filter.merge(&other)?,
                Some(filter) => {
                    let why = format!(
                        "--seen {first:?} and {path:?} cannot be merged: {} bits, {} a text, and {} bits, {} a text; \
                         make both with the same --expect and --false-positives",
                        filter.bits(),
                        filter.hashes(),
                        found.0,
                        found.1
                    );
                    return Err(Failure::usage(why));
                }
            }
        }
        let filter = match filter {
            Some(filter) => filter,
            None => {
                say_size(told_as, asked.0);
                BloomFilter::new(expected, false_positives)?
            }
        };
        Ok(Some(SeenBefore { filter, path: first.clone(), stamp, false_positives, own: HashSet::new() }))
    }

    /// Returns whether the text of an item was seen.
    pub(super) fn has(&self, item: &Item) -> bool {
        matches!(item.exact, Some(key) if self.filter.contains_key(key) && !self.own.contains(&key))
    }

    /// Inserts the texts of all items. Dropped ones are inserted too, since they might come back alone the next time.
    pub(super) fn take(&mut self, items: &[Item]) {
        for key in items.iter().filter_map(new_key) {
            self.filter.insert_key(key);
        }
    }

    /// Rewrites the file atomically, and prints how full the filter is. Texts that another run has written in the
    /// meantime stay.
    pub(super) fn save(&mut self, is_quiet: bool) -> anyhow::Result<()> {
        let _turn = self.turn();
        let now = stamp_of(&self.path)?;
        if now.is_some() && now != self.stamp {
            let other = load(&self.path, None)?;
            if let Err(error) = self.filter.merge(&other) {
                let why =
                    "another run has made it while this one worked, and what this one has seen is not in it";
                return Err(Failure::usage(format!("--seen {:?}: {why} ({error})", self.path)));
            }
        }
        let mut output = Output::open_unpacked(&self.path)?;
        output.with(|out| self.filter.save(&mut |bytes| out.write_all(bytes)))?;
        output.finish()?;
        let share = self.filter.false_positives();
        if !is_quiet {
            let (path, texts) = (&self.path, self.filter.texts());
            exit::say(&format!(
                "{path:?} has seen {texts} texts, and takes {share:.1e} of new ones for seen"
            ));
        }
        if share > 10.0 * self.false_positives {
            exit::say(&format!("{:?} is too full; begin another one, with a larger --expect", self.path));
        }
        Ok(())
    }

    /// Waits until no other run is writing a file in that folder. Other runs wait until the lock is dropped. There is
    /// no lock if the system cannot lock folders.
    fn turn(&self) -> Option<File> {
        let folder = File::open(folder_of(&self.path)).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }
}

/// Returns the stamp of a filter's file; none if there is no such file.
///
/// # Errors
/// The system cannot tell whether the file is there: a new filter in its place would forget all texts.
fn stamp_of(path: &Path) -> anyhow::Result<Option<Stamp>> {
    Stamp::if_there(path)
        .map_err(|error| Failure::usage(format!("--seen {path:?}: {}", system_reason(&error))))
}

/// Tells how much memory a large filter takes, if a name is given to tell it by.
fn say_size(told_as: Option<&Path>, bits: u64) {
    if let Some(path) = told_as
        && bits / 8 >= MUCH_BYTES
    {
        exit::say(&format!("--seen {path:?} takes {:.1} GB of memory", bits as f64 / 8e9));
    }
}

/// Loads a filter from a file.
fn load(path: &Path, told_as: Option<&Path>) -> anyhow::Result<BloomFilter> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Failure::usage(format!("--seen {path:?}: no such file; only the first one is made")));
        }
        Err(error) => return Err(Failure::usage(format!("--seen {path:?}: {}", system_reason(&error)))),
    };
    let size_bytes = match file.metadata() {
        Ok(about) if about.is_dir() => {
            return Err(Failure::usage(format!("--seen {path:?}: it is a folder; name a file")));
        }
        Ok(about) => about.len(),
        Err(_) => 0,
    };
    say_size(told_as, size_bytes.saturating_mul(8));
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut read = |buffer: &mut [u8]| reader.read(buffer).map_err(|error| system_reason(&error));
    let filter = BloomFilter::load(path, &mut read);
    // The exit code is that of a damaged index, because a filter is no input.
    filter.map_err(|error| Failure::index(format!("--seen: {error}, or name another file")))
}

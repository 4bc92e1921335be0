//! A folder with what was read of the inputs. A run that ended early can continue, and an unchanged input is not read
//! again.
//!
//! In: the entries of each input, as they are read. Out: these entries in the next run. The log ([`ibid_index::Log`])
//! has the settings first. For each input follow its beginning (path, size and time of change), its entries in batches,
//! and its end. Inputs have *places* in the order in which they were first named, and keep them when they change: the
//! result is always that of one run over all files in that order. `docs/index-format.md` has the bytes.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ibid_dedup::ExactKey;
use ibid_index::{Error, Log};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::collection::{Entry, Read};
use super::path;
use super::source::Stamp;

/// The version of the record layout.
const VERSION: u64 = 3;
/// The size in bytes at which a batch of entries is appended.
const BATCH_BYTES: usize = 256 << 10;
/// The time between commits.
const COMMIT_EVERY: Duration = Duration::from_secs(2);
/// The least size in bytes at which a log is rewritten when more than half of it is obsolete.
const LEAST_REWRITTEN: u64 = 1 << 20;

/// A record of the log. An input is identified by its place.
#[derive(Serialize, Deserialize)]
enum Record {
    /// The facts, which follow as JSON so that other versions can read them.
    Facts,
    /// The beginning of an input.
    Begin {
        place: usize,
        #[serde(with = "path")]
        path: PathBuf,
        #[serde(with = "path")]
        absolute: PathBuf,
        stamp: Stamp,
    },
    /// Entries of an input, which follow as pairs of an [`Entry`] and whether it could be fetched.
    Batch { place: usize },
    /// The end of an input.
    End { place: usize, is_whole: bool },
    /// The removal of an input.
    Out { place: usize },
    /// The keys of texts from earlier versions of inputs.
    Superseded(BTreeSet<ExactKey>),
}

/// The names and values of the settings that must be equal in all runs.
pub(super) type Facts = Vec<(&'static str, String)>;

/// An input as it was read.
#[derive(Debug)]
pub(super) struct Known {
    /// The path as given.
    pub(super) path: PathBuf,
    pub(super) absolute: PathBuf,
    pub(super) stamp: Stamp,
    pub(super) entries: Vec<Entry>,
    /// True if it was read to its end.
    pub(super) is_done: bool,
    /// True if all of it could be fetched.
    is_fetched: bool,
    /// The size of its records in bytes.
    bytes: u64,
}

/// An open state.
#[derive(Debug)]
pub(super) struct State {
    log: Log,
    /// The inputs by place; none for an input that is gone.
    pub(super) known: Vec<Option<Known>>,
    facts: Vec<u8>,
    /// The keys of texts from earlier versions of inputs.
    pub(super) superseded: HashSet<ExactKey>,
    /// The entries of the input at `batch_place` that are not in the log yet.
    batch: Vec<u8>,
    batch_place: usize,
    committed: Instant,
}

/// The parts of a state that its records fill.
#[derive(Debug, Default)]
struct Loaded {
    facts: Option<Vec<u8>>,
    known: Vec<Option<Known>>,
    superseded: HashSet<ExactKey>,
}

impl State {
    /// Opens the state in a folder, or makes one, for runs with these facts.
    ///
    /// # Errors
    /// The state was made with other facts, is open in another run, is damaged, or is no state.
    pub(super) fn open(dir: &Path, facts: &Facts) -> Result<State, Error> {
        let mut loaded = Loaded::default();
        let mut log = Log::open(dir, &mut |bytes| {
            let Ok((record, rest)) = postcard::take_from_bytes(bytes) else {
                return Err(damaged(dir, NOT_WRITTEN));
            };
            // Records of another version may look different, so the facts come first.
            if matches!(record, Record::Facts) {
                check(dir, rest, facts)?;
                loaded.facts = Some(bytes.to_vec());
                return Ok(());
            }
            loaded.take(record, rest, bytes.len() as u64).ok_or_else(|| damaged(dir, NOT_WRITTEN))
        })?;
        let facts = match loaded.facts {
            Some(facts) => facts,
            None => {
                let facts = json(facts)?;
                log.append(&facts)?;
                log.commit()?;
                facts
            }
        };
        let (batch, batch_place, committed) = (vec![], 0, Instant::now());
        let Loaded { known, superseded, .. } = loaded;
        State { log, known, facts, superseded, batch, batch_place, committed }.shortened()
    }

    /// Returns the places of the known inputs by absolute path.
    pub(super) fn places(&self) -> HashMap<PathBuf, usize> {
        let mut places = HashMap::new();
        for (place, known) in self.known.iter().enumerate() {
            if let Some(known) = known {
                places.insert(known.absolute.clone(), place);
            }
        }
        places
    }

    /// Records that an input is read from its beginning.
    pub(super) fn begin(
        &mut self,
        place: usize,
        path: &Path,
        absolute: &Path,
        stamp: Stamp,
    ) -> Result<(), Error> {
        self.flush()?;
        self.log.append(&begin(place, path, absolute, stamp)?)
    }

    /// Records the next entry of an input.
    pub(super) fn push(&mut self, place: usize, read: &Read) -> Result<(), Error> {
        if place != self.batch_place {
            self.flush()?;
            self.batch_place = place;
        }
        put(&(&read.entry, read.is_fetched), &mut self.batch)?;
        if self.batch.len() >= BATCH_BYTES {
            self.flush()?;
        }
        if self.committed.elapsed() >= COMMIT_EVERY {
            self.commit()?;
        }
        Ok(())
    }

    /// Records the end of an input. One that is not whole is read again next time.
    pub(super) fn end(&mut self, place: usize, is_whole: bool) -> Result<(), Error> {
        self.flush()?;
        self.log.append(&bytes(&Record::End { place, is_whole })?)
    }

    /// Records that an input is gone, with its entries.
    pub(super) fn out(&mut self, place: usize) -> Result<(), Error> {
        let gone = self.known.get_mut(place).and_then(Option::take);
        self.superseded.extend(gone.iter().flat_map(Known::keys));
        self.log.append(&bytes(&Record::Out { place })?)
    }

    /// Writes all records so far to the disk.
    pub(super) fn commit(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.log.commit()?;
        self.committed = Instant::now();
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        if !self.batch.is_empty() {
            self.log.append(&batch(self.batch_place, &self.batch)?)?;
            self.batch.clear();
        }
        Ok(())
    }

    /// Rewrites the log if most of it belongs to inputs that have changed or are gone.
    fn shortened(self) -> Result<State, Error> {
        let used: u64 = self.known.iter().flatten().map(|known| known.bytes).sum();
        if self.log.size_bytes() < LEAST_REWRITTEN || used >= self.log.size_bytes() / 2 {
            return Ok(self);
        }
        // Places are numbers without gaps, also in a rewritten log.
        let known: Vec<Option<Known>> = self.known.into_iter().flatten().map(Some).collect();
        let log = self.log.rewrite(&mut |log| {
            log.append(&self.facts)?;
            // In order, so that equal keys give equal bytes.
            log.append(&bytes(&Record::Superseded(self.superseded.iter().copied().collect()))?)?;
            for (place, known) in known.iter().flatten().enumerate() {
                known.write(place, log)?;
            }
            Ok(())
        })?;
        Ok(State { log, known, ..self })
    }
}

impl Known {
    /// Returns whether reading can continue after its entries; otherwise it starts again.
    pub(super) fn can_go_on(&self) -> bool {
        !self.is_done && self.is_fetched
    }

    /// Returns the keys of its texts.
    pub(super) fn keys(&self) -> impl Iterator<Item = ExactKey> {
        self.entries.iter().flat_map(Entry::keys)
    }

    fn write(&self, place: usize, log: &mut Log) -> Result<(), Error> {
        log.append(&begin(place, &self.path, &self.absolute, self.stamp)?)?;
        let mut entries = vec![];
        for (number, entry) in self.entries.iter().enumerate() {
            put(&(entry, self.is_fetched), &mut entries)?;
            if entries.len() >= BATCH_BYTES || number + 1 == self.entries.len() {
                log.append(&batch(place, &entries)?)?;
                entries.clear();
            }
        }
        // Reading continues after the entries of an input that neither ended nor failed.
        if !self.is_done && self.is_fetched {
            return Ok(());
        }
        log.append(&bytes(&Record::End { place, is_whole: self.is_done })?)
    }
}

fn begin(place: usize, path: &Path, absolute: &Path, stamp: Stamp) -> Result<Vec<u8>, Error> {
    bytes(&Record::Begin { place, path: path.to_owned(), absolute: absolute.to_owned(), stamp })
}

fn batch(place: usize, entries: &[u8]) -> Result<Vec<u8>, Error> {
    let mut record = bytes(&Record::Batch { place })?;
    record.extend_from_slice(entries);
    Ok(record)
}

/// Returns the record of the facts.
fn json(facts: &Facts) -> Result<Vec<u8>, Error> {
    let values = facts.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str())));
    let all = serde_json::json!({ "version": VERSION, "facts": serde_json::Map::from_iter(values) });
    let mut record = bytes(&Record::Facts)?;
    record.extend(all.to_string().into_bytes());
    Ok(record)
}

fn bytes(record: &Record) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![];
    put(record, &mut bytes)?;
    Ok(bytes)
}

/// Appends the bytes of a value.
fn put(value: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Error> {
    *out = postcard::to_extend(value, std::mem::take(out)).map_err(|error| Error::Io {
        what: "cannot store a record".to_owned(),
        cause: std::io::Error::other(error),
    })?;
    Ok(())
}

impl Loaded {
    /// Takes a record of this size, and the bytes after it. Returns none if this program does not write such bytes.
    fn take(&mut self, record: Record, mut rest: &[u8], size_bytes: u64) -> Option<()> {
        let has_rest = !rest.is_empty();
        match record {
            Record::Batch { place } => {
                let known = self.known.get_mut(place)?.as_mut()?;
                known.bytes += size_bytes;
                while !rest.is_empty() {
                    let ((entry, is_fetched), after): ((Entry, bool), _) =
                        postcard::take_from_bytes(rest).ok()?;
                    known.is_fetched &= is_fetched;
                    known.entries.push(entry);
                    rest = after;
                }
                return Some(());
            }
            Record::Facts => return None,
            _ if has_rest => return None,
            Record::Begin { place, path, absolute, stamp } => {
                let (entries, is_done, is_fetched, bytes) = (vec![], false, true, size_bytes);
                let known = Known { path, absolute, stamp, entries, is_done, is_fetched, bytes };
                if place == self.known.len() {
                    self.known.push(None);
                }
                let before = self.known.get_mut(place)?.replace(known);
                self.superseded.extend(before.iter().flat_map(Known::keys));
            }
            Record::End { place, is_whole } => {
                let known = self.known.get_mut(place)?.as_mut()?;
                known.bytes += size_bytes;
                known.is_done = is_whole;
                known.is_fetched &= is_whole;
            }
            Record::Out { place } => {
                let gone = self.known.get_mut(place)?.take()?;
                self.superseded.extend(gone.keys());
            }
            Record::Superseded(keys) => self.superseded.extend(keys),
        }
        Some(())
    }
}

const NOT_WRITTEN: &str = "a record is not what this program writes";
const NOT_READ: &str = "its settings cannot be read";

fn damaged(dir: &Path, why: &str) -> Error {
    Error::Damaged(format!(
        "the state {dir:?} is damaged: {why}; delete its records.log, and all is read again"
    ))
}

/// Refuses facts that differ from the stored ones.
fn check(dir: &Path, json: &[u8], facts: &Facts) -> Result<(), Error> {
    let value: Value = serde_json::from_slice(json).unwrap_or_default();
    let Some(version) = value["version"].as_u64() else { return Err(damaged(dir, NOT_READ)) };
    if version != VERSION {
        return Err(Error::Foreign(format!(
            "the state {dir:?} has version {version} and this program has {VERSION}: name another folder"
        )));
    }
    for (name, now) in facts {
        let Some(then) = value["facts"][*name].as_str() else { return Err(damaged(dir, NOT_READ)) };
        if then != now {
            return Err(Error::Foreign(format!(
                "the state {dir:?} was made with {name} \"{then}\" and now it is \"{now}\": give it what it was made with, or name another folder"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ibid_dedup::Item;
    use proptest::prelude::*;

    use super::super::name::Origin;
    use super::*;

    const STAMP: Stamp = Stamp { size_bytes: 1, modified_ns: 2 };

    fn read(entry: Entry, is_fetched: bool) -> Read {
        Read { input: 0, entry, is_fetched, is_broken_off: false }
    }

    fn document(text: &str) -> Read {
        let origin = Origin { id: text.into(), line: None };
        read(Entry::Whole(origin, Item::of_text(text, None)), true)
    }

    #[test]
    fn a_log_that_is_written_anew_says_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("state");
        let open = || State::open(&dir, &vec![("--near", "none".to_owned())]).unwrap();
        let begin = |state: &mut State, place: usize, name: &str| {
            state.begin(place, Path::new(name), &Path::new("/").join(name), STAMP).unwrap();
        };
        let mut state = open();
        begin(&mut state, 0, "not-whole");
        state.push(0, &read(Entry::Failed("input/output error".to_owned()), false)).unwrap();
        state.end(0, false).unwrap();
        begin(&mut state, 1, "changed");
        state.push(1, &document("as it was")).unwrap();
        let long = "x".repeat(1 << 10);
        (0..3 << 10).for_each(|_| state.push(1, &read(Entry::Failed(long.clone()), true)).unwrap());
        state.end(1, true).unwrap();
        begin(&mut state, 1, "changed");
        state.push(1, &document("as it is")).unwrap();
        state.end(1, true).unwrap();
        state.commit().unwrap();
        let size = state.log.size_bytes();
        drop(state);
        for _ in 0..2 {
            let state = open();
            assert!(state.log.size_bytes() < size / 2, "it was written anew");
            let [Some(not_whole), Some(changed)] = &state.known[..] else { panic!("{state:?}") };
            assert!(!not_whole.is_done && !not_whole.can_go_on(), "{not_whole:?}");
            assert!(changed.is_done, "{changed:?}");
            assert_eq!(changed.entries, [document("as it is").entry]);
            assert_eq!(state.superseded, HashSet::from([ExactKey::of("as it was")]));
        }
    }

    /// Tests that a state of another version is refused, even if its records look different.
    #[test]
    fn a_state_of_another_version_is_refused_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("state");
        let mut log = Log::open(&dir, &mut |_| Ok(())).unwrap();
        log.append(b"\0{\"version\": 2, \"facts\": {}}").unwrap();
        log.append(&[77; 99]).unwrap();
        log.commit().unwrap();
        drop(log);
        let error = State::open(&dir, &vec![]).unwrap_err().to_string();
        let told = format!("the state {dir:?} has version 2 and this program has 3: name another folder");
        assert_eq!(error, told);
    }

    fn take(loaded: &mut Loaded, bytes: &[u8]) -> Option<()> {
        let (record, rest) = postcard::take_from_bytes(bytes).ok()?;
        loaded.take(record, rest, bytes.len() as u64)
    }

    proptest! {
        #[test]
        fn records_with_changed_bytes_are_records_or_none(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
            texts in prop::collection::vec(".{0,9}", 0..5),
        ) {
            let mut entries = vec![];
            let lines: Vec<(u32, Item)> = (1..).zip(texts.iter().map(|text| Item::of_text(text, None))).collect();
            let origin = Origin { id: "id".into(), line: Some(7) };
            for entry in [Entry::Lines(origin, lines), Entry::Failed("why".to_owned())] {
                put(&(entry, true), &mut entries).unwrap();
            }
            let keys = texts.iter().map(|text| ExactKey::of(text)).collect();
            let mut records = [
                begin(0, Path::new("a"), Path::new("/a"), STAMP).unwrap(),
                batch(0, &entries).unwrap(),
                bytes(&Record::End { place: 0, is_whole: true }).unwrap(),
                bytes(&Record::Superseded(keys)).unwrap(),
            ];
            let mut loaded = Loaded::default();
            prop_assert!(records.iter().all(|record| take(&mut loaded, record).is_some()));
            prop_assert_eq!(loaded.known[0].as_ref().map(|known| known.entries.len()), Some(2));
            for (place, byte) in changes {
                let record = &mut records[place.index(4)];
                let at = place.index(record.len());
                record[at] = byte;
            }
            let mut loaded = Loaded::default();
            let read = records.iter().take_while(|record| take(&mut loaded, record).is_some()).count();
            prop_assert!(read <= 4 && loaded.known.len() <= 1);
        }
    }
}

//! A folder that keeps what was read of the inputs: a run that ended early is continued, and an input that has not changed
//! is not read again.
//!
//! In: the entries of each input, as they are read. Out: these entries in the next run. The log ([`ibid_index::Log`]) has
//! the settings first, then for each input its beginning (its path, its size and when it was changed), its entries in
//! batches, and its end. Inputs have *places* in the order in which they were first named, and keep them when they
//! change: the result is always that of one run over all files in that order. `docs/index-format.md` has the bytes.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ibid::dedup::ExactKey;
use ibid::dedup::stored::{put_bytes, put_number, take_bytes, take_number};
use ibid_index::{Error, Log};
use serde_json::Value;

use super::collection::{Entry, Read};
use super::source::Stamp;
use super::stored::{path_bytes, path_of, put_entry, take_entry};

/// The layout of the records.
const VERSION: u64 = 2;
/// A batch of entries is appended when it reaches this size.
const BATCH_BYTES: usize = 256 << 10;
/// The time between commits.
const COMMIT_EVERY: Duration = Duration::from_secs(2);
/// A log of at least this size is written anew when more than half of it is of no use.
const LEAST_REWRITTEN: u64 = 1 << 20;

const FACTS: u8 = 0;
const BEGIN: u8 = 1;
const BATCH: u8 = 2;
const END: u8 = 3;
const OUT: u8 = 4;
const SUPERSEDED: u8 = 5;

/// Names and values of the settings that must be equal in all runs.
pub(super) type Facts = Vec<(&'static str, String)>;

/// An input as it was read.
#[derive(Debug)]
pub(super) struct Known {
    /// As given.
    pub(super) path: PathBuf,
    pub(super) absolute: PathBuf,
    pub(super) stamp: Stamp,
    pub(super) entries: Vec<Entry>,
    /// Whether it was read to its end.
    pub(super) is_done: bool,
    /// Whether all of it could be fetched.
    is_fetched: bool,
    /// The bytes of its records.
    bytes: u64,
}

/// An open state.
#[derive(Debug)]
pub(super) struct State {
    log: Log,
    /// The inputs by place; none for an input that is gone.
    pub(super) known: Vec<Option<Known>>,
    facts: Vec<u8>,
    /// The keys of texts that earlier versions of inputs had.
    pub(super) superseded: HashSet<ExactKey>,
    /// Entries of the input at this place that are not in the log yet.
    batch: Vec<u8>,
    batch_place: usize,
    committed: Instant,
}

/// The parts of a state that records fill.
#[derive(Debug, Default)]
struct Loaded {
    facts: Option<Vec<u8>>,
    known: Vec<Option<Known>>,
    superseded: HashSet<ExactKey>,
}

impl State {
    /// Opens the state in a folder, or makes one. It is for runs with these facts only.
    ///
    /// # Errors
    /// It was made with other facts; another run has it open; it is damaged, or no state.
    pub(super) fn open(dir: &Path, facts: &Facts) -> Result<State, Error> {
        let mut loaded = Loaded::default();
        let unknown = || {
            let why =
                "a record is not what this program writes; delete its records.log, and all is read again";
            Error::Damaged(format!("the state {dir:?} is damaged: {why}"))
        };
        let mut log = Log::open(dir, &mut |record| loaded.take(record).ok_or_else(unknown))?;
        let facts = match loaded.facts {
            Some(stored) => check(dir, &stored, facts).map(|()| stored)?,
            None => {
                let written = written(facts);
                log.append(&written)?;
                log.commit()?;
                written
            }
        };
        let (batch, batch_place, committed) = (vec![], 0, Instant::now());
        let Loaded { known, superseded, .. } = loaded;
        State { log, known, facts, superseded, batch, batch_place, committed }.shortened()
    }

    /// The places of the inputs that are known, by their absolute paths.
    pub(super) fn places(&self) -> HashMap<PathBuf, usize> {
        let known = self.known.iter().enumerate();
        known.filter_map(|(place, known)| Some((known.as_ref()?.absolute.clone(), place))).collect()
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
        let record = begin(place, path, absolute, stamp);
        self.log.append(&record)
    }

    /// Records the next entry of an input.
    pub(super) fn push(&mut self, place: usize, read: &Read) -> Result<(), Error> {
        if place != self.batch_place {
            self.flush()?;
            self.batch_place = place;
        }
        put_entry(&read.entry, read.is_fetched, &mut self.batch);
        if self.batch.len() >= BATCH_BYTES {
            self.flush()?;
        }
        if self.committed.elapsed() >= COMMIT_EVERY {
            self.commit()?;
        }
        Ok(())
    }

    /// Records that an input was read to its end; it is read again next time if it is not whole.
    pub(super) fn end(&mut self, place: usize, is_whole: bool) -> Result<(), Error> {
        self.flush()?;
        self.log.append(&end(place, is_whole))
    }

    /// Records that an input is gone, with all that was read of it.
    pub(super) fn out(&mut self, place: usize) -> Result<(), Error> {
        let mut record = vec![OUT];
        put_number(place as u64, &mut record);
        let gone = self.known.get_mut(place).and_then(Option::take);
        self.superseded.extend(gone.iter().flat_map(Known::keys));
        self.log.append(&record)
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
            self.log.append(&batch(self.batch_place, &self.batch))?;
            self.batch.clear();
        }
        Ok(())
    }

    /// Writes the log anew if most of it is of inputs that have changed or are gone.
    fn shortened(self) -> Result<State, Error> {
        let used: u64 = self.known.iter().flatten().map(|known| known.bytes).sum();
        if self.log.size_bytes() < LEAST_REWRITTEN || used >= self.log.size_bytes() / 2 {
            return Ok(self);
        }
        // Places are numbers without gaps, also in a log that is written anew.
        let known: Vec<Option<Known>> = self.known.into_iter().flatten().map(Some).collect();
        let log = self.log.rewrite(&mut |log| {
            log.append(&self.facts)?;
            log.append(&superseded(&self.superseded))?;
            known.iter().flatten().enumerate().try_for_each(|(place, known)| known.write(place, log))
        })?;
        Ok(State { log, known, ..self })
    }
}

impl Known {
    /// Whether reading goes on behind its entries; else it begins anew.
    pub(super) fn can_go_on(&self) -> bool {
        !self.is_done && self.is_fetched
    }

    /// The keys of its texts.
    pub(super) fn keys(&self) -> impl Iterator<Item = ExactKey> {
        self.entries.iter().flat_map(Entry::keys)
    }

    fn write(&self, place: usize, log: &mut Log) -> Result<(), Error> {
        log.append(&begin(place, &self.path, &self.absolute, self.stamp))?;
        let mut bytes = vec![];
        for (number, entry) in self.entries.iter().enumerate() {
            put_entry(entry, self.is_fetched, &mut bytes);
            if bytes.len() >= BATCH_BYTES || number + 1 == self.entries.len() {
                log.append(&batch(place, &bytes))?;
                bytes.clear();
            }
        }
        // Reading goes on behind the entries of an input that was neither ended nor failed.
        if !self.is_done && self.is_fetched {
            return Ok(());
        }
        log.append(&end(place, self.is_done))
    }
}

fn begin(place: usize, path: &Path, absolute: &Path, stamp: Stamp) -> Vec<u8> {
    let mut record = vec![BEGIN];
    put_number(place as u64, &mut record);
    put_bytes(&path_bytes(path), &mut record);
    put_bytes(&path_bytes(absolute), &mut record);
    put_number(stamp.size_bytes, &mut record);
    put_number(stamp.modified_ns as u64, &mut record);
    record
}

fn end(place: usize, is_whole: bool) -> Vec<u8> {
    let mut record = vec![END];
    put_number(place as u64, &mut record);
    record.push(u8::from(is_whole));
    record
}

/// The record of keys, in order, so that equal keys give equal bytes.
fn superseded(keys: &HashSet<ExactKey>) -> Vec<u8> {
    let keys: BTreeSet<[u8; 16]> = keys.iter().map(|key| key.to_bytes()).collect();
    [SUPERSEDED].into_iter().chain(keys.into_iter().flatten()).collect()
}

fn batch(place: usize, entries: &[u8]) -> Vec<u8> {
    let mut record = vec![BATCH];
    put_number(place as u64, &mut record);
    record.extend_from_slice(entries);
    record
}

impl Loaded {
    /// Takes a record; none if it is not one.
    fn take(&mut self, record: &[u8]) -> Option<()> {
        let (&kind, mut rest) = record.split_first()?;
        if kind == FACTS {
            self.facts = Some(record.to_vec());
            return Some(());
        }
        if kind == SUPERSEDED {
            let (keys, []) = rest.as_chunks() else { return None };
            self.superseded.extend(keys.iter().copied().map(ExactKey::from_bytes));
            return Some(());
        }
        let place = usize::try_from(take_number(&mut rest)?).ok()?;
        if kind == BEGIN {
            let known = Known {
                path: path_of(take_bytes(&mut rest)?)?,
                absolute: path_of(take_bytes(&mut rest)?)?,
                stamp: Stamp {
                    size_bytes: take_number(&mut rest)?,
                    modified_ns: take_number(&mut rest)? as i64,
                },
                entries: vec![],
                is_done: false,
                is_fetched: true,
                bytes: record.len() as u64,
            };
            if place == self.known.len() {
                self.known.push(None);
            }
            let before = self.known.get_mut(place)?.replace(known);
            self.superseded.extend(before.iter().flat_map(Known::keys));
            return Some(());
        }
        let slot = self.known.get_mut(place)?;
        let known = slot.as_mut()?;
        known.bytes += record.len() as u64;
        match kind {
            BATCH => {
                while !rest.is_empty() {
                    let (entry, is_fetched) = take_entry(&mut rest)?;
                    known.is_fetched &= is_fetched;
                    known.entries.push(entry);
                }
            }
            END => {
                known.is_done = rest == [1];
                known.is_fetched &= known.is_done;
            }
            OUT => self.superseded.extend(slot.take().iter().flat_map(Known::keys)),
            _ => return None,
        }
        Some(())
    }
}

/// The record of facts.
fn written(facts: &Facts) -> Vec<u8> {
    let values = facts.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str())));
    let all = serde_json::json!({ "version": VERSION, "facts": serde_json::Map::from_iter(values) });
    [&[FACTS], all.to_string().as_bytes()].concat()
}

/// Refuses other facts than those that are stored.
fn check(dir: &Path, stored: &[u8], facts: &Facts) -> Result<(), Error> {
    let damaged = || {
        Error::Damaged(format!(
            "the state {dir:?} is damaged: its settings cannot be read; delete its records.log, and all is read again"
        ))
    };
    let json = stored.get(1..).unwrap_or_default();
    let value: Value = serde_json::from_slice(json).map_err(|_| damaged())?;
    let version = value.get("version").and_then(Value::as_u64).ok_or_else(damaged)?;
    if version != VERSION {
        return Err(Error::Foreign(format!(
            "the state {dir:?} has version {version} and this program has {VERSION}: name another folder"
        )));
    }
    for (name, now) in facts {
        let then = value.get("facts").and_then(|facts| facts.get(name)).and_then(Value::as_str);
        if then != Some(now.as_str()) {
            let then = then.ok_or_else(damaged)?;
            return Err(Error::Foreign(format!(
                "the state {dir:?} was made with {name} \"{then}\" and now it is \"{now}\": give it what it was made with, or name another folder"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::name::Origin;
    use super::*;
    use ibid::dedup::Item;

    const STAMP: Stamp = Stamp { size_bytes: 1, modified_ns: 2 };

    fn read(entry: Entry, is_fetched: bool) -> Read {
        Read { input: 0, entry, is_fetched }
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
}

//! A tier: one kind of data in the embedded store, or behind it in another store.
//!
//! A change for a store behind is first committed to the embedded store, with all other changes of its batch, and
//! thereby acknowledged. A thread then writes it to the other store, repeating until it succeeds, and only then removes
//! it from the embedded one. Changes are written in the order of their commits; making one twice does no harm. Changes
//! not yet written are read from memory.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::embedded::{Embedded, Table};
use super::{Change, Fault, Found, Store, spawn};
use crate::mutex::lock;

/// The most bytes that wait for one store. Further changes are refused, since those that wait are also in memory.
const MOST_WAITING: usize = 64 << 20;
/// The time without a write after which a store is probed.
const SILENCE: Duration = Duration::from_secs(5);
/// A key that no value has.
const NO_KEY: &[u8] = b"\0";
/// The most changes that are written at once, and their bytes.
const AT_ONCE: usize = 1000;
const BYTES_AT_ONCE: usize = 4 << 20;
/// The pause before a failed store is tried again, from the first to the longest, doubled each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// One kind of data that the service keeps.
pub(crate) struct Tier {
    embedded: Embedded,
    table: Table,
    behind: Option<Behind>,
}

/// The state of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Health {
    /// The name of the store.
    pub(crate) store: String,
    /// The bytes that wait for it.
    pub(crate) waiting: usize,
    /// The failure of the last attempt to reach it.
    pub(crate) fault: Option<Fault>,
}

/// A store that is written behind the embedded one.
struct Behind {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
}

struct Shared {
    store: Arc<dyn Store>,
    embedded: Embedded,
    table: Table,
    waiting: Mutex<Waiting>,
    /// The signal that a change waits, or that the tier ends.
    news: Condvar,
    silence: Duration,
}

/// The write-behind queue: changes committed and not yet written to the other store.
#[derive(Default)]
struct Waiting {
    /// The changes, each with its number.
    changes: VecDeque<(u64, Change)>,
    /// The number and the value of the last change of each key.
    last: HashMap<Vec<u8>, (u64, Option<Vec<u8>>)>,
    bytes: usize,
    next: u64,
    /// The failure of the last attempt to write.
    fault: Option<Fault>,
    is_over: bool,
}

impl Tier {
    /// Makes a tier in a table of the embedded store itself.
    pub(crate) fn embedded(embedded: &Embedded, table: Table) -> Tier {
        Tier { embedded: embedded.clone(), table, behind: None }
    }

    /// Makes a tier in another store if there is one, else in the embedded store.
    pub(crate) fn open(
        embedded: &Embedded,
        table: Table,
        store: Option<Arc<dyn Store>>,
    ) -> Result<Tier, Fault> {
        match store {
            None => Ok(Tier::embedded(embedded, table)),
            Some(store) => Tier::behind(embedded, table, store),
        }
    }

    /// Makes a tier in another store behind the embedded one. Changes left waiting there are written first.
    pub(crate) fn behind(embedded: &Embedded, table: Table, store: Arc<dyn Store>) -> Result<Tier, Fault> {
        Tier::asked_after(embedded, table, store, SILENCE)
    }

    fn asked_after(
        embedded: &Embedded,
        table: Table,
        store: Arc<dyn Store>,
        silence: Duration,
    ) -> Result<Tier, Fault> {
        let mut left = BTreeMap::new();
        embedded.store(Table::Waiting).for_each(&[table as u8], &mut |key, value| {
            let Some((number, change)) = waiting_change(key, value) else {
                return Err(unreadable("a change that waits"));
            };
            left.insert(number, change);
            Ok(())
        })?;
        let mut waiting = Waiting::default();
        for (number, change) in left {
            waiting.next = number;
            waiting.push(change);
        }
        let shared = Arc::new(Shared {
            store,
            embedded: embedded.clone(),
            table,
            waiting: Mutex::new(waiting),
            news: Condvar::new(),
            silence,
        });
        let writing = shared.clone();
        let writer = spawn(format!("write {}", shared.store.name()), move || writing.write())?;
        Ok(Tier { embedded: embedded.clone(), table, behind: Some(Behind { shared, writer: Some(writer) }) })
    }

    /// Returns the values of keys, as of the last commit.
    pub(crate) fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        match &self.behind {
            None => self.embedded.store(self.table).get(keys),
            Some(behind) => behind.shared.get(keys),
        }
    }

    /// Returns the value of one key.
    pub(crate) fn get_one(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.get(&[key])?.pop().flatten())
    }

    /// Returns the changes to commit to the embedded store for these. Reads see them once [`Tier::committed`] is
    /// called.
    pub(crate) fn to_commit(&self, changes: &[Change]) -> Result<Vec<(Table, Change)>, Fault> {
        match &self.behind {
            None => Ok(changes.iter().map(|change| (self.table, change.clone())).collect()),
            Some(behind) => behind.shared.to_commit(changes),
        }
    }

    /// Returns whether its store keeps with each article how often and when that was sent.
    pub(crate) fn keeps_history(&self) -> bool {
        self.behind.as_ref().is_some_and(|behind| behind.shared.store.keeps_history())
    }

    /// Queues changes that were committed.
    pub(crate) fn committed(&self, changes: Vec<Change>) {
        if let Some(behind) = &self.behind {
            let mut waiting = lock(&behind.shared.waiting);
            for change in changes {
                waiting.push(change);
            }
            behind.shared.news.notify_all();
        }
    }

    /// Calls `found` with all keys with the prefix and their values, as of the last commit. Waits for pending writes.
    pub(crate) fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        match &self.behind {
            None => self.embedded.store(self.table).for_each(prefix, found),
            Some(behind) => {
                behind.shared.wait_until_written()?;
                behind.shared.store.for_each(prefix, found)
            }
        }
    }

    /// Returns the number of keys with the prefix; none if another store has them.
    pub(crate) fn count(&self, prefix: &[u8]) -> Result<Option<u64>, Fault> {
        if self.behind.is_some() {
            return Ok(None);
        }
        let mut count = 0;
        self.for_each(prefix, &mut |_, _| {
            count += 1;
            Ok(())
        })?;
        Ok(Some(count))
    }

    /// Waits until all committed changes are written to their store.
    pub(crate) fn wait_until_written(&self) -> Result<(), Fault> {
        match &self.behind {
            None => Ok(()),
            Some(behind) => behind.shared.wait_until_written(),
        }
    }

    /// Removes all values. Waits for pending writes.
    pub(crate) fn clear(&self) -> Result<(), Fault> {
        let mut all = vec![];
        self.for_each(b"", &mut |key, _| {
            all.push(Change { key: key.to_vec(), value: None });
            Ok(())
        })?;
        for changes in all.chunks(AT_ONCE) {
            match &self.behind {
                None => self.embedded.store(self.table).write(changes)?,
                Some(behind) => behind.shared.store.write(changes)?,
            }
        }
        Ok(())
    }

    /// Forgets the changes that wait for a store which is no longer used.
    pub(crate) fn forget_waiting(embedded: &Embedded, table: Table) -> Result<(), Fault> {
        let mut all = vec![];
        embedded.store(Table::Waiting).for_each(&[table as u8], &mut |key, _| {
            all.push(key.to_vec());
            Ok(())
        })?;
        embedded.forget(Table::Waiting, all)
    }

    /// Returns the health of its store.
    pub(crate) fn health(&self) -> Health {
        match &self.behind {
            None => Health { store: self.embedded.store(self.table).name().into(), waiting: 0, fault: None },
            Some(behind) => {
                let waiting = lock(&behind.shared.waiting);
                let store = behind.shared.store.name().into();
                // A store that refuses single values is there for the others.
                let fault = waiting.fault.clone().filter(|fault| !matches!(fault, Fault::TooLarge { .. }));
                Health { store, waiting: waiting.bytes, fault }
            }
        }
    }
}

fn unreadable(what: &str) -> Fault {
    let reason =
        format!("{what} was written by another version or is damaged; restore the folder from its backup");
    Fault::unreadable(Embedded::NAME, reason)
}

/// Parses a change that waits in the embedded store, with its number.
fn waiting_change(key: &[u8], value: &[u8]) -> Option<(u64, Change)> {
    let number = u64::from_be_bytes(key.get(1..)?.try_into().ok()?);
    let (key, value) = postcard::from_bytes(value).ok()?;
    Some((number, Change { key, value }))
}

fn size(change: &Change) -> usize {
    change.key.len() + change.value.as_ref().map_or(0, Vec::len)
}

impl Waiting {
    fn push(&mut self, change: Change) {
        self.bytes += size(&change);
        self.last.insert(change.key.clone(), (self.next, change.value.clone()));
        self.changes.push_back((self.next, change));
        self.next += 1;
    }

    /// Returns the first changes of the queue with their numbers, as many as are written at once.
    fn first(&self) -> (Vec<u64>, Vec<Change>) {
        let (mut numbers, mut changes, mut bytes) = (vec![], vec![], 0);
        for (number, change) in self.changes.iter().take(AT_ONCE) {
            if bytes >= BYTES_AT_ONCE {
                break;
            }
            bytes += size(change);
            numbers.push(*number);
            changes.push(change.clone());
        }
        (numbers, changes)
    }

    /// Moves the first changes behind the others if their keys were refused, and removes the rest of `count`. Returns the
    /// numbers of the removed.
    ///
    /// A refused change that a later one replaces is removed too, so that it is never written after that.
    fn set_aside(&mut self, count: usize, refused: &[Vec<u8>]) -> Vec<u64> {
        let mut gone = vec![];
        for (number, change) in self.changes.drain(..count).collect::<Vec<_>>() {
            let is_last = self.last.get(&change.key).is_some_and(|(last, _)| *last == number);
            if is_last && refused.contains(&change.key) {
                self.changes.push_back((number, change));
                continue;
            }
            self.bytes -= size(&change);
            if is_last {
                self.last.remove(&change.key);
            }
            gone.push(number);
        }
        gone
    }
}

impl Shared {
    fn key(&self, number: u64) -> Vec<u8> {
        [&[self.table as u8][..], &number.to_be_bytes()].concat()
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let mut values = vec![None; keys.len()];
        let (mut places, mut asked) = (vec![], vec![]);
        let waiting = lock(&self.waiting);
        for (place, &key) in keys.iter().enumerate() {
            if let Some((_, value)) = waiting.last.get(key) {
                values[place] = value.clone();
            } else {
                places.push(place);
                asked.push(key);
            }
        }
        drop(waiting);
        if !asked.is_empty() {
            // A change written meanwhile is found in the store, since it leaves the queue only after its write.
            for (place, value) in places.into_iter().zip(self.store.get(&asked)?) {
                values[place] = value;
            }
        }
        Ok(values)
    }

    fn to_commit(&self, changes: &[Change]) -> Result<Vec<(Table, Change)>, Fault> {
        let waiting = lock(&self.waiting);
        if waiting.bytes > MOST_WAITING {
            return Err(Fault::Behind { store: self.store.name().into(), waiting: waiting.bytes });
        }
        let mut entries = Vec::with_capacity(changes.len());
        for (number, Change { key, value }) in (waiting.next..).zip(changes) {
            let value = postcard::to_stdvec(&(key, value)).map_err(|_| unreadable("a change"))?;
            entries.push((Table::Waiting, Change { key: self.key(number), value: Some(value) }));
        }
        Ok(entries)
    }

    /// Removes changes that were written from the embedded store.
    fn forget(&self, numbers: &[u64]) -> Result<(), Fault> {
        self.embedded.forget(Table::Waiting, numbers.iter().map(|&number| self.key(number)))
    }

    /// Writes the queue until the tier ends and the queue is empty, or a write then fails.
    fn write(&self) {
        let mut pause = FIRST_PAUSE;
        loop {
            let is_silent = |waiting: &mut Waiting| waiting.changes.is_empty() && !waiting.is_over;
            let ((numbers, changes), is_over) = {
                let waited = self.news.wait_timeout_while(lock(&self.waiting), self.silence, is_silent);
                let (waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
                (waiting.first(), waiting.is_over)
            };
            if changes.is_empty() && is_over {
                return;
            }
            if changes.is_empty() {
                let fault = self.store.get(&[NO_KEY]).err();
                lock(&self.waiting).fault = fault;
                continue;
            }
            let written = self.store.write(&changes).and_then(|()| self.forget(&numbers));
            let mut waiting = lock(&self.waiting);
            match written {
                Ok(()) => {
                    waiting.set_aside(numbers.len(), &[]);
                    waiting.fault = None;
                    pause = FIRST_PAUSE;
                    self.news.notify_all();
                }
                Err(fault) => {
                    tracing::warn!(store = self.store.name(), reason = %fault, "not written; it is tried again");
                    if let Fault::TooLarge { keys, .. } = &fault {
                        let gone = waiting.set_aside(numbers.len(), keys);
                        if !gone.is_empty() {
                            pause = FIRST_PAUSE;
                        }
                        // The lock is held meanwhile, so that what is set aside is not mistaken for a later change.
                        if let Err(fault) = self.forget(&gone) {
                            tracing::warn!(%fault, "what was written could not be forgotten; it is written again");
                        }
                    }
                    waiting.fault = Some(fault);
                    self.news.notify_all();
                    if waiting.is_over {
                        // The waiting changes are on the disk, and are written after the next start.
                        return;
                    }
                    drop(self.news.wait_timeout_while(waiting, pause, |waiting| !waiting.is_over));
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    fn wait_until_written(&self) -> Result<(), Fault> {
        let mut waiting = lock(&self.waiting);
        while !waiting.changes.is_empty() {
            if let Some(fault) = &waiting.fault {
                return Err(fault.clone());
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }
}

impl Drop for Behind {
    fn drop(&mut self) {
        lock(&self.shared.waiting).is_over = true;
        self.shared.news.notify_all();
        if let Some(writer) = self.writer.take() {
            // A thread that panicked has nothing more to say.
            drop(writer.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::store::change;
    use crate::store::memory::Memory;

    fn put(tier: &Tier, embedded: &Embedded, changes: Vec<Change>) -> Result<(), Fault> {
        embedded.commit(tier.to_commit(&changes)?)?;
        tier.committed(changes);
        Ok(())
    }

    fn text(value: Option<Vec<u8>>) -> Option<String> {
        value.map(|value| String::from_utf8(value).unwrap())
    }

    fn is_reached(tier: &Tier) -> bool {
        tier.behind.as_ref().unwrap().shared.wait_until_written().is_ok()
    }

    #[test]
    fn what_is_committed_is_read_at_once_and_written_when_the_store_is_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Memory::default());
        let embedded = Embedded::open(folder.path()).unwrap();
        let tier = Tier::behind(&embedded, Table::Map, store.clone()).unwrap();
        put(&tier, &embedded, vec![change("a", Some("1")), change("b", Some("1"))]).unwrap();
        assert!(is_reached(&tier));
        store.is_down.store(true, Ordering::SeqCst);
        put(&tier, &embedded, vec![change("a", Some("2")), change("b", None)]).unwrap();
        put(&tier, &embedded, vec![change("a", Some("3"))]).unwrap();
        assert_eq!(text(tier.get_one(b"a").unwrap()).as_deref(), Some("3"));
        assert_eq!(tier.get_one(b"b").unwrap(), None, "it is removed, though the store still has it");
        assert!(tier.get_one(b"c").is_err(), "only the store could tell");
        assert!(tier.for_each(b"", &mut |_, _| Ok(())).is_err());
        store.is_down.store(false, Ordering::SeqCst);
        while !is_reached(&tier) {
            std::thread::yield_now();
        }
        assert_eq!(tier.health(), Health { store: "memory".into(), waiting: 0, fault: None });
        assert_eq!(store.get(&[b"a", b"b"]).unwrap(), [Some(b"3".to_vec()), None]);
    }

    /// A store that refuses values of more than ten bytes.
    #[derive(Default)]
    struct Picky(Memory);

    impl Store for Picky {
        fn name(&self) -> &str {
            "picky"
        }

        fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
            self.0.get(keys)
        }

        fn write(&self, changes: &[Change]) -> Result<(), Fault> {
            let is_large = |change: &Change| change.value.as_ref().is_some_and(|value| value.len() > 10);
            let (large, small): (Vec<Change>, Vec<Change>) = changes.iter().cloned().partition(is_large);
            self.0.write(&small)?;
            let keys: Vec<Vec<u8>> = large.into_iter().map(|change| change.key).collect();
            if keys.is_empty() {
                return Ok(());
            }
            Err(Fault::TooLarge {
                store: "picky".into(),
                keys,
                reason: "they have more than ten bytes".into(),
            })
        }

        fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
            self.0.for_each(prefix, found)
        }
    }

    #[test]
    fn a_value_that_is_too_large_waits_and_holds_up_no_other() {
        const LARGE: &str = "a value of more than ten bytes";
        let folder = tempfile::tempdir().unwrap();
        let embedded = Embedded::open(folder.path()).unwrap();
        let store = Arc::new(Picky::default());
        let open = || Tier::behind(&embedded, Table::Articles, store.clone()).unwrap();
        let tier = open();
        let all = vec![change("a", Some("1")), change("b", Some(LARGE)), change("c", Some("3"))];
        put(&tier, &embedded, all).unwrap();
        put(&tier, &embedded, vec![change("d", Some("4"))]).unwrap();
        while tier.health().waiting > LARGE.len() + 1 {
            std::thread::yield_now();
        }
        assert_eq!(tier.health().fault, None, "the store is there for others");
        assert!(!is_reached(&tier));
        assert_eq!(store.get(&[b"a", b"b", b"c", b"d"]).unwrap().iter().flatten().count(), 3);
        assert_eq!(text(tier.get_one(b"b").unwrap()).as_deref(), Some(LARGE));
        // It outlives the process, and a later value takes its place for ever.
        drop(tier);
        let tier = open();
        assert_eq!(text(tier.get_one(b"b").unwrap()).as_deref(), Some(LARGE));
        put(&tier, &embedded, vec![change("b", Some("2"))]).unwrap();
        while !is_reached(&tier) {
            std::thread::yield_now();
        }
        drop(tier);
        let tier = open();
        assert!(is_reached(&tier));
        assert_eq!(tier.health().waiting, 0);
        assert_eq!(text(store.get_one(b"b").unwrap()).as_deref(), Some("2"));
    }

    #[test]
    fn what_waits_outlives_the_process_and_keeps_its_order() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Memory::default());
        {
            let embedded = Embedded::open(folder.path()).unwrap();
            store.is_down.store(true, Ordering::SeqCst);
            let tier = Tier::behind(&embedded, Table::Articles, store.clone()).unwrap();
            for n in 0..300 {
                put(&tier, &embedded, vec![change("a", Some(&n.to_string()))]).unwrap();
            }
        }
        store.is_down.store(false, Ordering::SeqCst);
        let embedded = Embedded::open(folder.path()).unwrap();
        let tier = Tier::behind(&embedded, Table::Articles, store.clone()).unwrap();
        put(&tier, &embedded, vec![change("b", Some("new"))]).unwrap();
        assert!(is_reached(&tier));
        assert_eq!(store.get(&[b"a", b"b"]).unwrap(), [Some(b"299".to_vec()), Some(b"new".to_vec())]);
        let mut left = 0;
        let mut count = |_: &[u8], _: &[u8]| {
            left += 1;
            Ok(())
        };
        embedded.store(Table::Waiting).for_each(b"", &mut count).unwrap();
        assert_eq!(left, 0);
    }

    #[test]
    fn a_store_that_is_away_is_noticed_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Memory::default());
        let embedded = Embedded::open(folder.path()).unwrap();
        let silence = Duration::from_millis(5);
        let tier = Tier::asked_after(&embedded, Table::Map, store.clone(), silence).unwrap();
        for is_down in [true, false] {
            store.is_down.store(is_down, Ordering::SeqCst);
            while tier.health().fault.is_some() != is_down {
                std::thread::yield_now();
            }
        }
    }

    #[test]
    fn what_would_wait_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Memory::default());
        store.is_down.store(true, Ordering::SeqCst);
        let embedded = Embedded::open(folder.path()).unwrap();
        let tier = Tier::behind(&embedded, Table::Map, store).unwrap();
        let large = "x".repeat(MOST_WAITING);
        put(&tier, &embedded, vec![change("large", Some(&large))]).unwrap();
        let refused = put(&tier, &embedded, vec![change("more", Some("1"))]).unwrap_err();
        assert!(matches!(refused, Fault::Behind { .. }), "{refused}");
    }
}

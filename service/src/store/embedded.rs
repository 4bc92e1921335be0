//! The embedded store, which needs nothing installed: a folder, written by fjall.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use fjall::{Database, Keyspace, KeyspaceCreateOptions, PersistMode};

use super::{Change, Fault, Found, Store};
use crate::mutex::lock;

/// A table of the embedded store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// The map.
    Map,
    /// The articles.
    Articles,
    /// The changes that wait to be written to other stores.
    Waiting,
    /// The facts about the store itself.
    Facts,
    /// The keys. They are in memory or in another store, so that this table stays empty.
    Keys,
}

const TABLES: [(Table, &str); 5] = [
    (Table::Map, "map"),
    (Table::Articles, "articles"),
    (Table::Waiting, "waiting"),
    (Table::Facts, "facts"),
    (Table::Keys, "keys"),
];
/// The size of the block cache in bytes.
const CACHE: u64 = 64 << 20;

/// The name of the ledger, the file beside the tables that says what was acknowledged.
pub(crate) const LEDGER: &str = "acknowledged";

/// A folder with tables, open in one process at a time.
///
/// fjall keeps a journal that is synced at every commit, and sorted files that are merged in the background. A commit
/// of a few articles takes one write of the journal.
#[derive(Clone)]
pub struct Embedded {
    database: Database,
    // Invariant: in the order of `TABLES`.
    tables: [Keyspace; TABLES.len()],
    folder: Arc<Path>,
    /// The first failure to write.
    fault: Arc<Mutex<Option<Fault>>>,
}

impl Embedded {
    /// The name of the store in messages.
    pub(crate) const NAME: &str = "the embedded store";

    /// Opens a folder, or makes it.
    ///
    /// # Errors
    /// [`Fault`] if the folder cannot be written, is open in another process, or is damaged.
    pub fn open(folder: &Path) -> Result<Embedded, Fault> {
        is_complete(folder)?;
        let database = Database::builder(folder).cache_size(CACHE).open().map_err(not_opened)?;
        let open = |(_, name)| database.keyspace(name, KeyspaceCreateOptions::default).map_err(not_opened);
        let [map, articles, waiting, facts, keys] = TABLES.map(open);
        let tables = [map?, articles?, waiting?, facts?, keys?];
        Ok(Embedded { tables, database, folder: folder.into(), fault: Arc::default() })
    }

    fn table(&self, table: Table) -> &Keyspace {
        &self.tables[table as usize]
    }

    /// Makes all changes or none. They are on the disk when it returns.
    pub(crate) fn commit(&self, changes: impl IntoIterator<Item = (Table, Change)>) -> Result<(), Fault> {
        let mut batch = self.database.batch().durability(Some(PersistMode::SyncAll));
        for (table, change) in changes {
            match change.value {
                Some(value) => batch.insert(self.table(table), change.key, value),
                None => batch.remove(self.table(table), change.key),
            }
        }
        if batch.is_empty() {
            return Ok(());
        }
        self.written(batch.commit())
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Succeeds if all writes so far did. After a failed write no other is possible until the store is opened again.
    ///
    /// # Errors
    /// [`Fault`] of the first failed write.
    pub(crate) fn well(&self) -> Result<(), Fault> {
        lock(&self.fault).clone().map_or(Ok(()), Err)
    }

    /// Stops all writes until the store is opened again.
    pub(crate) fn failed(&self, fault: &Fault) {
        lock(&self.fault).get_or_insert(fault.clone());
    }

    fn written(&self, written: fjall::Result<()>) -> Result<(), Fault> {
        written.map_err(|error| lock(&self.fault).get_or_insert(unreachable(error)).clone())
    }

    /// Removes keys from a table. After a power failure they may be there again.
    pub(crate) fn forget(&self, table: Table, keys: impl IntoIterator<Item = Vec<u8>>) -> Result<(), Fault> {
        let mut batch = self.database.batch();
        for key in keys {
            batch.remove(self.table(table), key);
        }
        self.written(batch.commit())
    }

    /// Flushes the journal to sorted files.
    #[cfg(test)]
    pub(crate) fn flush_tables(&self) -> Result<(), Fault> {
        self.tables.iter().try_for_each(|table| table.rotate_memtable_and_wait()).map_err(unreachable)
    }

    /// Returns one table as a store.
    pub(crate) fn store(&self, table: Table) -> EmbeddedTable {
        EmbeddedTable { store: self.clone(), table }
    }
}

/// Refuses a folder in which something was acknowledged and a part of the store is gone: fjall would create that part
/// again, and delete what belongs to it.
fn is_complete(folder: &Path) -> Result<(), Fault> {
    if !folder.join(LEDGER).exists() {
        return Ok(());
    }
    let keyspaces = paths_in(&folder.join("keyspaces"));
    let tables = keyspaces.iter().filter(|table| table.join("current").exists()).count();
    let has_journal = paths_in(folder).iter().any(|file| file.extension() == Some("jnl".as_ref()));
    // The tables, and the one with their names.
    let missing = match () {
        () if !folder.join("version").exists() => "the file \"version\" is missing".to_owned(),
        () if !has_journal => "its journal (\"*.jnl\") is missing".to_owned(),
        () if tables <= TABLES.len() => {
            format!("{} of {} tables are in \"keyspaces\"", tables, TABLES.len() + 1)
        }
        () => return Ok(()),
    };
    Err(lost(&missing))
}

/// Returns the paths in a folder; none if it cannot be read.
fn paths_in(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Returns the fault of a store that has lost something.
pub(crate) fn lost(what: &str) -> Fault {
    let reason = format!(
        "it has lost data: {what}; restore the folder from its backup, or delete its file \"{LEDGER}\" to go on with what \
         is there"
    );
    Fault::unreadable(Embedded::NAME, reason)
}

/// Returns the fault of a folder that cannot be opened. It is damaged if fjall cannot make sense of it.
fn not_opened(error: fjall::Error) -> Fault {
    match error {
        fjall::Error::Locked | fjall::Error::Io(_) => unreachable(error),
        other => Fault::unreadable(
            Embedded::NAME,
            format!("a file of it is missing or damaged ({other}); restore the folder from its backup"),
        ),
    }
}

fn unreachable(error: fjall::Error) -> Fault {
    let reason = match error {
        fjall::Error::Locked => "it is open in another process; stop that one first".to_owned(),
        fjall::Error::Io(error) => match error.kind() {
            ErrorKind::NotADirectory => "it, or a part of its path, is a file; name a folder".into(),
            ErrorKind::PermissionDenied => {
                "permission denied; make the folder and what is in it writable for this user".into()
            }
            ErrorKind::ReadOnlyFilesystem => "the disk can only be read; name a folder on another one".into(),
            _ => error.to_string(),
        },
        other => other.to_string(),
    };
    Fault::unreachable(Embedded::NAME, reason)
}

/// One table of an [`Embedded`] store.
pub(crate) struct EmbeddedTable {
    store: Embedded,
    table: Table,
}

impl Store for EmbeddedTable {
    fn name(&self) -> &str {
        Embedded::NAME
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let table = self.store.table(self.table);
        let mut values = Vec::with_capacity(keys.len());
        for key in keys {
            values.push(table.get(key).map_err(unreachable)?.map(|value| value.to_vec()));
        }
        Ok(values)
    }

    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        self.store.commit(changes.iter().map(|change| (self.table, change.clone())))
    }

    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        for entry in self.store.table(self.table).prefix(prefix) {
            let (key, value) = entry.into_inner().map_err(unreachable)?;
            found(&key, &value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_keeps_values_by_key() {
        let folder = tempfile::tempdir().unwrap();
        let store = Embedded::open(folder.path()).unwrap();
        for (table, _) in TABLES {
            crate::store::check(&store.store(table));
        }
    }

    #[test]
    fn a_second_opening_is_refused_and_what_was_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let store = Embedded::open(folder.path()).unwrap();
        let change = Change { key: b"k".to_vec(), value: Some(b"v".to_vec()) };
        store.commit([(Table::Map, change)]).unwrap();
        let refused = Embedded::open(folder.path()).err().unwrap().to_string();
        assert!(refused.contains("open in another process"), "{refused}");
        drop(store);
        let again = Embedded::open(folder.path()).unwrap();
        assert_eq!(again.store(Table::Map).get(&[b"k"]).unwrap(), [Some(b"v".to_vec())]);
        assert_eq!(again.store(Table::Articles).get(&[b"k"]).unwrap(), [None]);
    }
}

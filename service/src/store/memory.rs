//! A store in memory, which fails on demand.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::{Change, Fault, Found, Store};

type Values = BTreeMap<Vec<u8>, Vec<u8>>;

/// A store in memory, the oracle for the other stores.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    values: Mutex<Values>,
    /// True if it refuses all requests.
    pub(crate) is_down: AtomicBool,
    /// True if it keeps the history of articles.
    has_history: bool,
}

impl Memory {
    /// Makes a store that keeps the history of articles.
    pub(crate) fn with_history() -> Memory {
        Memory { has_history: true, ..Memory::default() }
    }

    /// Forgets all values.
    pub(crate) fn lose(&self) {
        self.values.lock().unwrap().clear();
    }

    fn reach(&self) -> Result<MutexGuard<'_, Values>, Fault> {
        if self.is_down.load(Ordering::SeqCst) {
            return Err(Fault::unreachable("memory", "it is down"));
        }
        Ok(self.values.lock().unwrap())
    }
}

impl Store for Memory {
    fn name(&self) -> &str {
        "memory"
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let values = self.reach()?;
        Ok(keys.iter().map(|key| values.get(*key).cloned()).collect())
    }

    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        let mut values = self.reach()?;
        for change in changes {
            match &change.value {
                Some(value) => values.insert(change.key.clone(), value.clone()),
                None => values.remove(&change.key),
            };
        }
        Ok(())
    }

    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        let all = self.reach()?.clone();
        for (key, value) in &all {
            if key.starts_with(prefix) {
                found(key, value)?;
            }
        }
        Ok(())
    }

    fn keeps_history(&self) -> bool {
        self.has_history
    }
}

#[test]
fn keeps_values_by_key() {
    super::check(&Memory::default());
}

//! What is made of records or of parts of them, kept as long as there is room, so that what many questions need is made once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Result;

/// How many words of analyzed documents are kept at most, at some 25 bytes each with their text.
pub(super) const KEPT_WORDS: usize = 12_000_000;

/// What was made of keys, such as records, and used lately.
#[derive(Debug)]
pub(crate) struct Kept<K, V> {
    made: HashMap<K, (Slot<V>, u64)>,
    size: usize,
    /// What is kept at most, in the unit of its caller.
    most: usize,
    clock: u64,
}

/// What is made of a key, and its size, once it is there. The thread that makes it holds the lock, so that others wait for
/// the result.
type Slot<V> = Arc<Mutex<Option<(Arc<V>, usize)>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Copy + Eq + Hash + Ord, V> Kept<K, V> {
    /// Nothing yet, and at most this.
    pub(crate) fn new(most: usize) -> Kept<K, V> {
        Kept { made: HashMap::new(), size: 0, most, clock: 0 }
    }

    /// With what is there already: each with its size.
    pub(crate) fn of(most: usize, made: impl IntoIterator<Item = (K, Arc<V>, usize)>) -> Kept<K, V> {
        let mut kept = Kept::new(most);
        for (key, value, size) in made {
            kept.size += size;
            kept.made.insert(key, (Arc::new(Mutex::new(Some((value, size)))), 0));
        }
        kept
    }

    /// What was made of a key, or is made now, with its size.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn get(
        kept: &Mutex<Kept<K, V>>,
        key: K,
        make: impl FnOnce() -> Result<(V, usize)>,
    ) -> Result<Arc<V>> {
        let slot = lock(kept).slot(key);
        let mut slot = lock(&slot);
        if let Some((value, _)) = &*slot {
            return Ok(Arc::clone(value));
        }
        let (value, size) = make()?;
        let value = Arc::new(value);
        *slot = Some((Arc::clone(&value), size));
        drop(slot);
        lock(kept).has_made(size);
        Ok(value)
    }

    fn slot(&mut self, key: K) -> Slot<V> {
        self.clock += 1;
        let (slot, used) = self.made.entry(key).or_default();
        *used = self.clock;
        Arc::clone(slot)
    }

    /// Counts what was made. Where it is too much, drops the half that was not used for the longest time: half, so that this
    /// happens rarely.
    fn has_made(&mut self, size: usize) {
        self.size += size;
        if self.size <= self.most {
            return;
        }
        let mut by_use: Vec<(u64, K)> = self.made.iter().map(|(&key, (_, used))| (*used, key)).collect();
        by_use.sort_unstable();
        // The one used last is in use.
        by_use.pop();
        for (_, key) in by_use {
            if self.size <= self.most / 2 {
                break;
            }
            // One that is being made is not counted yet.
            let size_of = |slot: &Slot<V>| Some(slot.try_lock().ok()?.as_ref()?.1);
            if let Some(size) = self.made.get(&key).and_then(|(slot, _)| size_of(slot)) {
                self.made.remove(&key);
                self.size -= size.min(self.size);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let kept = Mutex::new(Kept::new(4));
        let mut made = vec![];
        let mut get = |key: u32| {
            let make = || {
                made.push(key);
                Ok((key, 1))
            };
            assert_eq!(*Kept::get(&kept, key, make).unwrap(), key);
        };
        [1, 2, 3, 4, 1].into_iter().for_each(&mut get);
        // Now 2, 3 and 4 have to go.
        get(5);
        [5, 1, 2].into_iter().for_each(&mut get);
        assert_eq!(made, [1, 2, 3, 4, 5, 2]);
    }
}

//! What is made of records, kept as long as there is room, so that what many questions need is made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ibid_index::RecordNo;

use crate::error::Result;

/// How many words of analyzed documents are kept at most, at some 25 bytes each with their text.
pub(super) const KEPT_WORDS: usize = 12_000_000;

/// What was made of records and used lately.
#[derive(Debug)]
pub(crate) struct Kept<V> {
    made: HashMap<RecordNo, (Slot<V>, u64)>,
    size: usize,
    /// What is kept at most, in the unit of its caller.
    most: usize,
    clock: u64,
}

/// What is made of a record, and its size, once it is there. The thread that makes it holds the lock, so that others wait for
/// the result.
type Slot<V> = Arc<Mutex<Option<(Arc<V>, usize)>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<V> Kept<V> {
    /// Nothing yet, and at most this.
    pub(crate) fn new(most: usize) -> Kept<V> {
        Kept { made: HashMap::new(), size: 0, most, clock: 0 }
    }

    /// With what is there already: each with its size.
    pub(crate) fn of(most: usize, made: impl IntoIterator<Item = (RecordNo, Arc<V>, usize)>) -> Kept<V> {
        let mut kept = Kept::new(most);
        for (record, value, size) in made {
            kept.size += size;
            kept.made.insert(record, (Arc::new(Mutex::new(Some((value, size)))), 0));
        }
        kept
    }

    /// What was made of a record, or is made now, with its size.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn get(
        kept: &Mutex<Kept<V>>,
        record: RecordNo,
        make: impl FnOnce() -> Result<(V, usize)>,
    ) -> Result<Arc<V>> {
        let slot = lock(kept).slot(record);
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

    fn slot(&mut self, record: RecordNo) -> Slot<V> {
        self.clock += 1;
        let (slot, used) = self.made.entry(record).or_default();
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
        let mut by_use: Vec<(u64, RecordNo)> =
            self.made.iter().map(|(&record, (_, used))| (*used, record)).collect();
        by_use.sort_unstable();
        // The one used last is in use.
        by_use.pop();
        for (_, record) in by_use {
            if self.size <= self.most / 2 {
                break;
            }
            // One that is being made is not counted yet.
            let size_of = |slot: &Slot<V>| Some(slot.try_lock().ok()?.as_ref()?.1);
            if let Some(size) = self.made.get(&record).and_then(|(slot, _)| size_of(slot)) {
                self.made.remove(&record);
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
        let mut get = |record: u32| {
            let make = || {
                made.push(record);
                Ok((record, 1))
            };
            assert_eq!(*Kept::get(&kept, RecordNo(record), make).unwrap(), record);
        };
        [1, 2, 3, 4, 1].into_iter().for_each(&mut get);
        // Now 2, 3 and 4 have to go.
        get(5);
        [5, 1, 2].into_iter().for_each(&mut get);
        assert_eq!(made, [1, 2, 3, 4, 5, 2]);
    }
}

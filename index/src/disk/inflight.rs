//! Bounds the bytes of the records that wait between `put` and the indexing threads.
//!
//! The engine bounds its queue by the number of documents, which for whole texts is no bound on memory.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long to wait without progress before going on. An indexing thread that has failed takes nothing from the queue;
/// then the queue itself reports the failure.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shared between the writer and the documents in the queue.
#[derive(Debug)]
pub(super) struct Budget {
    limit: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

/// A share of the budget, given back when dropped.
#[derive(Debug)]
pub(super) struct Permit {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    pub(super) fn new(limit: usize) -> Arc<Budget> {
        Arc::new(Budget { limit, used: Mutex::new(0), freed: Condvar::new() })
    }

    /// Waits until `bytes` fit. A record above the limit goes alone.
    pub(super) fn take(self: &Arc<Budget>, bytes: usize) -> Permit {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        while *used > 0 && *used + bytes > self.limit {
            let (guard, wait) =
                self.freed.wait_timeout(used, PATIENCE).unwrap_or_else(PoisonError::into_inner);
            used = guard;
            if wait.timed_out() {
                break;
            }
        }
        *used += bytes;
        Permit { budget: Arc::clone(self), bytes }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *self.budget.used.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.budget.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_until_there_is_room() {
        let budget = Budget::new(10);
        let start = std::time::Instant::now();
        let first = budget.take(8);
        drop(budget.take(2));
        assert!(start.elapsed() < PATIENCE, "what fits does not wait");
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let permit = budget.take(5);
                assert!(start.elapsed() >= PATIENCE / 10, "what does not fit waits");
                permit
            });
            std::thread::sleep(PATIENCE / 10);
            assert!(!second.is_finished());
            drop(first);
            drop(second.join().unwrap());
        });
        assert_eq!(*budget.used.lock().unwrap(), 0);
        let start = std::time::Instant::now();
        let large = budget.take(99);
        assert!(start.elapsed() < PATIENCE, "what is too large goes alone");
        // Nothing is waited for without end.
        assert_eq!((large.bytes, budget.take(1).bytes), (99, 1));
        assert!(start.elapsed() >= PATIENCE);
    }
}

//! Work on several threads.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

/// Returns the results of `work` on all pieces, in order. The first piece is done on this thread, each other one on a
/// thread of its own, or on this one if the system starts no more. A panic in a piece goes on here.
pub(crate) fn on_threads<P: Send, T: Send>(
    pieces: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    let pieces: Vec<_> = pieces.into_iter().map(|piece| Mutex::new(Some(piece))).collect();
    let Some((own, others)) = pieces.split_first() else { return vec![] };
    thread::scope(|scope| {
        let mut threads = Vec::with_capacity(others.len());
        for piece in others {
            threads.push(thread::Builder::new().spawn_scoped(scope, || done(piece, work)).ok());
        }
        let mut results = Vec::with_capacity(pieces.len());
        results.extend(done(own, work));
        for (piece, thread) in others.iter().zip(threads) {
            results.extend(match thread.map(ScopedJoinHandle::join) {
                Some(Ok(result)) => result,
                Some(Err(panic)) => resume_unwind(panic),
                None => done(piece, work),
            });
        }
        results
    })
}

/// Does the work on a piece, and returns its result; none if it was done before.
fn done<P, T>(piece: &Mutex<Option<P>>, work: impl Fn(P) -> T) -> Option<T> {
    let piece = piece.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    Some(work(piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_is_in_order_and_panics_are_not_lost() {
        for count in [0, 1, 5] {
            assert_eq!(on_threads(0..count, |number| number * 2), Vec::from_iter((0..count).map(|n| n * 2)));
        }
        for bad in 0..3 {
            let work = || on_threads(0..3, |number| assert_ne!(number, bad));
            assert!(std::panic::catch_unwind(work).is_err(), "{bad}");
        }
    }
}

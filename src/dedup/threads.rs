//! Work on several threads.

use std::panic::resume_unwind;
use std::thread;

/// The results of all pieces of work, in order. The first piece is done on this thread, each other one on a thread of its
/// own. A panic of one goes on here.
pub(super) fn on_threads<T: Send>(work: impl IntoIterator<Item = impl FnOnce() -> T + Send>) -> Vec<T> {
    let mut work = work.into_iter();
    let Some(own) = work.next() else { return vec![] };
    thread::scope(|scope| {
        let others: Vec<_> = work.map(|work| scope.spawn(work)).collect();
        let mut all = vec![own()];
        all.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_is_in_order_and_panics_are_not_lost() {
        for count in [0, 1, 5] {
            assert_eq!(
                on_threads((0..count).map(|number| move || number * 2)),
                Vec::from_iter((0..count).map(|n| n * 2))
            );
        }
        for bad in 0..3 {
            let work = || on_threads((0..3).map(|number| move || assert_ne!(number, bad)));
            assert!(std::panic::catch_unwind(work).is_err(), "{bad}");
        }
    }
}

//! [`Interrupt`]: ends long work from outside.
//!
//! Work on a text of a megabyte may take longer than somebody waits for it. The caller makes an [`Interrupt`], runs the
//! work with [`Interrupt::during`], and sets the interrupt from another thread: after some time, or because nobody
//! wants the answer any more. No clock is read here. The steps test it at least every tenth of a second; a step that
//! finds it set ends early, and its partial result is thrown away.
//!
//! The steps call `is_set`, which asks for the interrupt of their own thread. Otherwise each of some forty functions
//! would have one more parameter that has nothing to do with what it computes. Any result that is not thrown away
//! depends on the input alone.
//!
//! Useful for services and for programs with a key to stop. Not useful for stopping the reading of files, nor where the
//! whole process can be ended instead.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

thread_local! {
    /// The interrupt of the work that runs on this thread.
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// A flag that ends work early. Clones share it.
///
/// ```
/// use ibid::interrupt::Interrupt;
/// use ibid::{Config, Detector, Document, Error};
///
/// let document = |id: &str| Document { id: id.into(), text: "Some words.".into(), ..Document::default() };
/// let detector = Detector::new(Config::default())?;
/// let interrupt = Interrupt::default();
/// assert!(interrupt.during(|| detector.compare(&document("a"), &document("b"))).is_ok());
/// interrupt.set();
/// let compared = interrupt.during(|| detector.compare(&document("a"), &document("b")));
/// assert!(matches!(compared, Err(Error::Interrupted)));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Ends all work that runs with this interrupt, now or later. May be called on any thread, any number of times.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether this interrupt was set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs work of this library on this thread, and on the threads that help it, until this interrupt is set.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the interrupt was set before the work was done; otherwise the errors of the work.
    pub fn during<A>(&self, work: impl FnOnce() -> Result<A>) -> Result<A> {
        if self.is_set() {
            return Err(Error::Interrupted);
        }
        let result = with(Some(self.clone()), work);
        if self.is_set() { Err(Error::Interrupted) } else { result }
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    /// Makes an interrupt that is set when the flag is.
    fn from(flag: Arc<AtomicBool>) -> Interrupt {
        Interrupt(flag)
    }
}

/// Returns whether the work on this thread is to end, so that everything it still makes is thrown away.
#[inline]
pub(crate) fn is_set() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(Interrupt::is_set))
}

/// Returns the interrupt of this thread, to pass to threads that help.
pub(crate) fn current() -> Option<Interrupt> {
    CURRENT.with_borrow(Option::clone)
}

/// Runs work on this thread with the interrupt of another.
pub(crate) fn with<A>(interrupt: Option<Interrupt>, work: impl FnOnce() -> A) -> A {
    /// A guard that restores the thread's own interrupt, also after a panic.
    struct Restore(Option<Interrupt>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _restore = Restore(CURRENT.replace(interrupt));
    work()
}

/// Fails if the work on this thread is to end.
///
/// # Errors
/// [`Error::Interrupted`].
pub(crate) fn check() -> Result<()> {
    if is_set() { Err(Error::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_inside_of_other_work_has_its_own_interrupt() {
        let (outer, inner) = (Interrupt::default(), Interrupt::default());
        let worked = outer.during(|| {
            let ended = inner.during(|| {
                inner.set();
                assert!(is_set() && check().is_err());
                Ok(1)
            });
            assert!(matches!(ended, Err(Error::Interrupted)));
            assert!(!is_set() && current().is_some());
            Ok(2)
        });
        assert_eq!(worked.unwrap(), 2);
        assert!(current().is_none());
    }
}

//! Stops painting when the time is over.
//!
//! An interpreter does not ask its device whether to go on, and a page whose forms paint one another would take years.
//! Unwinding is the only way out. It prints no message, and the caller of the interpreter catches it.

use crate::formats::limits::Watch;

/// The payload of the unwinding when the time is over.
pub(super) struct Stopped;

/// A counter of operations, which checks the time now and then.
pub(super) struct Ticks<'w> {
    watch: &'w Watch,
    count: u32,
}

/// The number of operations between two checks of the time.
const EACH: u32 = 64;

impl<'w> Ticks<'w> {
    pub(super) fn new(watch: &'w Watch) -> Self {
        Ticks { watch, count: 0 }
    }

    /// Counts an operation. Stops the painting if the time is over.
    pub(super) fn tick(&mut self) {
        self.count = self.count.wrapping_add(1);
        if self.count.is_multiple_of(EACH) && self.watch.check().is_err() {
            std::panic::resume_unwind(Box::new(Stopped));
        }
    }
}

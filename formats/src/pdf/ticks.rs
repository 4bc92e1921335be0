//! Stops painting when the time is over.
//!
//! An interpreter asks its device nothing: a page whose forms paint one another would go on for years. Unwinding is the only
//! way out of it; no message is printed, and who began the painting takes it up.

use crate::limits::Watch;

/// The painting was stopped because the time is over.
pub(super) struct Stopped;

/// A count of operations, which looks at the time now and then.
pub(super) struct Ticks<'w> {
    watch: &'w Watch,
    count: u32,
}

/// The time is looked at each time this many operations are done.
const EACH: u32 = 64;

impl<'w> Ticks<'w> {
    pub(super) fn new(watch: &'w Watch) -> Self {
        Ticks { watch, count: 0 }
    }

    /// Counts an operation, and stops the painting when the time is over.
    pub(super) fn tick(&mut self) {
        self.count = self.count.wrapping_add(1);
        if self.count.is_multiple_of(EACH) && self.watch.check().is_err() {
            std::panic::resume_unwind(Box::new(Stopped));
        }
    }
}

//! The limits on the cost of reading one paper, and the watch that readers ask whether they may go on.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::formats::Fault;

/// The most that reading one paper may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperLimits {
    /// Bytes of memory for the unpacked content. Bytes that this crate unpacks count once or several times, by what is
    /// made of them; each character set on a page of a PDF counts 64.
    pub unpacked_bytes: u64,
    /// The number of pages.
    pub pages: u32,
    /// The depth to which things may be nested.
    pub depth: u32,
    /// Wall-clock time.
    pub time: Duration,
}

impl Default for PaperLimits {
    /// Allows a long book: 512 MB unpacked (eight million characters of a PDF), 10,000 pages, 256 levels, 8 s.
    fn default() -> Self {
        PaperLimits { unpacked_bytes: 512 << 20, pages: 10_000, depth: 256, time: Duration::from_secs(8) }
    }
}

/// The limits of one reading, and the amounts used so far. Readers check it in each of their loops.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: PaperLimits,
    end: Option<Instant>,
    unpacked: Cell<u64>,
}

impl Watch {
    pub(crate) fn start(limits: &PaperLimits) -> Self {
        Watch { limits: limits.clone(), end: Instant::now().checked_add(limits.time), unpacked: Cell::new(0) }
    }

    /// Fails if the time is over. Cheap enough for every page, paragraph or entry of a container.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self.end {
            Some(end) if Instant::now() >= end => Err(Fault::Late(self.limits.time)),
            _ => Ok(()),
        }
    }

    /// Counts unpacked bytes. Fails if there are too many of them or the time is over.
    pub(crate) fn unpack(&self, bytes: u64) -> Result<(), Fault> {
        let sum = self.unpacked.get().saturating_add(bytes);
        self.unpacked.set(sum);
        let limit = self.limits.unpacked_bytes;
        if sum > limit {
            return Err(Fault::TooLarge { what: format!("more than {limit} bytes when unpacked"), limit });
        }
        self.check()
    }

    /// Fails if there are too many pages.
    pub(crate) fn pages(&self, count: usize) -> Result<(), Fault> {
        let limit = self.limits.pages;
        if count as u64 > u64::from(limit) {
            return Err(Fault::TooLarge { what: format!("{count} pages"), limit: limit.into() });
        }
        Ok(())
    }

    /// Fails if something is nested too deep. The outermost thing has depth 1.
    pub(crate) fn depth(&self, depth: u32) -> Result<(), Fault> {
        let limit = self.limits.depth;
        if depth > limit {
            return Err(Fault::TooLarge { what: format!("nested {depth} levels deep"), limit: limit.into() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Watch {
        let limits = PaperLimits { unpacked_bytes: 10, pages: 2, depth: 3, time: Duration::from_secs(600) };
        Watch::start(&limits)
    }

    #[test]
    fn what_the_limits_allow_passes_and_one_more_does_not() {
        let watch = small();
        assert!(watch.unpack(4).is_ok());
        assert!(watch.unpack(6).is_ok());
        assert!(matches!(watch.unpack(1), Err(Fault::TooLarge { limit: 10, .. })));
        assert!(watch.pages(2).is_ok());
        assert!(matches!(watch.pages(3), Err(Fault::TooLarge { limit: 2, .. })));
        assert!(watch.depth(3).is_ok());
        assert!(matches!(watch.depth(4), Err(Fault::TooLarge { limit: 3, .. })));
    }

    #[test]
    fn a_time_of_nothing_is_over_at_once() {
        let watch = Watch::start(&PaperLimits { time: Duration::ZERO, ..PaperLimits::default() });
        assert_eq!(watch.check(), Err(Fault::Late(Duration::ZERO)));
    }

    #[test]
    fn a_time_beyond_the_end_of_the_clock_is_no_limit() {
        let watch = Watch::start(&PaperLimits { time: Duration::MAX, ..PaperLimits::default() });
        assert_eq!(watch.check(), Ok(()));
    }
}

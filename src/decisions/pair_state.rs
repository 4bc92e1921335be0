//! The lines of one pair -> the line that holds.

use super::line::LedgerLine;

/// The state of a pair in one paper. Lines are given by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PairState {
    /// Nobody decided it, or whoever did opened it again.
    Open,
    /// All who decided it agree. The latest of their lines stands for them.
    Decided(u32),
    /// People disagree; the latest line of each.
    Disputed(Vec<u32>),
}

impl PairState {
    /// Returns the state by the lines of a pair that apply, in the order of time. Of each person the last line holds,
    /// and a line that settles a dispute overrules the earlier ones of all others.
    pub(super) fn of(all: &[LedgerLine], lines: impl DoubleEndedIterator<Item = u32>) -> PairState {
        let mut last: Vec<u32> = vec![];
        for number in lines.rev() {
            let line = &all[number as usize];
            if last.iter().any(|&later| all[later as usize].by == line.by) {
                continue;
            }
            last.push(number);
            if line.settles {
                break;
            }
        }
        last.retain(|&number| all[number as usize].decision.is_some());
        let Some(&latest) = last.first() else { return PairState::Open };
        let decision = all[latest as usize].decision;
        for &number in &last {
            if all[number as usize].decision != decision {
                return PairState::Disputed(last);
            }
        }
        PairState::Decided(latest)
    }
}

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
        let line = |number: u32| &all[number as usize];
        let mut last: Vec<u32> = vec![];
        for number in lines.rev() {
            if !last.iter().any(|&other| line(other).by == line(number).by) {
                last.push(number);
            }
        }
        if let Some(at) = last.iter().position(|&number| line(number).settles) {
            last.truncate(at + 1);
        }
        last.retain(|&number| line(number).decision.is_some());
        let Some(&latest) = last.first() else { return PairState::Open };
        match last.iter().all(|&number| line(number).decision == line(latest).decision) {
            true => PairState::Decided(latest),
            false => PairState::Disputed(last),
        }
    }

    /// Returns the lines that hold.
    pub(super) fn lines(&self) -> Vec<u32> {
        match self {
            PairState::Open => vec![],
            PairState::Decided(line) => vec![*line],
            PairState::Disputed(lines) => lines.clone(),
        }
    }
}

//! All lines of a ledger, found by pair.

use jiff::{SignedDuration, Timestamp};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::line::{LedgerLine, LineError, PairKey};
use super::pair_state::PairState;
use crate::report::LedgerReport;

/// The decisions of people on the pairs of all their papers. The order in which its lines are given does not matter,
/// nor does a line that is given twice.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The lines in the order of time; of equal times, in the order of their fields.
    lines: Vec<LedgerLine>,
    /// The numbers of the lines of each pair, in order.
    by_pair: Vec<(PairKey, u32)>,
    /// The hashes of the lines, eight bytes each.
    hashes: Vec<u8>,
}

impl Ledger {
    /// Makes a ledger of its lines. `O(n log n)` for n lines and their pairs.
    pub fn new(lines: Vec<LedgerLine>) -> Ledger {
        let mut dated: Vec<DatedLine> = lines.into_par_iter().map(dated).collect();
        dated.par_sort_unstable();
        dated.dedup();
        let mut ledger = Ledger::default();
        ledger.append(dated);
        ledger.by_pair.par_sort_unstable();
        ledger.by_pair.dedup();
        ledger
    }

    /// Adds lines. `O(n + k log k)` for n pairs before, k new lines and those that are not before them; the ledger is the same
    /// as [`Ledger::new`] makes it.
    pub fn extend(&mut self, lines: Vec<LedgerLine>) {
        let mut new: Vec<DatedLine> = lines.into_iter().map(dated).collect();
        new.sort_unstable();
        let Some((at, first)) = new.first() else { return };
        let earlier = self.lines.partition_point(|line| (line.instant(), line) < (*at, first));
        new.extend(self.lines.drain(earlier..).map(dated));
        self.hashes.truncate(earlier * size_of::<u64>());
        self.by_pair.retain(|&(_, number)| (number as usize) < earlier);
        new.sort_unstable();
        new.dedup();
        self.append(new);
        // The pairs before are in order, which a stable sort makes use of.
        self.by_pair.sort();
        self.by_pair.dedup();
    }

    /// Adds lines behind the others. The pairs are sorted by the caller.
    fn append(&mut self, lines: Vec<DatedLine>) {
        let mut buffer = vec![];
        for (_, line) in lines {
            let number = self.lines.len() as u32;
            self.hashes.extend(line.hash(&mut buffer).to_le_bytes());
            for pair in &line.pairs {
                if let Some(key) = PairKey::parse(pair) {
                    self.by_pair.push((key, number));
                }
            }
            self.lines.push(line);
        }
    }

    /// Parses a file of ledger lines. Empty lines are skipped, and so is a last line that was cut off while it was
    /// written: nobody was told that it is saved. An error comes with the number of its line, from 1.
    pub fn parse(file: &[u8]) -> Result<Ledger, (usize, LineError)> {
        let lines: Vec<&[u8]> = file.split_inclusive(|&byte| byte == b'\n').collect();
        let parsed: Vec<Option<Result<LedgerLine, LineError>>> =
            lines.into_par_iter().map(parse_line).collect();
        let mut lines = vec![];
        for (parsed, number) in parsed.into_iter().zip(1..) {
            match parsed.transpose() {
                Ok(line) => lines.extend(line),
                Err(error) => return Err((number, error)),
            }
        }
        Ok(Ledger::new(lines))
    }

    /// Returns the lines in the order of time.
    pub fn lines(&self) -> &[LedgerLine] {
        &self.lines
    }

    /// Returns the lines that hold for one of their pairs or more, those in dispute among them, in the order of time.
    pub fn holding(&self) -> Vec<&LedgerLine> {
        let mut numbers: Vec<u32> = vec![];
        for state in self.states() {
            match state {
                PairState::Open => {}
                PairState::Decided(line) => numbers.push(line),
                PairState::Disputed(lines) => numbers.extend(lines),
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        self.of_numbers(&numbers)
    }

    /// Returns the disputes: for each, the lines of the people who disagree.
    pub fn disputes(&self) -> Vec<Vec<&LedgerLine>> {
        let mut disputes: Vec<Vec<u32>> = vec![];
        for state in self.states() {
            if let PairState::Disputed(mut lines) = state {
                lines.sort_unstable();
                disputes.push(lines);
            }
        }
        disputes.sort_unstable();
        disputes.dedup();
        disputes.iter().map(|lines| self.of_numbers(lines)).collect()
    }

    /// Returns a hash of the lines, whatever their order: 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(&self.hashes))
    }

    /// Returns the ledger as a report names it.
    pub fn report(&self, path: &str) -> LedgerReport {
        LedgerReport {
            path: path.to_owned(),
            lines: self.lines.len() as u64,
            hash: self.hash(),
            draft_of: None,
        }
    }

    /// Returns the time for a new line of a person: `now`, or a millisecond after the person's last line if that is not
    /// earlier. A decision and its undoing in one second thus keep their order.
    pub fn time_after(&self, by: &str, now: &str) -> String {
        let last = self.lines.iter().rev().find(|line| line.by == by).and_then(LedgerLine::instant);
        match (now.parse::<Timestamp>(), last) {
            (Ok(now), Some(last)) if now <= last => {
                let next = last.checked_add(SignedDuration::from_millis(1)).unwrap_or(last);
                next.to_string()
            }
            _ => now.to_owned(),
        }
    }

    /// Returns the numbers of the lines of a pair, in the order of time.
    pub(super) fn of_pair(&self, pair: PairKey) -> impl DoubleEndedIterator<Item = u32> + Clone {
        let start = self.by_pair.partition_point(|&(other, _)| other < pair);
        let rest = self.by_pair.get(start..).unwrap_or_default();
        let end = rest.partition_point(|&(other, _)| other == pair);
        rest.iter().take(end).map(|&(_, line)| line)
    }

    /// Returns a line by its number.
    pub(super) fn line(&self, number: u32) -> &LedgerLine {
        &self.lines[number as usize]
    }

    /// Iterates over the lines of each pair, in the order of time.
    pub(super) fn pairs(&self) -> impl Iterator<Item = &[(PairKey, u32)]> {
        self.by_pair.chunk_by(|(pair, _), (other, _)| pair == other)
    }

    /// Returns the state of a pair by those of its lines that are wanted.
    pub(super) fn state(&self, lines: impl DoubleEndedIterator<Item = u32>) -> PairState {
        PairState::of(&self.lines, lines)
    }

    /// Returns the state of each pair in each paper.
    fn states(&self) -> Vec<PairState> {
        let mut states = vec![];
        for lines in self.pairs() {
            let lines = lines.iter().map(|&(_, line)| line);
            let mut papers: Vec<&str> = lines.clone().map(|line| &*self.line(line).paper).collect();
            papers.sort_unstable();
            papers.dedup();
            for paper in papers {
                let holds = |&line: &u32| self.line(line).everywhere || self.line(line).paper == paper;
                states.push(self.state(lines.clone().filter(holds)));
            }
        }
        states
    }

    fn of_numbers(&self, numbers: &[u32]) -> Vec<&LedgerLine> {
        numbers.iter().map(|&line| self.line(line)).collect()
    }
}

/// A line behind its instant, as lines are sorted.
type DatedLine = (Option<Timestamp>, LedgerLine);

fn dated(line: LedgerLine) -> DatedLine {
    (line.instant(), line)
}

/// Parses a line of a file; none if it is empty, or was cut off at the end of the file.
fn parse_line(line: &[u8]) -> Option<Result<LedgerLine, LineError>> {
    let parsed = match str::from_utf8(line) {
        Ok(line) if is_empty(line) => return None,
        Ok(line) => LedgerLine::parse(line),
        Err(error) if error.error_len().is_none() => Err(LineError::CutOff),
        Err(error) => Err(LineError::Malformed(error.to_string())),
    };
    match parsed {
        Err(LineError::CutOff) if !line.ends_with(b"\n") => None,
        parsed => Some(parsed),
    }
}

/// Returns whether a line has nothing but white space and a byte order mark.
fn is_empty(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim().is_empty()
}

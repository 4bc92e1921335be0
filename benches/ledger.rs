//! Reads and indexes a ledger of 100,000 decisions, and applies it to a report of 2,000 passages.
//!
//! `cargo bench -p ibid --bench ledger`: milliseconds of one run on all threads.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::time::Instant;

use ibid::decisions::{Ledger, LedgerLine};
use ibid::report::{Decision, DocumentReport, Passage, SaidPair};

const LINES: u64 = 100_000;
const PASSAGES: u64 = 2_000;
const PAIRS: u64 = 4;

/// Returns the pair of a number, spread over all hashes.
fn pair(number: u64) -> String {
    let hash = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    format!("{hash:016x}~{:016x}", hash.rotate_left(32))
}

fn main() {
    let line = |number: u64| LedgerLine {
        v: 1,
        at: format!("2026-11-25T{:02}:{:02}:{:02}Z", number / 3600 % 24, number / 60 % 60, number % 60),
        by: ["Ana Reyes", "Bo"][(number / 7 % 2) as usize].into(),
        paper: format!("papers/{}.pdf", number / 1000),
        decision: Some(Decision::ALL[(number % 5) as usize]),
        pairs: (number * PAIRS..(number + 1) * PAIRS).map(pair).collect(),
        says: "The road itself was seldom more than a line of worn stones…".into(),
        source: "library/salt-roads.txt".into(),
        ..LedgerLine::default()
    };
    let file: Vec<u8> = (0..LINES).flat_map(|number| (line(number).to_json() + "\n").into_bytes()).collect();
    let start = Instant::now();
    let ledger = Ledger::parse(&file).expect("the lines are well-formed");
    let read = start.elapsed();

    let passage = |number: u64| Passage {
        taken: vec![[0, 40]],
        said: (0..PAIRS)
            .map(|at| SaidPair {
                pair: pair(number * PAIRS + at),
                words: [at as u32 * 10, at as u32 * 10 + 10],
            })
            .collect(),
        ..Passage::default()
    };
    let passages = (0..PASSAGES).map(passage).collect();
    let mut document = DocumentReport { id: "papers/0.pdf".into(), passages, ..DocumentReport::default() };
    let start = Instant::now();
    ledger.apply(&mut document, None);
    let applied = start.elapsed();
    let decided = document.passages.iter().filter(|passage| passage.decision.is_some()).count();
    println!("{} lines, {:.1} MB: read in {read:.3?}", ledger.lines().len(), file.len() as f64 / 1e6);
    println!("{PASSAGES} passages: applied in {applied:.3?}, {decided} decided");
}

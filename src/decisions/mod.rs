//! The decisions of people on passages: the ledger, and how it is applied to a report.
//!
//! In: the lines of ledgers, and the report of a document. Out: the decision of each passage. A decision is made on
//! *pairs*: the hash of what a sentence of the paper says, and that of its counterpart in the source. It therefore
//! outlasts other settings, other versions of the program and later drafts. No file is read and no clock: the caller
//! does both. `docs/decisions.md` has the format and the rules.
//!
//! - `line`: one line of a ledger
//! - `ledger`: all lines, by pair
//! - `pair_state`: the lines that hold for a pair
//! - `apply`: the decisions of the passages of a report
//! - `agreement`: how far two reviewers agree

mod line;
mod ledger;
mod pair_state;
mod apply;
mod agreement;

pub(crate) use self::apply::Paper;
pub use self::ledger::Ledger;
pub(crate) use self::line::PairKey;
pub use self::line::{LedgerLine, LineError, Signature};

#[cfg(test)]
mod tests;

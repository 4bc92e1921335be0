//! The arguments of `ibid decide` and `ibid decisions`, and the options for the decisions that a report applies.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ibid::report::Decision;

/// The decisions that are applied to a report.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Counting")]
pub(crate) struct Deciding {
    /// Ledger of decisions to apply, or none
    ///
    /// By default, `ibid-decisions.jsonl` is looked for in the folder of the report and in each folder above it, then
    /// from the folder of the first document, then from the current one.
    #[arg(long, value_name = "FILE|none")]
    pub(crate) decisions: Option<PathBuf>,
    /// Also apply the decisions on this earlier draft
    ///
    /// The draft is named by its id in the ledger, or by a report on it. Only words of sentences that are still the
    /// same are taken as decided.
    #[arg(long, value_name = "ID|REPORT", hide_short_help = true)]
    pub(crate) draft_of: Option<String>,
}

/// Decide on passages of a report, for scripts.
///
/// Appends one line per passage to the ledger `ibid-decisions.jsonl`, the nearest in the folder of the report or above,
/// else a new one beside the report. A decision is on the disk before it is shown. The next check, comparison or review
/// of the document applies it; the report itself stays as it is. Deciding again replaces one's earlier decision, and
/// `--as open` withdraws it. Where two people disagree, the passage is disputed and open until a line with --settle.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid decide report.json 12 15-18 --as quotation --note \"named in footnote 12\"
  ibid decide report.json 3 --as common-phrase --everywhere
  ibid decide report.json 12 --as open                  withdraw a decision
  ibid decide class.json 2 --document papers/reyes.pdf --as copied")]
pub(crate) struct Decide {
    /// Report in JSON, as `ibid check --format json` writes it
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// Numbers of passages (`finding` in JSON), e.g. 12 15-18
    #[arg(value_name = "PASSAGE", required = true, value_delimiter = ',', value_parser = passages)]
    pub(crate) passages: Vec<RangeInclusive<u32>>,
    /// Decision on these passages
    #[arg(long = "as", id = "as", value_name = "DECISION")]
    pub(crate) decision: DecisionName,
    /// Reason, for whoever reads the decision
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
    /// Document of the passages, if the report has several
    #[arg(long, value_name = "ID")]
    pub(crate) document: Option<String>,
    /// Person who decides
    ///
    /// By default, this is the value of IBID_REVIEWER, else the `user.name` of git, else the login.
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    /// Decide for all documents that say the same
    ///
    /// Only for common-phrase and ignore, and to withdraw such a decision. Other decisions hold for one document: in
    /// another one, the same words may not be quoted, or may not be the writer's own.
    #[arg(long)]
    pub(crate) everywhere: bool,
    /// Let this decision hold against those of others
    #[arg(long)]
    pub(crate) settle: bool,
    /// Ledger to write [default: nearest `ibid-decisions.jsonl`]
    #[arg(long, value_name = "FILE")]
    pub(crate) decisions: Option<PathBuf>,
}

/// A decision as an option names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DecisionName {
    /// Counts in each figure
    Copied,
    /// Out of "without quotations"
    Quotation,
    /// Out of "without own work"
    OwnWork,
    /// Counts nowhere
    CommonPhrase,
    /// Counts nowhere
    Ignore,
    /// Undecided again: counts as found
    Open,
}

impl DecisionName {
    /// Returns the decision; none for an open passage.
    pub(crate) fn decision(self) -> Option<Decision> {
        Some(match self {
            DecisionName::Copied => Decision::Copied,
            DecisionName::Quotation => Decision::Quotation,
            DecisionName::OwnWork => Decision::OwnWork,
            DecisionName::CommonPhrase => Decision::CommonPhrase,
            DecisionName::Ignore => Decision::Ignore,
            DecisionName::Open => return None,
        })
    }
}

/// Parses the number of a passage, or a range of numbers.
fn passages(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 0 < first && first <= last => Ok(first..=last),
        _ => Err("must be the number of a passage, or a range of numbers as in 15-18".to_owned()),
    }
}

/// List the decisions of a ledger.
///
/// Lists who decided what and when, with the first words of the passage and the note; then counts by decision and by
/// person, and how far each two reviewers agree: the sentence pairs that both decided, those decided alike, and Cohen's
/// kappa. Disputed passages come last.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid decisions
  ibid decisions report.json
  ibid decisions --check                    whether all lines can be read
  ibid decisions --format csv -o decisions.csv")]
pub(crate) struct Decisions {
    /// Ledger, or a report beside or below it [default: nearest `ibid-decisions.jsonl`]
    #[arg(value_name = "LEDGER|REPORT")]
    pub(crate) path: Option<PathBuf>,
    /// Only check that every line can be read
    ///
    /// Also tells of dates in the future, and of a ledger in a git repository whose lines git may fail to merge.
    #[arg(long)]
    pub(crate) check: bool,
    /// Result format
    ///
    /// By default, the extension of --output decides; without --output, the format is text.
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<DecisionsFormat>,
    /// Write the results to this file
    ///
    /// The file is written completely or not at all. A further extension .gz or .zst compresses it.
    #[arg(short, long, alias = "out", value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// A format of decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DecisionsFormat {
    /// For people
    #[default]
    Text,
    /// One JSON value, with counts and agreement
    Json,
    /// One line of JSON per decision
    Jsonl,
    /// One row per decision
    Csv,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_numbers_and_ranges() {
        assert_eq!(passages("12"), Ok(12..=12));
        assert_eq!(passages("15-18"), Ok(15..=18));
        for text in ["", "0", "-3", "3-", "8-3", "x", "1-2-3", "1.5", "99999999999"] {
            assert!(passages(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_decision_has_an_option_of_its_name() {
        let named: Vec<_> = DecisionName::value_variants()
            .iter()
            .filter_map(|name| name.to_possible_value().zip(name.decision()))
            .collect();
        assert_eq!(named.len(), Decision::ALL.len());
        for (value, decision) in named {
            assert_eq!(value.get_name(), decision.name());
        }
    }
}

//! The decisions of a ledger as a list: text, JSON, JSONL and CSV.
//!
//! In: a ledger. Out: its lines in the order of time, each with whether it holds; their counts by decision and by
//! person; how far each two people agree; and the disputes. `docs/decisions.schema.json` is the schema of the JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use ibid::decisions::{Ledger, LedgerLine};
use ibid::report::{Decision, sanitize, shorten, write_value};
use serde::Serialize;

use super::csv_cells::{cell, writer};
use super::decisions::{DecisionMessages, day};
use super::messages::{Language, thousands};
use super::plain::PlainStyle;
use super::wrap::{pad_end, text_cols, wrapped};

/// The version of the schema. It rises when a field changes its meaning or is removed.
const SCHEMA_VERSION: u32 = 1;

/// The decisions of a ledger, with what can be counted of them.
#[derive(Debug, Serialize)]
pub(crate) struct DecisionList<'l> {
    decisions_version: u32,
    path: &'l str,
    hash: String,
    decisions: Vec<DecisionRow<'l>>,
    /// The lines that hold, by decision.
    counts: BTreeMap<&'static str, u64>,
    reviewers: Vec<Reviewer<'l>>,
    agreement: Vec<ReviewerPair<'l>>,
    /// The lines of each dispute.
    disputed: Vec<Vec<&'l LedgerLine>>,
}

/// A line of a ledger, and whether it decides one of its sentence pairs now.
#[derive(Debug, Serialize)]
struct DecisionRow<'l> {
    #[serde(flatten)]
    line: &'l LedgerLine,
    holds: bool,
}

/// A person, and how many of the lines that hold are this person's.
#[derive(Debug, Serialize)]
struct Reviewer<'l> {
    by: &'l str,
    decisions: u64,
}

/// The agreement of two people.
#[derive(Debug, Serialize)]
struct ReviewerPair<'l> {
    one: &'l str,
    other: &'l str,
    /// The sentence pairs that both decided.
    both: u64,
    /// The number of them that both decided alike.
    equal: u64,
    /// Cohen's kappa, rounded to three places; null where it has no value.
    kappa: Option<f64>,
}

impl<'l> DecisionList<'l> {
    /// Lists the decisions of the ledger at this path.
    pub(crate) fn of(ledger: &'l Ledger, path: &'l str) -> DecisionList<'l> {
        // They stand in the same order.
        let mut holding = ledger.holding().into_iter().peekable();
        let row =
            |line| DecisionRow { line, holds: holding.next_if(|next| std::ptr::eq(*next, line)).is_some() };
        let decisions: Vec<DecisionRow<'l>> = ledger.lines().iter().map(row).collect();
        let in_force = || decisions.iter().filter(|row| row.holds && row.line.decision.is_some());
        let mut counts = BTreeMap::new();
        for decision in in_force().filter_map(|row| row.line.decision) {
            *counts.entry(decision.name()).or_insert(0) += 1;
        }
        let people = ledger.reviewers();
        let decided_by = |by: &&'l str| in_force().filter(|row| row.line.by == *by).count() as u64;
        let reviewers = people.iter().map(|by| Reviewer { by, decisions: decided_by(by) }).collect();
        let pairs = people
            .iter()
            .enumerate()
            .flat_map(|(at, one)| people.iter().skip(at + 1).map(move |other| (*one, *other)));
        let agreement = pairs
            .map(|(one, other)| {
                let agreement = ledger.agreement(one, other);
                let kappa = agreement.kappa.map(|kappa| (kappa * 1000.0).round() / 1000.0);
                ReviewerPair { one, other, both: agreement.both, equal: agreement.equal, kappa }
            })
            .filter(|pair| pair.both > 0)
            .collect();
        DecisionList {
            decisions_version: SCHEMA_VERSION,
            path,
            hash: ledger.hash(),
            counts,
            reviewers,
            agreement,
            disputed: ledger.disputes(),
            decisions,
        }
    }

    /// Writes one JSON value.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_value(self, out)?;
        writeln!(out)
    }

    /// Writes one line of JSON per decision.
    pub(crate) fn write_jsonl(&self, out: &mut dyn Write) -> io::Result<()> {
        self.decisions.iter().try_for_each(|row| {
            write_value(row, out)?;
            writeln!(out)
        })
    }

    /// Writes one row per decision, below the names of the columns.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = writer(out)?;
        rows.write_record([
            "at",
            "by",
            "paper",
            "as",
            "holds",
            "everywhere",
            "settles",
            "says",
            "source",
            "note",
        ])?;
        for DecisionRow { line, holds } in &self.decisions {
            let yes = |is: bool| if is { "true" } else { "false" };
            rows.write_record([
                &*cell(&line.at),
                &*cell(&line.by),
                &*cell(&line.paper),
                line.decision.map_or("open", |decision| decision.name()),
                yes(*holds),
                yes(line.everywhere),
                yes(line.settles),
                &*cell(&line.says),
                &*cell(&line.source),
                &*cell(&line.note),
            ])?;
        }
        rows.flush()
    }

    /// Writes the decisions for people: each with its author, day, first words and note, then the counts.
    pub(crate) fn write_text(&self, style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        let language = style.language;
        let messages = DecisionMessages(language);
        for DecisionRow { line, holds } in &self.decisions {
            let replaced = if *holds || line.decision.is_none() { "" } else { messages.replaced() };
            let everywhere = if line.everywhere { messages.everywhere() } else { "" };
            let settles = if line.settles { messages.settles() } else { "" };
            let marks = [replaced, everywhere, settles].concat();
            let head = format!("{}  {}", day(&line.at), decision_of(line, language));
            let about = format!("{head}{marks}, {}: {}", sanitize(&line.by), sanitize(&line.paper));
            write_wrapped(&about, "", style, out)?;
            for text in [&line.says, &line.note].into_iter().filter(|text| !text.is_empty()) {
                let most = if style.whole { usize::MAX } else { 2 * style.width_cols };
                write_wrapped(&shorten(&sanitize(text), most), "    ", style, out)?;
            }
        }
        if !self.decisions.is_empty() {
            writeln!(out)?;
        }
        let in_force: u64 = self.counts.values().sum();
        writeln!(out, "{}", messages.in_force(in_force, thousands(self.decisions.len() as u64)))?;
        self.write_counts(language, out)?;
        for pair in &self.agreement {
            let kappa =
                pair.kappa.map_or_else(|| messages.no_kappa().to_owned(), |kappa| format!("{kappa:.2}"));
            let [one, other] = [pair.one, pair.other].map(sanitize);
            let said = messages.agreement(one, other, thousands(pair.both), thousands(pair.equal), kappa);
            write_wrapped(&said, "  ", style, out)?;
        }
        if !self.disputed.is_empty() {
            writeln!(out, "{}", messages.disputes(self.disputed.len() as u64))?;
        }
        for lines in &self.disputed {
            let sides: Vec<String> = lines
                .iter()
                .map(|line| format!("{} ({})", decision_of(line, language), sanitize(&line.by)))
                .collect();
            let Some(first) = lines.first() else { continue };
            let said =
                format!("{}: {}: {}", sanitize(&first.paper), sides.join(" / "), sanitize(&first.says));
            write_wrapped(&said, "  ", style, out)?;
        }
        Ok(())
    }

    /// Writes how many of the lines that hold have each decision, and each author.
    fn write_counts(&self, language: Language, out: &mut dyn Write) -> io::Result<()> {
        let by_decision = Decision::ALL.into_iter().filter_map(|decision| {
            Some((language.decision(Some(decision)).to_owned(), *self.counts.get(decision.name())?))
        });
        let by_person =
            self.reviewers.iter().map(|reviewer| (sanitize(reviewer.by).into_owned(), reviewer.decisions));
        let rows: Vec<(String, u64)> = by_decision.chain(by_person).collect();
        let name_cols = rows.iter().map(|(name, _)| text_cols(name)).max().unwrap_or(0);
        rows.iter().try_for_each(|(name, count)| {
            writeln!(out, "  {}{:>9}", pad_end(name, name_cols + 2), thousands(*count))
        })
    }
}

/// Returns the name of a line's decision.
fn decision_of(line: &LedgerLine, language: Language) -> &'static str {
    language.decision(line.decision)
}

fn write_wrapped(text: &str, indent: &str, style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
    wrapped(text, style.width_cols - indent.len()).iter().try_for_each(|line| writeln!(out, "{indent}{line}"))
}

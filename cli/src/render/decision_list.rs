//! The decisions of a ledger as a list: text, JSON, JSONL and CSV.
//!
//! In: a ledger. Out: its lines in the order of time, each with whether it holds; their counts by decision and by
//! person; how far each two people agree; and the disputes. `docs/decisions.schema.json` is the schema of the JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use ibid::decisions::{Ledger, LedgerLine};
use ibid::report::{Decision, sanitize, shorten, write_value};
use serde::Serialize;

use super::csv_cells::{cell, writer};
use super::decisions::{DecisionMessages, day};
use super::messages::{Language, thousands};
use super::plain::PlainStyle;
use super::wrap::{pad_end, widest, wrapped};

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
        let mut decisions = vec![];
        let mut counts = BTreeMap::new();
        let mut by_person: BTreeMap<&str, u64> = BTreeMap::new();
        for line in ledger.lines() {
            let holds = holding.next_if(|next| std::ptr::eq(*next, line)).is_some();
            if holds && let Some(decision) = line.decision {
                *counts.entry(decision.name()).or_insert(0) += 1;
                *by_person.entry(&line.by).or_insert(0) += 1;
            }
            decisions.push(DecisionRow { line, holds });
        }
        let people = ledger.reviewers();
        let (mut reviewers, mut agreement) = (vec![], vec![]);
        for (at, &by) in people.iter().enumerate() {
            reviewers.push(Reviewer { by, decisions: by_person.get(by).copied().unwrap_or(0) });
            agreement.extend(people[at + 1..].iter().filter_map(|other| ReviewerPair::of(ledger, by, other)));
        }
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
        for row in &self.decisions {
            write_value(row, out)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes one row per decision, below the names of the columns.
    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = writer(out)?;
        rows.write_record("at,by,paper,as,holds,everywhere,settles,says,source,note".split(','))?;
        for DecisionRow { line, holds } in &self.decisions {
            rows.write_record([
                &*cell(&line.at),
                &*cell(&line.by),
                &*cell(&line.paper),
                line.decision.map_or("open", Decision::name),
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
            let head = format!("{}  {}", day(&line.at), language.decision(line.decision));
            let about = format!("{head}{marks}, {}: {}", sanitize(&line.by), sanitize(&line.paper));
            write_wrapped(&about, "", style, out)?;
            for text in [&line.says, &line.note] {
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
            let kappa = match pair.kappa {
                Some(kappa) => format!("{kappa:.2}"),
                None => messages.no_kappa().to_owned(),
            };
            let [one, other] = [pair.one, pair.other].map(sanitize);
            let said = messages.agreement(one, other, thousands(pair.both), thousands(pair.equal), kappa);
            write_wrapped(&said, "  ", style, out)?;
        }
        if !self.disputed.is_empty() {
            writeln!(out, "{}", messages.disputes(self.disputed.len() as u64))?;
        }
        for lines in &self.disputed {
            let Some(first) = lines.first() else { continue };
            let mut sides = vec![];
            for line in lines {
                sides.push(format!("{} ({})", language.decision(line.decision), sanitize(&line.by)));
            }
            let said =
                format!("{}: {}: {}", sanitize(&first.paper), sides.join(" / "), sanitize(&first.says));
            write_wrapped(&said, "  ", style, out)?;
        }
        Ok(())
    }

    /// Writes how many of the lines that hold have each decision, and each author.
    fn write_counts(&self, language: Language, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = vec![];
        for decision in Decision::ALL {
            if let Some(&count) = self.counts.get(decision.name()) {
                rows.push((Cow::Borrowed(language.decision(Some(decision))), count));
            }
        }
        for reviewer in &self.reviewers {
            rows.push((sanitize(reviewer.by), reviewer.decisions));
        }
        let name_cols = widest(rows.iter().map(|(name, _)| &**name)) + 2;
        for (name, count) in rows {
            writeln!(out, "  {}{:>9}", pad_end(&name, name_cols), thousands(count))?;
        }
        Ok(())
    }
}

impl<'l> ReviewerPair<'l> {
    /// Compares the decisions of two people; none if they decided no sentence pair both.
    fn of(ledger: &Ledger, one: &'l str, other: &'l str) -> Option<ReviewerPair<'l>> {
        let agreement = ledger.agreement(one, other);
        let kappa = agreement.kappa.map(|kappa| (kappa * 1000.0).round() / 1000.0);
        let pair = ReviewerPair { one, other, both: agreement.both, equal: agreement.equal, kappa };
        (pair.both > 0).then_some(pair)
    }
}

fn yes(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}

fn write_wrapped(text: &str, indent: &str, style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
    for line in wrapped(text, style.width_cols - indent.len()) {
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

//! `ibid decide`: decisions on passages of a report, for scripts.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

use ibid::decisions::{LedgerLine, Signature};
use ibid::report::{Decision, DocumentReport, Report, sanitize};

use crate::applied_decisions::folders;
use crate::args::Decide;
use crate::exit::{Exit, Failure};
use crate::ledger_file::{LedgerFile, NAME};
use crate::render::DecisionMessages;
use crate::report_file::read_named_report;
use crate::reviewer;
use crate::settings::Session;

/// The most bytes of a note.
const MOST_NOTE_BYTES: usize = LedgerLine::MOST_NOTE_BYTES;

pub(super) fn run(session: &Session, command: &Decide) -> anyhow::Result<Exit> {
    let decision = command.decision.decision();
    let note = command.note.as_deref().unwrap_or_default();
    expect_allowed(command, decision, note)?;
    let by = reviewer::name(command.by.as_deref())?;
    let report = read_named_report(&command.report)?;
    let document = find_document(&report, command)?;
    let findings = find_passages(document, command)?;
    let file = ledger_of(command)?;
    if file.path().exists() {
        file.read()?;
    }
    let mut lines = vec![];
    for &number in &findings {
        let signature = Signature { by: by.clone(), note: note.to_owned(), ..Signature::default() };
        let line = LedgerLine::of_findings(document, &[number], decision, signature);
        if line.pairs.is_empty() {
            return Err(Failure::inputs(format!(
                "{:?} has no sentence pairs for passage {number}, on which decisions are made; make the report anew \
                 with `ibid check --format json`",
                command.report
            )));
        }
        lines.push(LedgerLine { everywhere: command.everywhere, settles: command.settle, ..line });
    }
    let lines = file.append(lines)?;
    if !session.quiet {
        let messages = DecisionMessages(session.language);
        let mut text = String::new();
        for (number, line) in findings.iter().zip(&lines) {
            let name = session.language.decision(line.decision);
            text += &format!("{}\n", messages.decided_now(number, name, sanitize(&line.says)));
        }
        let path = file.path().display().to_string();
        text += &format!("{}\n", messages.saved(lines.len() as u64, sanitize(&by), sanitize(&path)));
        super::print(text)?;
    }
    Ok(Exit::Done)
}

/// Fails for options that make no sense together, and for a note that is too long.
fn expect_allowed(command: &Decide, decision: Option<Decision>, note: &str) -> anyhow::Result<()> {
    let may_hold_everywhere = matches!(decision, None | Some(Decision::CommonPhrase | Decision::Ignore));
    if command.everywhere && !may_hold_everywhere {
        return Err(Failure::usage("--everywhere goes with --as common-phrase, ignore or open only"));
    }
    if note.len() > MOST_NOTE_BYTES {
        let bytes = note.len();
        return Err(Failure::usage(format!(
            "--note has {bytes} bytes, and {MOST_NOTE_BYTES} are allowed; shorten it"
        )));
    }
    Ok(())
}

/// Returns the document that is named, else the only one.
fn find_document<'r>(report: &'r Report, command: &Decide) -> anyhow::Result<&'r DocumentReport> {
    let path = &command.report;
    match (&command.document, report.documents.as_slice()) {
        (None, [document]) => Ok(document),
        (None, documents) => Err(Failure::usage(format!(
            "{path:?} has {} documents; name the one of the passages with --document",
            documents.len()
        ))),
        (Some(id), documents) => match documents.iter().find(|document| document.id == *id) {
            Some(document) => Ok(document),
            None => {
                let known = documents.iter().take(3).map(|document| format!("{:?}", document.id));
                let known = known.collect::<Vec<_>>().join(", ");
                Err(Failure::usage(format!("{path:?} has no document {id:?}; it has {known}")))
            }
        },
    }
}

/// Returns the numbers that are asked for, each once.
fn find_passages(document: &DocumentReport, command: &Decide) -> anyhow::Result<BTreeSet<u32>> {
    let mut known: BTreeSet<u32> = document.passages.iter().map(|passage| passage.finding).collect();
    known.remove(&0);
    let (mut found, mut missing) = (BTreeSet::new(), vec![]);
    for range in &command.passages {
        found.extend(known.range(range.clone()));
        missing.extend(gaps(range, &known));
    }
    if missing.is_empty() {
        return Ok(found);
    }
    let (id, missing) = (&document.id, missing.join(", "));
    Err(Failure::usage(match known.first().zip(known.last()) {
        Some((first, last)) => {
            format!(
                "{id:?} has no passage {missing}; its passages are {first} to {last}; nothing was decided"
            )
        }
        None => format!("{id:?} has no passage {missing}: it has none; nothing was decided"),
    }))
}

/// Lists the numbers of a range that are not known, as numbers and ranges.
fn gaps(range: &RangeInclusive<u32>, known: &BTreeSet<u32>) -> Vec<String> {
    let after = u64::from(*range.end()) + 1;
    let mut start = u64::from(*range.start());
    let mut gaps = vec![];
    for number in known.range(range.clone()).copied().map(u64::from).chain([after]) {
        match number - start {
            0 => {}
            1 => gaps.push(start.to_string()),
            _ => gaps.push(format!("{start}-{}", number - 1)),
        }
        start = number + 1;
    }
    gaps
}

/// Returns the ledger that is named, else the nearest of the report, else a new one beside it.
fn ledger_of(command: &Decide) -> anyhow::Result<LedgerFile> {
    match command.decisions.as_deref() {
        Some(path) if path == Path::new("none") => {
            Err(Failure::usage("--decisions must name a file: a decision has to stand somewhere"))
        }
        Some(path) => Ok(LedgerFile::at(path)),
        None => {
            let nearest = LedgerFile::nearest(&folders(Some(&command.report), None));
            Ok(nearest.unwrap_or(LedgerFile::at(command.report.with_file_name(NAME))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_numbers_are_told_as_ranges() {
        let known = BTreeSet::from([1, 2, 3, 5]);
        for (range, expected) in [
            (1..=3, vec![]),
            (4..=4, vec!["4"]),
            (3..=9, vec!["4", "6-9"]),
            (6..=u32::MAX, vec!["6-4294967295"]),
            (1..=5, vec!["4"]),
        ] {
            assert_eq!(gaps(&range, &known), expected, "{range:?}");
        }
    }
}

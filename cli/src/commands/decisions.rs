//! `ibid decisions`: the decisions of a ledger, their counts, and how far reviewers agree.

use std::path::Path;
use std::process::Command;

use crate::applied_decisions::{folders, in_future};
use crate::args::{Decisions, DecisionsFormat};
use crate::atomic_file::folder_of;
use crate::exit::{self, Exit, Failure};
use crate::ledger_file::{LedgerFile, NAME};
use crate::output::{Output, format_of_name};
use crate::render::{DecisionList, DecisionMessages};
use crate::report_file::Content;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Decisions) -> anyhow::Result<Exit> {
    let file = find(command.path.as_deref())?;
    let ledger = file.read()?;
    let path = file.path().display().to_string();
    let mut output = Output::open(command.output.as_deref())?;
    let future = in_future(&ledger, file.path());
    if command.check {
        let lines = ledger.lines().len().to_string();
        let text = DecisionMessages(session.language).reads_well(&path, lines);
        output.with(|out| writeln!(out, "{text}"))?;
        output.finish()?;
        let is_unmerged = git_may_fail(file.path());
        exit::say_all(&future);
        if is_unmerged {
            exit::say(&no_union(file.path()));
        }
        return Ok(if future.is_none() && !is_unmerged { Exit::Done } else { Exit::Holds });
    }
    let list = DecisionList::of(&ledger, &path);
    output.with(|out| match format(command) {
        DecisionsFormat::Text => list.write_text(session.style(false, command.output.is_some()), out),
        DecisionsFormat::Json => list.write_json(out),
        DecisionsFormat::Jsonl => list.write_jsonl(out),
        DecisionsFormat::Csv => list.write_csv(out),
    })?;
    output.finish()?;
    exit::say_all(&future);
    Ok(Exit::Done)
}

/// Returns the ledger that is named, else the nearest one of a report, or here.
fn find(path: Option<&Path>) -> anyhow::Result<LedgerFile> {
    let file = path.filter(|path| !path.is_dir());
    if let Some(file) = file
        && Content::of(file) != Content::Report
    {
        return Ok(LedgerFile::at(file));
    }
    match LedgerFile::nearest(&folders(file, path)) {
        Some(nearest) => Ok(nearest),
        None => Err(Failure::inputs(format!(
            "there is no {NAME} here or above; `ibid decide` makes one, or name another file"
        ))),
    }
}

/// Returns the format that was asked for, else the one that the name of the file promises.
fn format(command: &Decisions) -> DecisionsFormat {
    let by_name = command.output.as_deref().and_then(format_of_name);
    command.format.or(by_name).unwrap_or_default()
}

/// Returns whether a file is in a git repository that does not merge its lines.
fn git_may_fail(path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    let git = Command::new("git")
        .current_dir(folder_of(path))
        .args(["check-attr", "merge", "--"])
        .arg(name)
        .output();
    let Ok(output) = git else { return false };
    output.status.success() && !output.stdout.ends_with(b": merge: union\n")
}

fn no_union(path: &Path) -> String {
    format!("{path:?}: git may show conflicts in it; add the line `{NAME} merge=union` to .gitattributes")
}

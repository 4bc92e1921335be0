//! The commands, one file each: settings in, exit code out.

mod add;
mod among;
mod calibrate;
mod check;
mod compare;
mod completions;
mod decide;
mod decisions;
mod dedup;
mod diff;
mod info;
mod list;
mod live_check;
mod man;
mod read;
mod rebuild;
mod remove;
mod rescore;
mod review;
mod review_files;
mod review_report;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod trace;
mod trace_review;
mod verify;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::{
    Arguments, Calibrate, Check, Command, Compare, DecisionsFormat, Dedup, DiffFormat, Format, Info, List,
    Read, Rescore, Show,
};
use crate::exit::{self, Exit};
use crate::output::Output;
use crate::render::TraceFormat;
use crate::report_form::ReportFormat;
use crate::settings::Session;
use crate::{interrupt, language, output};

/// Runs the command that was given.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    interrupt::install();
    exit::speak(language::chosen(arguments.global.lang));
    expect_written(&arguments.command)?;
    let session = || Session::new(&arguments.global);
    match arguments.command {
        Command::Add(command) => add::run(&session()?, command),
        Command::Remove(command) => remove::run(&session()?, &command),
        Command::List(command) => list::run(&session()?, &command),
        Command::Show(command) => show::run(&session()?, &command),
        Command::Read(command) => read::run(&session()?, &command),
        Command::Info(command) => info::run(&session()?, &command),
        Command::Rebuild(command) => rebuild::run(&session()?, &command),
        Command::Check(command) => check::run(&session()?, &command),
        Command::Compare(command) => compare::run(&session()?, &command),
        Command::Rescore(command) => rescore::run(&session()?, &command),
        Command::Trace(command) => trace::run(&session()?, &command),
        Command::Dedup(command) => dedup::run(&session()?, &command),
        Command::Review(command) => review::run(&session()?, &command),
        Command::Decide(command) => decide::run(&session()?, &command),
        Command::Decisions(command) => decisions::run(&session()?, &command),
        Command::Diff(command) => diff::run(&session()?, &command),
        Command::Verify(command) => verify::run(&session()?, &command),
        Command::Calibrate(command) => calibrate::run(&session()?, &command),
        #[cfg(feature = "serve")]
        Command::Serve(command) => serve::run(session()?, &command),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) => Err(crate::exit::Failure::usage(format!(
            "`ibid serve` needs the feature \"serve\"; {}",
            crate::advice::INSTALL
        ))),
        Command::Completions(command) => completions::run(&command),
        Command::Man(command) => man::run(&command),
    }
}

/// Prints a text on standard output.
fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut output = Output::open(None)?;
    output.with(|out| out.write_all(text.as_ref()))?;
    output.finish()
}

/// Refuses an output whose name promises a format that the command does not write.
fn expect_written(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::List(List { listing, .. })
        | Command::Show(Show { listing, .. })
        | Command::Read(Read { listing, .. })
        | Command::Info(Info { listing, .. })
        | Command::Dedup(Dedup { listing, .. })
        | Command::Calibrate(Calibrate { listing, .. }) => expect_format::<Format>(&listing.output),
        Command::Diff(diff) => expect_format::<DiffFormat>(&diff.output),
        Command::Check(Check { reporting, .. })
        | Command::Compare(Compare { reporting, .. })
        | Command::Rescore(Rescore { reporting, .. }) => expect_format::<ReportFormat>(&reporting.output),
        Command::Trace(trace) => expect_format::<TraceFormat>(&trace.tracing.output),
        Command::Decisions(decisions) => expect_format::<DecisionsFormat>(&decisions.output),
        _ => Ok(()),
    }
}

/// Refuses an output, if there is one, whose name promises a format other than those of `F`.
fn expect_format<F: ValueEnum>(output: &Option<PathBuf>) -> anyhow::Result<()> {
    match output {
        Some(path) => output::expect_written::<F>(path),
        None => Ok(()),
    }
}

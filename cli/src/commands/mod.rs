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

use crate::args::{
    Arguments, Calibrate, Check, Command, Compare, DecisionsFormat, Dedup, DiffFormat, Format, Info, List,
    Read, ReportFormat, Rescore, Show, TraceFormat,
};
use crate::exit::{self, Exit};
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

/// Refuses an output whose name promises a format that the command does not write.
fn expect_written(command: &Command) -> anyhow::Result<()> {
    let listing = match command {
        Command::List(List { listing, .. })
        | Command::Show(Show { listing, .. })
        | Command::Read(Read { listing, .. })
        | Command::Info(Info { listing, .. })
        | Command::Dedup(Dedup { listing, .. })
        | Command::Calibrate(Calibrate { listing, .. }) => listing,
        Command::Diff(diff) => {
            let output = diff.output.as_deref();
            return output.map_or(Ok(()), |path| output::expect_written(path, DiffFormat::of_name));
        }
        Command::Check(Check { reporting, .. })
        | Command::Compare(Compare { reporting, .. })
        | Command::Rescore(Rescore { reporting, .. }) => {
            let output = reporting.output.as_deref();
            return output.map_or(Ok(()), |path| output::expect_written(path, ReportFormat::of_name));
        }
        Command::Trace(trace) => {
            let output = trace.tracing.output.as_deref();
            return output.map_or(Ok(()), |path| output::expect_written(path, TraceFormat::of_name));
        }
        Command::Decisions(decisions) => {
            let output = decisions.output.as_deref();
            return output.map_or(Ok(()), |path| output::expect_written(path, DecisionsFormat::of_name));
        }
        _ => return Ok(()),
    };
    listing.output.as_deref().map_or(Ok(()), |path| output::expect_written(path, Format::of_name))
}

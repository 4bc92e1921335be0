//! The commands, one file each: settings in, exit code out.

mod add;
mod among;
mod calibrate;
mod check;
mod compare;
mod completions;
mod dedup;
mod info;
mod list;
mod man;
mod read;
mod rebuild;
mod remove;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod trace;
mod trace_review;

use crate::args::{Arguments, Command};
use crate::exit::Exit;
use crate::interrupt;
use crate::settings::Session;

/// Runs the command that was given.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Exit> {
    interrupt::install();
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
        Command::Trace(command) => trace::run(&session()?, &command),
        Command::Dedup(command) => dedup::run(&session()?, &command),
        Command::Review(command) => review::run(&session()?, &command),
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

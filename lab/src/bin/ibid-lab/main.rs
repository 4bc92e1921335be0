//! The program `ibid-lab`: arguments in, tables out. The measurements are made in the library `ibid_lab`.

mod alignment;
mod args;
mod dedup;
mod features;
mod gold;
mod labelled;
mod output;
mod pairs;
mod sentences;

use std::process::ExitCode;

use clap::Parser;
use ibid::{Error, ErrorKind};

use self::args::{Arguments, Command};

/// The exit code for a request that makes no sense, and for a failure.
const FAILED: u8 = 2;
/// The exit code if an input could not be read.
const INPUTS: u8 = 3;

/// The outcome of reading the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    All,
    Some,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(Read::All) => ExitCode::SUCCESS,
        Ok(Read::Some) => ExitCode::from(INPUTS),
        Err(error) => {
            say(&error);
            let is_input =
                error.downcast_ref::<Error>().is_some_and(|error| error.kind() == ErrorKind::Input);
            ExitCode::from(if is_input { INPUTS } else { FAILED })
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<Read> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads as usize);
    threads.build_global()?;
    match &arguments.command {
        Command::Features(command) => features::run(command)?,
        Command::Gold(command) => gold::run(command)?,
        Command::Sentences(command) => sentences::run(command)?,
        Command::Pairs(command) => pairs::run(command)?,
        Command::Alignment(command) => return alignment::run(command),
        Command::Dedup(command) => return dedup::run(command),
    }
    Ok(Read::All)
}

/// Reports an error on standard error.
#[expect(clippy::print_stderr, reason = "this is where a program says it")]
fn say(error: &anyhow::Error) {
    match error.downcast_ref::<Error>() {
        Some(Error::Setting { setting, why }) => eprintln!("ibid-lab: --{} {why}", setting.replace('_', "-")),
        _ => eprintln!("ibid-lab: {error:#}"),
    }
}

//! The program `ibid`: arguments in, exit code out. Everything it can do, the library `ibid` does.

mod exit;
mod args;
mod config;
mod location;
mod leftovers;
mod settings;
mod stop;
mod spool;
#[cfg(feature = "parquet")]
mod table;
mod input;
mod output;
mod progress;
mod plot;
mod tui;
mod commands;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    exit::run(|| {
        let arguments = args::Arguments::parse();
        commands::run(arguments)
    })
}

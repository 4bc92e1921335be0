//! The program `ibid`: arguments in, exit code out. Everything it can do, the library `ibid` does.

mod exit;
mod args;
mod config;
mod location;
mod settings;
mod whole;
mod stop;
mod spool;
#[cfg(feature = "parquet")]
mod table;
#[cfg(feature = "parquet")]
mod rows;
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

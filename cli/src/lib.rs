//! The program `ibid`: arguments in, exit code out. All of its work is done by the library `ibid`.

#[macro_use]
mod render;
mod advice;
mod catalog;
mod exit;
mod args;
mod json_report;
mod language;
mod location;
mod config;
mod shown_id;
mod settings;
mod help;
mod atomic_file;
mod protected;
mod interrupt;
mod input_spool;
#[cfg(feature = "parquet")]
mod table;
#[cfg(feature = "parquet")]
mod rows;
mod input;
mod document_finder;
mod report_spool;
mod report_file;
mod report_form;
mod ledger_file;
mod reviewer;
mod baseline;
mod applied_decisions;
mod verification;
mod report_diff;
mod text_report;
mod markdown_report;
mod anonymous;
mod page_report;
mod output;
#[cfg(feature = "papers")]
mod papers;
mod progress;
mod messages;
mod watched_file;
mod editor;
mod tui;
mod review_file;
mod commands;

use std::io::Write;
use std::process::ExitCode;

use crate::render::Language;
use anyhow::Context;

pub use config::check as check_config;
pub use render::{show_report, show_traces};

/// Runs the command that the arguments of the process name, and returns the exit code.
pub fn run() -> ExitCode {
    exit::run(|| {
        #[cfg(feature = "papers")]
        if let Some(asked) = papers::asked_for(std::env::args_os()) {
            return papers::answer(&asked);
        }
        interrupt::survive_file_size_limits();
        interrupt::survive_memory_limits();
        let lang = language::asked_for(std::env::args_os().skip(1))?;
        exit::speak(language::chosen(lang));
        match config::arguments(std::env::args_os().collect()) {
            Ok(arguments) => commands::run(arguments),
            Err(error) => say(&error.downcast::<clap::Error>()?),
        }
    })
}

/// Prints an answer of the command line: help and version on standard output, wrong arguments on standard error.
fn say(answer: &clap::Error) -> anyhow::Result<exit::Exit> {
    let written = match exit::language() {
        Language::Chinese if help::is_help(answer) => help::write(std::env::args_os()),
        Language::Chinese if answer.use_stderr() => {
            let said = catalog::answer_in_chinese(&answer.to_string());
            std::io::stderr().write_all(said.as_bytes())
        }
        _ => answer.print().and_then(|()| std::io::stdout().flush()),
    };
    if answer.use_stderr() {
        // If standard error is gone, there is nobody to tell.
        return Ok(exit::Exit::Usage);
    }
    written.context("cannot write standard output")?;
    Ok(exit::Exit::Done)
}

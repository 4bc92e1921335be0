//! `ibid man`: manual pages.

use std::fs;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man as Page;

use crate::args::{Arguments, Man};
use crate::exit::{Exit, Failure};
use crate::output::Output;

pub(super) fn run(command: &Man) -> anyhow::Result<Exit> {
    // The command that shows help for the others has no page of its own.
    let whole = Arguments::command().disable_help_subcommand(true);
    if let Some(dir) = &command.all {
        let written = fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(whole, dir));
        written.with_context(|| format!("cannot write manual pages into {dir:?}"))?;
        return Ok(Exit::Done);
    }
    let mut whole = whole;
    whole.build();
    let page = match &command.command {
        None => whole,
        Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::usage(format!("there is no command \"{name}\"; `ibid --help` lists the commands"))
        })?,
    };
    let mut text = vec![];
    Page::new(page).render(&mut text)?;
    let mut output = Output::open(None)?;
    output.with(|out| out.write_all(&text))?;
    output.finish()?;
    Ok(Exit::Done)
}

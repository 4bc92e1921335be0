//! `ibid man`: manual pages.

use clap::CommandFactory;
use clap_mangen::Man as Page;

use crate::args::{Arguments, Man};
use crate::exit::{Exit, Failure};
use crate::output::Output;

pub(super) fn run(command: &Man) -> anyhow::Result<Exit> {
    let whole = Arguments::command();
    if let Some(dir) = &command.all {
        clap_mangen::generate_to(whole, dir)
            .map_err(|error| Failure::usage(format!("cannot write manual pages into {dir:?}: {error}")))?;
        return Ok(Exit::Done);
    }
    let mut whole = whole;
    whole.build();
    let page = match &command.command {
        None => whole,
        Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::usage(format!("there is no command \"{name}\"; `ibid --help` lists them"))
        })?,
    };
    let mut text = vec![];
    Page::new(page).render(&mut text)?;
    let mut output = Output::open(None)?;
    output.with(|out| out.write_all(&text))?;
    output.finish()?;
    Ok(Exit::Done)
}

//! `ibid man`: manual pages.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man as Page;

use crate::args::{Arguments, Man};
use crate::exit::{Exit, Failure};
use crate::output::write_file;

pub(super) fn run(command: &Man) -> anyhow::Result<Exit> {
    // The `help` subcommand has no page.
    let whole = in_full(Arguments::command()).disable_help_subcommand(true);
    if let Some(dir) = &command.all {
        fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {dir:?}"))?;
        let mut whole = whole;
        whole.build();
        write_all(whole, dir)?;
        return Ok(Exit::Done);
    }
    let mut whole = whole;
    whole.build();
    let page = match &command.command {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let why = format!("there is no command \"{name}\"; `ibid --help` lists the commands");
                return Err(Failure::usage(why));
            }
        },
    };
    let mut text = vec![];
    Page::new(page).render(&mut text)?;
    super::print(text)?;
    Ok(Exit::Done)
}

/// Shows all options: a page leaves out the text of an option that the short help hides.
fn in_full(command: clap::Command) -> clap::Command {
    command.mut_args(|option| option.hide_short_help(false)).mut_subcommands(in_full)
}

/// Writes the pages of a command and of its subcommands to a folder.
fn write_all(command: clap::Command, dir: &Path) -> anyhow::Result<()> {
    for inner in command.get_subcommands() {
        write_all(inner.clone(), dir)?;
    }
    let page = Page::new(command);
    let mut text = vec![];
    page.render(&mut text)?;
    write_file(&dir.join(page.get_filename()), &text)
}

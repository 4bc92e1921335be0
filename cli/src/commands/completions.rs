//! `ibid completions`: completions for a shell.

use clap::CommandFactory;

use crate::args::{Arguments, Completions};
use crate::exit::Exit;

pub(super) fn run(command: &Completions) -> anyhow::Result<Exit> {
    // Written to memory first: the generator panics if a pipe is closed.
    let mut script = vec![];
    clap_complete::generate(command.shell, &mut Arguments::command(), "ibid", &mut script);
    super::print(script)?;
    Ok(Exit::Done)
}

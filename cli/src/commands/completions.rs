//! `ibid completions`: completions for a shell.

use clap::CommandFactory;

use crate::args::{Arguments, Completions};
use crate::exit::Exit;
use crate::output::Output;

pub(super) fn run(command: &Completions) -> anyhow::Result<Exit> {
    // Written to memory first: the generator panics if a pipe is closed.
    let mut script = vec![];
    clap_complete::generate(command.shell, &mut Arguments::command(), "ibid", &mut script);
    let mut output = Output::open(None)?;
    output.with(|out| out.write_all(&script))?;
    output.finish()?;
    Ok(Exit::Done)
}

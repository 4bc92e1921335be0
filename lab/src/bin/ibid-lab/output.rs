//! Results, on standard output or in a file, and pictures beside them.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use ibid_plot::{Figure, Plot};

use crate::args::{Format, Listing};

/// Writes results to standard output, or to the file that was given.
pub(crate) fn write(
    listing: &Listing,
    results: impl FnOnce(Format, &mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = vec![];
    results(listing.format(), &mut out)?;
    match &listing.output {
        Some(path) => write_file(path, &out),
        None => print(|stdout| stdout.write_all(&out)),
    }
}

/// Writes to standard output.
pub(crate) fn print(results: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    results(&mut out).and_then(|()| out.flush()).context("cannot write standard output")
}

/// Writes a file.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {path:?}"))
}

/// Checks that figures can be drawn, if they are asked for.
pub(crate) fn plot(path: Option<&Path>) -> anyhow::Result<Option<Plot>> {
    path.map(Plot::new).transpose().map_err(|refused| anyhow::anyhow!("--plot {refused}"))
}

/// Draws figures.
pub(crate) fn draw(plot: Option<Plot>, figures: &[Figure]) -> anyhow::Result<()> {
    let Some(plot) = plot else { return Ok(()) };
    write_file(plot.path(), &plot.draw(figures).map_err(anyhow::Error::msg)?)
}

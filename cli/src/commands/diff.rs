//! `ibid diff`: what appeared, is gone, has changed or moved between two reports.

use std::path::Path;

use ibid::report::write_value;

use crate::args::{Diff, DiffFormat};
use crate::exit::{Exit, Failure};
use crate::output::{Output, format_of_name};
use crate::render::{write_diff_markdown, write_diff_text};
use crate::report_diff::{OpenedReport, compare};
use crate::report_file::read_named_report;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Diff) -> anyhow::Result<Exit> {
    let stdin = Path::new("-");
    if command.old == stdin && command.new == stdin {
        return Err(Failure::usage("standard input (-) can be read once; name a file for one of the two"));
    }
    let (old, new) = (read_named_report(&command.old)?, read_named_report(&command.new)?);
    let diff = compare(
        OpenedReport { path: &command.old, report: &old },
        OpenedReport { path: &command.new, report: &new },
    );
    drop((old, new));
    let mut output = Output::open(command.output.as_deref())?;
    let style = session.style(false, output.is_file());
    let by_name = command.output.as_deref().and_then(format_of_name);
    output.with(|out| match command.format.or(by_name).unwrap_or_default() {
        DiffFormat::Text => write_diff_text(&diff, style, out),
        DiffFormat::Md => write_diff_markdown(&diff, session.language, out),
        DiffFormat::Json => {
            write_value(&diff, out)?;
            writeln!(out)
        }
    })?;
    output.finish()?;
    Ok(if command.exit_code && diff.has_differences() { Exit::Holds } else { Exit::Done })
}

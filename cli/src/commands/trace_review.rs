//! The review of traces in the terminal; without a terminal, their text.

use std::fs::File;
use std::io::IsTerminal;
use std::path::Path;

use ibid::decisions::LedgerLine;
use ibid::report::Trace;
use ibid::{Error, Library, system_reason};

use crate::args::Showing;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::render::TraceFormat;
use crate::review_file;
use crate::settings::Session;
use crate::tui::Outside;
use crate::tui::trace::{self, Missing};

/// Reviews the traces of a file.
pub(super) fn open(session: &Session, path: &Path, showing: &Showing) -> anyhow::Result<Exit> {
    let file = File::open(path).map_err(|error| Error::unreadable(path, system_reason(&error)))?;
    let traces = Trace::read_json(file).map_err(|error| {
        Error::unreadable(path, format!("{error}; make one with `ibid trace QUOTE --format json`"))
    })?;
    if traces.is_empty() {
        return Err(Failure::inputs(format!("the trace {path:?} has no quotation: nothing was traced")));
    }
    show(session, traces, showing)?;
    Ok(Exit::Done)
}

/// Reviews traces. If every quotation was refused, there is nothing to show.
pub(super) fn show(session: &Session, traces: Vec<Trace>, showing: &Showing) -> anyhow::Result<()> {
    if traces.is_empty() {
        return Ok(());
    }
    if has_terminal() {
        let library = session.index.as_deref().and_then(|dir| Library::open(dir).ok());
        let choices = review_file::choices(session, showing)?;
        return trace::run(traces, choices, &mut Documents { library });
    }
    let mut output = Output::open(None)?;
    let style = session.style(false, output.is_file());
    output.with(|out| TraceFormat::Text.form().traces(&traces, style, out))?;
    output.finish()
}

/// Returns whether there is a terminal for the review.
pub(super) fn has_terminal() -> bool {
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}

/// The documents that a review of traces can show, if there is an index.
struct Documents {
    library: Option<Library>,
}

impl Outside for Documents {
    fn read(&mut self, id: &str, _hash: Option<&str>) -> Result<String, Missing> {
        match self.library.as_ref().ok_or(Missing::Index)?.document(id) {
            Ok(Some(document)) => Ok(document.text),
            Ok(None) => Err(Missing::Document),
            Err(error) => Err(Missing::Damaged(error.to_string())),
        }
    }

    /// Saves nothing: nobody decides on carriers.
    fn save(&mut self, lines: Vec<LedgerLine>) -> Result<Vec<LedgerLine>, String> {
        Ok(lines)
    }
}

//! A report that is written from here, with the decisions and filters that the screen shows.

use super::state::State;
use crate::tui::outside_messages::OutsideMessages;
use crate::tui::panes::window::Asked;
use crate::tui::panes::{Effect, Panes};
use crate::tui::terminal::{Destination, ReportToWrite, Written};

/// Asks for the path, beginning with that of the last report that was written.
pub(super) fn name(state: &mut State, proposed: String) {
    let path = state.written.clone().unwrap_or(proposed);
    state.window.ask(Asked::ReportPath, &path);
}

/// Asks to write a report to the path that was typed.
pub(super) fn write(asked: Asked, path: String) -> Effect {
    match path.is_empty() {
        true => Effect::Draw,
        false => Effect::Write(Destination { path, may_replace: asked == Asked::Replacement }),
    }
}

/// Returns the report as it is on the screen.
pub(super) fn report(state: &State) -> ReportToWrite<'_> {
    ReportToWrite {
        report: &state.report,
        decisions: &state.deciding.decisions,
        has_uncounted: state.has_uncounted,
    }
}

/// Tells what was written, or asks once more about a file that is there.
pub(super) fn take_written(state: &mut State, destination: Destination, written: Result<Written, String>) {
    match written {
        Ok(Written::Exists) => state.window.ask(Asked::Replacement, &destination.path),
        Ok(Written::Done) => {
            state.tell(OutsideMessages(state.messages().0).report_written(&destination.path));
            state.written = Some(destination.path);
        }
        Err(why) => state.tell(why),
    }
}

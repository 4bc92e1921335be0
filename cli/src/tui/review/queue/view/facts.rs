//! The lines below the documents: the strongest pair or what could not be checked, and the ledger.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::messages;
use crate::tui::panes::Panes;
use crate::tui::panes::row::{Row, fit, fit_name};
use crate::tui::review::state::State;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let look = state.look();
    Row::new(buffer, area, 0).put(&"─".repeat(area.width.into()), look.quiet());
    for (number, line) in (1..).zip([first(state, area.width), ledger(state)]) {
        let line = fit(&line.unwrap_or_default(), area.width.saturating_sub(1));
        Row::new(buffer, area, number).put(" ", look.plain()).put(&line, look.plain());
    }
}

/// Returns how many inputs could not be checked, with the first reason; else the strongest pair.
fn first(state: &State, width: u16) -> Option<String> {
    let (queue, messages) = (&state.queue, messages(state));
    if let Some(failure) = queue.failures.first() {
        return Some(messages.failures(queue.failures.len() as u64, failure));
    }
    let pair = queue.class.pairs.first()?;
    let names = queue.names.as_ref()?;
    let [a, b] = [&pair.a, &pair.b].map(|id| fit_name(names.documents.get(id), width / 4));
    let [of_a, of_b] = [pair.of_a, pair.of_b].map(|share| messages.0.percent(share, 1));
    let key = state.window.keymap.signs("next-pane", 1);
    Some(messages.strongest_pair(a, of_a, b, of_b, key))
}

fn ledger(state: &State) -> Option<String> {
    let (path, by) = state.deciding.ledger_and_reviewer()?;
    Some(messages(state).ledger(path, by))
}

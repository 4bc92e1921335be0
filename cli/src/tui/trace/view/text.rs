//! The text beside the list and the document being read, under their headings.

use ibid::report::PlaceReport;
use ratatui::buffer::Buffer;

use crate::tui::panes::area::draw_heading;
use crate::tui::panes::{Panes, text};
use crate::tui::trace::beside::Beside;
use crate::tui::trace::layout::Pane;
use crate::tui::trace::state::State;

pub(super) fn draw_beside(state: &State, buffer: &mut Buffer) {
    if state.area(Pane::Card).is_empty() {
        return;
    }
    let messages = state.messages();
    let (name, about) = match state.carrier() {
        Some(carrier) => (
            format!("{} · {}", carrier.number, carrier.document.id),
            messages.carrier_of(state.list.selected + 1, state.order.len()),
        ),
        None => (String::new(), String::new()),
    };
    let name = match state.beside {
        Beside::Card => name,
        Beside::Tree => format!("{} · {name}", messages.tree()),
        Beside::Timeline => format!("{} · {name}", messages.timeline()),
    };
    draw_heading(state, Pane::Card, &name, &about, buffer);
    text::draw(state, Pane::Card, buffer);
}

pub(super) fn draw_document(state: &State, buffer: &mut Buffer) {
    if state.area(Pane::Document).is_empty() {
        return;
    }
    let Some(carrier) = state.carrier() else { return };
    let document = &carrier.document;
    let name = PlaceReport::name(&document.id, document.place);
    let place = state.messages().0.place_in(name, document.start, document.end);
    draw_heading(state, Pane::Document, &place, document.title.as_deref().unwrap_or(""), buffer);
    text::draw(state, Pane::Document, buffer);
}

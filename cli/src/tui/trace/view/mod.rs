//! State to frame; nothing here changes the state.
//!
//! - [`carriers`]: the list
//! - [`text`]: the selected carrier and the document being read
//!
//! The rest is the quotation with the facts about it, the line at the bottom, and the help.

mod carriers;
mod text;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::beside::Beside;
use super::layout::Pane;
use super::state::State;
use crate::tui::action::Mode;
use crate::tui::view::row::Row;
use crate::tui::view::status::Status;
use crate::tui::view::style::Look;
use crate::tui::view::{draw_heading_in, draw_separator, help};
use crate::tui::wrap::wrap;
use crate::words::Words;

/// Draws everything. Cells outside the buffer are skipped.
pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let layout = state.layout();
    let look = state.look();
    draw_wrapped(&[state.quote()], look.title(), layout.quote, buffer);
    draw_wrapped(&state.summary(), look.plain(), layout.summary, buffer);
    carriers::draw(state, buffer);
    text::draw_card(state, buffer);
    text::draw_document(state, buffer);
    draw_separator(look, layout.carriers, layout.card, buffer);
    status(state).draw(look, Words(state.window.language), Row::new(buffer, layout.status, 0));
    if state.window.mode == Mode::Help {
        help::draw(look, &state.words().keys(), &state.words().signs(), buffer);
    }
}

/// Draws texts with a blank on each side. If they do not fit, the last row ends with `…`.
fn draw_wrapped(texts: &[String], style: Style, area: Rect, buffer: &mut Buffer) {
    let cols = area.width.saturating_sub(2);
    let lines: Vec<_> = texts.iter().flat_map(|text| wrap(text, 0, cols, &[])).collect();
    for (number, line) in (0..area.height).zip(&lines) {
        let mut row = Row::new(buffer, area, number);
        row.fill(style);
        row.put(" ", style);
        for glyph in &line.glyphs {
            row.put_glyph(glyph, style);
        }
        if number + 1 == area.height && lines.len() > usize::from(area.height) {
            row.put("…", style);
        }
    }
}

fn draw_heading(state: &State, pane: Pane, words: (&str, &str), buffer: &mut Buffer) {
    let style = state.look().heading(state.focus == pane);
    let sign = if state.focus == pane { "▶" } else { " " };
    draw_heading_in(state.layout().area(pane), (sign, style), words, buffer);
}

fn status(state: &State) -> Status<'_> {
    if state.window.mode == Mode::Prompt {
        return Status::Prompt(&state.window.prompt);
    }
    if let Some(message) = &state.window.message {
        return Status::Message(message);
    }
    if let Some(search) = &state.search {
        return Status::Search(&search.pattern, search.at, search.hits.count());
    }
    if state.reading.is_some() {
        let hints = state.words().reading_hints().into_iter();
        return Status::Hints(hints.map(|(key, what)| (key, what.to_owned())).collect());
    }
    let is_idle = |key: &str| {
        (key == "[ ]" && state.traces.len() < 2)
            || (key == "t" && state.carrier().is_none())
            || (key == "p" && state.carrier().is_none_or(|carrier| carrier.parent.is_none()))
    };
    let hints = state.words().hints().into_iter().filter(|(key, _)| !is_idle(key));
    let next = match state.beside.next() {
        Beside::Card => state.words().hint_carrier(),
        Beside::Tree => state.words().hint_tree(),
        Beside::Timeline => state.words().hint_timeline(),
    };
    let hint = |(key, what): (&'static str, &str)| (key, if key == "t" { next } else { what }.to_owned());
    Status::Hints(hints.map(hint).collect())
}

impl State {
    fn look(&self) -> Look {
        Look { has_color: self.window.has_color }
    }
}

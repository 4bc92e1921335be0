//! The list of carriers: number, date, document, form, similarity, and a sign if a change turns the meaning.

use ibid::report::Carrier;
use ratatui::buffer::Buffer;

use super::draw_heading;
use crate::tui::trace::columns::form;
use crate::tui::trace::layout::Pane;
use crate::tui::trace::state::{Sort, State};
use crate::tui::view::row::{Row, cols, fit};

/// The least number of columns at which the wording is shown.
const WORDS_COLS: u16 = 110;
/// The most characters of a wording that are looked at.
const MAX_WORDS_CHARS: usize = 200;

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let body = state.layout().body(Pane::Carriers);
    let order = match state.sort {
        Sort::Date => state.words().by_date(),
        Sort::Similarity => state.words().by_similarity(),
    };
    draw_heading(state, Pane::Carriers, (&state.words().carriers(state.order.len()), order), buffer);
    if state.order.is_empty() {
        Row::new(buffer, body, 0).put(&fit(state.words().no_carrier(), body.width), state.look().quiet());
        return;
    }
    for line in 0..body.height {
        let at = state.carriers_top + usize::from(line);
        if let Some(carrier) = state.listed(at) {
            draw_row(state, (at, carrier), Row::new(buffer, body, line));
        }
    }
}

fn date(state: &State, carrier: &Carrier, cols: u16) -> String {
    let date = carrier.document.date.as_deref().unwrap_or(state.window.language.no_date());
    let shown = date.get(..usize::from(cols)).unwrap_or(date);
    fit(&shown.replacen('T', " ", 1), cols)
}

fn draw_row(state: &State, (at, carrier): (usize, &Carrier), mut row: Row<'_>) {
    let columns = &state.columns;
    let look = state.look();
    let is_selected = at == state.selected;
    let base = if is_selected { look.selected(state.focus == Pane::Carriers) } else { look.plain() };
    row.fill(base);
    row.put(if is_selected { "▸" } else { " " }, base);
    row.put(&format!("{:>1$}", carrier.number, columns.number), base);
    let is_alarming = carrier.changes.iter().any(|change| change.kind.turns_meaning());
    row.put(if is_alarming { "!" } else { " " }, base.patch(look.alarm())).put(" ", base);
    let mut put = |text: &str, width: u16| {
        row.put(text, base);
        row.put(&" ".repeat(usize::from(width.saturating_sub(cols(text)) + 1)), base);
    };
    put(&date(state, carrier, columns.date), columns.date);
    put(columns.names.get(&carrier.document.id), columns.name);
    put(&fit(&form(carrier, state.window.language), columns.form), columns.form);
    put(&format!("{:.2}", carrier.similarity), 4);
    if state.layout().body(Pane::Carriers).width >= WORDS_COLS {
        let words: String = carrier.text.chars().take(MAX_WORDS_CHARS).collect();
        let words = fit(&words.replace(['\n', '\r'], " "), row.left());
        row.put(&words, base.patch(look.quiet()));
    }
}

//! The list of carriers: number, date, document, form, similarity, and a sign if a change turns the meaning.

use ibid::report::Carrier;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::{Row, fit};
use crate::tui::panes::style::Tone;
use crate::tui::trace::columns::form;
use crate::tui::trace::layout::Pane;
use crate::tui::trace::state::{Sort, State};

/// The least number of columns at which the wording is shown.
const WORDS_COLS: u16 = 110;

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let messages = state.messages();
    let order = match state.sort {
        Sort::Date => messages.by_date(),
        Sort::Similarity => messages.by_similarity(),
    };
    draw_heading(state, Pane::Carriers, &messages.carriers(state.order.len()), order, buffer);
    if state.order.is_empty() {
        draw_nothing(state, Pane::Carriers, messages.no_carrier(), buffer);
    }
    for at in state.list.seen(state.body(Pane::Carriers).height) {
        if let Some(carrier) = state.listed(at) {
            let (row, base) = start_row(state, Pane::Carriers, at, buffer);
            draw_carrier(state, carrier, row, base);
        }
    }
}

fn date(state: &State, carrier: &Carrier, cols: u16) -> String {
    let date = carrier.document.date.as_deref().unwrap_or(state.window.language.no_date());
    let shown = date.get(..usize::from(cols)).unwrap_or(date);
    fit(&shown.replacen('T', " ", 1), cols)
}

fn draw_carrier(state: &State, carrier: &Carrier, mut row: Row<'_>, base: Style) {
    let columns = &state.columns;
    row.put(&format!("{:>1$}", carrier.number, columns.number), base);
    let is_alarming = carrier.changes.iter().any(|change| change.kind.turns_meaning());
    let alarm = base.patch(state.look().tone(Tone::Alarm));
    row.put(if is_alarming { "!" } else { " " }, alarm).put(" ", base);
    let form = fit(&form(carrier, state.messages().0), columns.form);
    for (text, width) in [
        (&*date(state, carrier, columns.date), columns.date),
        (columns.names.get(&carrier.document.id), columns.name),
        (&*form, columns.form),
        (&*format!("{:.2}", carrier.similarity), 4),
    ] {
        row.put_column(text, width, base);
    }
    if columns.width >= WORDS_COLS {
        row.put_beginning(&carrier.text, base.patch(state.look().quiet()));
    }
}

//! The list of carriers: number, date, document, form, similarity, and a sign where a change turns the meaning.

use ibid::report::{Carrier, ShortNames};
use ratatui::buffer::Buffer;

use super::draw_heading;
use crate::tui::trace::layout::Pane;
use crate::tui::trace::state::{Sort, State};
use crate::tui::view::row::{Row, cols, fit, fit_names};

/// From so many columns the time of a day is shown, where two carriers have one day.
const TIME_COLS: u16 = 60;
/// From so many columns the wording is shown.
const WORDS_COLS: u16 = 110;
/// No name takes more columns.
const MAX_NAME_COLS: u16 = 28;
/// No more of a wording is looked at.
const MAX_WORDS_CHARS: usize = 200;

/// How many columns each part of a row has.
struct Columns {
    number: usize,
    date: u16,
    name: u16,
    form: u16,
    names: ShortNames,
}

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
    let columns = Columns::new(state, body.width);
    for line in 0..body.height {
        let at = state.carriers_top + usize::from(line);
        if let Some(carrier) = state.listed(at) {
            draw_row(state, (at, carrier), &columns, Row::new(buffer, body, line));
        }
    }
}

impl Columns {
    /// The list has the same columns all over, whichever part of it is seen.
    fn new(state: &State, width: u16) -> Columns {
        let carriers = || (0..state.order.len()).filter_map(|at| state.listed(at));
        let number = carriers().map(|carrier| carrier.number.to_string().len()).max().unwrap_or(1).max(2);
        let date = if width >= TIME_COLS && has_shared_day(state) { 16 } else { 10 };
        // The signs, the blanks between and the similarity take the rest.
        let left = width.saturating_sub(number as u16 + date + 11);
        let name = carriers().map(|carrier| cols(&carrier.document.id)).max().unwrap_or(0).min(MAX_NAME_COLS);
        let form = carriers().map(|carrier| cols(&form(state, carrier))).max().unwrap_or(0);
        let form = form.min(left.saturating_sub(name).max(left / 2));
        let name = name.min(left.saturating_sub(form));
        let ids = carriers().map(|carrier| (&*carrier.document.id, &*carrier.document.id));
        Columns { number, date, name, form, names: fit_names(ids, name) }
    }
}

fn has_shared_day(state: &State) -> bool {
    let dates = (0..state.order.len()).filter_map(|at| state.listed(at)?.document.date.as_deref());
    let mut days: Vec<&str> = dates.map(|date| date.get(..10).unwrap_or(date)).collect();
    days.sort_unstable();
    days.windows(2).any(|two| two[0] == two[1])
}

fn date(state: &State, carrier: &Carrier, cols: u16) -> String {
    let date = carrier.document.date.as_deref().unwrap_or(state.language.no_date());
    let shown = date.get(..usize::from(cols)).unwrap_or(date);
    fit(&shown.replacen('T', " ", 1), cols)
}

/// The form, with the number of reprints behind it and not in words, since there is little room.
fn form(state: &State, carrier: &Carrier) -> String {
    let [form, marks] = state.language.form_of_wording(carrier);
    let reprints = match carrier.reprints.len() {
        0 => String::new(),
        count => format!(" +{count}"),
    };
    format!("{form}{reprints}{marks}")
}

fn draw_row(state: &State, (at, carrier): (usize, &Carrier), columns: &Columns, mut row: Row<'_>) {
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
    put(&fit(&form(state, carrier), columns.form), columns.form);
    put(&format!("{:.2}", carrier.similarity), 4);
    if state.layout().body(Pane::Carriers).width >= WORDS_COLS {
        let words: String = carrier.text.chars().take(MAX_WORDS_CHARS).collect();
        let words = fit(&words.replace(['\n', '\r'], " "), row.left());
        row.put(&words, base.patch(look.quiet()));
    }
}

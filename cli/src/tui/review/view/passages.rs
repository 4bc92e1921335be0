//! The list of passages: number, kind, similarity, place, source, and the first words if there is room.

use ibid::report::{Decision, Passage, PassageDecision};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::render::ShortNames;
use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::{Row, cols, fit_name, fit_names, right_percent};
use crate::tui::review::layout::Pane;
use crate::tui::review::several::SeveralMessages;
use crate::tui::review::state::{Sort, State};

/// The least number of columns at which the first words are shown.
const WORDS_COLS: u16 = 60;

/// The sign of rows that are selected together with the selected one.
const SELECTED_TOO: &str = "+";

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let area = state.area(Pane::Passages);
    if area.is_empty() {
        return;
    }
    let order = order(state);
    let heading = heading(state, area.width.saturating_sub(cols(order) + 3));
    draw_heading(state, Pane::Passages, &heading, order, buffer);
    if state.shown.is_empty() {
        draw_nothing(state, Pane::Passages, &nothing(state), buffer);
    }
    let (mut names, selection) = (None, state.selection());
    for at in state.passage_list.seen(state.body(Pane::Passages).height) {
        let Some(passage) = state.shown_passage(at) else { continue };
        let (mut row, base) = start_row(state, Pane::Passages, at, buffer);
        draw_facts(state, at, passage, &mut row, base);
        draw_source(state, passage, &mut row, base, &mut names);
        if selection.as_ref().is_some_and(|rows| rows.contains(&at)) && at != state.passage_list.selected {
            let number = at.saturating_sub(state.passage_list.top) as u16;
            Row::new(buffer, state.body(Pane::Passages), number)
                .put(SELECTED_TOO, base.patch(state.look().key()));
        }
    }
}

/// Returns the number of passages, and the source if the list has only one; its name is cut if there is no room.
fn heading(state: &State, room: u16) -> String {
    let (messages, count) = (state.messages(), state.shown.len());
    if let Some(rows) = state.selection() {
        return SeveralMessages(state.window.language).selected_of(rows.count(), count);
    }
    let of = state.only.and_then(|at| state.sources().get(at));
    let Some(of) = of else { return messages.passages(count, "") };
    let before = cols(&messages.passages(count, messages.passages_of("")));
    let name = of.title.as_deref().unwrap_or(&of.id);
    messages.passages(count, messages.passages_of(fit_name(name, room.saturating_sub(before))))
}

fn order(state: &State) -> &'static str {
    match state.sort {
        Sort::Place => state.messages().by_place(),
        Sort::Source => state.messages().by_source(),
        Sort::Similarity => state.messages().by_similarity(),
    }
}

fn nothing(state: &State) -> String {
    match state.passage_counts() {
        (0, 0) => state.messages().nothing_found().into(),
        (_, uncounted) => state.messages().none_that_counts(uncounted),
    }
}

/// Draws number, kind, similarity and place.
fn draw_facts(state: &State, at: usize, passage: &Passage, row: &mut Row<'_>, base: Style) {
    let number = state.number(at).map_or("–".to_owned(), |number| number.to_string());
    let number_cols = state.passage_counts().0.to_string().len().max(2);
    row.put(&format!("{number:>number_cols$} {} ", sign(passage)), base);
    row.put(state.messages().letter(passage.kind), base.patch(state.look().kind(passage.kind)));
    let place = u64::from(passage.a_start) * 100 / u64::from(state.extent());
    let place = right_percent(state.messages().0, place as f64 / 100.0, 0);
    row.put(&format!(" {:.2} {place} ", passage.similarity), base);
}

/// Returns the sign of a decision in two columns: the number of its key, `!!` for a dispute, `?` for a suggestion.
fn sign(passage: &Passage) -> String {
    let place = |decision: &PassageDecision| Decision::ALL.iter().position(|of| *of == decision.decision);
    match passage.decision.as_ref().and_then(place) {
        Some(_) if !passage.open_words.is_empty() => " ±".to_owned(),
        Some(at) => format!("✓{}", at + 1),
        None if !passage.disputed.is_empty() => "!!".to_owned(),
        None if passage.suggestion.is_some() => " ?".to_owned(),
        None => "  ".to_owned(),
    }
}

/// Draws the source, and the first words if there is room. `names` are the names of all sources, made once.
fn draw_source(
    state: &State,
    passage: &Passage,
    row: &mut Row<'_>,
    base: Style,
    names: &mut Option<ShortNames>,
) {
    let has_words = row.left() + 16 >= WORDS_COLS;
    let source_cols = if has_words { row.left() / 3 } else { row.left() };
    let names = names.get_or_insert_with(|| fit_names(state.source_names(), source_cols));
    let source = names.get(&passage.b);
    if has_words {
        row.put_column(source, source_cols, base);
        row.put_beginning(passage.a_text.as_deref().unwrap_or(""), base.patch(state.look().quiet()));
    } else {
        row.put(source, base);
    }
}

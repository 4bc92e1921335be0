//! The list of passages: number, kind, similarity, place, credit, source, and the first words if there is room. A mark
//! behind the name of the source is `◆` for the writer's own work, and `+3` for three other sources of the same words.

use ibid::report::{Credit, Decision, Passage};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::{Row, cols, first_fit, fit_name, right_percent};
use crate::tui::review::layout::Pane;
use crate::tui::review::names::PassageColumns;
use crate::tui::review::panel::PanelMessages;
use crate::tui::review::panel::filter_names::in_force;
use crate::tui::review::several::SeveralMessages;
use crate::tui::review::state::{Sort, State};

/// The sign of rows that are selected together with the selected one.
const SELECTED_TOO: &str = "+";

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let area = state.area(Pane::Passages);
    if area.is_empty() {
        return;
    }
    let order = order_and_filters(state, area.width / 2);
    let heading = heading(state, area.width.saturating_sub(cols(&order) + 3));
    draw_heading(state, Pane::Passages, &heading, &order, buffer);
    if state.shown.is_empty() {
        draw_nothing(state, Pane::Passages, &nothing(state), buffer);
    }
    let (columns, selection) = (PassageColumns::new(state), state.selection());
    for at in state.passage_list.seen(state.body(Pane::Passages).height) {
        let Some(passage) = state.shown_passage(at) else { continue };
        let (mut row, base) = start_row(state, Pane::Passages, at, buffer);
        draw_facts(state, at, columns, &mut row, base);
        draw_source(state, passage, columns, &mut row, base);
        if selection.as_ref().is_some_and(|rows| rows.contains(&at)) && at != state.passage_list.selected {
            let number = at.saturating_sub(state.passage_list.top) as u16;
            Row::new(buffer, state.body(Pane::Passages), number)
                .put(SELECTED_TOO, base.patch(state.look().key()));
        }
    }
}

/// Returns the number of passages, and the source if the list has only one; its name is cut if there is no room.
fn heading(state: &State, room: u16) -> String {
    let (messages, count) = (state.messages(), state.facts.listed);
    if let Some(rows) = state.selection() {
        return SeveralMessages(state.window.language).selected_of(rows.count(), count);
    }
    let open = PanelMessages(state.window.language).open_of_them(state.facts.listed_open);
    let Some(of) = state.only_source() else { return messages.passages(count, open) };
    let before = cols(&messages.passages(count, messages.passages_of("")));
    let name = of.title.as_deref().unwrap_or(&of.id);
    messages.passages(count, messages.passages_of(fit_name(name, room.saturating_sub(before))))
}

/// Returns the order and the filters in force; only their number if there is no room for all.
fn order_and_filters(state: &State, room: u16) -> String {
    let filters = in_force(state);
    let order = order(state);
    if filters.is_empty() {
        return order.to_owned();
    }
    let all = format!("{order} · {}", filters.join(" · "));
    let count = PanelMessages(state.window.language).more_filters(filters.len() as u64);
    first_fit([all, format!("{order} · {count}")], room).unwrap_or(count)
}

fn order(state: &State) -> &'static str {
    match state.sort {
        Sort::Place => state.messages().by_place(),
        Sort::Source => state.messages().by_source(),
        Sort::Similarity => state.messages().by_similarity(),
        Sort::OpenFirst => state.messages().open_first(),
    }
}

fn nothing(state: &State) -> String {
    if state.filters.hides() {
        return PanelMessages(state.window.language).none_shown().to_owned();
    }
    match (state.facts.findings, state.facts.uncounted) {
        (0, 0) => state.messages().nothing_found().into(),
        (_, uncounted) => {
            state.messages().none_that_counts(state.window.keymap.signs("uncounted", 1), uncounted)
        }
    }
}

/// Draws number, kind, similarity, place and credit. The row of another source of the same words has `└` for a number.
fn draw_facts(state: &State, at: usize, columns: PassageColumns, row: &mut Row<'_>, base: Style) {
    let Some(passage) = state.shown_passage(at) else { return };
    let number = match state.number(at) {
        Some(_) if passage.is_repeated() && state.only.is_none() => "└".to_owned(),
        Some(number) => number.to_string(),
        None => "–".to_owned(),
    };
    let sign = if number == "└" { "  ".to_owned() } else { sign(passage) };
    let cols = usize::from(columns.number);
    row.put(&format!("{number:>cols$} {sign} "), base);
    let letter = base.patch(state.look().kind(passage.kind));
    row.put_column(state.messages().letter(passage.kind), 1, letter);
    row.put(&format!("{:.2} ", passage.similarity), base);
    if columns.has_place {
        let place = u64::from(passage.a_start) * 100 / u64::from(state.extent);
        row.put(&right_percent(state.messages().0, place as f64 / 100.0, 0), base).put(" ", base);
    }
    row.put(&format!("{:<2} ", credit_sign(passage)), base);
}

/// Returns the sign of a credit: an opening quotation mark for quoted words, a closing one and a bracket for words that
/// are cited too, a bracket for words that are only cited.
fn credit_sign(passage: &Passage) -> &'static str {
    match passage.credit {
        Credit::Neither => "–",
        Credit::Partly => "±",
        Credit::Quoted => "“",
        Credit::Both => "”[",
        Credit::Cited => "[",
    }
}

/// Returns the sign of a decision in two columns: the number of its key, `!!` for a dispute, `?` for a suggestion.
fn sign(passage: &Passage) -> String {
    let decided = passage.decision.as_ref().map(|decision| decision.decision);
    match Decision::ALL.iter().position(|&of| Some(of) == decided) {
        Some(_) if !passage.open_words.is_empty() => " ±".to_owned(),
        Some(at) => format!("✓{}", at + 1),
        None if !passage.disputed.is_empty() => "!!".to_owned(),
        None if passage.suggestion.is_some() => " ?".to_owned(),
        None => "  ".to_owned(),
    }
}

/// Draws the source with its marks, and the first words if there is room.
fn draw_source(state: &State, passage: &Passage, columns: PassageColumns, row: &mut Row<'_>, base: Style) {
    let name = state.list_names.passages.as_ref().map_or("", |names| names.get(&passage.b));
    let own = if state.facts.own.contains(&passage.b) { " ◆" } else { "" };
    let more = match state.facts.repeats_of(passage).len() {
        0 => String::new(),
        more => format!(" +{more}"),
    };
    let source = format!("{name}{own}{more}");
    if columns.has_words {
        row.put_column(&source, columns.source, base);
        row.put_beginning(state.text_here(passage), base.patch(state.look().quiet()));
    } else {
        row.put(&source, base);
    }
}

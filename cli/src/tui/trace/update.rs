//! State and action to the next state.
//!
//! As in the review of a report, work in the outside world is returned as an [`Effect`]: a document is read outside,
//! and [`open_document`] shows it.

use ibid::report::place_name;

use super::beside::Beside;
use super::layout::Pane;
use super::mouse::{click, wheel};
use super::reading::{self, Missing};
use super::search;
use super::state::{Reading, Sort, State};
use crate::tui::action::{Action, Mode};
use crate::tui::glyph::clean;
use crate::tui::layout::rows_of_page;
use crate::tui::moves::moved;
use crate::tui::update::Effect;

/// Handles an action.
pub(super) fn update(state: &mut State, action: Action) -> Effect {
    state.window.clear_message(&action);
    match action {
        Action::Quit => return Effect::Quit,
        Action::Copy => return copy(state),
        Action::Open => return open(state),
        Action::Up => step(state, -1),
        Action::Down => step(state, 1),
        Action::PageUp => step(state, -page_rows(state)),
        Action::PageDown => step(state, page_rows(state)),
        Action::First => to_end(state, isize::MIN),
        Action::Last => to_end(state, isize::MAX),
        Action::Left => focus(state, Pane::Carriers),
        Action::Right => focus(state, Pane::Card),
        Action::NextPane | Action::PreviousPane => focus(state, other_pane(state.focus)),
        Action::Next => next(state, 1),
        Action::Previous => next(state, -1),
        Action::NextDocument => step_trace(state, 1),
        Action::PreviousDocument => step_trace(state, -1),
        Action::Parent => go_to_parent(state),
        Action::Beside => show_next(state),
        Action::Back => back(state),
        Action::Sort => sort(state),
        Action::Uncounted => {}
        Action::Brackets
        | Action::Help
        | Action::Search
        | Action::Type(_)
        | Action::Erase
        | Action::EraseAll => state.window.change(action),
        Action::Submit => search::submit(state),
        Action::Click(col, row) => click(state, col, row),
        Action::Wheel(col, row, lines) => wheel(state, col, row, lines),
        Action::Resize(cols, rows) => resize(state, (cols, rows)),
    }
    settle(state);
    Effect::Draw
}

/// Shows the document of the selected carrier, or the reason why it cannot be read.
pub(super) fn open_document(state: &mut State, text: Result<String, Missing>) {
    let Some(carrier) = state.carrier() else { return };
    let text = match text {
        Ok(text) => text,
        Err(missing) => {
            state.window.message = Some(state.words().missing(&missing));
            return;
        }
    };
    let (sheet, is_there) = reading::sheet(text, carrier);
    state.reading = Some(Reading { sheet, before: state.focus });
    (state.focus, state.search) = (Pane::Document, None);
    if !is_there {
        state.window.message = Some(state.words().has_changed().into());
    }
    state.show_wording();
    settle(state);
}

/// Scrolls a text by lines.
pub(super) fn scroll(state: &mut State, pane: Pane, by: isize) {
    let top = state.page(pane).moved(state.sheet(pane).top, by, state.text_area(pane).height);
    state.scroll_to(pane, top);
}

fn step(state: &mut State, by: isize) {
    if state.focus == Pane::Carriers { select(state, by) } else { scroll(state, state.focus, by) }
}

fn select(state: &mut State, by: isize) {
    let at = moved(state.selected, by, state.order.len());
    if at != state.selected {
        state.select(at);
    }
}

fn to_end(state: &mut State, by: isize) {
    if state.focus == Pane::Carriers {
        select(state, by);
        return;
    }
    let bottom = state.page(state.focus).bottom(state.text_area(state.focus).height);
    state.scroll_to(state.focus, if by < 0 { 0 } else { bottom });
}

fn page_rows(state: &State) -> isize {
    rows_of_page(state.layout().body(state.focus))
}

/// Moves the focus, unless a document is being read.
fn focus(state: &mut State, pane: Pane) {
    if state.reading.is_none() {
        state.focus = pane;
    }
}

fn other_pane(pane: Pane) -> Pane {
    if pane == Pane::Carriers { Pane::Card } else { Pane::Carriers }
}

fn next(state: &mut State, by: isize) {
    if state.search.is_some() {
        search::step(state, by);
    } else if state.reading.is_some() {
        state.show_wording();
    } else {
        let before = state.selected;
        select(state, by);
        if state.selected == before {
            let words = state.words();
            state.window.message =
                Some(if by > 0 { words.last_carrier() } else { words.first_carrier() }.into());
        }
    }
}

fn step_trace(state: &mut State, by: isize) {
    let at = moved(state.trace, by, state.traces.len());
    if at == state.trace {
        let words = state.words();
        state.window.message =
            Some(if by > 0 { words.last_quotation() } else { words.first_quotation() }.into());
        return;
    }
    close_document(state);
    state.selected = 0;
    state.open_trace(at);
}

fn go_to_parent(state: &mut State) {
    let parent = state.carrier().and_then(|carrier| carrier.parent.as_ref());
    let Some(place) = parent.and_then(|parent| state.place_of(parent.carrier)) else {
        state.window.message = Some(state.words().has_no_parent().into());
        return;
    };
    close_document(state);
    state.select(place);
}

/// Shows the next content beside the list, and moves the focus there if there is room for only one pane.
fn show_next(state: &mut State) {
    if state.reading.is_some() || state.carrier().is_none() {
        return;
    }
    if state.layout().card.is_empty() {
        state.focus = Pane::Card;
    }
    state.show_beside(state.beside.next());
}

fn open(state: &mut State) -> Effect {
    if state.reading.is_some() {
        state.show_wording();
        return Effect::Draw;
    }
    match state.carrier() {
        Some(carrier) => Effect::Read(carrier.document.id.clone()),
        None => Effect::Draw,
    }
}

fn close_document(state: &mut State) -> bool {
    let Some(reading) = state.reading.take() else { return false };
    state.focus = reading.before;
    state.search = None;
    true
}

fn back(state: &mut State) {
    let words = crate::words::Words(state.window.language);
    if state.window.mode != Mode::Normal {
        state.window.mode = Mode::Normal;
    } else if state.search.take().is_some() {
        state.window.message = Some(words.search_ended().into());
    } else if close_document(state) {
    } else if state.beside != Beside::Card {
        state.show_beside(Beside::Card);
    } else if state.focus != Pane::Carriers {
        state.focus = Pane::Carriers;
    } else {
        state.window.message = Some(words.q_quits().into());
    }
}

fn sort(state: &mut State) {
    state.sort = match state.sort {
        Sort::Date => Sort::Similarity,
        Sort::Similarity => Sort::Date,
    };
    state.list_carriers();
}

fn copy(state: &mut State) -> Effect {
    let Some(carrier) = state.carrier() else {
        state.window.message = Some(state.words().nothing_to_copy().into());
        return Effect::Draw;
    };
    let document = &carrier.document;
    let name = place_name(&document.id, document.place);
    let place = clean(&state.window.language.place_in(name, document.start, document.end));
    state.window.message = Some(state.words().copied(&place));
    Effect::Copy(place)
}

/// Resizes the screen. The place that was being read stays visible.
fn resize(state: &mut State, size: (u16, u16)) {
    let start = state.sheet(Pane::Document).wording.start;
    let rows = state.text_area(Pane::Document).height;
    let lines = state.page(Pane::Document).lines(state.sheet(Pane::Document).top, rows);
    let was_seen = lines.iter().any(|line| (line.start..line.end).contains(&start));
    state.window.size = size;
    if state.reading.is_none() {
        return;
    }
    if state.search.is_some() {
        search::visit(state);
    } else if was_seen {
        state.show_wording();
    }
}

/// Keeps the selection on the screen, and keeps the list and texts from ending above the bottom.
fn settle(state: &mut State) {
    state.fit_columns();
    let layout = state.layout();
    let rows = usize::from(layout.body(Pane::Carriers).height).max(1);
    // Rows stay empty only if there are no more carriers.
    let top = state.carriers_top.min(state.selected).min(state.order.len().saturating_sub(rows));
    state.carriers_top = top.max((state.selected + 1).saturating_sub(rows));
    for pane in [Pane::Card, Pane::Document] {
        if layout.area(pane).is_empty() || (pane == Pane::Document && state.reading.is_none()) {
            continue;
        }
        let bottom = state.page(pane).bottom(state.text_area(pane).height);
        let top = state.sheet(pane).top.min(bottom);
        state.scroll_to(pane, top);
    }
}

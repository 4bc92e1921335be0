//! State and action to the next state.
//!
//! [`update`] touches nothing outside the state. Work in the outside world is returned as an [`Effect`].

use ibid::report::place_name;

use super::action::{Action, Mode};
use super::glyph::clean;
use super::hits::{step_hit, submit};
use super::layout::Pane;
use super::mouse::{click, wheel};
use super::moves::{
    left_of, moved, page_rows, pane_after, reveal, right_of, select, select_source, settle, step, to_end,
};
use super::search::Hit;
use super::state::{Sort, State};

/// Work to do outside the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// A new frame and nothing else.
    Draw,
    /// A text to put into the clipboard.
    Copy(String),
    /// A document to read, by its id.
    Read(String),
    /// The end of the review.
    Quit,
}

/// Handles an action.
pub(super) fn update(state: &mut State, action: Action) -> Effect {
    state.window.clear_message(&action);
    match action {
        Action::Quit => return Effect::Quit,
        Action::Copy => return copy(state),
        Action::Up => step(state, -1),
        Action::Down => step(state, 1),
        Action::PageUp => step(state, -page_rows(state)),
        Action::PageDown => step(state, page_rows(state)),
        Action::First => to_end(state, false),
        Action::Last => to_end(state, true),
        Action::Left => state.focus = left_of(state),
        Action::Right => state.focus = right_of(state.focus),
        Action::NextPane => state.focus = pane_after(state, 1),
        Action::PreviousPane => state.focus = pane_after(state, -1),
        Action::Next => next(state, 1),
        Action::Previous => next(state, -1),
        Action::NextDocument => step_document(state, 1),
        Action::PreviousDocument => step_document(state, -1),
        Action::Open => open(state),
        Action::Back => back(state),
        Action::Sort => sort(state),
        // Only traces have these actions.
        Action::Beside | Action::Parent => {}
        Action::Uncounted => uncounted(state),
        Action::Brackets
        | Action::Help
        | Action::Search
        | Action::Type(_)
        | Action::Erase
        | Action::EraseAll => state.window.change(action),
        Action::Submit => submit(state),
        Action::Click(col, row) => click(state, col, row),
        Action::Wheel(col, row, lines) => wheel(state, col, row, lines),
        Action::Resize(cols, rows) => resize(state, (cols, rows)),
    }
    settle(state);
    Effect::Draw
}

fn next(state: &mut State, by: isize) {
    if state.search.is_some() {
        step_hit(state, by);
        return;
    }
    let at = moved(state.selected, by, state.shown.len());
    if at == state.selected {
        let words = state.words();
        state.window.message = Some(if by > 0 { words.last_passage() } else { words.first_passage() }.into());
        state.show_passage();
    }
    select(state, at);
}

fn step_document(state: &mut State, by: isize) {
    let at = moved(state.document, by, state.report.documents.len());
    if at == state.document {
        let words = state.words();
        state.window.message =
            Some(if by > 0 { words.last_document() } else { words.first_document() }.into());
    } else {
        state.open_document(at);
    }
}

fn open(state: &mut State) {
    match state.focus {
        Pane::Passages if state.shown.is_empty() => {}
        Pane::Passages => {
            (state.is_zoomed, state.focus) = (true, Pane::Query);
            state.show_passage();
        }
        Pane::Sources => narrow_to_source(state),
        _ => {
            state.is_zoomed = !state.is_zoomed;
            state.show_passage();
        }
    }
}

fn narrow_to_source(state: &mut State) {
    if state.sources().is_empty() {
        return;
    }
    state.only = if state.only == Some(state.source) { None } else { Some(state.source) };
    let source = state.source;
    state.list_passages();
    select_source(state, source);
    if state.only.is_some() {
        state.focus = Pane::Passages;
        state.window.message = Some(state.words().only_this_source().into());
    }
}

fn back(state: &mut State) {
    if state.window.mode != Mode::Normal {
        state.window.mode = Mode::Normal;
    } else if state.search.take().is_some() {
        state.window.message = Some(state.words().search_ended().into());
    } else if state.is_zoomed {
        (state.is_zoomed, state.focus) = (false, Pane::Passages);
        state.show_passage();
    } else if state.only.take().is_some() {
        state.list_passages();
    } else if state.focus != Pane::Passages {
        state.focus = Pane::Passages;
    } else {
        state.window.message = Some(state.words().q_quits().into());
    }
}

fn sort(state: &mut State) {
    state.sort = match state.sort {
        Sort::Place => Sort::Source,
        Sort::Source => Sort::Similarity,
        Sort::Similarity => Sort::Place,
    };
    state.list_passages();
}

fn uncounted(state: &mut State) {
    state.has_uncounted = !state.has_uncounted;
    let (_, uncounted) = state.passage_counts();
    let words = state.words();
    state.window.message = Some(match (uncounted, state.has_uncounted) {
        (0, _) => words.no_common_phrases().into(),
        (count, true) => words.common_phrases_shown(count),
        (count, false) => words.common_phrases_hidden(count),
    });
    state.list_passages();
}

fn copy(state: &mut State) -> Effect {
    let words = state.words();
    let Some(passage) = state.passage() else {
        state.window.message = Some(words.nothing_to_copy().into());
        return Effect::Draw;
    };
    let side = |name: String, (start, end): (u32, u32), text: Option<&str>| {
        let place = words.0.place_in(name, start, end);
        format!("{place}\n{}\n", text.unwrap_or(words.no_text()))
    };
    let (a_name, b_name) = (place_name(&passage.a, passage.a_place), place_name(&passage.b, passage.b_place));
    let a = side(a_name, (passage.a_start, passage.a_end), passage.a_text.as_deref());
    let b = side(b_name, (passage.b_start, passage.b_end), passage.b_text.as_deref());
    let head =
        words.copied_head(state.window.language.kind(passage.kind), format!("{:.3}", passage.similarity));
    state.window.message = Some(words.copied().into());
    Effect::Copy(clean(&format!("{a}\n{b}\n{head}\n")))
}

/// Resizes the screen. The place that was being read stays visible.
fn resize(state: &mut State, size: (u16, u16)) {
    let passage = state.query.passage.start;
    let rows = state.layout().body(Pane::Query).height;
    let lines = state.page(Pane::Query).lines(state.query.top, rows);
    let was_seen = lines.iter().any(|line| (line.start..line.end).contains(&passage));
    state.window.size = size;
    let hit = state.search.as_ref().and_then(|search| search.hits.get(search.at)).cloned();
    match hit {
        Some(Hit::Query(range)) => reveal(state, Pane::Query, range.start),
        Some(Hit::Passage(_, range)) => reveal(state, Pane::Source, range.start),
        _ if was_seen => reveal(state, Pane::Query, passage),
        _ => {}
    }
}

//! Scrolling in the texts: by screens through both, and in one of them alone.

use crate::tui::panes::Panes;
use crate::tui::review::deciding::is_open;
use crate::tui::review::layout::Pane;
use crate::tui::review::moves::passage_at;
use crate::tui::review::queue::moves::go_on_open;
use crate::tui::review::state::State;

/// Shows the next screen of the selected passage on both sides, or behind its end the next open passage.
pub(in crate::tui::review) fn read_on(state: &mut State) {
    if reaches_end(state, Pane::Query) && reaches_end(state, Pane::Source) {
        return next_open(state);
    }
    let before = state.query.top;
    let rows = rows_of_page(state, Pane::Query);
    state.query.top = state.page(Pane::Query).moved(before, rows).min(state.lowest(Pane::Query));
    state.fit_texts();
    // At the end of the paper, the source may go on.
    if state.query.top == before {
        scroll_source(state, rows_of_page(state, Pane::Source));
    }
}

fn rows_of_page(state: &State, pane: Pane) -> isize {
    (state.body(pane).height as isize - 1).max(1)
}

/// Returns whether the end of the passage is on the screen, or above it.
fn reaches_end(state: &State, pane: Pane) -> bool {
    let (rows, text) = (state.body(pane).height, state.text(pane).1);
    let lines = state.page(pane).lines(text.top, rows);
    lines.last().is_none_or(|line| line.end >= text.place.end)
}

/// Selects the next open passage of the list, or tells which document comes, and goes there if that was told before.
fn next_open(state: &mut State) {
    let mut behind = state.passage_list.selected + 1..state.shown.len();
    match behind.find(|&row| state.shown_passage(row).is_some_and(is_open)) {
        Some(row) => state.select_passage(row),
        None if go_on_open(state, 1) => {}
        None => state.tell(state.messages().last_passage()),
    }
}

/// Scrolls the source by some rows; the paper stays.
pub(in crate::tui::review) fn scroll_source(state: &mut State, by: isize) {
    let top = state.page(Pane::Source).moved(state.other.top, by);
    state.other.top = top.min(state.lowest(Pane::Source));
}

/// Selects the passage at the top third of the paper, which the reader has scrolled. Its line stays where it is.
pub(in crate::tui::review) fn follow_paper(state: &mut State) {
    let rows = usize::from(state.body(Pane::Query).height / 3);
    let line = state.page(Pane::Query).down(state.query.top, rows);
    let selected = state.passage_list.selected;
    if state.has_whole_text()
        && let Some(at) = passage_at(state, line.at)
        && at != selected
    {
        state.select_passage(at);
        state.query.top = state.page(Pane::Query).up(line.at.into(), rows);
    }
    state.fit_texts();
}

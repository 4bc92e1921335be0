//! Moves in the lists, in the texts and between panes.

use super::layout::{Pane, rows_of_page};
use super::state::State;

/// Moves the selection or the text of the pane in focus; a positive `by` is down.
pub(super) fn step(state: &mut State, by: isize) {
    match state.focus {
        Pane::Passages => select(state, moved(state.selected, by, state.shown.len())),
        Pane::Sources => select_source(state, moved(state.source, by, state.sources().len())),
        pane => scroll(state, pane, by),
    }
}

pub(super) fn to_end(state: &mut State, is_last: bool) {
    match state.focus {
        Pane::Passages => select(state, if is_last { state.shown.len().saturating_sub(1) } else { 0 }),
        Pane::Sources => {
            select_source(state, if is_last { state.sources().len().saturating_sub(1) } else { 0 })
        }
        pane => {
            let end = if is_last { state.page(pane).bottom(state.layout().body(pane).height) } else { 0 };
            match pane {
                Pane::Source => state.other.top = end,
                _ => {
                    state.query.top = end;
                    follow(state);
                }
            }
        }
    }
}

/// Keeps the selection on the screen, and keeps texts from ending above the bottom.
pub(super) fn settle(state: &mut State) {
    let layout = state.layout();
    let rows = |pane| usize::from(layout.body(pane).height);
    let keep = |top: usize, at: usize, rows: usize| top.min(at).max((at + 1).saturating_sub(rows.max(1)));
    state.passages_top = keep(state.passages_top, state.selected, rows(Pane::Passages));
    state.sources_top = keep(state.sources_top, state.source, rows(Pane::Sources));
    for pane in [Pane::Query, Pane::Source] {
        let bottom = state.page(pane).bottom(layout.body(pane).height);
        let text = if pane == Pane::Source { &mut state.other } else { &mut state.query };
        text.top = text.top.min(bottom);
    }
}

pub(super) fn select(state: &mut State, at: usize) {
    if at != state.selected {
        state.select(at);
    }
}

pub(super) fn select_source(state: &mut State, at: usize) {
    let Some(source) = state.sources().get(at) else { return };
    let first = (0..state.shown.len())
        .find(|&place| state.shown_passage(place).is_some_and(|passage| passage.b == source.id));
    if let Some(first) = first {
        state.select(first);
    }
    state.source = at;
}

/// Scrolls a text by lines. The source follows the query text.
pub(super) fn scroll(state: &mut State, pane: Pane, by: isize) {
    let rows = state.layout().body(pane).height;
    let top = state.page(pane).moved(state.text_state(pane).top, by, rows);
    match pane {
        Pane::Source => state.other.top = top,
        _ => {
            state.query.top = top;
            follow(state);
        }
    }
}

/// Scrolls the source to the words at the top of the query text.
fn follow(state: &mut State) {
    let (passage, top) = (state.query.passage.clone(), state.query.top);
    if !passage.contains(&top) {
        if top < passage.start {
            state.other.top = 0;
        }
        return;
    }
    let Some(shown) = state.passage() else { return };
    let before = state.text(Pane::Query).get(passage.start..top).unwrap_or("");
    let point = shown.a_start.saturating_add(before.chars().count() as u32);
    let start = opposite(&shown.equal, point).map_or(0, |b| b.saturating_sub(shown.b_start) as usize);
    let text = state.text(Pane::Source);
    let at = text.char_indices().nth(start).map_or(text.len(), |(at, _)| at);
    let page = state.page(Pane::Source);
    state.other.top = page.line_start(at).min(page.bottom(state.layout().body(Pane::Source).height));
}

/// Scrolls a text so that a byte is visible.
pub(super) fn reveal(state: &mut State, pane: Pane, at: usize) {
    let rows = state.layout().body(pane).height;
    let top = state.page(pane).top_with(at, state.text_state(pane).top, rows);
    if pane == Pane::Source { state.other.top = top } else { state.query.top = top }
}

/// Returns the listed passage that holds a byte of the query text, the selected one first.
pub(super) fn passage_at(state: &State, at: usize) -> Option<usize> {
    let holds = |&place: &usize| {
        state
            .shown_passage(place)
            .is_some_and(|p| (p.a_byte_start as usize..p.a_byte_end as usize).contains(&at))
    };
    Some(state.selected).filter(holds).or_else(|| (0..state.shown.len()).find(holds))
}

/// Moves an index `at` within a list of `len` items.
pub(super) fn moved(at: usize, by: isize, len: usize) -> usize {
    at.saturating_add_signed(by).min(len.saturating_sub(1))
}

pub(super) fn page_rows(state: &State) -> isize {
    rows_of_page(state.layout().body(state.focus))
}

pub(super) fn left_of(state: &State) -> Pane {
    match state.focus {
        Pane::Source => Pane::Query,
        Pane::Query if state.is_zoomed => Pane::Query,
        Pane::Sources => Pane::Sources,
        _ => Pane::Passages,
    }
}

pub(super) fn right_of(pane: Pane) -> Pane {
    if matches!(pane, Pane::Passages | Pane::Sources) { Pane::Query } else { Pane::Source }
}

pub(super) fn pane_after(state: &State, by: isize) -> Pane {
    let all = [Pane::Passages, Pane::Sources, Pane::Query, Pane::Source];
    let panes = if state.is_zoomed { &all[2..] } else { &all[..] };
    let at = panes.iter().position(|&pane| pane == state.focus).unwrap_or(0) as isize;
    panes[(at + by).rem_euclid(panes.len() as isize) as usize]
}

/// Maps the code point `a` of the query document to the source, along the stretches of equal words.
fn opposite(equal: &[[u32; 4]], a: u32) -> Option<u32> {
    let at = equal.partition_point(|stretch| stretch[0] <= a);
    let &[a_start, _, b_start, b_end] = equal.get(at.checked_sub(1)?)?;
    Some(b_start.saturating_add(a - a_start).min(b_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_other_side() {
        let equal = [[10, 20, 5, 15], [30, 40, 20, 30]];
        assert_eq!(opposite(&equal, 9), None);
        assert_eq!(opposite(&equal, 12), Some(7));
        assert_eq!(opposite(&equal, 25), Some(15));
        assert_eq!(opposite(&equal, 35), Some(25));
    }
}

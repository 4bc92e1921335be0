//! The pairs of documents that share the most, and the sources over all documents.

use ratatui::buffer::Buffer;

use super::{column_row, messages, right};
use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::{cols, right_percent};
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

/// The columns of the number of documents that take from a source.
const COUNT_COLS: u16 = 5;
/// The columns of a number of words.
const WORDS_COLS: u16 = 9;

/// Returns the columns of each name of a pair.
pub(super) fn pair_cols(state: &State, width: u16) -> u16 {
    let percent = cols(&right_percent(state.window.language, 1.0, 1));
    width.saturating_sub(2 * percent + 5) / 2
}

/// Returns the columns of the name of a source.
pub(super) fn source_cols(width: u16) -> u16 {
    width.saturating_sub(COUNT_COLS + WORDS_COLS + 3)
}

pub(super) fn draw_pairs(state: &State, buffer: &mut Buffer) {
    let area = state.area(Pane::Pairs);
    if area.is_empty() {
        return;
    }
    let (messages, style) = (messages(state), state.look().quiet());
    let pairs = &state.queue.class.pairs;
    draw_heading(state, Pane::Pairs, &messages.pairs(pairs.len() as u64), messages.strongest_first(), buffer);
    let name_cols = pair_cols(state, area.width);
    let percent_cols = cols(&right_percent(state.window.language, 1.0, 1));
    if let Some(mut row) = column_row(state, Pane::Pairs, buffer) {
        row.put("  ", style).put_column(messages.document(), name_cols + percent_cols + 1, style);
        row.put(" ", style).put(messages.with(), style);
    }
    if pairs.is_empty() {
        draw_nothing(state, Pane::Pairs, messages.no_pairs(), buffer);
    }
    let Some(names) = &state.queue.names else { return };
    for at in state.queue.class.pair_list.seen(state.body(Pane::Pairs).height) {
        let Some(pair) = pairs.get(at) else { continue };
        let (mut row, base) = start_row(state, Pane::Pairs, at, buffer);
        row.put(" ", base);
        for (id, share) in [(&pair.a, pair.of_a), (&pair.b, pair.of_b)] {
            row.put_column(names.pairs.get(id), name_cols, base);
            row.put_column(&right_percent(state.window.language, share, 1), percent_cols, base);
        }
    }
}

pub(super) fn draw_sources(state: &State, buffer: &mut Buffer) {
    let area = state.area(Pane::ClassSources);
    if area.is_empty() {
        return;
    }
    let (messages, style) = (messages(state), state.look().quiet());
    let class = &state.queue.class;
    let heading = messages.sources(class.by_id.len() as u64);
    draw_heading(state, Pane::ClassSources, &heading, messages.by_words(), buffer);
    if let Some(mut row) = column_row(state, Pane::ClassSources, buffer) {
        row.put(" ", style).put(&right(messages.in_documents(), COUNT_COLS), style);
        row.put(&right(messages.words(), WORDS_COLS), style).put("  ", style).put(messages.source(), style);
    }
    if class.sources.is_empty() {
        draw_nothing(state, Pane::ClassSources, messages.no_sources(), buffer);
    }
    let Some(names) = &state.queue.names else { return };
    for at in class.source_list.seen(state.body(Pane::ClassSources).height) {
        let Some(source) = class.sources.get(at) else { continue };
        let (mut row, base) = start_row(state, Pane::ClassSources, at, buffer);
        row.put(&right(&thousands(source.documents), COUNT_COLS), base);
        row.put(&right(&thousands(source.matched), WORDS_COLS), base).put("  ", base);
        row.put(names.sources.get(&source.id), base);
    }
}

//! The list of documents: as found, as decided, how much is open, the largest source, and the name.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{QueueNames, column_row, messages, right};
use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::{Row, cols, fit_name, right_percent};
use crate::tui::review::layout::Pane;
use crate::tui::review::queue::row::QueueRow;
use crate::tui::review::queue::{QueueLine, QueueSort};
use crate::tui::review::state::State;

/// The least number of columns at which the largest source is shown.
const SOURCE_COLS: u16 = 64;
/// The least number of columns at which the ratio as decided is shown.
const DECIDED_COLS: u16 = 40;
/// The columns of the numbers of open passages and of all, with the blanks before them.
const OPEN_COLS: u16 = 11;

/// The columns of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The columns of a percentage.
    percent: u16,
    has_decided: bool,
    has_source: bool,
    /// The columns of the largest source's name.
    pub(super) source: u16,
    /// The columns of the document's name.
    pub(super) name: u16,
}

impl Columns {
    /// Divides a width.
    pub(super) fn new(state: &State, width: u16) -> Columns {
        let percent = cols(&right_percent(state.window.language, 1.0, 1));
        let (has_decided, has_source) = (width >= DECIDED_COLS, width >= SOURCE_COLS);
        // A blank goes before each column.
        let decided = if has_decided { percent + 2 } else { 0 };
        let rest = width.saturating_sub(2 + percent + decided + OPEN_COLS);
        match has_source {
            false => Columns { percent, has_decided, has_source, source: 0, name: rest },
            true => {
                let rest = rest.saturating_sub(percent + 2);
                let source = rest * 9 / 20;
                Columns { percent, has_decided, has_source, source, name: rest - source }
            }
        }
    }
}

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let area = state.area(Pane::Queue);
    if area.is_empty() {
        return;
    }
    let order = match state.queue.sort {
        QueueSort::Open => messages(state).by_open(),
        QueueSort::Found => messages(state).by_found(),
        QueueSort::Name => messages(state).by_name(),
    };
    let heading = heading(state, area.width);
    let has_room = cols(&heading) + cols(order) + 3 <= area.width;
    draw_heading(state, Pane::Queue, &heading, if has_room { order } else { "" }, buffer);
    let columns = Columns::new(state, area.width);
    draw_column_names(state, columns, buffer);
    if state.queue.list.len == 0 {
        draw_nothing(state, Pane::Queue, messages(state).no_documents(), buffer);
    }
    let Some(names) = &state.queue.names else { return };
    for at in state.queue.list.seen(state.body(Pane::Queue).height) {
        let Some(line) = state.queue.line(at) else { continue };
        let (row, base) = start_row(state, Pane::Queue, at, buffer);
        match line {
            QueueLine::Document(document) => {
                let Some(of) = state.queue.row(document) else { continue };
                draw_document(state, of, names, columns, (row, base));
            }
            QueueLine::Decided(count) => {
                draw_between(&messages(state).decided_documents(count as u64), row, base)
            }
            QueueLine::Clean(count) => draw_between(&clean(state, count as u64), row, base),
        }
    }
}

fn heading(state: &State, width: u16) -> String {
    let (all, found) = state.queue.counts();
    let Some(only) = &state.queue.only else {
        return messages(state).documents(all as u64, thousands(found as u64));
    };
    let class = &state.queue.class;
    let source = class.sources.iter().find(|source| source.id == *only);
    let name = source.map_or(only, |source| &source.name);
    messages(state).documents_from(state.queue.listed, fit_name(name, width / 3))
}

fn draw_column_names(state: &State, columns: Columns, buffer: &mut Buffer) {
    let Some(mut row) = column_row(state, Pane::Queue, buffer) else { return };
    let (messages, style) = (messages(state), state.look().quiet());
    row.put("  ", style).put(&right(messages.found(), columns.percent), style);
    if columns.has_decided {
        row.put("  ", style).put(&right(messages.decided(), columns.percent), style);
    }
    row.put(&right(messages.open(), OPEN_COLS - 4), style).put("    ", style);
    if columns.has_source {
        row.put_column(messages.largest_source(), columns.source + columns.percent + 1, style);
    }
    row.put(messages.document(), style);
}

fn draw_document(
    state: &State,
    of: &QueueRow,
    names: &QueueNames,
    columns: Columns,
    started: (Row<'_>, Style),
) {
    let (mut row, base) = started;
    let percent = |share: f64| right_percent(state.window.language, share, 1);
    row.put(" ", base).put(&percent(of.now.found), base);
    if columns.has_decided {
        row.put("  ", base).put(&percent(of.now.decided), base);
    }
    row.put(&open(of), base);
    if columns.has_source {
        let (source, share) = match &of.largest {
            Some((id, _, share)) => (names.largest.get(id), percent(*share)),
            None => ("", String::new()),
        };
        row.put_column(source, columns.source, base);
        row.put_column(&right(&share, columns.percent), columns.percent, base);
    }
    row.put(names.documents.get(&of.id), base);
}

/// Returns the numbers of open passages and of all, `✓` if none is open, in a column with a blank at each end.
fn open(of: &QueueRow) -> String {
    let text = match (of.now.findings, of.now.open) {
        (0, _) => "     –    ".to_owned(),
        (_, 0) => "     ✓    ".to_owned(),
        (all, open) => format!("{:>5}/{:<4}", thousands(open), thousands(all)),
    };
    right(&format!("{text} "), OPEN_COLS)
}

/// Draws a line between documents.
fn draw_between(text: &str, mut row: Row<'_>, base: Style) {
    row.put(" ── ", base).put(text, base).put(" ──", base);
}

fn clean(state: &State, count: u64) -> String {
    match state.queue.has_clean {
        true => messages(state).clean(count),
        false => messages(state).clean_folded(count, state.window.keymap.signs("uncounted", 1)),
    }
}

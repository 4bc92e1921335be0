//! The areas and the content of the queue, its keys and its names; nothing here changes the state but [`fit_names`].
//!
//! - [`title`]: the bar at the top
//! - [`documents`]: the list of documents
//! - [`class`]: the pairs, and the sources over all documents
//! - [`facts`]: the lines below

mod title;
mod documents;
mod class;
mod facts;

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout as Split, Rect};

use self::documents::Columns;
use super::messages::QueueMessages;
use super::row::QueueRow;
use crate::render::ShortNames;
use crate::tui::panes::area::{Areas, above_status, side_by_side};
use crate::tui::panes::row::{Row, cols, fit_names as shorten_names};
use crate::tui::panes::widths::Border;
use crate::tui::panes::widths::BorderName::QueueCols;
use crate::tui::panes::{Entry, Panes};
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

/// The least number of columns at which the pairs and the sources stand beside the documents.
const WIDE_COLS: u16 = 120;
/// The least number of rows at which there are lines below the documents.
const FACTS_ROWS: u16 = 12;
/// The least number of rows of a pane at which its columns have names.
const COLUMN_NAME_ROWS: u16 = 5;

/// The area of each part of the screen.
pub(in crate::tui::review) struct QueueLayout {
    /// The bar at the top.
    pub(super) title: Rect,
    /// The panes.
    pub(in crate::tui::review) panes: Areas<Pane>,
    /// The lines below.
    pub(super) facts: Rect,
}

/// Divides the screen.
pub(in crate::tui::review) fn layout(state: &State) -> QueueLayout {
    let [screen, _] = above_status(state.window.size);
    let rows = state.window.size.1;
    let facts_rows = if rows >= FACTS_ROWS { 3 } else { 0 };
    let parts = [Length((rows >= 3).into()), Fill(1), Length(facts_rows)];
    let [title, main, facts] = Split::vertical(parts).areas(screen);
    let mut borders = vec![];
    let panes = if main.width < WIDE_COLS {
        vec![(state.window.focus, main)]
    } else {
        let cols = state.window.widths.before(QueueCols, main.width * 3 / 5, main.width);
        let [documents, class] = side_by_side(main, cols);
        borders.push(Border::between(QueueCols, main, class));
        if state.queue.class.pairs.is_empty() {
            vec![(Pane::Queue, documents), (Pane::ClassSources, class)]
        } else {
            let [pairs, sources] = Split::vertical([Fill(1), Fill(1)]).areas(class);
            vec![(Pane::Queue, documents), (Pane::Pairs, pairs), (Pane::ClassSources, sources)]
        }
    };
    QueueLayout { title, panes: Areas { panes, borders }, facts }
}

/// Returns the rows of a pane below its heading and the names of its columns.
pub(in crate::tui::review) fn body(area: Rect) -> Rect {
    let above = if area.height >= COLUMN_NAME_ROWS { 2 } else { area.height.min(1) };
    Rect { y: area.y + above, height: area.height - above, ..area }
}

/// The names as they fit into their columns, made once for a width.
#[derive(Clone, Debug)]
pub(in crate::tui::review) struct QueueNames {
    /// The widths of the panes.
    widths: [u16; 3],
    /// The names of documents.
    documents: ShortNames,
    /// The names of the largest sources.
    largest: ShortNames,
    /// The names of documents in pairs.
    pairs: ShortNames,
    /// The names of sources.
    sources: ShortNames,
}

/// Makes the names anew if the documents or the widths are others.
pub(in crate::tui::review) fn fit_names(state: &mut State) {
    // One pane on a screen that is not wide has all of it.
    let alone = if state.window.size.0 < WIDE_COLS { state.window.size.0 } else { 0 };
    let widths = [Pane::Queue, Pane::Pairs, Pane::ClassSources].map(|pane| state.area(pane).width.max(alone));
    let queue = &state.queue;
    if !queue.is_shown || matches!(&queue.names, Some(names) if names.widths == widths) {
        return;
    }
    let columns = Columns::new(state, widths[0]);
    let named = names_of_documents(&queue.rows);
    let mut largest = vec![];
    for row in &queue.rows {
        if let Some((id, name, _)) = &row.largest {
            largest.push((id.as_str(), name.as_str()));
        }
    }
    let documents = named.iter().map(|(id, name)| (*id, name.as_str()));
    let sources = queue.class.sources.iter().map(|source| (&*source.id, &*source.name));
    let names = QueueNames {
        widths,
        documents: shorten_names(documents.clone(), columns.name),
        largest: shorten_names(largest, columns.source),
        pairs: shorten_names(documents, class::pair_cols(state, widths[1])),
        sources: shorten_names(sources, class::source_cols(widths[2])),
    };
    state.queue.names = Some(names);
}

/// Returns the ids of documents with their names: the title, with the id if another document has the same title.
fn names_of_documents(rows: &[QueueRow]) -> Vec<(&str, String)> {
    let mut titled: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        *titled.entry(&row.name).or_default() += 1;
    }
    let mut named = Vec::with_capacity(rows.len());
    for QueueRow { id, name, .. } in rows {
        let is_shared = titled.get(name.as_str()) > Some(&1) && name != id;
        named.push((id.as_str(), if is_shared { format!("{name} ({id})") } else { name.clone() }));
    }
    named
}

/// Draws the queue.
pub(in crate::tui::review) fn draw(state: &State, buffer: &mut Buffer) {
    let layout = layout(state);
    title::draw(state, layout.title, buffer);
    documents::draw(state, buffer);
    class::draw_pairs(state, buffer);
    class::draw_sources(state, buffer);
    facts::draw(state, layout.facts, buffer);
}

/// Returns the messages of the queue.
fn messages(state: &State) -> QueueMessages {
    QueueMessages(state.window.language)
}

/// Starts the row with the names of a pane's columns; none if there is no room for it.
fn column_row<'b>(state: &State, pane: Pane, buffer: &'b mut Buffer) -> Option<Row<'b>> {
    let area = state.area(pane);
    (area.height >= COLUMN_NAME_ROWS).then(|| Row::new(buffer, area, 1))
}

/// Returns a text with blanks before it in a column of `width`.
fn right(text: &str, width: u16) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(cols(text)).into()))
}

/// Returns a bar of `cells` cells for a share.
pub(in crate::tui::review) fn share_bar(done: u64, all: u64, cells: usize) -> String {
    let full = (done as usize * cells).checked_div(all as usize).unwrap_or(0).min(cells);
    "█".repeat(full) + &"░".repeat(cells - full)
}

/// Returns the keys that have an effect in the queue, the most wanted first.
pub(in crate::tui::review) fn hints(state: &State) -> Vec<Entry> {
    let (queue, messages) = (messages(state), state.messages());
    state.hints_of(&[
        ("open", queue.hint_open()),
        ("next-open", messages.hint_open()),
        ("sort", messages.hint_sort()),
        ("search", messages.hint_search()),
        ("next-pane", messages.hint_pane()),
        ("help", messages.hint_help()),
        ("quit", messages.hint_quit()),
    ])
}

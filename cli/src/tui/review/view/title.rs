//! The bar at the top: the document, its ratio as found and as decided, and how much is decided.

use ibid::report::DocumentReport;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::row::{Row, cols, fit_name};
use crate::tui::review::queue::messages::QueueMessages;
use crate::tui::review::queue::row::Figures;
use crate::tui::review::queue::view::share_bar;
use crate::tui::review::state::State;

/// The least number of columns for the name.
const MIN_NAME_COLS: u16 = 16;
/// The least number of columns at which the name of the report goes before that of the document.
const CLASS_COLS: u16 = 120;
/// The number of cells of the bar.
const BAR_CELLS: usize = 10;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let style = state.look().title();
    let mut row = Row::new(buffer, area, 0);
    row.fill(style);
    let Some(document) = state.document() else {
        row.put(" ", style).put(state.messages().no_documents(), style);
        return;
    };
    let name = match &document.title {
        Some(title) => format!("{title} ({})", document.id),
        None => document.id.clone(),
    };
    let name = name_in_class(state, name, area.width);
    let room = area.width.saturating_sub(2);
    let figures = first_beside(&name, figures(state, document), room);
    row.put(" ", style).put(&fit_name(&name, room.saturating_sub(cols(&figures) + 2)), style);
    row.skip_to(area.width.saturating_sub(cols(&figures) + 1));
    row.put(&figures, style);
}

/// Returns the first of the forms of the figures for which there is room beside the name; empty if there is none.
fn first_beside(name: &str, forms: Vec<String>, room: u16) -> String {
    let all_cols = cols(name);
    // Full figures give way to the name, shorter ones only to its beginning and end.
    let mut least = all_cols;
    for figures in forms {
        if cols(&figures).saturating_add(least).saturating_add(2) <= room {
            return figures;
        }
        least = all_cols.min(MIN_NAME_COLS);
    }
    String::new()
}

/// Puts the name of the report before that of a document, if there is a queue and a wide screen.
fn name_in_class(state: &State, name: String, width: u16) -> String {
    if !state.has_queue() || width < CLASS_COLS {
        return name;
    }
    let class = state.queue.name.strip_suffix(".json").unwrap_or(&state.queue.name);
    format!("{class} › {name}")
}

/// Returns the figures in full, and in ever shorter forms.
fn figures(state: &State, document: &DocumentReport) -> Vec<String> {
    let messages = state.messages();
    let of_queue = QueueMessages(state.window.language);
    let figures = Figures::of(document);
    let found = messages.0.percent(figures.found, 1);
    let (ratios, short_ratios) = match &document.decided {
        Some(decided) if figures.open < figures.findings => {
            let copied = messages.0.percent(decided.found_copied_ratio, 1);
            let ratios = format!("{} → {}", of_queue.found_share(&found), of_queue.copied_share(&copied));
            (ratios, format!("{found} → {copied}"))
        }
        _ => (of_queue.found_share(&found), found.clone()),
    };
    let [done, all] = [figures.findings - figures.open, figures.findings].map(thousands);
    let bar = share_bar(figures.findings - figures.open, figures.findings, BAR_CELLS);
    let place = match state.queue.place_among(state.document) {
        Some((at, count)) if state.has_queue() => format!("[{}/{count}] ", at + 1),
        _ => String::new(),
    };
    let left = match document.sources_left {
        0 => String::new(),
        left => format!(
            " · {}{}",
            messages.sources_counted(document.sources.len() as u64),
            messages.not_looked_through(left)
        ),
    };
    let lead = format!("{place}{}", warning(state, document));
    if figures.findings == 0 {
        return vec![format!("{lead}{ratios}{left}"), format!("{lead}{short_ratios}"), found];
    }
    vec![
        format!("{lead}{ratios}   {} {bar}{left}", messages.decided_of(&done, &all)),
        format!("{lead}{short_ratios}   {done}/{all} {bar}"),
        format!("{lead}{short_ratios}   {done}/{all}"),
        format!("{place}{short_ratios}"),
        short_ratios,
        found,
    ]
}

/// Returns what makes the figures doubtful.
fn warning(state: &State, document: &DocumentReport) -> &'static str {
    let messages = state.messages();
    if document.obfuscation.as_ref().is_some_and(|found| found.suspicious) {
        messages.may_be_disguised()
    } else if document.flags.contains_key("quoted") {
        messages.much_quoted()
    } else if document.flags.contains_key("not_references") {
        messages.not_references()
    } else {
        ""
    }
}

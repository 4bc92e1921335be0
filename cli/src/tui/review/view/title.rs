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
    // Full figures give way to the name, shorter ones only to its beginning and end.
    let least = |form: usize| if form == 0 { cols(&name) } else { MIN_NAME_COLS.min(cols(&name)) };
    let fits = |(form, figures): &(usize, String)| {
        cols(figures).saturating_add(least(*form)).saturating_add(2) <= room
    };
    let figures = figures(state, document).into_iter().enumerate().find(fits);
    let figures = figures.map_or_else(String::new, |(_, figures)| figures);
    row.put(" ", style).put(&fit_name(&name, room.saturating_sub(cols(&figures) + 2)), style);
    row.skip_to(area.width.saturating_sub(cols(&figures) + 1));
    row.put(&figures, style);
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
    let percent = |share: f64| messages.0.percent(share, 1);
    let found = percent(figures.found);
    let copied = document.decided.as_ref().filter(|_| figures.open < figures.findings);
    let copied = copied.map(|decided| percent(decided.found_copied_ratio));
    let (ratios, short_ratios) = match copied {
        None => (of_queue.found_share(&found), found.clone()),
        Some(copied) => (
            format!("{} → {}", of_queue.found_share(&found), of_queue.copied_share(&copied)),
            format!("{found} → {copied}"),
        ),
    };
    let [done, all] = [figures.findings - figures.open, figures.findings].map(thousands);
    let bar = share_bar(figures.findings - figures.open, figures.findings, BAR_CELLS);
    let place = match state.queue.place_among(state.document).filter(|_| state.has_queue()) {
        Some((at, count)) => format!("[{}/{count}] ", at + 1),
        None => String::new(),
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

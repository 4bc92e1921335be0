//! The bar at the top: the document and its figures.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::row::{Row, cols, fit_name};
use crate::tui::review::state::State;

/// The least number of columns for the name.
const MIN_NAME_COLS: u16 = 16;

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
    let room = area.width.saturating_sub(2);
    let name_cols = MIN_NAME_COLS.min(cols(&name)) + 2;
    let mut figures = figures(state).into_iter();
    let figures = figures.find(|figures| cols(figures).saturating_add(name_cols) <= room);
    let figures = figures.unwrap_or_default();
    row.put(" ", style).put(&fit_name(&name, room.saturating_sub(cols(&figures) + 2)), style);
    row.skip_to(area.width.saturating_sub(cols(&figures) + 1));
    row.put(&figures, style);
}

/// Returns the figures in full, and in ever shorter forms.
fn figures(state: &State) -> Vec<String> {
    let Some(document) = state.document() else { return vec![] };
    let passages = state.facts.findings;
    let messages = state.messages();
    let found = messages.0.percent(document.ratios.overall, 1);
    let decided = document.decided.as_ref();
    let (ratio, passages) = match decided {
        None => (found, messages.passages_counted(passages as u64)),
        Some(decided) => {
            let after = messages.0.percent(decided.ratios.overall, 1);
            let done = messages.decided_of(decided.findings - decided.open, decided.findings);
            (format!("{found} → {after}"), done)
        }
    };
    let left = match document.sources_left {
        0 => String::new(),
        left => messages.not_looked_through(left),
    };
    let sources = format!("{}{left}", messages.sources_counted(state.sources().len() as u64));
    let unit = messages.0.unit(&document.unit);
    let matched = messages.matched_of_all(thousands(document.matched), thousands(document.total), unit);
    let documents = state.report.documents.len();
    let place = if documents > 1 { format!("[{}/{documents}] ", state.document + 1) } else { String::new() };
    let warning = if document.obfuscation.as_ref().is_some_and(|found| found.suspicious) {
        messages.may_be_disguised()
    } else if document.flags.contains_key("quoted") {
        messages.much_quoted()
    } else if document.flags.contains_key("not_references") {
        messages.not_references()
    } else {
        ""
    };
    let lead = format!("{place}{warning}");
    let figures = vec![
        format!("{lead}{} · {matched} · {passages} · {sources}", messages.copied_share(&ratio)),
        format!("{lead}{ratio} · {matched} · {passages}"),
        format!("{lead}{ratio} · {passages}"),
    ];
    figures.into_iter().chain([format!("{place}{ratio}"), ratio]).collect()
}

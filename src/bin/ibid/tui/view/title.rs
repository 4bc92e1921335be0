//! The bar at the top: which document, and its figures.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row::{Row, cols, fit_name, number, percent};
use crate::tui::state::State;

/// The name keeps so many columns.
const MIN_NAME_COLS: u16 = 16;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let style = state.look().title();
    let mut row = Row::new(buffer, area, 0);
    row.fill(style);
    let Some(document) = state.document() else {
        row.put(" ibid: this report has no documents", style);
        return;
    };
    let name = document
        .title
        .as_deref()
        .map_or_else(|| document.id.clone(), |title| format!("{title} ({})", document.id));
    let room = area.width.saturating_sub(2);
    let figures = figures(state)
        .into_iter()
        .find(|figures| cols(figures).saturating_add(2 + MIN_NAME_COLS.min(cols(&name))) <= room);
    let figures = figures.unwrap_or_default();
    row.put(" ", style).put(&fit_name(&name, room.saturating_sub(cols(&figures) + 2)), style);
    row.skip_to(area.width.saturating_sub(cols(&figures) + 1));
    row.put(&figures, style);
}

/// The figures in full, and ever shorter.
fn figures(state: &State) -> Vec<String> {
    let Some(document) = state.document() else { return vec![] };
    let ratio = percent(document.ratios.overall);
    let (passages, _) = state.passage_counts();
    let passages = count(passages, "passage");
    let left = match document.sources_left {
        0 => String::new(),
        left => format!(" ({} more not looked through)", number(left)),
    };
    let sources = format!("{}{left}", count(state.sources().len(), "source"));
    let matched = format!("{} of {} {}", number(document.matched), number(document.total), document.unit);
    let documents = state.report.documents.len();
    let place = if documents > 1 { format!("[{}/{documents}] ", state.document + 1) } else { String::new() };
    let is_suspicious = document.obfuscation.as_ref().is_some_and(|found| found.suspicious);
    let lead = if is_suspicious { format!("{place}may be disguised · ") } else { place.clone() };
    let figures = vec![
        format!("{lead}{ratio} copied · {matched} · {passages} · {sources}"),
        format!("{lead}{ratio} · {matched} · {passages}"),
        format!("{lead}{ratio} · {passages}"),
    ];
    figures.into_iter().chain([format!("{place}{ratio}"), ratio]).collect()
}

fn count(count: usize, name: &str) -> String {
    format!("{} {name}{}", number(count as u64), if count == 1 { "" } else { "s" })
}

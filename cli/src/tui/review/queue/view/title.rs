//! The bar at the top of the queue: the name of the report, the check in progress, and how much is decided.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{messages, share_bar};
use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::row::{Row, cols, first_fit, fit_name};
use crate::tui::review::queue::Totals;
use crate::tui::review::state::State;

/// The least number of columns for the name.
const MIN_NAME_COLS: u16 = 12;
/// The number of cells of the bar.
const BAR_CELLS: usize = 20;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let style = state.look().title();
    let mut row = Row::new(buffer, area, 0);
    row.fill(style);
    let room = area.width.saturating_sub(MIN_NAME_COLS + 4);
    let figures = first_fit(figures(state), room).unwrap_or_default();
    let name_cols = area.width.saturating_sub(cols(&figures) + 4);
    row.put(" ", style).put(&fit_name(&state.queue.name, name_cols), style);
    row.skip_to(area.width.saturating_sub(cols(&figures) + 1));
    row.put(&figures, style);
}

/// Returns the figures in full, and in ever shorter forms.
fn figures(state: &State) -> Vec<String> {
    let Totals { findings: all, decided, .. } = state.queue.totals;
    let share = decided as f64 / all.max(1) as f64;
    let told = messages(state).decided_of(thousands(decided), thousands(all));
    let percent = messages(state).0.percent(share, 0);
    let bar = share_bar(decided, all, BAR_CELLS);
    let short = format!("{}/{}", thousands(decided), thousands(all));
    match checking(state) {
        None => vec![format!("{told}  {bar}  {percent}"), format!("{told}  {percent}"), told, short],
        Some(checking) => vec![
            format!("{checking} · {told}  {bar}  {percent}"),
            format!("{checking} · {told}"),
            format!("{checking} · {short}"),
            checking,
        ],
    }
}

/// Returns how far the check is; none without a check.
pub(super) fn checking(state: &State) -> Option<String> {
    let checking = state.queue.checking?;
    let done = thousands(checking.done);
    Some(match checking.count {
        _ if checking.done == 0 => messages(state).reading_sources().to_owned(),
        Some(count) if count >= checking.done => messages(state).checking(done, thousands(count)),
        _ => messages(state).checking_uncounted(done),
    })
}

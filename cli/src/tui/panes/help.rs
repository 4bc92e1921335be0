//! The help: a box with the keys, above everything else.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Block, Clear, Widget};

use super::area::above_status;
use super::row::{Row, cols};
use super::search::has_hit;
use super::style::Look;
use super::{Entry, View};

/// Draws the keys, and the signs below them.
pub(super) fn draw<R: View>(review: &R, buffer: &mut Buffer) {
    let mut all = review.key_lines();
    all.push(("".into(), "".into()));
    all.extend(review.signs());
    let (mut key_cols, mut meaning_cols) = (0, 0);
    for (key, meaning) in &all {
        key_cols = key_cols.max(cols(key));
        meaning_cols = meaning_cols.max(cols(meaning));
    }
    let [screen, _] = above_status(review.window().size);
    let screen = screen.intersection(buffer.area);
    let width = (key_cols + meaning_cols + 6).min(screen.width);
    let height = (all.len() as u16 + 2).min(screen.height);
    let area = Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
    clear(area, buffer);
    let look = review.look();
    Block::bordered().border_style(look.plain()).render(area, buffer);
    let lines = listed(review, &all);
    if lines.is_empty() {
        let remark = review.messages().not_found(&review.window().help_pattern);
        Row::new(buffer, area.inner(Margin::new(2, 1)), 0).put_beginning(&remark, look.quiet());
    }
    let rows = usize::from(height.saturating_sub(2));
    let top = review.window().help_top.min(lines.len().saturating_sub(rows));
    draw_more(area, [top > 0, top + rows < lines.len()], look, buffer);
    for (number, (key, meaning)) in (0..).zip(lines.iter().skip(top).take(rows)) {
        let mut row = Row::new(buffer, area.inner(Margin::new(2, 1)), number);
        row.put(key, look.key());
        row.skip_to(key_cols + 2);
        row.put(meaning, look.plain());
    }
}

/// Returns the lines with the pattern in a key or a meaning.
fn listed<'l, R: View>(review: &R, all: &'l [Entry]) -> Vec<&'l Entry> {
    let pattern = &review.window().help_pattern;
    let mut listed = vec![];
    for line in all {
        let (key, meaning) = line;
        if pattern.is_empty() || has_hit(key, pattern) || has_hit(meaning, pattern) {
            listed.push(line);
        }
    }
    listed
}

/// Marks the borders behind which there are more lines: above, and below.
fn draw_more(area: Rect, [above, below]: [bool; 2], look: Look, buffer: &mut Buffer) {
    for (is_marked, sign, row) in [(above, "▲", 0), (below, "▼", area.height.saturating_sub(1))] {
        if is_marked && area.width > 4 {
            let place = Rect { x: area.right() - 3, y: area.y + row, width: 1, height: 1 };
            Row::new(buffer, place, 0).put(sign, look.key());
        }
    }
}

/// Clears an area, with the wide glyphs that reach into it from the left.
pub(in crate::tui) fn clear(area: Rect, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        if let Some(x) = area.x.checked_sub(1)
            && let Some(cell) = buffer.cell_mut((x, y))
            && cols(cell.symbol()) == 2
        {
            cell.reset();
        }
    }
    Clear.render(area, buffer);
}

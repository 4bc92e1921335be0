//! The help: a box with the keys, above everything else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row::{Row, cols};
use super::style::Look;

/// A key or sign, and its meaning.
type Entry<'w> = (&'w str, &'w str);

/// Draws the keys, and the signs below them.
pub(in crate::tui) fn draw(look: Look, keys: &[Entry<'_>], signs: &[Entry<'_>], buffer: &mut Buffer) {
    let rows = (keys.len() + signs.len() + 3) as u16;
    let screen = buffer.area;
    let key_cols = keys.iter().chain(signs).map(|(key, _)| cols(key)).max().unwrap_or(0);
    let what_cols = keys.iter().chain(signs).map(|(_, what)| cols(what)).max().unwrap_or(0);
    let (width, height) = ((key_cols + what_cols + 6).min(screen.width), rows.min(screen.height));
    let area = Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
    clear(area, buffer);
    draw_frame(area, buffer, look.plain());
    let inside = Rect {
        x: area.x + 2.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    };
    let lines = keys.iter().chain([&("", "")]).chain(signs);
    for (number, (key, what)) in (0..).zip(lines) {
        let mut row = Row::new(buffer, inside, number);
        row.put(key, look.key());
        row.skip_to(key_cols + 2);
        row.put(what, look.plain());
    }
}

fn clear(area: Rect, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        // A wide glyph that reaches into the box would show through.
        let before = area.x.checked_sub(1).map(|x| (x, y));
        if let Some(cell) = before.and_then(|place| buffer.cell_mut(place))
            && cols(cell.symbol()) == 2
        {
            cell.reset();
        }
        for x in area.left()..area.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
}

fn draw_frame(area: Rect, buffer: &mut Buffer, style: ratatui::style::Style) {
    let side = "─".repeat(area.width.saturating_sub(2).into());
    for number in 0..area.height {
        let (left, right) = match number {
            0 => ("┌", "┐"),
            n if n + 1 == area.height => ("└", "┘"),
            _ => ("│", "│"),
        };
        let mut row = Row::new(buffer, area, number);
        row.put(left, style);
        if number == 0 || number + 1 == area.height {
            row.put(&side, style);
        }
        row.skip_to(area.width.saturating_sub(1));
        row.put(right, style);
    }
}

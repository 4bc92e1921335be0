//! The text that the reader types, and the place of the caret: a line at the bottom, or a note above it.
//!
//! The caret is the terminal's own, so that input methods open where the text stands. A field covers the lines at the
//! bottom of the screen, and scrolls so that the caret is seen. `O(n)`, for a text of n bytes.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};
use tui_input::Input;

use super::View;
use super::area::above_status;
use super::note::Note;
use super::row::{Row, cols};
use super::window::Asked;
use crate::messages::ReviewMessages;
use crate::tui::action::Mode;
use crate::tui::glyph::{Glyph, byte_of_char, glyphs};
use crate::tui::keys::KeyView;
use crate::tui::outside_messages::OutsideMessages;
use crate::tui::review::go_to::GoToMessages;

/// The most rows that a note covers; a longer one scrolls.
const MAX_NOTE_ROWS: u16 = 6;
/// The least columns of a note beside the words before it.
const MIN_NOTE_COLS: u16 = 12;
/// The least columns left beside a line for the keys.
const MIN_KEYS_COLS: u16 = 32;

/// A field as it is seen.
struct Field<'t> {
    area: Rect,
    /// The sign or words before the text.
    lead: &'static str,
    /// The rows of the text that are seen.
    rows: Vec<Vec<Glyph<'t>>>,
    caret: Position,
}

/// Draws the field, and the keys if there is room.
pub(super) fn draw<R: View>(review: &R, buffer: &mut Buffer) {
    let window = review.window();
    let (look, messages) = (review.look(), review.messages());
    let keys = match window.asked {
        Asked::Note => messages.note_keys(),
        Asked::Place if review.key_view() == KeyView::Queue => GoToMessages(messages.0).keys_in_queue(),
        Asked::Place => GoToMessages(messages.0).keys(),
        Asked::ReportPath | Asked::Replacement => OutsideMessages(messages.0).report_keys(),
        Asked::Pattern | Asked::Help => messages.prompt_keys(),
    };
    let Field { area, lead, rows, .. } = field(review);
    Clear.render(area.intersection(buffer.area), buffer);
    let status = bottom(window.size);
    for (number, glyphs) in (0..).zip(&rows) {
        let mut row = Row::new(buffer, area, number);
        row.put(if number == 0 { lead } else { "" }, look.key());
        row.skip_to(cols(lead));
        for glyph in glyphs {
            row.put_glyph(glyph, look.plain());
        }
        if area == status && row.left() > MIN_KEYS_COLS {
            row.put(keys, look.quiet());
        }
    }
    if area != status {
        Row::new(buffer, status, 0).put_beginning(keys, look.quiet());
    }
}

/// Returns the place of the caret; none unless the reader types.
pub(in crate::tui) fn caret<R: View>(review: &R) -> Option<Position> {
    (review.window().mode == Mode::Prompt).then(|| field(review).caret)
}

/// Returns the columns that a note has on a screen of some columns.
pub(super) fn note_cols(messages: ReviewMessages, screen_cols: u16) -> u16 {
    // One column is left for the caret behind a full row.
    screen_cols.saturating_sub(cols(note_lead(messages, screen_cols)) + 1).max(1)
}

/// Returns the words before a note, for which a narrow screen has no room.
fn note_lead(messages: ReviewMessages, screen_cols: u16) -> &'static str {
    let lead = messages.note_prompt();
    if screen_cols < cols(lead) + MIN_NOTE_COLS { "" } else { lead }
}

fn field<R: View>(review: &R) -> Field<'_> {
    let (window, outside) = (review.window(), OutsideMessages(review.window().language));
    match window.asked {
        Asked::Note => note_field(&window.note, review.messages(), window.size),
        Asked::Place => line_field(&window.prompt, ":", window.size),
        Asked::ReportPath => line_field(&window.prompt, outside.report_prompt(), window.size),
        Asked::Replacement => line_field(&window.prompt, outside.replace_prompt(), window.size),
        Asked::Pattern | Asked::Help => line_field(&window.prompt, "/", window.size),
    }
}

/// Lays out a line, which is cut at the left so that the caret is seen.
fn line_field<'t>(input: &'t Input, lead: &'static str, size: (u16, u16)) -> Field<'t> {
    let area = bottom(size);
    let text = input.value();
    let (mut before, behind) = text.split_at(byte_of_char(text, input.cursor()));
    let under = glyphs(behind).next().map_or(1, |glyph| glyph.cols);
    let room = area.width.saturating_sub(cols(lead) + under);
    while cols(before) > room {
        let mut chars = before.chars();
        chars.next();
        before = chars.as_str();
    }
    let caret = caret_at(area, 0, cols(lead) + cols(before));
    Field { area, lead, rows: vec![glyphs(before).chain(glyphs(behind)).collect()], caret }
}

/// Lays out a note in rows above the line at the bottom, or in that line if the screen is low.
fn note_field(note: &Note, messages: ReviewMessages, size: (u16, u16)) -> Field<'_> {
    let [above, _] = above_status(size);
    let rows = note.rows(note_cols(messages, size.0));
    let place = note.caret(&rows);
    let height = (rows.len().min(MAX_NOTE_ROWS.into()) as u16).min(above.height / 2);
    let area = match height {
        0 => bottom(size),
        _ => Rect { y: above.bottom() - height, height, ..above },
    };
    let top = (place.row + 1).saturating_sub(area.height.max(1).into());
    let lead = note_lead(messages, size.0);
    let caret = caret_at(area, place.row - top, cols(lead) + place.col);
    let seen = rows.into_iter().skip(top).take(area.height.into());
    Field { area, lead, rows: seen.map(|row| row.part.glyphs).collect(), caret }
}

/// Returns the line at the bottom, which is the only one of the lowest screen.
fn bottom(size: (u16, u16)) -> Rect {
    let [above, status] = above_status(size);
    if status.is_empty() { above } else { status }
}

fn caret_at(area: Rect, row: usize, col: u16) -> Position {
    Position::new(area.x + col.min(area.width.saturating_sub(1)), area.y.saturating_add(row as u16))
}

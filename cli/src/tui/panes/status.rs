//! The line at the bottom: the prompt, a message, the state of the search, or the keys.

use ratatui::buffer::Buffer;

use super::area::above_status;
use super::row::{Row, cols};
use super::search::{MAX_HITS, Search};
use super::style::Look;
use super::{Entry, View, prompt};
use crate::render::thousands;
use crate::tui::action::Mode;

/// Draws the line.
pub(super) fn draw<R: View>(review: &R, buffer: &mut Buffer) {
    let (look, messages, window) = (review.look(), review.messages(), review.window());
    let [_, area] = above_status(window.size);
    let mut row = Row::new(buffer, area, 0);
    if window.mode == Mode::Prompt {
        prompt::draw(review, buffer);
    } else if window.mode == Mode::Help {
        let keys = [
            ("search", messages.hint_search()),
            ("back", messages.hint_back()),
            ("down up", messages.hint_scroll()),
        ];
        draw_hints(&review.hints_of(&keys), look, row);
    } else if let Some(message) = &window.message {
        row.put(" ", look.plain()).put_beginning(message, look.plain());
    } else if let Some(search) = &window.search {
        draw_search(review, search, row);
    } else {
        draw_hints(&review.hints(), look, row);
    }
}

fn draw_search<R: View>(review: &R, search: &Search<R::Hit>, mut row: Row<'_>) {
    let (look, messages) = (review.look(), review.messages());
    row.put("/", look.key()).put(&search.pattern, look.plain());
    let count = search.hits.len();
    let more = if count >= MAX_HITS { "+" } else { "" };
    let place =
        messages.place_of(thousands(search.at as u64 + 1), format!("{}{more}", thousands(count as u64)));
    row.put(&place, look.plain());
    let keys = [("next previous", messages.search_next()), ("back", messages.search_ends())];
    for (key, meaning) in review.hints_of(&keys) {
        row.put("  ", look.plain()).put(&key, look.key()).put(" ", look.plain()).put(&meaning, look.quiet());
    }
}

fn draw_hints(hints: &[Entry], look: Look, mut row: Row<'_>) {
    row.put(" ", look.plain());
    for (key, meaning) in hints {
        if row.left() < cols(key) + cols(meaning) + 3 {
            break;
        }
        row.put(key, look.key()).put(" ", look.plain()).put(meaning, look.quiet()).put("  ", look.plain());
    }
}

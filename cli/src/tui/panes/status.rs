//! The line at the bottom: the prompt, a message, the state of the search, or the keys.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use tui_input::Input;

use super::area::above_status;
use super::row::{Row, cols};
use super::search::{MAX_HITS, Search};
use super::style::Look;
use super::window::Asked;
use super::{Entry, View};
use crate::messages::ReviewMessages;
use crate::render::thousands;
use crate::tui::action::Mode;
use crate::tui::glyph::glyphs;
use crate::tui::review::go_to::GoToMessages;

/// Draws the line.
pub(super) fn draw<R: View>(review: &R, buffer: &mut Buffer) {
    let (look, messages, window) = (review.look(), review.messages(), review.window());
    let [_, area] = above_status(window.size);
    let mut row = Row::new(buffer, area, 0);
    if window.mode == Mode::Prompt {
        let (lead, keys) = match window.asked {
            Asked::Pattern => ("/", messages.prompt_keys()),
            Asked::Place => (":", GoToMessages(messages.0).keys()),
            Asked::Note => (messages.note_prompt(), messages.note_keys()),
        };
        row.put(lead, look.key());
        draw_prompt(&window.prompt, keys, look, row);
    } else if let Some(message) = &window.message {
        row.put(" ", look.plain()).put(message, look.plain());
    } else if let Some(search) = &window.search {
        draw_search(search, look, messages, row);
    } else {
        draw_hints(&review.hints(), look, row);
    }
}

/// Draws the text typed so far, with its cursor, and the keys if there is room.
fn draw_prompt(prompt: &Input, keys: &str, look: Look, mut row: Row<'_>) {
    let text = prompt.value();
    let at = text.char_indices().nth(prompt.cursor()).map_or(text.len(), |(at, _)| at);
    let (mut before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
    let mut behind = glyphs(behind);
    let under = behind.next();
    // The cursor is always visible.
    let room = row.left().saturating_sub(under.as_ref().map_or(1, |glyph| glyph.cols));
    while cols(before) > room {
        let mut chars = before.chars();
        chars.next();
        before = chars.as_str();
    }
    let cursor = Style::new().add_modifier(Modifier::REVERSED);
    row.put(before, look.plain());
    match under {
        Some(glyph) => row.put_glyph(&glyph, cursor),
        None => _ = row.put(" ", cursor),
    }
    for glyph in behind {
        row.put_glyph(&glyph, look.plain());
    }
    if row.left() > 32 {
        row.put(keys, look.quiet());
    }
}

fn draw_search<H>(search: &Search<H>, look: Look, messages: ReviewMessages, mut row: Row<'_>) {
    row.put("/", look.key()).put(&search.pattern, look.plain());
    let count = search.hits.len();
    let more = if count >= MAX_HITS { "+" } else { "" };
    let place =
        messages.place_of(thousands(search.at as u64 + 1), format!("{}{more}", thousands(count as u64)));
    row.put(&place, look.plain());
    for (key, meaning) in [("n N", messages.search_next()), ("Esc", messages.search_ends())] {
        row.put("  ", look.plain()).put(key, look.key()).put(" ", look.plain()).put(meaning, look.quiet());
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

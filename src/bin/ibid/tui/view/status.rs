//! The line at the bottom: what is typed, what was found, what happened, or which keys there are.

use ibid::report::thousands;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::row::{Row, cols};
use crate::tui::action::Mode;
use crate::tui::search::{MAX_HITS, Search};
use crate::tui::state::State;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut row = Row::new(buffer, area, 0);
    let plain = state.look().plain();
    if state.mode == Mode::Prompt {
        draw_prompt(state, row);
    } else if let Some(message) = &state.message {
        row.put(" ", plain).put(message, plain);
    } else if let Some(search) = &state.search {
        draw_search(state, search, row);
    } else {
        draw_hints(state, row);
    }
}

fn draw_prompt(state: &State, mut row: Row<'_>) {
    let look = state.look();
    row.put("/", look.key());
    // The end of what is typed is always seen.
    let room = row.left().saturating_sub(1);
    let mut shown = state.prompt.as_str();
    while cols(shown) > room {
        let mut chars = shown.chars();
        chars.next();
        shown = chars.as_str();
    }
    row.put(shown, look.plain()).put(" ", Style::new().add_modifier(Modifier::REVERSED));
    if row.left() > 32 {
        row.put(state.words().prompt_keys(), look.quiet());
    }
}

fn draw_search(state: &State, search: &Search, mut row: Row<'_>) {
    let look = state.look();
    let count = search.hits.len();
    let more = if count >= MAX_HITS { "+" } else { "" };
    row.put("/", look.key()).put(&search.pattern, look.plain());
    let words = state.words();
    let place = words.place_of(thousands(search.at as u64 + 1), format!("{}{more}", thousands(count as u64)));
    row.put(&place, look.plain());
    for (key, what) in [("n N", words.search_next()), ("Esc", words.search_ends())] {
        row.put("  ", look.plain()).put(key, look.key()).put(" ", look.plain()).put(what, look.quiet());
    }
}

fn draw_hints(state: &State, mut row: Row<'_>) {
    let look = state.look();
    let (_, commonplaces) = state.passage_counts();
    let words = state.words();
    row.put(" ", look.plain());
    for (key, what) in words.hints() {
        let is_idle = (key == "[ ]" && state.report.documents.len() < 2) || (key == "c" && commonplaces == 0);
        if is_idle {
            continue;
        }
        let what = if key == "c" { words.hint_with_count(what, commonplaces) } else { what.to_owned() };
        if row.left() < cols(key) + cols(&what) + 3 {
            break;
        }
        row.put(key, look.key()).put(" ", look.plain()).put(&what, look.quiet()).put("  ", look.plain());
    }
}

//! The line at the bottom: the prompt, a message, the state of the search, or the keys.

use crate::render::thousands;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::row::{Row, cols};
use super::style::Look;
use crate::tui::action::Mode;
use crate::tui::search::MAX_HITS;
use crate::tui::state::State;
use crate::words::Words;

/// The content of the line.
pub(in crate::tui) enum Status<'s> {
    /// The search pattern typed so far.
    Prompt(&'s str),
    /// A message about what happened.
    Message(&'s str),
    /// The pattern, the current hit and the number of hits.
    Search(&'s str, usize, usize),
    /// The keys, the most wanted first.
    Hints(Vec<(&'s str, String)>),
}

pub(in crate::tui) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let status = if state.window.mode == Mode::Prompt {
        Status::Prompt(&state.window.prompt)
    } else if let Some(message) = &state.window.message {
        Status::Message(message)
    } else if let Some(search) = &state.search {
        Status::Search(&search.pattern, search.at, search.hits.len())
    } else {
        Status::Hints(hints(state))
    };
    status.draw(state.look(), state.words(), Row::new(buffer, area, 0));
}

impl Status<'_> {
    /// Draws the line on a row.
    pub(in crate::tui) fn draw(&self, look: Look, words: Words, mut row: Row<'_>) {
        match self {
            Status::Prompt(prompt) => draw_prompt(prompt, look, words, row),
            Status::Message(message) => {
                row.put(" ", look.plain()).put(message, look.plain());
            }
            Status::Search(pattern, at, count) => {
                row.put("/", look.key()).put(pattern, look.plain());
                draw_place((*at, *count), look, words, row);
            }
            Status::Hints(hints) => draw_hints(hints, look, row),
        }
    }
}

fn draw_prompt(prompt: &str, look: Look, words: Words, mut row: Row<'_>) {
    row.put("/", look.key());
    // The end of the prompt is always visible.
    let room = row.left().saturating_sub(1);
    let mut shown = prompt;
    while cols(shown) > room {
        let mut chars = shown.chars();
        chars.next();
        shown = chars.as_str();
    }
    row.put(shown, look.plain()).put(" ", Style::new().add_modifier(Modifier::REVERSED));
    if row.left() > 32 {
        row.put(words.prompt_keys(), look.quiet());
    }
}

fn draw_place((at, count): (usize, usize), look: Look, words: Words, mut row: Row<'_>) {
    let more = if count >= MAX_HITS { "+" } else { "" };
    let place = words.place_of(thousands(at as u64 + 1), format!("{}{more}", thousands(count as u64)));
    row.put(&place, look.plain());
    for (key, what) in [("n N", words.search_next()), ("Esc", words.search_ends())] {
        row.put("  ", look.plain()).put(key, look.key()).put(" ", look.plain()).put(what, look.quiet());
    }
}

fn draw_hints(hints: &[(&str, String)], look: Look, mut row: Row<'_>) {
    row.put(" ", look.plain());
    for (key, what) in hints {
        if row.left() < cols(key) + cols(what) + 3 {
            break;
        }
        row.put(key, look.key()).put(" ", look.plain()).put(what, look.quiet()).put("  ", look.plain());
    }
}

/// Returns the keys that have an effect now.
fn hints(state: &State) -> Vec<(&'static str, String)> {
    let (_, uncounted) = state.passage_counts();
    let words = state.words();
    let is_idle =
        |key: &str| (key == "[ ]" && state.report.documents.len() < 2) || (key == "c" && uncounted == 0);
    let hints = words.hints().into_iter().filter(|(key, _)| !is_idle(key));
    hints
        .map(|(key, what)| match key {
            "c" => (key, words.hint_with_count(what, uncounted)),
            _ => (key, what.to_owned()),
        })
        .collect()
}

//! The list of passages: number, kind, similarity, place, source, and the first words if there is room.

use crate::render::ShortNames;
use ibid::report::Passage;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row::{Row, cols, fit, fit_name, fit_names, right_percent};
use crate::tui::layout::Pane;
use crate::tui::state::{Sort, State};

/// The least number of columns at which the first words are shown.
const WORDS_COLS: u16 = 60;
/// The number of characters in which the first words are looked for.
const MAX_WORDS_CHARS: usize = 200;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let order = order(state);
    let heading = heading(state, area.width.saturating_sub(cols(order) + 3));
    super::draw_heading(state, Pane::Passages, (&heading, order), buffer);
    let body = state.layout().body(Pane::Passages);
    if state.shown.is_empty() {
        Row::new(buffer, body, 0).put(&fit(&nothing(state), body.width), state.look().quiet());
    }
    let mut names = None;
    for line in 0..body.height {
        let at = state.passages_top + usize::from(line);
        if let Some(passage) = state.shown_passage(at) {
            draw_row(state, at, passage, Row::new(buffer, body, line), &mut names);
        }
    }
}

/// Returns the number of passages, and the source if the list has only one; its name is cut if there is no room.
fn heading(state: &State, room: u16) -> String {
    let (words, count) = (state.words(), state.shown.len());
    let of = state.only.and_then(|at| state.sources().get(at));
    let Some(of) = of else { return words.passages(count, "") };
    let before = cols(&words.passages(count, words.passages_of("")));
    let name = of.title.as_deref().unwrap_or(&of.id);
    words.passages(count, words.passages_of(fit_name(name, room.saturating_sub(before))))
}

fn order(state: &State) -> &'static str {
    match state.sort {
        Sort::Place => state.words().by_place(),
        Sort::Source => state.words().by_source(),
        Sort::Similarity => state.words().by_similarity(),
    }
}

fn nothing(state: &State) -> String {
    match state.passage_counts() {
        (0, 0) => state.words().nothing_found().into(),
        (_, uncounted) => state.words().none_that_counts(uncounted),
    }
}

fn draw_row(state: &State, at: usize, passage: &Passage, mut row: Row<'_>, names: &mut Option<ShortNames>) {
    let is_selected = at == state.selected;
    let look = state.look();
    let base = if is_selected { look.selected(state.focus == Pane::Passages) } else { look.plain() };
    row.fill(base);
    let number = state.number(at).map_or("–".to_owned(), |number| number.to_string());
    let number_cols = state.passage_counts().0.to_string().len().max(2);
    row.put(if is_selected { "▸" } else { " " }, base);
    row.put(&format!("{number:>number_cols$} "), base);
    row.put(state.words().letter(passage.kind), base.patch(look.kind(passage.kind)));
    let place = u64::from(passage.a_start) * 100 / u64::from(state.extent());
    let place = right_percent(state.words().0, place as f64 / 100.0, 0);
    row.put(&format!(" {:.2} {place} ", passage.similarity), base);
    let has_words = row.left() + 16 >= WORDS_COLS;
    let source_cols = if has_words { row.left() / 3 } else { row.left() };
    let names = names.get_or_insert_with(|| fit_names(state.source_names(), source_cols));
    let source = names.get(&passage.b);
    let fill = source_cols.saturating_sub(cols(source));
    row.put(source, base);
    if has_words {
        row.put(&" ".repeat(usize::from(fill) + 1), base);
        let words: String = passage.a_text.as_deref().unwrap_or("").chars().take(MAX_WORDS_CHARS).collect();
        let words = fit(&words.replace(['\n', '\r'], " "), row.left());
        row.put(&words, base.patch(look.quiet()));
    }
}

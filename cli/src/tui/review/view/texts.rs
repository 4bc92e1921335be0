//! The two texts: the query document around the passage, and the passage in its source.

use ibid::report::{Passage, place_name};
use ratatui::buffer::Buffer;

use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::row::{Row, fit};
use crate::tui::panes::text;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

pub(super) fn draw(state: &State, pane: Pane, buffer: &mut Buffer) {
    if state.area(pane).is_empty() {
        return;
    }
    let (name, about) = if pane == Pane::Source { source_heading(state) } else { query_heading(state) };
    draw_heading(state, pane, &name, &about, buffer);
    if state.text(pane).0.is_empty() {
        let area = state.text_area(pane);
        Row::new(buffer, area, 0).put(&fit(no_text(state, pane), area.width), state.look().quiet());
        return;
    }
    let rows = text::draw(state, pane, buffer);
    if let Some(passage) = state.passage().filter(|_| pane == Pane::Source) {
        draw_facts(state, passage, rows, buffer);
    }
}

fn query_heading(state: &State) -> (String, String) {
    let name = state.document().map_or("", |document| &document.id);
    let about = match state.passage() {
        Some(_) => state.messages().passage_of(state.passage_list.selected + 1, state.shown.len()),
        None => String::new(),
    };
    (name.to_owned(), about)
}

fn source_heading(state: &State) -> (String, String) {
    let Some(passage) = state.passage() else {
        return (state.messages().no_source().to_owned(), String::new());
    };
    let also = match state.repeated_count(passage) as u64 + u64::from(passage.more_documents) {
        0 => String::new(),
        more => state.messages().also_in_more(more),
    };
    let about = format!("{} {:.2}{also}", state.window.language.kind(passage.kind), passage.similarity);
    (state.source_name(passage).to_owned(), about)
}

/// Draws the facts of a passage at the bottom of its source, if the text, of `used` rows, leaves room.
fn draw_facts(state: &State, passage: &Passage, used: u16, buffer: &mut Buffer) {
    let area = state.text_area(Pane::Source);
    if used + 1 >= area.height {
        return;
    }
    let known = state.sources().iter().find(|source| source.id == passage.b);
    let known = known.into_iter().flat_map(|source| [&source.author, &source.date]).flatten();
    let messages = state.messages();
    let name = place_name(&passage.b, passage.b_place);
    let place = messages.0.place_in(name, passage.b_start, passage.b_end);
    let unit = messages.0.unit(state.document().map_or("words", |document| &document.unit));
    let equal =
        messages.matched_of(thousands(passage.matched_words.into()), thousands(passage.a_words.into()), unit);
    let credit = messages.0.credit(passage);
    let facts: Vec<&str> = known.map(String::as_str).chain([place.as_str(), &equal, &credit]).collect();
    let facts = fit(&facts.join(" · "), area.width);
    Row::new(buffer, area, area.height - 1).put(&facts, state.look().quiet());
}

fn no_text(state: &State, pane: Pane) -> &'static str {
    match (state.passage(), pane) {
        _ if state.document().is_none() => "",
        (None, Pane::Source) => "",
        (None, _) if state.has_whole_text() => state.messages().empty(),
        _ => state.messages().left_out(),
    }
}

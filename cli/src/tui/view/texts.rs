//! The two texts: the query document around the passage, and the passage in its source.
//!
//! Words that differ, that were moved and that are the writer's own have their own styles, and brackets if the reader
//! wants them. A bar beside the query text marks the selected passage, and a broken bar other passages.

use std::ops::Range;

use crate::render::thousands;
use ibid::report::{Passage, place_name};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::row::{Row, fit};
use crate::tui::layout::Pane;
use crate::tui::search::Hit;
use crate::tui::state::{State, Text};
use crate::tui::wrap::Line;

pub(super) fn draw(state: &State, pane: Pane, buffer: &mut Buffer) {
    if state.layout().area(pane).is_empty() {
        return;
    }
    let (name, about) = if pane == Pane::Source { source_heading(state) } else { query_heading(state) };
    super::draw_heading(state, pane, (&name, &about), buffer);
    let area = state.text_area(pane);
    if state.text(pane).is_empty() {
        Row::new(buffer, area, 0).put(&fit(no_text(state, pane), area.width), state.look().quiet());
        return;
    }
    let lines = state.page(pane).lines(state.text_state(pane).top, area.height);
    if pane == Pane::Source {
        draw_place(state, area, lines.len() as u16, buffer);
    }
    let drawing = Drawing::new(state, pane, &lines);
    for (number, line) in (0..).zip(&lines) {
        drawing.draw_line(line, Row::new(buffer, area, number));
        let body = state.layout().body(pane);
        if pane == Pane::Query && area.x > body.x {
            drawing.draw_gutter(line, Row::new(buffer, Rect { width: area.x - body.x, ..body }, number));
        }
    }
}

fn query_heading(state: &State) -> (String, String) {
    let name = state.document().map_or("", |document| &document.id);
    let about = match state.passage() {
        Some(_) => state.words().passage_of(state.selected + 1, state.shown.len()),
        None => String::new(),
    };
    (name.to_owned(), about)
}

fn source_heading(state: &State) -> (String, String) {
    let Some(passage) = state.passage() else { return (state.words().no_source().to_owned(), String::new()) };
    let also = match state.repeated_count(passage) as u64 + u64::from(passage.more_documents) {
        0 => String::new(),
        more => state.words().also_in_more(more),
    };
    let about = format!("{} {:.2}{also}", state.window.language.kind(passage.kind), passage.similarity);
    (state.source_name(passage).to_owned(), about)
}

/// Draws the passage's place in its source at the bottom, if the text leaves room.
fn draw_place(state: &State, area: Rect, used: u16, buffer: &mut Buffer) {
    let Some(passage) = state.passage() else { return };
    let known = state.sources().iter().find(|source| source.id == passage.b);
    let known = known.into_iter().flat_map(|source| [&source.author, &source.date]).flatten();
    let words = state.words();
    let name = place_name(&passage.b, passage.b_place);
    let place = words.0.place_in(name, passage.b_start, passage.b_end);
    let unit = words.0.unit(state.document().map_or("words", |document| &document.unit));
    let equal =
        words.matched_of(thousands(passage.matched_words.into()), thousands(passage.a_words.into()), unit);
    let credit = words.0.credit(passage);
    let facts: Vec<&str> = known.map(String::as_str).chain([place.as_str(), &equal, &credit]).collect();
    if used + 1 < area.height {
        let facts = fit(&facts.join(" · "), area.width);
        Row::new(buffer, area, area.height - 1).put(&facts, state.look().quiet());
    }
}

fn no_text(state: &State, pane: Pane) -> &'static str {
    match (state.passage(), pane) {
        _ if state.document().is_none() => "",
        (None, Pane::Source) => "",
        (None, _) if state.has_whole_text() => state.words().empty(),
        _ => state.words().left_out(),
    }
}

/// The data for drawing the lines of a pane.
struct Drawing<'s> {
    state: &'s State,
    text: &'s Text,
    is_source: bool,
    /// The hits of the search, each with a flag for the one visited last.
    hits: Vec<(&'s Range<usize>, bool)>,
    /// Other passages of the query text.
    others: Vec<Range<usize>>,
}

impl<'s> Drawing<'s> {
    fn new(state: &'s State, pane: Pane, lines: &[Line<'_>]) -> Drawing<'s> {
        let seen = lines.first().map_or(0, |line| line.start)..lines.last().map_or(0, |line| line.end);
        let is_source = pane == Pane::Source;
        let others = if is_source { vec![] } else { other_passages(state, &seen) };
        Drawing { state, text: state.text_state(pane), is_source, hits: hits(state, pane, &seen), others }
    }

    fn draw_line(&self, line: &Line<'_>, mut row: Row<'_>) {
        for glyph in &line.glyphs {
            row.put_glyph(glyph, self.style(glyph.at, &glyph.symbol));
        }
    }

    fn style(&self, at: usize, symbol: &str) -> Style {
        let look = self.state.look();
        if let Some((_, is_current)) = self.hits.iter().find(|(hit, _)| hit.contains(&at)) {
            return look.hit(*is_current);
        }
        let marks = &self.text.marks;
        let over = marks.get(marks.partition_point(|(_, range)| range.end <= at));
        let ended = marks.binary_search_by_key(&at, |(_, range)| range.end).ok().and_then(|at| marks.get(at));
        let over = over.filter(|(_, range)| range.contains(&at));
        let ended = ended.filter(|(mark, _)| self.state.window.has_brackets && mark.brackets()[1] == symbol);
        if let Some((mark, _)) = ended.or(over) {
            look.mark(*mark, self.is_source)
        } else if self.text.passage.contains(&at) {
            look.plain()
        } else {
            look.quiet()
        }
    }

    fn draw_gutter(&self, line: &Line<'_>, mut row: Row<'_>) {
        let look = self.state.look();
        let holds =
            |range: &Range<usize>| range.start < line.end.max(line.start + 1) && line.start < range.end;
        if holds(&self.text.passage) {
            row.put("▌", look.gutter(true));
        } else if self.others.iter().any(holds) {
            row.put("┆", look.gutter(false));
        }
    }
}

/// Returns the ranges of the list's passages that overlap the visible lines.
fn other_passages(state: &State, seen: &Range<usize>) -> Vec<Range<usize>> {
    if !state.has_whole_text() {
        return vec![];
    }
    let range = |passage: &Passage| passage.a_byte_start as usize..passage.a_byte_end as usize;
    let passages = (0..state.shown.len()).filter_map(|at| state.shown_passage(at)).map(range);
    passages.filter(|range| overlap(range, seen)).collect()
}

fn hits<'s>(state: &'s State, pane: Pane, seen: &Range<usize>) -> Vec<(&'s Range<usize>, bool)> {
    let Some(search) = &state.search else { return vec![] };
    let selected = state.shown.get(state.selected);
    let found = search.hits.iter().enumerate().filter_map(|(at, hit)| match hit {
        Hit::Query(range) if pane == Pane::Query => Some((range, at == search.at)),
        Hit::Passage(passage, range) if pane == Pane::Source && selected == Some(passage) => {
            Some((range, at == search.at))
        }
        _ => None,
    });
    found.filter(|(range, _)| overlap(range, seen)).collect()
}

fn overlap(x: &Range<usize>, y: &Range<usize>) -> bool {
    x.start < y.end && y.start < x.end
}

//! The two texts: the query document around the passage, and the source around it.

use ibid::report::{Passage, PlaceReport, SourceReport};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::tui::panes::Panes;
use crate::tui::panes::area::{GUTTER_COLS, without_heading};
use crate::tui::panes::row::{Row, cols, first_fit, fit_name};
use crate::tui::panes::text;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;
use crate::tui::review::texts::messages::TextMessages;
use crate::tui::wrap::{Line, wrap};

/// The least number of columns for a name beside its place, at which there is a remark.
const MIN_NAME_COLS: u16 = 10;

pub(super) fn draw(state: &State, pane: Pane, buffer: &mut Buffer) {
    let area = state.area(pane);
    if area.is_empty() {
        return;
    }
    let heading = if pane == Pane::Source { source_heading(state) } else { query_heading(state) };
    heading.draw(state, pane, buffer);
    if state.text(pane).0.is_empty() {
        let area = state.text_area(pane);
        for (number, line) in (0..).zip(wrap(no_text(state, pane), 0, area.width, &[])) {
            put_line(&line, state.look().quiet(), Row::new(buffer, area, number));
        }
        return;
    }
    text::draw(state, pane, buffer);
    let first = state.body(pane).bottom().saturating_sub(area.y);
    let style = state.look().heading(false);
    for (number, line) in (first..).zip(state.remark(pane, without_heading(area))) {
        let mut row = Row::new(buffer, area, number);
        row.put(&" ".repeat(GUTTER_COLS.into()), style);
        put_line(&line, style, row);
    }
}

fn put_line(line: &Line<'_>, style: Style, mut row: Row<'_>) {
    for glyph in &line.glyphs {
        row.put_glyph(glyph, style);
    }
}

/// The first row of a text: a name, the place of the passage, which is never cut, and a remark at the right.
#[derive(Default)]
struct Heading {
    /// The name with ever less about it. The last one is shortened if there is no room.
    names: Vec<String>,
    place: String,
    remark: String,
}

impl Heading {
    fn draw(&self, state: &State, pane: Pane, buffer: &mut Buffer) {
        let area = state.area(pane);
        let style = state.look().heading(state.has_focus(pane));
        let mut row = Row::new(buffer, area, 0);
        row.fill(style);
        let room = area.width.saturating_sub(cols(&self.place) + 1);
        let remark_cols = cols(&self.remark) + 2;
        let has_remark = !self.remark.is_empty() && remark_cols + MIN_NAME_COLS <= room;
        let room = if has_remark { room - remark_cols } else { room };
        let name = first_fit(&self.names, room).or(self.names.last());
        row.put(if state.has_focus(pane) { "▶" } else { " " }, style);
        row.put(&fit_name(name.map_or("", String::as_str), room), style);
        row.put(&self.place, style);
        if has_remark {
            row.skip_to(area.width - remark_cols + 1);
            row.put(&self.remark, style);
        }
    }
}

fn query_heading(state: &State) -> Heading {
    let name = state.document().map_or("", |document| &document.id);
    let (place, remark) = match state.passage() {
        Some(passage) => (place_behind_path(state, passage.a_place), number(state, passage)),
        None => Default::default(),
    };
    Heading { names: vec![name.to_owned()], place, remark }
}

/// Returns the number of a passage among all that count.
fn number(state: &State, passage: &Passage) -> String {
    let number = if passage.finding > 0 { passage.finding.to_string() } else { "–".to_owned() };
    state.messages().passage_of(number, state.facts.findings)
}

fn source_heading(state: &State) -> Heading {
    let Some(passage) = state.passage() else {
        return Heading { names: vec![state.messages().no_source().to_owned()], ..Heading::default() };
    };
    let mut parts = vec![state.source_name(passage).to_owned()];
    let place = match passage.b_place {
        place if parts[0] == passage.b => place_behind_path(state, place),
        Some(place) => format!(" · {}", place_alone(state, place)),
        None => String::new(),
    };
    if let Some(source) = state.source_of(passage) {
        parts.extend(about_source(state, source));
    }
    let mut names = vec![];
    while !parts.is_empty() {
        names.push(parts.join(" · "));
        parts.pop();
    }
    let repeats = if passage.counts() { state.repeats_elsewhere(passage).count() } else { 0 };
    let remark = match repeats as u64 + u64::from(passage.more_documents) {
        0 => String::new(),
        more => TextMessages(state.window.language).more_sources(more),
    };
    Heading { names, place, remark }
}

/// Returns author and date of a source, skipping what is unknown.
fn about_source(state: &State, source: &SourceReport) -> Vec<String> {
    let author = match &source.author {
        Some(author) if source.same_author.is_some() => {
            Some(TextMessages(state.window.language).by_same_author(author))
        }
        author => author.clone(),
    };
    author.into_iter().chain(source.date.clone()).collect()
}

/// Formats a place behind a path, as editors and terminals open it: `:12:5`; ` p. 3`.
fn place_behind_path(state: &State, place: Option<PlaceReport>) -> String {
    match place {
        None => String::new(),
        Some(place @ PlaceReport::Line { .. }) => format!(":{}", place_alone(state, place)),
        Some(place @ PlaceReport::Page { .. }) => format!(" {}", place_alone(state, place)),
    }
}

fn place_alone(state: &State, place: PlaceReport) -> String {
    match place {
        PlaceReport::Line { line, column } => format!("{line}:{column}"),
        PlaceReport::Page { page } => TextMessages(state.window.language).page(page),
    }
}

fn no_text(state: &State, pane: Pane) -> &str {
    match (state.passage(), pane) {
        _ if state.document().is_none() => "",
        (None, Pane::Source) => "",
        (None, _) if state.has_whole_text() => state.messages().empty(),
        _ => state.texts.note(pane).unwrap_or(state.messages().left_out()),
    }
}

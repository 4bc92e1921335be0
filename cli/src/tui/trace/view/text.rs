//! The selected carrier and the document being read, as texts with emphasis.

use std::ops::Range;

use ibid::report::place_name;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::draw_heading;
use crate::tui::search::{MAX_HITS, find_all};
use crate::tui::trace::beside::Beside;
use crate::tui::trace::layout::Pane;
use crate::tui::trace::search::Hits;
use crate::tui::trace::sheet::{Sheet, Tone};
use crate::tui::trace::state::State;
use crate::tui::view::row::Row;
use crate::tui::view::style::Look;

pub(super) fn draw_card(state: &State, buffer: &mut Buffer) {
    if state.layout().card.is_empty() {
        return;
    }
    let (name, about) = match state.carrier() {
        Some(carrier) => (
            format!("{} · {}", carrier.number, carrier.document.id),
            state.words().carrier_of(state.selected + 1, state.order.len()),
        ),
        None => (String::new(), String::new()),
    };
    let words = state.words();
    let name = match state.beside {
        Beside::Card => name,
        Beside::Tree => format!("{} · {name}", words.tree()),
        Beside::Timeline => format!("{} · {name}", words.timeline()),
    };
    draw_heading(state, Pane::Card, (&name, &about), buffer);
    draw_sheet(state, Pane::Card, buffer);
}

pub(super) fn draw_document(state: &State, buffer: &mut Buffer) {
    if state.layout().document.is_empty() {
        return;
    }
    let Some(carrier) = state.carrier() else { return };
    let document = &carrier.document;
    let name = place_name(&document.id, document.place);
    let place = state.window.language.place_in(name, document.start, document.end);
    let about = document.title.as_deref().unwrap_or("");
    draw_heading(state, Pane::Document, (&place, about), buffer);
    draw_sheet(state, Pane::Document, buffer);
}

fn draw_sheet(state: &State, pane: Pane, buffer: &mut Buffer) {
    let (sheet, area) = (state.sheet(pane), state.text_area(pane));
    let body = state.layout().body(pane);
    let drawing = Drawing { look: state.look(), sheet, hits: hits(state, pane), pane };
    let lines = state.page(pane).lines(sheet.top, area.height);
    for (number, line) in (0..).zip(&lines) {
        let mut row = Row::new(buffer, area, number);
        for glyph in &line.glyphs {
            row.put_glyph(glyph, drawing.style(glyph.at, &glyph.symbol));
        }
        let holds = sheet.wording.start < line.end && line.start < sheet.wording.end;
        if holds && area.x > body.x {
            let margin = Rect { width: area.x - body.x, ..body };
            Row::new(buffer, margin, number).put("▌", state.look().gutter(true));
        }
    }
}

/// Returns the hits of the search in a pane, each with a flag for the one visited last.
fn hits(state: &State, pane: Pane) -> Vec<(Range<usize>, bool)> {
    let Some(search) = &state.search else { return vec![] };
    match &search.hits {
        Hits::Document(ranges) if pane == Pane::Document => {
            ranges.iter().enumerate().map(|(at, range)| (range.clone(), at == search.at)).collect()
        }
        Hits::Carriers(_) if pane == Pane::Card => {
            let found = find_all(&state.card.text, &search.pattern, MAX_HITS);
            found.into_iter().map(|range| (range, false)).collect()
        }
        _ => vec![],
    }
}

/// The data for drawing the glyphs of a text.
struct Drawing<'s> {
    look: Look,
    sheet: &'s Sheet,
    hits: Vec<(Range<usize>, bool)>,
    pane: Pane,
}

impl Drawing<'_> {
    fn style(&self, at: usize, symbol: &str) -> Style {
        let hit = self.hits.get(self.hits.partition_point(|(hit, _)| hit.end <= at));
        if let Some((_, is_current)) = hit.filter(|(hit, _)| hit.contains(&at)) {
            return self.look.hit(*is_current);
        }
        // A closing sign has the style of its range.
        let closes =
            |sign: &str| sign == symbol && self.sheet.brackets.iter().any(|b| b.closes && b.at == at);
        let at = if ["-]", "+}", "]"].into_iter().any(closes) { at.saturating_sub(1) } else { at };
        self.tone(self.sheet.tone(at))
    }

    fn tone(&self, tone: Tone) -> Style {
        match tone {
            // In a document, the text around the wording is as legible as the wording.
            Tone::Plain | Tone::Quiet if self.pane == Pane::Document => self.look.plain(),
            Tone::Plain => self.look.plain(),
            Tone::Quiet => self.look.quiet(),
            Tone::Strong => self.look.strong(),
            Tone::Alarm => self.look.alarm(),
            Tone::Gone => self.look.gone(),
            Tone::New => self.look.new_words(),
        }
    }
}

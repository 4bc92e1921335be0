//! The content of the panes of the review of traces, its keys and its signs; nothing here changes the state.
//!
//! - [`carriers`]: the list
//! - [`text`]: the text beside it and the document being read
//!
//! The rest is the quotation with the facts about it.

mod carriers;
mod text;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::beside::Beside;
use super::layout::Pane;
use super::state::State;
use crate::tui::panes::row::Row;
use crate::tui::panes::search::{MAX_HITS, find_all, seen_hits};
use crate::tui::panes::text::overlap;
use crate::tui::panes::{Entry, Panes, View, entries};
use crate::tui::wrap::wrap;

impl View for State {
    fn draw_panes(&self, buffer: &mut Buffer) {
        let layout = self.layout();
        draw_wrapped(&[self.quote()], self.look().title(), layout.quote, buffer);
        draw_wrapped(&self.summary(), self.look().plain(), layout.summary, buffer);
        carriers::draw(self, buffer);
        text::draw_beside(self, buffer);
        text::draw_document(self, buffer);
    }

    fn hints(&self) -> Vec<Entry> {
        let messages = self.messages();
        let mut hints = self.hints_of(&[("help", messages.hint_help()), ("quit", messages.hint_quit())]);
        if self.reading.is_some() {
            let more = [
                ("back", messages.hint_back()),
                ("open", messages.hint_wording()),
                ("search", messages.hint_search()),
            ];
            hints.extend(self.hints_of(&more));
            return hints;
        }
        hints.extend(
            self.hints_of(&[("next previous", messages.hint_carrier()), ("open", messages.hint_read())]),
        );
        if let Some(carrier) = self.carrier() {
            if carrier.parent.is_some() {
                hints.extend(self.hint("parent", messages.hint_parent()));
            }
            let next = match self.beside.next() {
                Beside::Card => messages.hint_carrier(),
                Beside::Tree => messages.hint_tree(),
                Beside::Timeline => messages.hint_timeline(),
            };
            hints.extend(self.hint("beside", next));
        }
        let more = [
            ("next-pane", messages.hint_pane()),
            ("search", messages.hint_search()),
            ("sort", messages.hint_sort()),
        ];
        hints.extend(self.hints_of(&more));
        if self.traces.len() > 1 {
            hints.extend(self.hint("previous-document next-document", messages.hint_quotation()));
        }
        hints
    }

    fn signs(&self) -> Vec<Entry> {
        let messages = self.messages();
        entries(&[
            ("!", messages.sign_alarm()),
            ("+2", messages.sign_reprints()),
            ("[- -] {+ +}", messages.sign_changes()),
            ("[ ] ▌", messages.sign_wording()),
        ])
    }

    /// Returns the places of the pattern, not counted as hits, in the text about the selected carrier too.
    fn hits(&self, pane: Pane, seen: &Range<usize>) -> Vec<(Range<usize>, bool)> {
        match &self.window.search {
            Some(search) if pane == Pane::Card => {
                let mut found = vec![];
                for range in find_all(&self.card.words, &search.pattern, MAX_HITS) {
                    if overlap(&range, seen) {
                        found.push((range, false));
                    }
                }
                found
            }
            _ => seen_hits(self, pane, seen),
        }
    }
}

/// Draws texts with a blank on each side. If they do not fit, the last row ends with `…`.
fn draw_wrapped(texts: &[String], style: Style, area: Rect, buffer: &mut Buffer) {
    let cols = area.width.saturating_sub(2);
    let mut lines = vec![];
    for text in texts {
        lines.extend(wrap(text, 0, cols, &[]));
    }
    for (number, line) in (0..area.height).zip(&lines) {
        let mut row = Row::new(buffer, area, number);
        row.fill(style);
        row.put(" ", style);
        for glyph in &line.glyphs {
            row.put_glyph(glyph, style);
        }
        if number + 1 == area.height && lines.len() > usize::from(area.height) {
            row.put("…", style);
        }
    }
}

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
        let words = self.words();
        let mut hints = entries(&[("?", words.hint_help()), ("q", words.hint_quit())]);
        if self.reading.is_some() {
            let more =
                [("Esc", words.hint_back()), ("Enter", words.hint_wording()), ("/", words.hint_search())];
            hints.extend(entries(&more));
            return hints;
        }
        hints.extend(entries(&[("n N", words.hint_carrier()), ("Enter", words.hint_read())]));
        if self.carrier().is_some_and(|carrier| carrier.parent.is_some()) {
            hints.push(("p".into(), words.hint_parent().into()));
        }
        if self.carrier().is_some() {
            let next = match self.beside.next() {
                Beside::Card => words.hint_carrier(),
                Beside::Tree => words.hint_tree(),
                Beside::Timeline => words.hint_timeline(),
            };
            hints.push(("t".into(), next.into()));
        }
        let more = [("Tab", words.hint_pane()), ("/", words.hint_search()), ("s", words.hint_sort())];
        hints.extend(entries(&more));
        if self.traces.len() > 1 {
            hints.push(("[ ]".into(), words.hint_quotation().into()));
        }
        hints
    }

    fn help(&self) -> [Vec<Entry>; 2] {
        let words = self.words();
        let keys = entries(&[
            ("j k ↓ ↑", words.key_lines_of_trace()),
            ("n N", words.key_carriers()),
            ("h l ← → Tab", words.key_other_pane()),
            ("g G Home End", words.key_ends()),
            ("PgUp PgDn", words.key_screens()),
            ("Enter", words.key_read()),
            ("Esc", words.key_back()),
            ("p", words.key_parent()),
            ("t", words.key_beside()),
            ("/", words.key_search_in_trace()),
            ("s", words.key_sort_carriers()),
            ("m", words.key_brackets_of_changes()),
            ("[ ]", words.key_quotations()),
            ("y", words.key_copy_place()),
            ("? q", words.key_help()),
        ]);
        let signs = entries(&[
            ("!", words.sign_alarm()),
            ("+2", words.sign_reprints()),
            ("[- -] {+ +}", words.sign_changes()),
            ("[ ] ▌", words.sign_wording()),
        ]);
        [keys, signs]
    }

    /// Returns the places of the pattern, not counted as hits, in the text about the selected carrier too.
    fn hits(&self, pane: Pane, seen: &Range<usize>) -> Vec<(Range<usize>, bool)> {
        match &self.window.search {
            Some(search) if pane == Pane::Card => {
                let found = find_all(&self.card.words, &search.pattern, MAX_HITS).into_iter();
                found.filter(|range| overlap(range, seen)).map(|range| (range, false)).collect()
            }
            _ => seen_hits(self, pane, seen),
        }
    }
}

/// Draws texts with a blank on each side. If they do not fit, the last row ends with `…`.
fn draw_wrapped(texts: &[String], style: Style, area: Rect, buffer: &mut Buffer) {
    let cols = area.width.saturating_sub(2);
    let lines: Vec<_> = texts.iter().flat_map(|text| wrap(text, 0, cols, &[])).collect();
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

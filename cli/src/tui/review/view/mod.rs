//! The content of the panes of the review of reports, its keys and its signs; nothing here changes the state.
//!
//! - [`title`]: the bar at the top
//! - [`map`]: the minimap of passages in the document
//! - [`passages`], [`sources`]: the lists
//! - [`texts`]: the query text and the source

mod title;
mod map;
mod passages;
mod sources;
mod texts;

use std::ops::Range;

use ibid::report::Kind;
use ratatui::buffer::Buffer;

use super::layout::Pane;
use super::state::{State, query_range};
use crate::tui::panes::text::overlap;
use crate::tui::panes::{Entry, Panes, View, entries};

impl View for State {
    fn draw_panes(&self, buffer: &mut Buffer) {
        let layout = self.layout();
        title::draw(self, layout.title, buffer);
        map::draw(self, layout.map, buffer);
        passages::draw(self, buffer);
        sources::draw(self, buffer);
        texts::draw(self, Pane::Query, buffer);
        texts::draw(self, Pane::Source, buffer);
    }

    fn hints(&self) -> Vec<Entry> {
        let (_, uncounted) = self.passage_counts();
        let words = self.words();
        let mut hints = entries(&[
            ("?", words.hint_help()),
            ("q", words.hint_quit()),
            ("n N", words.hint_passage()),
            ("Tab", words.hint_pane()),
            ("Enter", words.hint_read()),
            ("/", words.hint_search()),
            ("s", words.hint_sort()),
        ]);
        if uncounted > 0 {
            let count = words.hint_with_count(words.hint_common_phrases(), uncounted);
            hints.push(("c".into(), count.into()));
        }
        hints.push(("y".into(), words.hint_copy().into()));
        if self.report.documents.len() > 1 {
            hints.push(("[ ]".into(), words.hint_document().into()));
        }
        hints
    }

    fn help(&self) -> [Vec<Entry>; 2] {
        let words = self.words();
        let keys = entries(&[
            ("j k ↓ ↑", words.key_lines()),
            ("n N", words.key_passages()),
            ("h l ← → Tab", words.key_panes()),
            ("g G Home End", words.key_ends()),
            ("PgUp PgDn", words.key_screens()),
            ("Enter", words.key_open()),
            ("Esc", words.key_back()),
            ("/", words.key_search()),
            ("s", words.key_sort()),
            ("c", words.key_common_phrases()),
            ("m", words.key_brackets()),
            ("[ ]", words.key_documents()),
            ("y", words.key_copy()),
            ("? q", words.key_help()),
        ]);
        let kinds = [Kind::Verbatim, Kind::NearVerbatim, Kind::Reordered, Kind::Reworded, Kind::CommonPhrase];
        let letters = kinds.map(|kind| words.letter(kind)).join(" ");
        let names = kinds.map(|kind| words.0.kind(kind)).join(words.comma());
        let signs: Vec<Entry> = vec![
            (letters.into(), names.into()),
            ("[ ] { } < >".into(), words.sign_marks().into()),
            ("▌ ┆".into(), words.sign_lines().into()),
            ("█ ▄".into(), words.sign_map().into()),
        ];
        [keys, signs]
    }

    fn other_places(&self, pane: Pane, seen: &Range<usize>) -> Vec<Range<usize>> {
        if pane != Pane::Query || !self.has_whole_text() {
            return vec![];
        }
        let passages = (0..self.shown.len()).filter_map(|at| self.shown_passage(at));
        passages.map(query_range).filter(|range| overlap(range, seen)).collect()
    }
}

//! The content of the panes of the review of reports, its keys and its signs; nothing here changes the state.
//!
//! - [`title`]: the bar at the top
//! - [`map`]: the minimap of passages in the document
//! - [`passages`], [`sources`]: the lists
//! - [`texts`]: the query text and the source
//! - [`facts`]: the selected passage and its decision

mod title;
mod map;
mod passages;
mod sources;
mod texts;
mod facts;

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
        facts::draw(self, layout.facts, buffer);
    }

    fn hints(&self) -> Vec<Entry> {
        let (_, uncounted) = self.passage_counts();
        let messages = self.messages();
        let mut hints = entries(&[
            ("?", messages.hint_help()),
            ("q", messages.hint_quit()),
            ("1–5", messages.hint_decide()),
            ("o", messages.hint_open()),
            ("u", messages.hint_undo()),
            ("a", messages.hint_note()),
            ("n N", messages.hint_passage()),
            ("Tab", messages.hint_pane()),
            ("Enter", messages.hint_read()),
            ("/", messages.hint_search()),
            ("s", messages.hint_sort()),
        ]);
        if uncounted > 0 {
            let count = messages.hint_with_count(messages.hint_uncounted(), uncounted);
            hints.push(("c".into(), count.into()));
        }
        hints.push(("y".into(), messages.hint_copy().into()));
        if self.report.documents.len() > 1 {
            hints.push(("[ ]".into(), messages.hint_document().into()));
        }
        hints
    }

    fn help(&self) -> [Vec<Entry>; 2] {
        let messages = self.messages();
        let keys = entries(&[
            ("j k ↓ ↑", messages.key_lines()),
            ("n N", messages.key_passages()),
            ("1 2 3", messages.key_first_decisions()),
            ("4 5 0", messages.key_last_decisions()),
            (".", messages.key_repeat()),
            ("a", messages.key_note()),
            ("u Ctrl-r", messages.key_undo()),
            ("o O", messages.key_open_passages()),
            ("h l ← → Tab", messages.key_panes()),
            ("g G Home End", messages.key_ends()),
            ("PgUp PgDn", messages.key_screens()),
            ("Enter", messages.key_open()),
            ("Esc", messages.key_back()),
            ("/", messages.key_search()),
            ("s", messages.key_sort()),
            ("c", messages.key_uncounted()),
            ("m", messages.key_brackets()),
            ("[ ]", messages.key_documents()),
            ("y", messages.key_copy()),
            ("? q", messages.key_help()),
            ("Ctrl-z Ctrl-l", messages.key_suspend()),
        ]);
        let kinds = [
            Kind::Verbatim,
            Kind::NearVerbatim,
            Kind::Reordered,
            Kind::Reworded,
            Kind::Possible,
            Kind::CommonPhrase,
        ];
        let letters = kinds.map(|kind| messages.letter(kind)).join(" ");
        let names = kinds.map(|kind| messages.0.kind(kind)).join(messages.comma());
        let signs: Vec<Entry> = vec![
            (letters.into(), names.into()),
            ("[ ] { } < >".into(), messages.sign_marks().into()),
            ("✓1 ± ? !!".into(), messages.sign_decisions().into()),
            ("▌ ┆".into(), messages.sign_lines().into()),
            ("█ ▄".into(), messages.sign_map().into()),
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

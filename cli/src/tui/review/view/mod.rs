//! The content of the panes of the review of reports, its keys and its signs; nothing here changes the state.
//!
//! - [`title`]: the bar at the top
//! - [`map`]: the minimap of passages in the document
//! - [`passages`], [`sources`]: the lists
//! - [`texts`]: the query text and the source
//! - [`facts`]: the selected passage and its decision
//! - [`panels`]: the filters, the reasons, the figures and the decision

mod title;
mod map;
mod passages;
mod sources;
mod texts;
mod facts;
mod panels;

use std::ops::Range;

use ratatui::buffer::Buffer;

use super::go_to;
use super::layout::Pane;
use super::panel::PanelMessages;
use super::queue::view as queue;
use super::state::{State, query_range};
use super::texts::messages::TextMessages;
use crate::tui::panes::search::seen_hits;
use crate::tui::panes::style::KINDS;
use crate::tui::panes::{Entry, Panes, View};

impl View for State {
    fn draw_panes(&self, buffer: &mut Buffer) {
        if self.queue.is_shown {
            return queue::draw(self, buffer);
        }
        let layout = self.layout();
        title::draw(self, layout.title, buffer);
        map::draw(self, layout.map, buffer);
        passages::draw(self, buffer);
        sources::draw(self, buffer);
        texts::draw(self, Pane::Query, buffer);
        texts::draw(self, Pane::Source, buffer);
        facts::draw(self, layout.facts, buffer);
        panels::draw(self, buffer);
    }

    fn draw_above(&self, buffer: &mut Buffer) {
        go_to::draw(self, buffer);
    }

    fn hints(&self) -> Vec<Entry> {
        if self.queue.is_shown {
            return queue::hints(self);
        }
        if self.window.focus.is_panel() {
            return panels::hints(self);
        }
        let uncounted = self.facts.uncounted;
        let panel = PanelMessages(self.window.language);
        let messages = self.messages();
        let mut hints = self.hints_of(&[("help", messages.hint_help()), ("quit", messages.hint_quit())]);
        let decisions = self.hint("copied quotation own-work common-phrase ignore", messages.hint_decide());
        if let Some((keys, meaning)) = decisions {
            // Five digits, unless the reader has changed them.
            hints.push((if keys == "1 2 3 4 5" { "1–5".into() } else { keys }, meaning));
        }
        hints.extend(self.hints_of(&[
            ("next-open", messages.hint_open()),
            ("undo", messages.hint_undo()),
            ("note", messages.hint_note()),
            ("next-difference", TextMessages(self.window.language).hint_difference()),
            ("next previous", messages.hint_passage()),
            ("next-pane", messages.hint_pane()),
            ("open", messages.hint_read()),
            ("search", messages.hint_search()),
            ("sort", messages.hint_sort()),
            ("filters", panel.hint_filters()),
            ("why", panel.hint_why()),
        ]));
        if uncounted > 0 {
            let count = messages.hint_with_count(messages.hint_uncounted(), uncounted);
            hints.extend(self.hint("uncounted", count));
        }
        hints.extend(self.hint("copy", messages.hint_copy()));
        if self.report.documents.len() > 1 {
            hints.extend(self.hint("previous-document next-document", messages.hint_document()));
        }
        hints
    }

    fn signs(&self) -> Vec<Entry> {
        if self.queue.is_shown {
            return vec![];
        }
        let (messages, panel) = (self.messages(), PanelMessages(self.window.language));
        let letters = KINDS.map(|kind| messages.letter(kind)).join(" ");
        let names = KINDS.map(|kind| messages.0.kind(kind)).join(messages.comma());
        vec![
            (letters.into(), names.into()),
            ("[ ] { } < >".into(), messages.sign_marks().into()),
            ("✓1 ± ? !!".into(), messages.sign_decisions().into()),
            ("– ± “ ”[ [".into(), panel.sign_credits().into()),
            ("◆ +3 └".into(), panel.sign_sources().into()),
            ("▌ ┆".into(), messages.sign_lines().into()),
            ("█ ▅ ▂ ▁ ═".into(), panel.sign_map().into()),
        ]
    }

    /// Returns the difference visited last, and the hits of the search.
    fn hits(&self, pane: Pane, seen: &Range<usize>) -> Vec<(Range<usize>, bool)> {
        let mut hits = seen_hits(self, pane, seen);
        if let Some(range) = self.difference(pane)
            && !range.is_empty()
        {
            hits.insert(0, (range, true));
        }
        hits
    }

    fn other_places(&self, pane: Pane, seen: &Range<usize>) -> Vec<Range<usize>> {
        if pane != Pane::Query || !self.has_whole_text() {
            return vec![];
        }
        self.passages_in(seen.clone()).into_iter().map(|(_, passage)| query_range(passage)).collect()
    }
}

//! Rows of the list that are selected together: those from the row at which it began to the selected one.

use std::ops::RangeInclusive;

use ibid::report::Passage;

use super::SeveralMessages;
use crate::tui::panes::Panes;
use crate::tui::review::state::State;

impl State {
    /// Begins to select several rows, or ends it.
    pub(in crate::tui::review) fn switch_selection(&mut self) {
        self.selection_start = match self.selection_start {
            None if !self.shown.is_empty() => Some(self.passage_list.selected),
            _ => None,
        };
        if self.selection_start.is_some() {
            self.tell(SeveralMessages(self.window.language).select_ends());
        }
    }

    /// Returns the rows that are selected together, if there are any.
    pub(in crate::tui::review) fn selection(&self) -> Option<RangeInclusive<usize>> {
        let (start, end) = (self.selection_start?, self.passage_list.selected);
        Some(start.min(end)..=start.max(end))
    }

    /// Returns the passages that a decision is on: those that are selected together, else the selected one.
    pub(in crate::tui::review) fn chosen(&self) -> Vec<&Passage> {
        let selected = self.passage_list.selected;
        let rows = self.selection().unwrap_or(selected..=selected);
        rows.filter_map(|at| self.shown_passage(at)).collect()
    }
}

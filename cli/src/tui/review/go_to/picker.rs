//! The documents of the report and the sources of the document that match what is typed, the best first.
//!
//! `O(n)` for n names, each time something is typed.

use std::cmp::Reverse;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::target::Target;
use crate::tui::panes::list::List;
use crate::tui::review::state::State;

/// A choice of what is typed.
#[derive(Clone, Debug, Default)]
pub(in crate::tui::review) struct Picker {
    /// True if places of a document can be typed.
    has_places: bool,
    /// All documents and sources, each with its name.
    named: Vec<(Target, String)>,
    /// The place that is typed, if it is one.
    place: Option<Target>,
    /// The documents and sources that match, by their numbers in `named`.
    matching: Vec<usize>,
    /// The list of both, the place first.
    pub(super) list: List,
}

impl Picker {
    /// Offers all documents, if there are several, and the sources of the one that is shown. The queue has those of all.
    pub(super) fn new(state: &State) -> Picker {
        let mut named = vec![];
        if state.report.documents.len() > 1 {
            for (at, of) in state.report.documents.iter().enumerate() {
                let name = name(of.title.as_deref(), of.author.as_deref(), &of.id);
                named.push((Target::Document(at), name));
            }
        }
        if state.queue.is_shown {
            for (at, of) in state.queue.class.sources.iter().enumerate() {
                named.push((Target::ClassSource(at), name(Some(&of.name), None, &of.id)));
            }
        } else {
            for (at, of) in state.sources().iter().enumerate() {
                let name = name(of.title.as_deref(), of.author.as_deref(), &of.id);
                named.push((Target::Source(at), name));
            }
        }
        let mut picker = Picker { has_places: !state.queue.is_shown, named, ..Picker::default() };
        picker.type_in("");
        picker
    }

    /// Chooses anew, after something was typed.
    pub(super) fn type_in(&mut self, typed: &str) {
        self.place = if self.has_places { Target::parse(typed) } else { None };
        self.matching =
            if typed.trim().is_empty() { (0..self.named.len()).collect() } else { self.matches(typed) };
        self.list = List::new(self.matching.len() + usize::from(self.place.is_some()));
    }

    /// Returns the numbers of what matches, the best first; of what matches as well, the first.
    fn matches(&self, typed: &str) -> Vec<usize> {
        let pattern = Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut buffer = vec![];
        let mut scored = vec![];
        for (number, (_, name)) in self.named.iter().enumerate() {
            if let Some(score) = pattern.score(Utf32Str::new(name, &mut buffer), &mut matcher) {
                scored.push((Reverse(score), number));
            }
        }
        scored.sort_unstable();
        scored.into_iter().map(|(_, number)| number).collect()
    }

    /// Returns the target of a row.
    pub(super) fn target(&self, row: usize) -> Option<Target> {
        match (self.place, row) {
            (Some(place), 0) => Some(place),
            _ => Some(self.row(row)?.0),
        }
    }

    /// Returns the name in a row; none if it is a place.
    pub(super) fn name(&self, row: usize) -> Option<&str> {
        Some(&self.row(row)?.1)
    }

    fn row(&self, row: usize) -> Option<&(Target, String)> {
        let at = row.checked_sub(self.place.is_some().into())?;
        self.named.get(*self.matching.get(at)?)
    }
}

/// Joins title, author and id, skipping what is unknown.
fn name(title: Option<&str>, author: Option<&str>, id: &str) -> String {
    let title = title.filter(|title| *title != id);
    let parts: Vec<&str> = [title, author].into_iter().flatten().chain([id]).collect();
    parts.join(" · ")
}

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
        let documents =
            state.report.documents.iter().map(|document| {
                (document.title.as_deref(), document.author.as_deref(), document.id.as_str())
            });
        let named = |target: fn(usize) -> Target| move |(at, names)| (target(at), name(names));
        let documents = documents.enumerate().map(named(Target::Document));
        let mut all: Vec<(Target, String)> = documents.filter(|_| state.report.documents.len() > 1).collect();
        if state.queue.is_shown {
            let sources = state.queue.class.sources.iter();
            let sources = sources.map(|source| (Some(source.name.as_str()), None, source.id.as_str()));
            all.extend(sources.enumerate().map(named(Target::ClassSource)));
        } else {
            let sources = state.sources().iter();
            let sources = sources.map(|of| (of.title.as_deref(), of.author.as_deref(), of.id.as_str()));
            all.extend(sources.enumerate().map(named(Target::Source)));
        }
        let mut picker = Picker { has_places: !state.queue.is_shown, named: all, ..Picker::default() };
        picker.type_in("");
        picker
    }

    /// Chooses anew, after something was typed.
    pub(super) fn type_in(&mut self, typed: &str) {
        self.place = Target::parse(typed).filter(|_| self.has_places);
        self.matching =
            if typed.trim().is_empty() { (0..self.named.len()).collect() } else { self.matches(typed) };
        self.list = List::new(self.matching.len() + usize::from(self.place.is_some()));
    }

    /// Returns the numbers of what matches, the best first; of what matches as well, the first.
    fn matches(&self, typed: &str) -> Vec<usize> {
        let pattern = Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut buffer = vec![];
        let scored = self.named.iter().enumerate().filter_map(|(number, (_, name))| {
            Some((pattern.score(Utf32Str::new(name, &mut buffer), &mut matcher)?, number))
        });
        let mut scored: Vec<(u32, usize)> = scored.collect();
        scored.sort_by_key(|&(score, number)| (Reverse(score), number));
        scored.into_iter().map(|(_, number)| number).collect()
    }

    /// Returns the target that is chosen.
    pub(super) fn chosen(&self) -> Option<Target> {
        self.target(self.list.selected)
    }

    /// Returns the target of a row.
    pub(super) fn target(&self, row: usize) -> Option<Target> {
        match (self.place, row) {
            (Some(place), 0) => Some(place),
            _ => self.row(row).map(|(target, _)| *target),
        }
    }

    /// Returns the name in a row; none if it is a place.
    pub(super) fn name(&self, row: usize) -> Option<&str> {
        self.row(row).map(|(_, name)| name.as_str())
    }

    fn row(&self, row: usize) -> Option<&(Target, String)> {
        let at = row.checked_sub(self.place.is_some().into())?;
        self.named.get(*self.matching.get(at)?)
    }
}

/// Joins title, author and id, skipping what is unknown.
fn name((title, author, id): (Option<&str>, Option<&str>, &str)) -> String {
    let title = title.filter(|title| *title != id);
    let parts: Vec<&str> = [title, author].into_iter().flatten().chain([id]).collect();
    parts.join(" · ")
}

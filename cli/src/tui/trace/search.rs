//! Search for a pattern in the texts about the carriers, or in the document being read.

use std::ops::Range;

use super::layout::Pane;
use super::state::State;
use crate::tui::action::Mode;
use crate::tui::search::{MAX_HITS, find_all};

/// A search in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Search {
    /// The pattern of the search.
    pub(super) pattern: String,
    /// The hits.
    pub(super) hits: Hits,
    /// The index of the hit visited last.
    pub(super) at: usize,
}

/// The places where a pattern was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hits {
    /// Carriers, by their numbers.
    Carriers(Vec<u32>),
    /// Ranges of the document being read, in bytes.
    Document(Vec<Range<usize>>),
}

impl Hits {
    /// Returns the number of hits.
    pub(super) fn count(&self) -> usize {
        match self {
            Hits::Carriers(numbers) => numbers.len(),
            Hits::Document(ranges) => ranges.len(),
        }
    }
}

pub(super) fn submit(state: &mut State) {
    state.window.mode = Mode::Normal;
    state.search = None;
    let pattern = state.window.prompt.trim().to_owned();
    if pattern.is_empty() {
        return;
    }
    let (hits, at) =
        if state.reading.is_some() { in_document(state, &pattern) } else { in_carriers(state, &pattern) };
    if hits.count() == 0 {
        state.window.message = Some(crate::words::Words(state.window.language).not_found(pattern));
        return;
    }
    state.search = Some(Search { pattern, hits, at });
    visit(state);
}

/// Goes to the next hit or to the previous one.
pub(super) fn step(state: &mut State, by: isize) {
    let Some(search) = &mut state.search else { return };
    let count = search.hits.count().max(1) as isize;
    search.at = (search.at as isize + by).rem_euclid(count) as usize;
    visit(state);
}

/// Shows the current hit.
pub(super) fn visit(state: &mut State) {
    let Some(search) = &state.search else { return };
    match &search.hits {
        Hits::Carriers(numbers) => {
            let place = numbers.get(search.at).and_then(|&number| state.place_of(number));
            if let Some(place) = place.filter(|&place| place != state.selected) {
                state.select(place);
            }
        }
        Hits::Document(ranges) => {
            if let Some(start) = ranges.get(search.at).map(|range| range.start) {
                state.reveal(Pane::Document, start);
            }
        }
    }
}

/// Finds the hits in the document, and the first one at or after the top of the pane.
fn in_document(state: &State, pattern: &str) -> (Hits, usize) {
    let sheet = state.sheet(Pane::Document);
    let ranges = find_all(&sheet.text, pattern, MAX_HITS);
    let at = ranges.iter().position(|range| range.start >= sheet.top).unwrap_or(0);
    (Hits::Document(ranges), at)
}

/// Finds the carriers with the pattern, and the first one at or after the selection.
fn in_carriers(state: &State, pattern: &str) -> (Hits, usize) {
    let mut numbers = vec![];
    let mut first = None;
    for at in 0..state.order.len() {
        let Some(carrier) = state.listed(at) else { continue };
        let documents = std::iter::once(&carrier.document).chain(&carrier.reprints);
        let facts = documents.flat_map(|document| {
            let known =
                [&document.title, &document.author, &document.date, &document.category, &document.url];
            std::iter::once(&document.id).chain(known.into_iter().flatten())
        });
        let sentence = [&carrier.before, &carrier.text, &carrier.after].map(String::as_str).concat();
        let is_there = |text: &str| !find_all(text, pattern, 1).is_empty();
        if facts.map(String::as_str).any(is_there) || is_there(&sentence) {
            first = first.or((at >= state.selected).then_some(numbers.len()));
            numbers.push(carrier.number);
        }
    }
    (Hits::Carriers(numbers), first.unwrap_or(0))
}

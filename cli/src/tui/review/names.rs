//! The short names of sources in both lists: made once per document and width, not once per frame.
//!
//! Names in one list never look alike, so that the length of one depends on all others. `O(s log s)` for s sources.

use std::rc::Rc;

use ibid::report::SourceReport;

use super::layout::Pane;
use super::state::State;
use crate::render::ShortNames;
use crate::tui::panes::Panes;
use crate::tui::panes::row::fit_names;

/// The names in both lists.
#[derive(Clone, Debug, Default)]
pub(super) struct ListNames {
    pub(super) passages: Option<Rc<ShortNames>>,
    pub(super) sources: Option<Rc<ShortNames>>,
    /// The document, the changes of the filters and the columns that they were made for.
    made_for: [Option<(usize, u32, u16)>; 2],
}

/// Makes the names again if the document, its sources or the width has changed.
pub(super) fn fit(state: &mut State) {
    let cols = [state.body(Pane::Passages).width, state.body(Pane::Sources).width];
    let key = (state.document, state.filters.changes);
    let keys = cols.map(|cols| (cols > 0).then_some((key.0, key.1, cols)));
    if keys[0].is_some() && keys[0] != state.list_names.made_for[0] {
        let cols = PassageColumns::new(state);
        let names = fit_names(state.names.iter().map(|(id, name)| (id.as_str(), name)), cols.name);
        state.list_names.passages = Some(Rc::new(names));
        state.list_names.made_for[0] = keys[0];
    }
    if keys[1].is_some() && keys[1] != state.list_names.made_for[1] {
        let described = state.sources().iter().map(|source| (source.id.as_str(), describe(source)));
        let names = fit_names(described, cols[1].saturating_sub(source_facts_cols(state)));
        state.list_names.sources = Some(Rc::new(names));
        state.list_names.made_for[1] = keys[1];
    }
}

/// Joins title, author, date and id, skipping what is unknown.
fn describe(source: &SourceReport) -> String {
    let known = [&source.title, &source.author, &source.date].into_iter().flatten();
    let parts: Vec<&str> = known.map(String::as_str).chain([source.id.as_str()]).collect();
    parts.join(" · ")
}

/// The least number of columns of the list at which the first words are shown.
const WORDS_COLS: u16 = 60;
/// The least number of columns of the list at which the place in the document is shown.
const PLACE_COLS: u16 = 38;

/// The columns of the list of passages.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassageColumns {
    /// The number of the finding.
    pub(super) number: u16,
    /// The name of the source.
    pub(super) name: u16,
    /// The name with its marks.
    pub(super) source: u16,
    /// True if the place in the document is shown.
    pub(super) has_place: bool,
    /// True if the first words are shown behind the source.
    pub(super) has_words: bool,
}

impl PassageColumns {
    /// Divides the width of the list.
    pub(super) fn new(state: &State) -> PassageColumns {
        let width = state.body(Pane::Passages).width;
        let number = state.facts.all_findings.to_string().len().max(2) as u16;
        let has_place = width >= PLACE_COLS;
        let place = if has_place { state.messages().0.percent(1.0, 0).len() as u16 + 1 } else { 0 };
        // The sign of the selected row, the decision, the kind, the similarity and the credit.
        let facts = 1 + number + 4 + 2 + 5 + place + 3;
        let left = width.saturating_sub(facts);
        let has_words = width >= WORDS_COLS;
        let source = if has_words { left / 3 } else { left };
        let marks = state.facts.mark_cols().min(source / 3);
        PassageColumns { number, name: source - marks, source, has_place, has_words }
    }
}

/// Returns the columns of the list of sources before the description.
pub(super) fn source_facts_cols(state: &State) -> u16 {
    let ratio = state.messages().0.percent(1.0, 1).len() as u16;
    2 + ratio + 6 + if state.facts.own.is_empty() { 0 } else { 2 }
}

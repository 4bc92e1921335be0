//! The filters in force, and the keys in their panel.
//!
//! A filter of the library changes the figures. A view only changes the list. The filters that hold are those of the
//! decisions ([`Deciding::exclude`](super::super::deciding::Deciding)); they hold for all documents, each of which is
//! scored again when it is shown.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use ibid::Exclude;
use ibid::report::{Kind, Passage};
use rayon::prelude::*;
use tui_input::InputRequest;

use super::PanelMessages;
use super::filter_names::{in_force, value};
use super::preview::{BareDocument, Figures};
use crate::tui::action::Action;
use crate::tui::panes::list::List;
use crate::tui::panes::style::KINDS;
use crate::tui::panes::{Effect, Panes};
use crate::tui::review::deciding::is_open;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

/// The most passages of a document for which the effects of all filters are computed at once; of others, that of the row
/// under the cursor is.
const MOST_AT_ONCE: usize = 2000;
/// The steps of a threshold.
const WORDS: [u32; 9] = [0, 10, 15, 20, 30, 50, 100, 200, 500];
const SHARES: [f64; 8] = [0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2];
const DOCUMENTS: [u32; 7] = [1, 3, 5, 10, 20, 50, 100];

/// The filters and views.
#[derive(Clone, Debug, Default)]
pub(in crate::tui::review) struct Filters {
    /// The filters that the report was made with.
    pub(super) start: Exclude,
    /// The passages that are shown.
    pub(super) only: Only,
    /// The only kind that is shown.
    pub(super) kind: Option<Kind>,
    /// The list in the panel.
    pub(in crate::tui::review) list: List,
    pub(super) rows: Vec<FilterRow>,
    /// The effect of each row, if it was computed.
    pub(super) effects: Vec<Option<RowEffect>>,
    /// The document that effects are computed on.
    copy: Option<BareDocument>,
    /// The years of the earliest and the latest source, if any has a date.
    years: Option<(u32, u32)>,
    /// The number that is being typed.
    typed: String,
    /// The number of changes of the filters so far, and that at which each document was scored last.
    pub(in crate::tui::review) changes: u32,
    scored: HashMap<usize, u32>,
}

/// The decisions of the passages that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Only {
    #[default]
    All,
    Open,
    Disputed,
    Noted,
}

/// A row of the panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FilterRow {
    /// A filter without a value, by its name.
    Part(&'static str),
    Small,
    SmallSource,
    Documents,
    Since,
    Until,
    /// A pattern of sources.
    Pattern(String),
    Only(Only),
    Kind,
    /// The source of the selected passage alone.
    Source,
}

/// The effect of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RowEffect {
    /// New figures; the value that makes them, if the row has a threshold.
    Figures(Figures, Option<String>),
    /// The number of findings that would be shown.
    Shown(usize),
    /// None at all.
    Nothing,
}

/// A change of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Switch,
    More,
    Less,
}

impl Filters {
    /// Starts with the filters of a report.
    pub(in crate::tui::review) fn new(start: &Exclude) -> Filters {
        Filters { start: start.clone(), ..Filters::default() }
    }

    /// Returns whether a passage is shown.
    pub(in crate::tui::review) fn shows(&self, passage: &Passage) -> bool {
        self.only.holds(passage) && is_of(self.kind, passage)
    }

    /// Returns whether decisions choose the passages that are shown.
    pub(in crate::tui::review) fn depend_on_decisions(&self) -> bool {
        self.only != Only::All
    }

    /// Returns whether nothing is shown of some passages because of a view.
    pub(in crate::tui::review) fn hides(&self) -> bool {
        self.only != Only::All || self.kind.is_some()
    }
}

impl Only {
    fn holds(self, passage: &Passage) -> bool {
        match self {
            Only::All => true,
            Only::Open => is_open(passage),
            Only::Disputed => !passage.disputed.is_empty(),
            Only::Noted => passage.decision.as_ref().is_some_and(|decision| !decision.note.is_empty()),
        }
    }
}

/// Makes the rows of the panel, for the document and the passage shown.
pub(super) fn open(state: &mut State) {
    let parts = ["references", "front", "captions", "quotes", "cited", "phrases", "possible", "own"];
    let mut rows: Vec<FilterRow> = parts.map(FilterRow::Part).into();
    rows.extend([FilterRow::Small, FilterRow::SmallSource, FilterRow::Documents]);
    let exclude = &state.deciding.exclude;
    let source = state.passage().map(|passage| &passage.b);
    for pattern in state.filters.start.sources.iter().chain(&exclude.sources).chain(source) {
        let row = FilterRow::Pattern(pattern.clone());
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows.extend([FilterRow::Since, FilterRow::Until]);
    rows.extend([Only::Open, Only::Disputed, Only::Noted].map(FilterRow::Only));
    rows.extend([FilterRow::Kind, FilterRow::Source]);
    let copy = state.document().map(BareDocument::new);
    let years = years(state);
    let selected = state.filters.list.selected.min(rows.len() - 1);
    let filters = &mut state.filters;
    filters.list = List { selected, ..List::new(rows.len()) };
    filters.effects = vec![None; rows.len()];
    (filters.rows, filters.copy, filters.years) = (rows, copy, years);
    filters.typed.clear();
}

/// Returns the years of the earliest and the latest source.
fn years(state: &State) -> Option<(u32, u32)> {
    let document = state.document()?;
    let mut found: Option<(u32, u32)> = None;
    for source in document.sources.iter().chain(&document.other_sources) {
        if let Some(year) = source.date.as_deref().and_then(year) {
            let (first, last) = found.unwrap_or((year, year));
            found = Some((first.min(year), last.max(year)));
        }
    }
    found
}

fn year(date: &str) -> Option<u32> {
    date.get(..4)?.parse().ok()
}

/// Selects a row.
pub(in crate::tui::review) fn select(state: &mut State, at: usize) {
    state.filters.list.selected = at;
    state.filters.typed.clear();
}

/// Computes the effects that the panel shows: of all rows, or of the one under the cursor if the document is large.
pub(super) fn fit(state: &mut State) {
    if state.window.focus != Pane::Filters {
        (state.filters.copy, state.filters.rows) = (None, vec![]);
        return;
    }
    let is_large = state.all_passages().len() > MOST_AT_ONCE;
    let Some(mut copy) = state.filters.copy.take() else { return };
    for at in 0..state.filters.rows.len() {
        let is_wanted = !is_large || at == state.filters.list.selected;
        if is_wanted && state.filters.effects.get(at).is_some_and(Option::is_none) {
            let effect = effect(state, &state.filters.rows[at], &mut copy);
            state.filters.effects[at] = Some(effect);
        }
    }
    state.filters.copy = Some(copy);
}

/// Computes what a row would change, on a copy of the document.
fn effect(state: &State, row: &FilterRow, copy: &mut BareDocument) -> RowEffect {
    match row {
        FilterRow::Only(only) => {
            return shown(state, |passage| !passage.is_repeated() && only.holds(passage));
        }
        FilterRow::Kind => {
            let kind = next_kind(state.filters.kind, Step::More);
            return shown(state, |passage| !passage.is_repeated() && is_of(kind, passage));
        }
        FilterRow::Source => {
            let Some(selected) = state.passage() else { return RowEffect::Shown(0) };
            return shown(state, |passage| passage.b == selected.b);
        }
        _ => {}
    }
    let exclude = &state.deciding.exclude;
    let changed = changed(&state.filters, exclude, row, Step::Switch);
    if changed == *exclude {
        return RowEffect::Nothing;
    }
    match copy.score(&changed) {
        Some(figures) => RowEffect::Figures(figures, value(state, &changed, row)),
        None => RowEffect::Nothing,
    }
}

/// Counts the passages that a view holds.
fn shown(state: &State, holds: impl Fn(&Passage) -> bool) -> RowEffect {
    let passages = state.all_passages().iter();
    RowEffect::Shown(passages.filter(|passage| state.is_counted(passage) && holds(passage)).count())
}

/// Returns whether a passage is of a kind, if one is chosen.
fn is_of(kind: Option<Kind>, passage: &Passage) -> bool {
    kind.is_none() || kind == Some(passage.kind)
}

/// Returns the filters after a change of a row. A switch of a threshold goes one step up.
fn changed(filters: &Filters, exclude: &Exclude, row: &FilterRow, step: Step) -> Exclude {
    let mut exclude = exclude.clone();
    match row {
        FilterRow::Part(name) => {
            let is_on = has_part(&exclude, name);
            let turns_on = if step == Step::Switch { !is_on } else { step == Step::More };
            let named = if turns_on { exclude.add(name) } else { exclude.remove(name) };
            debug_assert!(named.is_ok(), "the names of the filters are those of the library");
        }
        FilterRow::Small => exclude.small = stepped(&WORDS, exclude.small, step),
        FilterRow::SmallSource => exclude.small_source = stepped(&SHARES, exclude.small_source, step),
        FilterRow::Documents => exclude.documents = next_documents(exclude.documents, step),
        FilterRow::Since | FilterRow::Until => {
            let date = date_of(&mut exclude, row);
            let step = match step {
                Step::Switch if *row == FilterRow::Until && date.is_none() => Step::Less,
                step => step,
            };
            let years = filters.years;
            *date = years.and_then(|(first, last)| next_year(date.as_deref(), step, first..=last));
        }
        FilterRow::Pattern(pattern) => {
            let before = exclude.sources.len();
            exclude.sources.retain(|on| on != pattern);
            if exclude.sources.len() == before {
                exclude.sources.push(pattern.clone());
            }
        }
        FilterRow::Only(_) | FilterRow::Kind | FilterRow::Source => {}
    }
    exclude
}

/// Returns whether a filter without a value is on.
pub(super) fn has_part(exclude: &Exclude, name: &str) -> bool {
    exclude.names().iter().any(|on| on == name)
}

/// Returns the date of the row of the earliest or the latest sources.
fn date_of<'e>(exclude: &'e mut Exclude, row: &FilterRow) -> &'e mut Option<String> {
    if *row == FilterRow::Since { &mut exclude.since } else { &mut exclude.until }
}

/// Returns the next value of a ladder.
fn stepped<N: Copy + PartialOrd>(ladder: &[N], value: N, step: Step) -> N {
    let next = match step {
        Step::Less => ladder.iter().rev().find(|&&of| of < value),
        Step::More | Step::Switch => ladder.iter().find(|&&of| of > value),
    };
    next.copied().unwrap_or(value)
}

/// Returns the next limit of the documents that have a finding. More filters more: after no limit comes the highest one.
fn next_documents(most: u32, step: Step) -> u32 {
    match (most, step) {
        (0, Step::Less) => 0,
        (0, _) => DOCUMENTS[DOCUMENTS.len() - 1],
        (most, Step::Less) => DOCUMENTS.into_iter().find(|&of| of > most).unwrap_or(0),
        (most, _) => stepped(&DOCUMENTS, most, Step::Less),
    }
}

/// Returns the next year of a date; none beyond the first or the last year of the sources. The first step leaves
/// something out.
fn next_year(date: Option<&str>, step: Step, years: RangeInclusive<u32>) -> Option<String> {
    let next = match (date.and_then(year), step) {
        (None, Step::Less) => years.end().saturating_sub(1),
        (None, _) => years.start() + 1,
        (Some(year), Step::Less) => year.saturating_sub(1),
        (Some(year), _) => year + 1,
    };
    years.contains(&next).then(|| format!("{next:04}"))
}

fn next_kind(kind: Option<Kind>, step: Step) -> Option<Kind> {
    let steps: Vec<Option<Kind>> = std::iter::once(None).chain(KINDS.map(Some)).collect();
    let at = steps.iter().position(|&of| of == kind).unwrap_or(0);
    let by = if step == Step::Less { steps.len() - 1 } else { 1 };
    steps[(at + by) % steps.len()]
}

/// Handles an action while the panel has the focus. Moves are not handled here: the panel is a list.
pub(super) fn act(state: &mut State, action: &Action) -> Option<Effect> {
    match action {
        Action::Open | Action::ReadOn => change(state, Step::Switch),
        Action::Right => change(state, Step::More),
        Action::Left => change(state, Step::Less),
        Action::Type(text) => type_digits(state, text),
        Action::Edit(InputRequest::DeletePrevChar) => {
            state.filters.typed.pop();
            let typed = std::mem::take(&mut state.filters.typed);
            type_digits(state, &typed);
        }
        _ => return None,
    }
    Some(Effect::Draw)
}

fn change(state: &mut State, step: Step) {
    let Some(row) = state.filters.rows.get(state.filters.list.selected).cloned() else { return };
    state.filters.typed.clear();
    match row {
        FilterRow::Only(only) => {
            let is_on = state.filters.only == only;
            let turns_on = if step == Step::Switch { !is_on } else { step == Step::More };
            state.filters.only = if turns_on { only } else { Only::All };
        }
        FilterRow::Kind => state.filters.kind = next_kind(state.filters.kind, step),
        FilterRow::Source => {
            let at = state.passage().and_then(|passage| state.source_at(&passage.b));
            state.only = if state.only.is_none() && step != Step::Less { at } else { None };
        }
        row => {
            let exclude = changed(&state.filters, &state.deciding.exclude, &row, step);
            return set(state, exclude);
        }
    }
    list_again(state);
}

/// Sets a threshold to the number that is being typed; an empty one is 0.
fn type_digits(state: &mut State, digits: &str) {
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let mut typed = std::mem::take(&mut state.filters.typed) + &digits;
    let Some(row) = state.filters.rows.get(state.filters.list.selected) else { return };
    let most = if matches!(row, FilterRow::SmallSource) { 2 } else { 4 };
    if typed.len() > most {
        typed = digits;
    }
    let number = typed.parse::<u32>().unwrap_or(0);
    let mut exclude = state.deciding.exclude.clone();
    match row {
        FilterRow::Small => exclude.small = number,
        FilterRow::SmallSource => exclude.small_source = f64::from(number) / 100.0,
        FilterRow::Documents => exclude.documents = number,
        FilterRow::Since | FilterRow::Until => match typed.len() {
            0 => *date_of(&mut exclude, row) = None,
            4 if number > 0 => *date_of(&mut exclude, row) = Some(typed.clone()),
            _ => {}
        },
        _ => return,
    }
    state.filters.typed = typed;
    set(state, exclude);
}

/// Sets the filters, and makes the figures of the document shown again.
pub(in crate::tui::review) fn set(state: &mut State, exclude: Exclude) {
    if state.document().is_some_and(|document| document.words.is_none()) {
        return state.tell(PanelMessages(state.window.language).cannot_be_scored());
    }
    if exclude == state.deciding.exclude {
        return;
    }
    state.deciding.exclude = exclude;
    state.filters.changes += 1;
    score_document(state);
    list_again(state);
}

/// Lists the passages that the filters and views leave; their effects are computed anew.
fn list_again(state: &mut State) {
    state.list_passages();
    state.filters.effects.fill(None);
}

/// Makes the figures of the document shown again, if the filters have changed since they were made.
pub(in crate::tui::review) fn score_document(state: &mut State) {
    let filters = &mut state.filters;
    let changes = filters.changes;
    let before = filters.scored.insert(state.document, changes).unwrap_or(0);
    if before == changes {
        return;
    }
    let only = state.only_source().cloned();
    if let Some(document) = state.report.documents.get_mut(state.document) {
        // A report of an earlier version keeps its figures.
        let _ = document.score(&state.deciding.exclude);
    }
    state.only = only.and_then(|source| state.source_at(&source.id));
    let sources = List::new(state.sources().len());
    state.source_list =
        List { selected: state.source_list.selected.min(sources.moved(isize::MAX)), ..sources };
}

/// Makes the figures of all documents again that were made before the filters changed, and their rows in the queue. `O(p)`
/// for p passages of them, on all cores.
pub(in crate::tui::review) fn score_all(state: &mut State) {
    let State { filters, deciding, report, queue, .. } = state;
    let Filters { scored, changes, .. } = filters;
    let exclude = &deciding.exclude;
    report.documents.par_iter_mut().enumerate().for_each(|(at, document)| {
        if scored.get(&at).unwrap_or(&0) != changes {
            // A report of an earlier version keeps its figures.
            let _ = document.score(exclude);
        }
    });
    for (at, document) in report.documents.iter().enumerate() {
        if scored.insert(at, *changes).unwrap_or(0) != *changes {
            queue.refresh(at, document);
        }
    }
}

/// Sets all filters and views back to those of the report.
pub(in crate::tui::review) fn set_all_back(state: &mut State) {
    let messages = PanelMessages(state.window.language);
    if in_force(state).is_empty() {
        return state.tell(messages.no_filter_set());
    }
    (state.filters.only, state.filters.kind, state.only) = (Only::All, None, None);
    state.filters.typed.clear();
    set(state, state.filters.start.clone());
    list_again(state);
    state.tell(messages.all_set_back());
}

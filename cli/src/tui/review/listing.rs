//! Facts about all passages of a document, and the order of the list: made once per change, not once per frame.
//!
//! `O(p log p)` for p passages.

use std::collections::{HashMap, HashSet};

use ibid::report::{DocumentReport, Passage};

use super::deciding::is_open;
use super::minimap;
use super::state::{Sort, State};

/// The number of passages of each standing in a document, and those that repeat others.
#[derive(Clone, Debug, Default)]
pub(super) struct PassageFacts {
    /// The number of findings that count.
    pub(super) findings: usize,
    /// The highest number of a finding, whether it counts or not.
    pub(super) all_findings: u32,
    /// The number of passages that do not count.
    pub(super) uncounted: usize,
    /// The number of findings in the list.
    pub(super) listed: usize,
    /// The number of open findings in the list.
    pub(super) listed_open: usize,
    /// True for each passage that is listed and open, by its index.
    open: Vec<bool>,
    /// The passages that another source stands for, by finding, as indices in order of place.
    repeats: HashMap<u32, Vec<usize>>,
    /// The ids of the writer's own works among the sources.
    pub(super) own: HashSet<String>,
}

impl PassageFacts {
    /// Gathers the facts of a document, but for those of the list.
    pub(super) fn new(document: &DocumentReport) -> PassageFacts {
        let mut facts = PassageFacts::default();
        for (at, passage) in document.passages.iter().enumerate() {
            facts.findings += usize::from(passage.is_best);
            facts.all_findings = facts.all_findings.max(passage.finding);
            facts.uncounted += usize::from(!passage.counts());
            if passage.is_repeated() {
                facts.repeats.entry(passage.finding).or_default().push(at);
            }
        }
        for source in &document.sources {
            if source.same_author.is_some() {
                facts.own.insert(source.id.clone());
            }
        }
        facts
    }

    /// Returns the indices of the passages that a passage stands for.
    pub(super) fn repeats_of(&self, passage: &Passage) -> &[usize] {
        if passage.is_best { self.repeats_in(passage.finding) } else { &[] }
    }

    /// Returns the indices of the passages that repeat a finding.
    pub(super) fn repeats_in(&self, finding: u32) -> &[usize] {
        self.repeats.get(&finding).map_or(&[], Vec::as_slice)
    }

    /// Returns the columns of the marks behind the name of a source, with a blank before each.
    pub(super) fn mark_cols(&self) -> u16 {
        let own = if self.own.is_empty() { 0 } else { 2 };
        match self.repeats.values().map(Vec::len).max() {
            Some(most) => own + 2 + most.to_string().len() as u16,
            None => own,
        }
    }
}

/// Returns the passages of the list by their indices, in order. Rows of unfolded findings follow the row of the finding.
/// Counts the findings of the list in the facts.
pub(super) fn list(state: &mut State) -> Vec<usize> {
    let passages = state.all_passages();
    let mut by_place = vec![];
    let mut open = vec![false; passages.len()];
    let mut count_open = 0;
    for (at, passage) in passages.iter().enumerate() {
        if state.is_listed(passage) {
            by_place.push(at);
            open[at] = is_open(passage);
            count_open += usize::from(open[at]);
        }
    }
    let mut listed = by_place.clone();
    sort(state, &mut listed);
    if !state.unfolded.is_empty() && state.only.is_none() {
        listed = unfold(state, &listed);
    }
    (state.facts.listed, state.facts.listed_open) = (by_place.len(), count_open);
    (state.facts.open, state.by_place) = (open, by_place);
    listed
}

/// Sorts passages, which are in the order of their places, as the reader has chosen.
fn sort(state: &State, listed: &mut [usize]) {
    let passages = state.all_passages();
    match state.sort {
        Sort::Place => {}
        Sort::Source => {
            let ranked = state.sources().iter().zip(0usize..);
            let ranks: HashMap<&str, usize> = ranked.map(|(source, rank)| (&*source.id, rank)).collect();
            listed.sort_by_cached_key(|&at| {
                let Passage { b, a_start, .. } = &passages[at];
                (ranks.get(b.as_str()).copied().unwrap_or(usize::MAX), b, *a_start, at)
            });
        }
        Sort::Similarity => {
            listed.sort_by(|&x, &y| passages[y].similarity.total_cmp(&passages[x].similarity));
        }
        Sort::OpenFirst => listed.sort_by_key(|&at| !is_open(&passages[at])),
    }
}

/// Returns whether a decision can change the rows of the list, or their order.
pub(super) fn depends_on_decisions(state: &State) -> bool {
    state.sort == Sort::OpenFirst || state.filters.depend_on_decisions()
}

/// Counts the open passages anew after decisions on some of them, which are given by their indices. The list has the
/// same rows, in the same order; a selection of several ends. `O(log p)` for each of them, for p passages.
pub(super) fn take_decisions(state: &mut State, touched: &[usize]) {
    state.selection_start = None;
    state.panels.changes += 1;
    for &at in touched {
        let Some(passage) = state.all_passages().get(at) else { continue };
        let is_open = state.is_listed(passage) && is_open(passage);
        if let Some(was_open) = state.facts.open.get_mut(at) {
            state.facts.listed_open += usize::from(is_open);
            state.facts.listed_open -= usize::from(std::mem::replace(was_open, is_open));
        }
        minimap::take_decision(state, at);
    }
}

/// Puts the other sources of unfolded findings behind their passages.
fn unfold(state: &State, listed: &[usize]) -> Vec<usize> {
    let mut rows = Vec::with_capacity(listed.len());
    for &at in listed {
        rows.push(at);
        let passage = &state.all_passages()[at];
        if state.unfolded.contains(&passage.finding) {
            rows.extend(state.facts.repeats_of(passage));
        }
    }
    rows
}

/// Shows the other sources of the selected passage below it. Returns whether there are any that were not shown.
pub(super) fn unfold_selected(state: &mut State) -> bool {
    let Some(passage) = state.passage() else { return false };
    let finding = passage.finding;
    let has_more = state.only.is_none() && !state.facts.repeats_of(passage).is_empty();
    if !has_more || !state.unfolded.insert(finding) {
        return false;
    }
    state.list_passages();
    true
}

/// Hides the other sources of the selected finding. Returns whether they were shown.
pub(super) fn fold_selected(state: &mut State) -> bool {
    let Some(&Passage { finding, .. }) = state.passage() else { return false };
    if !state.unfolded.remove(&finding) {
        return false;
    }
    if let Some(best) = state.first_row(|passage| passage.finding == finding && passage.is_best) {
        state.passage_list.selected = best;
    }
    state.list_passages();
    true
}

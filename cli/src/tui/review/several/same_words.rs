//! The same words in other documents: in which passages the source says what it says beside the selected one.
//!
//! Two papers say the same if they have it from the same sentences of a source, however each of them words it. A passage
//! has the words of another if nine tenths of its words stand beside such sentences; a longer one has something else in it,
//! and is for a person to read. The index of what sources say is made once, with `O(n log n)` for n sentence pairs.

use std::collections::BTreeSet;

use ibid::report::{DocumentReport, Passage, Report};
use rayon::prelude::*;

use super::SeveralMessages;
use crate::tui::action::Mode;
use crate::tui::panes::{Effect, Panes};
use crate::tui::review::deciding::{self, Change, Step, is_open, marked};
use crate::tui::review::state::State;

/// The tenths of a passage's words that must be the same.
const SAME_OF_TEN: u32 = 9;
/// The most passages that are decided without a question.
const MOST_UNASKED: usize = 3;

/// The sentences of sources, with the passages beside which they stand.
#[derive(Clone, Debug, Default)]
pub(in crate::tui::review) struct SaidIndex {
    /// The hash of each sentence, the index of the document, and that of the passage, in order.
    places: Vec<(u64, u32, u32)>,
    /// The numbers of documents and passages of the report, which tell whether the index is out of date.
    of: (usize, usize),
}

impl SaidIndex {
    fn new(report: &Report) -> SaidIndex {
        let documents = report.documents.par_iter().enumerate();
        let mut places: Vec<(u64, u32, u32)> =
            documents.flat_map_iter(|(number, document)| places_in(document, number as u32)).collect();
        places.par_sort_unstable();
        SaidIndex { places, of: size(report) }
    }

    /// Returns the places beside which a sentence stands.
    fn of_sentence(&self, sentence: u64) -> &[(u64, u32, u32)] {
        let first = self.places.partition_point(|&(other, ..)| other < sentence);
        let behind = self.places.partition_point(|&(other, ..)| other <= sentence);
        &self.places[first..behind]
    }
}

/// Returns the places in a document, whose number is given, beside which sentences of sources stand.
fn places_in(document: &DocumentReport, number: u32) -> Vec<(u64, u32, u32)> {
    let mut places = vec![];
    for (passage, at) in document.passages.iter().zip(0u32..) {
        for (sentence, _) in source_sentences(passage) {
            places.push((sentence, number, at));
        }
    }
    places
}

fn size(report: &Report) -> (usize, usize) {
    (report.documents.len(), report.documents.iter().map(|document| document.passages.len()).sum())
}

/// Iterates over the sentences of the source beside a passage, each with the number of words of its counterpart.
fn source_sentences(passage: &Passage) -> impl Iterator<Item = (u64, u32)> {
    passage.said.iter().filter_map(|said| {
        let (_, source) = said.pair.split_once('~')?;
        let [start, end] = said.words;
        Some((u64::from_str_radix(source, 16).ok()?, end.saturating_sub(start)))
    })
}

/// Returns whether a passage has nothing but these sentences of sources beside it, or nearly nothing.
fn has_same_words(passage: &Passage, sentences: &BTreeSet<u64>) -> bool {
    let [mut same, mut all] = [0, 0];
    for (sentence, words) in source_sentences(passage) {
        all += words;
        same += if sentences.contains(&sentence) { words } else { 0 };
    }
    same > 0 && same * 10 >= all * SAME_OF_TEN
}

/// Makes the decision on the selected passage on all open ones with the same words; asks first where they are many.
pub(in crate::tui::review) fn decide(state: &mut State) -> Effect {
    let messages = SeveralMessages(state.window.language);
    let Some(passage) = state.passage() else { return Effect::Draw };
    let Some(after) = marked(passage) else {
        return state.only_tell(messages.decide_first());
    };
    prepare(state);
    let found = findings(state);
    if found.is_empty() {
        return state.only_tell(messages.none_says_the_same());
    }
    let mut step = Step { changes: vec![], moves_on: false };
    for (document, finding) in found {
        step.changes.push(Change { document, finding, before: None, after: Some(after.clone()) });
    }
    let count = step.changes.len();
    if count <= MOST_UNASKED {
        return deciding::save_step(state, step);
    }
    let decision = state.window.language.decision(Some(after.0));
    state.window.mode = Mode::Confirm;
    let question = messages.ask_same_words(count as u64, step.documents().len(), decision);
    state.deciding.asked = Some(step);
    state.only_tell(question)
}

/// Makes the index of what sources say, unless it was made for this report.
pub(in crate::tui::review) fn prepare(state: &mut State) {
    if state.said_index.of != size(&state.report) {
        state.said_index = SaidIndex::new(&state.report);
    }
}

/// Counts the other documents in which the words of the selected passage are open. The index has to be prepared.
pub(in crate::tui::review) fn other_documents(state: &State) -> usize {
    let mut documents: BTreeSet<usize> = findings(state).into_iter().map(|(document, _)| document).collect();
    documents.remove(&state.document);
    documents.len()
}

/// Returns the open findings that have the words of the selected passage, with the indices of their documents, in order.
fn findings(state: &State) -> BTreeSet<(usize, u32)> {
    let Some(selected) = state.passage() else { return BTreeSet::new() };
    let mut sentences = BTreeSet::new();
    for passage in deciding::passages_of(state, state.document, selected.finding) {
        sentences.extend(source_sentences(passage).map(|(sentence, _)| sentence));
    }
    let mut beside = BTreeSet::new();
    for &sentence in &sentences {
        for &(_, document, at) in state.said_index.of_sentence(sentence) {
            beside.insert((document as usize, at as usize));
        }
    }
    let mut found = BTreeSet::new();
    for (at, passage) in beside {
        let Some(document) = state.report.documents.get(at) else { continue };
        let Some(passage) = document.passages.get(passage) else { continue };
        if is_open(passage) && has_same_words(passage, &sentences) {
            found.insert((at, passage.finding));
        }
    }
    found.remove(&(state.document, selected.finding));
    found
}

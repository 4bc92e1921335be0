//! The same words in other documents: in which passages the source says what it says beside the selected one.
//!
//! Two papers say the same if they have it from the same sentences of a source, however each of them words it. A passage
//! has the words of another if nine tenths of its words stand beside such sentences; a longer one has something else in it,
//! and is for a person to read. The index of what sources say is made once, with `O(n log n)` for n sentence pairs.

use std::collections::BTreeSet;

use ibid::report::{Passage, Report};
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
        let documents = report.documents.par_iter().zip(0u32..report.documents.len() as u32);
        let mut places: Vec<(u64, u32, u32)> = documents
            .flat_map_iter(|(document, number)| {
                let passages = document.passages.iter().zip(0u32..);
                passages.flat_map(move |(passage, at)| {
                    source_sentences(passage).map(move |said| (said.0, number, at))
                })
            })
            .collect();
        places.par_sort_unstable();
        SaidIndex { places, of: size(report) }
    }

    /// Iterates over the documents and passages beside which a sentence stands.
    fn of_sentence(&self, sentence: u64) -> impl Iterator<Item = (usize, usize)> {
        let first = self.places.partition_point(|&(other, ..)| other < sentence);
        let rest = self.places.iter().skip(first).take_while(move |&&(other, ..)| other == sentence);
        rest.map(|&(_, document, passage)| (document as usize, passage as usize))
    }
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
        state.tell(messages.decide_first());
        return Effect::Draw;
    };
    prepare(state);
    let found = findings(state);
    if found.is_empty() {
        state.tell(messages.none_says_the_same());
        return Effect::Draw;
    }
    let documents: BTreeSet<usize> = found.iter().map(|&(document, _)| document).collect();
    let change = |&(document, finding): &(usize, u32)| Change {
        document,
        finding,
        before: None,
        after: Some(after.clone()),
    };
    let step = Step { changes: found.iter().map(change).collect(), moves_on: false };
    if found.len() <= MOST_UNASKED {
        return deciding::save_step(state, step);
    }
    let decision = state.window.language.decision(Some(after.0));
    state.tell(messages.ask_same_words(found.len() as u64, documents.len(), decision));
    state.window.mode = Mode::Confirm;
    state.deciding.ask(step);
    Effect::Draw
}

/// Makes the index of what sources say, unless it was made for this report.
pub(in crate::tui::review) fn prepare(state: &mut State) {
    if state.said_index.of != size(&state.report) {
        state.said_index = SaidIndex::new(&state.report);
    }
}

/// Counts the other documents in which the words of the selected passage are open. The index has to be prepared.
pub(in crate::tui::review) fn other_documents(state: &State) -> usize {
    let documents: BTreeSet<usize> = findings(state).into_iter().map(|(document, _)| document).collect();
    documents.into_iter().filter(|&document| document != state.document).count()
}

/// Returns the open findings that have the words of the selected passage, with the indices of their documents, in order.
fn findings(state: &State) -> BTreeSet<(usize, u32)> {
    let Some(selected) = state.passage() else { return BTreeSet::new() };
    let of_finding = deciding::passages_of(state, state.document, selected.finding);
    let sentences: BTreeSet<u64> =
        of_finding.into_iter().flat_map(source_sentences).map(|(sentence, _)| sentence).collect();
    let beside: BTreeSet<(usize, usize)> =
        sentences.iter().flat_map(|&sentence| state.said_index.of_sentence(sentence)).collect();
    let mut found = BTreeSet::new();
    for (document, at) in beside {
        let passages = state.report.documents.get(document).map(|document| &document.passages);
        let Some(passage) = passages.and_then(|passages| passages.get(at)) else { continue };
        if is_open(passage) && has_same_words(passage, &sentences) {
            found.insert((document, passage.finding));
        }
    }
    found.remove(&(state.document, selected.finding));
    found
}

//! Decisions in the review: what a key asks to be saved, and what changes once it is.
//!
//! Nothing is shown as decided before it is on the disk. A key makes a line of the ledger, which [`Effect::Record`] asks
//! to save; the state changes when the saved line comes back. A decision that is undone is a line too.

use ibid::decisions::{Ledger, LedgerLine, Signature};
use ibid::report::{Decision, DocumentReport, Passage};
use ibid::{Exclude, score};

use super::state::State;
use crate::tui::panes::window::Asked;
use crate::tui::panes::{Effect, Panes};

/// The ledger of a review, and the decisions of this sitting.
#[derive(Clone, Debug, Default)]
pub(super) struct Deciding {
    decisions: Decisions,
    /// The filters of the report.
    exclude: Exclude,
    /// The decisions that can be undone, and those that can be made again.
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The decision that was made last, with its note.
    last: Option<Marked>,
    /// A note on an open passage, by its finding, for the decision to come.
    note: Option<(u32, String)>,
    /// The step that is being saved.
    saving: Option<(Step, Direction)>,
}

/// A decision with its note.
type Marked = (Decision, String);

/// A decision on a finding, with the one before.
#[derive(Clone, Debug)]
struct Step {
    /// The index of the document.
    document: usize,
    finding: u32,
    before: Option<Marked>,
    after: Option<Marked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Undo,
    Redo,
}

/// The decisions with which a review begins. They are applied to its report already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions {
    /// The ledger.
    pub(crate) ledger: Ledger,
    /// The id of the earlier draft whose decisions are applied too.
    pub(crate) draft_of: Option<String>,
}

impl Deciding {
    /// Starts with the decisions of a ledger, for a report with these filters.
    pub(super) fn new(decisions: Decisions, excluded: &[String]) -> Deciding {
        let exclude = Exclude::of_names(excluded).unwrap_or_default();
        Deciding { decisions, exclude, ..Deciding::default() }
    }

    /// Applies the decisions to a document, and makes its figures. A report of an earlier version stays as it is.
    pub(super) fn apply(&self, document: &mut DocumentReport) {
        if document.words.is_some() {
            self.decisions.ledger.apply(document, self.decisions.draft_of.as_deref());
            // A report that has the words of its parts can be scored.
            let _ = score(document, &self.exclude);
        }
    }

    /// Returns the note for the decision to come on a finding.
    pub(super) fn note_to_come(&self, finding: u32) -> Option<&str> {
        self.note.as_ref().filter(|(of, _)| *of == finding).map(|(_, note)| note.as_str())
    }
}

/// Decides the selected passage; `None` opens it again.
pub(super) fn decide(state: &mut State, decision: Option<Decision>) -> Effect {
    let Some(passage) = state.passage() else { return Effect::Draw };
    let note = match state.deciding.note_to_come(passage.finding) {
        Some(note) => note.to_owned(),
        None => passage.decision.as_ref().map_or_else(String::new, |decision| decision.note.clone()),
    };
    mark(state, decision.map(|decision| (decision, note)))
}

/// Takes the suggestion for the selected passage, or else repeats the last decision with its note.
pub(super) fn repeat(state: &mut State) -> Effect {
    let suggested = state.passage().and_then(|passage| passage.suggestion.as_ref());
    let suggested = suggested.map(|suggested| (suggested.decision.decision, suggested.decision.note.clone()));
    match suggested.or_else(|| state.deciding.last.clone()) {
        Some(marked) => mark(state, Some(marked)),
        None => told(state, state.messages().nothing_to_repeat()),
    }
}

/// Opens the prompt for a note on the selected passage.
pub(super) fn ask_note(state: &mut State) -> Effect {
    let Some(passage) = state.passage() else { return Effect::Draw };
    let noted = state.deciding.note_to_come(passage.finding);
    let noted = noted.or_else(|| passage.decision.as_ref().map(|decision| &*decision.note));
    let noted = noted.unwrap_or("").to_owned();
    state.window.ask(Asked::Note, &noted);
    Effect::Draw
}

/// Saves a note with the decision on the selected passage, or keeps it for the decision to come.
pub(super) fn note(state: &mut State, note: String) -> Effect {
    let Some(passage) = state.passage() else { return Effect::Draw };
    match &passage.decision {
        Some(decision) => {
            let decision = decision.decision;
            mark(state, Some((decision, note)))
        }
        None => {
            state.deciding.note = Some((passage.finding, note));
            told(state, state.messages().note_waits())
        }
    }
}

/// Undoes the last decision of this sitting.
pub(super) fn undo(state: &mut State) -> Effect {
    match state.deciding.done.last().cloned() {
        Some(step) => save(state, step, Direction::Undo),
        None => told(state, state.messages().nothing_to_undo()),
    }
}

/// Makes the decision again that was undone last.
pub(super) fn redo(state: &mut State) -> Effect {
    match state.deciding.undone.last().cloned() {
        Some(step) => save(state, step, Direction::Redo),
        None => told(state, state.messages().nothing_to_redo()),
    }
}

/// Asks to save a decision on the selected passage.
fn mark(state: &mut State, after: Option<Marked>) -> Effect {
    let messages = state.messages();
    let Some(passage) = state.passage() else { return Effect::Draw };
    if passage.finding == 0 {
        return told(state, messages.no_finding());
    }
    if passage.said.is_empty() {
        return told(state, messages.cannot_be_decided());
    }
    let before = passage.decision.as_ref().map(|before| (before.decision, before.note.clone()));
    let step = Step { document: state.document, finding: passage.finding, before, after };
    save(state, step, Direction::Forward)
}

fn save(state: &mut State, step: Step, direction: Direction) -> Effect {
    let Some(document) = state.report.documents.get(step.document) else { return Effect::Draw };
    let marked = if direction == Direction::Undo { &step.before } else { &step.after };
    let (decision, note) =
        marked.clone().map_or((None, String::new()), |(decision, note)| (Some(decision), note));
    let signature = Signature { note, ..Signature::default() };
    let line = LedgerLine::of_findings(document, &[step.finding], decision, signature);
    state.deciding.saving = Some((step, direction));
    Effect::Record(Box::new(line))
}

/// Takes a line that was saved, or tells why it was not.
pub(super) fn take_recorded(state: &mut State, line: Result<LedgerLine, String>) {
    let Some((step, direction)) = state.deciding.saving.take() else { return };
    let line = match line {
        Ok(line) => line,
        Err(why) => return state.tell(why),
    };
    let mut lines = state.deciding.decisions.ledger.lines().to_vec();
    lines.push(line);
    state.deciding.decisions.ledger = Ledger::new(lines);
    state.deciding.note = None;
    if let Some(document) = state.report.documents.get_mut(step.document) {
        state.deciding.apply(document);
    }
    let deciding = &mut state.deciding;
    match direction {
        Direction::Forward => {
            deciding.last = step.after.clone().or(deciding.last.take());
            deciding.undone.clear();
            deciding.done.push(step.clone());
        }
        Direction::Undo => deciding.undone.extend(deciding.done.pop()),
        Direction::Redo => deciding.done.extend(deciding.undone.pop()),
    }
    show(state, &step, direction);
}

/// Goes on to the next open passage after a decision, or to the passage whose decision was undone or made again.
fn show(state: &mut State, step: &Step, direction: Direction) {
    if state.document != step.document {
        state.open_document(step.document);
    }
    state.list_passages();
    let is_of_step = |passage: &Passage| passage.finding == step.finding;
    if direction == Direction::Forward {
        if step.after.is_some() {
            next_open(state, 1);
        }
    } else if let Some(at) =
        (0..state.shown.len()).find(|&at| state.shown_passage(at).is_some_and(is_of_step))
    {
        state.select_passage(at);
    }
}

/// Selects the next open passage of the list, or the one before if `by` is negative. Behind the last one comes the
/// first.
pub(super) fn next_open(state: &mut State, by: isize) {
    let (count, from) = (state.shown.len() as isize, state.passage_list.selected as isize);
    let places = (1..=count).map(|step| (from + by * step).rem_euclid(count.max(1)) as usize);
    let is_open = |at: &usize| state.shown_passage(*at).is_some_and(is_open);
    match places.clone().find(is_open) {
        Some(at) => state.select_passage(at),
        None => state.tell(state.messages().none_open()),
    }
}

/// Returns whether a passage counts and nobody has decided on all of it.
pub(super) fn is_open(passage: &Passage) -> bool {
    passage.counts() && (passage.decision.is_none() || !passage.open_words.is_empty())
}

fn told(state: &mut State, message: &str) -> Effect {
    state.tell(message);
    Effect::Draw
}

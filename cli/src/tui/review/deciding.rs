//! Decisions in the review: what a key asks to be saved, and what changes once it is.
//!
//! Nothing is shown as decided before it is on the disk. A key makes lines of the ledger, which [`Effect::Record`] asks
//! to save; the state changes when the saved lines come back. A decision that is undone is a line too.

use std::collections::BTreeSet;

use ibid::decisions::{Ledger, LedgerLine, Signature};
use ibid::report::{Decision, DocumentReport, Passage, PassageDecision, Report};
use ibid::{Exclude, LiveFigures};
use rayon::prelude::*;

use super::listing;
use super::queue::moves::go_on_open;
use super::several::SeveralMessages;
use super::state::State;
use crate::tui::panes::window::Asked;
use crate::tui::panes::{Effect, Panes};

/// The ledger of a review, and the decisions of this sitting.
#[derive(Clone, Debug, Default)]
pub(super) struct Deciding {
    /// The decisions that are applied.
    pub(super) decisions: Decisions,
    /// The filters in force for all figures, at first those of the report.
    pub(super) exclude: Exclude,
    /// The steps that can be undone, and those that can be made again.
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The decision that was made last, with its note.
    last: Option<Marked>,
    /// A note on open passages, by their findings, for the decision to come.
    note: Option<(Vec<u32>, String)>,
    /// The step that is being saved.
    saving: Option<(Step, Direction)>,
    /// The step that is made if the reader answers a question with yes.
    pub(super) asked: Option<Step>,
    /// The figures of the document shown, for the decision to come.
    figures: Option<Figures>,
}

/// A decision with its note.
type Marked = (Decision, String);

/// The decisions that one key makes, on one finding or several.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) changes: Vec<Change>,
    /// True if the next open passage is shown then.
    pub(super) moves_on: bool,
}

impl Step {
    /// Returns the documents that it changes, by their indices.
    pub(super) fn documents(&self) -> BTreeSet<usize> {
        self.changes.iter().map(|change| change.document).collect()
    }
}

/// A decision on a finding, with the one before.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The index of the document.
    pub(super) document: usize,
    pub(super) finding: u32,
    pub(super) before: Option<Marked>,
    pub(super) after: Option<Marked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Undo,
    Redo,
}

/// The figures of a document, kept up to date.
#[derive(Clone, Debug)]
struct Figures {
    /// The index of the document, and its numbers of passages and of matched words, which tell whether it was replaced.
    of: (usize, usize, u64),
    exclude: Exclude,
    live: LiveFigures,
}

/// The decisions with which a review begins. They are applied to its report already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions {
    /// The ledger.
    pub(crate) ledger: Ledger,
    /// The id of the earlier draft whose decisions are applied too.
    pub(crate) draft_of: Option<String>,
    /// The path of the ledger and the name of the person who decides; none if nothing can be saved.
    pub(crate) saved: Option<(String, String)>,
}

impl Deciding {
    /// Starts with the decisions of a ledger, for a report with these filters.
    pub(super) fn new(decisions: Decisions, excluded: &[String]) -> Deciding {
        let mut deciding = Deciding { decisions, ..Deciding::default() };
        deciding.set_filters(excluded);
        deciding
    }

    /// Applies the decisions to a document, and makes its figures. A report of an earlier version stays as it is.
    pub(super) fn apply(&self, document: &mut DocumentReport) {
        if document.words.is_some() {
            self.decisions.ledger.apply(document, self.decisions.draft_of.as_deref());
            // A report that has the words of its parts can be scored.
            let _ = document.score(&self.exclude);
        }
    }

    /// Takes the ledger as it is on the disk now. Returns it as it was.
    pub(super) fn replace_ledger(&mut self, ledger: Ledger) -> Ledger {
        self.figures = None;
        std::mem::replace(&mut self.decisions.ledger, ledger)
    }

    /// Applies the decisions to a document that has just been checked, if there are any.
    pub(super) fn apply_any(&self, document: &mut DocumentReport) {
        if !self.decisions.ledger.lines().is_empty() {
            self.apply(document);
        }
    }

    /// Sets the filters of the report.
    pub(super) fn set_filters(&mut self, excluded: &[String]) {
        self.exclude = Exclude::of_names(excluded).unwrap_or_default();
    }

    /// Returns the path of the ledger and the name of the person who decides, if decisions can be saved.
    pub(super) fn ledger_and_reviewer(&self) -> Option<(&str, &str)> {
        let (path, by) = self.decisions.saved.as_ref()?;
        Some((path, by))
    }

    /// Returns the note for the decision to come on a finding.
    pub(super) fn note_to_come(&self, finding: u32) -> Option<&str> {
        let (findings, note) = self.note.as_ref()?;
        findings.contains(&finding).then_some(note)
    }

    /// Returns the note on a passage: the one for the decision to come, else that of its decision.
    fn note_on<'n>(&'n self, passage: &'n Passage) -> Option<&'n str> {
        let decided = passage.decision.as_ref();
        self.note_to_come(passage.finding).or(decided.map(|decision| decision.note.as_str()))
    }

    /// Makes the figures of a document ready for a decision, unless they are.
    fn prepare(&mut self, at: usize, document: &DocumentReport) {
        let of = (at, document.passages.len(), document.matched);
        if let Some(figures) = &self.figures
            && figures.of == of
            && figures.exclude == self.exclude
        {
            return;
        }
        self.figures = match LiveFigures::new(document, &self.exclude) {
            Ok(live) => Some(Figures { of, exclude: self.exclude.clone(), live }),
            Err(_) => None,
        };
    }

    /// Applies new lines of the ledger to a document, and makes its figures as decided.
    /// Returns the passages that the lines are about, by their indices; none if the document has no figures.
    fn apply_lines(
        &mut self,
        at: usize,
        document: &mut DocumentReport,
        lines: &[LedgerLine],
    ) -> Option<Vec<usize>> {
        self.prepare(at, document);
        let Decisions { ledger, draft_of, .. } = &self.decisions;
        Some(self.figures.as_mut()?.live.apply(document, ledger, lines, draft_of.as_deref()))
    }
}

/// Makes the figures of the document shown ready for a decision.
pub(super) fn prepare(state: &mut State) {
    if let Some(document) = state.report.documents.get(state.document) {
        state.deciding.prepare(state.document, document);
    }
}

/// Decides the passages that are chosen; `None` opens them again.
pub(super) fn decide(state: &mut State, decision: Option<Decision>) -> Effect {
    mark(state, |deciding, passage| {
        let note = deciding.note_on(passage).unwrap_or("").to_owned();
        Some(decision.zip(Some(note)))
    })
}

/// Takes the suggestions for the passages that are chosen, or else repeats the last decision with its note.
pub(super) fn repeat(state: &mut State) -> Effect {
    let is_known = state.deciding.last.is_some();
    if !is_known && state.chosen().iter().all(|passage| passage.suggestion.is_none()) {
        return state.only_tell(state.messages().nothing_to_repeat());
    }
    mark(state, |deciding, passage| match &passage.suggestion {
        Some(suggested) => Some(Some(with_note(&suggested.decision))),
        None => deciding.last.clone().map(Some),
    })
}

/// Opens the prompt for a note on the passages that are chosen.
pub(super) fn ask_note(state: &mut State) -> Effect {
    let chosen = state.chosen();
    if !chosen.is_empty() {
        let noted = chosen.into_iter().find_map(|passage| state.deciding.note_on(passage));
        let noted = noted.unwrap_or("").to_owned();
        state.window.ask(Asked::Note, &noted);
    }
    Effect::Draw
}

/// Saves a note with the decisions on the passages that are chosen, or keeps it for the decision to come.
pub(super) fn note(state: &mut State, note: String) -> Effect {
    let chosen = state.chosen();
    if chosen.iter().any(|passage| passage.decision.is_some()) {
        return mark(state, |_, passage| Some(Some((passage.decision.as_ref()?.decision, note.clone()))));
    }
    let findings = chosen.iter().map(|passage| passage.finding).collect();
    state.deciding.note = Some((findings, note));
    state.panels.changes += 1;
    state.only_tell(state.messages().note_waits())
}

/// Undoes the last step of this sitting.
pub(super) fn undo(state: &mut State) -> Effect {
    match state.deciding.done.last().cloned() {
        Some(step) => save(state, step, Direction::Undo),
        None => state.only_tell(state.messages().nothing_to_undo()),
    }
}

/// Makes the step again that was undone last.
pub(super) fn redo(state: &mut State) -> Effect {
    match state.deciding.undone.last().cloned() {
        Some(step) => save(state, step, Direction::Redo),
        None => state.only_tell(state.messages().nothing_to_redo()),
    }
}

/// Makes the step that the reader was asked about.
pub(super) fn confirm(state: &mut State) -> Effect {
    match state.deciding.asked.take() {
        Some(step) => save_step(state, step),
        None => Effect::Draw,
    }
}

/// Asks to save the decisions that `after` makes on the passages that are chosen; it makes none on a passage that it is not
/// for. If no passage can be decided, the reason is told.
fn mark(state: &mut State, after: impl Fn(&Deciding, &Passage) -> Option<Option<Marked>>) -> Effect {
    let mut step = Step { changes: vec![], moves_on: false };
    let mut findings = BTreeSet::new();
    let mut is_finding = false;
    for passage in state.chosen() {
        let finding = passage.finding;
        is_finding |= finding != 0;
        if finding != 0
            && !passage.said.is_empty()
            && let Some(after) = after(&state.deciding, passage)
            && findings.insert(finding)
        {
            step.moves_on |= after.is_some();
            step.changes.push(Change { document: state.document, finding, before: marked(passage), after });
        }
    }
    let messages = state.messages();
    match step.changes.is_empty() {
        false => save_step(state, step),
        true if state.shown.is_empty() => Effect::Draw,
        true if !is_finding => state.only_tell(messages.no_finding()),
        true => state.only_tell(messages.cannot_be_decided()),
    }
}

/// Returns the decision on a passage with its note.
pub(super) fn marked(passage: &Passage) -> Option<Marked> {
    passage.decision.as_ref().map(with_note)
}

fn with_note(decision: &PassageDecision) -> Marked {
    (decision.decision, decision.note.clone())
}

/// Asks to save a step.
pub(super) fn save_step(state: &mut State, step: Step) -> Effect {
    save(state, step, Direction::Forward)
}

fn save(state: &mut State, step: Step, direction: Direction) -> Effect {
    let mut lines = vec![];
    for change in &step.changes {
        let Some(document) = state.report.documents.get(change.document) else { continue };
        let marked = if direction == Direction::Undo { &change.before } else { &change.after };
        let (decision, note) = marked.clone().unzip();
        let signature = Signature { note: note.unwrap_or_default(), ..Signature::default() };
        let passages = passages_of(state, change.document, change.finding);
        lines.push(LedgerLine::of_passages(document, passages, decision, signature));
    }
    state.deciding.saving = Some((step, direction));
    Effect::Record(lines)
}

/// Returns the passages of a finding of a document.
pub(super) fn passages_of(state: &State, document: usize, finding: u32) -> Vec<&Passage> {
    let Some(DocumentReport { passages, .. }) = state.report.documents.get(document) else { return vec![] };
    match &state.deciding.figures {
        Some(figures) if (figures.of.0, figures.of.1) == (document, passages.len()) => {
            figures.live.passages_of(finding).filter_map(|at| passages.get(at)).collect()
        }
        _ => passages.iter().filter(|passage| passage.finding == finding).collect(),
    }
}

/// Takes lines that were saved, or tells why they were not.
pub(super) fn take_recorded(state: &mut State, lines: Result<Vec<LedgerLine>, String>) {
    let Some((step, direction)) = state.deciding.saving.take() else { return };
    let lines = match lines {
        Ok(lines) => lines,
        Err(why) => return state.tell(why),
    };
    state.deciding.decisions.ledger.extend(lines.clone());
    state.deciding.note = None;
    let touched = apply(&mut state.deciding, &mut state.report, state.document, &step, &lines);
    for at in step.documents() {
        if let Some(document) = state.report.documents.get(at) {
            state.queue.refresh(at, document);
        }
    }
    let deciding = &mut state.deciding;
    match direction {
        Direction::Forward => {
            let last = step.changes.iter().rev().find_map(|change| change.after.clone());
            deciding.last = last.or(deciding.last.take());
            deciding.undone.clear();
            deciding.done.push(step.clone());
        }
        Direction::Undo => deciding.undone.extend(deciding.done.pop()),
        Direction::Redo => deciding.done.extend(deciding.undone.pop()),
    }
    show(state, &step, direction, touched);
}

/// Applies the saved lines of a step to the documents that it is about; the one that is shown has its figures ready.
/// Returns the passages of that one that the lines are about, by their indices.
fn apply(
    deciding: &mut Deciding,
    report: &mut Report,
    shown: usize,
    step: &Step,
    lines: &[LedgerLine],
) -> Option<Vec<usize>> {
    let mut others = step.documents();
    let is_shown = others.remove(&shown);
    let decided = match report.documents.get_mut(shown) {
        Some(document) if is_shown => deciding.apply_lines(shown, document, lines),
        _ => None,
    };
    if !others.is_empty() {
        // Those that are ready may be of one of these documents, which was shown before.
        deciding.figures = None;
        report.documents.par_iter_mut().enumerate().for_each(|(at, document)| {
            if others.contains(&at) {
                deciding.apply(document);
            }
        });
    }
    decided
}

/// Goes on to the next open passage after a decision, or to the passage whose decision was undone or made again. `touched`
/// are the passages of the document shown that were decided, if they are known.
fn show(state: &mut State, step: &Step, direction: Direction, touched: Option<Vec<usize>>) {
    let Some(first) = step.changes.first() else { return };
    if direction != Direction::Forward && !step.documents().contains(&state.document) {
        state.open_document(first.document);
    } else if let Some(touched) = touched
        && !listing::depends_on_decisions(state)
    {
        listing::take_decisions(state, &touched);
    } else {
        state.list_passages();
    }
    if step.changes.len() > 1 {
        tell_count(state, step, direction);
    }
    let mut findings = BTreeSet::new();
    for change in &step.changes {
        if change.document == state.document || direction == Direction::Forward {
            findings.insert(change.finding);
        }
    }
    if direction != Direction::Forward {
        if let Some(row) = state.first_row(|passage| findings.contains(&passage.finding)) {
            state.select_passage(row);
        }
    } else if step.moves_on {
        // A list of open passages only has the next one in the row of the decided one.
        match state.passage() {
            Some(passage) if is_open(passage) && !findings.contains(&passage.finding) => {}
            _ => next_open(state, 1),
        }
    }
}

/// Tells how many passages a step was about.
fn tell_count(state: &mut State, step: &Step, direction: Direction) {
    let messages = SeveralMessages(state.window.language);
    let count = step.changes.len() as u64;
    let decided = match direction {
        Direction::Undo => messages.undone_here(count),
        Direction::Forward | Direction::Redo => messages.decided_here(count),
    };
    state.tell(match step.documents().len() {
        0 | 1 => decided,
        count => messages.in_documents(decided, count),
    });
}

/// Selects the next open passage of the list, or the one before if `by` is negative. Behind the last one comes the
/// first.
pub(super) fn next_open(state: &mut State, by: isize) {
    let mut rows = state.passage_list.around(by);
    match rows.find(|&row| state.shown_passage(row).is_some_and(is_open)) {
        Some(row) => state.select_passage(row),
        None if go_on_open(state, by) => {}
        None => state.tell(state.messages().none_open()),
    }
}

/// Returns whether a passage counts and nobody has decided on all of it.
pub(super) fn is_open(passage: &Passage) -> bool {
    passage.counts() && (passage.decision.is_none() || !passage.open_words.is_empty())
}

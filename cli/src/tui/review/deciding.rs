//! Decisions in the review: what a key asks to be saved, and what changes once it is.
//!
//! Nothing is shown as decided before it is on the disk. A key makes lines of the ledger, which [`Effect::Record`] asks
//! to save; the state changes when the saved lines come back. A decision that is undone is a line too.

use std::collections::BTreeSet;

use ibid::decisions::{Ledger, LedgerLine, Signature};
use ibid::report::{Decision, DocumentReport, Passage, Report};
use ibid::{Exclude, LiveFigures, score};
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
    decisions: Decisions,
    /// The filters in force, at first those of the report.
    exclude: Exclude,
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
    asked: Option<Step>,
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
        let exclude = Exclude::of_names(excluded).unwrap_or_default();
        Deciding { decisions, exclude, ..Deciding::default() }
    }

    /// Returns the filters in force.
    pub(super) fn exclude(&self) -> &Exclude {
        &self.exclude
    }

    /// Sets the filters for all figures to come.
    pub(super) fn set_exclude(&mut self, exclude: Exclude) {
        self.exclude = exclude;
    }

    /// Returns the path of the ledger that decisions are saved to, if there is one.
    pub(super) fn ledger_path(&self) -> Option<&str> {
        self.decisions.saved.as_ref().map(|(path, _)| path.as_str())
    }

    /// Applies the decisions to a document, and makes its figures. A report of an earlier version stays as it is.
    pub(super) fn apply(&self, document: &mut DocumentReport) {
        if document.words.is_some() {
            self.decisions.ledger.apply(document, self.decisions.draft_of.as_deref());
            // A report that has the words of its parts can be scored.
            let _ = score(document, &self.exclude);
        }
    }

    /// Returns the decisions that are applied.
    pub(super) fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Returns the ledger.
    pub(super) fn ledger(&self) -> &Ledger {
        &self.decisions.ledger
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
        self.decisions.saved.as_ref().map(|(path, by)| (path.as_str(), by.as_str()))
    }

    /// Returns the note for the decision to come on a finding.
    pub(super) fn note_to_come(&self, finding: u32) -> Option<&str> {
        self.note.as_ref().filter(|(of, _)| of.contains(&finding)).map(|(_, note)| note.as_str())
    }

    /// Keeps a step until the reader has answered a question.
    pub(super) fn ask(&mut self, step: Step) {
        self.asked = Some(step);
    }

    /// Makes the figures of a document ready for a decision, unless they are.
    fn prepare(&mut self, at: usize, document: &DocumentReport) {
        let of = (at, document.passages.len(), document.matched);
        if !self.figures.as_ref().is_some_and(|figures| figures.of == of && figures.exclude == self.exclude) {
            let live = LiveFigures::new(document, &self.exclude).ok();
            self.figures = live.map(|live| Figures { of, exclude: self.exclude.clone(), live });
        }
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
        let note = match deciding.note_to_come(passage.finding) {
            Some(note) => note.to_owned(),
            None => passage.decision.as_ref().map_or_else(String::new, |decision| decision.note.clone()),
        };
        Some(decision.map(|decision| (decision, note)))
    })
}

/// Takes the suggestions for the passages that are chosen, or else repeats the last decision with its note.
pub(super) fn repeat(state: &mut State) -> Effect {
    let is_known = state.deciding.last.is_some();
    if !is_known && state.chosen().iter().all(|passage| passage.suggestion.is_none()) {
        return told(state, state.messages().nothing_to_repeat());
    }
    mark(state, |deciding, passage| {
        let suggested = passage.suggestion.as_ref().map(|suggested| &suggested.decision);
        let suggested = suggested.map(|suggested| (suggested.decision, suggested.note.clone()));
        suggested.or_else(|| deciding.last.clone()).map(Some)
    })
}

/// Opens the prompt for a note on the passages that are chosen.
pub(super) fn ask_note(state: &mut State) -> Effect {
    let chosen = state.chosen();
    let noted = chosen.iter().find_map(|passage| {
        let noted = state.deciding.note_to_come(passage.finding);
        noted.or_else(|| passage.decision.as_ref().map(|decision| &*decision.note))
    });
    let (noted, is_empty) = (noted.unwrap_or("").to_owned(), chosen.is_empty());
    if !is_empty {
        state.window.ask(Asked::Note, &noted);
    }
    Effect::Draw
}

/// Saves a note with the decisions on the passages that are chosen, or keeps it for the decision to come.
pub(super) fn note(state: &mut State, note: String) -> Effect {
    let chosen = state.chosen();
    if chosen.iter().any(|passage| passage.decision.is_some()) {
        return mark(state, |_, passage| {
            passage.decision.as_ref().map(|decision| Some((decision.decision, note.clone())))
        });
    }
    let findings = chosen.iter().map(|passage| passage.finding).collect();
    state.deciding.note = Some((findings, note));
    state.panels.note_change();
    told(state, state.messages().note_waits())
}

/// Undoes the last step of this sitting.
pub(super) fn undo(state: &mut State) -> Effect {
    match state.deciding.done.last().cloned() {
        Some(step) => save(state, step, Direction::Undo),
        None => told(state, state.messages().nothing_to_undo()),
    }
}

/// Makes the step again that was undone last.
pub(super) fn redo(state: &mut State) -> Effect {
    match state.deciding.undone.last().cloned() {
        Some(step) => save(state, step, Direction::Redo),
        None => told(state, state.messages().nothing_to_redo()),
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
    let chosen = state.chosen();
    let is_finding = chosen.iter().any(|passage| passage.finding != 0);
    let mut findings = BTreeSet::new();
    let mut changes = vec![];
    for passage in chosen {
        let finding = passage.finding;
        if finding != 0
            && !passage.said.is_empty()
            && let Some(after) = after(&state.deciding, passage)
            && findings.insert(finding)
        {
            changes.push(Change { document: state.document, finding, before: marked(passage), after });
        }
    }
    let messages = state.messages();
    match changes.is_empty() {
        true if state.shown.is_empty() => Effect::Draw,
        true if !is_finding => told(state, messages.no_finding()),
        true => told(state, messages.cannot_be_decided()),
        false => {
            let moves_on = changes.iter().any(|change| change.after.is_some());
            save_step(state, Step { changes, moves_on })
        }
    }
}

/// Returns the decision on a passage with its note.
pub(super) fn marked(passage: &Passage) -> Option<Marked> {
    passage.decision.as_ref().map(|decision| (decision.decision, decision.note.clone()))
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
        let (decision, note) =
            marked.clone().map_or((None, String::new()), |(decision, note)| (Some(decision), note));
        let signature = Signature { note, ..Signature::default() };
        let passages = passages_of(state, change.document, change.finding);
        lines.push(LedgerLine::of_passages(document, passages, decision, signature));
    }
    state.deciding.saving = Some((step, direction));
    Effect::Record(lines)
}

/// Returns the passages of a finding of a document.
pub(super) fn passages_of(state: &State, document: usize, finding: u32) -> Vec<&Passage> {
    let Some(passages) = state.report.documents.get(document).map(|document| &document.passages) else {
        return vec![];
    };
    let figures = state.deciding.figures.as_ref();
    match figures.filter(|figures| (figures.of.0, figures.of.1) == (document, passages.len())) {
        Some(figures) => figures.live.passages_of(finding).filter_map(|at| passages.get(at)).collect(),
        None => passages.iter().filter(|passage| passage.finding == finding).collect(),
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
    for at in step.changes.iter().map(|change| change.document).collect::<BTreeSet<usize>>() {
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
    let touched: BTreeSet<usize> = step.changes.iter().map(|change| change.document).collect();
    let here = report.documents.get_mut(shown).filter(|_| touched.contains(&shown));
    let decided = here.and_then(|document| deciding.apply_lines(shown, document, lines));
    if touched.iter().any(|&at| at != shown) {
        // Those that are ready may be of one of these documents, which was shown before.
        deciding.figures = None;
        let others = report.documents.par_iter_mut().enumerate();
        let others = others.filter(|(at, _)| *at != shown && touched.contains(at));
        others.for_each(|(_, document)| deciding.apply(document));
    }
    decided
}

/// Goes on to the next open passage after a decision, or to the passage whose decision was undone or made again. `touched`
/// are the passages of the document shown that were decided, if they are known.
fn show(state: &mut State, step: &Step, direction: Direction, touched: Option<Vec<usize>>) {
    let Some(first) = step.changes.first() else { return };
    let is_here = step.changes.iter().any(|change| change.document == state.document);
    if direction != Direction::Forward && !is_here {
        state.open_document(first.document);
    } else {
        match touched.filter(|_| !listing::depends_on_decisions(state)) {
            Some(touched) => listing::take_decisions(state, &touched),
            None => state.list_passages(),
        }
    }
    if step.changes.len() > 1 {
        tell_count(state, step, direction);
    }
    if direction == Direction::Forward {
        // A list of open passages only has the next one in the row of the decided one.
        let is_of_step =
            |passage: &Passage| step.changes.iter().any(|change| change.finding == passage.finding);
        let is_next = state.passage().is_some_and(|passage| !is_of_step(passage) && is_open(passage));
        if step.moves_on && !is_next {
            next_open(state, 1);
        }
        return;
    }
    let here: BTreeSet<u32> = step
        .changes
        .iter()
        .filter(|change| change.document == state.document)
        .map(|change| change.finding)
        .collect();
    let is_of_step =
        |at: &usize| state.shown_passage(*at).is_some_and(|passage| here.contains(&passage.finding));
    if let Some(at) = (0..state.shown.len()).find(is_of_step) {
        state.select_passage(at);
    }
}

/// Tells how many passages a step was about.
fn tell_count(state: &mut State, step: &Step, direction: Direction) {
    let messages = SeveralMessages(state.window.language);
    let documents: BTreeSet<usize> = step.changes.iter().map(|change| change.document).collect();
    let count = step.changes.len() as u64;
    let decided = match direction {
        Direction::Undo => messages.undone_here(count),
        Direction::Forward | Direction::Redo => messages.decided_here(count),
    };
    state.tell(match documents.len() {
        0 | 1 => decided,
        count => messages.in_documents(decided, count),
    });
}

/// Selects the next open passage of the list, or the one before if `by` is negative. Behind the last one comes the
/// first.
pub(super) fn next_open(state: &mut State, by: isize) {
    let (count, from) = (state.shown.len() as isize, state.passage_list.selected as isize);
    let places = (1..=count).map(|step| (from + by * step).rem_euclid(count.max(1)) as usize);
    let is_open = |at: &usize| state.shown_passage(*at).is_some_and(is_open);
    match places.clone().find(is_open) {
        Some(at) => state.select_passage(at),
        None if go_on_open(state, by) => {}
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

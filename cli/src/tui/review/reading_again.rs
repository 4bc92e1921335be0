//! Files that others have changed: the decisions of a ledger are taken in, and a report is read again. The reader stays at
//! the same passage.

use std::collections::{BTreeSet, HashSet};

use ibid::decisions::{Ledger, LedgerLine};
use ibid::report::{Passage, Report};

use super::deciding::{Deciding, Decisions};
use super::several::same_words::SaidIndex;
use super::state::{State, sort_passages};
use crate::tui::outside_messages::OutsideMessages;
use crate::tui::panes::Panes;
use crate::tui::terminal::Changes;

/// The most people who are named in a message.
const MOST_PEOPLE: usize = 3;

/// Takes in the decisions that have changed, and tells what has changed.
pub(super) fn take_changes(state: &mut State, changes: Changes) {
    let messages = OutsideMessages(state.messages().0);
    let mut told = vec![];
    match changes.ledger {
        Some(Ok(ledger)) => told.push(take_ledger(state, ledger)),
        Some(Err(why)) => told.push(messages.ledger_unreadable(why)),
        None => {}
    }
    if changes.is_report_new {
        told.push(messages.report_changed(state.window.keymap.signs("reload", 1)));
    }
    state.tell(told.join("; "));
}

/// Applies a ledger to all documents. Returns the message about it.
fn take_ledger(state: &mut State, ledger: Ledger) -> String {
    let messages = OutsideMessages(state.messages().0);
    let before = state.deciding.replace_ledger(ledger);
    let known: BTreeSet<&LedgerLine> = before.lines().iter().collect();
    let (mut people, mut count) = (BTreeSet::new(), 0);
    for line in state.deciding.decisions.ledger.lines() {
        if !known.contains(line) {
            people.insert(line.by.as_str());
            count += 1;
        }
    }
    let told = match count {
        0 => messages.ledger_read().to_owned(),
        count => messages.decisions_read(count, listed(&people, state.messages().comma())),
    };
    let State { deciding, report, queue, .. } = state;
    for (at, document) in report.documents.iter_mut().enumerate() {
        deciding.apply(document);
        queue.refresh(at, document);
    }
    let tops = (state.query.top, state.other.top);
    state.list_passages();
    (state.query.top, state.other.top) = tops;
    told
}

/// Lists names, of many only the first.
fn listed(people: &BTreeSet<&str>, comma: &str) -> String {
    let more = (people.len() > MOST_PEOPLE).then_some("…");
    let named: Vec<&str> = people.iter().copied().take(MOST_PEOPLE).chain(more).collect();
    named.join(comma)
}

/// Shows a report in the place of the one before, at the same document and passage.
pub(super) fn take_report(state: &mut State, mut report: Report, decisions: Decisions) {
    let id = state.document().map(|document| document.id.clone());
    let passage = state.passage().cloned();
    let only = state.only_source().cloned();
    report.documents.iter_mut().for_each(sort_passages);
    state.deciding = Deciding::new(decisions, &report.parameters.excluded);
    (state.report, state.said_index) = (report, SaidIndex::default());
    state.queue.fill(&state.report.documents);
    if !state.has_queue() {
        state.queue.is_shown = false;
    }
    let document = state.report.documents.iter().position(|document| Some(&document.id) == id.as_ref());
    state.open_document(document.unwrap_or(0));
    if state.queue.is_shown {
        state.queue.select_document(state.document);
    }
    if document.is_some() {
        state.only = only.and_then(|only| state.source_at(&only.id));
        state.list_passages();
        if let Some(passage) = passage
            && let Some(at) = like(state, &passage)
        {
            state.select_passage(at);
        }
    }
    state.tell(OutsideMessages(state.messages().0).report_read());
}

/// Returns the place in the list of a passage with a sentence pair of this one, or else of the nearest one.
fn like(state: &State, passage: &Passage) -> Option<usize> {
    let pairs: HashSet<&str> = passage.said.iter().map(|said| said.pair.as_str()).collect();
    for (row, other) in state.listed() {
        if other.said.iter().any(|said| pairs.contains(said.pair.as_str())) {
            return Some(row);
        }
    }
    state.nearest_row(passage.a_start)
}

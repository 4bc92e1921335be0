//! Keys in the queue, and the ways from one document to the next.

use ibid::report::DocumentReport;

use super::QueueLine;
use super::messages::QueueMessages;
use super::row::Figures;
use crate::tui::action::Action;
use crate::tui::glyph::clean;
use crate::tui::panes::row::fit_name;
use crate::tui::panes::search::{MAX_HITS, has_hit};
use crate::tui::panes::{Effect, Panes};
use crate::tui::review::deciding::is_open;
use crate::tui::review::layout::Pane;
use crate::tui::review::panel::filters;
use crate::tui::review::state::{Hit, State};

/// The columns of the message about the next document, without its name.
const MESSAGE_COLS: u16 = 32;

/// A document that was told as the next one. A second key opens it, unless another passage was selected meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui::review) struct Offer {
    /// The index of the document.
    document: usize,
    /// The way to it.
    way: Way,
}

impl Offer {
    /// Returns whether a key for a way opens the document. A key for the next document opens the next open one too.
    fn is_for(self, way: Way) -> bool {
        self.way == way
            || matches!((self.way, way), (Way::NextOpen, Way::Next) | (Way::PreviousOpen, Way::Previous))
    }
}

/// A way from one document to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui::review) enum Way {
    /// To the next document with findings.
    Next,
    /// To the previous one.
    Previous,
    /// To the next document with something open; behind the last one comes the first.
    NextOpen,
    /// To the previous document with something open.
    PreviousOpen,
}

impl Way {
    fn is_ahead(self) -> bool {
        matches!(self, Way::Next | Way::NextOpen)
    }

    /// Returns whether a document with these figures is one to go to.
    fn leads_to(self, figures: Figures) -> bool {
        match self {
            Way::Next | Way::Previous => figures.findings > 0,
            Way::NextOpen | Way::PreviousOpen => figures.open > 0,
        }
    }

    fn command(self) -> &'static str {
        match self {
            Way::Next => "next",
            Way::Previous => "previous",
            Way::NextOpen => "next-open",
            Way::PreviousOpen => "previous-open",
        }
    }
}

/// Returns the document that a way leads to from the one shown, in the order of the queue.
pub(in crate::tui::review) fn next_in_queue(state: &State, way: Way) -> Option<usize> {
    let queue = &state.queue;
    let order: Vec<usize> = queue.documents().collect();
    let (behind, ahead) = match order.iter().position(|&of| of == state.document) {
        Some(at) => (&order[..at], &order[at + 1..]),
        None => (&order[..0], &order[..]),
    };
    let mut others = match way {
        Way::Next => ahead.to_vec(),
        Way::Previous => behind.to_vec(),
        Way::NextOpen | Way::PreviousOpen => [ahead, behind].concat(),
    };
    if !way.is_ahead() {
        others.reverse();
    }
    others.into_iter().find(|&document| way.leads_to(queue.figures(document)))
}

/// Tells which document comes, or opens it if the key before told so. Returns whether there is one.
pub(in crate::tui::review) fn go_on(state: &mut State, way: Way) -> bool {
    if let Some(offer) = state.queue.offer.take()
        && offer.is_for(way)
    {
        take(state, offer);
        return true;
    }
    let Some(document) = next_in_queue(state, way) else { return false };
    let Some(row) = state.queue.row(document) else { return false };
    let messages = QueueMessages(state.window.language);
    let key = state.window.keymap.signs(way.command(), 1);
    let name = fit_name(&row.name, state.window.size.0.saturating_sub(MESSAGE_COLS));
    let ratio = messages.0.percent(row.now.decided, 1);
    state.queue.offer = Some(Offer { document, way });
    state.tell(match way.is_ahead() {
        true => messages.next_comes(name, ratio, key),
        false => messages.previous_comes(name, ratio, key),
    });
    true
}

/// Returns whether a document was told to which a key for this way leads.
pub(in crate::tui::review) fn has_offer(state: &State, way: Way) -> bool {
    state.queue.offer.is_some_and(|offer| offer.is_for(way))
}

/// Goes on to the next document with something open, or tells that there is none. Returns false if this document has
/// something open, or is the only one.
pub(in crate::tui::review) fn go_on_open(state: &mut State, by: isize) -> bool {
    if state.queue.figures(state.document).open > 0 || !state.has_queue() {
        return false;
    }
    if !go_on(state, if by > 0 { Way::NextOpen } else { Way::PreviousOpen }) {
        state.tell(QueueMessages(state.window.language).all_decided());
    }
    true
}

fn take(state: &mut State, offer: Offer) {
    open(state, offer.document);
    match offer.way {
        Way::Next => state.select_passage(0),
        Way::Previous => state.select_passage(usize::MAX),
        Way::NextOpen | Way::PreviousOpen => {}
    }
}

/// Opens a document at its first open passage, else at its first one.
pub(in crate::tui::review) fn open(state: &mut State, document: usize) {
    enter(state);
    load(state, document);
}

/// Puts a document behind the queue, at its first open passage, else at its first one.
pub(in crate::tui::review) fn load(state: &mut State, document: usize) {
    state.open_document(document);
    state.select_passage(state.first_row(is_open).unwrap_or(0));
}

/// Leaves the queue for the document behind it.
fn enter(state: &mut State) {
    (state.queue.is_shown, state.is_zoomed, state.window.search) = (false, false, None);
    state.queue.offer = None;
    state.window.focus = Pane::Passages;
}

/// Opens a document at its first passage of a source. If other sources stand for all of them, only these are listed.
fn open_at_source(state: &mut State, document: usize, source: &str) {
    open(state, document);
    match state.first_row(|passage| passage.b == source) {
        Some(first) => state.select_passage(first),
        None => {
            state.only = state.source_at(source);
            state.list_passages();
        }
    }
}

/// Goes back from a document to the queue, whose rows now take their places. Returns whether there is a queue.
pub(in crate::tui::review) fn return_to_queue(state: &mut State) -> bool {
    if state.queue.is_shown || !state.has_queue() {
        return false;
    }
    filters::score_all(state);
    if let Some(document) = state.report.documents.get(state.document) {
        state.queue.refresh(state.document, document);
    }
    (state.queue.is_shown, state.window.focus) = (true, Pane::Queue);
    state.queue.settle_order(&state.report.documents);
    state.queue.select_document(state.document);
    true
}

/// Steps back in the queue: from one source to all, or from another pane. Returns whether there was a step.
pub(in crate::tui::review) fn back(state: &mut State) -> bool {
    if state.window.focus != Pane::Queue {
        state.window.focus = Pane::Queue;
    } else if state.queue.only.take().is_some() {
        state.queue.arrange(&state.report.documents);
    } else {
        return false;
    }
    true
}

/// Handles an action in the queue.
pub(in crate::tui::review) fn act(state: &mut State, action: Action) -> Effect {
    match action {
        Action::Open => open_selected(state),
        Action::NextDocument => step(state, 1),
        Action::PreviousDocument => step(state, -1),
        Action::NextOpen => step_open(state, 1),
        Action::PreviousOpen => step_open(state, -1),
        Action::Sort => sort(state),
        Action::Uncounted => show_clean(state),
        Action::Copy => return copy(state),
        _ => {}
    }
    Effect::Draw
}

/// Lists only the documents of a source, by its index among those of the class.
pub(in crate::tui::review) fn list_documents_of(state: &mut State, source: usize) {
    let Some(source) = state.queue.class.sources.get(source).cloned() else { return };
    state.queue.only = Some(source.id);
    state.queue.arrange(&state.report.documents);
    state.queue.select_first();
    state.window.focus = Pane::Queue;
    state.tell(QueueMessages(state.window.language).only_from(source.name));
}

/// Opens the selected document, or the first document of the selected pair at the other one; or lists the documents of
/// the selected source.
fn open_selected(state: &mut State) {
    let class = &state.queue.class;
    match state.window.focus {
        Pane::Pairs => {
            let Some(pair) = class.pairs.get(class.pair_list.selected).cloned() else { return };
            if let Some(document) = state.report.documents.iter().position(|of| of.id == pair.a) {
                open_at_source(state, document, &pair.b);
            }
        }
        Pane::ClassSources => {
            let source = class.source_list.selected;
            list_documents_of(state, source);
        }
        _ => match (state.queue.selected(), state.queue.line(state.queue.list.selected)) {
            // It is behind the queue, as it was left.
            (Some(document), _) if document == state.document && state.queue.only.is_none() => enter(state),
            (Some(document), _) => match state.queue.only.clone() {
                Some(source) => open_at_source(state, document, &source),
                None => open(state, document),
            },
            (None, Some(QueueLine::Clean(_))) => show_clean(state),
            (None, _) => {}
        },
    }
}

/// Moves to the next document of the queue, or to the previous one if `by` is negative.
pub(in crate::tui::review) fn step(state: &mut State, by: isize) {
    let order: Vec<usize> = state.queue.documents().collect();
    let here = if state.queue.is_shown { state.queue.selected() } else { Some(state.document) };
    let next = match order.iter().position(|&of| Some(of) == here) {
        Some(at) => order.get(at.wrapping_add_signed(by)),
        // The line that stands for the documents without findings is the last one.
        None if by < 0 => order.last(),
        None => None,
    };
    match next.copied() {
        Some(document) if state.queue.is_shown => state.queue.select_document(document),
        Some(document) => open(state, document),
        None => {
            let messages = state.messages();
            state.tell(if by > 0 { messages.last_document() } else { messages.first_document() });
        }
    }
}

/// Selects the next document of the queue with something open. Behind the last one comes the first.
fn step_open(state: &mut State, by: isize) {
    let queue = &state.queue;
    for row in queue.list.around(by) {
        if let Some(QueueLine::Document(document)) = queue.line(row)
            && queue.figures(document).open > 0
        {
            state.queue.list.selected = row;
            return;
        }
    }
    state.tell(QueueMessages(state.window.language).all_decided());
}

pub(in crate::tui::review) fn sort(state: &mut State) {
    state.queue.sort = state.queue.sort.next();
    state.queue.settle_order(&state.report.documents);
}

fn show_clean(state: &mut State) {
    let messages = QueueMessages(state.window.language);
    state.queue.has_clean = !state.queue.has_clean;
    state.queue.arrange(&state.report.documents);
    let (all, found) = state.queue.counts();
    state.tell(match state.queue.has_clean {
        true => messages.clean_shown((all - found) as u64),
        false => messages.clean_hidden((all - found) as u64),
    });
}

fn copy(state: &mut State) -> Effect {
    match state.queue.selected().and_then(|at| state.report.documents.get(at)) {
        Some(document) => Effect::Copy { name: clean(&document.id), text: document.id.clone() },
        None => Effect::Draw,
    }
}

/// Finds the listed documents whose names or sources hold a pattern, and the index of the first one from the selected
/// row on.
pub(in crate::tui::review) fn find(state: &State, pattern: &str) -> (Vec<Hit>, usize) {
    let (mut hits, mut first) = (vec![], None);
    for at in state.queue.documents() {
        let Some(document) = state.report.documents.get(at) else { continue };
        if hits.len() == MAX_HITS || !has_name_with(document, pattern) {
            continue;
        }
        if first.is_none() && state.queue.place_of(at) >= Some(state.queue.list.selected) {
            first = Some(hits.len());
        }
        hits.push(Hit::Document(at));
    }
    (hits, first.unwrap_or(0))
}

/// Returns whether a name of a document or of one of its sources holds a pattern.
fn has_name_with(document: &DocumentReport, pattern: &str) -> bool {
    let own = [Some(&document.id), document.title.as_ref(), document.author.as_ref()];
    let of_sources = document.sources.iter().flat_map(|source| [Some(&source.id), source.title.as_ref()]);
    own.into_iter().chain(of_sources).flatten().any(|name| has_hit(name, pattern))
}

//! Documents that come while they are checked.

use ibid::report::{DocumentReport, Report};

use super::moves::{load, open};
use crate::tui::panes::Panes;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

/// A part of a report that comes while documents are checked.
#[derive(Debug)]
pub(crate) enum Arrival {
    /// The number of documents, once it is known.
    Count(u64),
    /// The report without documents.
    Header(Box<Report>),
    /// A document.
    Document(Box<DocumentReport>),
    /// A document that was checked and is not to be shown.
    LeftOut,
    /// A document that could not be read or checked.
    Unread(String),
    /// A source that could not be read, or a reason why the check ended early.
    Failure(String),
    /// The end of the check.
    End,
}

/// A check in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui::review) struct Checking {
    /// The number of documents checked so far.
    pub(super) done: u64,
    /// The number of all documents, if known.
    pub(super) count: Option<u64>,
}

/// Takes what has come. The rows in the list keep their order.
pub(in crate::tui::review) fn take(state: &mut State, arrivals: Vec<Arrival>) {
    let first_new = state.report.documents.len();
    for arrival in arrivals {
        let checking = state.queue.checking.get_or_insert_default();
        match arrival {
            Arrival::Count(count) => checking.count = Some(count),
            Arrival::Header(header) => state.take_header(*header),
            Arrival::Document(document) => {
                checking.done += 1;
                state.add_document(*document);
            }
            Arrival::LeftOut => checking.done += 1,
            Arrival::Unread(failure) => {
                checking.done += 1;
                state.queue.failures.push(failure);
            }
            Arrival::Failure(failure) => state.queue.failures.push(failure),
            Arrival::End => state.queue.checking = None,
        }
    }
    let queue = &mut state.queue;
    let is_untouched = queue.is_shown && queue.list.selected == 0;
    queue.add(state.report.documents.get(first_new..).unwrap_or_default());
    queue.class.list(&state.report.documents);
    queue.arrange(&state.report.documents);
    if is_untouched {
        // Nobody has moved: the worst stays selected.
        queue.select_first();
    }
    if queue.checking.is_none() && queue.is_shown && state.report.documents.len() == 1 {
        open(state, 0);
    } else if state.queue.is_shown && first_new == 0 {
        // The document behind the queue is the first one that came.
        load(state, 0);
    }
    if state.has_focus(Pane::Pairs) && state.queue.class.pairs.is_empty() {
        state.window.focus = Pane::Queue;
    }
}

//! The queue: all documents of a report, what is open and worst on top.
//!
//! In: the documents with their decisions, all at once or as they are checked. Out: their order, the figures of each, the
//! pairs of documents that share the most, and the sources over all documents. All of it is made when documents arrive,
//! in `O(n log n)`; a decision changes one row. A frame shows only what is on the screen.
//!
//! - [`messages`]: the texts
//! - [`row`]: the figures and the name of a document
//! - [`order`]: the documents in order, with the lines between them
//! - [`class`]: the pairs and the sources over all documents
//! - [`arrival`]: documents that come while they are checked
//! - [`moves`]: keys in the queue, and the ways from one document to the next
//! - [`view`]: areas and content of the panes

pub(super) mod messages;
pub(super) mod row;
mod order;
mod class;
pub(super) mod arrival;
pub(super) mod moves;
pub(super) mod view;

use ibid::report::DocumentReport;

use self::arrival::Checking;
use self::class::Class;
pub(super) use self::order::{QueueLine, QueueSort};
use self::row::{Figures, QueueRow};
use self::view::QueueNames;
use crate::tui::panes::list::List;

/// The state of the queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    /// The name of the report, or of the folder that is checked.
    pub(super) name: String,
    /// True while the queue is on the screen, and not a document.
    pub(super) is_shown: bool,
    /// The list of documents, with the lines between them.
    pub(super) list: List,
    /// The order of the documents.
    pub(super) sort: QueueSort,
    /// True if documents without findings are listed.
    pub(super) has_clean: bool,
    /// The only source whose documents are listed, if one was chosen.
    pub(super) only: Option<String>,
    /// The pairs and the sources over all documents.
    pub(super) class: Class,
    /// The check in progress.
    pub(super) checking: Option<Checking>,
    /// The inputs that could not be read or checked.
    pub(super) failures: Vec<String>,
    /// The figures of the documents, in the order of the report.
    rows: Vec<QueueRow>,
    /// The rows of the list.
    lines: Vec<QueueLine>,
    /// The number of documents in the list.
    listed: usize,
    /// The sums over all documents.
    pub(super) totals: Totals,
    /// The names as they fit into their columns.
    names: Option<QueueNames>,
    /// The document that was told as the next one, and the passage to select in it.
    pub(super) offer: Option<moves::Offer>,
}

/// Sums over all documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// The number of documents with findings.
    found: usize,
    /// The number of findings.
    pub(super) findings: u64,
    /// The number of findings that are decided.
    pub(super) decided: u64,
}

impl Totals {
    fn of(rows: &[QueueRow]) -> Totals {
        let mut sum = Totals::default();
        for QueueRow { now, .. } in rows {
            sum.found += usize::from(now.findings > 0);
            sum.findings += now.findings;
            sum.decided += now.findings - now.open;
        }
        sum
    }
}

impl Queue {
    /// Creates a queue for a report of this name, into which more documents come while some are checked.
    pub(super) fn new(name: String, is_checking: bool, documents: &[DocumentReport]) -> Queue {
        let mut queue = Queue { name, checking: is_checking.then(Checking::default), ..Queue::default() };
        queue.fill(documents);
        queue.select_first();
        queue
    }

    /// Lists the documents of a report that was read again, in the order that was chosen.
    pub(super) fn fill(&mut self, documents: &[DocumentReport]) {
        (self.rows, self.class) = (vec![], Class::default());
        self.add(documents);
        self.class.list(documents);
        self.settle_order(documents);
    }

    /// Adds documents that come at the end of the report. [`Queue::arrange`] lists them.
    pub(super) fn add(&mut self, documents: &[DocumentReport]) {
        self.rows.extend(documents.iter().map(QueueRow::of));
        self.totals = Totals::of(&self.rows);
        self.class.add(documents);
        self.names = None;
    }

    /// Makes the figures of a document anew, which has new decisions. Its row stays in its place.
    pub(super) fn refresh(&mut self, document: usize, report: &DocumentReport) {
        if let Some(row) = self.rows.get_mut(document) {
            row.now = Figures::of(report);
        }
        self.totals = Totals::of(&self.rows);
    }
}

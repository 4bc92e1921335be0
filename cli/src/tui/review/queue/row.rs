//! The figures and the name of a document in the queue.

use ibid::report::DocumentReport;

/// The figures of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::tui::review) struct Figures {
    /// The overall ratio as found.
    pub(in crate::tui::review) found: f64,
    /// The overall ratio as decided.
    pub(in crate::tui::review) decided: f64,
    /// The number of findings.
    pub(in crate::tui::review) findings: u64,
    /// The number of findings that are open.
    pub(in crate::tui::review) open: u64,
}

impl Figures {
    /// Returns the figures of a document. Without decisions all of its findings are open.
    pub(in crate::tui::review) fn of(document: &DocumentReport) -> Figures {
        let found = document.ratios.overall;
        if let Some(decided) = &document.decided {
            let (findings, open) = (decided.findings, decided.open);
            return Figures { found, decided: decided.ratios.overall, findings, open };
        }
        let findings = document.passages.iter().filter(|passage| passage.is_best).count() as u64;
        Figures { found, decided: found, findings, open: findings }
    }
}

/// A document in the queue.
#[derive(Clone, Debug)]
pub(in crate::tui::review) struct QueueRow {
    /// The figures as they are now.
    pub(super) now: Figures,
    /// The figures by which the row has its place. They lag behind, so that no row moves while the reader decides.
    pub(super) placed: Figures,
    /// The place among the documents of the list; none if it is not listed.
    pub(super) rank: Option<usize>,
    /// The id of the document.
    pub(super) id: String,
    /// The title, else the id.
    pub(super) name: String,
    /// The largest source with its name and its share.
    pub(super) largest: Option<(String, String, f64)>,
}

impl QueueRow {
    /// Returns the row of a document.
    pub(super) fn of(document: &DocumentReport) -> QueueRow {
        let largest = document.sources.first().map(|source| {
            let name = source.title.as_ref().unwrap_or(&source.id);
            (source.id.clone(), name.clone(), source.ratio)
        });
        let now = Figures::of(document);
        let name = document.title.as_ref().unwrap_or(&document.id).clone();
        QueueRow { now, placed: now, rank: None, id: document.id.clone(), name, largest }
    }
}

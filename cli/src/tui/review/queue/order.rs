//! The documents in order: those to decide, those decided, and those without findings.

use std::cmp::Ordering;

use ibid::report::DocumentReport;

use super::Queue;
use super::row::{Figures, QueueRow};

/// The order of the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui::review) enum QueueSort {
    /// Open documents first, the highest ratio as decided on top; then decided ones.
    #[default]
    Open,
    /// The highest ratio as found on top.
    Found,
    /// By name.
    Name,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui::review) enum QueueLine {
    /// A document, by its index in the report.
    Document(usize),
    /// The line above the documents that are decided, with their number.
    Decided(usize),
    /// The line above the documents without findings, or in place of them, with their number.
    Clean(usize),
}

/// The part of the queue in which a document stands, from the top.
enum Part {
    Listed,
    Decided,
    Clean,
}

impl QueueSort {
    /// Returns the order that comes after this one.
    pub(super) fn next(self) -> QueueSort {
        match self {
            QueueSort::Open => QueueSort::Found,
            QueueSort::Found => QueueSort::Name,
            QueueSort::Name => QueueSort::Open,
        }
    }

    fn part(self, figures: &Figures) -> Part {
        match self {
            _ if figures.findings == 0 => Part::Clean,
            QueueSort::Open if figures.open == 0 => Part::Decided,
            _ => Part::Listed,
        }
    }

    /// Compares two rows of one part. Equal ones are ordered by name.
    fn compare(self, x: &QueueRow, y: &QueueRow) -> Ordering {
        let by_found = y.placed.found.total_cmp(&x.placed.found);
        let by_figures = match self {
            QueueSort::Open => y.placed.decided.total_cmp(&x.placed.decided).then(by_found),
            QueueSort::Found => by_found,
            QueueSort::Name => Ordering::Equal,
        };
        by_figures.then_with(|| (&x.name, &x.id).cmp(&(&y.name, &y.id)))
    }
}

impl Queue {
    /// Puts all rows in their places by the figures of now.
    pub(in crate::tui::review) fn settle_order(&mut self, documents: &[DocumentReport]) {
        for row in &mut self.rows {
            row.placed = row.now;
        }
        self.arrange(documents);
    }

    /// Fills the list. Rows that were there stay in their order. The selected document stays selected if it is listed.
    pub(in crate::tui::review) fn arrange(&mut self, documents: &[DocumentReport]) {
        let selected = self.selected();
        self.lines = self.lines_in_order(documents);
        (self.list.len, self.listed) = (self.lines.len(), 0);
        for row in &mut self.rows {
            row.rank = None;
        }
        for line in &self.lines {
            if let QueueLine::Document(document) = *line {
                self.rows[document].rank = Some(self.listed);
                self.listed += 1;
            }
        }
        let place = selected.and_then(|document| self.place_of(document));
        self.list.selected = place.unwrap_or_else(|| self.nearest(self.list.selected));
    }

    /// Returns the lines of the list, part by part.
    fn lines_in_order(&self, documents: &[DocumentReport]) -> Vec<QueueLine> {
        let mut parts = [const { vec![] }; 3];
        for (document, row) in self.rows.iter().enumerate() {
            if self.is_listed(documents.get(document)) {
                parts[self.sort.part(&row.placed) as usize].push(document);
            }
        }
        for part in &mut parts {
            part.sort_by(|&x, &y| self.sort.compare(&self.rows[x], &self.rows[y]));
        }
        let [listed, decided, clean] = parts;
        let mut lines: Vec<QueueLine> = listed.into_iter().map(QueueLine::Document).collect();
        if !decided.is_empty() {
            lines.push(QueueLine::Decided(decided.len()));
            lines.extend(decided.into_iter().map(QueueLine::Document));
        }
        if !clean.is_empty() {
            lines.push(QueueLine::Clean(clean.len()));
            if self.has_clean {
                lines.extend(clean.into_iter().map(QueueLine::Document));
            }
        }
        lines
    }

    /// Returns whether a document is listed: if there is only one source, one that takes from it.
    fn is_listed(&self, document: Option<&DocumentReport>) -> bool {
        match (&self.only, document) {
            (Some(only), Some(document)) => document.sources.iter().any(|source| source.id == *only),
            (only, _) => only.is_none(),
        }
    }

    /// Returns the place of a document in the list.
    pub(in crate::tui::review) fn place_of(&self, document: usize) -> Option<usize> {
        self.lines.iter().position(|line| *line == QueueLine::Document(document))
    }

    /// Returns the line at a place of the list.
    pub(in crate::tui::review) fn line(&self, at: usize) -> Option<QueueLine> {
        self.lines.get(at).copied()
    }

    /// Returns the selected document.
    pub(in crate::tui::review) fn selected(&self) -> Option<usize> {
        match self.line(self.list.selected) {
            Some(QueueLine::Document(document)) => Some(document),
            _ => None,
        }
    }

    /// Returns the documents in the order of the list.
    pub(in crate::tui::review) fn documents(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.lines.iter().filter_map(|line| match line {
            QueueLine::Document(document) => Some(*document),
            _ => None,
        })
    }

    /// Returns the number of all documents, and of those with findings.
    pub(in crate::tui::review) fn counts(&self) -> (usize, usize) {
        (self.rows.len(), self.totals.found)
    }

    /// Returns the place of a document and the number of those listed; none if it is not listed.
    pub(in crate::tui::review) fn place_among(&self, document: usize) -> Option<(usize, usize)> {
        Some((self.row(document)?.rank?, self.listed))
    }

    /// Selects the row at a place, or the next one in this direction that can be selected.
    pub(in crate::tui::review) fn select(&mut self, at: usize) {
        let place = match at < self.list.selected {
            true => (0..=at).rev().find(|&at| self.is_selectable(at)),
            false => (at..self.lines.len()).find(|&at| self.is_selectable(at)),
        };
        self.list.selected = place.unwrap_or(self.list.selected);
    }

    /// Selects the first row that can be selected.
    pub(in crate::tui::review) fn select_first(&mut self) {
        self.list.selected = self.nearest(0);
    }

    /// Selects a document, if it is listed.
    pub(in crate::tui::review) fn select_document(&mut self, document: usize) {
        self.list.selected = self.place_of(document).unwrap_or(self.list.selected);
    }

    /// Returns the row of a document.
    pub(in crate::tui::review) fn row(&self, document: usize) -> Option<&QueueRow> {
        self.rows.get(document)
    }

    /// Returns the figures of a document as they are now.
    pub(in crate::tui::review) fn figures(&self, document: usize) -> Figures {
        self.row(document).map_or_else(Figures::default, |row| row.now)
    }

    /// Returns the nearest place that can be selected, the next one first.
    fn nearest(&self, at: usize) -> usize {
        let at = at.min(self.lines.len().saturating_sub(1));
        let mut places = (at..self.lines.len()).chain((0..at).rev());
        places.find(|&at| self.is_selectable(at)).unwrap_or(0)
    }

    /// Returns whether a row can be selected: a document, or the line that stands for those without findings.
    fn is_selectable(&self, at: usize) -> bool {
        match self.line(at) {
            Some(QueueLine::Document(_)) => true,
            Some(QueueLine::Clean(_)) => !self.has_clean,
            _ => false,
        }
    }
}

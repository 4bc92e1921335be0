//! The state of the review of traces, independent of the screen: the traces, the selection, and the scroll positions.

use ibid::report::{Carrier, Trace};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::beside::Beside;
use super::card::one_line;
use super::columns::Columns;
use super::layout::{Arrangement, Layout, Pane};
use super::reading::Missing;
use super::search::Search;
use super::sheet::Sheet;
use super::update::{open_document, update};
use super::view;
use super::words::Words;
use crate::tui::action::Action;
use crate::tui::flow::Page;
use crate::tui::layout::{GUTTER_COLS, without_margins};
use crate::tui::terminal::{Setting, Shown};
use crate::tui::update::Effect;
use crate::tui::window::Window;
use crate::tui::wrap::wrap;

/// The least number of rows at which each fact about the quotation has its own line.
const ROOMY_ROWS: u16 = 20;
/// The most characters of a quotation that are shown at the top.
const MAX_QUOTE_CHARS: usize = 2000;

/// The order of the carriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// By date, the earliest first.
    #[default]
    Date,
    /// By similarity, the highest first.
    Similarity,
}

/// A document that is being read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Its text.
    pub(super) sheet: Sheet,
    /// The pane that had the focus before.
    pub(super) before: Pane,
}

/// The whole state of the review of traces.
#[derive(Clone, Debug)]
pub(in crate::tui) struct State {
    /// The traces under review.
    pub(super) traces: Vec<Trace>,
    /// The index of the trace shown.
    pub(super) trace: usize,
    /// The carriers in the order of the list, by their indices in the trace.
    pub(super) order: Vec<usize>,
    /// The index of the selected carrier in the list.
    pub(super) selected: usize,
    /// The order of the list.
    pub(super) sort: Sort,
    /// The pane in focus.
    pub(super) focus: Pane,
    /// The widths of the list's columns.
    pub(super) columns: Columns,
    /// The first row of the list.
    pub(super) carriers_top: usize,
    /// The kind of content beside the list.
    pub(super) beside: Beside,
    /// The text beside the list.
    pub(super) card: Sheet,
    /// The number of columns that the text beside the list was made for.
    card_cols: u16,
    /// The document being read, if any.
    pub(super) reading: Option<Reading>,
    /// The search in progress.
    pub(super) search: Option<Search>,
    /// The state that all reviews share.
    pub(super) window: Window,
    /// The facts about the quotation, one per line.
    known: Vec<String>,
}

impl State {
    /// Starts at the first carrier of the first trace.
    pub(super) fn new(traces: Vec<Trace>, setting: Setting) -> State {
        let mut state = State {
            traces,
            trace: 0,
            order: vec![],
            selected: 0,
            sort: Sort::default(),
            focus: Pane::default(),
            columns: Columns::new(None, 0, setting.language),
            carriers_top: 0,
            beside: Beside::default(),
            card: Sheet::default(),
            card_cols: 0,
            reading: None,
            search: None,
            // Without brackets, removed and added words could not be told apart.
            window: Window { has_brackets: true, ..Window::new(setting) },
            known: vec![],
        };
        // Carriers that are not in order of date were sorted before.
        if state.shown().is_some_and(|trace| !trace.carriers.is_sorted_by_key(|carrier| carrier.number)) {
            state.sort = Sort::Similarity;
        }
        state.open_trace(0);
        state
    }

    /// Shows a trace, beginning at its first carrier.
    pub(super) fn open_trace(&mut self, at: usize) {
        self.trace = at;
        (self.order, self.search, self.carriers_top) = (vec![], None, 0);
        self.known = self.shown().map_or_else(Vec::new, |trace| self.window.language.trace_summary(trace));
        self.list_carriers();
        self.set_columns();
    }

    /// Recomputes the columns of the list.
    fn set_columns(&mut self) {
        let width = self.layout().carriers.width;
        self.columns = Columns::new(self.shown(), width, self.window.language);
    }

    /// Fits the columns to the list, and a drawing beside it, if they are shown and their width has changed.
    pub(super) fn fit_columns(&mut self) {
        let width = self.layout().carriers.width;
        if width > 0 && width != self.columns.width {
            self.set_columns();
        }
        let width = self.text_area(Pane::Card).width;
        if self.beside != Beside::Card && width > 0 && width != self.card_cols {
            self.set_card();
        }
    }

    /// Fills the list again. The selected carrier stays selected.
    pub(super) fn list_carriers(&mut self) {
        let before = self.order.get(self.selected).copied();
        let carriers = self.shown().map_or(&[][..], |trace| &trace.carriers);
        let mut order: Vec<usize> = (0..carriers.len()).collect();
        match self.sort {
            Sort::Date => order.sort_by_key(|&at| carriers[at].number),
            Sort::Similarity => order.sort_by(|&x, &y| {
                let (x, y) = (&carriers[x], &carriers[y]);
                y.similarity.total_cmp(&x.similarity).then(x.number.cmp(&y.number))
            }),
        }
        let selected = before.and_then(|before| order.iter().position(|&at| at == before));
        self.order = order;
        self.select(selected.unwrap_or(0));
    }

    /// Selects a carrier of the list.
    pub(super) fn select(&mut self, at: usize) {
        self.selected = at.min(self.order.len().saturating_sub(1));
        self.set_card();
    }

    /// Changes the content beside the list.
    pub(super) fn show_beside(&mut self, beside: Beside) {
        self.beside = beside;
        self.set_card();
    }

    /// Rebuilds the text beside the list. A drawing keeps its scroll position while the selected carrier is visible.
    fn set_card(&mut self) {
        let area = self.text_area(Pane::Card);
        let card = match (self.shown(), self.carrier()) {
            (Some(trace), Some(carrier)) => {
                self.beside.sheet((trace, carrier), area.width, self.window.language)
            }
            _ => Sheet::default(),
        };
        let top = if self.beside == Beside::Card { 0 } else { self.card.top };
        (self.card, self.card_cols) = (card, area.width);
        self.card.top = self.page(Pane::Card).line_start(top);
        self.reveal(Pane::Card, self.card.wording.start);
    }

    /// Scrolls a text so that a byte is visible.
    pub(super) fn reveal(&mut self, pane: Pane, at: usize) {
        let rows = self.text_area(pane).height;
        let top = self.page(pane).top_with(at, self.sheet(pane).top, rows);
        self.scroll_to(pane, top);
    }

    /// Returns the position in the list of the carrier with a number.
    pub(super) fn place_of(&self, number: u32) -> Option<usize> {
        (0..self.order.len()).find(|&at| self.listed(at).is_some_and(|carrier| carrier.number == number))
    }

    /// Scrolls the document being read to the wording.
    pub(super) fn show_wording(&mut self) {
        let rows = self.text_area(Pane::Document).height;
        let at = self.sheet(Pane::Document).wording.start;
        let top = self.page(Pane::Document).top_before(at, rows);
        self.scroll_to(Pane::Document, top);
    }

    /// Sets the first visible byte of a text.
    pub(super) fn scroll_to(&mut self, pane: Pane, top: usize) {
        match (pane, &mut self.reading) {
            (Pane::Document, Some(reading)) => reading.sheet.top = top,
            _ => self.card.top = top,
        }
    }

    /// Returns the trace shown.
    pub(super) fn shown(&self) -> Option<&Trace> {
        self.traces.get(self.trace)
    }

    /// Returns the carrier at a position of the list.
    pub(super) fn listed(&self, at: usize) -> Option<&Carrier> {
        self.shown()?.carriers.get(*self.order.get(at)?)
    }

    /// Returns the selected carrier.
    pub(super) fn carrier(&self) -> Option<&Carrier> {
        self.listed(self.selected)
    }

    /// Returns the text of a pane.
    pub(super) fn sheet(&self, pane: Pane) -> &Sheet {
        match (pane, &self.reading) {
            (Pane::Document, Some(reading)) => &reading.sheet,
            _ => &self.card,
        }
    }

    /// Returns the text of a pane at its present width.
    pub(super) fn page(&self, pane: Pane) -> Page<'_> {
        let (sheet, cols) = (self.sheet(pane), self.text_area(pane).width);
        if self.window.has_brackets { sheet.page(cols) } else { sheet.bare_page(cols) }
    }

    /// Returns the area of a pane's words: its body without signs and margins.
    pub(super) fn text_area(&self, pane: Pane) -> Rect {
        let margins = if pane == Pane::Document { (GUTTER_COLS, 1) } else { (1, 1) };
        without_margins(self.layout().body(pane), margins)
    }

    /// Returns the quotation as the bar at the top shows it.
    pub(super) fn quote(&self) -> String {
        let Some(trace) = self.shown() else { return String::new() };
        let place = match self.traces.len() {
            0 | 1 => String::new(),
            count => format!("[{}/{count}] ", self.trace + 1),
        };
        let quote: String = one_line(&trace.quote).chars().take(MAX_QUOTE_CHARS).collect();
        format!("{place}“{quote}”")
    }

    /// Returns the facts about the quotation, one per line, or all in one line on a low screen.
    pub(super) fn summary(&self) -> Vec<String> {
        if self.window.size.1 < ROOMY_ROWS { vec![self.known.join(" · ")] } else { self.known.clone() }
    }

    /// Returns the areas of the panes.
    pub(super) fn layout(&self) -> Layout {
        let cols = self.window.size.0.saturating_sub(2);
        let rows = |text: &str| u16::try_from(wrap(text, 0, cols, &[]).len()).unwrap_or(u16::MAX);
        Layout::new(Arrangement {
            size: self.window.size,
            focus: self.focus,
            quote_rows: rows(&self.quote()),
            summary_rows: self.summary().iter().map(|line| rows(line)).fold(0, u16::saturating_add),
            carriers: self.order.len(),
        })
    }

    /// Returns the messages of the review of traces.
    pub(super) fn words(&self) -> Words {
        Words(self.window.language)
    }
}

impl Shown for State {
    fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    fn update(&mut self, action: Action) -> Effect {
        update(self, action)
    }

    fn draw(&self, buffer: &mut Buffer) {
        view::draw(self, buffer);
    }

    fn take_document(&mut self, text: Result<String, Missing>) {
        open_document(self, text);
    }
}

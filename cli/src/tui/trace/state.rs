//! What the review of traces shows, without a screen: the traces, what is selected, where each pane stands.

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

/// From this many rows on, what is known has lines of its own.
const ROOMY_ROWS: u16 = 20;
/// No more of a quotation is looked at for its rows above.
const MAX_QUOTE_CHARS: usize = 2000;

/// The order of the carriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// The earliest first.
    #[default]
    Date,
    /// The most similar first.
    Similarity,
}

/// A document that is read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Its text.
    pub(super) sheet: Sheet,
    /// The pane that had the focus before.
    pub(super) before: Pane,
}

/// Everything that is shown.
#[derive(Clone, Debug)]
pub(in crate::tui) struct State {
    /// What was found.
    pub(super) traces: Vec<Trace>,
    /// The trace that is shown.
    pub(super) trace: usize,
    /// Its carriers as they are listed, by their places in the trace.
    pub(super) order: Vec<usize>,
    /// The carrier that is selected, by its place in the list.
    pub(super) selected: usize,
    /// The order of the list.
    pub(super) sort: Sort,
    /// The pane in focus.
    pub(super) focus: Pane,
    /// How wide the columns of the list are.
    pub(super) columns: Columns,
    /// The first row of the list.
    pub(super) carriers_top: usize,
    /// What is told beside the list.
    pub(super) beside: Beside,
    /// What is told beside the list, as a text.
    pub(super) card: Sheet,
    /// The columns that it was made for.
    card_cols: u16,
    /// The document that is read.
    pub(super) reading: Option<Reading>,
    /// The search that is on.
    pub(super) search: Option<Search>,
    /// What every review has.
    pub(super) window: Window,
    /// What is known of the quotation, a line each.
    known: Vec<String>,
}

impl State {
    /// The first carrier of the first trace.
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
            // What is gone and what is new would not be told apart without them.
            window: Window { has_brackets: true, ..Window::new(setting) },
            known: vec![],
        };
        // Carriers that do not come by date were sorted before.
        if state.shown().is_some_and(|trace| !trace.carriers.is_sorted_by_key(|carrier| carrier.number)) {
            state.sort = Sort::Similarity;
        }
        state.open_trace(0);
        state
    }

    /// Shows a trace from its first carrier on.
    pub(super) fn open_trace(&mut self, at: usize) {
        self.trace = at;
        (self.order, self.search, self.carriers_top) = (vec![], None, 0);
        self.known = self.shown().map_or_else(Vec::new, |trace| self.window.language.trace_summary(trace));
        self.list_carriers();
        self.set_columns();
    }

    /// Makes the columns of the list anew.
    fn set_columns(&mut self) {
        let width = self.layout().carriers.width;
        self.columns = Columns::new(self.shown(), width, self.window.language);
    }

    /// Makes the columns fit the list, and a drawing beside it, where they are shown and have another width now.
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

    /// Fills the list anew; the carrier that was selected stays so.
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

    /// Shows something else beside the list.
    pub(super) fn show_beside(&mut self, beside: Beside) {
        self.beside = beside;
        self.set_card();
    }

    /// Makes the text beside the list anew. A drawing stays where it is, as long as the selected carrier is seen.
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

    /// Scrolls a text so that a byte is to be seen.
    pub(super) fn reveal(&mut self, pane: Pane, at: usize) {
        let rows = self.text_area(pane).height;
        let top = self.page(pane).top_with(at, self.sheet(pane).top, rows);
        self.scroll_to(pane, top);
    }

    /// Where a carrier with a number stands in the list.
    pub(super) fn place_of(&self, number: u32) -> Option<usize> {
        (0..self.order.len()).find(|&at| self.listed(at).is_some_and(|carrier| carrier.number == number))
    }

    /// Scrolls the document that is read to the wording.
    pub(super) fn show_wording(&mut self) {
        let rows = self.text_area(Pane::Document).height;
        let at = self.sheet(Pane::Document).wording.start;
        let top = self.page(Pane::Document).top_before(at, rows);
        self.scroll_to(Pane::Document, top);
    }

    /// Sets the first byte that is seen of a text.
    pub(super) fn scroll_to(&mut self, pane: Pane, top: usize) {
        match (pane, &mut self.reading) {
            (Pane::Document, Some(reading)) => reading.sheet.top = top,
            _ => self.card.top = top,
        }
    }

    /// The trace that is shown.
    pub(super) fn shown(&self) -> Option<&Trace> {
        self.traces.get(self.trace)
    }

    /// The carrier at a place of the list.
    pub(super) fn listed(&self, at: usize) -> Option<&Carrier> {
        self.shown()?.carriers.get(*self.order.get(at)?)
    }

    /// The carrier that is selected.
    pub(super) fn carrier(&self) -> Option<&Carrier> {
        self.listed(self.selected)
    }

    /// The text of a pane.
    pub(super) fn sheet(&self, pane: Pane) -> &Sheet {
        match (pane, &self.reading) {
            (Pane::Document, Some(reading)) => &reading.sheet,
            _ => &self.card,
        }
    }

    /// The text of a pane at its present width.
    pub(super) fn page(&self, pane: Pane) -> Page<'_> {
        let (sheet, cols) = (self.sheet(pane), self.text_area(pane).width);
        if self.window.has_brackets { sheet.page(cols) } else { sheet.bare_page(cols) }
    }

    /// Where the words of a pane are: its body without signs and margins.
    pub(super) fn text_area(&self, pane: Pane) -> Rect {
        let margins = if pane == Pane::Document { (GUTTER_COLS, 1) } else { (1, 1) };
        without_margins(self.layout().body(pane), margins)
    }

    /// The quotation as the bar at the top shows it.
    pub(super) fn quote(&self) -> String {
        let Some(trace) = self.shown() else { return String::new() };
        let place = match self.traces.len() {
            0 | 1 => String::new(),
            count => format!("[{}/{count}] ", self.trace + 1),
        };
        let quote: String = one_line(&trace.quote).chars().take(MAX_QUOTE_CHARS).collect();
        format!("{place}“{quote}”")
    }

    /// What is known of the quotation, a line each; in one where there is little room.
    pub(super) fn summary(&self) -> Vec<String> {
        if self.window.size.1 < ROOMY_ROWS { vec![self.known.join(" · ")] } else { self.known.clone() }
    }

    /// Where the panes are.
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

    /// What is said here.
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

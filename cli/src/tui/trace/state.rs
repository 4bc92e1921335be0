//! The state of the review of traces, independent of the screen: the traces, the selection, and the scroll positions.

use std::ops::Range;

use ibid::report::{Carrier, Trace};

use super::beside::Beside;
use super::card::one_line;
use super::columns::Columns;
use super::layout::{Arrangement, Layout, Pane};
use super::sheet::Sheet;
use crate::tui::keys::KeyView;
use crate::tui::panes::Panes;
use crate::tui::panes::area::{Areas, GUTTER_COLS, Margins};
use crate::tui::panes::list::List;
use crate::tui::panes::text::Text;
use crate::tui::panes::window::Window;
use crate::tui::terminal::Setting;
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

/// A place that a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Hit {
    /// A carrier, by its number.
    Carrier(u32),
    /// A range of the document being read, in bytes.
    Document(Range<usize>),
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
    /// The list of carriers.
    pub(super) list: List,
    /// The order of the list.
    pub(super) sort: Sort,
    /// The widths of the list's columns.
    pub(super) columns: Columns,
    /// The kind of content beside the list.
    pub(super) beside: Beside,
    /// The text beside the list.
    pub(super) card: Sheet,
    /// The number of columns that the text beside the list was made for.
    card_cols: u16,
    /// The document being read, if any.
    pub(super) reading: Option<Reading>,
    /// The state that all reviews share.
    pub(super) window: Window<Pane, Hit>,
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
            list: List::default(),
            sort: Sort::default(),
            columns: Columns::new(&[], 0, setting.language),
            beside: Beside::default(),
            card: Sheet::default(),
            card_cols: 0,
            reading: None,
            // Without brackets, removed and added words could not be told apart.
            window: Window { has_brackets: true, ..Window::new(setting, Pane::default()) },
            known: vec![],
        };
        // Carriers that are not in order of date were sorted before.
        if !state.carriers().is_sorted_by_key(|carrier| carrier.number) {
            state.sort = Sort::Similarity;
        }
        state.open_trace(0);
        state
    }

    /// Shows a trace, beginning at its first carrier.
    pub(super) fn open_trace(&mut self, at: usize) {
        self.trace = at;
        (self.order, self.list, self.window.search) = (vec![], List::default(), None);
        self.known = match self.shown() {
            Some(trace) => self.window.language.trace_summary(trace),
            None => vec![],
        };
        self.list_carriers();
        self.set_columns();
    }

    /// Recomputes the columns of the list.
    fn set_columns(&mut self) {
        let width = self.area(Pane::Carriers).width;
        self.columns = Columns::new(self.carriers(), width, self.window.language);
    }

    /// Fits the columns to the list, and a drawing beside it, if they are shown and their width has changed.
    pub(super) fn fit_columns(&mut self) {
        let width = self.area(Pane::Carriers).width;
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
        let before = self.order.get(self.list.selected).copied();
        let carriers = self.carriers();
        let mut order: Vec<usize> = (0..carriers.len()).collect();
        order.sort_by_key(|&at| carriers[at].number);
        if self.sort == Sort::Similarity {
            order.sort_by(|&x, &y| carriers[y].similarity.total_cmp(&carriers[x].similarity));
        }
        let selected = order.iter().position(|&at| Some(at) == before);
        (self.list.len, self.order) = (order.len(), order);
        self.select_carrier(selected.unwrap_or(0));
    }

    /// Selects a carrier of the list.
    pub(super) fn select_carrier(&mut self, at: usize) {
        self.list.selected = at.min(self.order.len().saturating_sub(1));
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
                self.beside.sheet(trace, carrier, area.width, self.window.language)
            }
            _ => Sheet::default(),
        };
        let top = if self.beside == Beside::Card { 0 } else { self.card.text.top.at };
        (self.card, self.card_cols) = (card, area.width);
        self.card.text.top = self.page(Pane::Card).up(top.into(), 0);
        self.reveal(Pane::Card, self.card.text.place.start);
    }

    /// Returns the position in the list of the carrier with a number.
    pub(super) fn place_of(&self, number: u32) -> Option<usize> {
        self.order.iter().position(|&at| self.carriers()[at].number == number)
    }

    /// Returns the trace shown.
    pub(super) fn shown(&self) -> Option<&Trace> {
        self.traces.get(self.trace)
    }

    /// Returns the carriers of the trace shown.
    fn carriers(&self) -> &[Carrier] {
        self.shown().map_or(&[], |trace| &trace.carriers)
    }

    /// Returns the carrier at a position of the list.
    pub(super) fn listed(&self, at: usize) -> Option<&Carrier> {
        self.carriers().get(*self.order.get(at)?)
    }

    /// Returns the selected carrier.
    pub(super) fn carrier(&self) -> Option<&Carrier> {
        self.listed(self.list.selected)
    }

    /// Returns the text of a pane.
    pub(super) fn sheet(&self, pane: Pane) -> &Sheet {
        match (pane, &self.reading) {
            (Pane::Document, Some(reading)) => &reading.sheet,
            _ => &self.card,
        }
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
        let mut summary_rows = 0;
        for line in self.summary() {
            summary_rows += wrap(&line, 0, cols, &[]).len();
        }
        Layout::new(Arrangement {
            size: self.window.size,
            focus: self.window.focus,
            quote_rows: u16::try_from(wrap(&self.quote(), 0, cols, &[]).len()).unwrap_or(u16::MAX),
            summary_rows: u16::try_from(summary_rows).unwrap_or(u16::MAX),
            carriers: self.order.len(),
            widths: self.window.widths,
        })
    }
}

impl Panes for State {
    type Pane = Pane;
    type Hit = Hit;

    fn window(&self) -> &Window<Pane, Hit> {
        &self.window
    }

    fn window_mut(&mut self) -> &mut Window<Pane, Hit> {
        &mut self.window
    }

    fn key_view(&self) -> KeyView {
        KeyView::Carriers
    }

    fn panes(&self) -> &'static [Pane] {
        if self.reading.is_some() { &[Pane::Document] } else { &[Pane::Carriers, Pane::Card] }
    }

    fn areas(&self) -> Areas<Pane> {
        self.layout().panes
    }

    fn list(&self, pane: Pane) -> Option<&List> {
        (pane == Pane::Carriers).then_some(&self.list)
    }

    fn list_mut(&mut self, pane: Pane) -> Option<&mut List> {
        (pane == Pane::Carriers).then_some(&mut self.list)
    }

    fn text(&self, pane: Pane) -> (&str, &Text) {
        let sheet = self.sheet(pane);
        (&sheet.words, &sheet.text)
    }

    fn text_mut(&mut self, pane: Pane) -> &mut Text {
        match (pane, &mut self.reading) {
            (Pane::Document, Some(reading)) => &mut reading.sheet.text,
            _ => &mut self.card.text,
        }
    }

    fn range_of_hit(&self, hit: &Hit) -> Option<(Pane, Range<usize>)> {
        match hit {
            Hit::Document(range) => Some((Pane::Document, range.clone())),
            Hit::Carrier(_) => None,
        }
    }

    fn margins(&self, pane: Pane) -> Margins {
        Margins { left: if pane == Pane::Document { GUTTER_COLS } else { 1 }, right: 1 }
    }
}

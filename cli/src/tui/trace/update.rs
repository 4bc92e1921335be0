//! The meaning of keys in the review of traces.

use ibid::report::{Carrier, CarrierDocument, PlaceReport};

use super::beside::Beside;
use super::layout::Pane;
use super::reading::{self, Missing};
use super::state::{Hit, Reading, Sort, State};
use crate::tui::action::Action;
use crate::tui::glyph::clean;
use crate::tui::panes::list::moved;
use crate::tui::panes::search::{MAX_HITS, find_all, has_hit};
use crate::tui::panes::{Effect, Keys, Panes, settle};

impl Keys for State {
    fn left_pane(&self) -> Pane {
        if self.reading.is_some() { Pane::Document } else { Pane::Carriers }
    }

    fn right_pane(&self) -> Pane {
        if self.reading.is_some() { Pane::Document } else { Pane::Card }
    }

    fn select(&mut self, _: Pane, at: usize) {
        if at != self.list.selected {
            self.select_carrier(at);
        }
    }

    fn next(&mut self, by: isize) {
        if self.reading.is_some() {
            self.show_place(Pane::Document);
            return;
        }
        let at = self.list.moved(by);
        if at == self.list.selected {
            let messages = self.messages();
            self.tell(if by > 0 { messages.last_carrier() } else { messages.first_carrier() });
        }
        self.select(Pane::Carriers, at);
    }

    /// Leaves the document, the drawing or the pane, in this order.
    fn back(&mut self) -> bool {
        if close_document(self) {
            return true;
        }
        if self.beside != Beside::Card {
            self.show_beside(Beside::Card);
        } else if self.window.focus != Pane::Carriers {
            self.window.focus = Pane::Carriers;
        } else {
            return false;
        }
        true
    }

    fn act(&mut self, action: Action) -> Effect {
        match action {
            Action::Copy => return copy(self),
            Action::Open => return open(self),
            Action::NextDocument => step_trace(self, 1),
            Action::PreviousDocument => step_trace(self, -1),
            Action::Parent => go_to_parent(self),
            Action::Beside => show_next(self),
            Action::Sort => sort(self),
            _ => {}
        }
        Effect::Draw
    }

    fn find(&self, pattern: &str) -> (Vec<Hit>, usize) {
        if self.reading.is_some() { in_document(self, pattern) } else { in_carriers(self, pattern) }
    }

    fn visit(&mut self, hit: &Hit) {
        if let Hit::Carrier(number) = hit
            && let Some(place) = self.place_of(*number)
        {
            self.select(Pane::Carriers, place);
        }
    }

    fn click_heading(&mut self, _: Pane) {
        sort(self);
    }

    fn main_text(&self) -> Option<Pane> {
        self.reading.is_some().then_some(Pane::Document)
    }

    fn fit(&mut self) {
        self.fit_columns();
    }

    /// Shows the document, or the reason why it cannot be read.
    fn take_document(&mut self, text: Result<String, Missing>) {
        let Some(carrier) = self.carrier() else { return };
        let text = match text {
            Ok(text) => text,
            Err(missing) => {
                self.tell(self.messages().missing(&missing));
                return;
            }
        };
        let (sheet, is_there) = reading::sheet(text, carrier);
        self.reading = Some(Reading { sheet, before: self.window.focus });
        (self.window.focus, self.window.search) = (Pane::Document, None);
        if !is_there {
            self.tell(self.messages().has_changed());
        }
        self.show_place(Pane::Document);
        settle(self);
    }
}

fn step_trace(state: &mut State, by: isize) {
    let at = moved(state.trace, by, state.traces.len());
    if at == state.trace {
        let messages = state.messages();
        state.tell(if by > 0 { messages.last_quotation() } else { messages.first_quotation() });
        return;
    }
    close_document(state);
    state.open_trace(at);
}

fn go_to_parent(state: &mut State) {
    if let Some(Carrier { parent: Some(parent), .. }) = state.carrier()
        && let Some(place) = state.place_of(parent.carrier)
    {
        close_document(state);
        state.select_carrier(place);
    } else {
        state.tell(state.messages().has_no_parent());
    }
}

/// Shows the next content beside the list, and moves the focus there if there is room for only one pane.
fn show_next(state: &mut State) {
    if state.reading.is_some() || state.carrier().is_none() {
        return;
    }
    if state.area(Pane::Card).is_empty() {
        state.window.focus = Pane::Card;
    }
    state.show_beside(state.beside.next());
}

fn open(state: &mut State) -> Effect {
    if state.reading.is_some() {
        state.show_place(Pane::Document);
        return Effect::Draw;
    }
    match state.carrier() {
        Some(carrier) => Effect::Read(carrier.document.id.clone()),
        None => Effect::Draw,
    }
}

fn close_document(state: &mut State) -> bool {
    let Some(reading) = state.reading.take() else { return false };
    (state.window.focus, state.window.search) = (reading.before, None);
    true
}

fn sort(state: &mut State) {
    state.sort = match state.sort {
        Sort::Date => Sort::Similarity,
        Sort::Similarity => Sort::Date,
    };
    state.list_carriers();
}

fn copy(state: &mut State) -> Effect {
    let Some(carrier) = state.carrier() else {
        return state.only_tell(state.messages().no_carrier_to_copy());
    };
    let document = &carrier.document;
    let name = PlaceReport::name(&document.id, document.place);
    let place = clean(&state.messages().0.place_in(name, document.start, document.end));
    Effect::Copy { name: place.clone(), text: place }
}

/// Finds the hits in the document, and the first one at or after the top of the pane.
fn in_document(state: &State, pattern: &str) -> (Vec<Hit>, usize) {
    let sheet = state.sheet(Pane::Document);
    let ranges = find_all(&sheet.words, pattern, MAX_HITS);
    let at = ranges.iter().position(|range| range.start >= sheet.text.top.at).unwrap_or(0);
    (ranges.into_iter().map(Hit::Document).collect(), at)
}

/// Finds the carriers with the pattern, and the first one at or after the selection.
fn in_carriers(state: &State, pattern: &str) -> (Vec<Hit>, usize) {
    let mut hits = vec![];
    let mut first = None;
    for at in 0..state.order.len() {
        let Some(carrier) = state.listed(at) else { continue };
        if holds(carrier, pattern) {
            first = first.or((at >= state.list.selected).then_some(hits.len()));
            hits.push(Hit::Carrier(carrier.number));
        }
    }
    (hits, first.unwrap_or(0))
}

/// Returns whether a pattern is in the sentence of a carrier or in the facts about its documents.
fn holds(carrier: &Carrier, pattern: &str) -> bool {
    let sentence = [carrier.before.as_str(), &carrier.text, &carrier.after].concat();
    let documents = std::iter::once(&carrier.document).chain(&carrier.reprints);
    let mut texts = std::iter::once(sentence.as_str()).chain(documents.flat_map(facts));
    texts.any(|text| has_hit(text, pattern))
}

fn facts(document: &CarrierDocument) -> impl Iterator<Item = &str> {
    let known = [&document.title, &document.author, &document.date, &document.category, &document.url];
    std::iter::once(&document.id).chain(known.into_iter().flatten()).map(String::as_str)
}

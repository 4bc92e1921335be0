//! The meaning of keys and clicks in the review of reports.

use ibid::decisions::LedgerLine;
use ibid::report::Report;
use ratatui::layout::Position;

use super::deciding;
use super::deciding::Decisions;
use super::go_to;
use super::layout::Pane;
use super::listing;
use super::minimap;
use super::moves::{select_in_map, select_passage, select_passage_at, select_source};
use super::names;
use super::outside;
use super::panel::{self, filters};
use super::queue::arrival::{self, Arrival};
use super::queue::moves::{self as queue, Way};
use super::queue::view::fit_names;
use super::reading_again;
use super::searching;
use super::several::same_words;
use super::state::{Hit, Sort, State};
use super::texts::{WantedText, differences, reading};
use super::writing;
use crate::tui::action::Action;
use crate::tui::panes::window::Asked;
use crate::tui::panes::{Effect, Keys, Panes, settle};
use crate::tui::terminal::{Changes, Destination, ReportToWrite, Written};
use crate::tui::trace::Missing;

impl Keys for State {
    fn left_pane(&self) -> Pane {
        if self.queue.is_shown {
            return Pane::Queue;
        }
        match self.window.focus {
            Pane::Source => Pane::Query,
            Pane::Query if self.is_zoomed => Pane::Query,
            Pane::Sources => Pane::Sources,
            _ => Pane::Passages,
        }
    }

    fn right_pane(&self) -> Pane {
        if self.queue.is_shown {
            return self.panes().get(1).copied().unwrap_or(Pane::Queue);
        }
        if self.list(self.window.focus).is_some() { Pane::Query } else { Pane::Source }
    }

    fn select(&mut self, pane: Pane, at: usize) {
        match pane {
            Pane::Sources => select_source(self, at),
            Pane::Filters => filters::select(self, at),
            Pane::Queue => self.queue.select(at),
            Pane::Pairs => self.queue.class.pair_list.selected = at,
            Pane::ClassSources => self.queue.class.source_list.selected = at,
            _ => select_passage(self, at),
        }
    }

    fn next(&mut self, by: isize) {
        if self.queue.is_shown {
            return queue::step(self, by);
        }
        let at = self.passage_list.moved(by);
        let way = if by > 0 { Way::Next } else { Way::Previous };
        if at == self.passage_list.selected || queue::has_offer(self, way) {
            if queue::go_on(self, way) {
                return;
            }
            let messages = self.messages();
            self.tell(if by > 0 { messages.last_passage() } else { messages.first_passage() });
            self.show_passage();
        }
        select_passage(self, at);
    }

    /// Ends the selection of several, or leaves the texts, the only source, the pane or the document, in this order.
    fn back(&mut self) -> bool {
        if self.queue.is_shown {
            return queue::back(self);
        }
        if self.selection_start.take().is_some() {
            return true;
        }
        if self.is_zoomed {
            (self.is_zoomed, self.window.focus) = (false, Pane::Passages);
            self.show_passage();
        } else if self.only.take().is_some() {
            self.list_passages();
        } else if self.window.focus != Pane::Passages {
            self.window.focus = Pane::Passages;
        } else {
            return queue::return_to_queue(self);
        }
        true
    }

    fn act_first(&mut self, action: &Action) -> Option<Effect> {
        let has_list = self.window.focus == Pane::Passages;
        let is_done = match action {
            Action::Right | Action::Open if has_list => listing::unfold_selected(self),
            Action::Left if has_list => listing::fold_selected(self),
            action => return panel::act(self, action),
        };
        is_done.then_some(Effect::Draw)
    }

    fn fit(&mut self) {
        panel::fit(self);
        self.fit_texts();
        minimap::fit(self);
        names::fit(self);
        fit_names(self);
    }

    fn act(&mut self, action: Action) -> Effect {
        match action {
            Action::GoTo => go_to::begin(self),
            Action::WriteReport => return Effect::NameReport,
            Action::Reload => {
                self.forget_missing_texts();
                return Effect::Reload;
            }
            action if self.queue.is_shown => return queue::act(self, action),
            Action::Decide(decision) => return deciding::decide(self, decision),
            Action::Repeat => return deciding::repeat(self),
            Action::SameWords => return same_words::decide(self),
            Action::Select => self.switch_selection(),
            Action::Note => return deciding::ask_note(self),
            Action::Undo => return deciding::undo(self),
            Action::Redo => return deciding::redo(self),
            Action::NextOpen => deciding::next_open(self, 1),
            Action::PreviousOpen => deciding::next_open(self, -1),
            Action::NextDocument => queue::step(self, 1),
            Action::PreviousDocument => queue::step(self, -1),
            Action::NextDifference => differences::step(self, 1),
            Action::PreviousDifference => differences::step(self, -1),
            Action::SourceDown => reading::scroll_source(self, 1),
            Action::SourceUp => reading::scroll_source(self, -1),
            Action::Open => open(self),
            Action::Sort => sort(self),
            Action::Uncounted => uncounted(self),
            Action::Filters => panel::switch(self, Pane::Filters),
            Action::NoFilters => filters::set_all_back(self),
            Action::Why => panel::switch(self, Pane::Why),
            Action::Figures => panel::switch(self, Pane::Figures),
            action => return outside::act(self, &action),
        }
        Effect::Draw
    }

    fn find(&self, pattern: &str) -> (Vec<Hit>, usize) {
        if self.queue.is_shown { queue::find(self, pattern) } else { searching::find(self, pattern) }
    }

    fn visit(&mut self, hit: &Hit) {
        searching::visit(self, hit);
    }

    fn note(&mut self, note: String) -> Effect {
        deciding::note(self, note)
    }

    fn answer(&mut self, asked: Asked, text: String) -> Effect {
        match asked {
            Asked::Place => go_to::finish(self, &text),
            Asked::ReportPath | Asked::Replacement => return writing::write(asked, text),
            Asked::Pattern | Asked::Note | Asked::Help => {}
        }
        Effect::Draw
    }

    fn typed(&mut self) {
        match self.window.asked {
            Asked::Place => go_to::typed(self),
            // Another path is asked about again.
            Asked::Replacement => self.window.asked = Asked::ReportPath,
            _ => {}
        }
    }

    fn choose(&mut self, by: isize) {
        if self.window.asked == Asked::Place {
            go_to::choose(self, by);
        }
    }

    fn click_choice(&mut self, position: Position) {
        go_to::click(self, position);
    }

    fn take_recorded(&mut self, lines: Result<Vec<LedgerLine>, String>) {
        deciding::take_recorded(self, lines);
        settle(self);
    }

    fn confirm(&mut self) -> Effect {
        deciding::confirm(self)
    }

    fn prepare(&mut self) {
        deciding::prepare(self);
    }

    fn name_report(&mut self, proposed: String) {
        writing::name(self, proposed);
    }

    fn report_to_write(&self) -> Option<ReportToWrite<'_>> {
        Some(writing::report(self))
    }

    fn take_written(&mut self, destination: Destination, written: Result<Written, String>) {
        writing::take_written(self, destination, written);
    }

    fn take_changes(&mut self, changes: Changes) {
        reading_again::take_changes(self, changes);
    }

    fn take_report(&mut self, report: Report, decisions: Decisions) {
        reading_again::take_report(self, report, decisions);
    }

    fn main_text(&self) -> Option<Pane> {
        (!self.queue.is_shown).then_some(Pane::Query)
    }

    fn take_arrivals(&mut self, arrivals: Vec<Arrival>) {
        arrival::take(self, arrivals);
    }

    fn follow(&mut self, pane: Pane) {
        if pane == Pane::Query {
            reading::follow_paper(self);
        }
    }

    fn read_on(&mut self) -> bool {
        reading::read_on(self);
        true
    }

    fn wanted_text(&self) -> Option<WantedText> {
        self.wanted_text()
    }

    fn take_wanted_text(&mut self, wanted: WantedText, text: Result<String, Missing>) {
        self.take_wanted_text(wanted, text);
    }

    fn click_text(&mut self, pane: Pane, at: usize) {
        if pane == Pane::Query && self.has_whole_text() {
            select_passage_at(self, at);
        }
    }

    fn click_heading(&mut self, pane: Pane) {
        match pane {
            Pane::Passages => sort(self),
            Pane::Queue => queue::sort(self),
            _ => {}
        }
    }

    fn click_outside(&mut self, position: Position) {
        let map = self.layout().map;
        if !self.queue.is_shown && map.contains(position) {
            select_in_map(self, position.x - map.x);
        }
    }
}

fn open(state: &mut State) {
    match state.window.focus {
        // The queue has keys of its own.
        Pane::Queue | Pane::Pairs | Pane::ClassSources => {}
        Pane::Passages if state.shown.is_empty() => {}
        Pane::Passages => {
            (state.is_zoomed, state.window.focus) = (true, Pane::Query);
            state.show_passage();
        }
        Pane::Sources => narrow_to_source(state),
        Pane::Query | Pane::Source => {
            state.is_zoomed = !state.is_zoomed;
            state.show_passage();
        }
        Pane::Filters | Pane::Why | Pane::Figures | Pane::Decision => {}
    }
}

fn narrow_to_source(state: &mut State) {
    let source = state.source_list.selected;
    if state.sources().is_empty() {
        return;
    }
    state.only = if state.only == Some(source) { None } else { Some(source) };
    state.list_passages();
    select_source(state, source);
    if state.only.is_some() {
        state.window.focus = Pane::Passages;
        let (message, key) = (state.messages().only_this_source(), state.window.keymap.signs("back", 1));
        state.tell(match key.is_empty() {
            true => message.to_owned(),
            false => state.messages().key_shows_all(message, key),
        });
    }
}

fn sort(state: &mut State) {
    state.sort = match state.sort {
        Sort::Place => Sort::Source,
        Sort::Source => Sort::Similarity,
        Sort::Similarity => Sort::OpenFirst,
        Sort::OpenFirst => Sort::Place,
    };
    state.list_passages();
}

fn uncounted(state: &mut State) {
    state.has_uncounted = !state.has_uncounted;
    let messages = state.messages();
    state.tell(match (state.facts.uncounted, state.has_uncounted) {
        (0, _) => messages.all_count().into(),
        (count, true) => messages.uncounted_shown(count),
        (count, false) => messages.uncounted_hidden(count),
    });
    state.list_passages();
}

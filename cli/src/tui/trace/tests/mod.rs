//! The review of traces as a whole: state in, frame out on a test terminal.

mod sample;
mod frames;
mod moves;
mod random;

use std::collections::BTreeMap;

use ibid::report::Trace;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::reading::Missing;
use super::state::State;
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::panes::style::Palette;
use crate::tui::panes::{Effect, Keys as _, draw, update};
use crate::tui::review::tests::frame_text;
use crate::tui::terminal::Setting;

/// A review on a test terminal, with documents that it can read.
struct Review {
    state: State,
    terminal: Terminal<TestBackend>,
    documents: BTreeMap<String, String>,
}

impl Review {
    fn new(traces: Vec<Trace>, size: (u16, u16)) -> Review {
        Review::in_language(traces, size, Language::English)
    }

    fn in_language(traces: Vec<Trace>, size: (u16, u16), language: Language) -> Review {
        let documents = traces.iter().flat_map(sample::documents).collect();
        let state = State::new(
            traces,
            Setting { size, palette: Palette::default(), language, keymap: Default::default() },
        );
        Review { state, terminal: Terminal::new(TestBackend::new(size.0, size.1)).unwrap(), documents }
    }

    fn act(&mut self, actions: impl IntoIterator<Item = Action>) -> &mut Review {
        for action in actions {
            if let Action::Resize(cols, rows) = action {
                self.terminal.backend_mut().resize(cols, rows);
            }
            self.effect(action);
        }
        self
    }

    /// Handles an action, and reads documents as the terminal's loop does.
    fn effect(&mut self, action: Action) -> Effect {
        let effect = update(&mut self.state, action);
        if let Effect::Read(id) = &effect {
            let text = self.documents.get(id).cloned();
            self.state.take_document(text.ok_or(Missing::Document));
        }
        effect
    }

    fn search(&mut self, pattern: &str) -> &mut Review {
        self.act([Action::Search, Action::Type(pattern.into()), Action::Submit])
    }

    fn draw(&mut self) -> &Buffer {
        let state = &self.state;
        self.terminal.draw(|frame| draw(state, frame.buffer_mut())).unwrap();
        self.terminal.backend().buffer()
    }

    /// Returns the frame as text, one row per line.
    fn screen(&mut self) -> String {
        frame_text(self.draw())
    }

    /// Returns the number of the selected carrier.
    fn number(&self) -> u32 {
        self.state.carrier().map_or(0, |carrier| carrier.number)
    }

    fn last_line(&mut self) -> String {
        self.screen().lines().last().unwrap_or("").trim().to_owned()
    }
}

//! The review as a whole: state in, frame out on a test terminal.

mod sample;
mod frames;
mod moves;
mod texts;
mod deciding;
mod several;
mod panels;
mod about;
mod queue;
mod fuzz;
pub(in crate::tui) mod sizes;
pub(in crate::tui) mod random;
pub(in crate::tui) mod typing;
mod speed;

use ibid::report::Report;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::ReviewInput;
use super::deciding::Decisions;
use super::queue::moves as queue_moves;
use super::state::State;
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::panes::style::Palette;
use crate::tui::panes::{Effect, draw, update};
use crate::tui::terminal::Setting;

/// A review on a test terminal.
struct Review {
    state: State,
    terminal: Terminal<TestBackend>,
}

impl Review {
    fn new(report: Report, (cols, rows): (u16, u16)) -> Review {
        let setting = Setting {
            size: (cols, rows),
            palette: Palette::default(),
            language: Language::English,
            keymap: Default::default(),
        };
        let saved = Some(("ibid-decisions.jsonl".into(), "Ana Reyes".into()));
        let decisions = Decisions { saved, ..Decisions::default() };
        let input = ReviewInput { name: "class.json".into(), report, decisions, is_checking: false };
        let state = State::new(input, setting);
        Review { state, terminal: Terminal::new(TestBackend::new(cols, rows)).unwrap() }
    }

    /// Returns a review that shows the first document of the report, with or without a queue.
    fn of_document(report: Report, size: (u16, u16)) -> Review {
        let mut review = Review::new(report, size);
        if review.state.has_queue() {
            queue_moves::open(&mut review.state, 0);
        }
        review
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

    fn effect(&mut self, action: Action) -> Effect {
        update(&mut self.state, action)
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
}

/// Returns a frame as text, one row per line.
pub(in crate::tui) fn frame_text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width).max(1)).map(|row| {
        let mut line = String::new();
        let mut hidden = 0;
        for cell in row {
            if hidden == 0 {
                line.push_str(cell.symbol());
                hidden = unicode_width::UnicodeWidthStr::width(cell.symbol()).saturating_sub(1);
            } else {
                hidden -= 1;
            }
        }
        line.trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}

//! What every review has, whatever it shows: the size of the screen, what keys mean, what is typed and told.

use ibid::report::Language;

use super::action::{Action, Mode};
use super::glyph::clean;
use super::terminal::Setting;

/// A longer pattern is cut.
const MAX_PATTERN_CHARS: usize = 200;

/// The part of a state that all reviews have.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Columns and rows of the screen.
    pub(super) size: (u16, u16),
    /// What keys mean.
    pub(super) mode: Mode,
    /// What was typed to be searched for.
    pub(super) prompt: String,
    /// What is told at the bottom until the next key.
    pub(super) message: Option<String>,
    /// Whether colors are shown.
    pub(super) has_color: bool,
    /// Whether words that differ stand in brackets.
    pub(super) has_brackets: bool,
    /// The language of everything but texts and names.
    pub(super) language: Language,
}

impl Window {
    /// Without colors, words that differ stand in brackets from the start.
    pub(super) fn new(Setting { size, has_color, language }: Setting) -> Window {
        let (mode, prompt, message) = (Mode::default(), String::new(), None);
        Window { size, mode, prompt, message, has_color, has_brackets: !has_color, language }
    }

    /// What was told is gone with the next action, but when only the size changes.
    pub(super) fn clear_message(&mut self, action: &Action) {
        if !matches!(action, Action::Resize(..)) {
            self.message = None;
        }
    }

    /// Does what is asked for where it is the same in all reviews: brackets, help and what is typed. Other actions do nothing.
    pub(super) fn change(&mut self, action: Action) {
        match action {
            Action::Brackets => self.has_brackets = !self.has_brackets,
            Action::Help if self.mode == Mode::Help => self.mode = Mode::Normal,
            Action::Help => self.mode = Mode::Help,
            Action::Search => (self.mode, self.prompt) = (Mode::Prompt, String::new()),
            Action::Type(text) => {
                let text = clean(&text).replace(['\n', '\t'], " ");
                let chars = self.prompt.chars().chain(text.chars());
                self.prompt = chars.take(MAX_PATTERN_CHARS).collect();
            }
            Action::Erase => drop(self.prompt.pop()),
            Action::EraseAll => self.prompt.clear(),
            _ => {}
        }
    }
}

//! The state that all reviews share: the size of the screen, the mode of keys, the prompt and the message.

use crate::render::Language;

use super::action::{Action, Mode};
use super::glyph::clean;
use super::terminal::Setting;

/// The length at which a pattern is cut.
const MAX_PATTERN_CHARS: usize = 200;

/// The part of a state that all reviews share.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The columns and rows of the screen.
    pub(super) size: (u16, u16),
    /// The mode that decides the meaning of keys.
    pub(super) mode: Mode,
    /// The search pattern typed so far.
    pub(super) prompt: String,
    /// The message at the bottom, shown until the next key.
    pub(super) message: Option<String>,
    /// True if colors are shown.
    pub(super) has_color: bool,
    /// True if words that differ are in brackets.
    pub(super) has_brackets: bool,
    /// The language of all text but documents and names.
    pub(super) language: Language,
}

impl Window {
    /// Creates a window. Without colors, words that differ are in brackets from the start.
    pub(super) fn new(Setting { size, has_color, language }: Setting) -> Window {
        let (mode, prompt, message) = (Mode::default(), String::new(), None);
        Window { size, mode, prompt, message, has_color, has_brackets: !has_color, language }
    }

    /// Clears the message, unless the action only changes the size.
    pub(super) fn clear_message(&mut self, action: &Action) {
        if !matches!(action, Action::Resize(..)) {
            self.message = None;
        }
    }

    /// Handles the actions that are the same in all reviews: brackets, help and typing. Ignores others.
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

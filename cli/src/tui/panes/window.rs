//! The state that all reviews share: the size of the screen, the focus, the mode of keys, the prompt, the search and
//! the message.

use tui_input::{Input, InputRequest};

use super::search::Search;
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::glyph::clean;
use crate::tui::terminal::Setting;

/// The most characters of a pattern.
const MAX_PATTERN_CHARS: usize = 200;

/// The part of a state that all reviews share.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Window<P, H> {
    /// The columns and rows of the screen.
    pub(in crate::tui) size: (u16, u16),
    /// The pane in focus.
    pub(in crate::tui) focus: P,
    /// The mode that decides the meaning of keys.
    pub(in crate::tui) mode: Mode,
    /// The search pattern typed so far, and the cursor in it.
    pub(in crate::tui) prompt: Input,
    /// The search in progress.
    pub(in crate::tui) search: Option<Search<H>>,
    /// The message at the bottom, shown until the next key.
    pub(in crate::tui) message: Option<String>,
    /// True if colors are shown.
    pub(in crate::tui) has_color: bool,
    /// True if words that differ are in brackets.
    pub(in crate::tui) has_brackets: bool,
    /// The language of all text but documents and names.
    pub(in crate::tui) language: Language,
}

impl<P, H> Window<P, H> {
    /// Creates a window. Without colors, words that differ are in brackets from the start.
    pub(in crate::tui) fn new(setting: Setting, focus: P) -> Window<P, H> {
        Window {
            size: setting.size,
            focus,
            mode: Mode::default(),
            prompt: Input::default(),
            search: None,
            message: None,
            has_color: setting.has_color,
            has_brackets: !setting.has_color,
            language: setting.language,
        }
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
            Action::Search => (self.mode, self.prompt) = (Mode::Prompt, Input::default()),
            Action::Type(text) => {
                let text = clean(&text).replace(['\n', '\t'], " ");
                for c in text.chars().take(MAX_PATTERN_CHARS) {
                    self.edit(InputRequest::InsertChar(c));
                }
            }
            Action::Edit(request) => self.edit(request),
            _ => {}
        }
    }

    /// Edits the prompt, unless it would become too long.
    fn edit(&mut self, request: InputRequest) {
        let mut edited = self.prompt.clone();
        edited.handle(request);
        if edited.value().chars().count() <= MAX_PATTERN_CHARS {
            self.prompt = edited;
        }
    }
}

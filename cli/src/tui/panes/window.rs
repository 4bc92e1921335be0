//! The state that all reviews share: the size of the screen, the focus, the mode of keys, the prompt, the search and
//! the message.

use std::rc::Rc;

use tui_input::{Input, InputRequest};

use super::search::Search;
use super::style::Palette;
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::glyph::clean;
use crate::tui::keys::Keymap;
use crate::tui::terminal::Setting;

/// The most characters of a pattern.
const MAX_PATTERN_CHARS: usize = 200;
/// The most characters of a note.
const MAX_NOTE_CHARS: usize = 4000;

/// The text that the prompt asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) enum Asked {
    /// The pattern of a search.
    #[default]
    Pattern,
    /// A note on a passage.
    Note,
    /// A place to go to.
    Place,
}

/// The part of a state that all reviews share.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Window<P, H> {
    /// The columns and rows of the screen.
    pub(in crate::tui) size: (u16, u16),
    /// The pane in focus.
    pub(in crate::tui) focus: P,
    /// The mode that decides the meaning of keys.
    pub(in crate::tui) mode: Mode,
    /// The text typed so far, and the cursor in it.
    pub(in crate::tui) prompt: Input,
    /// The text that the prompt asks for.
    pub(in crate::tui) asked: Asked,
    /// The first line of the help that is shown.
    pub(in crate::tui) help_top: usize,
    /// The search in progress.
    pub(in crate::tui) search: Option<Search<H>>,
    /// The message at the bottom, shown until the next key.
    pub(in crate::tui) message: Option<String>,
    /// The colors.
    pub(in crate::tui) palette: Palette,
    /// True if words that differ are in brackets.
    pub(in crate::tui) has_brackets: bool,
    /// The language of all text but documents and names.
    pub(in crate::tui) language: Language,
    /// The keys in force.
    pub(in crate::tui) keymap: Rc<Keymap>,
}

impl<P, H> Window<P, H> {
    /// Creates a window. Without colors, words that differ are in brackets from the start.
    pub(in crate::tui) fn new(setting: Setting, focus: P) -> Window<P, H> {
        Window {
            size: setting.size,
            focus,
            mode: Mode::default(),
            prompt: Input::default(),
            asked: Asked::default(),
            help_top: 0,
            search: None,
            message: None,
            palette: setting.palette,
            has_brackets: setting.palette == Palette::None,
            language: setting.language,
            keymap: setting.keymap,
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
            Action::Help => (self.mode, self.help_top) = (Mode::Help, 0),
            Action::Search => self.ask(Asked::Pattern, ""),
            Action::Type(text) => {
                let text = clean(&text).replace(['\n', '\t'], " ");
                for c in text.chars().take(self.most_chars()) {
                    self.edit(InputRequest::InsertChar(c));
                }
            }
            Action::Edit(request) => self.edit(request),
            _ => {}
        }
    }

    /// Opens the prompt with a text to change.
    pub(in crate::tui) fn ask(&mut self, asked: Asked, text: &str) {
        (self.mode, self.asked, self.prompt) = (Mode::Prompt, asked, Input::new(text.to_owned()));
    }

    fn most_chars(&self) -> usize {
        match self.asked {
            Asked::Pattern | Asked::Place => MAX_PATTERN_CHARS,
            Asked::Note => MAX_NOTE_CHARS,
        }
    }

    /// Edits the prompt, unless it would become too long.
    fn edit(&mut self, request: InputRequest) {
        let mut edited = self.prompt.clone();
        edited.handle(request);
        if edited.value().chars().count() <= self.most_chars() {
            self.prompt = edited;
        }
    }
}

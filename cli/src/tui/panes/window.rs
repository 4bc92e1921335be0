//! The state that all reviews share: the size of the screen, the focus, the mode of keys, the prompt, the search and
//! the message.

use std::rc::Rc;

use tui_input::{Input, InputRequest};

use super::note::Note;
use super::prompt::note_cols;
use super::search::Search;
use super::style::Palette;
use super::widths::{BorderName, Widths};
use crate::messages::ReviewMessages;
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::glyph::clean;
use crate::tui::keys::Keymap;
use crate::tui::terminal::Setting;

/// The most characters of a pattern.
const MAX_PATTERN_CHARS: usize = 200;
/// The most characters of a path.
const MAX_PATH_CHARS: usize = 1000;
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
    /// The pattern of the lines of the help.
    Help,
    /// The path of a report to write.
    ReportPath,
    /// The same path once more, to replace the file that is there.
    Replacement,
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
    /// The line typed so far, and the caret in it.
    pub(in crate::tui) prompt: Input,
    /// The note typed so far, and the caret in it.
    pub(in crate::tui) note: Note,
    /// The text that the prompt asks for.
    pub(in crate::tui) asked: Asked,
    /// The pattern of the lines of the help that are listed; all if empty.
    pub(in crate::tui) help_pattern: String,
    /// The borders that were moved.
    pub(in crate::tui) widths: Widths,
    /// The border under the mouse button that is held.
    pub(in crate::tui) dragged: Option<BorderName>,
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

impl<P: Default, H> Default for Window<P, H> {
    fn default() -> Window<P, H> {
        Window::new(Setting::default(), P::default())
    }
}

impl<P, H> Window<P, H> {
    /// Creates a window. Without colors, words that differ are in brackets from the start.
    pub(in crate::tui) fn new(setting: Setting, focus: P) -> Window<P, H> {
        Window {
            size: setting.size,
            focus,
            mode: Mode::default(),
            prompt: Input::default(),
            note: Note::default(),
            asked: Asked::default(),
            help_pattern: String::new(),
            widths: Widths::default(),
            dragged: None,
            help_top: 0,
            search: None,
            message: None,
            palette: setting.palette,
            has_brackets: setting.palette == Palette::None,
            language: setting.language,
            keymap: setting.keymap,
        }
    }

    /// Handles the actions that are the same in all reviews: brackets, help and typing. Ignores others.
    pub(super) fn change(&mut self, action: Action) {
        match action {
            Action::Brackets => self.has_brackets = !self.has_brackets,
            Action::Help if self.mode == Mode::Help => self.mode = Mode::Normal,
            Action::Help => {
                self.mode = Mode::Help;
                self.filter_help(String::new());
            }
            Action::Search if self.mode == Mode::Help => self.ask(Asked::Help, ""),
            Action::Search => self.ask(Asked::Pattern, ""),
            Action::Type(text) => self.insert(&text),
            Action::Edit(request) => match self.asked {
                Asked::Note => self.note.edit(request),
                _ => self.edit(request),
            },
            Action::CaretUp => self.move_caret(-1),
            Action::CaretDown => self.move_caret(1),
            _ => {}
        }
    }

    /// Opens the prompt with a text to change.
    pub(in crate::tui) fn ask(&mut self, asked: Asked, text: &str) {
        (self.mode, self.asked) = (Mode::Prompt, asked);
        match asked {
            Asked::Note => self.note = Note::new(text),
            _ => self.prompt = Input::new(text.to_owned()),
        }
    }

    /// Inserts a text that was typed or pasted. Line breaks stay in notes; terminals paste them as carriage returns.
    fn insert(&mut self, text: &str) {
        let text = clean(&text.replace("\r\n", "\n").replace('\r', "\n")).replace('\t', " ");
        match self.asked {
            Asked::Note => self.note.insert(&text, MAX_NOTE_CHARS),
            // Alone, a line break is a key that has a meaning only in notes.
            _ if text == "\n" => {}
            _ => {
                for c in text.replace('\n', " ").chars().take(self.most_chars()) {
                    self.edit(InputRequest::InsertChar(c));
                }
            }
        }
    }

    /// Returns the most characters of the line.
    fn most_chars(&self) -> usize {
        match self.asked {
            Asked::ReportPath | Asked::Replacement => MAX_PATH_CHARS,
            _ => MAX_PATTERN_CHARS,
        }
    }

    /// Edits the line, unless it would become too long.
    fn edit(&mut self, request: InputRequest) {
        let mut edited = self.prompt.clone();
        edited.handle(request);
        if edited.value().chars().count() > self.most_chars() {
            return;
        }
        self.prompt = edited;
        if self.asked == Asked::Help {
            self.filter_help(self.prompt.value().trim().to_owned());
        }
    }

    /// Lists only the lines of the help with a pattern, from the first one.
    pub(super) fn filter_help(&mut self, pattern: String) {
        (self.help_pattern, self.help_top) = (pattern, 0);
    }

    /// Returns whether the help is shown, with the keys or while its pattern is typed.
    pub(super) fn shows_help(&self) -> bool {
        self.mode == Mode::Help || self.mode == Mode::Prompt && self.asked == Asked::Help
    }

    fn move_caret(&mut self, rows: isize) {
        if self.asked == Asked::Note {
            self.note.move_rows(rows, note_cols(ReviewMessages(self.language), self.size.0));
        }
    }
}

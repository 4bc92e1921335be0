//! The panes that reviews are made of, and the keys that mean the same in all of them.
//!
//! In: a review, which has some panes ([`Panes`]), gives keys a meaning ([`Keys`]) and fills the panes ([`View`]). Out:
//! its next state and its frame. A pane is a list or a text under a heading. Below the panes is one line for the prompt,
//! a message, the state of a search or the keys.
//!
//! - [`area`]: headings, margins and lines between panes
//! - [`widths`]: the borders between panes, which can be moved
//! - [`style`], [`row`]: styles, and text on one row of the screen
//! - [`window`]: the state that all reviews share
//! - [`list`], [`text`]: the two kinds of panes
//! - [`search`]: the places of a pattern, and moves from one to the next
//! - [`update`](mod@update): state and action to the next state
//! - [`prompt`], [`note`]: what the reader types, in a line or in several
//! - [`status`], [`help`]: the line at the bottom and the keys above everything else

pub(super) mod area;
pub(super) mod widths;
pub(super) mod style;
pub(super) mod row;
pub(super) mod window;
pub(super) mod list;
pub(super) mod text;
pub(super) mod search;
mod update;
mod note;
mod prompt;
mod status;
mod help;

use std::borrow::Cow;
use std::ops::Range;

use ibid::decisions::LedgerLine;
use ibid::report::Report;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::area::{Areas, Margins, draw_separators, without_heading, without_margins};
use self::list::List;
use self::search::seen_hits;
use self::style::Look;
use self::text::Text;
use self::window::{Asked, Window};
use super::action::Action;
use super::flow::{Page, TextRow};
use super::keys::KeyView;
use super::review::{Arrival, Decisions, WantedText};
use super::terminal::{Changes, Destination, ReportToWrite, Written};
use super::trace::Missing;
use crate::messages::ReviewMessages;

pub(super) use self::help::clear;
pub(super) use self::prompt::caret;
pub(super) use self::update::{Effect, settle, update};

/// A key or sign, and its meaning.
pub(super) type Entry = (Cow<'static, str>, Cow<'static, str>);

/// Panes on a screen, one of which has the focus.
pub(super) trait Panes {
    /// A part of the screen that can have the focus.
    type Pane: Copy + PartialEq + 'static;
    /// A place that a search finds.
    type Hit: Clone;

    /// Returns the state that all reviews share.
    fn window(&self) -> &Window<Self::Pane, Self::Hit>;

    /// Returns the state that all reviews share, to change it.
    fn window_mut(&mut self) -> &mut Window<Self::Pane, Self::Hit>;

    /// Returns the view whose keys are in force.
    fn key_view(&self) -> KeyView;

    /// Returns the panes that can have the focus now, in the order of the Tab key.
    fn panes(&self) -> &'static [Self::Pane];

    /// Returns the panes that are shown, with their areas and the borders between them.
    fn areas(&self) -> Areas<Self::Pane>;

    /// Returns the list in a pane; none if the pane is a text.
    fn list(&self, pane: Self::Pane) -> Option<&List>;

    /// Returns the list in a pane, to change it.
    fn list_mut(&mut self, pane: Self::Pane) -> Option<&mut List>;

    /// Returns the words and the state of the text in a pane that is no list.
    fn text(&self, pane: Self::Pane) -> (&str, &Text);

    /// Returns the state of the text in a pane, to change it.
    fn text_mut(&mut self, pane: Self::Pane) -> &mut Text;

    /// Returns the pane and the range of a hit in a text; none if the pane shows another text now.
    fn range_of_hit(&self, hit: &Self::Hit) -> Option<(Self::Pane, Range<usize>)>;

    /// Returns the margins of the text in a pane.
    fn margins(&self, pane: Self::Pane) -> Margins;

    /// Returns the area of a pane with its heading; empty if the pane is not shown.
    fn area(&self, pane: Self::Pane) -> Rect {
        self.areas().of(pane)
    }

    /// Returns the area of a pane without its heading.
    fn body(&self, pane: Self::Pane) -> Rect {
        without_heading(self.area(pane))
    }

    /// Returns the area of a text's words: the body without signs and margins.
    fn text_area(&self, pane: Self::Pane) -> Rect {
        without_margins(self.body(pane), self.margins(pane))
    }

    /// Returns the text in a pane at its present width.
    fn page(&self, pane: Self::Pane) -> Page<'_> {
        let (words, text) = self.text(pane);
        let brackets = if self.window().has_brackets { text.brackets.as_slice() } else { &[] };
        Page { text: words, flow: &text.flow, cols: self.text_area(pane).width, brackets, gaps: &text.gaps }
    }

    /// Returns the first visible row of a text that is scrolled to its end.
    fn lowest(&self, pane: Self::Pane) -> TextRow {
        self.page(pane).bottom(self.body(pane).height)
    }

    /// Scrolls a text so that a byte is visible.
    fn reveal(&mut self, pane: Self::Pane, at: usize) {
        let rows = self.body(pane).height;
        self.text_mut(pane).top = self.page(pane).top_with(at, self.text(pane).1.top, rows);
    }

    /// Scrolls a text to the place that its bar marks.
    fn show_place(&mut self, pane: Self::Pane) {
        let rows = self.body(pane).height;
        self.text_mut(pane).top = self.page(pane).top_before(self.text(pane).1.place.start, rows);
    }

    /// Returns whether a pane has the focus.
    fn has_focus(&self, pane: Self::Pane) -> bool {
        self.window().focus == pane
    }

    /// Shows a message until the next key.
    fn tell(&mut self, message: impl Into<String>) {
        self.window_mut().message = Some(message.into());
    }

    /// Shows a message, and does nothing else.
    fn only_tell(&mut self, message: impl Into<String>) -> Effect {
        self.tell(message);
        Effect::Draw
    }

    /// Returns the maker of styles.
    fn look(&self) -> Look {
        Look { palette: self.window().palette }
    }

    /// Returns the first key that quits.
    fn quit_key(&self) -> String {
        let key = self.window().keymap.signs("quit", 1);
        if key.is_empty() { "Ctrl-c".to_owned() } else { key }
    }

    /// Pairs the first keys of commands, which are named with blanks between, with a meaning; none if they have no key.
    fn hint(&self, commands: &str, meaning: impl Into<Cow<'static, str>>) -> Option<Entry> {
        self.entry(commands, 1, meaning)
    }

    /// Pairs at most `most` keys of each of some commands with a meaning, as [`Panes::hint`] does.
    fn entry(&self, commands: &str, most: usize, meaning: impl Into<Cow<'static, str>>) -> Option<Entry> {
        let keys = self.window().keymap.signs(commands, most);
        if keys.is_empty() { None } else { Some((keys.into(), meaning.into())) }
    }

    /// Pairs the first keys of commands with meanings, as [`Panes::hint`] does.
    fn hints_of(&self, rows: &[(&str, &'static str)]) -> Vec<Entry> {
        rows.iter().filter_map(|&(commands, meaning)| self.hint(commands, meaning)).collect()
    }

    /// Returns the keys of this view with their meanings, as the help shows them. What has no key is left out.
    fn key_lines(&self) -> Vec<Entry> {
        let mut lines = vec![];
        for line in self.key_view().help() {
            lines.extend(self.entry(line.commands, 2, line.meaning(self.window().language)));
        }
        lines
    }

    /// Returns the messages in the reader's language.
    fn messages(&self) -> ReviewMessages {
        ReviewMessages(self.window().language)
    }
}

/// The meaning of keys and clicks in a review.
pub(super) trait Keys: Panes {
    /// Returns the pane to the left of the one in focus.
    fn left_pane(&self) -> Self::Pane;

    /// Returns the pane to the right of the one in focus.
    fn right_pane(&self) -> Self::Pane;

    /// Selects a row of a list.
    fn select(&mut self, pane: Self::Pane, at: usize);

    /// Moves to the next item, or to the previous one if `by` is negative.
    fn next(&mut self, by: isize);

    /// Undoes the last step. Returns whether there was one.
    fn back(&mut self) -> bool;

    /// Handles an action that means something else here than in all reviews; none if it means the same.
    fn act_first(&mut self, _action: &Action) -> Option<Effect> {
        None
    }

    /// Handles an action that has a meaning only in this review.
    fn act(&mut self, action: Action) -> Effect;

    /// Finds the hits of a pattern, and the index of the one to visit first.
    fn find(&self, pattern: &str) -> (Vec<Self::Hit>, usize);

    /// Selects the item of a hit.
    fn visit(&mut self, hit: &Self::Hit);

    /// Handles a note that was typed.
    fn note(&mut self, _note: String) -> Effect {
        Effect::Draw
    }

    /// Handles what was typed for a review alone.
    fn answer(&mut self, _asked: Asked, _text: String) -> Effect {
        Effect::Draw
    }

    /// Follows what is typed, before it is an answer.
    fn typed(&mut self) {}

    /// Moves the choice that is shown while something is typed.
    fn choose(&mut self, _by: isize) {}

    /// Handles a click while a place is typed.
    fn click_choice(&mut self, _position: Position) {}

    /// Takes the lines that it asked to save with an [`Effect::Record`], or the reason why they were not saved.
    fn take_recorded(&mut self, _lines: Result<Vec<LedgerLine>, String>) {}

    /// Handles the yes to the question that it asked.
    fn confirm(&mut self) -> Effect {
        Effect::Draw
    }

    /// Prepares what a key to come will need. It is called once a frame is drawn.
    fn prepare(&mut self) {}

    /// Asks for the path of a report, with a path to begin with.
    fn name_report(&mut self, _proposed: String) {}

    /// Returns the report as it is on the screen; none if there is none.
    fn report_to_write(&self) -> Option<ReportToWrite<'_>> {
        None
    }

    /// Takes the outcome of writing a report.
    fn take_written(&mut self, _destination: Destination, _written: Result<Written, String>) {}

    /// Takes what has changed on the disk.
    fn take_changes(&mut self, _changes: Changes) {}

    /// Takes the report, which has changed on the disk, with its decisions.
    fn take_report(&mut self, _report: Report, _decisions: Decisions) {}

    /// Returns the text whose place stays visible when the size of the screen changes.
    fn main_text(&self) -> Option<Self::Pane>;

    /// Follows a text that the reader has scrolled.
    fn follow(&mut self, _pane: Self::Pane) {}

    /// Handles a click on a byte of a text.
    fn click_text(&mut self, _pane: Self::Pane, _at: usize) {}

    /// Handles a click on the heading of a list.
    fn click_heading(&mut self, _pane: Self::Pane) {}

    /// Handles a click outside of all panes.
    fn click_outside(&mut self, _position: Position) {}

    /// Reads on behind the screen. Returns whether there is more than the pane in focus to move.
    fn read_on(&mut self) -> bool {
        false
    }

    /// Returns the document whose text is to be read when there is time.
    fn wanted_text(&self) -> Option<WantedText> {
        None
    }

    /// Takes a text that was wanted, or the reason why there is none.
    fn take_wanted_text(&mut self, _wanted: WantedText, _text: Result<String, Missing>) {}

    /// Fits the state to the areas of the panes.
    fn fit(&mut self) {}

    /// Takes documents that come while they are checked.
    fn take_arrivals(&mut self, _arrivals: Vec<Arrival>) {}

    /// Takes the document that it asked for with an [`Effect::Read`].
    fn take_document(&mut self, _text: Result<String, Missing>) {}
}

/// The content of the panes of a review.
pub(super) trait View: Panes {
    /// Draws the title and the panes.
    fn draw_panes(&self, buffer: &mut Buffer);

    /// Draws what stands above the panes.
    fn draw_above(&self, _buffer: &mut Buffer) {}

    /// Returns the keys that have an effect now, the most wanted first.
    fn hints(&self) -> Vec<Entry>;

    /// Returns the signs below the keys, as the help shows them.
    fn signs(&self) -> Vec<Entry>;

    /// Returns the hits of the search in the visible part of a text, each with a flag for the one visited last.
    fn hits(&self, pane: Self::Pane, seen: &Range<usize>) -> Vec<(Range<usize>, bool)> {
        seen_hits(self, pane, seen)
    }

    /// Returns the ranges that a broken bar marks in the visible part of a text.
    fn other_places(&self, _pane: Self::Pane, _seen: &Range<usize>) -> Vec<Range<usize>> {
        vec![]
    }
}

/// Draws everything. Cells outside the buffer are skipped.
pub(super) fn draw<R: View>(review: &R, buffer: &mut Buffer) {
    review.draw_panes(buffer);
    draw_separators(review, buffer);
    status::draw(review, buffer);
    review.draw_above(buffer);
    if review.window().shows_help() {
        help::draw(review, buffer);
    }
}

/// Pairs signs with their meanings.
pub(super) fn entries(rows: &[(&'static str, &'static str)]) -> Vec<Entry> {
    rows.iter().map(|&(sign, meaning)| (sign.into(), meaning.into())).collect()
}

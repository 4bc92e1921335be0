//! Panels that are opened by a key: the filters, the reasons for a passage, all figures; and the decision on a wide screen.
//!
//! A panel is a pane. One is open while it has the focus; why and decision are always open where there is room for them.
//! The filters are a list, the others are texts that are written again when what they tell has changed.
//!
//! - [`messages`]: what the panels say
//! - [`preview`]: what a filter would change
//! - [`filters`]: the filters in force, and the keys in their panel
//! - [`filter_names`]: the rows of that panel
//! - [`why`], [`figures`], [`decision`]: the texts

mod messages;
mod preview;
pub(super) mod filters;
pub(super) mod filter_names;
mod why;
mod figures;
mod decision;

use std::sync::LazyLock;

use ibid::{Config, Detector};

pub(super) use self::filters::Filters;
pub(super) use self::messages::PanelMessages;
use super::layout::Pane;
use super::several::same_words;
use super::state::State;
use crate::tui::action::{Action, Mode};
use crate::tui::flow::Flow;
use crate::tui::panes::text::Text;
use crate::tui::panes::{Effect, Panes};

/// The detector that explains passages, made on first use.
static DETECTOR: LazyLock<Option<Detector>> = LazyLock::new(|| Detector::new(Config::default()).ok());

/// The panels with texts.
const TEXTS: [Pane; 3] = [Pane::Why, Pane::Figures, Pane::Decision];

/// The state of the panels.
#[derive(Clone, Debug)]
pub(super) struct Panels {
    texts: [PanelText; 3],
    /// The pane that had the focus before a panel was opened.
    before: Pane,
    /// The number of changes of the list so far: each may change what the panels tell.
    pub(super) changes: u64,
}

/// A text in a panel.
#[derive(Clone, Debug, Default)]
struct PanelText {
    words: String,
    text: Text,
    /// The document, the passage and the number of changes that it tells of.
    about: Option<(usize, Option<usize>, u64)>,
}

impl Default for Panels {
    fn default() -> Panels {
        Panels { texts: Default::default(), before: Pane::Passages, changes: 0 }
    }
}

impl Panels {
    /// Returns the words and the state of a panel with a text.
    pub(super) fn text(&self, pane: Pane) -> Option<(&str, &Text)> {
        let PanelText { words, text, .. } = &self.texts[panel_of(pane)?];
        Some((words, text))
    }

    /// Returns the state of a panel with a text, to change it.
    pub(super) fn text_mut(&mut self, pane: Pane) -> Option<&mut Text> {
        Some(&mut self.texts[panel_of(pane)?].text)
    }
}

/// Returns the index of a panel among those with texts.
fn panel_of(pane: Pane) -> Option<usize> {
    TEXTS.iter().position(|&of| of == pane)
}

/// Opens a panel, or closes it if it has the focus.
pub(super) fn switch(state: &mut State, pane: Pane) {
    if state.window.focus == pane {
        return close(state);
    }
    if !state.window.focus.is_panel() {
        state.panels.before = state.window.focus;
    }
    state.window.focus = pane;
    if pane == Pane::Filters {
        filters::open(state);
    }
}

/// Gives the focus back to the pane that had it.
fn close(state: &mut State) {
    state.window.focus = state.panels.before;
}

/// Handles an action that means something else while a panel has the focus.
pub(super) fn act(state: &mut State, action: &Action) -> Option<Effect> {
    match (state.window.focus, action) {
        (focus, Action::Back) if focus.is_panel() => close(state),
        (Pane::Filters, action) => return filters::act(state, action),
        _ => return None,
    }
    Some(Effect::Draw)
}

/// Fits the panels to the rest of the state: the meaning of keys to the focus, and the texts to what they tell of.
pub(super) fn fit(state: &mut State) {
    let focus = state.window.focus;
    if focus.is_panel() && state.area(focus).is_empty() {
        close(state);
    }
    state.window.mode = match (state.window.mode, state.window.focus) {
        (Mode::Normal | Mode::Digits, Pane::Filters) => Mode::Digits,
        (Mode::Digits, _) => Mode::Normal,
        (mode, _) => mode,
    };
    filters::fit(state);
    let about = Some((state.document, state.selected_index(), state.panels.changes));
    for (at, pane) in TEXTS.into_iter().enumerate() {
        if state.panels.texts[at].about == about || state.area(pane).is_empty() {
            continue;
        }
        let words = match pane {
            Pane::Why => why::words(state),
            Pane::Figures => figures::words(state),
            _ => {
                same_words::prepare(state);
                decision::words(state)
            }
        };
        let text = Text { flow: Flow::of_lines(&words), ..Text::default() };
        state.panels.texts[at] = PanelText { words, text, about };
    }
}

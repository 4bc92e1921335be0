//! The review of reports: the passages of a document, their sources, and both texts side by side.
//!
//! - [`layout`]: the areas of the panes
//! - [`state`]: the state
//! - [`panes`]: the list or the text in each pane
//! - [`panel`]: the filters, the reasons, the figures and the decision
//! - [`listing`]: the passages of the list, and facts about all of them
//! - [`deciding`]: decisions, and the ledger that keeps them
//! - [`several`]: decisions on several passages at once
//! - [`names`]: the short names of sources
//! - [`minimap`]: the columns of the minimap
//! - [`queue`]: the documents in order, where there is more than one
//! - [`moves`]: moves that take more than one pane along
//! - [`searching`]: search, and the way to a hit
//! - [`outside`]: the passage in the clipboard and in the editor
//! - [`reading_again`]: a report or a ledger that has changed on the disk
//! - [`writing`]: a report that is written from here
//! - [`go_to`]: moves to a place that is named
//! - [`texts`]: the texts of the selected passage, side by side
//! - [`update`]: the meaning of keys
//! - [`view`]: the content of the panes, the keys and the signs

mod layout;
mod deciding;
mod several;
mod listing;
mod queue;
mod state;
mod panes;
mod panel;
mod names;
mod minimap;
mod moves;
mod searching;
mod outside;
mod reading_again;
mod writing;
pub(super) mod go_to;
mod texts;
mod update;
mod view;

#[cfg(test)]
pub(super) mod tests;

use ibid::report::Report;

use self::state::State;
pub(super) use self::texts::WantedText;
use super::terminal::{self, Choices, Outside};

pub(crate) use self::deciding::Decisions;
pub(crate) use self::queue::arrival::Arrival;

/// A report to review.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReviewInput {
    /// The name of the report, or of the folder that is checked.
    pub(crate) name: String,
    /// The report, with the decisions applied.
    pub(crate) report: Report,
    /// The decisions.
    pub(crate) decisions: Decisions,
    /// True if documents are still checked, and come as [`Arrival`]s.
    pub(crate) is_checking: bool,
}

/// Reviews a report until the reader quits.
///
/// # Errors
/// The terminal cannot be set up, read or written.
pub(crate) fn run(input: ReviewInput, choices: Choices, outside: &mut dyn Outside) -> anyhow::Result<()> {
    terminal::show(|setting| State::new(input, setting), choices, outside)
}

//! The review of traces: the carriers of a quotation, the changes on the way, and each carrier in its document.
//!
//! In: traces, and the documents of the index. Out: only the text that the reader copies. Like the
//! review of a report, it has its own state, actions and frame.
//!
//! - [`layout`]: the areas of the panes
//! - [`sheet`]: a text with emphasis
//! - [`card`]: the sheet about a carrier
//! - [`beside`]: the sheet beside the list: the card, the tree or the timeline
//! - [`reading`]: the sheet of a document
//! - [`columns`]: the widths of the list's columns
//! - [`state`]: the state and its panes
//! - [`update`]: the meaning of keys
//! - [`view`]: the content of the panes, the keys and the signs

mod layout;
mod sheet;
mod card;
mod beside;
mod reading;
mod columns;
mod state;
mod update;
mod view;

#[cfg(test)]
mod tests;

pub(crate) use reading::Missing;

use ibid::report::Trace;

use self::state::State;
use super::terminal::{self, Choices, Outside};

/// Reviews traces until the reader quits.
///
/// # Errors
/// The terminal cannot be set up, read or written.
pub(crate) fn run(traces: Vec<Trace>, choices: Choices, outside: &mut dyn Outside) -> anyhow::Result<()> {
    terminal::show(|setting| State::new(traces, setting), choices, outside)
}

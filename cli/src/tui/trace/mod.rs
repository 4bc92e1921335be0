//! The review of traces: the carriers of a quotation, what was changed on the way, and each in its place.
//!
//! In: traces, and a way to read a document of the index. Out: nothing but what the reader copies. It works as the review
//! of a report does, with a state, actions and a frame of its own.
//!
//! - [`words`]: what is said here alone
//! - [`layout`]: where the panes are
//! - [`sheet`]: a text with what stands out in it
//! - [`card`]: a carrier -> its sheet
//! - [`beside`]: that, the tree or the timeline -> the sheet beside the list
//! - [`reading`]: a document -> its sheet
//! - [`columns`]: how wide the columns of the list are
//! - [`state`], [`update`]: what is shown, and how it changes; [`search`] and [`mouse`] are parts of that
//! - [`view`]: the frame

mod words;
mod layout;
mod sheet;
mod card;
mod beside;
mod reading;
mod columns;
mod state;
mod search;
mod mouse;
mod update;
mod view;

#[cfg(test)]
mod tests;

pub(crate) use reading::{Missing, Read};

use ibid::report::{Language, Trace};

use self::state::State;
use super::terminal::{self, Setting};

/// Reviews traces until the reader quits. Documents are read with `read`.
///
/// # Errors
/// Where the terminal cannot be set up, read or written.
pub(crate) fn run(traces: Vec<Trace>, language: Language, read: &Read<'_>) -> anyhow::Result<()> {
    terminal::show(|setting: Setting| State::new(traces, setting), language, read)
}

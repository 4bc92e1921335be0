//! The review: a report, read side by side in the terminal.
//!
//! In: a [`Report`](ibid::report::Report). Out: only the text that the reader copies. An event becomes an `Action`,
//! `update` computes the next `State` from it, and `view` draws that state. Only [`terminal`] does input and output.
//! Text reaches the screen only through [`glyph`], which lets no control character pass. A frame costs `O(h · w + p)`,
//! for a screen of h rows and w columns and p passages, however long the document is.
//!
//! - [`glyph`]: text to symbols for cells
//! - [`wrap`]: text to lines
//! - [`flow`]: a whole text, and moves in it
//! - [`search`]: the places of a pattern
//! - [`layout`]: the areas of the panes
//! - [`action`]: keys and mouse to actions
//! - [`window`]: the state that all reviews share
//! - [`state`], [`update`]: the state and its changes, with the parts [`moves`], [`hits`] and [`mouse`]
//! - [`view`]: the frame
//! - [`osc52`]: the clipboard
//! - [`terminal`]: the event loop
//! - [`trace`]: the review of traces

mod glyph;
mod wrap;
mod flow;
mod search;
mod layout;
mod action;
mod window;
mod state;
mod moves;
mod hits;
mod mouse;
mod update;
mod view;
mod osc52;
mod terminal;
pub(crate) mod trace;

#[cfg(test)]
mod tests;

pub(crate) use terminal::run;

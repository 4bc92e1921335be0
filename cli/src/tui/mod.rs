//! The review: a report, read side by side in the terminal.
//!
//! In: a [`Report`](ibid::report::Report). Out: nothing but what the reader copies. An event becomes an `Action`,
//! `update` makes the next `State` of it, `view` draws that; only [`terminal`] touches the world. Text reaches the
//! screen through [`glyph`] alone, which lets no control character pass. A frame costs `O(h · w + p)`, for the size of
//! the screen and p passages, however long the document is.
//!
//! - [`glyph`]: text -> what may stand in a cell
//! - [`wrap`]: a stretch of text -> lines
//! - [`flow`]: a whole text, and moves in it
//! - [`search`]: where a pattern stands
//! - [`layout`]: where the panes are
//! - [`action`]: keys and mouse -> actions
//! - [`window`]: what every review has
//! - [`state`], [`update`]: what is shown, and how it changes; [`moves`], [`hits`], [`mouse`] are parts of that
//! - [`view`]: the frame
//! - [`osc52`]: the clipboard
//! - [`terminal`]: the loop
//! - [`trace`]: traces in place of a report

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

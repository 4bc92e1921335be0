//! The reviews: a report or traces, read in the terminal.
//!
//! In: a [`Report`](ibid::report::Report) or [`Trace`](ibid::report::Trace)s. Out: only the text that the reader
//! copies. An event becomes an `Action`, [`panes::update`] computes the next state from it, and [`panes::draw`] draws
//! that state. Only [`terminal`] does input and output. Text reaches the screen only through [`glyph`], which lets no
//! control character pass. A frame costs `O(h · w + p)`, for a screen of h rows and w columns and p passages, however
//! long the document is.
//!
//! - [`glyph`]: text to symbols for cells
//! - [`wrap`]: text to lines
//! - [`flow`]: a whole text, and moves in it
//! - [`action`]: keys and mouse to actions
//! - [`keys`]: the commands with their names, and the keys that give them
//! - [`panes`]: lists, texts, the status line, the prompt and the help, and the keys that move in them
//! - [`ground`]: the colors that fit the terminal
//! - [`outside_messages`]: the messages about files, processes and the clipboard
//! - [`clipboard`]: the clipboard
//! - [`terminal`]: the event loop
//! - [`review`]: the review of reports
//! - [`trace`]: the review of traces

mod glyph;
mod wrap;
mod flow;
mod action;
mod keys;
mod panes;
mod ground;
mod outside_messages;
mod clipboard;
mod terminal;
mod review;
pub(crate) mod trace;

pub(crate) use keys::KeyFile;
pub(crate) use outside_messages::OutsideMessages;
pub(crate) use review::{Arrival, Decisions, ReviewInput, run};
pub(crate) use terminal::{Changes, Choices, Destination, Outside, ReportToWrite, Written};

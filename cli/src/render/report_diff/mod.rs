//! The differences between two reports, as text and as Markdown.
//!
//! - [`messages`]: the messages, and the table of figures that both forms show
//! - [`text`], [`markdown`]: the forms

mod markdown;
mod messages;
mod text;

pub(crate) use markdown::write_diff_markdown;
pub(crate) use text::write_diff_text;

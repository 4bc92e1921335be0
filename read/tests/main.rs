//! Papers as their readers have them, read whole.

#![expect(clippy::unwrap_used, reason = "a test fails where something is not as it should be")]

mod sheet;
mod parts;
mod docx;
mod docx_seen;
mod pptx;
mod epub;
mod odt;
mod hidden;
mod latex;
mod limits;
mod articles;
mod programs;
mod sheets;
mod rtf;
mod tagged;
mod text;

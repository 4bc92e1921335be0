//! Copying to the clipboard of the terminal, also over SSH (OSC 52).

use std::io::{self, Write};

use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::execute;

/// The most bytes of text. Terminals ignore longer sequences; xterm and tmux take a little more.
const MAX_TEXT_BYTES: usize = 50_000;

/// Writes the sequence that copies a text, cut to its first 50,000 bytes. Returns whether the text was copied whole.
///
/// # Errors
/// The terminal cannot be written.
pub(super) fn copy(out: &mut impl Write, text: &str) -> io::Result<bool> {
    let ends = 0..=text.len().min(MAX_TEXT_BYTES);
    let end = ends.rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let shown = text.get(..end).unwrap_or(text);
    execute!(out, CopyToClipboard::to_clipboard_from(shown))?;
    Ok(shown.len() == text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let mut out = vec![];
        assert!(copy(&mut out, "盐").unwrap());
        assert_eq!(out, b"\x1b]52;c;55uQ\x1b\\");
        out.clear();
        assert!(!copy(&mut out, &"盐".repeat(20_000)).unwrap());
        assert!(out.len() < 70_000);
    }
}

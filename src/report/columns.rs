//! Text -> its columns on a screen.
//!
//! Widths are those of `unicode-width`: most Chinese characters take two columns. `O(n)`.

use unicode_width::UnicodeWidthChar;

/// Returns the columns that a character takes.
pub fn width_cols(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Returns the columns that a text takes.
pub fn text_cols(text: &str) -> usize {
    text.chars().map(width_cols).sum()
}

/// Returns the beginning of a text that fits into `cols` columns, with `…` at its end if something was cut off.
pub fn shorten(text: &str, cols: usize) -> String {
    if text_cols(text) <= cols {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = text.chars().take_while(|&c| {
        used += width_cols(c);
        used <= cols
    });
    fits.chain(['…']).collect()
}

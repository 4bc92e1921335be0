//! Text -> its beginning, as much as fits into some columns of a screen.
//!
//! Widths are those of `unicode-width`: most Chinese characters take two columns. `O(n)`.

use unicode_width::UnicodeWidthChar;

/// Returns the beginning of a text that fits into `cols` columns, with `…` at its end if something was cut off.
pub fn shorten(text: &str, cols: usize) -> String {
    // The end of the part that leaves room for the mark.
    let mut cut = 0;
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used < cols {
            cut = at + c.len_utf8();
        } else if used > cols {
            return format!("{}…", text.get(..cut).unwrap_or(""));
        }
    }
    text.to_owned()
}

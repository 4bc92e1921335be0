//! Text on one row of the screen. All text goes through [`glyphs`] before it reaches a cell.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::render::{Language, ShortNames, shorten_name};
use crate::tui::glyph::{Class, Glyph, glyphs};

/// The most characters of which a beginning is made.
const MAX_BEGINNING_CHARS: usize = 200;

/// A writer that goes from left to right until the row is full.
pub(in crate::tui) struct Row<'b> {
    buffer: &'b mut Buffer,
    start: u16,
    x: u16,
    end: u16,
    y: u16,
}

impl Row<'_> {
    /// Starts a row of an area, counted from its top. Nothing is written outside the area.
    pub(in crate::tui) fn new(buffer: &mut Buffer, area: Rect, row: u16) -> Row<'_> {
        let is_inside = row < area.height;
        let end = if is_inside { area.right().min(buffer.area.right()) } else { area.x };
        Row { buffer, start: area.x, x: area.x, end, y: area.y.saturating_add(row) }
    }

    /// Gives the rest of the row a style.
    pub(in crate::tui) fn fill(&mut self, style: Style) {
        for x in self.x..self.end {
            if let Some(cell) = self.buffer.cell_mut((x, self.y)) {
                cell.set_style(style);
            }
        }
    }

    /// Writes a text. A glyph that does not fit ends the row.
    pub(in crate::tui) fn put(&mut self, text: &str, style: Style) -> &mut Self {
        for glyph in glyphs(text) {
            self.put_glyph(&glyph, style);
        }
        self
    }

    /// Writes a text in a column of `width` and the blank behind it.
    pub(in crate::tui) fn put_column(&mut self, text: &str, width: u16, style: Style) {
        let blanks = width.saturating_sub(cols(text)) + 1;
        self.put(text, style).put(&" ".repeat(blanks.into()), style);
    }

    /// Writes the beginning of a text as long as there is room.
    pub(in crate::tui) fn put_beginning(&mut self, text: &str, style: Style) {
        let beginning: String = text.chars().take(MAX_BEGINNING_CHARS).collect();
        self.put(&fit(&beginning.replace(['\n', '\r'], " "), self.left()), style);
    }

    /// Writes a glyph. A wide one is never cut.
    pub(in crate::tui) fn put_glyph(&mut self, glyph: &Glyph<'_>, style: Style) {
        if glyph.cols > self.end.saturating_sub(self.x) {
            self.end = self.x;
            return;
        }
        for col in 0..glyph.cols {
            if let Some(cell) = self.buffer.cell_mut((self.x + col, self.y)) {
                match (col, glyph.class) {
                    (_, Class::Space | Class::Newline) => cell.set_symbol(" ").set_style(style),
                    (0, _) => cell.set_symbol(&glyph.symbol).set_style(style),
                    // The second half of a wide glyph holds nothing of its own.
                    _ => cell.set_symbol(" ").set_style(style),
                };
            }
        }
        self.x += glyph.cols;
    }

    /// Moves ahead to a column of the row; never back.
    pub(in crate::tui) fn skip_to(&mut self, col: u16) {
        self.x = self.x.max(self.start.saturating_add(col)).min(self.end);
    }

    /// Returns the number of columns left.
    pub(in crate::tui) fn left(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }
}

/// Returns the width of a text in columns.
pub(in crate::tui) fn cols(text: &str) -> u16 {
    glyphs(text).fold(0u16, |sum, glyph| sum.saturating_add(glyph.cols))
}

/// Returns the beginning of a text in at most `cols` columns. If it was cut, it ends with `…`.
pub(in crate::tui) fn fit(text: &str, cols: u16) -> String {
    let mut kept = String::new();
    let (mut used, mut end) = (0, 0);
    for glyph in glyphs(text) {
        if used + glyph.cols > cols {
            kept.truncate(end);
            kept.push_str(if cols > 0 { "…" } else { "" });
            return kept;
        }
        used += glyph.cols;
        kept.push_str(&glyph.symbol);
        // The text may be cut here, with room left for the sign.
        if used < cols {
            end = kept.len();
        }
    }
    kept
}

/// Returns a name in at most `cols` columns: its beginning and its end, with `…` between.
pub(in crate::tui) fn fit_name(name: &str, cols: u16) -> String {
    shorten_name(&symbols(name), cols.into())
}

/// Shortens the names of a list, each given with its key, to at most `cols` columns, so that no two look alike.
pub(in crate::tui) fn fit_names<'n>(
    names: impl IntoIterator<Item = (&'n str, impl AsRef<str>)>,
    cols: u16,
) -> ShortNames {
    let shown = names.into_iter().map(|(key, name)| (key, symbols(name.as_ref()).into()));
    ShortNames::new(shown, cols.into())
}

/// Returns the first of some texts that fits into `cols` columns.
pub(in crate::tui) fn first_fit<T: AsRef<str>>(texts: impl IntoIterator<Item = T>, room: u16) -> Option<T> {
    texts.into_iter().find(|text| cols(text.as_ref()) <= room)
}

/// Returns a text as it is sent to the terminal.
fn symbols(text: &str) -> String {
    glyphs(text).map(|glyph| glyph.symbol).collect()
}

/// Formats a share as a percentage, right-aligned to the width of 100 %.
pub(in crate::tui) fn right_percent(language: Language, share: f64, decimals: usize) -> String {
    let cols = language.percent(1.0, decimals).len();
    format!("{:>cols$}", language.percent(share, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_fitted() {
        for (text, cols, expected) in [
            ("salt", 4, "salt"),
            ("salt", 3, "sa…"),
            ("盐路", 4, "盐路"),
            ("盐路", 3, "盐…"),
            ("盐路", 2, "…"),
            ("salt", 1, "…"),
            ("salt", 0, ""),
            ("", 0, ""),
        ] {
            assert_eq!(fit(text, cols), expected, "{text} in {cols}");
        }
    }

    #[test]
    fn a_name_keeps_both_ends() {
        assert_eq!(fit_name("library/salt.txt", 9), "li…lt.txt");
        assert_eq!(fit_name("库/盐路.txt", 10), "库…路.txt");
        assert_eq!(fit_name("a/b", 0), "");
    }

    #[test]
    fn names_of_one_list_never_look_alike() {
        let list = [("1", "salt\u{200b}"), ("2", "salt\u{202e}"), ("3", "盐")];
        let names = fit_names(list, 9);
        assert_eq!(["1", "2", "3"].map(|key| names.get(key)), ["salt\u{FFFD}", "salt\u{FFFD}~2", "盐"]);
    }

    #[test]
    fn a_wide_glyph_is_not_cut_at_the_end() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        let area = buffer.area;
        Row::new(&mut buffer, area, 0).put("盐路", Style::new().red());
        assert_eq!(buffer[(0, 0)].symbol(), "盐");
        assert_eq!(buffer[(2, 0)].symbol(), " ");
    }
}

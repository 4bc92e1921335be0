//! A text field of several lines, for notes.
//!
//! The lines and the caret are those of [`TextArea`]. They are wrapped and drawn as all other texts are, since its own
//! drawing lets characters pass on whose width terminals disagree. `O(n)`, for n bytes.

use ratatui_textarea::{CursorMove, DataCursor, TextArea};
use tui_input::InputRequest;

use crate::tui::glyph::byte_of_char;
use crate::tui::wrap::{Line, wrap};

/// A text with a caret.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct Note {
    area: TextArea<'static>,
}

/// A row of the screen with a part of a line.
pub(super) struct NoteRow<'n> {
    /// The index of the line.
    line: usize,
    /// The words of the line.
    words: &'n str,
    /// The part of the line.
    pub(super) part: Line<'n>,
}

/// The place of the caret, in rows and columns of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CaretPlace {
    pub(super) row: usize,
    pub(super) col: u16,
}

impl Note {
    /// Makes a field with a text, whose caret is at the end.
    pub(super) fn new(text: &str) -> Note {
        let mut area: TextArea<'static> = text.lines().collect();
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Note { area }
    }

    /// Returns the text.
    pub(in crate::tui) fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Inserts a text, or its beginning so that the field has at most `most` characters.
    pub(super) fn insert(&mut self, text: &str, most: usize) {
        let left = most.saturating_sub(self.text().chars().count());
        self.area.insert_str(text.chars().take(left).collect::<String>());
    }

    /// Moves the caret, or deletes.
    pub(super) fn edit(&mut self, request: InputRequest) {
        match request {
            InputRequest::InsertChar(c) => self.area.insert_char(c),
            InputRequest::GoToPrevChar => self.area.move_cursor(CursorMove::Back),
            InputRequest::GoToNextChar => self.area.move_cursor(CursorMove::Forward),
            InputRequest::GoToPrevWord => self.area.move_cursor(CursorMove::WordBack),
            InputRequest::GoToNextWord => self.area.move_cursor(CursorMove::WordForward),
            InputRequest::GoToStart => self.area.move_cursor(CursorMove::Head),
            InputRequest::GoToEnd => self.area.move_cursor(CursorMove::End),
            InputRequest::DeletePrevChar => _ = self.area.delete_char(),
            InputRequest::DeleteNextChar => _ = self.area.delete_next_char(),
            InputRequest::DeletePrevWord => _ = self.area.delete_word(),
            InputRequest::DeleteNextWord => _ = self.area.delete_next_word(),
            InputRequest::DeleteTillEnd => _ = self.area.delete_line_by_end(),
            InputRequest::DeleteFromStart => _ = self.area.delete_line_by_head(),
            InputRequest::DeleteLine => {
                self.area.move_cursor(CursorMove::End);
                self.area.delete_line_by_head();
            }
            InputRequest::Yank => _ = self.area.paste(),
            InputRequest::SetCursor(_) => {}
        }
    }

    /// Returns the rows of the field in some columns; at least one.
    pub(super) fn rows(&self, cols: u16) -> Vec<NoteRow<'_>> {
        let mut rows = vec![];
        for (line, words) in self.area.lines().iter().enumerate() {
            for part in wrap(words, 0, cols, &[]) {
                rows.push(NoteRow { line, words, part });
            }
        }
        rows
    }

    /// Returns the place of the caret in the rows of the field.
    pub(super) fn caret(&self, rows: &[NoteRow<'_>]) -> CaretPlace {
        let DataCursor(line, chars) = self.area.cursor();
        let byte = self.area.lines().get(line).map_or(0, |words| byte_of_char(words, chars));
        // Between two rows of a line, the caret is at the beginning of the second.
        let behind = rows.partition_point(|row| (row.line, row.part.start) <= (line, byte));
        let mut place = CaretPlace { row: behind.saturating_sub(1), col: 0 };
        if let Some(row) = rows.get(place.row) {
            for glyph in &row.part.glyphs {
                if glyph.at < byte {
                    place.col += glyph.cols;
                }
            }
        }
        place
    }

    /// Moves the caret up or down by rows of a field with some columns, to the nearest column.
    pub(super) fn move_rows(&mut self, by: isize, cols: u16) {
        let rows = self.rows(cols);
        let from = self.caret(&rows);
        let Some(NoteRow { line, words, part }) = rows.get(from.row.wrapping_add_signed(by)) else { return };
        let mut byte = match part.glyphs.last() {
            // Behind a row that goes on in the next one, the caret would be in that.
            Some(last) if part.end < words.len() => last.at,
            _ => part.end,
        };
        let mut end = 0;
        for glyph in &part.glyphs {
            end += glyph.cols;
            if end > from.col {
                byte = glyph.at;
                break;
            }
        }
        let chars = words.get(..byte).unwrap_or(words).chars().count();
        let place = CursorMove::Jump(*line as u16, chars as u16);
        self.area.move_cursor(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(note: &Note, cols: u16) -> (usize, u16) {
        let CaretPlace { row, col } = note.caret(&note.rows(cols));
        (row, col)
    }

    #[test]
    fn the_caret_is_where_the_text_stands() {
        for (text, cols, expected) in [
            ("", 10, (0, 0)),
            ("salt", 10, (0, 4)),
            ("盐路", 10, (0, 4)),
            ("盐路穿过山口", 4, (2, 4)),
            ("salt ", 10, (0, 5)),
            ("one\n盐", 10, (1, 2)),
            ("one\n", 10, (0, 3)),
            ("e\u{301}a", 10, (0, 2)),
        ] {
            assert_eq!(place(&Note::new(text), cols), expected, "{text:?} in {cols}");
        }
        let mut note = Note::new("盐路穿过山口");
        let mut back = || {
            note.edit(InputRequest::GoToPrevChar);
            place(&note, 4)
        };
        assert_eq!([back(), back(), back()], [(2, 2), (2, 0), (1, 2)]);
    }

    #[test]
    fn lines_are_begun_joined_and_gone_through() {
        let mut note = Note::new("盐路");
        note.insert("\nsalt road", 100);
        assert_eq!((note.text().as_str(), place(&note, 20)), ("盐路\nsalt road", (1, 9)));
        note.move_rows(-1, 20);
        assert_eq!(place(&note, 20), (0, 4));
        note.move_rows(1, 20);
        assert_eq!(place(&note, 20), (1, 4));
        note.move_rows(-9, 20);
        assert_eq!(place(&note, 20), (1, 4), "there is no such row");
        note.edit(InputRequest::GoToStart);
        note.edit(InputRequest::DeletePrevChar);
        assert_eq!((note.text().as_str(), place(&note, 20)), ("盐路salt road", (0, 4)));
        note.edit(InputRequest::DeleteLine);
        assert_eq!(note.text(), "");
    }

    #[test]
    fn a_row_up_in_a_wrapped_line_stays_in_its_column() {
        let mut note = Note::new("盐路穿过山口");
        note.edit(InputRequest::GoToPrevChar);
        assert_eq!(place(&note, 4), (2, 2));
        note.move_rows(-1, 4);
        assert_eq!(place(&note, 4), (1, 2));
        note.edit(InputRequest::GoToEnd);
        note.move_rows(-1, 4);
        assert_eq!(place(&note, 4), (1, 2), "behind its last glyph it would be in the next row");
    }

    #[test]
    fn a_note_has_a_limit() {
        let mut note = Note::new("盐路");
        note.insert("salt", 4);
        assert_eq!(note.text(), "盐路sa");
        note.insert("x", 4);
        assert_eq!(note.text(), "盐路sa");
    }
}

//! The place of a document's text in the file that it was read from: line and column, or page.
//!
//! Beside the text, a reader keeps what is needed to find its places in the file again. A plain text is its file, so
//! nothing is kept. For text without its markup, a few bytes are kept for each stretch that is the same in text and
//! file.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::chars::{Between, CharIndex};

/// The relation of a document's text to the file that it was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// An unknown file, as for a record of JSONL.
    #[default]
    Unknown,
    /// A file that is the text itself.
    File,
    /// A file that is the text with markup.
    Markup(Vec<Stretch>),
    /// A file with pages, such as PDF. The pages are in the order of the text.
    Pages(Vec<PageStart>),
}

/// The beginning of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageStart {
    /// The first byte in the text.
    pub byte: u32,
    /// The number of the page in the file, from 1.
    pub page: u32,
}

/// A stretch of text that is the same in the file, up to the next stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The first byte in the text.
    pub byte: u32,
    /// The line of the file, counted from 1; 0 if unknown.
    pub line: u32,
    /// The column in that line, counted from 1 in code points.
    pub column: u32,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilePlace {
    /// A line and a column, both counted from 1 as in editors; the column in code points.
    Line {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// The page, from 1.
    Page(u32),
}

impl Origin {
    /// Makes the origin of a text without its markup. `places` are bytes of the text, in their order, each with its
    /// byte in the file, or `None` if it has none there. Between two places, text and file are the same. `O(n + p log
    /// n)` for n bytes and p places.
    pub fn markup(places: &[(u32, Option<u32>)], file: &str) -> Origin {
        let (lines, chars) = (LineIndex::new(file), Between::of(file));
        let mut stretches: Vec<Stretch> = Vec::with_capacity(places.len());
        let mut last: Option<(u32, u32)> = None;
        for &(byte, place) in places {
            let (line, column) = place.map_or((0, 0), |place| lines.at(&chars, place));
            // A stretch that only continues the one before is left out.
            let follows = match (stretches.last(), last, place) {
                (Some(before), Some((text, file)), Some(place)) => {
                    before.line == line && place.checked_sub(file) == byte.checked_sub(text)
                }
                (Some(before), _, None) => before.line == 0,
                _ => false,
            };
            if !follows {
                stretches.push(Stretch { byte, line, column });
            }
            last = place.map(|place| (byte, place));
        }
        stretches.shrink_to_fit();
        Origin::Markup(stretches)
    }
}

#[cfg(test)]
impl FilePlace {
    /// Returns line and column, or `None` for a page.
    pub(crate) fn line_and_column(self) -> Option<(u32, u32)> {
        match self {
            FilePlace::Line { line, column } => Some((line, column)),
            FilePlace::Page(_) => None,
        }
    }
}

/// A finder of the places of one text in its file.
#[derive(Debug)]
pub(crate) struct FilePlaces<'d> {
    chars: Between<'d>,
    origin: &'d Origin,
    /// The beginnings of the lines, if the text is the file; otherwise empty.
    lines: LineIndex,
}

impl<'d> FilePlaces<'d> {
    /// Returns the places of a text that is looked at once.
    #[cfg(test)]
    pub(crate) fn new(text: &'d str, origin: &'d Origin) -> FilePlaces<'d> {
        PlaceFigures::default().places(text, origin)
    }

    /// Returns the place in the file of a byte of the text.
    pub(crate) fn at(&self, byte: u32) -> Option<FilePlace> {
        let (line, column) = match self.origin {
            Origin::Unknown => return None,
            Origin::File => self.lines.at(&self.chars, byte),
            Origin::Markup(stretches) => {
                let at = stretches.partition_point(|stretch| stretch.byte <= byte).checked_sub(1)?;
                let stretch = stretches.get(at)?;
                if stretch.line == 0 {
                    return None;
                }
                (stretch.line, stretch.column + self.chars.count(stretch.byte, byte))
            }
            Origin::Pages(pages) => {
                let at = pages.partition_point(|page| page.byte <= byte).checked_sub(1)?;
                return Some(FilePlace::Page(pages.get(at)?.page));
            }
        };
        Some(FilePlace::Line { line, column })
    }
}

/// The indexes that find the places of one text, kept without the text. Each is made when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct PlaceFigures {
    chars: OnceLock<Arc<[u32]>>,
    lines: OnceLock<LineIndex>,
}

impl PlaceFigures {
    /// Returns the index of the characters of the text.
    pub(crate) fn chars<'t>(&self, text: &'t str) -> CharIndex<'t> {
        let figures = self.chars.get_or_init(|| CharIndex::new(text).figures());
        CharIndex::with(text, Arc::clone(figures))
    }

    /// Returns the places of the text in its file.
    pub(crate) fn places<'d>(&self, text: &'d str, origin: &'d Origin) -> FilePlaces<'d> {
        let lines = match origin {
            Origin::File => self.lines.get_or_init(|| LineIndex::new(text)).clone(),
            _ => LineIndex::default(),
        };
        // Lines and stretches may be long: their characters are counted by the index, which is made once.
        if matches!(origin, Origin::File | Origin::Markup(_)) {
            self.chars(text);
        }
        FilePlaces { chars: Between::with(text, self.chars.clone()), origin, lines }
    }
}

/// The bytes at which the lines of a text begin.
#[derive(Clone, Debug, Default)]
struct LineIndex(Arc<[u32]>);

impl LineIndex {
    fn new(text: &str) -> LineIndex {
        let mut starts = vec![0];
        for (byte, next) in text.bytes().zip(1..) {
            if byte == b'\n' {
                starts.push(next);
            }
        }
        LineIndex(starts.into())
    }

    /// Returns line and column of a byte, both counted from 1. A byte order mark takes no column.
    fn at(&self, chars: &Between<'_>, byte: u32) -> (u32, u32) {
        let line = self.0.partition_point(|&start| start <= byte);
        let start = line.checked_sub(1).and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        let start = if start == 0 && chars.text().starts_with('\u{FEFF}') { 3.min(byte) } else { start };
        (line as u32, 1 + chars.count(start, byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, origin: &Origin, find: &str) -> Option<(u32, u32)> {
        let byte = text.find(find).unwrap() as u32;
        FilePlaces::new(text, origin).at(byte).and_then(FilePlace::line_and_column)
    }

    #[test]
    fn a_plain_text_is_its_file() {
        let text = "\u{FEFF}One two.\r\n三四五\n\nsix";
        for (find, line, column) in
            [("One", 1, 1), ("two", 1, 5), ("三", 2, 1), ("五", 2, 3), ("six", 4, 1), ("x", 4, 3)]
        {
            assert_eq!(at(text, &Origin::File, find), Some((line, column)), "{find}");
        }
        assert_eq!(at(text, &Origin::Unknown, "One"), None);
        assert_eq!(FilePlaces::new("", &Origin::File).at(9), Some(FilePlace::Line { line: 1, column: 1 }));
    }

    #[test]
    fn a_text_without_markup_is_found_stretch_by_stretch() {
        let file = "# 标题\n\nOne **two** three\nfour <b>x</b> end\n";
        let text = "标题\n\nOne two three four y end";
        let place = |word: &str| (text.find(word).unwrap() as u32, file.find(word).map(|at| at as u32));
        let origin = Origin::markup(
            &[
                place("标题"),
                place("One"),
                place("two"),
                place(" three"),
                place("four"),
                place("y"),
                place("end"),
            ],
            file,
        );
        for (find, expected) in [
            ("题", Some((1, 4))),
            ("One", Some((3, 1))),
            ("two", Some((3, 7))),
            ("wo", Some((3, 8))),
            ("three", Some((3, 13))),
            ("four", Some((4, 1))),
            ("y", None),
            ("end", Some((4, 15))),
        ] {
            assert_eq!(at(text, &origin, find), expected, "{find}");
        }
        assert_eq!(FilePlaces::new(text, &Origin::markup(&[], file)).at(3), None);
    }

    #[test]
    fn what_follows_from_the_stretch_before_is_left_out() {
        let origin =
            Origin::markup(&[(0, Some(2)), (3, Some(5)), (5, Some(9)), (7, None), (8, None)], "0123456789");
        let Origin::Markup(stretches) = origin else { panic!() };
        assert_eq!(stretches.iter().map(|stretch| stretch.byte).collect::<Vec<_>>(), [0, 5, 7]);
    }
}

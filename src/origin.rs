//! Where the text of a document stands in the file that it was read from: line and column, or page.
//!
//! A reader keeps with the text what is needed to find its places in the file again: nothing for plain text, which is the
//! file, and a few bytes for each stretch that stands in the file as it stands in the text, for text without its markup.

use std::sync::{Arc, OnceLock};

use crate::chars::{Between, CharIndex};

/// What is known of the file that a document was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Nothing, as of a record of JSONL.
    #[default]
    Unknown,
    /// The text is the file.
    File,
    /// The text is the file without its markup.
    Markup(Vec<Stretch>),
    /// The text is that of a file with pages, such as PDF, which begin here, in their order.
    Pages(Vec<PageStart>),
}

/// Where a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageStart {
    /// The first byte in the text.
    pub byte: u32,
    /// The number of the page in the file, from 1.
    pub page: u32,
}

/// Text that stands in the file as it is, up to the next stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where it begins in the text, in bytes.
    pub(crate) byte: u32,
    /// The line of the file, counted from 1; 0 where it is not known.
    pub(crate) line: u32,
    /// The column of that line, counted from 1 in code points.
    pub(crate) column: u32,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilePlace {
    /// As editors count, from 1; the column in code points.
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
    /// That of a text without its markup. `places` are places of the text and of the file, in bytes and in the order of the
    /// text: what stands between two of them stands in the file as it stands in the text. What has no place in the file has
    /// `None`. `O(n + p log n)` for n bytes and p places.
    pub(crate) fn markup(places: &[(u32, Option<u32>)], file: &str) -> Origin {
        let (lines, chars) = (LineIndex::new(file), Between::of(file));
        let mut stretches: Vec<Stretch> = Vec::with_capacity(places.len());
        let mut last: Option<(u32, u32)> = None;
        for &(byte, place) in places {
            let (line, column) = place.map_or((0, 0), |place| lines.at(&chars, place));
            // What follows from the stretch before is left out.
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
    /// Line and column, where the file has lines.
    pub(crate) fn line_and_column(self) -> Option<(u32, u32)> {
        match self {
            FilePlace::Line { line, column } => Some((line, column)),
            FilePlace::Page(_) => None,
        }
    }
}

/// Finds places of one text in its file.
#[derive(Debug)]
pub(crate) struct FilePlaces<'d> {
    chars: Between<'d>,
    origin: &'d Origin,
    /// Where the lines of a text begin that is the file.
    lines: LineIndex,
}

impl<'d> FilePlaces<'d> {
    /// Reads the text once, if it is the file.
    pub(crate) fn new(text: &'d str, origin: &'d Origin) -> FilePlaces<'d> {
        PlaceFigures::default().places(text, origin)
    }

    /// Where a byte of the text stands in the file.
    pub(crate) fn at(&self, byte: u32) -> Option<FilePlace> {
        let (line, column) = match self.origin {
            Origin::Unknown => return None,
            Origin::File => self.lines.at(&self.chars, byte),
            Origin::Markup(stretches) => {
                let at = stretches.partition_point(|stretch| stretch.byte <= byte).checked_sub(1)?;
                let stretch = stretches.get(at).filter(|stretch| stretch.line > 0)?;
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

/// The figures by which places of one text are told, without the text. Each is made when it is first needed.
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
        FilePlaces { chars: Between::with(text, self.chars.clone()), origin, lines }
    }
}

/// The bytes at which the lines of a text begin.
#[derive(Clone, Debug, Default)]
struct LineIndex(Arc<[u32]>);

impl LineIndex {
    fn new(text: &str) -> LineIndex {
        let breaks = text.bytes().zip(1..).filter(|&(byte, _)| byte == b'\n').map(|(_, next)| next);
        LineIndex(std::iter::once(0).chain(breaks).collect())
    }

    /// Line and column of a byte, both counted from 1. A byte order mark is no column.
    fn at(&self, chars: &Between<'_>, byte: u32) -> (u32, u32) {
        let line = self.0.partition_point(|&start| start <= byte);
        let start = line.checked_sub(1).and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        let start = if start == 0 && chars.text().starts_with('\u{FEFF}') { 3.min(byte) } else { start };
        (line as u32, 1 + chars.count(start, byte))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The letters of a text whose places in the file are known, and hold another character.
    pub(crate) fn misplaced(text: &str, origin: &Origin, file: &str) -> Vec<(char, Option<char>)> {
        let lines: Vec<Vec<char>> = file.split('\n').map(|line| line.chars().collect()).collect();
        let places = FilePlaces::new(text, origin);
        let there = |place: FilePlace| {
            let (line, column) = place.line_and_column()?;
            let skipped = usize::from(line == 1 && file.starts_with('\u{FEFF}'));
            lines.get(line as usize - 1)?.get(column as usize - 1 + skipped).copied()
        };
        let letters = text.char_indices().filter(|(_, c)| c.is_alphanumeric());
        let found = letters.filter_map(|(byte, c)| Some((c, there(places.at(byte as u32)?))));
        // A character that the file names by a reference stands where that begins.
        found.filter(|&(c, there)| there != Some(c) && there != Some('&')).collect()
    }

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

//! Cuts the JSON of a report, one document per line, into pieces that can be parsed apart.
//!
//! In: a block of lines, whose last one may go on in the next block. Out: the ranges of its pieces. A line ends only at a
//! document's end, since JSON escapes the line ends of its texts. Passages of a long document are cut where one ends and the
//! next begins: the bytes `},{"a":"` cannot stand inside a text, whose quotation marks would be escaped. `O(n)`; nothing is
//! parsed, so a piece of a damaged report is damaged too.

use std::ops::Range;

use memchr::{memchr, memmem};

/// The least bytes of a piece of a long document.
const PIECE_BYTES: usize = if cfg!(test) { 1 << 9 } else { 1 << 20 };
/// The field of the passages, with the first one.
const PASSAGES: &[u8] = b"\"passages\":[{";
/// The end of a passage and the beginning of the next.
const BETWEEN: &[u8] = b"},{\"a\":\"";

/// A part of the documents' JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A document.
    Document(Range<usize>),
    /// A document without its passages, and without the end of their list.
    Head(Range<usize>),
    /// Passages of the document before, with commas between them.
    Passages(Range<usize>),
}

impl Piece {
    /// Returns its bytes in the block.
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            Piece::Document(range) | Piece::Head(range) | Piece::Passages(range) => range.clone(),
        }
    }
}

/// The pieces of a block.
#[derive(Debug, Default)]
pub(super) struct Cut {
    pub(super) pieces: Vec<Piece>,
    /// The bytes that are in pieces, with the commas behind them.
    pub(super) used: usize,
    /// True if what follows are further passages of the last document.
    pub(super) is_inside: bool,
    /// True if the last document is among the pieces.
    pub(super) is_end: bool,
}

/// Returns the bytes of a line from a place on.
fn rest_from(line: &[u8], at: usize) -> &[u8] {
    line.get(at..).unwrap_or_default()
}

impl Cut {
    /// Cuts a block. `is_inside` tells whether it begins with passages, `is_last` whether the input ends with it.
    pub(super) fn new(block: &[u8], is_inside: bool, is_last: bool) -> Cut {
        let mut cut = Cut { is_inside, ..Cut::default() };
        while !cut.is_end && cut.used < block.len() {
            let rest = block.get(cut.used..).unwrap_or_default();
            let end = memchr(b'\n', rest).or(is_last.then_some(rest.len()));
            if !cut.line(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default(), end.is_some()) {
                break;
            }
        }
        cut
    }

    /// Cuts the rest of a line. Returns whether all of it is in pieces.
    fn line(&mut self, line: &[u8], is_whole: bool) -> bool {
        let start = self.used;
        let mut at = 0;
        if !self.is_inside && (!is_whole || line.len() > PIECE_BYTES) {
            let Some(found) = memmem::find(line, PASSAGES) else { return is_whole && self.end_line(line) };
            at = found + PASSAGES.len() - 1;
            self.pieces.push(Piece::Head(start..start + at));
            self.is_inside = true;
        }
        let between = memmem::Finder::new(BETWEEN);
        while self.is_inside && (!is_whole || rest_from(line, at).len() > PIECE_BYTES) {
            let Some(found) = between.find(rest_from(line, at + PIECE_BYTES)) else { break };
            let end = at + PIECE_BYTES + found + 1;
            self.pieces.push(Piece::Passages(start + at..start + end));
            at = end + 1;
        }
        self.used = start + at;
        is_whole && self.end_line(rest_from(line, at))
    }

    /// Takes the last piece of a line, which is the rest of it. Returns true.
    fn end_line(&mut self, rest: &[u8]) -> bool {
        let ends: [(&[u8], bool); 3] = match self.is_inside {
            true => [(b"]}]}", true), (b"]},", false), (b"]}", false)],
            false => [(b"]}", true), (b",", false), (b"", false)],
        };
        let (mut left, mut is_end) = (rest, false);
        for (end, ends_list) in ends {
            if let Some(before) = rest.strip_suffix(end) {
                (left, is_end) = (before, ends_list);
                break;
            }
        }
        let range = self.used..self.used + left.len();
        let piece = if self.is_inside { Piece::Passages(range) } else { Piece::Document(range) };
        self.pieces.push(piece);
        (self.used, self.is_inside, self.is_end) = (self.used + rest.len() + 1, false, is_end);
        true
    }
}

//! The text of a document, with the marks of all findings -> paragraphs of a page.
//!
//! Findings may overlap. Each character shows the shortest of its findings, so that one inside of another is seen;
//! segments name all of theirs. Paragraphs come in chunks, of which a browser lays out only those in sight.
//! `O(n + f log f)` for n characters and f findings, plus the characters of the findings.

use std::cmp::Reverse;
use std::ops::Range;

use super::marked::{Piece, is_hard_wrapped, push_char, tag};
use crate::render::marks::MarkedWords;
use crate::render::wrap::text_cols;

/// The columns of text in a chunk: more than a window shows, and little to lay out.
const CHUNK_COLS: usize = 4000;

/// A place of a finding in the text.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) chars: Range<u32>,
    /// The number of the finding on the page.
    pub(super) key: usize,
    /// The marks of its words, relative to its start; none where it is repeated.
    pub(super) marks: Vec<MarkedWords>,
}

/// Paragraphs that are laid out together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) paragraphs: Vec<Paragraph>,
    cols: usize,
}

/// A paragraph, or a line of one whose lines the writer ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Paragraph {
    /// True if it follows another line without a blank one between them.
    pub(super) is_line: bool,
    pub(super) segments: Vec<Segment>,
}

/// A stretch of text in the same findings.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// The keys of the findings, the shown one first; empty for text without any.
    pub(super) keys: Vec<usize>,
    /// The keys of the findings that begin here.
    pub(super) begins: Vec<usize>,
    pub(super) pieces: Vec<Piece>,
}

/// Divides a text into paragraphs with the marks of `places`.
pub(super) fn paper(text: &str, mut places: Vec<Place>) -> Vec<Chunk> {
    let chars: Vec<char> = text.chars().collect();
    for place in &mut places {
        place.chars.end = place.chars.end.min(chars.len() as u32);
    }
    places.retain(|place| !place.chars.is_empty());
    // The shortest come last, and write over the others.
    places.sort_by_key(|place| (Reverse(place.chars.len()), place.chars.start, place.key));
    let tags = tags(&places, chars.len());
    let mut edges = edges(&places).into_iter().peekable();
    let mut open: Vec<usize> = vec![];
    let mut chunks: Vec<Chunk> = vec![];
    for (lines, is_line) in paragraphs(text) {
        let mut paragraph = Paragraph { is_line, segments: vec![] };
        let mut begins = vec![];
        for at in lines.clone() {
            let mut is_new = at == lines.start;
            while let Some((_, is_start, rank)) = edges.next_if(|(edge, ..)| *edge as usize <= at) {
                open.retain(|&other| other != rank);
                if is_start {
                    open.push(rank);
                    begins.push(places[rank].key);
                }
                is_new = true;
            }
            if is_new {
                open.sort_unstable_by_key(|&rank| Reverse(rank));
                let mut keys: Vec<usize> = open.iter().map(|&rank| places[rank].key).collect();
                keys.dedup();
                let begins = std::mem::take(&mut begins);
                paragraph.segments.push(Segment { keys, begins, pieces: vec![] });
            }
            if let Some(segment) = paragraph.segments.last_mut() {
                push_char(&mut segment.pieces, chars[at], tags[at], false);
            }
        }
        push_paragraph(&mut chunks, paragraph);
    }
    chunks
}

/// Returns the element of each character.
fn tags(places: &[Place], count: usize) -> Vec<&'static str> {
    let mut tags = vec![""; count];
    for place in places {
        let inside = &mut tags[place.chars.start as usize..place.chars.end as usize];
        inside.fill("");
        for words in &place.marks {
            if let Some(marked) = inside.get_mut(words.chars.clone()) {
                marked.fill(tag(words.mark));
            }
        }
    }
    tags
}

/// Returns where places end and begin, in order.
fn edges(places: &[Place]) -> Vec<(u32, bool, usize)> {
    let mut edges = vec![];
    for (rank, place) in places.iter().enumerate() {
        edges.extend([(place.chars.start, true, rank), (place.chars.end, false, rank)]);
    }
    edges.sort_unstable();
    edges
}

/// Returns the paragraphs of a text in characters, without blank lines, and whether each goes on without one. Where the
/// writer ended the lines, each line is a paragraph.
fn paragraphs(text: &str) -> Vec<(Range<usize>, bool)> {
    let keeps_lines = !is_hard_wrapped(text);
    let mut paragraphs: Vec<(Range<usize>, bool)> = vec![];
    let (mut at, mut goes_on) = (0, false);
    for line in text.split_inclusive('\n') {
        let inside = at..at + line.trim_end_matches(['\n', '\r']).chars().count();
        at += line.chars().count();
        let is_blank = line.trim().is_empty();
        match paragraphs.last_mut() {
            Some((last, _)) if goes_on && !is_blank && !keeps_lines => last.end = inside.end,
            _ if !is_blank => paragraphs.push((inside, goes_on)),
            _ => {}
        }
        goes_on = !is_blank;
    }
    paragraphs
}

/// Appends a paragraph to the last chunk, or to a new one if that is full.
fn push_paragraph(chunks: &mut Vec<Chunk>, paragraph: Paragraph) {
    let mut cols = 0;
    for segment in &paragraph.segments {
        cols += segment.pieces.iter().map(|piece| text_cols(&piece.text)).sum::<usize>();
    }
    match chunks.last_mut() {
        Some(chunk) if chunk.cols < CHUNK_COLS => {
            chunk.paragraphs.push(paragraph);
            chunk.cols += cols;
        }
        _ => chunks.push(Chunk { paragraphs: vec![paragraph], cols }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Mark;

    fn place(chars: Range<u32>, key: usize) -> Place {
        Place { chars, key, marks: vec![] }
    }

    /// Shows segments as `keys:text`, with marked words in their elements.
    fn shown(text: &str, places: Vec<Place>) -> Vec<String> {
        let mut shown = vec![];
        for paragraph in paper(text, places).iter().flat_map(|chunk| &chunk.paragraphs) {
            for segment in &paragraph.segments {
                let text: String = segment
                    .pieces
                    .iter()
                    .map(|piece| match piece.tag {
                        "" => piece.text.clone(),
                        tag => format!("<{tag}>{}</{tag}>", piece.text),
                    })
                    .collect();
                let keys: Vec<String> = segment.keys.iter().map(usize::to_string).collect();
                shown.push(format!("{}{}:{text}", keys.join("+"), "!".repeat(segment.begins.len())));
            }
        }
        shown
    }

    #[test]
    fn the_shorter_of_two_findings_is_shown() {
        let places = vec![place(4..20, 1), place(9..13, 2)];
        assert_eq!(
            shown("The long road of the salt", places),
            [":The ", "1!:long ", "2+1!:road", "1: of the", ": salt"]
        );
        assert_eq!(shown("盐路穿过山口", vec![place(0..2, 1), place(2..99, 2)]), ["1!:盐路", "2!:穿过山口"]);
        assert_eq!(shown("one", vec![place(7..9, 1), place(2..2, 2)]), [":one"]);
    }

    #[test]
    fn findings_go_on_across_paragraphs() {
        assert_eq!(shown("one\n\ntwo six", vec![place(1..8, 3)]), [":o", "3!:ne", "3:two", ": six"]);
        // Its first character is the end of a line.
        assert_eq!(shown("one\n\ntwo", vec![place(3..8, 3)]), [":one", "3!:two"]);
    }

    #[test]
    fn differences_are_marked() {
        let marks = vec![MarkedWords { mark: Mark::Changed, bytes: 1..3, chars: 1..3 }];
        let place = Place { chars: 2..7, key: 1, marks };
        assert_eq!(shown("a bcdef g", vec![place]), [":a ", "1!:b<b>cd</b>ef", ": g"]);
    }

    #[test]
    fn a_long_text_comes_in_chunks() {
        let text = "盐路穿过山口。\n\n".repeat(1000);
        let chunks = paper(&text, vec![]);
        assert_eq!(chunks.iter().map(|chunk| chunk.paragraphs.len()).sum::<usize>(), 1000);
        assert!(chunks.len() > 2 && chunks.iter().all(|chunk| chunk.cols < CHUNK_COLS + 20));
    }
}

//! The paragraphs of a tagged PDF, in the order of its structure tree, where the tree is sound.
//!
//! It is sound when it holds nearly all text that is seen, and divides it: programs that tag nothing but the whole page, or
//! half of the text, tell nothing. What it leaves out is laid out by its place, behind the blocks of its page.

use std::collections::HashMap;

use super::device::Mark;
use super::flow::is_typescript;
use super::kinds;
use super::lines::{Line, lines};
use super::page::PageText;
use super::paragraphs::{Paragraph, Shape};
use super::segment::Segment;
use super::tags::Tags;
use crate::Kind;

/// How many characters a block has at most, on average, in a tree that divides the text.
const LONGEST: usize = 3_000;

/// Whether the tree of a file is to be followed.
pub(super) fn is_sound(tags: &Tags, pages: &[PageText]) -> bool {
    let (mut inside, mut outside, mut artifacts) = (0, 0, 0);
    for page in pages {
        for segment in page.segments.iter().filter(|segment| segment.hidden.is_none()) {
            match segment.mark {
                Mark::Artifact => artifacts += segment.count,
                Mark::Content(mark) if tags.block(page.number, mark).is_some() => inside += segment.count,
                _ => outside += segment.count,
            }
        }
    }
    let blocks = tags.kinds.len().max(1);
    outside * 20 <= inside && artifacts * 4 <= inside && inside / blocks <= LONGEST && blocks >= pages.len()
}

/// The paragraphs of all pages, and what the tree leaves out of each page.
pub(super) fn paragraphs(tags: &Tags, pages: &mut [PageText], em: f32) -> Vec<Paragraph> {
    let mut blocks: Vec<Vec<Line>> = tags.kinds.iter().map(|_| Vec::new()).collect();
    for page in pages {
        let mut pieces: Vec<Vec<Segment>> = tags.kinds.iter().map(|_| Vec::new()).collect();
        let mut rest = Vec::new();
        for segment in std::mem::take(&mut page.segments) {
            match segment.mark {
                _ if segment.hidden.is_some() => {}
                Mark::Artifact => {}
                Mark::Content(mark) => {
                    match tags.block(page.number, mark).and_then(|at| pieces.get_mut(at)) {
                        Some(piece) => piece.push(segment),
                        None => rest.push(segment),
                    }
                }
                Mark::None => rest.push(segment),
            }
        }
        page.segments = rest;
        for ((piece, block), kind) in pieces.into_iter().zip(&mut blocks).zip(&tags.kinds) {
            for part in parts(piece, *kind) {
                block.extend(lines(part, page.number));
            }
        }
    }
    let new = |(lines, kind): (Vec<Line>, &Kind)| Paragraph {
        kind: *kind,
        lines,
        is_indented: false,
        is_full: false,
        is_narrow: false,
    };
    let mut paragraphs: Vec<Paragraph> =
        blocks.into_iter().zip(&tags.kinds).filter(|(lines, _)| !lines.is_empty()).map(new).collect();
    name_kinds(&mut paragraphs, em);
    paragraphs
}

/// Finds headings, captions and code among paragraphs: authors who choose a size instead of a style tag nothing else.
fn name_kinds(paragraphs: &mut [Paragraph], em: f32) {
    let mut pages: HashMap<u32, Vec<Line>> = HashMap::new();
    for line in paragraphs.iter().flat_map(|paragraph| &paragraph.lines) {
        // The places of lines alone tell the shape of a page.
        pages.entry(line.page).or_default().push(Line { text: String::new(), ..line.clone() });
    }
    let shapes: HashMap<u32, Shape> =
        pages.iter().map(|(page, lines)| (*page, Shape::new(lines, em))).collect();
    let is_typescript = is_typescript(pages.values().flatten());
    for paragraph in paragraphs.iter_mut().filter(|paragraph| paragraph.kind == Kind::Paragraph) {
        let Some(shape) = paragraph.lines.first().and_then(|line| shapes.get(&line.page)) else { continue };
        let kind = kinds::kind(&paragraph.lines, shape);
        if matches!(kind, Kind::Heading(_) | Kind::Caption) || (kind == Kind::Code && !is_typescript) {
            paragraph.kind = kind;
        }
    }
}

/// Divides the pieces of a block where they go on further up, in another column. Rows of tables are not in one order.
fn parts(segments: Vec<Segment>, kind: Kind) -> Vec<Vec<Segment>> {
    let mut parts: Vec<Vec<Segment>> = Vec::new();
    for segment in segments {
        let last = parts.last().and_then(|part| part.last());
        let goes_up = last.is_some_and(|last| segment.y < last.y - 1.5 * last.size.max(segment.size));
        match parts.last_mut() {
            Some(part) if !goes_up || kind == Kind::Table => part.push(segment),
            _ => parts.push(vec![segment]),
        }
    }
    parts
}

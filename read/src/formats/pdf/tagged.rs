//! The paragraphs of a tagged PDF, in the order of its structure tree, if the tree is sound.
//!
//! A tree is sound if it contains nearly all visible text, and divides it. Programs that tag only the whole page, or
//! half of the text, tell nothing. Text outside of the tree is laid out by its place, behind the blocks of its page.

use std::collections::{BTreeMap, HashMap};

use super::flow::is_typescript;
use super::hyphens::Words;
use super::kinds;
use super::letter::Mark;
use super::lines::{Line, lines};
use super::page::PageText;
use super::paragraphs::{Paragraph, Shape};
use super::segment::Segment;
use super::tags::{Cell, Tags};
use ibid::structure::BlockKind;

/// The most characters of a block, on average, in a tree that divides the text.
const LONGEST: usize = 3_000;

/// The most characters of a table cell. A form may have a whole text in one cell.
const LONGEST_CELL: usize = 200;

/// Returns whether the structure tree of a file is sound.
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
    let blocks = tags.blocks.len().max(1);
    outside * 20 <= inside && artifacts * 4 <= inside && inside / blocks <= LONGEST && blocks >= pages.len()
}

/// Returns whether any text is marked as page furniture.
pub(super) fn has_artifacts(pages: &[PageText]) -> bool {
    pages.iter().flat_map(|page| &page.segments).any(|segment| segment.mark == Mark::Artifact)
}

/// Takes the paragraphs of the tree out of all pages. Text that the tree leaves out stays in the pages.
pub(super) fn paragraphs(tags: &Tags, pages: &mut [PageText], em: f32) -> Vec<Paragraph> {
    let mut blocks: Vec<Vec<Line>> = vec![Vec::new(); tags.blocks.len()];
    for page in pages {
        let mut pieces: BTreeMap<usize, Vec<Segment>> = BTreeMap::new();
        let mut rest = Vec::new();
        for segment in std::mem::take(&mut page.segments) {
            let block = match segment.mark {
                Mark::Content(mark) => tags.block(page.number, mark),
                Mark::None | Mark::Artifact => None,
            };
            match block {
                _ if segment.hidden.is_some() || segment.mark == Mark::Artifact => {}
                Some(block) => pieces.entry(block).or_default().push(segment),
                None => rest.push(segment),
            }
        }
        page.segments = rest;
        for (at, piece) in pieces {
            if let (Some(block), Some(tagged)) = (blocks.get_mut(at), tags.blocks.get(at)) {
                let is_rows = tagged.kind == BlockKind::Table && tagged.cell.is_none();
                for part in parts(piece, is_rows) {
                    block.extend(lines(part, page.number));
                }
            }
        }
    }
    let mut paragraphs = Vec::new();
    let mut table: Vec<(Cell, Vec<Line>)> = Vec::new();
    for (lines, tagged) in blocks.into_iter().zip(&tags.blocks) {
        if lines.is_empty() {
            continue;
        }
        if let Some((last, _)) = table.last()
            && tagged.cell.is_none_or(|cell| cell.table != last.table)
        {
            paragraphs.append(&mut of_table(std::mem::take(&mut table)));
        }
        match tagged.cell {
            Some(cell) => table.push((cell, lines)),
            None => paragraphs.push(new(tagged.kind, lines)),
        }
    }
    paragraphs.append(&mut of_table(table));
    name_kinds(&mut paragraphs, em);
    paragraphs
}

fn new(kind: BlockKind, lines: Vec<Line>) -> Paragraph {
    Paragraph { kind, lines, is_indented: false, is_full: false, is_narrow: false }
}

/// Returns the cells as a table, one row per line. If a cell is so long that only a form would have it, returns each
/// cell's blocks as paragraphs.
fn of_table(cells: Vec<(Cell, Vec<Line>)>) -> Vec<Paragraph> {
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for (cell, lines) in &cells {
        *lengths.entry(cell.cell).or_default() +=
            lines.iter().map(|line| line.text.chars().count()).sum::<usize>();
    }
    if lengths.values().any(|length| *length > LONGEST_CELL) {
        return cells.into_iter().map(|(_, lines)| new(BlockKind::Paragraph, lines)).collect();
    }
    let mut rows: Vec<Line> = Vec::new();
    let mut last: Option<Cell> = None;
    for (cell, lines) in cells {
        let mut lines = lines.into_iter();
        let Some(mut first) = lines.next() else { continue };
        for line in lines {
            Words::default().join(&mut first.text, &line.text);
        }
        match (rows.last_mut(), last) {
            (Some(row), Some(last)) if last.row == cell.row => {
                row.text.push(if last.cell == cell.cell { ' ' } else { '\t' });
                row.text.push_str(&first.text);
                row.gaps += 1;
            }
            _ => rows.push(first),
        }
        last = Some(cell);
    }
    if rows.is_empty() { Vec::new() } else { vec![new(BlockKind::Table, rows)] }
}

/// Finds headings, captions and code among paragraphs: authors who choose a size instead of a style do not tag them.
fn name_kinds(paragraphs: &mut [Paragraph], em: f32) {
    let mut pages: HashMap<u32, Vec<Line>> = HashMap::new();
    for line in paragraphs.iter().flat_map(|paragraph| &paragraph.lines) {
        // The shape of a page depends only on the places of its lines.
        pages.entry(line.page).or_default().push(Line { text: String::new(), ..line.clone() });
    }
    let shapes: HashMap<u32, Shape> =
        pages.iter().map(|(page, lines)| (*page, Shape::new(lines, em))).collect();
    let is_typescript = is_typescript(pages.values().flatten());
    for paragraph in paragraphs {
        if paragraph.kind == BlockKind::Paragraph
            && let Some(first) = paragraph.lines.first()
            && let Some(shape) = shapes.get(&first.page)
        {
            match kinds::kind(&paragraph.lines, shape) {
                BlockKind::Code if is_typescript => {}
                kind @ (BlockKind::Heading(_) | BlockKind::Caption | BlockKind::Code) => {
                    paragraph.kind = kind
                }
                _ => {}
            }
        }
    }
}

/// Divides the pieces of a block where they continue further up, in another column. The rows of tables have no such
/// order.
fn parts(segments: Vec<Segment>, is_rows: bool) -> Vec<Vec<Segment>> {
    let mut parts: Vec<Vec<Segment>> = Vec::new();
    for segment in segments {
        match parts.last_mut() {
            Some(part) if is_rows || !goes_up(part, &segment) => part.push(segment),
            _ => parts.push(vec![segment]),
        }
    }
    parts
}

/// Returns whether a segment stands more than a line above the last one of a part.
fn goes_up(part: &[Segment], next: &Segment) -> bool {
    part.last().is_some_and(|last| next.y < last.y - 1.5 * last.size.max(next.size))
}

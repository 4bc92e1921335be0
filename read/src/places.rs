//! Helpers of tests: whether the places that a reader notes are those in the file, and the blocks that it found.

use ibid::Document;
use ibid::origin::Origin;

/// Returns the blocks of a document, each with the name of its kind.
pub(crate) fn named_blocks(document: &Document) -> Vec<(&str, &str)> {
    let blocks = document.structure.blocks.iter();
    blocks.map(|block| (block.kind.name(), block.text(&document.text))).collect()
}

/// Returns line and column of a byte of the text in the file with markup, both from 1. `None` if it has no place there.
pub(crate) fn line_and_column(text: &str, origin: &Origin, byte: u32) -> Option<(u32, u32)> {
    let Origin::Markup(stretches) = origin else { return None };
    let at = stretches.partition_point(|stretch| stretch.byte <= byte).checked_sub(1)?;
    let stretch = stretches.get(at).filter(|stretch| stretch.line > 0)?;
    let before = text.get(stretch.byte as usize..byte as usize)?.chars().count();
    Some((stretch.line, stretch.column + before as u32))
}

/// Returns the letters of a text whose known places in the file hold another character.
pub(crate) fn misplaced(text: &str, origin: &Origin, file: &str) -> Vec<(char, Option<char>)> {
    let lines: Vec<Vec<char>> = file.split('\n').map(|line| line.chars().collect()).collect();
    let mut misplaced = vec![];
    for (byte, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let Some((line, column)) = line_and_column(text, origin, byte as u32) else { continue };
        let skipped = usize::from(line == 1 && file.starts_with('\u{FEFF}'));
        let line = lines.get(line as usize - 1);
        let there = line.and_then(|line| line.get(column as usize - 1 + skipped)).copied();
        // A character that the file writes as a reference is placed at the beginning of the reference.
        if there != Some(c) && there != Some('&') {
            misplaced.push((c, there));
        }
    }
    misplaced
}

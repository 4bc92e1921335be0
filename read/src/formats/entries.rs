//! Drops entries of tables of contents that only repeat a heading or a caption of the text.
//!
//! A style or a field alone proves little, since authors apply it to any text. No text that a reader sees is lost: an
//! entry is dropped only if another block has its words.

use std::collections::HashSet;
use std::ops::Range;

use crate::formats::{Block, Paper};

/// The longest heading, in bytes.
const LONG: usize = 600;
/// The longest number before a heading, such as *Chapter 12*, in letters and digits.
const NUMBER: usize = 12;

/// Returns the indices of the entries that other blocks repeat.
pub(crate) fn repeated(text: &str, blocks: &[Block], entries: &[usize]) -> Vec<usize> {
    if entries.is_empty() {
        return vec![];
    }
    let of = |block: &Block| text.get(block.range.clone()).unwrap_or_default();
    let is_entry: HashSet<usize> = entries.iter().copied().collect();
    let others = blocks.iter().enumerate().filter(|(number, _)| !is_entry.contains(number));
    let short = others.map(|(_, block)| of(block)).filter(|text| text.len() <= LONG);
    let titles: HashSet<String> = short.map(letters).collect();
    let is_repeated = |number: &usize| blocks.get(*number).is_some_and(|block| repeats(of(block), &titles));
    entries.iter().copied().filter(is_repeated).collect()
}

/// Returns whether an entry is a title, perhaps with a number before it and a page number behind it.
fn repeats(entry: &str, titles: &HashSet<String>) -> bool {
    if entry.len() > LONG {
        return false;
    }
    [letters(entry), letters(without_page(entry))].iter().any(|letters| {
        let starts = letters.char_indices().map(|(at, _)| at).take(NUMBER + 1);
        let mut rests = starts.filter_map(|at| letters.get(at..));
        rests.any(|rest| rest.chars().nth(1).is_some() && titles.contains(rest))
    })
}

/// Returns an entry without its page number.
fn without_page(entry: &str) -> &str {
    let entry = entry.trim_end();
    let bare = entry.trim_end_matches(|c: char| c.is_ascii_digit());
    if bare.len() < entry.len() {
        return bare;
    }
    let bare = entry.trim_end_matches(['i', 'v', 'x', 'l', 'c']);
    if bare.ends_with(|c: char| c.is_whitespace() || c == '.') { bare } else { entry }
}

/// Returns the letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Removes blocks from a paper, by their indices.
pub(crate) fn cut(paper: &mut Paper, numbers: &[usize]) {
    let is_cut: HashSet<usize> = numbers.iter().copied().collect();
    let all = std::mem::take(&mut paper.blocks).into_iter().enumerate();
    let mut text = String::with_capacity(paper.text.len());
    // The old range and the new start of each block that stays.
    let mut moved: Vec<(Range<usize>, usize)> = vec![];
    for (_, block) in all.filter(|(number, _)| !is_cut.contains(number)) {
        text.push_str(if text.is_empty() { "" } else { "\n\n" });
        let start = text.len();
        text.push_str(paper.text.get(block.range.clone()).unwrap_or_default());
        paper.blocks.push(Block { kind: block.kind, range: start..text.len() });
        moved.push((block.range, start));
    }
    paper.text = text;
    let end = paper.text.len();
    paper.pages.iter_mut().for_each(|page| page.at = place(&moved, page.at).unwrap_or(end));
    paper.hidden.iter_mut().for_each(|hidden| hidden.at = place(&moved, hidden.at).unwrap_or(end));
}

/// Returns the new place of an old one: in the same block, or at the start of the next. `None` behind the last block.
fn place(moved: &[(Range<usize>, usize)], at: usize) -> Option<usize> {
    let next = moved.partition_point(|(old, _)| old.end <= at);
    let (old, start) = moved.get(next)?;
    Some(start + at.saturating_sub(old.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_a_title_with_numbers_around_it() {
        let titles = HashSet::from(["ofships".to_owned(), "绪论".to_owned(), "a".to_owned()]);
        let check = |entry: &str, expected: bool| assert_eq!(repeats(entry, &titles), expected, "{entry}");
        check("1.2 Of Ships\t12", true);
        check("Of Ships.......iv", true);
        check("Of Ships", true);
        check("第一章　绪论3", true);
        check("Of Ships and storms\t12", false);
        check("A sentence that stands before of ships 3", false);
        check("Ships and a 3", false);
    }
}

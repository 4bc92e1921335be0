//! Drops entries of tables of contents that only repeat a heading or a caption of the text.
//!
//! A style or a field alone proves little, since authors apply it to any text. No text that a reader sees is lost: an
//! entry is dropped only if another block has its words.

use std::collections::HashSet;

use ibid::structure::Block;

/// The longest heading, in bytes.
const LONG: usize = 600;
/// The longest number before a heading, such as *Chapter 12*, in letters and digits.
const NUMBER: usize = 12;

/// Returns the indices of the entries that other blocks repeat.
pub(crate) fn repeated(text: &str, blocks: &[Block], entries: &[usize]) -> Vec<usize> {
    if entries.is_empty() {
        return vec![];
    }
    let is_entry: HashSet<usize> = entries.iter().copied().collect();
    let mut titles = HashSet::new();
    for (number, block) in blocks.iter().enumerate() {
        let text = block.text(text);
        if text.len() <= LONG && !is_entry.contains(&number) {
            titles.insert(letters(text));
        }
    }
    let mut repeated = entries.to_vec();
    repeated.retain(|&number| blocks.get(number).is_some_and(|block| repeats(block.text(text), &titles)));
    repeated
}

/// Returns whether an entry is a title, perhaps with a number before it and a page number behind it.
fn repeats(entry: &str, titles: &HashSet<String>) -> bool {
    if entry.len() > LONG {
        return false;
    }
    for letters in [letters(entry), letters(without_page(entry))] {
        let mut rest = letters.chars();
        for _ in 0..=NUMBER {
            let title = rest.as_str();
            if title.chars().nth(1).is_some() && titles.contains(title) {
                return true;
            }
            rest.next();
        }
    }
    false
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

//! The kind of a paragraph, by its beginning, its size and its place.

use super::letters::is_wide;
use super::lines::{Line, joined};
use super::paragraphs::{Shape, ends_sentence, is_code};
use crate::formats::headings::is_heading_name;
use ibid::structure::BlockKind;

/// The longest heading, in characters.
const LONGEST_HEADING: usize = 160;

/// The words that begin captions.
const CAPTIONS: [&str; 9] =
    ["Figure", "Fig.", "FIGURE", "Table", "TABLE", "Algorithm", "Listing", "图", "表"];

/// The digits of Chinese numbers.
const NUMERALS: &str = "一二三四五六七八九十";

/// Returns the kind of a paragraph.
pub(super) fn kind(lines: &[Line], shape: &Shape) -> BlockKind {
    let Some(first) = lines.first() else { return BlockKind::Paragraph };
    let rows = lines.iter().filter(|line| line.gaps > 0).count();
    let is_small = first.size < 0.93 * shape.em;
    if is_caption(&first.text, is_small || shape.is_centered(first)) {
        return BlockKind::Caption;
    }
    if is_small && (first.starts_raised || note_mark(&first.text).is_some()) {
        return BlockKind::Footnote;
    }
    if lines.len() > 1 && is_code(lines) && !starts_item(&first.text) {
        return BlockKind::Code;
    }
    if rows * 2 > lines.len() && (lines.len() > 1 || first.gaps > 1) {
        return BlockKind::Table;
    }
    if let Some(level) = heading(lines, shape) {
        return BlockKind::Heading(level);
    }
    let (left, right) = (shape.left + 1.4 * shape.em, shape.right - 1.2 * shape.em);
    let same_left = lines.iter().all(|line| (line.x0 - first.x0).abs() < 1.0);
    let enough = lines.len() > 2 || (lines.len() == 2 && same_left);
    if enough && lines.iter().all(|line| line.x0 > left && line.x1 < right) {
        return BlockKind::Quote;
    }
    BlockKind::Paragraph
}

/// Returns the length, in bytes, of a note mark right before its first word, as in `2See`. Some fonts raise the mark.
pub(super) fn note_mark(text: &str) -> Option<usize> {
    let rest = after_digits(text);
    let length = text.len() - rest.len();
    let follows = rest.starts_with(|c: char| c.is_uppercase() || is_wide(c));
    ((1..=2).contains(&length) && follows).then_some(length)
}

/// Returns the rest of a text behind the digits that it begins with.
fn after_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && after_digits(text).is_empty()
}

/// Returns the level of a heading. `None` if the paragraph is no heading.
fn heading(lines: &[Line], shape: &Shape) -> Option<u8> {
    let first = lines.first()?;
    let text = joined(lines);
    let letters = text.matches(char::is_alphabetic).count();
    if text.chars().count() > LONGEST_HEADING || letters < 2 || lines.len() > 3 || text.contains('@') {
        return None;
    }
    let is_large = first.size > 1.12 * shape.em;
    let without_question = text.trim_end_matches(['?', ':', '？', '：']);
    if let Some(level) = numbered(&text) {
        let is_short = first.x1 < shape.right - 2.0 * shape.em;
        return ((is_large || is_short) && !ends_sentence(without_question)).then_some(level);
    }
    let is_named = is_heading_name(&text);
    if is_named || (is_large && !ends_sentence(without_question)) {
        let level = if first.size > 1.4 * shape.em || is_named { 1 } else { 2 };
        return Some(level);
    }
    None
}

/// Returns whether a heading is one of a section, by its number or its name and not only by its size.
pub(super) fn is_section(text: &str) -> bool {
    numbered(text).is_some() || is_heading_name(text)
}

/// Returns the level that the number of a heading gives: `2.1 Method` is 2, `第三章` and `IV. RESULTS` are 1.
pub(super) fn numbered(text: &str) -> Option<u8> {
    if let Some(rest) = text.strip_prefix('第') {
        let unit = rest.trim_start_matches(|c: char| {
            c.is_ascii_digit() || c == ' ' || c == '百' || NUMERALS.contains(c)
        });
        return match unit.chars().next() {
            Some('章' | '部' | '篇') => Some(1),
            Some('节') => Some(2),
            _ => None,
        };
    }
    let (number, rest) = text.split_once([' ', '、'])?;
    let title = rest.trim_start().chars().next()?;
    if !(title.is_uppercase() || (title.is_alphabetic() && !title.is_lowercase())) {
        return None;
    }
    let bare = number.trim_end_matches('.');
    let parts: Vec<&str> = bare.split('.').collect();
    let numbers = match &parts[..] {
        // The sections of an appendix have a letter: `A.1`.
        [letter, rest @ ..] if !rest.is_empty() && matches!(letter.as_bytes(), [b'A'..=b'Z']) => rest,
        all => all,
    };
    if numbers.iter().all(|part| part.len() <= 2 && is_number(part)) {
        return Some(parts.len().min(6) as u8);
    }
    let is_roman = bare.len() <= 5 && bare.trim_start_matches(['I', 'V', 'X']).is_empty();
    let is_chinese = bare.chars().all(|c| NUMERALS.contains(c));
    (!bare.is_empty() && (is_chinese || (is_roman && number.ends_with('.')))).then_some(1)
}

fn is_caption(text: &str, is_set_apart: bool) -> bool {
    for word in CAPTIONS {
        let Some(rest) = text.strip_prefix(word) else { continue };
        let rest = rest.trim_start();
        let after = rest.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, '-' | '–' | '.' | 'I' | 'V' | 'X')
        });
        let number = rest.strip_suffix(after).unwrap_or_default();
        let is_closed = number.ends_with('.') || after.starts_with([':', '：']);
        if !number.is_empty() && (is_closed || is_set_apart) {
            return true;
        }
    }
    false
}

/// Returns whether a line begins an item of a list or an entry of the references.
pub(super) fn starts_item(text: &str) -> bool {
    let mut chars = text.chars();
    match chars.next() {
        Some('•' | '▪' | '◦' | '‣' | '●' | '■' | '○' | '–' | '∙' | '·') => true,
        Some('[' | '［') => {
            let inner = chars.as_str().split([']', '］']).next().unwrap_or_default();
            inner.len() <= 4 && is_number(inner)
        }
        Some('(' | '（') => {
            let inner = chars.as_str().split([')', '）']).next().unwrap_or_default();
            (1..=3).contains(&inner.chars().count())
                && inner.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase() || NUMERALS.contains(c))
        }
        Some(first) if first.is_ascii_digit() => {
            let rest = after_digits(text);
            text.len() - rest.len() <= 3
                && (rest.starts_with(". ") || rest.starts_with(") ") || rest.starts_with(['、', '）']))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_the_level_of_a_heading() {
        let check = |text: &str, level: Option<u8>| assert_eq!(numbered(text), level, "{text}");
        check("1 Introduction", Some(1));
        check("2.1 Method", Some(2));
        check("3.1.2. Results of it", Some(3));
        check("A.1 Proofs", Some(2));
        check("IV. RESULTS", Some(1));
        check("第三章 系统设计", Some(1));
        check("第 2 节 方法", Some(2));
        check("一、研究背景", Some(1));
        check("3.2 系统", Some(2));
        check("12 apples were sold", None);
        check("2010 Was a year", None);
        check("In 2010 nothing", None);
    }

    #[test]
    fn knows_captions_by_their_number() {
        let check =
            |text: &str, apart: bool, expected: bool| assert_eq!(is_caption(text, apart), expected, "{text}");
        check("Figure 3: A ship", false, true);
        check("Fig. 3. A ship", false, true);
        check("图 3-1 系统结构", true, true);
        check("表2：结果", false, true);
        check("Figure 3 shows a ship", false, false);
        check("图书馆", true, false);
    }

    #[test]
    fn knows_the_mark_of_a_note() {
        assert_eq!(note_mark("2See there"), Some(1));
        assert_eq!(note_mark("12详见"), Some(2));
        assert_eq!(note_mark("2 See there"), None);
        assert_eq!(note_mark("3rd of them"), None);
        assert_eq!(note_mark("1998年"), None);
    }

    #[test]
    fn knows_items_by_their_marks() {
        let check = |text: &str, expected: bool| assert_eq!(starts_item(text), expected, "{text}");
        check("• a", true);
        check("[12] Author", true);
        check("(a) one", true);
        check("（一）背景", true);
        check("1. one", true);
        check("1、一", true);
        check("1.5 times", false);
        check("[see above]", false);
        check("plain", false);
    }
}

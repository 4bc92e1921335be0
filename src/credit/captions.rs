//! Captions of figures and tables.

use super::headings::CHINESE_FIGURES;
use super::parts::Part;
use crate::structure::BlockKind;
use crate::text::{Span, is_han};

/// The longest caption, in bytes.
const MAX_BYTES: usize = 600;
/// Words with which captions begin, before a number.
const ENGLISH: [&str; 9] = ["Figure", "Fig.", "Fig", "Table", "Tab.", "Scheme", "Plate", "FIGURE", "TABLE"];
const CHINESE: [&str; 6] = ["图", "表", "附图", "附表", "圖", "续表"];
/// Words behind the number in a sentence that only speaks of a figure.
const SPOKEN_OF: [&str; 15] = [
    "所示", "所列", "显示", "表明", "中", "为", "是", "给出", "展示", "反映", "列出", "和", "与", "可", "的",
];

/// Finds the captions of a text with these parts.
pub(super) fn captions(text: &str, parts: &[Part]) -> Vec<Span> {
    let is_caption = |part: &&Part| match part.kind {
        Some(BlockKind::Caption) => true,
        Some(BlockKind::Paragraph) | None => is_caption(part.span.of(text)),
        Some(_) => false,
    };
    parts.iter().filter(is_caption).map(|part| part.span).collect()
}

fn is_caption(part: &str) -> bool {
    if part.len() > MAX_BYTES {
        return false;
    }
    if let Some(rest) = behind_name(part, &ENGLISH) {
        let Some(rest) = numbered(rest) else { return false };
        return rest.starts_with([':', '.', '：', '—', '–', '|'])
            || rest.starts_with(' ')
                && rest.trim_start().starts_with(char::is_uppercase)
                && !part.ends_with('.');
    }
    let Some(rest) = behind_name(part, &CHINESE).and_then(numbered) else { return false };
    let rest = rest.trim_start_matches([' ', '\u{3000}', ':', '：', '.']);
    !part.ends_with('。')
        && rest.starts_with(|c: char| is_han(c) || c.is_alphanumeric() || c == '《')
        && !SPOKEN_OF.iter().any(|word| rest.starts_with(word))
}

/// Returns the text behind the name of a figure or table with which a part begins.
fn behind_name<'t>(part: &'t str, names: &[&str]) -> Option<&'t str> {
    names.iter().find_map(|name| part.strip_prefix(name))
}

/// Returns the text behind a number such as `3`, `3.1`, `2-4`, `A1`, `IV`, `一`.
fn numbered(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let is_number = |c: char| {
        c.is_ascii_digit() || CHINESE_FIGURES.contains(c) || matches!(c, 'I' | 'V' | 'X' | 'A'..='E' | 'S')
    };
    let end = rest.find(|c: char| !is_number(c) && !matches!(c, '.' | '-' | '–'))?;
    let number = rest.get(..end)?.trim_end_matches(['.', '-', '–']);
    let is_one = !number.is_empty() && number.len() <= 8 && number.contains(|c: char| is_number(c));
    is_one.then(|| rest.get(number.len()..)).flatten()
}

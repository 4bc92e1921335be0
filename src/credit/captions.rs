//! Captions of figures and tables.

use super::headings::CHINESE_FIGURES;
use super::parts::Part;
use crate::structure::BlockKind;
use crate::text::lookup::{is_digit, starts_with_any, strip_any};
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
    let mut captions = vec![];
    for part in parts {
        let is_caption = match part.kind {
            Some(BlockKind::Caption) => true,
            Some(BlockKind::Paragraph) | None => is_caption(part.span.of(text)),
            Some(_) => false,
        };
        if is_caption {
            captions.push(part.span);
        }
    }
    captions
}

fn is_caption(part: &str) -> bool {
    if part.len() > MAX_BYTES {
        return false;
    }
    if let Some(rest) = strip_any(part, &ENGLISH) {
        let Some(rest) = behind_number(rest) else { return false };
        return rest.starts_with([':', '.', '：', '—', '–', '|'])
            || rest.starts_with(' ')
                && rest.trim_start().starts_with(char::is_uppercase)
                && !part.ends_with('.');
    }
    let Some(rest) = strip_any(part, &CHINESE).and_then(behind_number) else { return false };
    let rest = rest.trim_start_matches([' ', '\u{3000}', ':', '：', '.']);
    let begins_name =
        rest.starts_with(char::is_alphanumeric) || rest.starts_with('《') || rest.starts_with(is_han);
    !part.ends_with('。') && begins_name && !starts_with_any(rest, &SPOKEN_OF)
}

/// Returns the text behind a number such as `3`, `3.1`, `2-4`, `A1`, `IV`, `一`.
fn behind_number(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let end = rest.find(|c| !is_figure(c) && !matches!(c, '.' | '-' | '–'))?;
    let number = rest.get(..end)?.trim_end_matches(['.', '-', '–']);
    // It ends with a figure.
    if number.is_empty() || number.len() > 8 { None } else { rest.get(number.len()..) }
}

/// Returns whether a character stands in the number of a figure or table.
fn is_figure(c: char) -> bool {
    is_digit(c) || CHINESE_FIGURES.contains(c) || matches!(c, 'I' | 'V' | 'X' | 'A'..='E' | 'S')
}

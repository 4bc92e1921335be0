//! A text -> the paragraphs that quotation marks are paired in.
//!
//! These are finer than those of the splitter: where sentences are split, a paragraph too many does no harm, and here one
//! too few does, since a mark that is never closed would go on.

use super::marks::begins_quotation;
use crate::text::{Layout, Span};

/// Longer lines, in bytes, were not wrapped by anyone.
const MAX_WRAPPED_BYTES: usize = 400;

/// The paragraphs in order, without white space around them, none of them empty.
///
/// In a wrapped text a paragraph ends at a blank line, before a line that is indented more than the one above it, and
/// before one that opens with a quotation mark behind the end of a sentence in a quotation that is not closed.
pub(super) fn paragraphs(text: &str, layout: Layout) -> Vec<Span> {
    let mut found: Vec<Span> = vec![];
    let mut before: Option<&str> = None;
    let mut balance = Balance::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.is_empty() {
            before = None;
        } else {
            let at = start + (line.len() - line.trim_start().len());
            let end = (at + bare.len()) as u32;
            match (layout, before, found.last_mut()) {
                (Layout::Wrapped, Some(before), Some(last)) if !begins(before, line, &balance) => {
                    last.end = end
                }
                _ => {
                    found.push(Span::new(at as u32, end));
                    balance = Balance::default();
                }
            }
            balance.add(line);
            before = Some(line);
        }
        start += line.len();
    }
    found
}

/// Whether a line begins a paragraph behind another one.
fn begins(before: &str, line: &str, balance: &Balance) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_quoted = |line: &str| line.starts_with('>');
    indent(line) >= indent(before) + 2
        || line.starts_with('\u{3000}')
        || before.trim().len() > MAX_WRAPPED_BYTES
        || is_quoted(line) != is_quoted(before)
        || (balance.is_open() && ends_sentence(before.trim()) && begins_quotation(line.trim()))
}

/// Marks of a paragraph that are not closed, roughly.
#[derive(Default)]
struct Balance {
    straight: usize,
    opening: usize,
    closing: usize,
}

impl Balance {
    fn add(&mut self, line: &str) {
        for c in line.chars() {
            match c {
                '"' | '＂' => self.straight += 1,
                '“' | '「' | '『' | '«' => self.opening += 1,
                '”' | '」' | '』' | '»' => self.closing += 1,
                _ => {}
            }
        }
    }

    fn is_open(&self) -> bool {
        self.straight % 2 == 1 || self.opening > self.closing
    }
}

/// Whether the last sentence of a paragraph is whole.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || "”’\"'」』»›）)".contains(c));
    text.ends_with(['.', '!', '?', '。', '！', '？', '…', ':', '：', '；'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, layout: Layout, expected: &[&str]) {
        let found: Vec<&str> = paragraphs(text, layout).into_iter().map(|span| span.of(text)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn paragraphs_end_where_texts_show_it() {
        check("one\ntwo\n\nthree", Layout::Wrapped, &["one\ntwo", "three"]);
        check("one\ntwo", Layout::Flowing, &["one", "two"]);
        check("one\ntwo.\n    Three\nfour", Layout::Wrapped, &["one\ntwo.", "Three\nfour"]);
        check("一。\n　　二。\n　　三。", Layout::Wrapped, &["一。", "二。", "三。"]);
        check("“One.\n“Two.”", Layout::Wrapped, &["“One.", "“Two.”"]);
        check("\"One.\" She paused.\n\"Two.\"", Layout::Wrapped, &["\"One.\" She paused.\n\"Two.\""]);
        check("he said\n\"two\"", Layout::Wrapped, &["he said\n\"two\""]);
        check("one:\n> two\n> three\nfour", Layout::Wrapped, &["one:", "> two\n> three", "four"]);
        check(" \n\r\n", Layout::Wrapped, &[]);
    }
}

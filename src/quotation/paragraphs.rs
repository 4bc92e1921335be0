//! A text -> the paragraphs in which quotation marks are paired.
//!
//! They are finer than the splitter's. One too many, at the end of a sentence, does no harm, but one too few does,
//! since a mark that is never closed would reach on.

use super::marks::begins_quotation;
use crate::text::{Layout, Span};

/// The longest line, in bytes, that may have been wrapped.
const MAX_WRAPPED_BYTES: usize = 400;

/// Finds the paragraphs in order, without white space around them, none of them empty.
///
/// In a wrapped text a paragraph ends at a blank line, behind a line too long to have been wrapped, and where lines
/// begin or cease to have `>`. It ends before a line that is indented by two bytes more than the one above or begins
/// with an ideographic space. It also ends before a line that opens with a quotation mark, if a quotation is open and
/// the line above ends a sentence.
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

/// Returns whether a line begins a paragraph behind another line.
fn begins(before: &str, line: &str, balance: &Balance) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();

    indent(line) >= indent(before) + 2
        || line.starts_with('\u{3000}')
        || before.trim().len() > MAX_WRAPPED_BYTES
        || line.starts_with('>') != before.starts_with('>')
        || (balance.is_open() && ends_sentence(before.trim()) && begins_quotation(line.trim()))
}

/// A rough count of the marks of a paragraph, to tell whether one is open.
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

/// Returns whether the last sentence of a paragraph is complete.
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

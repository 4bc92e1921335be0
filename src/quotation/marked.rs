//! The simple scanner by which a trace tells whether a carrier quotes: “…”, „…“, «…», 「…」, 『…』, "…" within one
//! paragraph.
//!
//! It takes the first mark that closes, and knows no depth and no kinds. The figures of traces were measured with it.

use crate::text::Span;
use crate::text::lookup::behind;

/// The longest quotation, in bytes. A mark that is not closed within this length opens nothing.
const MAX_BYTES: usize = 4000;

/// Finds the quotations of a text, marks included, in order and without overlaps.
pub(crate) fn marked(text: &str) -> Vec<Span> {
    let mut found = vec![];
    let mut open: Option<(char, usize)> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some((closing, start)) if c == closing => {
                found.push(Span::new(start as u32, (at + c.len_utf8()) as u32));
                open = None;
            }
            Some((_, start)) if at - start > MAX_BYTES || ends_paragraph(text, at, c) => open = None,
            Some(_) => {}
            None => open = closing_mark(c).zip(Some(at)),
        }
    }
    found
}

fn closing_mark(c: char) -> Option<char> {
    Some(match c {
        '“' | '‟' => '”',
        '„' => '“',
        '«' => '»',
        '「' => '」',
        '『' => '』',
        '"' => '"',
        '＂' => '＂',
        _ => return None,
    })
}

fn ends_paragraph(text: &str, at: usize, c: char) -> bool {
    c == '\n' && behind(text, at + 1).trim_start_matches([' ', '\t', '\r']).starts_with('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = marked(text).into_iter().map(|span| span.of(text)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn finds_quotations_of_both_languages() {
        check("He said \"no\" and “yes”.", &["\"no\"", "“yes”"]);
        check("他说：“好。”又说「不，『是』」。", &["“好。”", "「不，『是』」"]);
        check("“one\ntwo”", &["“one\ntwo”"]);
    }

    #[test]
    fn an_open_mark_ends_with_its_paragraph() {
        check("“open\n\nnext “closed”", &["“closed”"]);
        check(&format!("\"{}\"", "x".repeat(5000)), &[]);
        check("", &[]);
    }
}

//! A quotation -> its clauses, for a verdict on each.
//!
//! Clauses end at commas, semicolons, colons and the ends of sentences. A clause too short to be told from a set phrase
//! belongs to the one before it, or, at the beginning, to the one behind it.

use super::limits::LIMITS;
use crate::analyze::Analyzed;
use crate::text::lookup::{char_at, trimmed};
use crate::text::{Lang, Span, is_han};

/// Returns the clauses of a quotation, in order and without the white space around them.
pub(super) fn clauses(quotation: &Analyzed<'_>) -> Vec<Span> {
    let text = &*quotation.document().text;
    let least = match quotation.lang() {
        Lang::Words => LIMITS.clause_words,
        Lang::Chinese => LIMITS.clause_han,
    };
    let words = quotation.words();
    let half_words = |span| words.half_words(words.in_span(span));
    let mut found: Vec<Span> = vec![];
    let mut start = 0;
    for end in ends(text) {
        let clause = Span::new(start, end);
        let is_short = half_words(clause) < least;
        match found.last_mut() {
            Some(last) if is_short || half_words(*last) < least => last.end = end,
            _ => found.push(clause),
        }
        start = end;
    }
    for clause in &mut found {
        *clause = trimmed(text, clause.start as usize, clause.end as usize);
    }
    found.retain(|clause| !clause.is_empty());
    found
}

/// Returns the ends of all clauses, whatever their length: behind their marks.
fn ends(text: &str) -> Vec<u32> {
    let mut found = vec![];
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_end = match c {
            '，' | '。' | '；' | '：' | '！' | '？' | '…' => true,
            // A mark of a number or of an abbreviation has no blank behind it.
            ',' | '.' | ';' | ':' | '!' | '?' => {
                char_at(text, end).is_some_and(|next| next.is_whitespace() || is_han(next))
            }
            _ => false,
        };
        if is_end {
            found.push(end as u32);
        }
    }
    if found.last() != Some(&(text.len() as u32)) {
        found.push(text.len() as u32);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Document;
    use crate::{Config, Detector};

    #[test]
    fn clauses_end_at_marks_and_short_ones_belong_to_others() {
        let detector = Detector::new(Config::default()).unwrap();
        for (text, expected) in [
            (
                "The mill on the Orle is closed, and nobody has a key to it.",
                vec!["The mill on the Orle is closed,", "and nobody has a key to it."],
            ),
            ("Yes, the mill on the Orle is closed.", vec!["Yes, the mill on the Orle is closed."]),
            (
                "The mill cost 1,500.50 crowns in all, he said.",
                vec!["The mill cost 1,500.50 crowns in all, he said."],
            ),
            ("磨坊已经关闭多年，钥匙谁也没有见过。", vec!["磨坊已经关闭多年，", "钥匙谁也没有见过。"]),
            ("是的，磨坊已经关闭多年", vec!["是的，磨坊已经关闭多年"]),
        ] {
            let document = Document { text: text.to_owned(), ..Document::default() };
            let quotation = detector.analyze(document);
            let found: Vec<&str> = clauses(&quotation).iter().map(|span| span.of(text)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}

//! The last step for a sentence: trimming, and cutting what is far too long.
//!
//! In: a span of a sentence. Out: one or more spans. A sentence of more than [`MAX_WEIGHT`] half words is cut at every
//! semicolon; a piece that is still too long at every comma; one that still is, at line ends. Never by count, or a
//! copy that begins elsewhere would be cut elsewhere. `O(n)`: each cut reads a piece once, and there are three.

use super::marks::{is_closing_quote, opener_of};
use crate::text::Span;

/// 120 words or 240 Han characters: a word weighs two, a character one.
const MAX_WEIGHT: usize = 240;

/// Where a sentence that is too long is cut, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Semicolons,
    Commas,
    Lines,
}

/// Adds the sentence `start..end` of `text`, which itself begins at `base`. What has no letter and no digit is left
/// out.
pub(super) fn add(text: &str, start: usize, end: usize, base: usize, out: &mut Vec<Span>) {
    add_piece(text, start, end, base, Some(Cut::Semicolons), out);
}

fn add_piece(text: &str, start: usize, end: usize, base: usize, cut: Option<Cut>, out: &mut Vec<Span>) {
    let piece = text.get(start..end).unwrap_or("");
    let start = start + (piece.len() - piece.trim_start().len());
    let piece = piece.trim();
    if !piece.chars().any(char::is_alphanumeric) {
        return;
    }
    match cut {
        Some(cut) if piece.len() > MAX_WEIGHT && weight(piece.as_bytes()) > MAX_WEIGHT => {
            cut_piece(text, start, start + piece.len(), base, cut, out);
        }
        _ => out.push(Span::new((base + start) as u32, (base + start + piece.len()) as u32)),
    }
}

fn cut_piece(text: &str, start: usize, end: usize, base: usize, cut: Cut, out: &mut Vec<Span>) {
    let next_cut = match cut {
        Cut::Semicolons => Some(Cut::Commas),
        Cut::Commas => Some(Cut::Lines),
        Cut::Lines => None,
    };
    let mut from = start;
    let mut at = start;
    while let Some(place) = next_cut_place(text.as_bytes().get(..end).unwrap_or(&[]), at, cut) {
        at = place;
        if let Some(cut_end) = cut_end(text, place, cut) {
            at = cut_end.min(end);
            add_piece(text, from, at, base, next_cut, out);
            from = at;
        } else {
            at += 1;
        }
    }
    add_piece(text, from, end, base, next_cut, out);
}

/// The next byte that may begin a mark to cut at.
fn next_cut_place(bytes: &[u8], from: usize, cut: Cut) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let found = match cut {
        Cut::Semicolons => memchr::memchr2(b';', 0xEF, rest),
        Cut::Commas => memchr::memchr2(b',', 0xEF, rest),
        Cut::Lines => memchr::memchr(b'\n', rest),
    };
    found.map(|place| from + place)
}

/// Where the piece ends that the mark at `place` closes; nothing if that is no such mark.
fn cut_end(text: &str, place: usize, cut: Cut) -> Option<usize> {
    let mut rest = text.get(place..)?.chars();
    let mark = rest.next()?;
    let is_mark = match cut {
        Cut::Semicolons => matches!(mark, ';' | '；'),
        Cut::Commas => matches!(mark, ',' | '，'),
        Cut::Lines => mark == '\n',
    };
    let closers: usize =
        rest.clone().take_while(|&c| is_closing_quote(c) || opener_of(c).is_some()).map(char::len_utf8).sum();
    let end = place + mark.len_utf8() + closers;
    let spaced = text.get(end..)?.chars().next().is_none_or(|c| c.is_whitespace() || !c.is_ascii());
    (is_mark && (spaced || !mark.is_ascii() || cut == Cut::Lines)).then_some(end)
}

/// Two for each stretch between white space, one for each character of three bytes or more.
fn weight(bytes: &[u8]) -> usize {
    let wide = bytes.iter().filter(|&&b| b >= 0xE3).count();
    let words = bytes.windows(2).filter(|pair| pair[0] <= b' ' && pair[1] > b' ').count();
    wide + 2 * (words + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let mut out = Vec::new();
        add(text, 0, text.len(), 0, &mut out);
        out.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn a_long_sentence_is_cut_at_semicolons_then_at_commas() {
        let clause = "one two three four five six seven eight nine ten ".repeat(7);
        let (a, b) = (format!("{}x;", clause), format!(" {}y.", clause));
        assert_eq!(pieces(&format!("{a}{b}")), [a.trim(), b.trim()]);
        let comma = format!("{clause}x, 1,000 {clause}y, and;");
        assert_eq!(pieces(&comma), [&format!("{clause}x,"), &format!("1,000 {clause}y,"), "and;"]);
        assert_eq!(pieces("short; this, is kept."), ["short; this, is kept."]);
        let han = "汉字".repeat(100);
        assert_eq!(
            pieces(&format!("{han}，{han}；{han}")),
            [format!("{han}，"), format!("{han}；"), han.clone()]
        );
    }

    #[test]
    fn without_marks_it_stays_whole() {
        let text = "word ".repeat(500);
        assert_eq!(pieces(&text), [text.trim()]);
        assert!(pieces(" … — ").is_empty());
    }
}

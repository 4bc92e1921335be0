//! The last step for a sentence: trim it, and cut it if it is far too long.
//!
//! In: the span of a sentence. Out: one or more spans. A sentence of more than [`MAX_WEIGHT`] half words is cut at
//! every semicolon. A piece that is still too long is cut at commas between clauses, then at every comma, then at line
//! ends. There is no cut at a fixed length: a copy that begins elsewhere would be cut elsewhere. The one exception is
//! text with none of these marks within [`MOST_BYTES`]: it is cut there, which bounds the memory of a sentence. `O(n)`:
//! each kind of cut reads a piece once.

use super::marks::{closes, is_spaced};
use crate::text::Span;
use crate::text::lookup::{char_at, trimmed};

/// The longest sentence that is not cut: 120 words or 240 Han characters. A word weighs two, a character one.
const MAX_WEIGHT: usize = 240;
/// The shortest clause that may stand alone: six words or twelve Han characters.
const MIN_CLAUSE_WEIGHT: usize = 12;

/// The most bytes of a sentence: some 10,000 words without punctuation, which are not prose.
const MOST_BYTES: usize = 1 << 16;

/// A kind of mark at which a sentence that is too long is cut; tried in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Semicolons,
    /// Commas between two stretches of some words: between clauses, not between the items of a list.
    Clauses,
    Commas,
    Lines,
}

impl Cut {
    fn next(self) -> Option<Cut> {
        match self {
            Cut::Semicolons => Some(Cut::Clauses),
            Cut::Clauses => Some(Cut::Commas),
            Cut::Commas => Some(Cut::Lines),
            Cut::Lines => None,
        }
    }
}

/// Adds the sentence `start..end` of `text`, which itself begins at `base`. A piece without letters and digits is left
/// out.
pub(super) fn add(text: &str, start: usize, end: usize, base: usize, out: &mut Vec<Span>) {
    Pieces { text, base, out }.add(start, end, Some(Cut::Semicolons));
}

struct Pieces<'t, 'o> {
    text: &'t str,
    base: usize,
    out: &'o mut Vec<Span>,
}

impl Pieces<'_, '_> {
    fn add(&mut self, start: usize, end: usize, cut: Option<Cut>) {
        let span = trimmed(self.text, start, end);
        let piece = span.of(self.text);
        if !piece.contains(char::is_alphanumeric) {
            return;
        }
        match cut {
            Some(cut) if is_too_long(piece.as_bytes()) => {
                self.cut(span.start as usize, span.end as usize, cut)
            }
            _ => self.push(span.start as usize, span.end as usize),
        }
    }

    /// Adds `start..end` in pieces of at most [`MOST_BYTES`], cut between words if there are any.
    fn push(&mut self, start: usize, end: usize) {
        let mut rest = self.text.get(start..end).unwrap_or("");
        if rest.len() <= MOST_BYTES {
            self.out.push(Span::new((self.base + start) as u32, (self.base + end) as u32));
            return;
        }
        while !rest.is_empty() {
            let end_of_most = (0..=MOST_BYTES.min(rest.len())).rev().find(|&at| rest.is_char_boundary(at));
            let (most, _) = rest.split_at(end_of_most.unwrap_or(0));
            let at_word = most.rfind(char::is_whitespace).filter(|&at| at > 0 && most.len() < rest.len());
            let (part, behind) = rest.split_at(at_word.unwrap_or(most.len()));
            let first = self.base + end - rest.len();
            self.out.push(Span::new(first as u32, (first + part.trim_end().len()) as u32));
            rest = behind.trim_start();
        }
    }

    /// Cuts `start..end` at every mark of a kind.
    fn cut(&mut self, start: usize, end: usize, cut: Cut) {
        let (mut piece, mut clause) = (start, start);
        // The end of a comma with a clause before it, until the clause behind it is known.
        let mut open = None;
        let mut at = start;
        while let Some(place) = next_mark(self.text.as_bytes().get(..end).unwrap_or(&[]), at, cut) {
            let Some(mark_end) = mark_end(self.text, place, cut) else {
                at = place + 1;
                continue;
            };
            at = mark_end.min(end);
            if cut == Cut::Clauses {
                let is_clause = self.is_clause(clause, at);
                clause = at;
                let before = std::mem::replace(&mut open, is_clause.then_some(at));
                if let Some(cut_at) = before
                    && is_clause
                {
                    self.add(piece, cut_at, cut.next());
                    piece = cut_at;
                }
            } else {
                self.add(piece, at, cut.next());
                piece = at;
            }
        }
        if let Some(cut_at) = open
            && self.is_clause(clause, end)
        {
            self.add(piece, cut_at, cut.next());
            piece = cut_at;
        }
        self.add(piece, end, cut.next());
    }

    fn is_clause(&self, start: usize, end: usize) -> bool {
        weight(self.text.as_bytes().get(start..end).unwrap_or(&[])) >= MIN_CLAUSE_WEIGHT
    }
}

/// Finds the next byte that may begin a mark to cut at.
fn next_mark(bytes: &[u8], from: usize, cut: Cut) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let found = match cut {
        Cut::Semicolons => memchr::memchr2(b';', 0xEF, rest),
        Cut::Clauses | Cut::Commas => memchr::memchr2(b',', 0xEF, rest),
        Cut::Lines => memchr::memchr(b'\n', rest),
    };
    Some(from + found?)
}

/// Returns the end of the piece that the mark at `place` closes; `None` if there is no such mark.
fn mark_end(text: &str, place: usize, cut: Cut) -> Option<usize> {
    let mark = char_at(text, place)?;
    let is_mark = match cut {
        Cut::Semicolons => matches!(mark, ';' | '；'),
        Cut::Clauses | Cut::Commas => matches!(mark, ',' | '，'),
        Cut::Lines => mark == '\n',
    };
    let behind = text.get(place + mark.len_utf8()..)?.trim_start_matches(closes);
    let is_border = is_spaced(behind) || !mark.is_ascii() || cut == Cut::Lines;
    (is_mark && is_border).then_some(text.len() - behind.len())
}

/// Returns whether a piece is too long.
fn is_too_long(bytes: &[u8]) -> bool {
    // Two upper bounds settle most pieces: a unit for each byte, and a word behind each blank.
    bytes.len() > MAX_WEIGHT
        && wide(bytes) + 2 * (bytes.iter().filter(|&&b| b <= b' ').count() + 1) > MAX_WEIGHT
        && weight(bytes) > MAX_WEIGHT
}

/// Weighs text: two for each stretch between white space, and one for each character from U+3000 on.
fn weight(bytes: &[u8]) -> usize {
    let words = bytes.windows(2).filter(|pair| pair[0] <= b' ' && pair[1] > b' ').count() + 1;
    wide(bytes) + 2 * words
}

fn wide(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b >= 0xE3).count()
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
        assert_eq!(pieces(&comma), [format!("{clause}x,"), format!("1,000 {clause}y, and;")]);
        let said = format!("“{clause}x,” {clause}y, “{clause}z.");
        assert_eq!(
            pieces(&said),
            [format!("“{clause}x,”"), format!("{clause}y,"), format!("“{clause}z.")],
            "marks that close stay with the comma"
        );
        let list = "item, ".repeat(130);
        assert_eq!(pieces(&list).len(), 130);
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
    }

    #[test]
    fn what_has_no_mark_for_very_long_is_cut_between_words() {
        for word in ["word ", "汉 ", "汉"] {
            let text = word.repeat(200_000);
            let found = pieces(&text);
            assert!(found.iter().all(|piece| piece.len() <= MOST_BYTES && piece.trim() == *piece));
            let words = |text: &str| text.replace(' ', "");
            assert_eq!(words(&found.concat()), words(&text));
            assert!(word != "word " || found.iter().all(|piece| piece.ends_with("word")));
        }
        assert!(pieces(" … — ").is_empty());
    }
}

//! A text -> its pieces: digits, words, single Han characters, marks and white space.

use crate::text::{Span, is_han};
use crate::tokenize::{fold::simplified, next_address};

/// The class of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Digits, as ASCII and without the commas between thousands. `grouped` is true if there were such commas.
    Digits { text: String, grouped: bool },
    /// Letters, in lower case. `capital` is true if the first one was a capital.
    Word { text: String, capital: bool },
    /// A Han character, simplified.
    Han(char),
    /// Another character; full-width ASCII as ASCII.
    Mark(char),
    /// White space.
    Space,
    /// A URL or an e-mail address.
    Address,
}

/// The pieces of a text with their places.
pub(super) struct Pieces {
    pieces: Vec<(Piece, Span)>,
}

impl Pieces {
    pub(super) fn of(text: &str) -> Pieces {
        let mut pieces = Pieces { pieces: vec![] };
        let mut from = 0;
        while let Some((start, end)) = next_address(text, from) {
            pieces.read(text, Span::new(from as u32, start as u32));
            pieces.pieces.push((Piece::Address, Span::new(start as u32, end as u32)));
            from = end;
        }
        pieces.read(text, Span::new(from as u32, text.len() as u32));
        pieces
    }

    fn read(&mut self, text: &str, part: Span) {
        let part_text = part.of(text);
        let chars: Vec<(usize, char)> = part_text.char_indices().collect();
        let place = |at: usize| part.start + chars.get(at).map_or(part_text.len(), |&(byte, _)| byte) as u32;
        let mut at = 0;
        while at < chars.len() {
            let rest = &chars[at..];
            let (piece, length) = read_piece(rest);
            self.pieces.push((piece, Span::new(place(at), place(at + length))));
            at += length;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Piece> {
        self.pieces.get(at).map(|(piece, _)| piece)
    }

    /// Returns the Han character at a place.
    pub(super) fn han(&self, at: usize) -> Option<char> {
        if let Some(Piece::Han(c)) = self.get(at) { Some(*c) } else { None }
    }

    /// Returns the lower-case word at a place.
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        if let Some(Piece::Word { text, .. }) = self.get(at) { Some(text) } else { None }
    }

    /// Returns the digits at a place.
    pub(super) fn digits(&self, at: usize) -> Option<&str> {
        if let Some(Piece::Digits { text, .. }) = self.get(at) { Some(text) } else { None }
    }

    pub(super) fn is_mark(&self, at: usize, mark: char) -> bool {
        self.get(at) == Some(&Piece::Mark(mark))
    }

    /// Returns whether the Han characters from a place on are these.
    pub(super) fn has_han(&self, at: usize, text: &str) -> bool {
        text.chars().zip(at..).all(|(c, at)| self.han(at) == Some(c))
    }

    /// Returns the place behind white space.
    pub(super) fn behind_space(&self, at: usize) -> usize {
        at + usize::from(self.get(at) == Some(&Piece::Space))
    }

    /// Returns the piece before a place.
    pub(super) fn before(&self, at: usize) -> Option<&Piece> {
        self.get(at.checked_sub(1)?)
    }

    /// Returns the place in the text of the pieces `start..end`.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.pieces[start].1.start, self.pieces[end - 1].1.end)
    }
}

/// Reads the first piece of some characters. Returns it with its number of characters.
fn read_piece(chars: &[(usize, char)]) -> (Piece, usize) {
    let at = |at: usize| chars.get(at).map(|&(_, c)| ascii(c));
    let count = |is: fn(char) -> bool| chars.iter().take_while(|&&(_, c)| is(ascii(c))).count();
    let first = ascii(chars[0].1);
    if first.is_ascii_digit() {
        return read_digits(&at);
    }
    if first.is_whitespace() {
        return (Piece::Space, count(char::is_whitespace));
    }
    if is_han(first) || first == '〇' {
        return (Piece::Han(simplified(first)), 1);
    }
    let is_letter = |c: char| c.is_alphabetic() && !is_han(c);
    if is_letter(first) {
        let length = count(is_letter);
        let text = chars[..length].iter().flat_map(|&(_, c)| ascii(c).to_lowercase()).collect();
        return (Piece::Word { text, capital: first.is_uppercase() }, length);
    }
    (Piece::Mark(first), 1)
}

/// Reads digits, and commas that each stand before a group of three.
fn read_digits(at: &dyn Fn(usize) -> Option<char>) -> (Piece, usize) {
    let digit = |place: usize| at(place).filter(char::is_ascii_digit);
    let (mut text, mut place, mut grouped) = (String::new(), 0, false);
    loop {
        while let Some(c) = digit(place) {
            text.push(c);
            place += 1;
        }
        let is_group = (1..=3).all(|next| digit(place + next).is_some()) && digit(place + 4).is_none();
        if at(place) != Some(',') || !is_group || (!grouped && place > 3) {
            return (Piece::Digits { text, grouped }, place);
        }
        grouped = true;
        place += 1;
    }
}

/// Returns the ASCII form of a full-width character. The comma stays, since it separates.
fn ascii(c: char) -> char {
    match c {
        '，' => c,
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

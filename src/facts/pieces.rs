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
        let chars: Vec<char> = part.of(text).chars().collect();
        let (mut rest, mut start) = (&chars[..], part.start);
        while !rest.is_empty() {
            let (piece, length) = read_piece(rest);
            let (read, behind) = rest.split_at(length);
            let end = start + read.iter().map(|c| c.len_utf8() as u32).sum::<u32>();
            self.pieces.push((piece, Span::new(start, end)));
            (rest, start) = (behind, end);
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

    /// Returns whether one of these Han characters is at a place.
    pub(super) fn is_han_of(&self, at: usize, characters: &str) -> bool {
        self.han(at).is_some_and(|c| characters.contains(c))
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
fn read_piece(chars: &[char]) -> (Piece, usize) {
    let first = ascii(chars[0]);
    if first.is_ascii_digit() {
        return read_digits(chars);
    }
    if first.is_whitespace() {
        return (Piece::Space, count(chars, char::is_whitespace));
    }
    if is_han(first) || first == '〇' {
        return (Piece::Han(simplified(first)), 1);
    }
    if is_letter(first) {
        let length = count(chars, is_letter);
        let text = chars[..length].iter().flat_map(|&c| ascii(c).to_lowercase()).collect();
        return (Piece::Word { text, capital: first.is_uppercase() }, length);
    }
    (Piece::Mark(first), 1)
}

/// Counts the characters of a class at the beginning.
fn count(chars: &[char], is: fn(char) -> bool) -> usize {
    chars.iter().take_while(|&&c| is(ascii(c))).count()
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_han(c)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Reads digits, and commas that each stand before a group of three.
fn read_digits(chars: &[char]) -> (Piece, usize) {
    let (mut text, mut place, mut grouped) = (String::new(), 0, false);
    loop {
        let digits = count(&chars[place..], is_digit);
        text.extend(chars[place..place + digits].iter().copied().map(ascii));
        place += digits;
        let [',', group @ ..] = &chars[place..] else { break };
        if count(group, is_digit) != 3 || (!grouped && place > 3) {
            break;
        }
        grouped = true;
        place += 1;
    }
    (Piece::Digits { text, grouped }, place)
}

/// Returns the ASCII form of a full-width character. The comma stays, since it separates.
fn ascii(c: char) -> char {
    match c {
        '，' => c,
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

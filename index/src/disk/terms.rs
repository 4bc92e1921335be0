//! Terms that a record is about as the terms of a text field, units as positions in it.
//!
//! The engine posts positions for text only, and takes its terms from a tokenizer. So a record's terms are packed into one
//! string: for each unit that has some its number and their count, each in [`UNIT_CHARS`] characters, and then the terms in
//! [`TERM_CHARS`] characters each, seven bits a character, the highest first. The tokenizer cuts it again without
//! allocating for a token. `O(n)` for n terms, 10 bytes a term while it waits to be indexed.
//!
//! The zeros at the end of a term are left out. The engine's dictionary costs a step a character, so that terms whose low bits
//! are zero are indexed faster, and take less room.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::Bags;

/// The tokenizer's name in the schema.
pub(super) const TOKENIZER: &str = "packed";

const TERM_CHARS: usize = 10;
const UNIT_CHARS: usize = 5;

/// A term as the engine has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term {
    chars: [u8; TERM_CHARS],
}

impl Term {
    pub(super) fn new(term: u64) -> Term {
        // Nine characters have 63 bits; the last one has the bit that is left.
        let char = |at: usize| if at < TERM_CHARS - 1 { term >> (57 - 7 * at) } else { term };
        let mask = |at: usize| if at < TERM_CHARS - 1 { 0x7F } else { 1 };
        Term { chars: std::array::from_fn(|at| (char(at) & mask(at)) as u8) }
    }
}

impl AsRef<[u8]> for Term {
    fn as_ref(&self) -> &[u8] {
        without_zeros(&self.chars)
    }
}

/// The characters up to the last that is not zero; the first one at least.
fn without_zeros(chars: &[u8]) -> &[u8] {
    let zeros = chars.iter().skip(1).rev().take_while(|&&char| char == 0).count();
    &chars[..chars.len() - zeros]
}

fn number(value: u32) -> [u8; UNIT_CHARS] {
    std::array::from_fn(|at| (value >> (7 * (UNIT_CHARS - 1 - at))) as u8 & 0x7F)
}

/// The value of the field.
pub(super) fn pack(bags: &Bags) -> String {
    let mut bytes = Vec::with_capacity(TERM_CHARS * (bags.key_count() + bags.len()));
    for (unit, bag) in bags.iter().enumerate().filter(|(_, bag)| !bag.is_empty()) {
        bytes.extend(number(unit as u32));
        bytes.extend(number(bag.len() as u32));
        for &term in bag {
            bytes.extend(Term::new(term).chars);
        }
    }
    String::from_utf8(bytes).expect("characters of seven bits are ASCII")
}

/// Cuts what [`pack`] made.
#[derive(Clone, Default)]
pub(super) struct PackedTokenizer {
    token: Token,
}

/// The terms of one record, unit by unit.
pub(super) struct PackedStream<'a> {
    rest: &'a str,
    left: u32,
    token: &'a mut Token,
}

impl Tokenizer for PackedTokenizer {
    type TokenStream<'a> = PackedStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PackedStream<'a> {
        PackedStream { rest: text, left: 0, token: &mut self.token }
    }
}

impl<'a> PackedStream<'a> {
    fn take(&mut self, chars: usize) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_at_checked(chars)?;
        self.rest = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(self.take(UNIT_CHARS)?.bytes().fold(0, |value, byte| value << 7 | u32::from(byte)))
    }

    fn step(&mut self) -> Option<()> {
        while self.left == 0 {
            self.token.position = self.number()? as usize;
            self.left = self.number()?;
        }
        let chars = self.take(TERM_CHARS)?;
        self.left -= 1;
        self.token.text.clear();
        let term = chars.get(..without_zeros(chars.as_bytes()).len())?;
        self.token.text.push_str(term);
        Some(())
    }
}

impl TokenStream for PackedStream<'_> {
    fn advance(&mut self) -> bool {
        self.step().is_some()
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_comes_out_with_its_unit() {
        let bags_keys: [&[u64]; 5] = [&[], &[u64::MAX, 0], &[], &[1 << 63, 127, 128], &[]];
        let mut bags = Bags::new();
        for keys in bags_keys {
            bags.push(&mut keys.to_vec());
        }
        let mut tokenizer = PackedTokenizer::default();
        let text = pack(&bags);
        let mut stream = tokenizer.token_stream(&text);
        let mut seen = vec![];
        while stream.advance() {
            seen.push((stream.token().position, stream.token().text.as_bytes().to_vec()));
        }
        let expected: Vec<_> = bags
            .iter()
            .enumerate()
            .flat_map(|(unit, bag)| bag.iter().map(move |&key| (unit, Term::new(key).as_ref().to_vec())))
            .collect();
        assert_eq!(seen, expected);
    }

    /// The numbers of units and the sizes of bags have seven bits a character.
    #[test]
    fn units_and_bags_above_127_come_out() {
        for number in [0, 127, 128, 129, 16_383, 16_384, 1 << 21, 1 << 28, u32::MAX] {
            let chars = super::number(number);
            assert!(chars.is_ascii());
            let text = String::from_utf8(chars.to_vec()).unwrap();
            let mut token = Token::default();
            let mut stream = PackedStream { rest: &text, left: 0, token: &mut token };
            assert_eq!(stream.number(), Some(number));
        }
        let mut bags = Bags::new();
        for unit in 0..300_u64 {
            let size = if unit == 290 { 200 } else { 1 };
            bags.push(&mut (unit..unit + size).collect());
        }
        let text = pack(&bags);
        let mut tokenizer = PackedTokenizer::default();
        let mut stream = tokenizer.token_stream(&text);
        let mut sizes = vec![0; 300];
        while stream.advance() {
            sizes[stream.token().position] += 1;
        }
        let expected: Vec<usize> = bags.iter().map(<[u64]>::len).collect();
        assert_eq!(sizes, expected);
    }

    #[test]
    fn terms_are_ascii_and_different() {
        let keys =
            [0, 1, 2, 3, 127, 128, 1 << 35, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 57, 1 << 56, 1 << 50];
        for (i, &a) in keys.iter().enumerate() {
            let term = Term::new(a);
            assert!(term.as_ref().is_ascii() && !term.as_ref().is_empty());
            assert!(keys.iter().skip(i + 1).all(|&b| term.as_ref() != Term::new(b).as_ref()), "{a:x}");
        }
    }

    #[test]
    fn terms_keep_the_order_of_keys_and_are_short_where_low_bits_are_zero() {
        let mut keys: Vec<u64> =
            (0..64).flat_map(|bit| [1 << bit, u64::MAX << bit, (1 << bit) - 1]).collect();
        keys.sort_unstable();
        keys.dedup();
        let terms: Vec<Term> = keys.iter().map(|&key| Term::new(key)).collect();
        assert!(terms.is_sorted_by(|a, b| a.as_ref() < b.as_ref()));
        assert_eq!(Term::new(0x1234_5678_9ABC_8000).as_ref().len(), 7);
        assert_eq!(Term::new(u64::MAX).as_ref().len(), TERM_CHARS);
    }
}

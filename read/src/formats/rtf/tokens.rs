//! The tokens of a file: control words, bytes of text, and the borders of groups.

/// A token: the smallest unit with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'b> {
    Open,
    Close,
    /// A control word with its number.
    Word(&'b str, Option<i32>),
    /// A mark behind a backslash.
    Symbol(u8),
    Byte(u8),
    /// A byte that is written as a number, `\'e9`.
    Coded(u8),
}

/// An iterator over the tokens of a file.
#[derive(Debug)]
pub(super) struct Tokens<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Tokens<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Tokens { bytes, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take_while(&mut self, is_part: fn(&u8) -> bool) -> &'b str {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(is_part) {
            self.at += 1;
        }
        std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default()
    }

    fn word(&mut self) -> Token<'b> {
        let name = self.take_while(u8::is_ascii_alphabetic);
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let digits = self.take_while(u8::is_ascii_digit);
        if digits.is_empty() {
            self.at = start;
        }
        let is_negative = self.bytes.get(start) == Some(&b'-');
        let sign = if is_negative { -1 } else { 1 };
        let number = digits.parse().ok().map(|number: i32| sign * number);
        if self.peek() == Some(b' ') {
            self.at += 1;
        }
        if name == "bin" {
            let skipped = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
            self.at = self.at.saturating_add(skipped).min(self.bytes.len());
        }
        Token::Word(name, number)
    }

    fn coded(&mut self) -> Token<'b> {
        let code = self.bytes.get(self.at..self.at + 2).unwrap_or_default();
        match u8::from_str_radix(std::str::from_utf8(code).unwrap_or_default(), 16) {
            Ok(byte) => {
                self.at += 2;
                Token::Coded(byte)
            }
            Err(_) => Token::Symbol(b'\''),
        }
    }
}

impl<'b> Iterator for Tokens<'b> {
    type Item = Token<'b>;

    fn next(&mut self) -> Option<Token<'b>> {
        loop {
            let byte = self.peek()?;
            if byte == b'\\' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_alphabetic) {
                self.at += 1;
                return Some(self.word());
            }
            self.at += 1;
            return Some(match byte {
                b'{' => Token::Open,
                b'}' => Token::Close,
                b'\r' | b'\n' | 0 => continue,
                b'\\' => {
                    let mark = self.peek()?;
                    self.at += 1;
                    if mark == b'\'' { self.coded() } else { Token::Symbol(mark) }
                }
                byte => Token::Byte(byte),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_with_one_blank_and_binary_parts_are_skipped() {
        let tokens: Vec<_> = Tokens::new(b"{\\a-1  b\\'e9\\~\\bin3 }}}\r\nc\\'x").collect();
        assert_eq!(
            tokens,
            [
                Token::Open,
                Token::Word("a", Some(-1)),
                Token::Byte(b' '),
                Token::Byte(b'b'),
                Token::Coded(0xE9),
                Token::Symbol(b'~'),
                Token::Word("bin", Some(3)),
                Token::Byte(b'c'),
                Token::Symbol(b'\''),
                Token::Byte(b'x'),
            ]
        );
    }
}

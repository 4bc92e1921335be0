//! Eight bytes of ASCII text at a time: letters are counted and made lower case without a loop.
//!
//! The bytes are one number, the first byte lowest. ASCII leaves the highest bit of each byte free. So an addition to
//! all bytes at once carries nothing from one byte into the next, and the highest bit of each shows whether it reached
//! some letter.

/// Eight bytes of ASCII text; 0 behind its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Eight(u64);

/// The highest bit of each byte.
const HIGH: u64 = each(0x80);

/// Repeats a byte eight times.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; Eight::LEN])
}

/// Returns the highest bit of each byte in `first..=last`.
const fn between(bytes: u64, first: u8, last: u8) -> u64 {
    (bytes + each(0x80 - first)) & !(bytes + each(0x7F - last)) & HIGH
}

impl Eight {
    /// The number of bytes.
    pub(super) const LEN: usize = 8;

    /// Reads the eight bytes from `at` on.
    pub(super) fn at(bytes: &[u8], at: usize) -> Eight {
        let rest = bytes.get(at..).unwrap_or(&[]);
        let all = match rest.first_chunk() {
            Some(all) => *all,
            None => {
                let mut last = [0; Eight::LEN];
                for (to, from) in last.iter_mut().zip(rest) {
                    *to = *from;
                }
                last
            }
        };
        // The text is ASCII; without this, another byte would carry into the next.
        Eight(u64::from_le_bytes(all) & !HIGH)
    }

    /// Counts the letters before the first byte that is none.
    pub(super) fn letters(self) -> usize {
        let letters = between(self.0 | each(0x20), b'a', b'z');
        ((letters ^ HIGH).trailing_zeros() / 8) as usize
    }

    /// Returns the bytes with small letters in place of capitals.
    pub(super) fn lower_case(self) -> [u8; Eight::LEN] {
        (self.0 | between(self.0, b'A', b'Z') >> 2).to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_lower_case_are_those_of_the_library() {
        for byte in 0..128_u8 {
            for place in 0..10 {
                let mut text = *b"Some_Text9";
                text[place] = byte;
                for length in 0..=text.len() {
                    let text = &text[..length];
                    let eight = Eight::at(text, 0);
                    let letters = text.iter().take(8).take_while(|byte| byte.is_ascii_alphabetic()).count();
                    assert_eq!(eight.letters(), letters, "{text:?}");
                    let lower = text[..length.min(8)].to_ascii_lowercase();
                    assert_eq!(eight.lower_case()[..length.min(8)], lower, "{text:?}");
                }
            }
        }
        assert_eq!(Eight::at(b"abc", 7), Eight(0));
    }
}

//! Numbers one behind the other, in as many bits as each takes, the lowest first.

use std::io::{self, Write};

/// A number is read as this many bytes, from wherever it begins: as many have to stand behind the last one.
pub(super) const PADDING: usize = 16;

/// The number in `bits`, at most 64; 0 where fewer bytes than [`PADDING`] stand from its first one on.
pub(super) fn number(bytes: &[u8], first_bit: usize, bits: usize) -> u64 {
    let start = first_bit / 8;
    let read = bytes.get(start..start + PADDING).and_then(|bytes| bytes.try_into().ok());
    let number = (read.map_or(0, u128::from_le_bytes) >> (first_bit % 8)) as u64;
    if bits < 64 { number & !(u64::MAX << bits) } else { number }
}

/// Writes numbers.
pub(super) struct Bits<W> {
    out: W,
    waiting: u128,
    /// How many bits wait, fewer than eight after each number.
    count: u32,
}

impl<W: Write> Bits<W> {
    pub(super) fn to(out: W) -> Bits<W> {
        Bits { out, waiting: 0, count: 0 }
    }

    /// Adds a number that fits in `bits`, at most 64.
    pub(super) fn push(&mut self, number: u64, bits: u32) -> io::Result<()> {
        self.waiting |= u128::from(number) << self.count;
        self.count += bits;
        let whole = self.count / 8;
        self.out.write_all(&self.waiting.to_le_bytes()[..whole as usize])?;
        self.waiting >>= 8 * whole;
        self.count %= 8;
        Ok(())
    }

    /// Fills the last byte with zeros.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.push(0, (8 - self.count) % 8)?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_out_of_their_bits() {
        let numbers: Vec<(u64, u32)> =
            (1..=64).map(|bits| (0x9E37_79B9_7F4A_7C15 >> (64 - bits), bits)).collect();
        let mut bits = Bits::to(vec![]);
        numbers.iter().for_each(|&(number, count)| bits.push(number, count).unwrap());
        let bytes = [bits.finish().unwrap(), vec![0; PADDING]].concat();
        assert_eq!(bytes.len(), (65 * 32_usize).div_ceil(8) + PADDING);
        let mut at = 0;
        for (expected, bits) in numbers {
            assert_eq!(number(&bytes, at, bits as usize), expected, "{bits}");
            at += bits as usize;
        }
    }
}

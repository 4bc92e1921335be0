//! The Bloom filter of Gao and Li (2014), as they describe it.
//!
//! In: texts. Out: which of them seem to have been there before. A text sets two bits, by the BKDR and AP hashes, and
//! is called seen if *any* of the two is set. That rule wrongly calls a third of all new texts seen; the standard one
//! ([`BloomFilter`](ibid_dedup::BloomFilter)) 3 % (10 bits per text). `O(n)` for n bytes of text. Useful for repeating
//! the paper's figures, for nothing else.

use ibid::{Error, Result};
use ibid_dedup::Membership;

/// The most bits: 2.5 times as many as the paper's largest filter has, and 6 MB.
const MOST_BITS: u64 = 50_000_000;

/// A filter of which one set bit is enough.
#[derive(Clone, Debug)]
pub struct PaperBloom {
    bits: u64,
    words: Vec<u64>,
}

impl PaperBloom {
    /// Makes a filter of this number of bits; 50,000 in the paper.
    ///
    /// # Errors
    /// [`Error::Request`] if there is no bit, or if there are more than 50 million.
    pub fn new(bits: u64) -> Result<PaperBloom> {
        if !(1..=MOST_BITS).contains(&bits) {
            return Err(Error::Request(format!(
                "the paper's filter must have 1 to {MOST_BITS} bits, got {bits}"
            )));
        }
        Ok(PaperBloom { bits, words: vec![0; bits.div_ceil(64) as usize] })
    }

    fn positions(&self, text: &str) -> [u64; 2] {
        [bkdr(text.as_bytes()), ap(text.as_bytes())].map(|hash| u64::from(hash) % self.bits)
    }
}

impl Membership for PaperBloom {
    fn name(&self) -> String {
        format!("bloom(bkdr+ap,any-bit,bits={})", self.bits)
    }

    fn insert(&mut self, text: &str) -> bool {
        let is_seen = self.contains(text);
        for position in self.positions(text) {
            self.words[(position / 64) as usize] |= 1 << (position % 64);
        }
        is_seen
    }

    fn contains(&self, text: &str) -> bool {
        let is_set = |position: u64| self.words[(position / 64) as usize] & 1 << (position % 64) != 0;
        self.positions(text).into_iter().any(is_set)
    }

    fn size_bytes(&self) -> usize {
        self.words.len() * 8
    }
}

/// Returns the hash of Brian Kernighan and Dennis Ritchie with the seed 131, in 31 bits.
fn bkdr(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0_u32, |hash, &byte| hash.wrapping_mul(131).wrapping_add(u32::from(byte))) & 0x7FFF_FFFF
}

/// Returns the hash of Arash Partow, in 31 bits.
fn ap(bytes: &[u8]) -> u32 {
    let mut hash = 0_u32;
    for (place, &byte) in bytes.iter().enumerate() {
        let byte = u32::from(byte);
        hash ^= if place % 2 == 0 {
            (hash << 7) ^ byte ^ (hash >> 3)
        } else {
            !((hash << 11) ^ byte ^ (hash >> 5))
        };
    }
    hash & 0x7FFF_FFFF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_of_the_paper() {
        assert_eq!([bkdr(b"abc"), ap(b"abc")], [1_677_554, 511_219_427]);
        assert_eq!([bkdr("去重".as_bytes()), ap("去重".as_bytes())], [1_396_611_033, 698_255_194]);
    }

    #[test]
    fn any_bit_is_wrong_ten_times_as_often() {
        let text = |number: u32| format!("text {number}");
        let mut filter = PaperBloom::new(50_000).unwrap();
        (0..5000).for_each(|number| {
            filter.insert(&text(number));
        });
        let wrong = (5000..15_000).filter(|&number| filter.contains(&text(number))).count();
        assert!((2500..4000).contains(&wrong), "{wrong} of 10,000; .330 by the formula");
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!(PaperBloom::new(0).is_err() && PaperBloom::new(u64::MAX).is_err());
    }
}

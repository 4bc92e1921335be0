//! Changes bytes as accidents do, the same for the same seed.

/// Numbers from a seed (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Below `end`, which is above 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// One to four changes: bits, bytes, parts that go, come twice or come from elsewhere, and an end that is missing. Longer
/// bytes are cut.
pub(crate) fn mutate(wholes: &[Vec<u8>], most_bytes: usize, dice: &mut Dice) -> Vec<u8> {
    const ODD: [&[u8]; 12] = [
        b"\0",
        b"\xFF",
        b"\xFE\xFF",
        b"\x80",
        b"{",
        b"\"",
        b"\n",
        b"\\ud800",
        b"<",
        b"]]>",
        b"99999999999999999999",
        b"-1",
    ];
    let mut bytes = wholes[dice.below(wholes.len())].clone();
    bytes.truncate(most_bytes);
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + 1 + dice.below(64)).min(bytes.len());
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => drop(bytes.splice(at..end, [])),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 => {
                let other = &wholes[dice.below(wholes.len())];
                let from = dice.below(other.len() + 1);
                let part = other[from..(from + 64).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
            4 => bytes.truncate(at),
            _ => drop(bytes.splice(at..end, ODD[dice.below(ODD.len())].iter().copied())),
        }
    }
    bytes
}

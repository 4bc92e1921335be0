//! How a file of posting lists is laid out: what stands at its end, and what follows from it.
//!
//! In: the numbers of a part. Out: in how many bits and bytes its entries, lists and slots stand, and what of a key is stored.
//! `docs/index-format.md` has the bytes.

/// The bytes of a shape, at the end of the file.
pub(super) const SHAPE_BYTES: usize = 7 * size_of::<u32>();

/// How the file is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// How many keys there are, each as often as it stands somewhere.
    pub(super) keys: u32,
    /// How many entries, one for each key.
    pub(super) entries: u32,
    /// How many numbers in lists.
    pub(super) listed: u32,
    /// The directory has a slot for each value of this many leading bits of a key, 1 to 31.
    pub(super) slot_bits: u32,
    /// This many low bits are zero in all keys, 0 to 63.
    pub(super) zeros: u32,
    /// The units of a record are numbered in this many bits, 0 to 31.
    pub(super) unit_bits: u32,
    /// Bits of a place, or of a number in lists, 1 to 63.
    pub(super) place_bits: u32,
}

impl Shape {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let Shape { keys, entries, listed, slot_bits, zeros, unit_bits, place_bits } = self;
        let numbers = [keys, entries, listed, slot_bits, zeros, unit_bits, place_bits];
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Shape> {
        let mut numbers = (0..).map(|at| u32_at(bytes, at));
        let mut next = || numbers.next();
        let shape = Shape {
            keys: next()?,
            entries: next()?,
            listed: next()?,
            slot_bits: next()?,
            zeros: next()?,
            unit_bits: next()?,
            place_bits: next()?,
        };
        let is_possible = (1..32).contains(&shape.slot_bits)
            && shape.zeros < 64
            && shape.unit_bits < 32
            && (1..64).contains(&shape.place_bits);
        is_possible.then_some(shape)
    }

    pub(super) fn slot(self, key: u64) -> usize {
        (key >> (64 - self.slot_bits)) as usize
    }

    pub(super) fn slots(self) -> usize {
        1 << self.slot_bits
    }

    /// The least key of a slot.
    pub(super) fn least(self, slot: usize) -> u64 {
        (slot as u64) << (64 - self.slot_bits)
    }

    /// The greatest key of a slot.
    pub(super) fn most(self, slot: usize) -> u64 {
        self.least(slot) | u64::MAX >> self.slot_bits
    }

    /// What is stored of a key: the bits that neither its slot says nor are zero in all.
    pub(super) fn rest(self, key: u64) -> u64 {
        (key & u64::MAX >> self.slot_bits) >> self.zeros
    }

    pub(super) fn rest_bytes(self) -> usize {
        (64_u32.saturating_sub(self.slot_bits + self.zeros)).div_ceil(8) as usize
    }

    /// Bytes of a place, or of a number in lists, and a bit more.
    pub(super) fn value_bytes(self) -> usize {
        (self.place_bits + 1).div_ceil(8) as usize
    }

    pub(super) fn entry_bytes(self) -> usize {
        self.rest_bytes() + self.value_bytes()
    }

    pub(super) fn list_bytes(self) -> usize {
        (u64::from(self.listed) * u64::from(self.place_bits)).div_ceil(8) as usize
    }
}

/// The number at this place of a list of numbers; 0 behind its end.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let read = bytes.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok());
    read.map_or(0, u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_that_cannot_be_is_refused() {
        let shape =
            Shape { keys: 1, entries: 1, listed: 0, slot_bits: 31, zeros: 63, unit_bits: 31, place_bits: 63 };
        assert_eq!(Shape::from_bytes(&shape.to_bytes()), Some(shape));
        for wrong in [
            Shape { slot_bits: 0, ..shape },
            Shape { slot_bits: 32, ..shape },
            Shape { zeros: 64, ..shape },
            Shape { unit_bits: 32, ..shape },
            Shape { place_bits: 0, ..shape },
            Shape { place_bits: 64, ..shape },
        ] {
            assert_eq!(Shape::from_bytes(&wrong.to_bytes()), None, "{wrong:?}");
        }
    }
}

//! A directory of a sorted list of hashes, which finds a key in a step or two.

/// The starts of the keys that share their leading `bits` bits in a sorted list, so that a key is found in a step or
/// two.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    starts: Vec<u32>,
    bits: u32,
}

impl Directory {
    /// Makes the directory of a sorted list of this length.
    pub(crate) fn new(len: usize, sorted: impl Iterator<Item = u64>) -> Directory {
        let bits = (len as u64 + 1).ilog2().clamp(1, 26);
        let mut starts = vec![0; (1 << bits) + 1];
        for key in sorted {
            starts[(key >> (64 - bits)) as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Directory { starts, bits }
    }

    /// Returns the range that holds a key, if the list has it.
    pub(crate) fn range(&self, key: u64) -> std::ops::Range<usize> {
        if self.starts.is_empty() {
            return 0..0;
        }
        let slot = (key >> (64 - self.bits)) as usize;
        self.starts[slot] as usize..self.starts[slot + 1] as usize
    }
}

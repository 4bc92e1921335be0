//! The fingerprint of a text, and the distance of two.

use serde::{Deserialize, Serialize};

/// The 64 bits of a text. Fingerprints are comparable if the name of their [`SimHash`](crate::SimHash) is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// Returns the number of bits in which two fingerprints differ, 0 to 64.
    pub fn distance(self, other: Fingerprint) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// Returns the distance, if it is at most `most`.
    pub fn within(self, other: Fingerprint, most: u32) -> Option<u32> {
        let distance = self.distance(other);
        (distance <= most).then_some(distance)
    }
}

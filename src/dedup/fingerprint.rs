//! The fingerprint of a text, and how far two are apart.

use serde::{Deserialize, Serialize};

/// The 64 bits of a text. Fingerprints are comparable where the name of their [`SimHash`](super::SimHash) is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The number of bits in which two fingerprints differ, 0 to 64.
    pub fn distance(self, other: Fingerprint) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// The distance, if it is at most this one.
    pub fn within(self, other: Fingerprint, most: u32) -> Option<u32> {
        Some(self.distance(other)).filter(|distance| *distance <= most)
    }
}

//! A vote of weighted hashes on each of 64 bits.

use crate::Fingerprint;

/// Enough binary digits for the largest sum over a text: 4 · 10⁹ features of weight 15.
const PLANES: usize = 37;

/// The sums of a vote: for each of 64 bits, the weight of the features whose hash has the bit set.
pub(crate) struct Votes {
    /// The n-th digit of all 64 sums in the n-th plane.
    planes: [u64; PLANES],
    /// The weight of all features.
    total: u64,
}

impl Default for Votes {
    fn default() -> Votes {
        Votes { planes: [0; PLANES], total: 0 }
    }
}

impl Votes {
    pub(crate) fn add(&mut self, hash: u64) {
        self.total += 1;
        self.carry(hash, 0);
    }

    pub(crate) fn add_weighted(&mut self, hash: u64, weight: u32) {
        self.total += u64::from(weight);
        let mut left = weight;
        while left > 0 {
            self.carry(hash, left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }

    /// Adds 2^plane to the sums of the bits that are set.
    fn carry(&mut self, mut carry: u64, plane: usize) {
        for plane in &mut self.planes[plane..] {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                return;
            }
        }
    }

    /// Returns the bits that have more than half of the weight; none without votes.
    pub(crate) fn result(&self) -> Option<Fingerprint> {
        if self.total == 0 {
            return None;
        }
        let half = self.total / 2;
        // All 64 sums are compared with the half at once, from the highest digit on.
        let (mut greater, mut equal) = (0, u64::MAX);
        for (place, &plane) in self.planes.iter().enumerate().rev() {
            if half >> place & 1 == 0 {
                greater |= equal & plane;
                equal &= !plane;
            } else {
                equal &= plane;
            }
        }
        Some(Fingerprint(greater))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sums the votes of each bit on its own.
    fn oracle(features: &[(u64, u32)]) -> Option<Fingerprint> {
        let total: u32 = features.iter().map(|feature| feature.1).sum();
        let vote = |bit: u32| -> i64 {
            let signed =
                |&(hash, weight): &(u64, u32)| if hash >> bit & 1 == 1 { 1 } else { -1 } * i64::from(weight);
            features.iter().map(signed).sum()
        };
        (total > 0)
            .then(|| Fingerprint((0..64).filter(|&bit| vote(bit) > 0).fold(0, |print, bit| print | 1 << bit)))
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let features = [(0b110010, 3), (0b101001, 5)];
        let mut votes = Votes::default();
        features.iter().for_each(|&(hash, weight)| votes.add_weighted(hash, weight));
        assert_eq!(votes.result(), Some(Fingerprint(0b101001)));
        assert_eq!(oracle(&features), votes.result());
    }

    proptest! {
        #[test]
        fn votes_equal_sums_one_by_one(features in prop::collection::vec((any::<u64>(), 0_u32..16), 0..300)) {
            let mut votes = Votes::default();
            for &(hash, weight) in &features {
                if weight == 1 { votes.add(hash) } else { votes.add_weighted(hash, weight) }
            }
            prop_assert_eq!(votes.result(), oracle(&features));
        }
    }
}

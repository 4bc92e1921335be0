//! Random numbers, the same for the same seed.

/// A generator of random numbers, the same for the same seed (SplitMix64: Steele, Lea and Flood 2014). Not for secrets.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Makes dice of their own for each sequence of numbers, such as the numbers of a text and of an edit.
    pub fn new(seed: u64, what: &[u64]) -> Dice {
        let mut dice = Dice(seed);
        for &number in what {
            dice.0 = dice.roll() ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        dice
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // The upper half of a product: no number is likelier than another by more than limit / 2^64.
        ((u128::from(self.roll()) * limit as u128) >> 64) as usize
    }

    /// Shuffles elements into a random order.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.below(last + 1));
        }
    }

    /// Chooses `count` of the numbers below `limit`, ascending; all of them if there are no more.
    pub fn choose(&mut self, limit: usize, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..limit).collect();
        self.shuffle(&mut all);
        all.truncate(count);
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_fair_and_the_same_for_a_seed() {
        let mut counts = [0; 6];
        let mut dice = Dice::new(7, &[1, 2]);
        (0..6000).for_each(|_| counts[dice.below(6)] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_ne!(Dice::new(7, &[1, 2]).roll(), Dice::new(7, &[2, 1]).roll());
        assert_eq!(Dice::new(7, &[1]).choose(5, 9), [0, 1, 2, 3, 4]);
        assert_eq!((dice.below(1), dice.below(0)), (0, 0));
    }
}

//! The order into which Python's `random.Random(seed).shuffle` brings a list, so that both draw the same documents.
//!
//! In: a list and a seed. Out: the list in another order. Fisher and Yates' shuffle from the end, with numbers of the
//! Mersenne Twister MT19937 (Matsumoto and Nishimura 1998), seeded from an array of 32-bit words. Of each number the
//! leading bits are taken; numbers that are too large are skipped. `O(n)` expected for n elements, 2.5 kB. Not useful
//! for anything else: it is slow beside newer generators, and not secure.

const SIZE: usize = 624;
const MIDDLE: usize = 397;

/// The generator MT19937.
struct Twister {
    state: [u32; SIZE],
    next: usize,
}

impl Twister {
    /// Spreads one word over the state.
    fn from_word(word: u32) -> Twister {
        let mut state = [word; SIZE];
        for i in 1..SIZE {
            let before = state[i - 1];
            state[i] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        Twister { state, next: SIZE }
    }

    /// Mixes the words of a number into the state, the lowest first; as many words as the number needs.
    fn from_seed(seed: u64) -> Twister {
        let words = [seed as u32, (seed >> 32) as u32];
        let words = if words[1] == 0 { &words[..1] } else { &words[..] };
        let mut twister = Twister::from_word(19_650_218);
        let state = &mut twister.state;
        // The first place is skipped; when the last one is reached, its word is carried over to the first.
        let mut i = 1;
        let mut mix = |round: &dyn Fn(usize, u32, u32) -> u32| {
            let before = state[i - 1];
            state[i] = round(i, state[i], before ^ before >> 30);
            i += 1;
            if i == SIZE {
                state[0] = state[SIZE - 1];
                i = 1;
            }
        };
        for step in 0..SIZE {
            let at = step % words.len();
            mix(&|_, old, before| {
                (old ^ before.wrapping_mul(1_664_525)).wrapping_add(words[at]).wrapping_add(at as u32)
            });
        }
        for _ in 1..SIZE {
            mix(&|i, old, before| (old ^ before.wrapping_mul(1_566_083_941)).wrapping_sub(i as u32));
        }
        state[0] = 1 << 31;
        twister
    }

    fn refill(&mut self) {
        for i in 0..SIZE {
            let joined = self.state[i] & 1 << 31 | self.state[(i + 1) % SIZE] & !(1 << 31);
            let odd = if joined & 1 == 1 { 0x9908_B0DF } else { 0 };
            self.state[i] = self.state[(i + MIDDLE) % SIZE] ^ joined >> 1 ^ odd;
        }
        self.next = 0;
    }

    fn number(&mut self) -> u32 {
        if self.next == SIZE {
            self.refill();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C_5680;
        y ^= y << 15 & 0xEFC6_0000;
        y ^ y >> 18
    }

    /// Draws a number below `limit`, which is at least 1.
    fn below(&mut self, limit: u32) -> u32 {
        let bits = u32::BITS - limit.leading_zeros();
        loop {
            let number = self.number() >> (u32::BITS - bits);
            if number < limit {
                return number;
            }
        }
    }
}

/// Brings fewer than 2^32 elements into the order that `random.Random(seed).shuffle` of Python 3 gives.
pub fn shuffle<T>(elements: &mut [T], seed: u64) {
    let mut twister = Twister::from_seed(seed);
    for i in (1..elements.len()).rev() {
        elements.swap(i, twister.below(i as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the order that Python 3.11 gives.
    #[test]
    fn gives_the_order_of_python() {
        for (seed, order) in [
            (0, [1, 9, 8, 5, 10, 2, 3, 7, 4, 0, 11, 6]),
            (1, [7, 11, 0, 8, 5, 6, 3, 10, 4, 1, 9, 2]),
            (7, [7, 11, 3, 10, 8, 4, 9, 1, 0, 6, 2, 5]),
            ((1 << 40) + 5, [3, 5, 2, 9, 6, 7, 1, 10, 0, 4, 11, 8]),
        ] {
            let mut elements: [u32; 12] = std::array::from_fn(|i| i as u32);
            shuffle(&mut elements, seed);
            assert_eq!(elements, order, "{seed}");
        }
        shuffle(&mut [0; 0], 1);
    }

    #[test]
    fn goes_on_when_the_state_is_used_up() {
        let mut twister = Twister::from_seed(1);
        assert_eq!(twister.number(), 577_090_037);
        let sum = (1..2000).fold(577_090_037_u64, |sum, _| sum + u64::from(twister.number()));
        assert_eq!(sum, PYTHON_SUM);
    }

    /// `sum(r.getrandbits(32) for _ in range(2000))` with `r = random.Random(1)`.
    const PYTHON_SUM: u64 = 4370125505614;
}

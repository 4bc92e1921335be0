//! The random lexicons of I-Match in its randomized form (Kołcz, Chowdhury and Alspector 2004), for sentences and for
//! whole texts.

use ibid::feature::key;

/// The random lexicons of the randomized form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lexicons {
    /// The number of lexicons beside the full one.
    pub count: u32,
    /// The share of words that each lexicon leaves out, from 0 to 1.
    pub drop: f64,
}

impl Default for Lexicons {
    /// Returns ten lexicons that leave out 30 % each.
    fn default() -> Lexicons {
        Lexicons { count: 10, drop: 0.3 }
    }
}

impl Lexicons {
    /// Returns whether a lexicon leaves a word out: as if drawn at random, but the same every time.
    pub fn leaves_out(&self, lexicon: u32, word: u64) -> bool {
        // The upper 53 bits, as a number below 1.
        let drawn = (key([u64::from(lexicon), word]) >> 11) as f64 / (1_u64 << 53) as f64;
        drawn < self.drop
    }
}

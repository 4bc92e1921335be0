//! The trie of decimal digits of Gao and Li (2014), as they describe it.
//!
//! In: texts. Out: which of them seem to have been there before. A text has a 32-bit hash k, and the decimal digits of
//! k² are a path from the root; a text whose path is there already is a duplicate. Up to 19 nodes of 40 bytes per text,
//! `O(n)` for n bytes of text. The paper calls it exact. It is not:
//!
//! - k and −k have one square, so that half of the hash's values are lost;
//! - 32-bit hashes collide: of 2.5 million different texts some 1,450 pairs are expected to have one |k|;
//! - a path is there, too, where it is the beginning of a longer one.
//!
//! It never calls a text new that was there. The paper takes the hash of .NET's strings, which differs from version to
//! version; here it is the low half of xxh3. Useful for repeating the paper's figures, for nothing else: see
//! [`ExactSet`](ibid_dedup::ExactSet).

use ibid_dedup::Membership;
use xxhash_rust::xxh3::xxh3_64;

/// The digit trie.
#[derive(Clone, Debug)]
pub struct DigitTrie {
    /// The child of each node for each of the ten digits; 0, the root, if there is none.
    nodes: Vec<[u32; 10]>,
}

impl Default for DigitTrie {
    fn default() -> DigitTrie {
        DigitTrie { nodes: vec![[0; 10]] }
    }
}

impl DigitTrie {
    /// Makes an empty trie.
    pub fn new() -> DigitTrie {
        DigitTrie::default()
    }

    /// Draws the path of a hash. Returns whether it was there.
    fn insert_hash(&mut self, hash: i32) -> bool {
        let mut node = 0;
        let mut is_there = true;
        for digit in digits(hash) {
            let mut next = self.nodes[node][digit];
            if next == 0 {
                is_there = false;
                next = u32::try_from(self.nodes.len()).expect("170 GB of nodes do not come together");
                self.nodes.push([0; 10]);
                self.nodes[node][digit] = next;
            }
            node = next as usize;
        }
        is_there
    }

    fn contains_hash(&self, hash: i32) -> bool {
        let mut node = 0;
        digits(hash).all(|digit| {
            node = self.nodes[node][digit] as usize;
            node != 0
        })
    }
}

fn hash(text: &str) -> i32 {
    xxh3_64(text.as_bytes()) as i32
}

/// Returns the decimal digits of the square of a hash, from the highest on.
fn digits(hash: i32) -> impl Iterator<Item = usize> {
    let square = u64::from(hash.unsigned_abs()).pow(2);
    let count = square.checked_ilog10().unwrap_or(0);
    (0..=count).rev().map(move |place| (square / 10_u64.pow(place) % 10) as usize)
}

impl Membership for DigitTrie {
    fn name(&self) -> String {
        "digit-trie(xxh3-32)".to_owned()
    }

    fn insert(&mut self, text: &str) -> bool {
        self.insert_hash(hash(text))
    }

    fn contains(&self, text: &str) -> bool {
        self.contains_hash(hash(text))
    }

    fn size_bytes(&self) -> usize {
        self.nodes.len() * size_of::<[u32; 10]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_a_square() {
        let of = |hash: i32| digits(hash).map(|digit| digit.to_string()).collect::<String>();
        assert_eq!([of(0), of(-1), of(12), of(1000)], ["0", "1", "144", "1000000"]);
        assert_eq!(of(i32::MIN), "4611686018427387904");
    }

    #[test]
    fn has_the_faults_of_its_description() {
        let mut trie = DigitTrie::new();
        assert!(!trie.insert_hash(12));
        assert!(trie.insert_hash(12) && trie.contains_hash(12));
        assert!(trie.contains_hash(-12), "k and -k have one square");
        assert!(!trie.insert_hash(38), "1444");
        assert!(!trie.insert_hash(2) && !trie.insert_hash(7), "4, 49");
        assert!(!trie.contains_hash(3), "9");
        assert!(trie.contains_hash(1), "1 is the beginning of 144");
        assert_eq!(trie.size_bytes(), 40 * 7);
    }
}

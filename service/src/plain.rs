//! Texts known by the words between white space, for the tests: slow and simple.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use crate::texts::{DISTANCE, Nearby, SHORT, Signature, Texts};

/// SimHash with a vote a word, one by one.
pub(crate) struct Plain;

impl Texts for Plain {
    fn name(&self) -> String {
        "plain".into()
    }

    fn signature(&self, text: &str) -> Signature {
        let words: Vec<u64> = text.split_whitespace().map(|word| xxh3_64(word.as_bytes())).collect();
        let votes = |bit: u32| words.iter().filter(|word| *word >> bit & 1 == 1).count() * 2 > words.len();
        let fingerprint = (0..64).filter(|&bit| votes(bit)).fold(0, |print, bit| print | 1 << bit);
        let mut times: HashMap<u64, u32> = HashMap::new();
        let mut number = |word: &u64| {
            let times = times.entry(*word).or_default();
            *times += 1;
            *word as u32 ^ (*times - 1)
        };
        let mut bag: Vec<u32> = words.iter().map(&mut number).collect();
        bag.sort_unstable();
        bag.truncate(if words.len() < SHORT as usize { usize::MAX } else { 0 });
        Signature { fingerprint: (!words.is_empty()).then_some(fingerprint), words: words.len() as u32, bag }
    }

    fn nearby(&self) -> Box<dyn Nearby> {
        Box::new(Linear(vec![]))
    }
}

/// Looks at all.
struct Linear(Vec<u64>);

impl Nearby for Linear {
    fn insert(&mut self, fingerprint: u64) -> u32 {
        let known = self.0.iter().position(|&print| print == fingerprint);
        known.unwrap_or_else(|| {
            self.0.push(fingerprint);
            self.0.len() - 1
        }) as u32
    }

    fn within(&self, fingerprint: u64, out: &mut Vec<(u32, u32)>) {
        let distance = |(number, print): (usize, &u64)| (number as u32, (print ^ fingerprint).count_ones());
        out.clear();
        out.extend(self.0.iter().enumerate().map(distance).filter(|(_, distance)| *distance <= DISTANCE));
        out.sort_unstable_by_key(|&(number, distance)| (distance, number));
    }
}

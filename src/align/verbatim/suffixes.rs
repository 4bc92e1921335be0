//! Suffix arrays of sequences of numbers, with the longest common prefixes of neighbours.
//!
//! In: numbers. Out: the suffix array, by induced sorting (Nong, Zhang and Chan, 2009), and the lengths of the longest
//! common prefixes of neighbours (Kasai and others, 2001). `O(n)` for n numbers that are not much larger than n, with
//! 12 bytes per number beside the results while it works.

/// The absence of a suffix.
const NONE: u32 = u32::MAX;

/// Returns the starts of the suffixes of `text`, sorted. Its numbers are below `alphabet`.
pub(crate) fn suffix_array(text: &[u32], alphabet: usize) -> Vec<u32> {
    match text.len() {
        0 => return vec![],
        1 => return vec![0],
        _ => {}
    }
    let inducer = Inducer::new(text, alphabet);
    let leftmost = inducer.leftmost();
    let mut order = inducer.induce(&leftmost);
    if leftmost.is_empty() {
        return order;
    }
    // The pieces between two leftmost suffixes are sorted now. Each gets its rank, and the sequence of ranks is sorted.
    let mut number = vec![NONE; text.len()];
    for (&start, at) in leftmost.iter().zip(0..) {
        number[start as usize] = at;
    }
    order.retain(|&start| number[start as usize] != NONE);
    let piece = |start: u32| match leftmost.get(number[start as usize] as usize + 1) {
        Some(&next) => &text[start as usize..=next as usize],
        None => &text[start as usize..],
    };
    let last = leftmost[leftmost.len() - 1];
    let mut ranks = vec![0; leftmost.len()];
    let mut rank = 0;
    for pair in order.windows(2) {
        // The last piece ends with the text, which is less than any other end.
        if pair.contains(&last) || piece(pair[0]) != piece(pair[1]) {
            rank += 1;
        }
        ranks[number[pair[1] as usize] as usize] = rank;
    }
    let sorted = suffix_array(&ranks, rank as usize + 1);
    order.clear();
    for at in sorted {
        order.push(leftmost[at as usize]);
    }
    inducer.induce(&order)
}

/// Induced sorting of all suffixes from the leftmost ones: the suffixes less than the next one that follow a greater
/// one.
struct Inducer<'t> {
    text: &'t [u32],
    /// For each suffix, true if it is less than the next one.
    is_less: Vec<bool>,
    /// For each first number, the start of its suffixes in the order.
    starts: Vec<u32>,
    /// For each first number, the start of its suffixes that are less than the next one, which follow all others.
    less_starts: Vec<u32>,
}

impl Inducer<'_> {
    fn new(text: &[u32], alphabet: usize) -> Inducer<'_> {
        let mut is_less = vec![false; text.len()];
        for at in (0..text.len() - 1).rev() {
            is_less[at] = text[at] < text[at + 1] || (text[at] == text[at + 1] && is_less[at + 1]);
        }
        let (mut starts, mut less_starts) = (vec![0; alphabet + 1], vec![0; alphabet]);
        for (&number, &is_less) in text.iter().zip(&is_less) {
            starts[number as usize + 1] += 1;
            less_starts[number as usize] += u32::from(!is_less);
        }
        for number in 0..alphabet {
            starts[number + 1] += starts[number];
            less_starts[number] += starts[number];
        }
        Inducer { text, is_less, starts, less_starts }
    }

    /// Returns the suffixes that are less than the next one and follow a greater one, by their place.
    fn leftmost(&self) -> Vec<u32> {
        let mut leftmost = vec![];
        for at in 1..self.text.len() {
            if self.is_less[at] && !self.is_less[at - 1] {
                leftmost.push(at as u32);
            }
        }
        leftmost
    }

    /// Returns all suffixes, sorted as far as the order of `leftmost` decides.
    fn induce(&self, leftmost: &[u32]) -> Vec<u32> {
        let mut order = vec![NONE; self.text.len()];
        let mut next = self.less_starts.clone();
        for &start in leftmost {
            put(&mut order, &mut next[self.text[start as usize] as usize], start);
        }
        let mut next = self.starts.clone();
        let last = self.text.len() - 1;
        put(&mut order, &mut next[self.text[last] as usize], last as u32);
        for at in 0..order.len() {
            if let Some(before) = self.before(order[at])
                && !self.is_less[before]
            {
                put(&mut order, &mut next[self.text[before] as usize], before as u32);
            }
        }
        let mut end: Vec<u32> = self.starts[1..].to_vec();
        for at in (0..order.len()).rev() {
            if let Some(before) = self.before(order[at])
                && self.is_less[before]
            {
                let end = &mut end[self.text[before] as usize];
                *end -= 1;
                order[*end as usize] = before as u32;
            }
        }
        order
    }

    fn before(&self, start: u32) -> Option<usize> {
        if start == NONE { None } else { (start as usize).checked_sub(1) }
    }
}

/// Puts a suffix at a place of the order, and moves the place on by one.
fn put(order: &mut [u32], place: &mut u32, start: u32) {
    order[*place as usize] = start;
    *place += 1;
}

/// Returns the length of the prefix that each suffix has in common with the one before it, in their order.
pub(crate) fn common_prefixes(text: &[u32], order: &[u32]) -> Vec<u32> {
    let mut place = vec![0_u32; text.len()];
    for (&start, at) in order.iter().zip(0..) {
        place[start as usize] = at;
    }
    let mut common = vec![0; text.len()];
    let mut length = 0_usize;
    for start in 0..text.len() {
        let Some(before) = (place[start] as usize).checked_sub(1) else {
            length = 0;
            continue;
        };
        let other = order[before] as usize;
        let rest = text[start + length..].iter().zip(&text[other + length..]);
        length += rest.take_while(|(x, y)| x == y).count();
        common[place[start] as usize] = length as u32;
        length = length.saturating_sub(1);
    }
    common
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &[u32]) {
        let alphabet = text.iter().max().map_or(0, |&most| most as usize + 1);
        let order = suffix_array(text, alphabet);
        let mut sorted: Vec<u32> = (0..text.len() as u32).collect();
        sorted.sort_by_key(|&start| &text[start as usize..]);
        assert_eq!(order, sorted, "{text:?}");
        let common = common_prefixes(text, &order);
        for at in 1..text.len() {
            let (x, y) = (&text[order[at - 1] as usize..], &text[order[at] as usize..]);
            assert_eq!(common[at] as usize, x.iter().zip(y).take_while(|(x, y)| x == y).count());
        }
    }

    #[test]
    fn suffixes_of_sequences_that_repeat_are_sorted() {
        let cases: &[&[u32]] =
            &[&[], &[5], &[1, 0], &[0, 0, 0, 0], &[2, 1, 0], &[0, 1, 2], &[1, 0, 1, 0, 1, 0]];
        cases.iter().for_each(|case| check(case));
        check(&[3, 1, 2, 1, 2].repeat(9));
    }

    proptest! {
        #[test]
        fn any_suffixes_are_sorted(text in prop::collection::vec(0_u32..4, 0..60)) {
            check(&text);
        }

        #[test]
        fn suffixes_of_any_period_are_sorted(piece in prop::collection::vec(0_u32..9, 1..9), times in 1_usize..9) {
            check(&piece.repeat(times));
        }
    }
}

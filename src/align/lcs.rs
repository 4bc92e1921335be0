//! Two sequences of words -> a longest common subsequence.
//!
//! A table of the lengths for all pairs of ends is filled from the last words, then walked from the first. `O(m · n)`
//! time and space for m and n words: meant for gaps, sentences and quotations. Longer texts are compared by their exact
//! matches ([`verbatim`](super::verbatim)).

/// Returns the places of a longest common subsequence, in order. Of several, it takes the one that skips words of `a`
/// first. The shorter sequence has at most 65,535 words, since lengths are 16 bits: a larger table would take more than
/// 8 GB.
pub(crate) fn common(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    debug_assert!(a.len().min(b.len()) <= usize::from(u16::MAX), "{} and {} words", a.len(), b.len());
    let width = b.len() + 1;
    let mut lengths = vec![0_u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = if a[i] == b[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, vec![]);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Returns the places of a longest common subsequence whose pairs lie in as few stretches as possible: two pairs are in
/// one if they follow each other in both sequences. Of several, it takes the one that begins earliest in `a`. Twice the
/// space of [`common`]: meant for two wordings of one sentence.
pub(crate) fn common_in_few_runs(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    /// The worth of a pair; a stretch costs 1.
    const PAIR: i64 = 1 << 32;
    let width = b.len() + 1;
    // The best from each pair of places on, if the pair before it was taken and if not.
    let mut joined = vec![0_i64; (a.len() + 1) * width];
    let mut apart = joined.clone();
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let at = i * width + j;
            let skipped = apart[at + width].max(apart[at + 1]);
            (joined[at], apart[at]) = match a[i] == b[j] {
                true => {
                    let taken = PAIR + joined[at + width + 1];
                    (skipped.max(taken), skipped.max(taken - 1))
                }
                false => (skipped, skipped),
            };
        }
    }
    let (mut i, mut j, mut is_joined, mut pairs) = (0, 0, false, vec![]);
    while i < a.len() && j < b.len() {
        let at = i * width + j;
        let taken = PAIR + joined[at + width + 1] - i64::from(!is_joined);
        let best = if is_joined { joined[at] } else { apart[at] };
        is_joined = a[i] == b[j] && best == taken;
        if is_joined {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if apart[at + width] >= apart[at + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the most words of `a` that can be chosen so that they stand in `b` in the same order, by trying all
    /// choices.
    fn longest(a: &[u64], b: &[u64]) -> usize {
        let stands = |chosen: u32| {
            let mut rest = b.iter();
            let words = a.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            words.into_iter().all(|(_, word)| rest.any(|other| other == word))
        };
        (0..1_u32 << a.len()).filter(|&chosen| stands(chosen)).map(u32::count_ones).max().unwrap_or(0)
            as usize
    }

    #[test]
    fn no_choice_of_words_is_longer() {
        let mut state = 7_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        for round in 0..300 {
            let words = 1 + round % 5;
            let mut sequence = || (0..roll(9)).map(|_| roll(words)).collect::<Vec<u64>>();
            let (a, b) = (sequence(), sequence());
            let pairs = common(&a, &b);
            assert_eq!(pairs.len(), longest(&a, &b), "{a:?} {b:?}");
            assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]), "{a:?} {b:?}: {pairs:?}");
            assert!(pairs.is_sorted_by(|x, y| x.0 < y.0 && x.1 < y.1), "{a:?} {b:?}: {pairs:?}");
        }
    }

    #[test]
    fn few_runs_have_as_many_pairs() {
        let mut state = 11_u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        let runs = |pairs: &[(usize, usize)]| pairs.chunk_by(|x, y| (x.0 + 1, x.1 + 1) == *y).count();
        for round in 0..300 {
            let mut sequence = || (0..roll(12)).map(|_| roll(1 + round % 5)).collect::<Vec<u64>>();
            let (a, b) = (sequence(), sequence());
            let (plain, few) = (common(&a, &b), common_in_few_runs(&a, &b));
            assert_eq!(few.len(), plain.len(), "{a:?} {b:?}");
            assert!(runs(&few) <= runs(&plain), "{a:?} {b:?}: {few:?}");
            assert!(few.iter().all(|&(i, j)| a[i] == b[j]), "{a:?} {b:?}: {few:?}");
            assert!(few.is_sorted_by(|x, y| x.0 < y.0 && x.1 < y.1), "{a:?} {b:?}: {few:?}");
        }
    }

    #[test]
    fn a_cut_beginning_is_one_stretch() {
        assert_eq!(common_in_few_runs(&[7, 1, 7, 2, 7, 3], &[7, 3]), [(4, 0), (5, 1)]);
        assert_eq!(common_in_few_runs(&[1, 2, 1, 3], &[1, 2]), [(0, 0), (1, 1)]);
        assert_eq!(common_in_few_runs(&[], &[1]), []);
    }

    #[test]
    fn of_several_the_first_words_of_a_are_skipped() {
        assert_eq!(common(&[1, 2], &[2, 1]), [(1, 0)]);
        assert_eq!(common(&[1, 2, 3], &[2, 1, 3]), [(1, 0), (2, 2)]);
        assert_eq!(common(&[1, 1], &[1]), [(0, 0)]);
        assert_eq!(common(&[], &[1]), []);
    }
}

//! Half-open ranges of words.

/// Sorts ranges and joins those that meet.
pub(super) fn merged(mut ranges: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    ranges.sort_unstable();
    let mut merged: Vec<[u32; 2]> = vec![];
    for [start, end] in ranges.into_iter().filter(|[start, end]| start < end) {
        match merged.last_mut() {
            Some(last) if start <= last[1] => last[1] = last[1].max(end),
            _ => merged.push([start, end]),
        }
    }
    merged
}

/// Returns the number of words in merged ranges.
pub(super) fn len(merged: &[[u32; 2]]) -> u64 {
    merged.iter().map(|[start, end]| u64::from(end - start)).sum()
}

/// Returns the number of words that two lists of merged ranges share. `O(n + m)`.
pub(super) fn shared(a: &[[u32; 2]], b: &[[u32; 2]]) -> u64 {
    let (mut at_a, mut at_b, mut words) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(at_a), b.get(at_b)) {
        words += u64::from(x[1].min(y[1]).saturating_sub(x[0].max(y[0])));
        if x[1] < y[1] { at_a += 1 } else { at_b += 1 }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_once() {
        let a = merged(vec![[5, 9], [0, 3], [2, 4], [7, 7]]);
        assert_eq!(a, [[0, 4], [5, 9]]);
        assert_eq!(len(&a), 8);
        let check = |b: &[[u32; 2]], expected: u64| assert_eq!(shared(&a, b), expected, "{b:?}");
        check(&[], 0);
        check(&[[3, 6]], 2);
        check(&[[0, 1], [2, 3], [8, 20]], 3);
        check(&[[4, 5]], 0);
    }
}

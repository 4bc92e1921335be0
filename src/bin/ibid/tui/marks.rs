//! A passage -> which words of its two texts differ.
//!
//! In: the stretches of equal words, in code points of both documents, which is what a report holds. Out: ranges of
//! bytes of the texts that are shown. What lies between two stretches is marked from its first to its last letter, so
//! that a comma or a line break alone is no difference. `O(n)`, for n characters of the passage.

use std::ops::Range;

/// Ranges of bytes of `text` that no stretch covers. `text` begins at the code point `start` of its document, and at
/// the byte `offset` of what is shown; `equal` are stretches in code points of the document.
pub(super) fn differing(
    text: &str,
    start: u32,
    offset: usize,
    equal: impl Iterator<Item = (u32, u32)>,
) -> Vec<Range<usize>> {
    let mut equal: Vec<(u32, u32)> = equal.filter(|(from, to)| from < to).collect();
    // Moved words may stand in another order on this side.
    equal.sort_unstable();
    let mut stretches = equal.into_iter().peekable();
    let mut marks: Vec<Range<usize>> = vec![];
    let mut is_open = false;
    for (number, (at, c)) in text.char_indices().enumerate() {
        let point = u64::from(start) + number as u64;
        while stretches.next_if(|&(_, to)| u64::from(to) <= point).is_some() {
            is_open = false;
        }
        if stretches.peek().is_some_and(|&(from, _)| u64::from(from) <= point) {
            is_open = false;
        } else if c.is_alphanumeric() {
            let (from, to) = (offset + at, offset + at + c.len_utf8());
            match marks.last_mut() {
                Some(mark) if is_open => mark.end = to,
                _ => marks.push(from..to),
            }
            is_open = true;
        }
    }
    marks
}

/// Where the stretches say that the code point `a` of the query document stands in the source.
pub(super) fn opposite(equal: &[[u32; 4]], a: u32) -> Option<u32> {
    let at = equal.partition_point(|stretch| stretch[0] <= a);
    let &[a_start, _, b_start, b_end] = equal.get(at.checked_sub(1)?)?;
    Some(b_start.saturating_add(a - a_start).min(b_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, equal: &[(u32, u32)], expected: &[&str]) {
        let marks = differing(text, 100, 0, equal.iter().map(|&(from, to)| (from + 100, to + 100)));
        let found: Vec<&str> = marks.into_iter().map(|mark| text.get(mark).unwrap()).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn marks_what_no_stretch_covers() {
        check("the salt road", &[(0, 3), (9, 13)], &["salt"]);
        check("the salt road", &[(0, 13)], &[]);
        check("the salt road", &[], &["the salt road"]);
        check("盐路穿过山口", &[(0, 2), (4, 6)], &["穿过"]);
    }

    #[test]
    fn punctuation_is_no_difference() {
        check("salt, road", &[(0, 4), (6, 10)], &[]);
        check("salt — the road", &[(0, 4), (11, 15)], &["the"]);
    }

    #[test]
    fn moved_words_may_stand_in_any_order() {
        check("one two six", &[(8, 11), (0, 3)], &["two"]);
    }

    #[test]
    fn stretches_beyond_the_text_do_no_harm() {
        check("one", &[(0, 1000), (900, 901), (2, 1)], &[]);
        assert_eq!(differing("one", u32::MAX, 7, [(0, 5)].into_iter()).first(), Some(&(7..10)));
    }

    #[test]
    fn finds_the_other_side() {
        let equal = [[10, 20, 5, 15], [30, 40, 20, 30]];
        assert_eq!(opposite(&equal, 9), None);
        assert_eq!(opposite(&equal, 12), Some(7));
        assert_eq!(opposite(&equal, 25), Some(15));
        assert_eq!(opposite(&equal, 35), Some(25));
    }
}

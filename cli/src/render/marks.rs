//! A passage -> the marks in its two texts: words that differ, words that stand elsewhere, and the writer's own words.
//!
//! A mark reaches from the first letter of its words to the last, so that a comma or a line break alone is no
//! difference. `O(n + r)` for n characters of the passage and r stretches of words.

use std::collections::BTreeMap;
use std::ops::Range;

use ibid::report::Passage;

/// The mark of some words of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// Words that differ: they were replaced, added or left out.
    Changed,
    /// Words that are equal, but stand in another order in the source, or at another place of it.
    Moved,
    /// The writer's own words between copied ones. They do not count.
    Own,
}

impl Mark {
    /// Returns the signs before and behind marked words, for text without colors.
    pub(crate) fn brackets(self) -> [&'static str; 2] {
        match self {
            Mark::Changed => ["[", "]"],
            Mark::Moved => ["{", "}"],
            Mark::Own => ["<", ">"],
        }
    }
}

/// Words with a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MarkedWords {
    /// The mark of the words.
    pub(crate) mark: Mark,
    /// The range of the words in the passage's text, in bytes.
    pub(crate) bytes: Range<usize>,
    /// The same range in code points.
    pub(crate) chars: Range<usize>,
}

/// Returns the marks of a passage's text in the query document, in order. `text` is that text.
pub(crate) fn marks_here(passage: &Passage, text: &str) -> Vec<MarkedWords> {
    let mut stretches = vec![];
    for &[start, end, ..] in &passage.equal {
        stretches.push((start, end, None));
    }
    for &[start, end, ..] in &passage.moved {
        stretches.push((start, end, Some(Mark::Moved)));
    }
    for &[start, end] in &passage.own {
        stretches.push((start, end, Some(Mark::Own)));
    }
    Stretches(stretches).marks(text, passage.a_start)
}

/// Returns the marks of a passage's text in the source, in order. `text` is that text.
pub(crate) fn marks_there(passage: &Passage, text: &str) -> Vec<MarkedWords> {
    let mut stretches = vec![];
    for &[.., start, end] in &passage.equal {
        stretches.push((start, end, None));
    }
    for &[.., start, end] in &passage.moved {
        stretches.push((start, end, Some(Mark::Moved)));
    }
    Stretches(stretches).marks(text, passage.b_start)
}

/// Stretches of a document, in code points, with their marks; the text between them differs.
struct Stretches(Vec<(u32, u32, Option<Mark>)>);

impl Stretches {
    /// Returns the marked words of a text that begins at the code point `first` of the document. Where stretches
    /// overlap, the greatest mark is seen.
    fn marks(self, text: &str, first: u32) -> Vec<MarkedWords> {
        let count = text.chars().count();
        let at = |point: u32| (point.saturating_sub(first) as usize).min(count);
        // The number of stretches of each mark that begin at a code point, less those that end there.
        let mut begin: BTreeMap<Option<Mark>, Vec<i32>> = BTreeMap::new();
        for (start, end, mark) in self.0 {
            if start < end {
                let begin = begin.entry(mark).or_insert_with(|| vec![0; count + 1]);
                begin[at(start)] += 1;
                begin[at(end)] -= 1;
            }
        }
        let mut marks = vec![Some(Mark::Changed); count];
        for (mark, begin) in begin {
            let mut open = 0;
            for (shown, begin) in marks.iter_mut().zip(begin) {
                open += begin;
                *shown = if open > 0 { mark } else { *shown };
            }
        }
        let mut marked: Vec<MarkedWords> = vec![];
        let mut open = None;
        for ((number, (byte, c)), mark) in text.char_indices().enumerate().zip(marks) {
            if !c.is_alphanumeric() {
                continue;
            }
            let (byte_end, char_end) = (byte + c.len_utf8(), number + 1);
            match (mark, marked.last_mut()) {
                (Some(_), Some(last)) if open == mark => {
                    (last.bytes.end, last.chars.end) = (byte_end, char_end);
                }
                (Some(mark), _) => {
                    marked.push(MarkedWords { mark, bytes: byte..byte_end, chars: number..char_end });
                }
                (None, _) => {}
            }
            open = mark;
        }
        marked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, stretches: &[(u32, u32, Option<Mark>)], expected: &[(Mark, &str)]) {
        let moved = stretches.iter().map(|&(start, end, mark)| (start + 100, end + 100, mark)).collect();
        let found = Stretches(moved).marks(text, 100);
        let of_bytes: Vec<_> =
            found.iter().map(|words| (words.mark, text.get(words.bytes.clone()).unwrap())).collect();
        assert_eq!(of_bytes, expected, "{text:?}");
        let chars: Vec<char> = text.chars().collect();
        for words in found {
            assert_eq!(text.get(words.bytes).unwrap(), chars[words.chars].iter().collect::<String>());
        }
    }

    #[test]
    fn what_no_stretch_covers_differs() {
        check("the salt road", &[(0, 3, None), (9, 13, None)], &[(Mark::Changed, "salt")]);
        check("the salt road", &[(0, 13, None)], &[]);
        check("the salt road", &[], &[(Mark::Changed, "the salt road")]);
        check("盐路穿过山口", &[(0, 2, None), (4, 6, None)], &[(Mark::Changed, "穿过")]);
    }

    #[test]
    fn punctuation_is_no_difference() {
        check("salt, road", &[(0, 4, None), (6, 10, None)], &[]);
        check("salt — the road", &[(0, 4, None), (11, 15, None)], &[(Mark::Changed, "the")]);
        check("“salt”", &[], &[(Mark::Changed, "salt")]);
    }

    #[test]
    fn equal_words_may_stand_in_any_order() {
        check("one two six", &[(8, 11, None), (0, 3, None)], &[(Mark::Changed, "two")]);
    }

    #[test]
    fn moved_and_own_words_have_marks_of_their_own() {
        check(
            "Rain fell. I saw it, I did. 雪也下了",
            &[(0, 9, None), (0, 4, Some(Mark::Moved)), (11, 26, Some(Mark::Own))],
            &[(Mark::Moved, "Rain"), (Mark::Own, "I saw it, I did"), (Mark::Changed, "雪也下了")],
        );
        check(
            "one two, three",
            &[(0, 7, Some(Mark::Moved)), (9, 14, Some(Mark::Moved))],
            &[(Mark::Moved, "one two, three")],
        );
    }

    #[test]
    fn stretches_beyond_the_text_do_no_harm() {
        check("one", &[(0, 1000, None), (900, 901, None), (2, 1, None)], &[]);
        assert_eq!(Stretches(vec![(0, 5, None)]).marks("one", u32::MAX).len(), 1);
    }
}

//! Words of opposite meaning: rise and fall, agree and disagree, 支持 and 反对.
//!
//! In: the words of one wording that are gone and those that stand in their place. Out: the first two that are
//! opposite. The pairs are tables (`opposites/`): each line has words of one side and words of the other. English words
//! are compared by their stems, and by prefixes and endings that turn a word (un-, dis-, -less).

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::stem;
use crate::text::is_han;
use crate::tokenize::fold::{folded, hash_word};

/// The sides of a table's lines on which words stand: the number of a line, and true for the right side.
type Sides<K> = HashMap<K, Vec<(usize, bool)>>;

static ENGLISH: LazyLock<Sides<u64>> =
    LazyLock::new(|| sides(include_str!("opposites/english.txt"), stem_of));
static CHINESE: LazyLock<Sides<String>> =
    LazyLock::new(|| sides(include_str!("opposites/chinese.txt"), str::to_owned));

const PREFIXES: &[&str] = &["un", "dis", "in", "im", "ir", "il", "non", "mis"];
/// Words that only seem to have such a prefix.
const NO_PREFIXES: &str = "discount discover display discuss disease distress dispatch discharge discourse disguise \
    impose import impress improve imply impart impound inform invest income increase inside intend intent inland \
    instance industry indeed input install instill inquire interest interior indent incident insure infer invent \
    union unit under until united universe illustrate";

/// Reads a table: lines of words, with a bar between the two sides.
fn sides<K: Eq + std::hash::Hash>(table: &str, key: fn(&str) -> K) -> Sides<K> {
    let mut found = Sides::new();
    let lines = table.lines().filter(|line| !line.starts_with('#')).enumerate();
    for (number, (left, right)) in lines.filter_map(|(number, line)| Some((number, line.split_once('|')?))) {
        for (words, is_right) in [(left, false), (right, true)] {
            for word in words.split_whitespace() {
                found.entry(key(word)).or_default().push((number, is_right));
            }
        }
    }
    found
}

fn stem_of(word: &str) -> u64 {
    stem(hash_word(word), word)
}

/// Returns whether sides lie opposite each other on one line, and none of them on the same side of one.
fn are_opposite(old: &[(usize, bool)], new: &[(usize, bool)]) -> bool {
    let is_other = |&(line, is_right): &(usize, bool)| new.contains(&(line, !is_right));
    old.iter().any(is_other) && !old.iter().any(|side| new.contains(side))
}

/// Finds the first word of `old` that has its opposite in `new`. Returns their places.
pub(crate) fn opposite_words(old: &[&str], new: &[&str]) -> Option<(usize, usize)> {
    let is_latin = |word: &&str| !word.contains(is_han);
    for (at, word) in old.iter().enumerate().filter(|(_, word)| is_latin(word)) {
        let other = |other: &&str| is_latin(other) && are_opposite_words(word, other);
        if let Some(place) = new.iter().position(other) {
            return Some((at, place));
        }
    }
    None
}

fn are_opposite_words(old: &str, new: &str) -> bool {
    let listed = |word: &str| ENGLISH.get(&stem_of(word)).map(Vec::as_slice).unwrap_or_default();
    are_opposite(listed(old), listed(new)) || is_turned(old, new) || is_turned(new, old)
}

/// Returns whether a word is another one with a prefix or an ending that turns it.
fn is_turned(word: &str, plain: &str) -> bool {
    let (word, plain) = (folded(word), folded(plain));
    let is_prefixed = |prefix: &&str| {
        let rest = word.strip_prefix(*prefix).map(|rest| rest.trim_start_matches('-'));
        rest.is_some_and(|rest| rest.len() > 3 && stem_of(rest) == stem_of(&plain))
    };
    let seems_prefixed = || NO_PREFIXES.split_whitespace().any(|other| stem_of(other) == stem_of(&word));
    let without = word.strip_suffix("less").or_else(|| word.strip_suffix("lessly"));
    let with = plain.strip_suffix("ful").or_else(|| plain.strip_suffix("fully"));
    (without.is_some() && without == with) || (PREFIXES.iter().any(is_prefixed) && !seems_prefixed())
}

/// Finds the first word of a Chinese text that has its opposite in another one, both in simplified characters. Returns
/// their places in bytes. A word of one character counts only if nothing else differs.
pub(crate) fn opposite_han(old: &str, new: &str) -> Option<(Range<usize>, Range<usize>)> {
    if old.contains(new) || new.contains(old) {
        return None;
    }
    for (place, sides) in listed_han(old) {
        let other = listed_han(new).find(|(_, others)| are_opposite(sides, others));
        if let Some((other, _)) = other {
            return Some((place, other));
        }
    }
    let (start, end) = equal_ends(old, new);
    let (old_place, new_place) = (start..old.len() - end, start..new.len() - end);
    let single = |text: &str, place: Range<usize>| CHINESE.get(text.get(place)?).map(Vec::as_slice);
    let (sides, others) = (single(old, old_place.clone())?, single(new, new_place.clone())?);
    are_opposite(sides, others).then_some((old_place, new_place))
}

/// Returns the listed words of two characters or more that stand in a text.
fn listed_han(text: &str) -> impl Iterator<Item = (Range<usize>, &'static [(usize, bool)])> {
    let starts = text.char_indices().map(|(start, _)| start);
    starts.flat_map(move |start| {
        let ends = text.char_indices().map(|(end, c)| end + c.len_utf8()).filter(move |&end| end > start);
        let words = ends.take(4).skip(1);
        words.filter_map(move |end| Some((start..end, CHINESE.get(text.get(start..end)?)?.as_slice())))
    })
}

/// Returns the lengths in bytes of the equal beginnings and ends of two texts.
pub(crate) fn equal_ends(a: &str, b: &str) -> (usize, usize) {
    let equal = |(x, y): &(char, char)| x == y;
    let start: usize = a.chars().zip(b.chars()).take_while(equal).map(|(c, _)| c.len_utf8()).sum();
    let room = a.len().min(b.len()) - start;
    let mut end = 0;
    for (c, _) in a.chars().rev().zip(b.chars().rev()).take_while(equal) {
        if end + c.len_utf8() > room {
            break;
        }
        end += c.len_utf8();
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_are_found_whatever_their_form() {
        for pair in [
            "rose fell",
            "Rising falling",
            "agreed disagree",
            "accept rejects",
            "supporters opponents",
            "possible impossible",
            "relevant irrelevant",
            "careful careless",
            "winning lost",
            "legal non-legal",
        ] {
            let (old, new) = pair.split_once(' ').unwrap();
            assert_eq!(opposite_words(&[old], &[new]), Some((0, 0)), "{pair}");
            assert_eq!(opposite_words(&[new], &[old]), Some((0, 0)), "{pair}");
        }
        assert_eq!(opposite_words(&["the", "rise"], &["a", "steep", "decline"]), Some((1, 2)));
    }

    #[test]
    fn words_of_one_side_and_other_words_are_none() {
        for pair in
            ["rose climbed", "form inform", "vest invest", "table chair", "less little", "cover discover"]
        {
            let (old, new) = pair.split_once(' ').unwrap();
            assert_eq!(opposite_words(&[old], &[new]), None, "{pair}");
        }
    }

    #[test]
    fn chinese_opposites_are_found_in_longer_texts() {
        for (old, new, expected) in [
            ("支持者", "反对者", Some(("支持", "反对"))),
            ("有所增长", "有所下滑", Some(("增长", "下滑"))),
            ("抬高", "抬低", Some(("高", "低"))),
            ("高兴", "低头", None),
            ("满意", "不满意", None),
            ("增长", "上升", None),
            ("", "反对", None),
        ] {
            let found = opposite_han(old, new).map(|(x, y)| (old.get(x).unwrap(), new.get(y).unwrap()));
            assert_eq!(found, expected, "{old} {new}");
        }
    }

    #[test]
    fn tables_have_two_sides_without_common_words() {
        for table in [include_str!("opposites/english.txt"), include_str!("opposites/chinese.txt")] {
            let lines = table.lines().filter(|line| !line.starts_with('#'));
            assert!(lines.clone().count() > 100);
            for line in lines {
                let (left, right) = line.split_once('|').unwrap();
                let right: Vec<&str> = right.split_whitespace().collect();
                assert!(!right.is_empty(), "{line}");
                assert!(left.split_whitespace().all(|word| !right.contains(&word)), "{line}");
            }
        }
    }
}

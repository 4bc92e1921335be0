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

/// One side of a line of a table: the number of the line, and true for the right side.
type Side = (usize, bool);

/// The sides on which words stand.
type Sides<K> = HashMap<K, Vec<Side>>;

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
    for (number, line) in table.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let Some((left, right)) = line.split_once('|') else { continue };
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
fn are_opposite(old: &[Side], new: &[Side]) -> bool {
    let mut found = false;
    for &(line, is_right) in old {
        if new.contains(&(line, is_right)) {
            return false;
        }
        found |= new.contains(&(line, !is_right));
    }
    found
}

/// Finds the first word of `old` that has its opposite in `new`. Returns their places.
pub(crate) fn opposite_words(old: &[&str], new: &[&str]) -> Option<(usize, usize)> {
    for (at, word) in old.iter().enumerate() {
        if word.contains(is_han) {
            continue;
        }
        for (place, other) in new.iter().enumerate() {
            if !other.contains(is_han) && are_opposite_words(word, other) {
                return Some((at, place));
            }
        }
    }
    None
}

fn are_opposite_words(old: &str, new: &str) -> bool {
    are_opposite(listed(old), listed(new)) || is_turned(old, new) || is_turned(new, old)
}

/// Returns the sides on which an English word stands.
fn listed(word: &str) -> &'static [Side] {
    ENGLISH.get(&stem_of(word)).map_or(&[], Vec::as_slice)
}

/// Returns whether a word is another one with a prefix or an ending that turns it.
fn is_turned(word: &str, plain: &str) -> bool {
    let (word, plain) = (folded(word), folded(plain));
    let without = word.strip_suffix("less").or(word.strip_suffix("lessly"));
    let with = plain.strip_suffix("ful").or(plain.strip_suffix("fully"));
    if without.is_some() && without == with {
        return true;
    }
    for prefix in PREFIXES {
        let Some(rest) = word.strip_prefix(prefix) else { continue };
        let rest = rest.trim_start_matches('-');
        if rest.len() > 3 && stem_of(rest) == stem_of(&plain) {
            return !seems_prefixed(&word);
        }
    }
    false
}

/// Returns whether a word only seems to have a prefix that turns it.
fn seems_prefixed(word: &str) -> bool {
    let stem = stem_of(word);
    for other in NO_PREFIXES.split_whitespace() {
        if stem_of(other) == stem {
            return true;
        }
    }
    false
}

/// Finds the first word of a Chinese text that has its opposite in another one, both in simplified characters. Returns
/// their places in bytes. A word of one character counts only if nothing else differs.
pub(crate) fn opposite_han(old: &str, new: &str) -> Option<(Range<usize>, Range<usize>)> {
    if old.contains(new) || new.contains(old) {
        return None;
    }
    let others = listed_han(new);
    for (place, sides) in listed_han(old) {
        for (other, other_sides) in &others {
            if are_opposite(sides, other_sides) {
                return Some((place, other.clone()));
            }
        }
    }
    let (start, end) = equal_ends(old, new);
    let (old_place, new_place) = (start..old.len() - end, start..new.len() - end);
    let sides = CHINESE.get(old.get(old_place.clone())?)?;
    let others = CHINESE.get(new.get(new_place.clone())?)?;
    are_opposite(sides, others).then_some((old_place, new_place))
}

/// Returns the listed words of two to four characters that stand in a text.
fn listed_han(text: &str) -> Vec<(Range<usize>, &'static [Side])> {
    let mut found = vec![];
    let mut chars = text.chars();
    while !chars.as_str().is_empty() {
        let rest = chars.as_str();
        let (start, mut length) = (text.len() - rest.len(), 0);
        for (count, c) in (1..=4).zip(rest.chars()) {
            length += c.len_utf8();
            if count > 1
                && let Some(sides) = CHINESE.get(rest.split_at(length).0)
            {
                found.push((start..start + length, sides.as_slice()));
            }
        }
        chars.next();
    }
    found
}

/// Returns the lengths in bytes of the equal beginnings and ends of two texts.
pub(crate) fn equal_ends(a: &str, b: &str) -> (usize, usize) {
    let (mut start, mut end) = (0, 0);
    for (x, y) in a.chars().zip(b.chars()) {
        if x != y {
            break;
        }
        start += x.len_utf8();
    }
    let room = a.len().min(b.len()) - start;
    for (x, y) in a.chars().rev().zip(b.chars().rev()) {
        if x != y || end + x.len_utf8() > room {
            break;
        }
        end += x.len_utf8();
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

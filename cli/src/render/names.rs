//! Names of one table -> shortened names that fit into its column and never look alike.
//!
//! A long name keeps its beginning and its end, with `…` between. Names that would then look alike show the part that
//! tells them apart instead of the end, and if that is not enough, a number. The result does not depend on the order of
//! the names. `O(n · l · log n)` for n names of l characters.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use ibid::report::sanitize;

use super::wrap::{shorten, width_cols};

/// The number of characters shown before the first difference.
const BEFORE: usize = 3;
/// The columns below which hardly more than a file's name is shown.
const NARROW_COLS: usize = 24;
/// The number of attempts to tell names that look alike apart before they are numbered.
const MOST_TIMES: usize = 8;

/// The names of one table, as they are shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortNames(BTreeMap<String, String>);

impl ShortNames {
    /// Fits names into `cols` columns. Each has a key, such as the id of its document, and must be ready to be shown.
    /// Two keys may have the same name, and then get different short names.
    pub(crate) fn new<'n>(
        names: impl IntoIterator<Item = (&'n str, Cow<'n, str>)>,
        cols: usize,
    ) -> ShortNames {
        let mut by_key: BTreeMap<String, Vec<char>> = BTreeMap::new();
        for (key, name) in names {
            by_key.insert(key.to_owned(), name.chars().collect());
        }
        let all: Vec<&[char]> = by_key.values().map(Vec::as_slice).collect();
        let mut shown: Vec<String> = all.iter().map(|name| cut_middle(name, cols)).collect();
        tell_apart(&all, &mut shown, cols);
        number(&mut shown, cols);
        ShortNames(by_key.into_keys().zip(shown).collect())
    }

    /// Fits the ids of documents into `cols` columns, each under itself.
    pub(crate) fn of_ids<'n>(ids: impl IntoIterator<Item = &'n str>, cols: usize) -> ShortNames {
        ShortNames::new(ids.into_iter().map(|id| (id, sanitize(id))), cols)
    }

    /// Returns the short name of this key; empty for an unknown key.
    pub(crate) fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }
}

/// Shortens a single name to `cols` columns: its beginning and its end, with `…` between.
pub(crate) fn shorten_name(name: &str, cols: usize) -> String {
    cut_middle(&name.chars().collect::<Vec<_>>(), cols)
}

/// Shortens a name to its beginning and its end. The end gets most of the columns: file names differ there, and begin
/// alike in one folder.
fn cut_middle(name: &[char], cols: usize) -> String {
    let room = cols.saturating_sub(1);
    match room {
        _ if all_cols(name) <= cols => name.iter().collect(),
        0 => "…".repeat(cols),
        _ => {
            // Room for a Chinese character, if there is any.
            let narrow = (room / 8).max(2).min(room / 3);
            let head = begin(name, if room < NARROW_COLS { narrow } else { room / 4 });
            let tail = end(name, room - all_cols(head));
            [head, &['…'], tail].concat().into_iter().collect()
        }
    }
}

/// Shortens names that look alike around the place where they begin to differ.
fn tell_apart(names: &[&[char]], shown: &mut [String], cols: usize) {
    let mut groups = alike(0..names.len(), shown);
    for _ in 0..MOST_TIMES {
        let mut next = vec![];
        for group in groups {
            let common = group.iter().map(|&at| common_start(names[at], names[group[0]])).min().unwrap_or(0);
            for &at in &group {
                shown[at] = cut_around(names[at], common, cols);
            }
            next.extend(alike(group.into_iter(), shown));
        }
        groups = next;
    }
}

/// Groups the names that look alike.
fn alike(places: impl Iterator<Item = usize>, shown: &[String]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for at in places {
        groups.entry(&shown[at]).or_default().push(at);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

fn common_start(a: &[char], b: &[char]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Shortens a name to its beginning and the text around one of its characters.
fn cut_around(name: &[char], at: usize, cols: usize) -> String {
    if all_cols(name) <= cols {
        return name.iter().collect();
    }
    let head = begin(name, cols / 4);
    let from = at.saturating_sub(BEFORE).max(head.len());
    // Nothing is gained by a gap of at most one character.
    let (head, from) = if from <= head.len() + 1 { (&[][..], 0) } else { (head, from) };
    let gap: &[char] = if from == 0 { &[] } else { &['…'] };
    let left = cols.saturating_sub(all_cols(head) + gap.len());
    let rest = name.get(from..).unwrap_or_default();
    let rest = match all_cols(rest) <= left {
        // The text before it fills the free columns.
        true => end(name, left).iter().collect(),
        false => shorten(&rest.iter().collect::<String>(), left),
    };
    let mut shown: String = head.iter().chain(gap).collect();
    shown.push_str(&rest);
    shown
}

/// Numbers the names that still look alike.
fn number(shown: &mut [String], cols: usize) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    let wanted = shown.to_vec();
    let all: BTreeSet<&String> = wanted.iter().collect();
    for (shown, wanted) in shown.iter_mut().zip(&wanted) {
        if taken.insert(wanted.clone()) {
            continue;
        }
        let number = last.entry(wanted.clone()).or_insert(1);
        // No more numbers than this can be taken.
        for _ in 0..=all.len() + taken.len() {
            *number += 1;
            let sign = format!("~{number}");
            let room = cols.saturating_sub(sign.len());
            *shown = if room > 0 { shorten(wanted, room) } else { String::new() } + &sign;
            if !all.contains(&*shown) && taken.insert(shown.clone()) {
                break;
            }
        }
    }
}

fn all_cols(name: &[char]) -> usize {
    name.iter().copied().map(width_cols).sum()
}

/// Counts the first of some characters that fit into `cols` columns.
fn fitting<'c>(chars: impl Iterator<Item = &'c char>, cols: usize) -> usize {
    let (mut count, mut used) = (0, 0);
    for &c in chars {
        used += width_cols(c);
        if used > cols {
            break;
        }
        count += 1;
    }
    count
}

/// Returns the beginning that fits into `cols` columns.
fn begin(name: &[char], cols: usize) -> &[char] {
    &name[..fitting(name.iter(), cols)]
}

/// Returns the end that fits into `cols` columns. It does not begin with a mark that belongs to the letter before.
fn end(name: &[char], cols: usize) -> &[char] {
    let kept = fitting(name.iter().rev(), cols);
    let tail = name.split_at(name.len() - kept).1;
    let marks = if kept < name.len() { tail.iter().take_while(|c| width_cols(**c) == 0).count() } else { 0 };
    tail.split_at(marks).1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::render::wrap::text_cols;

    fn check(names: &[&str], cols: usize, expected: &[&str]) {
        let short = ShortNames::new(names.iter().map(|&name| (name, name.into())), cols);
        let shown: Vec<&str> = names.iter().map(|name| short.get(name)).collect();
        assert_eq!(shown, expected, "{names:?} in {cols}");
        assert!(shown.iter().all(|shown| text_cols(shown) <= cols), "{shown:?}");
    }

    #[test]
    fn a_long_name_keeps_both_ends() {
        check(&["library/salt-roads.txt"], 22, &["library/salt-roads.txt"]);
        check(&["library/salt-roads.txt"], 16, &["li…alt-roads.txt"]);
        check(&["文献库/二〇二一/廊桥的木头.txt"], 16, &["文…桥的木头.txt"]);
        check(&["文献库/二〇二一/廊桥的木头.txt"], 17, &["文…廊桥的木头.txt"]);
        check(&["e\u{301}tude/e\u{301}e\u{301}e\u{301}.md"], 6, &["e\u{301}…e\u{301}.md"]);
        check(&["abc"], 1, &["…"]);
    }

    #[test]
    fn names_that_would_look_alike_show_where_they_differ() {
        check(
            &["class/2021/autumn/essay.md", "class/2022/autumn/essay.md", "class/x.md"],
            16,
            &["clas…2021/autum…", "clas…2022/autum…", "class/x.md"],
        );
        check(
            &["作业/一班/张三的论文初稿.txt", "作业/二班/张三的论文初稿.txt"],
            16,
            &["作业/一班/张三…", "作业/二班/张三…"],
        );
    }

    #[test]
    fn names_that_differ_nowhere_to_be_seen_have_numbers() {
        let names = ["a\u{1b}", "a\u{7f}", "b"];
        let short =
            ShortNames::new(names.map(|name| (name, name.replace(['\u{1b}', '\u{7f}'], "?").into())), 9);
        assert_eq!(names.map(|name| short.get(name)), ["a?", "a?~2", "b"]);
        check(&["aaa1", "aaa2", "aaa3"], 2, &["…1", "…2", "…3"]);
    }

    proptest! {
        #[test]
        fn two_names_never_look_alike(
            names in prop::collection::btree_set("(论文/|class/){0,3}[ab一二]{0,12}(/essay|/作业){0,2}[.]?", 0..20),
            cols in 6_usize..30,
        ) {
            let short = ShortNames::new(names.iter().map(|name| (name.as_str(), name.as_str().into())), cols);
            let shown: BTreeSet<&str> = names.iter().map(|name| short.get(name)).collect();
            prop_assert_eq!(shown.len(), names.len(), "{:?} {:?}", shown, names);
            for name in shown {
                prop_assert!(text_cols(name) <= cols, "{} in {}", name, cols);
            }
        }
    }
}

//! Two wordings -> what has changed places between them: "Lowell sued Halden" and "Halden sued Lowell".
//!
//! Two forms are found. Where nothing else differs, any words may have changed places: `A M B` has become `B M A`. Where
//! other words differ too, only names: both wordings are aligned as if all names were one, and two names stand for each
//! other. Names that a conjunction joins have no order, and with a passive ("was sued by") the meaning stays.

use std::ops::Range;

use super::limits::LIMITS;
use super::units::{Subject, Units};
use crate::align::lcs::common_in_few_runs;
use crate::report::{Change, ChangeKind};

const CONJUNCTIONS: &[&str] =
    &["and", "or", "nor", "&", "和", "与", "與", "及", "以及", "或", "跟", "同", "暨"];
const PASSIVES: &[&str] = &["by", "被", "遭", "由"];
/// The hash that stands for any name.
const NAME: u64 = 0;

/// Two stretches that have changed places.
pub(super) struct Exchange {
    /// The exchange, with both stretches.
    pub(super) change: Change,
    /// The units of the old wording from the first stretch to the second.
    pub(super) around: Range<usize>,
}

/// Finds two stretches that have changed places.
pub(super) fn exchange(old: &Units, new: &Units) -> Option<Exchange> {
    if passives(old) != passives(new) {
        return None;
    }
    let (first, second) = exchanged_words(old, new).or_else(|| exchanged_names(old, new))?;
    let around = first.start..second.end;
    let (first, second) = (old.text(first), old.text(second));
    let kind = ChangeKind::Exchanged;
    let change = Change { kind, gone: format!("{first} … {second}"), new: format!("{second} … {first}") };
    Some(Exchange { change, around })
}

fn passives(units: &Units) -> usize {
    units.words(0..units.len()).iter().filter(|word| PASSIVES.contains(word)).count()
}

/// Returns whether units between two stretches say that these have an order: a word, and no conjunction.
fn orders(units: &Units, between: Range<usize>) -> bool {
    let words = units.words(between);
    let is_conjunction = |word: &&str| CONJUNCTIONS.contains(&word.to_lowercase().as_str());
    !words.is_empty() && !words.iter().any(is_conjunction)
}

/// Finds stretches of the old wording that have changed places, where nothing else differs.
fn exchanged_words(old: &Units, new: &Units) -> Option<(Range<usize>, Range<usize>)> {
    let (a, b) = (&old.hashes, &new.hashes);
    if a.len() != b.len() {
        return None;
    }
    let start = equal_count(a.iter().zip(b));
    let end = a.len() - equal_count(a[start..].iter().rev().zip(b[start..].iter().rev()));
    let (a, b) = (&a[start..end], &b[start..end]);
    let most = LIMITS.exchanged_words.min(a.len().saturating_sub(2));
    for first in 1..=most {
        for second in 1..=most.min(a.len() - first - 1) {
            let middle = first..a.len() - second;
            let moved = second..b.len() - first;
            let is_exchange = a[..first] == b[moved.end..]
                && a[middle.end..] == b[..second]
                && a[middle.clone()] == b[moved]
                && orders(old, start + middle.start..start + middle.end);
            if is_exchange {
                return Some((start..start + first, start + middle.end..end));
            }
        }
    }
    None
}

/// Counts the pairs of equal words that come first.
fn equal_count<'h>(pairs: impl Iterator<Item = (&'h u64, &'h u64)>) -> usize {
    pairs.take_while(|(x, y)| x == y).count()
}

/// Finds two names of the old wording that stand for each other in the new one.
fn exchanged_names(old: &Units, new: &Units) -> Option<(Range<usize>, Range<usize>)> {
    let ((a, places), (b, others)) = (with_one_name(old), with_one_name(new));
    let mut pairs = vec![];
    for (i, j) in common_in_few_runs(&a, &b) {
        if a[i] == NAME {
            pairs.push((places[i].clone(), others[j].clone()));
        }
    }
    for (at, (first, instead)) in pairs.iter().enumerate() {
        let old_name = &old.hashes[first.clone()];
        let new_name = &new.hashes[instead.clone()];
        if old_name == new_name {
            continue;
        }
        for (second, other) in &pairs[at + 1..] {
            if old.hashes[second.clone()] == *new_name && new.hashes[other.clone()] == *old_name {
                if orders(old, first.end..second.start) {
                    return Some((first.clone(), second.clone()));
                }
                break;
            }
        }
    }
    None
}

/// Returns the hashes of a wording, with one hash for each name however many words it has, and their places.
fn with_one_name(units: &Units) -> (Vec<u64>, Vec<Range<usize>>) {
    let (mut hashes, mut places): (Vec<u64>, Vec<Range<usize>>) = (vec![], vec![]);
    for at in 0..units.len() {
        let is_name = units.subject(at) == Some(Subject::Name);
        match places.last_mut() {
            Some(place) if is_name && hashes.last() == Some(&NAME) => place.end = at + 1,
            _ => {
                hashes.push(if is_name { NAME } else { units.hashes[at] });
                places.push(at..at + 1);
            }
        }
    }
    (hashes, places)
}

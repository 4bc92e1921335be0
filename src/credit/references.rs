//! The lists of references: below their headings, as the reader of the file says, or numbered from 1.
//!
//! A list is believed entry by entry. It begins with its first entry and ends where entries end; a sentence in it is text.

use std::collections::{HashMap, HashSet};

use super::entries::{
    Number, begins_with_heading, key, looks_like_entry, names_source, number, without_number,
};
use super::headings::{heading, is_heading};
use super::parts::Part;
use crate::interrupt;
use crate::structure::BlockKind;
use crate::text::lookup::{behind, is_digit, is_number, is_separator, span_at, until};
use crate::text::{Span, is_han};

/// The number of parts in a row without an entry at which a list ends.
const END_AFTER: usize = 2;
/// The fewest entries of a list that has no heading.
const LEAST_WITHOUT_HEADING: usize = 3;
/// The most bytes of a part between two entries that belongs to the list: a subheading, or the rest of an entry.
const MAX_BETWEEN_BYTES: usize = 60;
/// The most words before the year of an entry that are searched for its first writer.
const FIRST_WORDS: usize = 3;

/// The lists of references of a text.
#[derive(Debug, Default)]
pub(super) struct List {
    /// The ranges of entries, with the heading before the first.
    pub(super) spans: Vec<Span>,
    /// Text that is listed among entries, or instead of them, and is none.
    pub(super) not_entries: Vec<Span>,
    entries: Vec<Entry>,
    /// The entries by their words in lower case; names in Chinese are runs of Han characters.
    by_word: HashMap<String, Vec<usize>>,
    /// The numbers of entries, and of notes that name a source.
    numbers: HashSet<u32>,
}

#[derive(Debug)]
struct Entry {
    years: Vec<String>,
    /// The first words in lower case, among which is the first writer.
    first_words: Vec<String>,
}

impl Entry {
    /// Returns whether it may be of one of these years: it is if it has none, or there are none.
    fn is_of(&self, years: &[&str]) -> bool {
        years.is_empty()
            || self.years.is_empty()
            || self.years.iter().any(|year| years.contains(&year.as_str()))
    }
}

impl List {
    /// Returns whether there is no entry.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether a number is that of an entry. Entries without numbers are counted.
    pub(super) fn has_number(&self, number: u32) -> bool {
        match self.numbers.is_empty() {
            true => number as usize <= self.entries.len(),
            false => self.numbers.contains(&number),
        }
    }

    /// Returns whether the entries are numbered, or stand in the order in which they are cited and not in that of names.
    pub(super) fn is_numbered(&self) -> bool {
        let firsts: Vec<&String> =
            self.entries.iter().filter_map(|entry| entry.first_words.first()).collect();
        // Letters with accents may stand elsewhere in the order.
        let in_order = firsts.windows(2).filter(|two| two[0] <= two[1]).count();
        !self.numbers.is_empty() || in_order * 4 < firsts.len().saturating_sub(1) * 3
    }

    /// Returns whether a name stands in an entry.
    pub(super) fn has_name(&self, name: &str) -> bool {
        !self.with_word(name).is_empty()
    }

    /// Returns the entries that have a word.
    fn with_word(&self, word: &str) -> &[usize] {
        self.by_word.get(&word.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a name stands in an entry of one of these years; of any year if there are none.
    pub(super) fn has_work(&self, name: &str, years: &[&str]) -> bool {
        self.with_word(name).iter().any(|&entry| self.entries[entry].is_of(years))
    }

    /// Returns whether an entry begins with this name, and has all these words.
    pub(super) fn has_words(&self, name: &str, words: &[&str]) -> bool {
        let lower = name.to_lowercase();
        for entry in self.with_word(name) {
            if self.entries[*entry].first_words.contains(&lower)
                && words.iter().all(|word| self.with_word(word).contains(entry))
            {
                return true;
            }
        }
        false
    }

    /// Returns whether a place lies in a list.
    pub(super) fn covers(&self, at: u32) -> bool {
        matches!(span_at(&self.spans, at), Some(span) if span.start <= at)
    }

    fn add_number_of(&mut self, entry: &str) {
        if let Some(number) = number(entry) {
            self.numbers.insert(number.value);
        }
    }

    fn add_entry(&mut self, entry: &str) {
        let at = self.entries.len();
        self.add_number_of(entry);
        let (mut years, mut first_words) = (vec![], vec![]);
        for word in key(entry).into_iter().chain(words(without_number(entry))) {
            let end = word.as_ptr().addr() + word.len() - entry.as_ptr().addr();
            let is_town = first_words.len() == FIRST_WORDS && behind(entry, end).starts_with(": ");
            if is_town {
                continue;
            }
            let lower = word.to_lowercase();
            let year = until(word, 4);
            if is_number(year, 4..=4) && (word.len() <= 5 || word.get(4..5) == Some("-")) {
                years.push(year.to_owned());
            }
            if first_words.len() < FIRST_WORDS && !word.starts_with(is_digit) {
                first_words.push(lower.clone());
            }
            let of = self.by_word.entry(lower).or_default();
            if of.last() != Some(&at) {
                of.push(at);
            }
        }
        self.entries.push(Entry { years, first_words });
    }

    /// Adds a run of entries, with what stands between them.
    fn add_span(&mut self, parts: &[Part]) {
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            self.spans.push(Span::new(first.span.start, last.span.end));
        }
    }

    /// Adds a part that is listed and no entry. A note in it may still name a source.
    fn add_other(&mut self, text: &str, part: &Part) {
        let other = part.span.of(text);
        self.not_entries.push(part.span);
        if names_source(other) {
            self.add_number_of(other);
        }
    }
}

/// Cuts an entry into words: runs of Han characters, or of other letters and figures.
fn words(entry: &str) -> Vec<&str> {
    let mut words = vec![];
    for run in entry.split(|c| is_separator(c) && !matches!(c, '-' | '’' | '\'')) {
        let mut rest = run;
        while !rest.is_empty() {
            let is_chinese = rest.starts_with(is_han);
            let end = rest.find(|c| is_han(c) != is_chinese).unwrap_or(rest.len());
            let word = until(rest, end);
            let word = if is_chinese { word.trim_end_matches('等') } else { word };
            if !word.is_empty() {
                words.push(word);
            }
            rest = behind(rest, end);
        }
    }
    words
}

/// Finds the lists of references of a text with these parts.
pub(super) fn references(text: &str, parts: &[Part]) -> List {
    let mut list = List::default();
    let mut at = 0;
    while at < parts.len() {
        if interrupt::is_set() {
            break;
        }
        let rest = &parts[at..];
        let heading = rest[0].span.of(text);
        let count = if is_heading(heading) {
            below(text, rest, Head::Heading, &mut list)
        } else if begins_with_heading(heading) {
            below(text, rest, Head::WithEntry, &mut list)
        } else if rest[0].is(BlockKind::Reference) {
            below(text, rest, Head::No, &mut list)
        } else {
            numbered(text, rest, &mut list)
        };
        at += count.max(1);
    }
    list
}

/// The beginning of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// A heading in a part of its own.
    Heading,
    /// A heading in the part of the first entry.
    WithEntry,
    /// No heading: the reader of the file says that this is an entry.
    No,
}

/// Adds the entries below a heading. Returns the number of parts that belong to the list.
fn below(text: &str, parts: &[Part], head: Head, list: &mut List) -> usize {
    // The parts of the run of entries so far, and the parts behind it that are none.
    let (mut first, mut last): (usize, Option<usize>) = (0, None);
    let mut others: Vec<usize> = vec![];
    let mut count = 0;
    for (at, part) in parts.iter().enumerate() {
        let entry = part.span.of(text);
        let is_head = at == 0 && head != Head::No;
        if at > 0 && (matches!(part.kind, Some(BlockKind::Heading(_))) || heading(entry).is_some()) {
            break;
        }
        let is_listed = part.is(BlockKind::Reference) || number(entry).is_some();
        if is_head && head == Head::Heading {
            count = 1;
        } else if is_head || looks_like_entry(entry) {
            let is_near = others.iter().all(|&other| parts[other].span.len() <= MAX_BETWEEN_BYTES);
            if !is_near {
                if let Some(last) = last {
                    list.add_span(&parts[first..=last]);
                }
                for &other in &others {
                    list.add_other(text, &parts[other]);
                }
                first = at;
            }
            others.clear();
            list.add_entry(entry);
            (last, count) = (Some(at), at + 1);
        } else if is_listed {
            others.push(at);
            count = at + 1;
        } else {
            others.push(at);
            let unlisted =
                others.iter().filter(|&&other| number(parts[other].span.of(text)).is_none()).count();
            if unlisted >= END_AFTER || head == Head::No {
                break;
            }
        }
    }
    if let Some(last) = last {
        list.add_span(&parts[first..=last]);
    }
    for other in others {
        if other < count {
            list.add_other(text, &parts[other]);
        }
    }
    count
}

/// Adds the parts at the beginning that are entries numbered from 1. Returns their number.
fn numbered(text: &str, parts: &[Part], list: &mut List) -> usize {
    let mut count = 0;
    for (part, expected) in parts.iter().zip(1..) {
        let entry = part.span.of(text);
        let is_next =
            matches!(number(entry), Some(Number { value, is_bracketed: true, .. }) if value == expected);
        if !is_next || !looks_like_entry(entry) {
            break;
        }
        count += 1;
    }
    if count < LEAST_WITHOUT_HEADING {
        return 0;
    }
    for part in &parts[..count] {
        list.add_entry(part.span.of(text));
    }
    list.add_span(&parts[..count]);
    count
}

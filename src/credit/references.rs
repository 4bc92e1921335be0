//! The list of references: below its heading, or numbered from 1 without one.

use std::collections::HashSet;

use super::entries::{begins_with_heading, is_dated, is_end, is_heading, looks_like_entry, number};
use super::parts::Part;
use crate::interrupt;
use crate::structure::BlockKind;
use crate::text::Span;

/// The number of parts in a row without an entry at which a list ends.
const END_AFTER: usize = 2;
/// The fewest entries of a list that has no heading.
const LEAST_WITHOUT_HEADING: usize = 3;

/// The lists of references of a text.
#[derive(Debug, Default)]
pub(super) struct List {
    /// Their ranges, with their headings.
    pub(super) spans: Vec<Span>,
    /// The greatest number of an entry, if entries have numbers.
    pub(super) numbers: Option<u32>,
    /// The words of the entries in lower case; names in Chinese are runs of Han characters.
    words: HashSet<String>,
}

impl List {
    /// Returns whether a number may be that of an entry.
    pub(super) fn has_number(&self, number: u32) -> bool {
        self.numbers.is_none_or(|most| number <= most)
    }

    /// Returns whether a name stands in an entry; `None` if there are no entries.
    pub(super) fn has_name(&self, name: &str) -> Option<bool> {
        (!self.words.is_empty()).then(|| self.words.contains(&name.to_lowercase()))
    }

    /// Returns whether a place lies in a list.
    pub(super) fn covers(&self, at: u32) -> bool {
        let next = self.spans.partition_point(|span| span.end <= at);
        self.spans.get(next).is_some_and(|span| span.start <= at)
    }

    fn add(&mut self, text: &str, parts: &[Part]) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        self.spans.push(Span::new(first.span.start, last.span.end));
        for part in parts {
            let entry = part.span.of(text);
            self.numbers = self.numbers.max(number(entry).map(|(number, _)| number));
            let words = entry.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '’' | '\''));
            for word in words.filter(|word| !word.is_empty()) {
                self.words.insert(word.trim_end_matches('等').to_lowercase());
            }
        }
    }
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
        let count =
            below_heading(text, rest).or_else(|| told(rest)).or_else(|| numbered(text, rest)).unwrap_or(0);
        list.add(text, &rest[..count]);
        at += count.max(1);
    }
    list
}

/// Counts the parts of a heading and the entries below it.
fn below_heading(text: &str, parts: &[Part]) -> Option<usize> {
    let heading = parts.first()?.span.of(text);
    if !is_heading(heading) && !begins_with_heading(heading) {
        return None;
    }
    let is_entry = |part: &Part| {
        let entry = part.span.of(text);
        part.is(BlockKind::Reference) || looks_like_entry(entry)
    };
    let (mut end, mut others) = (1, 0);
    for (count, part) in (2..).zip(&parts[1..]) {
        let is_end = matches!(part.kind, Some(BlockKind::Heading(_))) || is_end(part.span.of(text));
        if is_end || (others + 1 == END_AFTER && !is_entry(part)) {
            break;
        }
        if is_entry(part) {
            (end, others) = (count, 0);
        } else {
            others += 1;
        }
    }
    // Neither a line of a table of contents nor a heading without a list is one.
    let begins = parts.get(1).is_some_and(is_entry) || begins_with_heading(heading);
    (begins && (end > 1 || begins_with_heading(heading))).then_some(end)
}

/// Counts the parts at the beginning that the reader calls entries, where it knows no heading.
fn told(parts: &[Part]) -> Option<usize> {
    let count = parts.iter().take_while(|part| part.is(BlockKind::Reference)).count();
    (count > 0).then_some(count)
}

/// Counts the parts that are entries numbered from 1.
fn numbered(text: &str, parts: &[Part]) -> Option<usize> {
    let is_next = |(expected, part): &(u32, &Part)| {
        let entry = part.span.of(text);
        number(entry).is_some_and(|(number, is_bracket)| number == *expected && is_bracket) && is_dated(entry)
    };
    let count = (1..).zip(parts).take_while(is_next).count();
    (count >= LEAST_WITHOUT_HEADING).then_some(count)
}

//! A wording -> the units in which it is compared: words, and numerals and dates as one unit each.

use std::ops::Range;

use crate::analyze::Analyzer;
use crate::facts::{Fact, FactKind, is_name};
use crate::lexicon::{Sense, sense};
use crate::text::{Span, is_han};
use crate::tokenize::{Token, fold, folded};

/// The subject of a unit whose change can turn a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Negation,
    Hedge,
    Number,
    Date,
    Name,
}

/// The units of a wording, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    /// Hashes of the units: equal for equal words, numbers and dates.
    pub(super) hashes: Vec<u64>,
    units: Vec<Unit>,
}

#[derive(Clone, Debug)]
struct Unit {
    /// The text as it stands in the document.
    text: String,
    subject: Option<Subject>,
    /// True if a mark that ends a clause follows.
    ends_clause: bool,
    /// True if an ellipsis follows.
    has_ellipsis: bool,
}

impl Units {
    /// The hash of the number 1.
    pub(super) const ONE: u64 = 1;

    /// Makes the units of a part of a text with these words.
    pub(super) fn of(analyzer: &Analyzer, text: &str, part: Span, tokens: &[Token]) -> Units {
        let mut found = Fact::all_in(part.of(text));
        for fact in &mut found {
            fact.span = fact.span.moved(part.start);
        }
        let mut units = Units::default();
        let mut facts = found.iter().peekable();
        for token in tokens {
            let mut rest = token.span;
            while let Some(fact) = facts.peek()
                && fact.span.start < rest.end
            {
                let before = Span::new(rest.start, fact.span.start.max(rest.start));
                units.push_word(analyzer, text, before, token);
                if fact.span.start >= rest.start {
                    units.push_fact(text, fact);
                }
                rest.start = fact.span.end.min(rest.end);
                if fact.span.end > token.span.end {
                    break;
                }
                facts.next();
            }
            units.push_word(analyzer, text, rest, token);
        }
        units
    }

    fn push_fact(&mut self, text: &str, fact: &Fact) {
        let subject = if fact.kind == FactKind::Date { Subject::Date } else { Subject::Number };
        let hash =
            if fact.value == "1" { Units::ONE } else { fold::hash(&format!("{subject:?} {}", fact.value)) };
        self.push(text, fact.span, hash, Some(subject));
    }

    /// Appends a word, or the part of it that no fact covers.
    fn push_word(&mut self, analyzer: &Analyzer, text: &str, span: Span, token: &Token) {
        let word = span.of(text);
        if !word.contains(char::is_alphanumeric) {
            return;
        }
        let is_whole = span == token.span;
        let hash = if is_whole { token.word } else { fold::hash(&folded(word)) };
        let subject = match sense(word) {
            Some(Sense::Negation) => Some(Subject::Negation),
            Some(Sense::Hedge) => Some(Subject::Hedge),
            _ if is_whole && is_name(&analyzer.tokenizer, &analyzer.rarity, text, token) => {
                Some(Subject::Name)
            }
            _ => None,
        };
        self.push(text, span, hash, subject);
    }

    fn push(&mut self, text: &str, span: Span, hash: u64, subject: Option<Subject>) {
        let behind = Span::new(span.end, text.len() as u32).of(text);
        let marks = behind.split(char::is_alphanumeric).next().unwrap_or_default();
        self.hashes.push(hash);
        self.units.push(Unit {
            text: span.of(text).to_owned(),
            subject,
            ends_clause: marks
                .contains([',', ';', ':', '.', '!', '?', '，', '；', '：', '。', '！', '？', '—']),
            has_ellipsis: has_ellipsis(marks),
        });
    }

    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    pub(super) fn subject(&self, at: usize) -> Option<Subject> {
        self.units[at].subject
    }

    pub(super) fn ends_clause(&self, at: usize) -> bool {
        self.units[at].ends_clause
    }

    /// Returns whether an ellipsis stands between units of a range, or on either side of it.
    pub(super) fn has_ellipsis(&self, range: Range<usize>) -> bool {
        let before = range.start.saturating_sub(1);
        self.units[before..range.end].iter().any(|unit| unit.has_ellipsis)
    }

    /// Returns the units of a range as they stand in the text.
    pub(super) fn words(&self, range: Range<usize>) -> Vec<&str> {
        self.units[range].iter().map(|unit| unit.text.as_str()).collect()
    }

    /// Returns the text of a range, with spaces between words that are not Han.
    pub(super) fn text(&self, range: Range<usize>) -> String {
        let mut joined = String::new();
        for unit in &self.units[range] {
            let is_joined = joined.ends_with(is_han) && unit.text.starts_with(is_han);
            if !joined.is_empty() && !is_joined {
                joined.push(' ');
            }
            joined.push_str(&unit.text);
        }
        joined
    }

    /// Returns the folded text of a range, without spaces.
    pub(super) fn folded(&self, range: Range<usize>) -> String {
        self.units[range].iter().map(|unit| folded(&unit.text)).collect()
    }

    /// Returns the units of a range that stand at a place of its folded text, in bytes.
    pub(super) fn units_at(&self, range: Range<usize>, place: Range<usize>) -> Range<usize> {
        let (mut bytes, mut ends) = (0, vec![]);
        for unit in &self.units[range.clone()] {
            bytes += folded(&unit.text).len();
            ends.push(bytes);
        }
        let start = range.start + ends.partition_point(|&end| end <= place.start);
        let end = range.start + ends.partition_point(|&end| end < place.end) + 1;
        start..end.min(range.end)
    }

    /// Counts the units of a range that have a subject, without those of another range.
    pub(super) fn count(&self, range: Range<usize>, wanted: Subject, without: &Range<usize>) -> usize {
        range.filter(|at| self.subject(*at) == Some(wanted) && !without.contains(at)).count()
    }

    /// Returns the hashes of the units of a range that have a subject, sorted.
    pub(super) fn of_subject(&self, range: Range<usize>, wanted: Subject) -> Vec<u64> {
        let mut found = vec![];
        for at in range {
            if self.subject(at) == Some(wanted) {
                found.push(self.hashes[at]);
            }
        }
        found.sort_unstable();
        found
    }
}

/// Returns whether words are left out in a text between two words.
pub(super) fn has_ellipsis(text: &str) -> bool {
    text.contains(['…', '⋯']) || text.contains("...") || text.contains(". . .") || text.contains("。。。")
}

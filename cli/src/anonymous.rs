//! A report -> the same report without names, and without text outside of matches, for `--anonymous`.
//!
//! Ids become `document 1` and `source 3`, in the order in which they are met; one document has one number in the whole
//! report. Titles, authors, dates, notes, paths and hashes are left out. In texts, a letter becomes `x`, a Han character
//! `某`, a digit `0`, and only white space and punctuation stay; words that are equal in a source stay too, since the
//! source has them anyway. The figures stay, and so do lines and pages: a place tells nothing to a reader without the
//! file, and leads one who has it to the passage. `O(n)` for n characters of text.

use std::collections::HashMap;

use ibid::is_han;
use ibid::report::{DocumentReport, Passage, PassageDecision, Report, SourceReport};

use crate::text_report::Unread;

/// The hash in place of every other: it is that of no text that anybody has.
const NO_HASH: &str = "0000000000000000";
/// The time in place of every other.
const NO_TIME: &str = "0000-00-00T00:00:00Z";
/// The filters whose value is a number.
const FILTERS_WITH_NUMBERS: [&str; 3] = ["small", "small-source", "documents"];

/// The numbers of the documents and persons of one report.
#[derive(Debug, Default)]
pub(crate) struct Anonymizer {
    documents: Numbers,
    sources: Numbers,
    authors: Numbers,
    reviewers: Numbers,
}

/// Numbers of names, from 1.
#[derive(Debug, Default)]
struct Numbers(HashMap<String, usize>);

impl Numbers {
    fn of(&mut self, name: &str) -> usize {
        let next = self.0.len() + 1;
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

impl Anonymizer {
    /// Masks the header of a report. Its documents are masked one by one.
    pub(crate) fn header(&self, report: &mut Report) {
        report.anonymous = true;
        report.ledger = None;
        report.skipped.paths.clear();
        report.collection.skipped.paths.clear();
        report.failures.fill("an input could not be read or checked".to_owned());
        let parameters = &mut report.parameters;
        for (template, number) in parameters.templates.iter_mut().zip(1..) {
            *template = format!("template {number}");
        }
        for filter in &mut parameters.excluded {
            if let Some((name, _)) = filter.split_once('=')
                && !FILTERS_WITH_NUMBERS.contains(&name)
            {
                *filter = name.to_owned();
            }
        }
    }

    /// Masks an input that could not be read.
    pub(crate) fn unread(&mut self, unread: &mut Unread) {
        unread.path = self.document_name(&unread.path);
        unread.why = "could not be read".to_owned();
    }

    /// Masks a document.
    pub(crate) fn document(&mut self, document: &mut DocumentReport) {
        document.id = self.document_name(&document.id);
        (document.title, document.author, document.date) = (None, None, None);
        document.text_hash = NO_HASH.to_owned();
        for source in document.sources.iter_mut().chain(&mut document.other_sources) {
            self.source(source);
        }
        if let Some(found) = &mut document.obfuscation {
            for place in &mut found.hidden_text.places {
                place.text = mask(&place.text, 0, &[]);
            }
        }
        let here = matched_here(document);
        let there = matched_there(&document.passages);
        mask_in_place(&mut document.text, 0, &here);
        let bytes = document.text.as_deref().map(byte_offsets).unwrap_or_default();
        for passage in &mut document.passages {
            mask_in_place(&mut passage.a_text, passage.a_start, &here);
            mask_in_place(&mut passage.b_text, passage.b_start, &there[&passage.b]);
            passage.a_byte_start = bytes.get(passage.a_start as usize).copied().unwrap_or(0);
            passage.a_byte_end = bytes.get(passage.a_end as usize).copied().unwrap_or(0);
            self.passage(passage);
        }
    }

    fn source(&mut self, source: &mut SourceReport) {
        source.id = match source.peer_matched {
            Some(_) => self.document_name(&source.id),
            None => self.source_name(&source.id),
        };
        (source.title, source.author, source.date) = (None, None, None);
        if let Some(author) = &mut source.same_author {
            *author = format!("author {}", self.authors.of(author));
        }
    }

    /// Masks a passage but for the texts of its two ranges.
    fn passage(&mut self, passage: &mut Passage) {
        passage.a = self.document_name(&passage.a);
        passage.b = self.source_name(&passage.b);
        // The text of the source is not there to count in.
        (passage.b_byte_start, passage.b_byte_end) = (0, 0);
        passage.b_before = mask(&passage.b_before, 0, &[]);
        passage.b_after = mask(&passage.b_after, 0, &[]);
        passage.said.clear();
        passage.a_hash = NO_HASH.to_owned();
        passage.b_hash = NO_HASH.to_owned();
        if let Some(suggestion) = &mut passage.suggestion {
            suggestion.paper = self.document_name(&suggestion.paper);
            self.decision(&mut suggestion.decision);
        }
        for decision in passage.decision.iter_mut().chain(&mut passage.disputed) {
            self.decision(decision);
        }
    }

    fn decision(&mut self, decision: &mut PassageDecision) {
        decision.by = format!("reviewer {}", self.reviewers.of(&decision.by));
        decision.at = NO_TIME.to_owned();
        decision.note.clear();
    }

    /// Returns the name of a document to check. One that was met as a source keeps its number.
    fn document_name(&mut self, id: &str) -> String {
        match self.sources.0.get(id) {
            Some(number) => format!("source {number}"),
            None => format!("document {}", self.documents.of(id)),
        }
    }

    /// Returns the name of a source. One that is checked too keeps its number.
    fn source_name(&mut self, id: &str) -> String {
        match self.documents.0.get(id) {
            Some(number) => format!("document {number}"),
            None => format!("source {}", self.sources.of(id)),
        }
    }
}

/// Returns the stretches of a document's text that are equal in a source, in order.
fn matched_here(document: &DocumentReport) -> Vec<[u32; 2]> {
    let text: Vec<char> = document.text.as_deref().unwrap_or_default().chars().collect();
    let mut matched = vec![];
    for passage in &document.passages {
        let said = text.get(passage.a_start as usize..passage.a_end as usize);
        let mut starts = vec![passage.a_start];
        for &[start, end] in &passage.a_also {
            if said.is_some() && said == text.get(start as usize..end as usize) {
                starts.push(start);
            }
        }
        for [start, end, ..] in passage.equal.iter().chain(&passage.moved) {
            let from_start = start.saturating_sub(passage.a_start);
            let to_end = end.saturating_sub(passage.a_start);
            for first in &starts {
                matched.push([first.saturating_add(from_start), first.saturating_add(to_end)]);
            }
        }
    }
    matched.sort_unstable();
    matched
}

/// Returns the stretches of each source that are equal in the document, in order.
fn matched_there(passages: &[Passage]) -> HashMap<String, Vec<[u32; 2]>> {
    let mut matched: HashMap<String, Vec<[u32; 2]>> = HashMap::new();
    for passage in passages {
        let runs = matched.entry(passage.b.clone()).or_default();
        for &[_, _, start, end] in passage.equal.iter().chain(&passage.moved) {
            runs.push([start, end]);
        }
    }
    for passage in passages {
        matched.entry(passage.b.clone()).or_default().sort_unstable();
    }
    matched
}

/// Masks a text, if there is one, as [`mask`] does.
fn mask_in_place(text: &mut Option<String>, first: u32, kept: &[[u32; 2]]) {
    if let Some(text) = text {
        *text = mask(text, first, kept);
    }
}

/// Masks a text that begins at the code point `first` of its document, but for the stretches `kept`, which are sorted.
fn mask(text: &str, first: u32, kept: &[[u32; 2]]) -> String {
    let (mut kept, mut end) = (kept.iter().peekable(), 0);
    let mut masked = String::with_capacity(text.len());
    for (c, at) in text.chars().zip(u64::from(first)..) {
        while let Some(next) = kept.next_if(|next| u64::from(next[0]) <= at) {
            end = end.max(u64::from(next[1]));
        }
        masked.push(if at < end { c } else { mask_char(c) });
    }
    masked
}

fn mask_char(c: char) -> char {
    match c {
        _ if c.is_whitespace() || c.is_ascii_punctuation() => c,
        // Punctuation in general, of Chinese, and in its wide forms.
        '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205E}'
        | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3020}' => c,
        '！'..='／' | '：'..='＠' | '［'..='｀' | '｛'..='･' | '·' | '«' | '»' => c,
        _ if c.is_numeric() => '0',
        _ if is_han(c) => '某',
        _ => 'x',
    }
}

/// Returns the offset of each code point in bytes, and that of the end.
fn byte_offsets(text: &str) -> Vec<u32> {
    let mut offsets: Vec<u32> = text.char_indices().map(|(at, _)| at as u32).collect();
    offsets.push(text.len() as u32);
    offsets
}

#[cfg(test)]
mod tests {
    use ibid::report::{Decision, HiddenPlace, ObfuscationReport, SaidPair, SkippedPath, Suggestion};

    use super::*;

    #[test]
    fn letters_outside_of_matches_are_masked() {
        let check = |text: &str, kept: &[[u32; 2]], expected: &str| {
            let masked = mask(text, 100, kept);
            assert_eq!(masked, expected, "{text:?}");
            assert_eq!(masked.chars().count(), text.chars().count());
        };
        check("The old bridge, 1987.", &[[104, 107]], "xxx old xxxxxx, 0000.");
        check("旧桥在夜里塌了，没有人。", &[[100, 102], [101, 103]], "旧桥在某某某某，某某某。");
        check("naïve e\u{301}a\u{200B}b Ж ½ 〇 👩 \t“x”\r\n", &[], "xxxxx xxxxx x 0 0 x \t“x”\r\n");
        check("one two", &[[90, 95], [100, 103], [90, 101], [104, 90]], "one xxx");
    }

    fn passage(a: &str, b: &str, a_start: u32, equal: Vec<[u32; 4]>) -> Passage {
        let decision = PassageDecision {
            decision: Decision::Quotation,
            by: "Ana Reyes".into(),
            at: "2026-11-25T09:14:22Z".into(),
            note: "Footnote twelve".into(),
        };
        Passage {
            a: "papers/Reyes.txt".into(),
            b: "library/Mills.txt".into(),
            a_start,
            a_end: a_start + a.chars().count() as u32,
            b_end: b.chars().count() as u32,
            equal,
            a_text: Some(a.into()),
            b_text: Some(b.into()),
            b_before: "Karl was there.".into(),
            a_hash: "9c1f0a7be3d42210".into(),
            said: vec![SaidPair { pair: "x".into(), words: [0, 1] }],
            suggestion: Some(Suggestion {
                decision: decision.clone(),
                paper: "papers/old.txt".into(),
                words: 1,
            }),
            disputed: vec![decision.clone()],
            decision: Some(decision),
            ..Passage::default()
        }
    }

    #[test]
    fn nothing_that_names_anybody_is_left_and_the_figures_stay() {
        let text = "Ich naïve. The salt road. Again: The salt road. End";
        let found =
            Passage { a_also: vec![[33, 47]], ..passage("The salt road.", "The broad road", 11, vec![]) };
        let found = Passage { equal: vec![[11, 14, 0, 3], [20, 24, 10, 14]], ..found };
        let source = SourceReport {
            id: "library/Mills.txt".into(),
            title: Some("Tidal Mills".into()),
            author: Some("Ana Reyes".into()),
            same_author: Some("Ana Reyes".into()),
            matched: 2,
            ..SourceReport::default()
        };
        let place = HiddenPlace { text: "Hidden words".into(), ..HiddenPlace::default() };
        let mut document = DocumentReport {
            id: "papers/Reyes.txt".into(),
            title: Some("Roads".into()),
            date: Some("2021-06-18".into()),
            matched: 2,
            text: Some(text.into()),
            sources: vec![source.clone()],
            other_sources: vec![SourceReport {
                peer_matched: Some(0),
                id: "papers/two.txt".into(),
                ..source
            }],
            obfuscation: Some(ObfuscationReport::default()),
            passages: vec![found],
            ..DocumentReport::default()
        };
        document.obfuscation.as_mut().unwrap().hidden_text.places.push(place);
        let mut anonymizer = Anonymizer::default();
        anonymizer.document(&mut document);
        assert_eq!(document.text.as_deref(), Some("xxx xxxxx. The xxxx road. xxxxx: The xxxx road. xxx"));
        let passage = &document.passages[0];
        assert_eq!(passage.a_text.as_deref(), Some("The xxxx road."));
        assert_eq!(passage.b_text.as_deref(), Some("The xxxxx road"));
        assert_eq!((passage.a_byte_start, passage.a_byte_end), (11, 25));
        assert_eq!(
            (&*document.id, &*passage.b, &*document.sources[0].id),
            ("document 1", "source 1", "source 1")
        );
        assert_eq!((document.matched, document.sources[0].matched), (2, 2));
        assert_eq!(document.other_sources[0].id, "document 2");
        let mut report =
            Report { documents: vec![document], failures: vec!["Reyes".into()], ..Report::default() };
        report.skipped.paths.push(SkippedPath { path: "Reyes".into(), why: "hidden".into() });
        report.parameters.templates = vec!["Reyes".into()];
        report.parameters.excluded =
            ["small=20", "source=*Reyes*", "since=2021", "quotes"].map(str::to_owned).into();
        anonymizer.header(&mut report);
        assert_eq!(report.parameters.excluded, ["small=20", "source", "since", "quotes"]);
        let json = serde_json::to_string(&report).unwrap();
        for name in [
            "Reyes", "Mills", "papers/", "2021", "2026", "Foot", "naïve", "salt", "Karl", "Hidden", "9c1f",
            "said",
        ] {
            assert!(!json.contains(name), "{name}: {json}");
        }
        assert_eq!(report.failures.len(), 1);
        // The same document and the same source again.
        let mut other = DocumentReport { id: "papers/two.txt".into(), ..DocumentReport::default() };
        anonymizer.document(&mut other);
        assert_eq!(other.id, "document 2");
    }
}

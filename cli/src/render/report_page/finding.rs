//! The passages of a document -> its findings on the page, each with both of its sides.
//!
//! Passages of one finding stand together; the best of them is shown, the others follow as further sources. A passage
//! that has no finding stands alone.

use std::collections::HashMap;

use ibid::report::{Kind, Passage, PlaceReport};

use super::document::SourceNames;
use super::marked::{Piece, is_hard_wrapped, push_char, tag};
use super::messages::PageMessages;
use super::paper::Place;
use crate::render::marks::MarkedWords;
use crate::render::messages::thousands;
use crate::render::sides::Side;

/// The most characters of a passage in the line that names it.
const EXCERPT_CHARS: usize = 80;

/// A finding on the page.
#[derive(Debug)]
pub(super) struct FindingView {
    /// Its number on the page, from 1.
    pub(super) key: usize,
    /// Its number in the report; 0 for a passage without a finding.
    pub(super) number: u32,
    /// The indexes of its passages in the report, the shown one first.
    pub(super) passages: Vec<usize>,
    /// True if none of its passages counts.
    pub(super) is_out: bool,
    pub(super) source: SourceLabel,
    pub(super) excerpt: String,
    pub(super) facts: Facts,
    /// The passage in the document; none if texts are left out.
    pub(super) here: Option<Vec<Piece>>,
    pub(super) there: Option<Vec<Piece>>,
    pub(super) before: Vec<Piece>,
    pub(super) after: Vec<Piece>,
    pub(super) others: Vec<OtherSource>,
    /// The decision that the report has, its author, time and note.
    pub(super) decided: Option<(&'static str, String)>,
}

/// A source as it is named beside a passage.
#[derive(Clone, Debug, Default)]
pub(super) struct SourceLabel {
    /// Its number in the list of sources.
    pub(super) number: usize,
    /// The style of its marks, from 1; 0 for the sources after the first eight.
    pub(super) style: usize,
    pub(super) name: String,
    /// Its author and date.
    pub(super) about: String,
}

/// The facts of a passage, in words.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) kind: &'static str,
    pub(super) similarity: String,
    pub(super) matched: String,
    pub(super) credit: String,
    pub(super) left_out: Option<&'static str>,
    pub(super) here: String,
    pub(super) there: String,
    /// Other places with the same words, and documents that were not compared.
    pub(super) more: Vec<String>,
}

/// Another source with the words of a finding.
#[derive(Debug)]
pub(super) struct OtherSource {
    pub(super) source: SourceLabel,
    pub(super) kind: &'static str,
    pub(super) place: String,
    pub(super) there: Option<Vec<Piece>>,
}

/// Groups passages into findings, in the order of their places.
pub(super) fn findings(
    passages: &[Passage],
    names: &SourceNames<'_>,
    messages: PageMessages,
) -> Vec<FindingView> {
    let mut groups: Vec<Vec<usize>> = vec![];
    let mut known: HashMap<u32, usize> = HashMap::new();
    for (at, passage) in passages.iter().enumerate() {
        let group = match passage.finding {
            0 => groups.len(),
            number => *known.entry(number).or_insert(groups.len()),
        };
        match groups.get_mut(group) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    for group in &mut groups {
        // The best one, else the first that counts.
        group.sort_by_key(|&at| (!passages[at].is_best, !passages[at].counts(), at));
    }
    groups.sort_by_key(|group| (passages[group[0]].a_start, group[0]));
    let mut views = vec![];
    for (key, group) in (1..).zip(groups) {
        views.push(view(key, group, passages, names, messages));
    }
    views
}

/// Returns the places of a finding in the text of the document.
pub(super) fn places_of(finding: &FindingView, passages: &[Passage]) -> Vec<Place> {
    let passage = &passages[finding.passages[0]];
    let (key, Side { start, end, marks, .. }) = (finding.key, Side::here(passage));
    let mut places = vec![Place { chars: start..end, key, marks }];
    for &[start, end] in &passage.a_also {
        places.push(Place { chars: start..end, key, marks: vec![] });
    }
    places
}

fn view(
    key: usize,
    group: Vec<usize>,
    passages: &[Passage],
    names: &SourceNames<'_>,
    messages: PageMessages,
) -> FindingView {
    let passage = &passages[group[0]];
    let excerpt = passage.a_text.as_deref().unwrap_or("").chars().take(EXCERPT_CHARS).collect();
    let wrapped = passage.b_text.as_deref().is_some_and(is_hard_wrapped);
    let mut others = vec![];
    for &at in &group[1..] {
        let (other, side) = (&passages[at], Side::there(&passages[at]));
        others.push(OtherSource {
            source: names.label(&other.b),
            kind: messages.0.kind(other.kind),
            there: pieces_of(&side),
            place: side.name,
        });
    }
    FindingView {
        key,
        number: passage.finding,
        is_out: group.iter().all(|&at| !passages[at].counts()),
        source: names.label(&passage.b),
        excerpt,
        facts: facts(passage, messages),
        here: pieces_of(&Side::here(passage)),
        there: pieces_of(&Side::there(passage)),
        before: pieces(&passage.b_before, &[], wrapped),
        after: pieces(&passage.b_after, &[], wrapped),
        others,
        decided: passage.decision.as_ref().map(|made| (made.decision.name(), messages.made(made))),
        passages: group,
    }
}

fn facts(passage: &Passage, messages: PageMessages) -> Facts {
    let report = messages.report();
    let mut more = vec![];
    for (side, count, next) in [
        (report.here(), passage.a_also.len() as u64, passage.a_also.first()),
        (report.there(), passage.b_also_count, passage.b_also.first()),
    ] {
        more.extend(next.map(|[start, end]| report.again(count, side, start, end)));
    }
    if passage.more_documents > 0 {
        more.push(report.more_documents(passage.more_documents.into()));
    }
    Facts {
        kind: messages.0.kind(passage.kind),
        similarity: format!("{:.2}", passage.similarity),
        matched: messages
            .matched_of(thousands(passage.matched_words.into()), thousands(passage.a_words.into())),
        credit: match passage.kind {
            Kind::CommonPhrase => String::new(),
            _ => messages.0.credit(passage),
        },
        left_out: passage.left_out.map(|part| messages.0.part(part)),
        here: PlaceReport::name(&passage.a, passage.a_place),
        there: PlaceReport::name(&passage.b, passage.b_place),
        more,
    }
}

/// Divides the text of a side into pieces; none if texts are left out.
fn pieces_of(side: &Side<'_>) -> Option<Vec<Piece>> {
    let text = side.text?;
    Some(pieces(text, &side.marks, is_hard_wrapped(text)))
}

/// Divides a text into pieces by the marks of its words. Unless the text was wrapped at some width, its lines end where
/// they did.
pub(super) fn pieces(text: &str, marks: &[MarkedWords], is_wrapped: bool) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut marks = marks.iter().peekable();
    for (at, c) in text.chars().enumerate() {
        while marks.next_if(|words| words.chars.end <= at).is_some() {}
        let tag = match marks.peek() {
            Some(words) if words.chars.contains(&at) => tag(words.mark),
            _ => "",
        };
        push_char(&mut pieces, c, tag, !is_wrapped);
    }
    pieces
}

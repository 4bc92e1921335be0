//! A document of a report -> its figures, sources, text and findings on the page.

use std::collections::HashMap;

use askama::Template;
use ibid::report::{Decision, DocumentReport, LeftOut, SourceReport};

use super::finding::{FindingView, SourceLabel, findings, places_of};
use super::messages::PageMessages;
use super::paper::{Chunk, paper};
use crate::render::messages::thousands;
use crate::render::plain::{figures, formulas};
use crate::render::{Language, notes};

/// The number of sources that have a color and a line of their own.
const STYLES: usize = 8;

/// A document on the page.
#[derive(Template)]
#[template(path = "report_document.html")]
pub(super) struct DocumentView<'d> {
    messages: PageMessages,
    report_number: &'d str,
    /// Its number on the page, from 1.
    number: usize,
    /// Its index in the report.
    index: usize,
    /// True if the page has no other document.
    is_single: bool,
    id: &'d str,
    title: &'d str,
    about: Vec<String>,
    notes: Vec<String>,
    lead: Lead,
    figures: Vec<Figure>,
    /// The share of each decision and of what is open, by the name that the script gives it.
    shares: Vec<(&'static str, &'static str, String)>,
    decided_of: String,
    /// The switches of filters: their names and labels. The script sets them.
    filters: Vec<(&'static str, &'static str)>,
    sources: Vec<SourceView>,
    chunks: Vec<Chunk>,
    findings: Vec<FindingView>,
    has_text: bool,
    lang: &'static str,
}

/// The place of a document on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PagePlace<'p> {
    /// The number of the report.
    pub(super) report_number: &'p str,
    /// Its number on the page, from 1.
    pub(super) number: usize,
    /// Its index in the report.
    pub(super) index: usize,
    /// True if the page has no other document.
    pub(super) is_single: bool,
}

/// The figures at the top.
#[derive(Debug)]
struct Lead {
    overall: String,
    found_copied: String,
    open: u64,
}

/// A figure in both columns.
#[derive(Debug)]
struct Figure {
    /// The name that the script gives it.
    field: &'static str,
    name: &'static str,
    meaning: &'static str,
    found: String,
    decided: String,
}

/// A row of the list of sources.
#[derive(Debug)]
struct SourceView {
    label: SourceLabel,
    id: String,
    ratio: String,
    /// The share of the paper as a length, of that of the largest source.
    length: String,
    passages: String,
    own: Option<String>,
}

/// The sources of a document by their ids, as they are named beside passages.
#[derive(Debug)]
pub(super) struct SourceNames<'d> {
    by_id: HashMap<&'d str, SourceLabel>,
}

impl<'d> SourceNames<'d> {
    /// Numbers the sources: first those that count, then the others.
    fn new(document: &'d DocumentReport, messages: PageMessages) -> SourceNames<'d> {
        let mut by_id = HashMap::new();
        for (source, number) in document.sources.iter().chain(&document.other_sources).zip(1..) {
            by_id.insert(&*source.id, label(source, number, messages));
        }
        SourceNames { by_id }
    }

    /// Returns the label of a source; of one that is not listed, its id.
    pub(super) fn label(&self, id: &str) -> SourceLabel {
        match self.by_id.get(id) {
            Some(label) => label.clone(),
            None => SourceLabel { name: id.to_owned(), ..SourceLabel::default() },
        }
    }
}

impl<'d> DocumentView<'d> {
    pub(super) fn new(
        document: &'d DocumentReport,
        place: PagePlace<'d>,
        language: Language,
    ) -> DocumentView<'d> {
        let messages = PageMessages(language);
        let PagePlace { report_number, number, index, is_single } = place;
        let names = SourceNames::new(document, messages);
        let findings = findings(&document.passages, &names, messages);
        let (mut places, mut open, mut counting) = (vec![], 0, 0);
        for finding in &findings {
            places.extend(places_of(finding, &document.passages));
            counting += usize::from(!finding.is_out);
            open += usize::from(!finding.is_out && finding.decided.is_none());
        }
        let found_copied = document.decided.as_ref().map_or(0.0, |decided| decided.found_copied_ratio);
        let largest = document.sources.first().map_or(0.0, |source| source.ratio);
        DocumentView {
            messages,
            report_number,
            number,
            index,
            is_single,
            id: &document.id,
            title: document.title.as_deref().unwrap_or(&document.id),
            about: about(document, messages),
            notes: document_notes(document, messages),
            lead: Lead {
                overall: language.percent(document.ratios.overall, 1),
                found_copied: language.percent(found_copied, 1),
                open: open as u64,
            },
            figures: figure_views(document, messages),
            shares: shares(document, messages),
            decided_of: messages.decided_of(counting - open, counting),
            filters: filters(messages),
            sources: sources(document, &names, largest, messages),
            chunks: document.text.as_deref().map(|text| paper(text, places)).unwrap_or_default(),
            findings,
            has_text: document.text.is_some(),
            lang: if document.unit == "characters" { "zh" } else { "en" },
        }
    }

    /// Returns the style of the marks of a finding, and the classes of its state.
    fn mark_class(&self, key: usize) -> String {
        let Some(finding) = self.findings.get(key.wrapping_sub(1)) else { return String::new() };
        format!("s{}{}", finding.source.style, if finding.is_out { " out" } else { "" })
    }

    /// Returns the number that names a finding: that of the report, else a dash.
    fn shown_number(&self, key: &usize) -> String {
        self.findings.get(key.wrapping_sub(1)).map(FindingView::shown_number).unwrap_or_default()
    }
}

impl FindingView {
    /// Returns the number that names it: that of the report, else a dash.
    pub(super) fn shown_number(&self) -> String {
        if self.number == 0 { "–".to_owned() } else { self.number.to_string() }
    }
}

/// Formats numbers with blanks between them, as an attribute has them.
fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn label(source: &SourceReport, number: usize, messages: PageMessages) -> SourceLabel {
    let about: Vec<&str> = [&source.author, &source.date].into_iter().flatten().map(String::as_str).collect();
    SourceLabel {
        number,
        style: if number <= STYLES { number } else { 0 },
        name: source.title.clone().unwrap_or_else(|| source.id.clone()),
        about: about.join(messages.comma()),
    }
}

fn about(document: &DocumentReport, messages: PageMessages) -> Vec<String> {
    let known = [&document.author, &document.date].into_iter().flatten().cloned();
    let words = messages.words(thousands(document.total), messages.0.unit(&document.unit));
    known.chain([document.id.clone(), words]).collect()
}

/// Returns what a reader must know beside the figures.
fn document_notes(document: &DocumentReport, messages: PageMessages) -> Vec<String> {
    let (report, language) = (messages.report(), messages.0);
    let mut lines = vec![];
    if document.has_no_words() {
        lines.push(report.nothing_to_check().to_owned());
    }
    let unit = language.unit(&document.unit);
    if document.template_words > 0 {
        lines.push(messages.out_of_all(thousands(document.template_words), unit, report.the_template()));
    }
    if let Some(excluded) = &document.excluded {
        for (&part, &count) in &excluded.words {
            lines.push(messages.out_of_all(thousands(count), unit, language.part(part)));
        }
    }
    lines.extend(notes::cautions(document, language));
    if document.sources_left > 0 {
        lines.push(report.sources_left(document.sources_left));
    }
    lines
}

/// The names that the script gives the ratios, in the order of [`figures`].
const RATIO_FIELDS: [&str; 5] =
    ["overall", "without_quotations", "without_own_work", "largest_source", "uncredited"];

fn figure_views(document: &DocumentReport, messages: PageMessages) -> Vec<Figure> {
    let (report, language) = (messages.report(), messages.0);
    let (decided, copied) = match &document.decided {
        Some(decided) => (decided.ratios, decided.found_copied_ratio),
        None => (document.ratios, 0.0),
    };
    let named = formulas(report).into_iter().chain([(report.uncredited(), report.uncredited_meaning())]);
    let values = figures(&document.ratios).into_iter().zip(figures(&decided));
    let mut views = vec![];
    for ((field, (name, meaning)), (found, decided)) in RATIO_FIELDS.into_iter().zip(named).zip(values) {
        let (found, decided) = (language.percent(found, 1), language.percent(decided, 1));
        views.push(Figure { field, name, meaning, found, decided });
    }
    views.push(Figure {
        field: "found_copied",
        name: messages.found_copied(),
        meaning: messages.found_copied_meaning(),
        found: "–".to_owned(),
        decided: language.percent(copied, 1),
    });
    views
}

/// Returns the share of the words of each decision, and of those that are open.
fn shares(document: &DocumentReport, messages: PageMessages) -> Vec<(&'static str, &'static str, String)> {
    let all = document.counted_words().max(1) as f64;
    // Rounded as the ratios of a report are, so that equal shares look equal.
    let percent = |count: u64| messages.0.percent((count as f64 / all * 10_000.0).round() / 10_000.0, 1);
    let (mut shares, mut decided) = (vec![], 0);
    for decision in Decision::ALL {
        let count = words_decided(document, decision);
        shares.push((decision.name(), messages.decision(decision), percent(count)));
        decided += count;
    }
    shares.insert(1, ("open", messages.open(), percent(document.matched.saturating_sub(decided))));
    shares
}

fn words_decided(document: &DocumentReport, decision: Decision) -> u64 {
    let Some(decided) = &document.decided else { return 0 };
    decided.words.get(&decision).copied().unwrap_or(0)
}

fn filters(messages: PageMessages) -> Vec<(&'static str, &'static str)> {
    vec![
        (LeftOut::References.name(), messages.references()),
        (LeftOut::Front.name(), messages.front()),
        ("possible", messages.possible()),
        (LeftOut::Captions.name(), messages.captions()),
        (LeftOut::Quotes.name(), messages.quotes()),
        (LeftOut::Cited.name(), messages.cited()),
        (LeftOut::Own.name(), messages.own()),
    ]
}

fn sources(
    document: &DocumentReport,
    names: &SourceNames<'_>,
    largest: f64,
    messages: PageMessages,
) -> Vec<SourceView> {
    let mut views = vec![];
    for source in document.sources.iter().chain(&document.other_sources) {
        views.push(SourceView {
            label: names.label(&source.id),
            id: source.id.clone(),
            ratio: messages.0.percent(source.ratio, 1),
            length: format!("{:.1}", 100.0 * source.ratio / largest.max(f64::MIN_POSITIVE)),
            passages: messages.passages_of(source.passages),
            own: messages.report().own_source(source),
        });
    }
    views
}

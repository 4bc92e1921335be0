//! A report as CSV, one row per passage. The columns have the names of the JSON report.

use std::borrow::Cow;
use std::io::{self, Write};

use ibid::report::{
    Credit, Decision, DocumentReport, Kind, LeftOut, Passage, PlaceReport, Report, SourceReport,
};
use serde::Serialize;

use crate::output::Output;
use crate::render::csv_cells::{append, cell, optional, writer};
use crate::report_form::ReportForm;

/// A table that is written as its documents come.
#[derive(Debug)]
pub(crate) struct PassagesCsv;

impl ReportForm for PassagesCsv {
    fn begin(&self, _: &Report, output: &mut Output) -> anyhow::Result<()> {
        output.with(begin_passages_csv)
    }

    fn push(&mut self, document: DocumentReport, output: &mut Output) -> anyhow::Result<()> {
        output.with(|out| write_passages_csv(&document, out))
    }

    fn end(self: Box<Self>, _: &Report, _: &mut Output) -> anyhow::Result<()> {
        Ok(())
    }

    fn has_no_notes(&self) -> bool {
        true
    }
}

/// Writes the names of the columns.
///
/// # Errors
/// [`io::Error`] if writing fails.
pub(super) fn begin_passages_csv(out: &mut dyn Write) -> io::Result<()> {
    let mut writer = writer(out)?;
    writer.write_record(COLUMNS)?;
    writer.flush()
}

/// Writes the passages of a document, one row each.
///
/// # Errors
/// [`io::Error`] if writing fails.
pub(super) fn write_passages_csv(document: &DocumentReport, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = append(out);
    let unknown = SourceReport::default();
    for passage in &document.passages {
        let mut sources = document.sources.iter().chain(&document.other_sources);
        let source = sources.find(|source| source.id == passage.b).unwrap_or(&unknown);
        writer.serialize(row(document, source, passage))?;
    }
    writer.flush()
}

const COLUMNS: [&str; 37] = [
    "a",
    "a_title",
    "a_author",
    "finding",
    "is_best",
    "kind",
    "similarity",
    "matched_words",
    "a_words",
    "b_words",
    "credit",
    "quoted_words",
    "cited_words",
    "uncredited_words",
    "left_out",
    "as",
    "by",
    "at",
    "note",
    "disputed",
    "a_line",
    "a_column",
    "a_page",
    "a_start",
    "a_end",
    "b",
    "b_title",
    "b_author",
    "b_date",
    "b_line",
    "b_column",
    "b_page",
    "b_start",
    "b_end",
    "more_documents",
    "a_text",
    "b_text",
];

/// The cells of a row, in the order of [`COLUMNS`].
#[derive(Serialize)]
struct Row<'r> {
    a: Cow<'r, str>,
    a_title: Cow<'r, str>,
    a_author: Cow<'r, str>,
    finding: u32,
    is_best: bool,
    kind: Kind,
    similarity: f64,
    matched_words: u32,
    a_words: u32,
    b_words: u32,
    credit: Credit,
    quoted_words: u32,
    cited_words: u32,
    uncredited_words: u32,
    left_out: Option<LeftOut>,
    decision: DecisionCells<'r>,
    disputed: bool,
    a_place: PlaceCells,
    a_start: u32,
    a_end: u32,
    b: Cow<'r, str>,
    b_title: Cow<'r, str>,
    b_author: Cow<'r, str>,
    b_date: Cow<'r, str>,
    b_place: PlaceCells,
    b_start: u32,
    b_end: u32,
    more_documents: u32,
    a_text: Cow<'r, str>,
    b_text: Cow<'r, str>,
}

/// The cells of a place: in the columns `line`, `column` and `page` of its side.
#[derive(Serialize)]
struct PlaceCells {
    line: Option<u32>,
    column: Option<u32>,
    page: Option<u32>,
}

impl PlaceCells {
    fn of(place: Option<PlaceReport>) -> PlaceCells {
        let (line, column) = place.and_then(PlaceReport::line_and_column).unzip();
        PlaceCells { line, column, page: place.and_then(PlaceReport::page) }
    }
}

/// The cells of a decision: in the columns `as`, `by`, `at` and `note`, empty for an open passage.
#[derive(Default, Serialize)]
struct DecisionCells<'r> {
    decision: Option<Decision>,
    by: Cow<'r, str>,
    at: Cow<'r, str>,
    note: Cow<'r, str>,
}

fn row<'r>(document: &'r DocumentReport, source: &'r SourceReport, passage: &'r Passage) -> Row<'r> {
    let decision = passage.decision.as_ref().map(|decided| DecisionCells {
        decision: Some(decided.decision),
        by: cell(&decided.by),
        at: cell(&decided.at),
        note: cell(&decided.note),
    });
    Row {
        a: cell(&passage.a),
        a_title: optional(&document.title),
        a_author: optional(&document.author),
        finding: passage.finding,
        is_best: passage.is_best,
        kind: passage.kind,
        similarity: passage.similarity,
        matched_words: passage.matched_words,
        a_words: passage.a_words,
        b_words: passage.b_words,
        credit: passage.credit,
        quoted_words: passage.quoted_words,
        cited_words: passage.cited_words,
        uncredited_words: passage.uncredited_words,
        left_out: passage.left_out,
        decision: decision.unwrap_or_default(),
        disputed: !passage.disputed.is_empty(),
        a_place: PlaceCells::of(passage.a_place),
        a_start: passage.a_start,
        a_end: passage.a_end,
        b: cell(&passage.b),
        b_title: optional(&source.title),
        b_author: optional(&source.author),
        b_date: optional(&source.date),
        b_place: PlaceCells::of(passage.b_place),
        b_start: passage.b_start,
        b_end: passage.b_end,
        more_documents: passage.more_documents,
        a_text: optional(&passage.a_text),
        b_text: optional(&passage.b_text),
    }
}

#[cfg(test)]
mod tests {
    use ibid::report::PassageDecision;

    use super::*;

    #[test]
    fn a_cell_stands_under_its_name() {
        let decision = PassageDecision {
            decision: Decision::OwnWork,
            by: "=Reyes".into(),
            at: "2026-11-25T09:14:22Z".into(),
            note: "one\ntwo".into(),
        };
        let passage = Passage {
            a: "-论文.md".into(),
            b: "b".into(),
            a_place: Some(PlaceReport::Line { line: 3, column: 7 }),
            b_place: Some(PlaceReport::Page { page: 5 }),
            kind: Kind::CommonPhrase,
            decision: Some(decision),
            b_text: Some("旧桥，\"1\"".into()),
            more_documents: 4,
            ..Passage::default()
        };
        let source = SourceReport { id: "b".into(), date: Some("@2021".into()), ..SourceReport::default() };
        let document =
            DocumentReport { sources: vec![source], passages: vec![passage], ..DocumentReport::default() };
        let mut out = vec![];
        begin_passages_csv(&mut out).unwrap();
        write_passages_csv(&document, &mut out).unwrap();
        write_passages_csv(&document, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!((text.matches('\u{FEFF}').count(), text.lines().count()), (1, 3), "{text}");
        let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{FEFF}').as_bytes());
        assert_eq!(reader.headers().unwrap(), &COLUMNS[..]);
        let row = reader.records().next().unwrap().unwrap();
        let cell = |name: &str| &row[COLUMNS.iter().position(|column| *column == name).unwrap()];
        for (name, expected) in [
            ("a", "'-论文.md"),
            ("kind", "commonplace"),
            ("left_out", ""),
            ("as", "own-work"),
            ("by", "'=Reyes"),
            ("note", "one two"),
            ("a_line", "3"),
            ("a_column", "7"),
            ("a_page", ""),
            ("b_page", "5"),
            ("b_date", "'@2021"),
            ("more_documents", "4"),
            ("a_text", ""),
            ("b_text", "旧桥，\"1\""),
        ] {
            assert_eq!(cell(name), expected, "{name}");
        }
    }
}

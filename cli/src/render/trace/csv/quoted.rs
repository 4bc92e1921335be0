//! The quotations of articles as CSV, one row each.

use std::borrow::Cow;
use std::io::{self, Write};

use ibid::report::{PlaceReport, Quoted, QuotedArticle, QuotedStatus};
use serde::Serialize;

use super::{DocumentCells, kinds};
use crate::render::csv_cells::{cell, name, optional, writer};

/// Writes the quotations of articles, one row each.
pub(super) fn write_quotations(articles: &[QuotedArticle], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = writer(out)?;
    writer.write_record(COLUMNS)?;
    for article in articles {
        for quoted in &article.quotations {
            writer.serialize(row(&article.article, quoted))?;
        }
    }
    writer.flush()
}

const COLUMNS: [&str; 26] = [
    "article",
    "line",
    "column",
    "page",
    "start",
    "end",
    "depth",
    "speaker",
    "status",
    "similarity",
    "changes",
    "text",
    "date",
    "id",
    "title",
    "author",
    "source",
    "category",
    "url",
    "second_id",
    "earlier_date",
    "earlier_id",
    "earlier_changes",
    "verbatim",
    "source_speaker",
    "clauses",
];

/// The cells of a row, in the order of [`COLUMNS`]. If the quotation is spliced, the second document is that of its
/// other part.
#[derive(Serialize)]
struct Row<'a> {
    article: Cow<'a, str>,
    line: Option<u32>,
    column: Option<u32>,
    page: Option<u32>,
    start: u32,
    end: u32,
    depth: u32,
    speaker: Cow<'a, str>,
    status: QuotedStatus,
    similarity: f64,
    changes: String,
    text: Cow<'a, str>,
    document: DocumentCells<'a>,
    second_id: Cow<'a, str>,
    earlier_date: Cow<'a, str>,
    earlier_id: Cow<'a, str>,
    earlier_changes: String,
    verbatim: u64,
    source_speaker: Cow<'a, str>,
    clauses: String,
}

fn row<'a>(article: &'a str, quoted: &'a Quoted) -> Row<'a> {
    let (line, column) = quoted.place.and_then(PlaceReport::line_and_column).unzip();
    let (earlier_date, earlier_id, earlier_changes) = match &quoted.earlier {
        Some(earlier) => {
            (optional(&earlier.document.date), cell(&earlier.document.id), kinds(&earlier.changes))
        }
        None => Default::default(),
    };
    Row {
        article: cell(article),
        line,
        column,
        page: quoted.place.and_then(PlaceReport::page),
        start: quoted.start,
        end: quoted.end,
        depth: quoted.depth,
        speaker: optional(&quoted.speaker),
        status: quoted.status,
        similarity: quoted.similarity,
        changes: kinds(&quoted.changes),
        text: cell(&quoted.text),
        document: quoted.sources.first().map(DocumentCells::of).unwrap_or_default(),
        second_id: quoted.sources.get(1).map(|document| cell(&document.id)).unwrap_or_default(),
        earlier_date,
        earlier_id,
        earlier_changes,
        verbatim: quoted.verbatim,
        source_speaker: optional(&quoted.source_speaker),
        clauses: verdicts(&quoted.clauses),
    }
}

/// Joins the names of the verdicts of clauses, as in JSON.
fn verdicts(clauses: &[Quoted]) -> String {
    clauses.iter().map(|clause| name(clause.status)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid::report::{CarrierDocument, Change, ChangeKind, EarlierWording};

    fn read(quoted: Quoted) -> Vec<csv::StringRecord> {
        let article =
            QuotedArticle { article: "=a".to_owned(), quotations: vec![quoted], ..QuotedArticle::default() };
        let mut out = vec![];
        write_quotations(&[article], &mut out).unwrap();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*out);
        reader.records().map(Result::unwrap).collect()
    }

    #[test]
    fn a_cell_stands_under_its_name() {
        let document = |id: &str| CarrierDocument { id: id.to_owned(), ..CarrierDocument::default() };
        let changes = vec![Change { kind: ChangeKind::Number, gone: String::new(), new: String::new() }];
        let earlier = EarlierWording { document: document("c"), changes, wording: vec![] };
        let sources = vec![document("b1"), document("b2")];
        let status = QuotedStatus::NotFound;
        let rows = read(Quoted {
            text: "one\ntwo".to_owned(),
            earlier: Some(earlier),
            sources,
            status,
            ..Quoted::default()
        });
        assert_eq!(rows[0], COLUMNS[..]);
        let cell = |name: &str| &rows[1][COLUMNS.iter().position(|column| *column == name).unwrap()];
        for (name, expected) in [
            ("article", "'=a"),
            ("line", ""),
            ("status", "not-found"),
            ("text", "one two"),
            ("id", "b1"),
            ("second_id", "b2"),
            ("earlier_id", "c"),
            ("earlier_changes", "number"),
        ] {
            assert_eq!(cell(name), expected, "{name}");
        }
    }

    #[test]
    fn what_was_not_found_has_empty_cells() {
        assert_eq!(read(Quoted::default())[1].iter().skip(11).collect::<String>(), "0");
    }
}

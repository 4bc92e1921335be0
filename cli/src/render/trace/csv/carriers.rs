//! Carriers and their reprints as CSV, one row each.

use std::borrow::Cow;
use std::io::{self, Write};

use ibid::report::{Carrier, CarrierDocument, Form, Trace};
use serde::Serialize;

use super::{DocumentCells, kinds};
use crate::render::csv_cells::{cell, writer};

/// Writes the carriers and their reprints, one row each.
pub(super) fn write_carriers(traces: &[Trace], out: &mut dyn Write) -> io::Result<()> {
    let mut writer = writer(out)?;
    writer.write_record(COLUMNS)?;
    for trace in traces {
        for carrier in &trace.carriers {
            let own = [(&carrier.document, false)];
            let reprints = carrier.reprints.iter().map(|document| (document, true));
            for (document, is_reprint) in own.into_iter().chain(reprints) {
                writer.serialize(Row { is_reprint, ..row(trace, carrier, document) })?;
            }
        }
    }
    writer.flush()
}

const COLUMNS: [&str; 21] = [
    "quote",
    "quotation",
    "carrier",
    "date",
    "id",
    "title",
    "author",
    "source",
    "category",
    "url",
    "form",
    "similarity",
    "coverage",
    "embedded",
    "quoted",
    "indirect",
    "other_script",
    "is_reprint",
    "parent",
    "changes",
    "text",
];

/// The cells of a row, in the order of [`COLUMNS`].
#[derive(Serialize)]
struct Row<'t> {
    quote: u32,
    quotation: Cow<'t, str>,
    carrier: u32,
    document: DocumentCells<'t>,
    form: Form,
    similarity: f64,
    coverage: f64,
    embedded: bool,
    quoted: bool,
    indirect: bool,
    other_script: bool,
    is_reprint: bool,
    parent: Option<u32>,
    changes: String,
    text: Cow<'t, str>,
}

fn row<'t>(trace: &'t Trace, carrier: &'t Carrier, document: &'t CarrierDocument) -> Row<'t> {
    Row {
        quote: trace.number,
        quotation: cell(&trace.quote),
        carrier: carrier.number,
        document: DocumentCells::of(document),
        form: carrier.form,
        similarity: carrier.similarity,
        coverage: carrier.coverage,
        embedded: carrier.embedded,
        quoted: carrier.quoted,
        indirect: carrier.indirect,
        other_script: carrier.other_script,
        is_reprint: false,
        parent: carrier.parent.as_ref().map(|parent| parent.carrier),
        changes: kinds(&carrier.changes),
        text: cell(&carrier.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid::report::{Change, ChangeKind};

    fn written(traces: &[Trace]) -> String {
        let mut out = vec![];
        write_carriers(traces, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_is_a_line_and_reads_back() {
        let document = CarrierDocument {
            id: "a,\"b\"\n\u{202E}c".to_owned(),
            title: Some("-2+3".to_owned()),
            ..CarrierDocument::default()
        };
        let change = |kind| Change { kind, gone: String::new(), new: String::new() };
        let carrier = Carrier {
            number: 1,
            reprints: vec![CarrierDocument::default()],
            document,
            changes: vec![change(ChangeKind::NegationLost), change(ChangeKind::LeftOut)],
            ..Carrier::default()
        };
        let text =
            written(&[Trace { quote: "=1\n+1".to_owned(), carriers: vec![carrier], ..Trace::default() }]);
        assert_eq!(text.lines().count(), 3, "{text}");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(&rows[0][4], "a,\"b\" \u{FFFD}c");
        assert_eq!(&rows[0][5], "'-2+3");
        assert_eq!(&rows[0][1], "'=1 +1");
        assert_eq!([&rows[0][17], &rows[1][17]], ["false", "true"]);
        assert_eq!(&rows[0][19], "negation-lost; left-out");
    }

    #[test]
    fn nothing_found_is_the_names_of_the_columns() {
        let text = written(&[Trace::default()]);
        assert_eq!(text.trim_start_matches('\u{FEFF}').trim_end().split(',').collect::<Vec<_>>(), COLUMNS);
    }
}

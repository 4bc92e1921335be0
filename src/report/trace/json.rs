//! Traces as JSON: one value for all of them, or one line per carrier.

use std::io::{self, BufReader, Read, Write};
use std::iter;

use serde::Serialize;

use super::{Carrier, CarrierDocument, Change, Form, Quoted, QuotedArticle, Trace};
use crate::error::{Error, Result};
use crate::report::Kind;
use crate::report::escape::write_value;
use crate::report::json::{in_words, not_json, shown_version, write_list};

/// The version of the form of traces. It rises when a field changes its meaning or is removed.
const TRACE_VERSION: u32 = 1;

impl Trace {
    /// Writes traces as one value, one trace per line. The same traces give the same bytes.
    pub fn write_json(traces: &[Trace], out: &mut dyn Write) -> io::Result<()> {
        write_all("traces", traces, out)
    }

    /// Writes the carriers of traces and their reprints, one per line.
    pub fn write_jsonl(traces: &[Trace], out: &mut dyn Write) -> io::Result<()> {
        for trace in traces {
            let mut witness = None;
            for carrier in &trace.carriers {
                if Some(carrier.number) == trace.witness.carrier {
                    witness = Some(&carrier.document);
                    break;
                }
            }
            for carrier in &trace.carriers {
                for (number, document) in iter::once(&carrier.document).chain(&carrier.reprints).enumerate() {
                    let b = witness.filter(|witness| witness.id != document.id);
                    let line = Line { is_reprint: number > 0, ..line(trace.number, carrier, document, b) };
                    write_value(&line, out)?;
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }

    /// Reads traces that [`Trace::write_json`] wrote.
    ///
    /// # Errors
    /// [`Error::Request`] if the input holds no traces, or traces of another version.
    pub fn read_json(from: impl Read) -> Result<Vec<Trace>> {
        let mut value: serde_json::Value =
            serde_json::from_reader(BufReader::new(from)).map_err(|error| not_json(error, "trace"))?;
        let version = value.get("trace_version").and_then(serde_json::Value::as_u64);
        if version != Some(u64::from(TRACE_VERSION)) {
            return Err(Error::Request(format!(
                "the trace has trace_version {}, this version reads {TRACE_VERSION}",
                shown_version(version)
            )));
        }
        let Some(traces) = value.get_mut("traces") else {
            return Err(damaged("the field \"traces\" is missing"));
        };
        serde_json::from_value(traces.take()).map_err(|error| damaged(&in_words(&error.to_string())))
    }
}

/// Makes the error for a value that traces cannot have.
fn damaged(why: &str) -> Error {
    Error::Request(format!("the trace is damaged: {why}"))
}

impl QuotedArticle {
    /// Writes the quotations of articles as one value.
    pub fn write_json(articles: &[QuotedArticle], out: &mut dyn Write) -> io::Result<()> {
        write_all("articles", articles, out)
    }

    /// Writes the quotations of articles, one per line.
    pub fn write_jsonl(articles: &[QuotedArticle], out: &mut dyn Write) -> io::Result<()> {
        for article in articles {
            for quoted in &article.quotations {
                write_value(&QuotedLine { article: &article.article, quoted }, out)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

fn write_all(name: &str, values: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{{\"trace_version\":{TRACE_VERSION},\n\"tool\":")?;
    write_value(&concat!("ibid ", env!("CARGO_PKG_VERSION")), out)?;
    writeln!(out, ",")?;
    write_list(name, values, out)?;
    writeln!(out, "}}")
}

/// A quotation with the article that it stands in.
#[derive(Serialize)]
struct QuotedLine<'a> {
    article: &'a str,
    #[serde(flatten)]
    quoted: &'a Quoted,
}

/// A carrier with the field names of a passage of a check: `a` is the carrier, `b` the witness.
#[derive(Serialize)]
struct Line<'t> {
    quote: u32,
    a: &'t str,
    a_start: u32,
    a_end: u32,
    b: Option<&'t str>,
    b_start: Option<u32>,
    b_end: Option<u32>,
    kind: Kind,
    similarity: f64,
    a_sentences: [u32; 2],
    b_sentences: Option<[u32; 2]>,
    a_byte_start: u32,
    a_byte_end: u32,
    date: Option<&'t str>,
    carrier: u32,
    is_reprint: bool,
    form: Form,
    coverage: f64,
    embedded: bool,
    quoted: bool,
    indirect: bool,
    other_script: bool,
    parent: Option<u32>,
    changes: &'t [Change],
    text: &'t str,
}

fn line<'t>(
    quote: u32,
    carrier: &'t Carrier,
    a: &'t CarrierDocument,
    b: Option<&'t CarrierDocument>,
) -> Line<'t> {
    let (b, b_start, b_end, b_sentences) = match b {
        Some(b) => (Some(&*b.id), Some(b.start), Some(b.end), Some(b.sentences)),
        None => (None, None, None, None),
    };
    Line {
        quote,
        a: &a.id,
        a_start: a.start,
        a_end: a.end,
        b,
        b_start,
        b_end,
        kind: Kind::of_similarity(carrier.similarity),
        similarity: carrier.similarity,
        a_sentences: a.sentences,
        b_sentences,
        a_byte_start: a.byte_start,
        a_byte_end: a.byte_end,
        date: a.date.as_deref(),
        carrier: carrier.number,
        is_reprint: false,
        form: carrier.form,
        coverage: carrier.coverage,
        embedded: carrier.embedded,
        quoted: carrier.quoted,
        indirect: carrier.indirect,
        other_script: carrier.other_script,
        parent: carrier.parent.as_ref().map(|parent| parent.carrier),
        changes: &carrier.changes,
        text: &carrier.text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{ChangeKind, Parent, Piece, PlaceReport, Reason, Witness};

    fn trace() -> Trace {
        let document = CarrierDocument {
            id: "港/1".into(),
            start: 3,
            end: 9,
            sentences: [1, 2],
            place: Some(PlaceReport::Line { line: 4, column: 2 }),
            date: Some("2026-03".into()),
            ..CarrierDocument::default()
        };
        let carrier = Carrier {
            number: 2,
            document: document.clone(),
            form: Form::Elided,
            similarity: 0.667,
            reprints: vec![document],
            parent: Some(Parent {
                carrier: 1,
                similarity: 0.5,
                reasons: vec![Reason::Named, Reason::SharedChanges { words: 2 }],
            }),
            wording: vec![Piece::Same("the ice".into()), Piece::Gone("is".into()), Piece::New("was".into())],
            changes: vec![Change { kind: ChangeKind::NegationLost, gone: "not".into(), new: String::new() }],
            ..Carrier::default()
        };
        let witness = Witness { carrier: None, tied: vec!["a".into()], undated: 1, ..Witness::default() };
        Trace { quote: "冰消\n之前".into(), witness, carriers: vec![carrier], ..Trace::default() }
    }

    fn written(traces: &[Trace]) -> String {
        let mut out = vec![];
        Trace::write_json(traces, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_is_written_comes_back() {
        for traces in [vec![], vec![trace()], vec![trace(), Trace::default()]] {
            assert_eq!(Trace::read_json(written(&traces).as_bytes()).unwrap(), traces);
        }
    }

    #[test]
    fn what_is_no_trace_is_told_in_words() {
        let text = written(&[trace()]);
        let fails = |text: &str, expected: &str| {
            let error = Trace::read_json(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        fails("", "this is no trace of ibid: it ends too early");
        fails("{\"traces\": x}", "this is no trace of ibid: it is not JSON at line 1");
        fails("{}", "the trace has trace_version none, this version reads 1");
        fails(&text.replace("_version\":1", "_version\":2"), "the trace has trace_version 2, this version");
        fails(&text.replace("\"traces\"", "\"t\""), "the trace is damaged: the field \"traces\" is missing");
        fails(&text.replace("\"number\":2,", ""), "the trace is damaged: the field \"number\" is missing");
        fails(&text.replace("elided", "sung"), "the trace is damaged: there is no kind \"sung\"");
    }
}

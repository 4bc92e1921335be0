//! Traces as JSON: all of them, or a line a carrier.

use std::io::{self, Write};

use serde::Serialize;

use super::{Carrier, CarrierDocument, Change, Form, Quoted, QuotedArticle, Trace};
use crate::judge::Kind;
use crate::report::escape::write_value;

/// The version of the form of traces. It rises when a field changes its meaning or is removed.
pub const TRACE_VERSION: u32 = 1;

/// Writes traces as one value, a carrier a line. The same traces give the same bytes.
pub fn write_traces_json(traces: &[Trace], out: &mut dyn Write) -> io::Result<()> {
    write_all("traces", traces, out)
}

/// Writes the quotations of articles as one value.
pub fn write_articles_json(articles: &[QuotedArticle], out: &mut dyn Write) -> io::Result<()> {
    write_all("articles", articles, out)
}

fn write_all(name: &str, values: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{{\"trace_version\":{TRACE_VERSION},\n\"tool\":")?;
    write_value(&concat!("ibid ", env!("CARGO_PKG_VERSION")), out)?;
    write!(out, ",\n\"{name}\":[")?;
    for (number, value) in values.iter().enumerate() {
        writeln!(out, "{}", if number > 0 { "," } else { "" })?;
        write_value(value, out)?;
    }
    writeln!(out, "]}}")
}

/// A quotation with the article that it stands in.
#[derive(Serialize)]
struct QuotedLine<'a> {
    article: &'a str,
    #[serde(flatten)]
    quoted: &'a Quoted,
}

/// Writes each quotation of articles as a line.
pub fn write_articles_jsonl(articles: &[QuotedArticle], out: &mut dyn Write) -> io::Result<()> {
    for article in articles {
        for quoted in &article.quotations {
            write_value(&QuotedLine { article: &article.article, quoted }, out)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A carrier with the names that a passage of a check has: `a` is the carrier, `b` the witness.
#[derive(Serialize)]
struct Line<'t> {
    quote: usize,
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

/// Writes each carrier as a line, and each of its reprints as one.
pub fn write_traces_jsonl(traces: &[Trace], out: &mut dyn Write) -> io::Result<()> {
    for (trace, quote) in traces.iter().zip(1..) {
        let witness = trace.witness.carrier;
        let witness = trace.carriers.iter().find(|carrier| Some(carrier.number) == witness);
        for carrier in &trace.carriers {
            let own = [(&carrier.document, false)];
            let reprints = carrier.reprints.iter().map(|document| (document, true));
            for (document, is_reprint) in own.into_iter().chain(reprints) {
                let b = witness
                    .filter(|witness| witness.document.id != document.id)
                    .map(|witness| &witness.document);
                let line = Line { is_reprint, ..line(quote, carrier, document, b) };
                write_value(&line, out)?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

fn line<'t>(
    quote: usize,
    carrier: &'t Carrier,
    a: &'t CarrierDocument,
    b: Option<&'t CarrierDocument>,
) -> Line<'t> {
    Line {
        quote,
        a: &a.id,
        a_start: a.start,
        a_end: a.end,
        b: b.map(|b| &*b.id),
        b_start: b.map(|b| b.start),
        b_end: b.map(|b| b.end),
        kind: Kind::of_similarity(carrier.similarity),
        similarity: carrier.similarity,
        a_sentences: a.sentences,
        b_sentences: b.map(|b| b.sentences),
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

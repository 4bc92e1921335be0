//! Traces and articles as the library writes them: one JSON value, or lines of JSON.

use std::io::{self, Write};

use ibid::report::{QuotedArticle, Trace};

use super::TraceForm;
use crate::render::PlainStyle;

/// One JSON value.
pub(super) struct TraceJson;

/// One line per carrier or quotation.
pub(super) struct TraceJsonl;

impl TraceForm for TraceJson {
    fn traces(&self, traces: &[Trace], _: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        Trace::write_json(traces, out)
    }

    fn articles(&self, articles: &[QuotedArticle], _: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        QuotedArticle::write_json(articles, out)
    }
}

impl TraceForm for TraceJsonl {
    fn traces(&self, traces: &[Trace], _: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        Trace::write_jsonl(traces, out)
    }

    fn articles(&self, articles: &[QuotedArticle], _: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        QuotedArticle::write_jsonl(articles, out)
    }
}

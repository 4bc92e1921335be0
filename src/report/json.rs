//! JSON: the whole report.
//!
//! The header and the documents come first, a document a line, then the passages, a passage a line, so that a reader
//! can show the first passages before it has read the last.

use std::io::{self, Read, Write};

use serde::Serialize;

use super::escape::write_value;
use super::{Report, SCHEMA_VERSION};
use crate::error::{Error, Result};

/// Writes a report. The same report gives the same bytes.
pub fn write_json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{{\"schema_version\":{},", report.schema_version)?;
    field(out, "tool", &report.tool)?;
    field(out, "parameters", &report.parameters)?;
    field(out, "collection", &report.collection)?;
    field(out, "passed_over", &report.passed_over)?;
    field(out, "failures", &report.failures)?;
    array(out, "documents", &report.documents)?;
    writeln!(out, ",")?;
    array(out, "passages", &report.passages)?;
    writeln!(out, "}}")
}

fn field(out: &mut dyn Write, name: &str, value: &impl Serialize) -> io::Result<()> {
    write!(out, "\"{name}\":")?;
    write_value(value, out)?;
    writeln!(out, ",")
}

fn array(out: &mut dyn Write, name: &str, elements: &[impl Serialize]) -> io::Result<()> {
    write!(out, "\"{name}\":[")?;
    for (number, element) in elements.iter().enumerate() {
        writeln!(out, "{}", if number > 0 { "," } else { "" })?;
        write_value(element, out)?;
    }
    write!(out, "]")
}

/// Reads what [`write_json`] wrote.
///
/// # Errors
/// [`Error::Request`] for what is no report, or one of another version.
pub fn read_json(from: impl Read) -> Result<Report> {
    let value: serde_json::Value = serde_json::from_reader(io::BufReader::new(from)).map_err(|error| {
        Error::Request(format!("this is no report of ibid: {error}; make one with --format json"))
    })?;
    let version = value.get("schema_version").and_then(serde_json::Value::as_u64);
    if version != Some(u64::from(SCHEMA_VERSION)) {
        let found = version.map_or("none".to_owned(), |version| version.to_string());
        return Err(Error::Request(format!(
            "the report has schema_version {found}, this ibid reads {SCHEMA_VERSION}; check the documents again"
        )));
    }
    serde_json::from_value(value).map_err(|error| Error::Request(format!("the report is damaged: {error}")))
}

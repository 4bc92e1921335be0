//! JSON: the whole report.
//!
//! The header comes first, then the documents with their passages, one document per line.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde_json::error::Category;

use super::escape::write_value;
use super::{Report, SCHEMA_VERSION};
use crate::error::{Error, Result, system_reason};

/// Writes a report. The same report gives the same bytes.
pub fn write_json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    header(report, out)?;
    write!(out, "\"documents\":[")?;
    for (number, document) in report.documents.iter().enumerate() {
        writeln!(out, "{}", if number > 0 { "," } else { "" })?;
        write_value(document, out)?;
    }
    writeln!(out, "]}}")
}

/// Writes a report whose documents are already JSON, one per line, as [`write_value`] writes them. The bytes are those
/// of [`write_json`].
pub fn write_json_parts(report: &Report, documents: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    header(report, out)?;
    write!(out, "\"documents\":[")?;
    let (mut line, mut is_first) = (vec![], true);
    while documents.read_until(b'\n', &mut line)? > 0 {
        writeln!(out, "{}", if std::mem::replace(&mut is_first, false) { "" } else { "," })?;
        out.write_all(line.strip_suffix(b"\n").unwrap_or(&line))?;
        line.clear();
    }
    writeln!(out, "]}}")
}

fn header(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{{\"schema_version\":{},", report.schema_version)?;
    field(out, "tool", &report.tool)?;
    field(out, "parameters", &report.parameters)?;
    field(out, "collection", &report.collection)?;
    field(out, "skipped", &report.skipped)?;
    field(out, "failures", &report.failures)
}

fn field(out: &mut dyn Write, name: &str, value: &impl Serialize) -> io::Result<()> {
    write!(out, "\"{name}\":")?;
    write_value(value, out)?;
    writeln!(out, ",")
}

/// Reads a report that [`write_json`] wrote.
///
/// # Errors
/// [`Error::Request`] if the input is no report, or one of another version.
pub fn read_json(from: impl Read) -> Result<Report> {
    let value: serde_json::Value =
        serde_json::from_reader(io::BufReader::new(from)).map_err(|error| not_json(error, "report"))?;
    let version = value.get("schema_version").and_then(serde_json::Value::as_u64);
    if version != Some(u64::from(SCHEMA_VERSION)) {
        let found = version.map_or("none".to_owned(), |version| version.to_string());
        return Err(Error::Request(format!(
            "the report has schema_version {found}, this version reads {SCHEMA_VERSION}"
        )));
    }
    serde_json::from_value(value)
        .map_err(|error| Error::Request(format!("the report is damaged: {}", in_words(&error.to_string()))))
}

/// Makes the error for a text that is no JSON, and so no `name` of this program.
pub(super) fn not_json(error: serde_json::Error, name: &str) -> Error {
    let (line, column) = (error.line(), error.column());
    let why = match error.classify() {
        Category::Io => return Error::Request(system_reason(&error.into())),
        Category::Eof => "it ends too early".to_owned(),
        _ => format!("it is not JSON at line {line}, column {column}"),
    };
    Error::Request(format!("this is no {name} of ibid: {why}"))
}

/// Rewords an error of a value, without the names that types have in the program.
pub(super) fn in_words(said: &str) -> String {
    let named = |said: &str| said.split('`').nth(1).map_or(String::new(), |name| format!(" \"{name}\""));
    match said.split_once(' ') {
        Some(("missing", _)) => format!("the field{} is missing", named(said)),
        Some(("unknown", _)) => format!("there is no kind{}", named(said)),
        Some(("duplicate", _)) => format!("the field{} is there twice", named(said)),
        _ => {
            let expected = said.rsplit_once("expected ").map_or("", |(_, expected)| expected);
            let kind = match expected {
                "a string" => "a text",
                "a boolean" => "true or false",
                "f64" => "a number",
                "a sequence" => "a list",
                whole if whole.starts_with(['u', 'i']) => "a whole number",
                list if list.starts_with("an array") => "a list of another length",
                _ => "an object",
            };
            format!("there must be {kind} where there is none")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_report_is_told_in_words() {
        let mut report = vec![];
        write_json(&Report { schema_version: SCHEMA_VERSION, ..Report::default() }, &mut report).unwrap();
        let report = String::from_utf8(report).unwrap();
        assert!(read_json(report.as_bytes()).is_ok());
        let fails = |report: &str, expected: &str| {
            let error = read_json(report.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        fails("", "this is no report of ibid: it ends too early");
        fails("{\"tool\": x}", "this is no report of ibid: it is not JSON at line 1, column 10");
        fails("[]", "the report has schema_version none");
        fails(&report.replace("\"tool\":\"\",", ""), "the report is damaged: the field \"tool\" is missing");
        fails(
            &report.replace("\"tool\":\"\"", "\"tool\":1"),
            "the report is damaged: there must be a text where",
        );
        fails(
            &report.replace("\"documents\":0", "\"documents\":\"a\""),
            "the report is damaged: there must be a whole number",
        );
        fails(
            &report.replace("\"failures\":[]", "\"failures\":{}"),
            "the report is damaged: there must be a list",
        );
        fails(&report.replace("\"parameters\":{", "\"parameters\":[],\"x\":{"), "the report is damaged: ");
    }
}

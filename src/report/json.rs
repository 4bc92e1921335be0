//! Writes the whole report as JSON.
//!
//! The header comes first, then the documents with their passages, one document per line. The header has the report's
//! number, a hash of all other bytes, so that a report that was changed is told from the one that was written.

use std::io::{self, BufRead, Seek, Write};

use serde::Serialize;
use serde_json::error::Category;
use xxhash_rust::xxh3::Xxh3Default;

use super::Report;
use super::escape::write_value;
use crate::error::{Error, system_reason};

impl Report {
    /// Writes the report, with the number of its content. The same report gives the same bytes.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        header(self, Some(&self.content_number()?), out)?;
        write_documents(self, out)
    }

    /// Writes the report with documents that are already JSON, one per line, as [`write_value`] writes them, and returns
    /// its number. The documents are read twice: the number stands in front of them. The bytes are those of
    /// [`Report::write_json`].
    pub fn write_json_parts(
        &self,
        documents: &mut (impl BufRead + Seek),
        out: &mut dyn Write,
    ) -> io::Result<String> {
        let mut content = ContentHash::default();
        header(self, None, &mut content)?;
        copy_documents(documents, &mut content)?;
        documents.rewind()?;
        let number = content.number();
        header(self, Some(&number), out)?;
        copy_documents(documents, out)?;
        Ok(number)
    }

    /// Returns the number that belongs to the content: four groups of four hexadecimal digits, a hash of the bytes that
    /// [`Report::write_json`] writes, without the number itself. In a report that was not changed since, it is `number`.
    ///
    /// # Errors
    /// None; writing values can fail only where `out` does.
    pub fn content_number(&self) -> io::Result<String> {
        let mut content = ContentHash::default();
        header(self, None, &mut content)?;
        write_documents(self, &mut content)?;
        Ok(content.number())
    }
}

/// A hash of the bytes that are written to it.
#[derive(Default)]
struct ContentHash(Xxh3Default);

impl ContentHash {
    fn number(&self) -> String {
        let [a, b, c, d, e, f, g, h] = self.0.digest().to_be_bytes();
        format!("{a:02x}{b:02x}-{c:02x}{d:02x}-{e:02x}{f:02x}-{g:02x}{h:02x}")
    }
}

impl Write for ContentHash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_documents(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write_list("documents", &report.documents, out)?;
    writeln!(out, "}}")
}

/// Writes a field with a list, one line for each of its values.
pub(super) fn write_list(name: &str, values: &[impl Serialize], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\"{name}\":[")?;
    for (number, value) in values.iter().enumerate() {
        writeln!(out, "{}", if number > 0 { "," } else { "" })?;
        write_value(value, out)?;
    }
    write!(out, "]")
}

fn copy_documents(documents: &mut impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\"documents\":[")?;
    let (mut line, mut is_first) = (vec![], true);
    while documents.read_until(b'\n', &mut line)? > 0 {
        writeln!(out, "{}", if std::mem::replace(&mut is_first, false) { "" } else { "," })?;
        out.write_all(line.strip_suffix(b"\n").unwrap_or(&line))?;
        line.clear();
    }
    writeln!(out, "]}}")
}

fn header(report: &Report, number: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{{\"schema_version\":{},", report.schema_version)?;
    if let Some(number) = number {
        field(out, "number", &number)?;
    }
    field(out, "tool", &report.tool)?;
    if report.anonymous {
        field(out, "anonymous", &true)?;
    }
    field(out, "parameters", &report.parameters)?;
    field(out, "collection", &report.collection)?;
    if let Some(ledger) = &report.ledger {
        field(out, "ledger", ledger)?;
    }
    field(out, "skipped", &report.skipped)?;
    field(out, "failures", &report.failures)
}

fn field(out: &mut dyn Write, name: &str, value: &impl Serialize) -> io::Result<()> {
    write!(out, "\"{name}\":")?;
    write_value(value, out)?;
    writeln!(out, ",")
}

/// Makes the error for an input that is no report.
pub(super) fn not_report(why: &str) -> Error {
    Error::Request(format!("this is no report of ibid: {why}"))
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

/// Returns the version of a file as errors name it.
pub(super) fn shown_version(version: Option<u64>) -> String {
    match version {
        Some(version) => version.to_string(),
        None => "none".to_owned(),
    }
}

/// Rewords an error of a value, without the names that types have in the program.
pub(super) fn in_words(said: &str) -> String {
    let (said, _) = said.rsplit_once(" at line ").unwrap_or((said, ""));
    let name = match said.split('`').nth(1) {
        Some(name) => format!(" \"{name}\""),
        None => String::new(),
    };
    match said.split_once(' ') {
        Some(("missing", _)) => format!("the field{name} is missing"),
        Some(("unknown", _)) => format!("there is no kind{name}"),
        Some(("duplicate", _)) => format!("the field{name} is there twice"),
        _ => {
            let (_, expected) = said.rsplit_once("expected ").unwrap_or_default();
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
    use crate::report::{DocumentReport, Kind, Passage};

    fn written(report: &Report) -> String {
        let mut json = vec![];
        report.write_json(&mut json).unwrap();
        String::from_utf8(json).unwrap()
    }

    fn sample() -> Report {
        let passage = |id: &str, matched_words| Passage {
            a: id.to_owned(),
            b: "s.txt".to_owned(),
            matched_words,
            kind: Kind::Verbatim,
            ..Passage::default()
        };
        let document = |id: &str| DocumentReport {
            id: id.to_owned(),
            passages: vec![passage(id, 7), passage(id, 9)],
            ..DocumentReport::default()
        };
        Report {
            schema_version: Report::SCHEMA_VERSION,
            documents: vec![document("a.txt"), document("文.txt")],
            ..Report::default()
        }
    }

    #[test]
    fn the_number_belongs_to_the_content() {
        let report = sample();
        let number = report.content_number().unwrap();
        let groups: Vec<usize> = number.split('-').map(str::len).collect();
        assert_eq!(groups, [4, 4, 4, 4], "{number}");
        let read = Report::read_json(written(&report).as_bytes()).unwrap();
        assert_eq!(read, Report { number: Some(number.clone()), ..report.clone() });
        assert_eq!(read.content_number().unwrap(), number);
        let mut lines = vec![];
        for document in &report.documents {
            write_value(document, &mut lines).unwrap();
            lines.push(b'\n');
        }
        let mut parts = vec![];
        assert_eq!(report.write_json_parts(&mut io::Cursor::new(lines), &mut parts).unwrap(), number);
        assert_eq!(String::from_utf8(parts).unwrap(), written(&report));
    }

    #[test]
    fn a_change_of_any_value_changes_the_number() {
        let json = written(&sample());
        let mut changed = 0;
        for (at, _) in json.match_indices([':', '[']) {
            let (before, after) = json.split_at(at + 1);
            let longer = match (after.chars().next(), after.strip_prefix('"')) {
                (Some('0'..='9'), _) => format!("{before}1{after}"),
                (_, Some(text)) => format!("{before}\"x{text}"),
                _ => continue,
            };
            let Ok(report) = Report::read_json(longer.as_bytes()) else { continue };
            if report.number == Report::read_json(json.as_bytes()).unwrap().number {
                assert_ne!(Some(report.content_number().unwrap()), report.number, "{longer}");
                changed += 1;
            }
        }
        assert!(changed > 50, "{changed}");
    }
}

//! JSON: the whole report.
//!
//! The header comes first, then the documents with their passages, one document per line. The header has the report's
//! number, a hash of all other bytes, so that a report that was changed is told from the one that was written.

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Seek, Write};

use serde::Serialize;
use serde_json::error::Category;
use serde_json::{Deserializer, Value};
use xxhash_rust::xxh3::Xxh3Default;

use super::escape::write_value;
use super::{Report, SCHEMA_VERSION};
use crate::error::{Error, Result, system_reason};

/// Writes a report, with the number of its content. The same report gives the same bytes.
pub fn write_json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    header(report, Some(&report.content_number()?), out)?;
    write_documents(report, out)
}

/// Writes a report whose documents are already JSON, one per line, as [`write_value`] writes them, and returns its
/// number. The documents are read twice: the number stands in front of them. The bytes are those of [`write_json`].
pub fn write_json_parts(
    report: &Report,
    documents: &mut (impl BufRead + Seek),
    out: &mut dyn Write,
) -> io::Result<String> {
    let mut content = ContentHash::default();
    header(report, None, &mut content)?;
    copy_documents(documents, &mut content)?;
    documents.rewind()?;
    let number = content.number();
    header(report, Some(&number), out)?;
    copy_documents(documents, out)?;
    Ok(number)
}

impl Report {
    /// Returns the number that belongs to the content: four groups of four hexadecimal digits, a hash of the bytes that
    /// [`write_json`] writes, without the number itself. In a report that was not changed since, it is `number`.
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
        let digits = format!("{:016x}", self.0.digest());
        let groups: Vec<&str> = [0, 4, 8, 12].iter().filter_map(|&at| digits.get(at..at + 4)).collect();
        groups.join("-")
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
    write!(out, "\"documents\":[")?;
    for (number, document) in report.documents.iter().enumerate() {
        writeln!(out, "{}", if number > 0 { "," } else { "" })?;
        write_value(document, out)?;
    }
    writeln!(out, "]}}")
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

/// Reads a report that [`write_json`] wrote, or one of an earlier version. Fields that its version did not have are
/// empty. A report of version 1, whose passages are in one list behind the documents, becomes one of version 2.
///
/// # Errors
/// [`Error::Request`] if the input is no report, or one of a later version.
pub fn read_json(from: impl Read) -> Result<Report> {
    let mut values = Deserializer::from_reader(io::BufReader::new(from)).into_iter::<Value>();
    let first = values.next().transpose().map_err(|error| not_json(error, "report"))?;
    let Some(mut value) = first else { return Err(not_report("it ends too early")) };
    let has = |name: &str| value.get(name).is_some();
    if has("trace_version") {
        return Err(not_report("it is a trace"));
    }
    let is_passage = has("a_start") && has("b_start");
    match values.next() {
        None if !is_passage => {}
        Some(Err(error)) if !is_passage => return Err(not_json(error, "report")),
        _ => return Err(not_report("it is JSON Lines, one passage per line")),
    }
    let version = value.get("schema_version").and_then(Value::as_u64);
    if !version.is_some_and(|version| (1..=u64::from(SCHEMA_VERSION)).contains(&version)) {
        let found = version.map_or("none".to_owned(), |version| version.to_string());
        return Err(Error::Request(format!(
            "the report has schema_version {found}, this version reads 1 to {SCHEMA_VERSION}"
        )));
    }
    if version == Some(1) {
        nest_passages(&mut value);
    }
    serde_json::from_value(value)
        .map_err(|error| Error::Request(format!("the report is damaged: {}", in_words(&error.to_string()))))
}

/// Moves the passages of a report of version 1 into their documents, which makes it one of version 2.
fn nest_passages(report: &mut Value) {
    let Some(fields) = report.as_object_mut() else { return };
    fields.insert("schema_version".to_owned(), 2.into());
    let Some(Value::Array(passages)) = fields.remove("passages") else { return };
    let mut of_document: HashMap<String, Vec<Value>> = HashMap::new();
    for passage in passages {
        let id = passage.get("a").and_then(Value::as_str).unwrap_or_default().to_owned();
        of_document.entry(id).or_default().push(passage);
    }
    for document in fields.get_mut("documents").and_then(Value::as_array_mut).into_iter().flatten() {
        let id = document.get("id").and_then(Value::as_str).unwrap_or_default();
        let passages = of_document.remove(id).unwrap_or_default();
        if let Some(document) = document.as_object_mut() {
            document.insert("passages".to_owned(), passages.into());
        }
    }
}

fn not_report(why: &str) -> Error {
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
    use crate::report::{DocumentReport, Kind, Passage};

    fn written(report: &Report) -> String {
        let mut json = vec![];
        write_json(report, &mut json).unwrap();
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
            schema_version: SCHEMA_VERSION,
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
        let read = read_json(written(&report).as_bytes()).unwrap();
        assert_eq!(read, Report { number: Some(number.clone()), ..report.clone() });
        assert_eq!(read.content_number().unwrap(), number);
        let mut lines = vec![];
        for document in &report.documents {
            write_value(document, &mut lines).unwrap();
            lines.push(b'\n');
        }
        let mut parts = vec![];
        assert_eq!(write_json_parts(&report, &mut io::Cursor::new(lines), &mut parts).unwrap(), number);
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
            let Ok(report) = read_json(longer.as_bytes()) else { continue };
            if report.number == read_json(json.as_bytes()).unwrap().number {
                assert_ne!(Some(report.content_number().unwrap()), report.number, "{longer}");
                changed += 1;
            }
        }
        assert!(changed > 50, "{changed}");
    }

    #[test]
    fn reports_of_earlier_versions_are_read() {
        let report = Report { schema_version: 2, ..sample() };
        let mut nested: Value = serde_json::from_str(&written(&report)).unwrap();
        nested.as_object_mut().unwrap().remove("number");
        assert_eq!(read_json(&*nested.to_string().into_bytes()).unwrap(), report);
        let mut flat = nested;
        let mut passages = vec![];
        for document in flat["documents"].as_array_mut().unwrap() {
            let Value::Array(own) = document["passages"].take() else { panic!("{document}") };
            document.as_object_mut().unwrap().remove("passages");
            passages.extend(own);
        }
        flat["passages"] = passages.into();
        flat["schema_version"] = 1.into();
        flat["passed_over"] = flat["skipped"].take();
        flat.as_object_mut().unwrap().remove("skipped");
        assert_eq!(read_json(&*flat.to_string().into_bytes()).unwrap(), report);
    }

    #[test]
    fn what_is_no_report_is_told_in_words() {
        let report = written(&Report { schema_version: SCHEMA_VERSION, ..Report::default() });
        assert!(read_json(report.as_bytes()).is_ok());
        let fails = |report: &str, expected: &str| {
            let error = read_json(report.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        fails("", "this is no report of ibid: it ends too early");
        fails("{\"tool\": x}", "this is no report of ibid: it is not JSON at line 1, column 10");
        fails("[]", "the report has schema_version none");
        fails("{\"schema_version\":4}", "the report has schema_version 4, this version reads 1 to 3");
        fails("{\"trace_version\":1}", "this is no report of ibid: it is a trace");
        fails("{\"a_start\":1,\"b_start\":2}\n", "this is no report of ibid: it is JSON Lines");
        fails("{\"id\":1}\n{\"id\":2}\n", "this is no report of ibid: it is JSON Lines");
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

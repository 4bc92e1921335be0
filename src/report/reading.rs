//! Reads the JSON of a report.
//!
//! As [`Report::write_json`] writes it, each document is one line, and its passages are its last field. Such a
//! report is read in blocks, which are cut into pieces: whole documents, or, of a long one, its head and some of its
//! passages. The pieces of a block are parsed on all threads while the next block is read. No more than two blocks are in
//! memory beside the report, unless the text of a document is longer. A report in another layout, or of an earlier version,
//! is read whole.

use std::collections::HashMap;
use std::io::{self, Read};

use rayon::prelude::*;
use serde_json::{Deserializer, Value};

use super::json::{in_words, not_json, not_report, shown_version};
use super::pieces::{Cut, Piece};
use super::{DocumentReport, Passage, Report};
use crate::error::{Error, Result, system_reason};

/// The bytes that are read at once. Tests have small blocks and pieces, so that small reports have many.
const BLOCK_BYTES: usize = if cfg!(test) { 4 << 10 } else { 16 << 20 };
/// The bytes in which the fields before the documents end.
const HEADER_BYTES: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };
/// The last of these fields, and the end of its line.
const BEFORE_DOCUMENTS: &[u8] = b"\n\"documents\":[\n";

impl Report {
    /// Reads a report that [`Report::write_json`] wrote, or one of an earlier version. Fields that its version did not
    /// have are empty. A report of version 1, whose passages are in one list behind the documents, becomes one of
    /// version 2.
    ///
    /// # Errors
    /// [`Error::Request`] if the input is no report, or one of a later version.
    pub fn read_json(mut from: impl Read) -> Result<Report> {
        let mut block = vec![];
        read_more(&mut from, &mut block, HEADER_BYTES)?;
        match header(&block) {
            Some((report, end)) => {
                let lines = block.iter().take(end).filter(|&&byte| byte == b'\n').count();
                block.drain(..end);
                read_documents(from, Place { lines, columns: 0 }, block, report)
            }
            None => {
                from.read_to_end(&mut block).map_err(unreadable)?;
                read_whole(&block)
            }
        }
    }
}

fn unreadable(error: io::Error) -> Error {
    Error::Request(system_reason(&error))
}

/// Appends up to `bytes` of the input to a block. Returns whether the input ends there.
fn read_more(from: &mut impl Read, block: &mut Vec<u8>, bytes: usize) -> Result<bool> {
    let read = from.take(bytes as u64).read_to_end(block).map_err(unreadable)?;
    Ok(read < bytes)
}

/// Returns the report without its documents, and the byte at which these begin; none if its layout is another one than
/// that of the writer.
fn header(block: &[u8]) -> Option<(Report, usize)> {
    if !block.starts_with(format!("{{\"schema_version\":{},\n", Report::SCHEMA_VERSION).as_bytes()) {
        return None;
    }
    let end = memchr::memmem::find(block, BEFORE_DOCUMENTS)? + BEFORE_DOCUMENTS.len();
    let (fields, documents) = block.split_at(end);
    let first = documents.split(|&byte| byte == b'\n').next()?;
    let is_line = first.len() == documents.len() || first.ends_with(b"},") || first.ends_with(b"}]}");
    let report = serde_json::from_slice(&[fields, b"]}"].concat()).ok()?;
    (first.starts_with(b"{") && is_line).then_some((report, end))
}

/// The place of a block in the input: the lines before it, and the bytes of its first line that are before it.
#[derive(Clone, Copy)]
struct Place {
    lines: usize,
    columns: usize,
}

impl Place {
    /// Returns the place of a byte of the block.
    fn of(self, block: &[u8], at: usize) -> Place {
        let before = block.get(..at).unwrap_or_default();
        match memchr::memrchr(b'\n', before) {
            Some(end) => Place {
                lines: self.lines + memchr::memchr_iter(b'\n', before).count(),
                columns: at - end - 1,
            },
            None => Place { columns: self.columns + at, ..self },
        }
    }

    /// Makes the error for a piece that begins here.
    fn error(self, error: &serde_json::Error) -> Error {
        if error.is_data() {
            return damaged(error);
        }
        let first = if error.line() > 1 { 0 } else { self.columns };
        let (line, column) = (self.lines + error.line().max(1), first + error.column());
        not_report(&format!("it is not JSON at line {line}, column {column}"))
    }
}

/// Reads the documents of a report in the layout of the writer. The first block begins with the first document.
fn read_documents(
    mut from: impl Read,
    mut place: Place,
    mut block: Vec<u8>,
    mut report: Report,
) -> Result<Report> {
    let mut is_inside = false;
    let mut is_last = read_more(&mut from, &mut block, BLOCK_BYTES)?;
    loop {
        let cut = Cut::new(&block, is_inside, is_last);
        // A block without a whole piece, such as of a long text, is made longer by half.
        let bytes = if cut.used == 0 { BLOCK_BYTES.max(block.len() / 2) } else { BLOCK_BYTES };
        let mut next = block.get(cut.used..).unwrap_or_default().to_vec();
        let mut parsed = vec![];
        let ends = rayon::in_place_scope(|scope| {
            let (parsed, block, pieces) = (&mut parsed, &block, &cut.pieces);
            scope.spawn(move |_| {
                pieces.par_iter().map(|piece| Parsed::new(block, piece)).collect_into_vec(parsed)
            });
            if is_last || cut.is_end { Ok(true) } else { read_more(&mut from, &mut next, bytes) }
        })?;
        for (number, (parsed, piece)) in (1..).zip(parsed.into_iter().zip(&cut.pieces)) {
            match parsed {
                Ok(parsed) => parsed.put(&mut report.documents),
                Err((error, _)) if error.is_eof() && is_last && number == cut.pieces.len() => {
                    return Err(not_json(error, "report"));
                }
                Err((error, at)) => return Err(place.of(&block, piece.range().start + at).error(&error)),
            }
        }
        place = place.of(&block, cut.used.min(block.len()));
        if cut.is_end {
            for document in &mut report.documents {
                document.passages.shrink_to_fit();
            }
            expect_nothing(from, next, place)?;
            return Ok(report);
        }
        if is_last {
            return Err(not_report("it ends too early"));
        }
        (block, is_inside, is_last) = (next, cut.is_inside, ends);
    }
}

/// Refuses an input that goes on behind the report.
fn expect_nothing(mut from: impl Read, mut rest: Vec<u8>, place: Place) -> Result<()> {
    from.read_to_end(&mut rest).map_err(unreadable)?;
    match Deserializer::from_slice(&rest).into_iter::<Value>().next() {
        None => Ok(()),
        Some(Ok(_)) => Err(not_report(JSON_LINES)),
        Some(Err(error)) => Err(place.error(&error)),
    }
}

/// A parsed piece.
enum Parsed {
    Document(Box<DocumentReport>),
    Passages(Vec<Passage>),
}

impl Parsed {
    /// Parses a piece. An error comes with the byte from which it counts its column.
    fn new(block: &[u8], piece: &Piece) -> Result<Parsed, (serde_json::Error, usize)> {
        let bytes = block.get(piece.range()).unwrap_or_default();
        let document: serde_json::Result<Box<DocumentReport>> = match piece {
            Piece::Document(_) => serde_json::from_slice(bytes),
            Piece::Head(_) => serde_json::from_slice(&[bytes, b"]}"].concat()),
            Piece::Passages(_) => return passages(bytes).map(Parsed::Passages),
        };
        let mut document = document.map_err(|error| (error, 0))?;
        document.passages.shrink_to_fit();
        Ok(Parsed::Document(document))
    }

    /// Adds it to the documents before it; passages belong to the last one.
    fn put(self, documents: &mut Vec<DocumentReport>) {
        match self {
            Parsed::Document(document) => documents.push(*document),
            Parsed::Passages(passages) => {
                if let Some(document) = documents.last_mut() {
                    document.passages.extend(passages);
                }
            }
        }
    }
}

/// Parses passages with commas between them. An error comes with the byte from which it counts its column.
fn passages(bytes: &[u8]) -> Result<Vec<Passage>, (serde_json::Error, usize)> {
    let mut passages = vec![];
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let mut values = Deserializer::from_slice(rest).into_iter::<Passage>();
        let passage = values.next().unwrap_or_else(|| serde_json::from_slice(b""));
        passages.push(passage.map_err(|error| (error, at))?);
        at += values.byte_offset();
        match bytes.get(at) {
            None => return Ok(passages),
            Some(b',') => at += 1,
            Some(_) => serde_json::from_slice::<()>(b"]").map_err(|error| (error, at))?,
        }
    }
}

const JSON_LINES: &str = "it is JSON Lines, one passage per line";

/// Reads a report in any layout and of any version.
fn read_whole(bytes: &[u8]) -> Result<Report> {
    match serde_json::from_slice::<Report>(bytes) {
        Ok(report) if (2..=Report::SCHEMA_VERSION).contains(&report.schema_version) => Ok(report),
        _ => read_value(bytes),
    }
}

/// Reads a report by way of its values, or tells why it is none.
fn read_value(bytes: &[u8]) -> Result<Report> {
    let mut values = Deserializer::from_reader(bytes).into_iter::<Value>();
    let mut value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => return Err(not_json(error, "report")),
        None => return Err(not_report("it ends too early")),
    };
    if value.get("trace_version").is_some() {
        return Err(not_report("it is a trace"));
    }
    let is_passage = value.get("a_start").is_some() && value.get("b_start").is_some();
    match values.next() {
        None if !is_passage => {}
        Some(Err(error)) if !is_passage => return Err(not_json(error, "report")),
        _ => return Err(not_report(JSON_LINES)),
    }
    match value.get("schema_version").and_then(Value::as_u64) {
        Some(1) => nest_passages(&mut value),
        Some(version) if (2..=u64::from(Report::SCHEMA_VERSION)).contains(&version) => {}
        version => {
            return Err(Error::Request(format!(
                "the report has schema_version {}, this version reads 1 to {}",
                shown_version(version),
                Report::SCHEMA_VERSION
            )));
        }
    }
    serde_json::from_value(value).map_err(|error| damaged(&error))
}

/// Makes the error for a value that a report cannot have.
fn damaged(error: &serde_json::Error) -> Error {
    Error::Request(format!("the report is damaged: {}", in_words(&error.to_string())))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Kind, SaidPair};

    fn written(report: &Report) -> String {
        let mut json = vec![];
        report.write_json(&mut json).unwrap();
        String::from_utf8(json).unwrap()
    }

    /// Returns a report whose documents have so many passages.
    fn sample(counts: &[usize]) -> Report {
        let passage = |id: &str, number: usize| Passage {
            a: id.to_owned(),
            b: "s.txt".to_owned(),
            a_start: number as u32,
            finding: number as u32 + 1,
            kind: Kind::Verbatim,
            said: vec![SaidPair { pair: format!("{number:016x}~{number:016x}"), words: [0, 9] }],
            a_text: Some("盐路 \"},{\"a\":\"x\n\",\"passages\":[{ \\".repeat(number % 4)),
            ..Passage::default()
        };
        let document = |(at, &count): (usize, &usize)| {
            let id = format!("文 {at}.txt");
            DocumentReport {
                passages: (0..count).map(|number| passage(&id, number)).collect(),
                text: Some("The clerk copied\n]}\n".repeat(count)),
                id,
                ..DocumentReport::default()
            }
        };
        Report {
            schema_version: Report::SCHEMA_VERSION,
            documents: counts.iter().enumerate().map(document).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn reports_of_any_size_are_read_in_pieces() {
        for counts in [&[][..], &[0], &[3], &[40], &[0, 40, 1, 0, 2, 60, 3], &[3; 50], &[300, 300]] {
            let json = written(&sample(counts));
            let whole = read_value(json.as_bytes()).unwrap();
            assert_eq!(Report::read_json(json.as_bytes()).unwrap(), whole, "{counts:?}");
            assert_eq!(Report::read_json(json.trim_end().as_bytes()).unwrap(), whole, "{counts:?}");
            let pretty = serde_json::to_string_pretty(&whole).unwrap();
            assert_eq!(Report::read_json(pretty.as_bytes()).unwrap(), whole, "{counts:?}");
        }
    }

    #[test]
    fn a_report_that_ends_too_early_is_never_taken_for_a_whole_one() {
        let json = written(&sample(&[0, 9, 1, 30]));
        for end in (0..json.trim_end().len()).step_by(7) {
            let cut = json.as_bytes().get(..end).unwrap();
            let error = Report::read_json(cut).unwrap_err().to_string();
            assert_eq!(error, "this is no report of ibid: it ends too early", "{end}");
        }
    }

    #[test]
    fn damage_is_told_with_its_line() {
        let json = written(&sample(&[0, 9, 1, 60, 2]));
        for at in (0..json.len()).step_by(61) {
            let mut bytes = json.clone().into_bytes();
            bytes[at] = b'\x01';
            let [here, there] =
                [Report::read_json(&*bytes), read_value(&bytes)].map(|read| read.unwrap_err().to_string());
            let line = |said: &str| said.split_once(", column").map(|(line, _)| line.to_owned());
            assert_eq!(line(&here), line(&there), "{at}: {here}, {there}");
        }
        let more = |rest: &str| {
            Report::read_json(format!("{json}{rest}").as_bytes()).map_err(|error| error.to_string())
        };
        assert!(more(" \n").is_ok());
        assert!(more("{}").unwrap_err().contains("it is JSON Lines"));
        assert!(more("x").unwrap_err().contains("it is not JSON"));
    }

    #[test]
    fn reports_of_earlier_versions_are_read() {
        let report = Report { schema_version: 2, ..sample(&[2, 2]) };
        let mut nested: Value = serde_json::from_str(&written(&report)).unwrap();
        nested.as_object_mut().unwrap().remove("number");
        assert_eq!(Report::read_json(&*nested.to_string().into_bytes()).unwrap(), report);
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
        assert_eq!(Report::read_json(&*flat.to_string().into_bytes()).unwrap(), report);
    }

    #[test]
    fn what_is_no_report_is_told_in_words() {
        let report = written(&Report { schema_version: Report::SCHEMA_VERSION, ..Report::default() });
        assert!(Report::read_json(report.as_bytes()).is_ok());
        let fails = |report: &str, expected: &str| {
            let error = Report::read_json(report.as_bytes()).unwrap_err().to_string();
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

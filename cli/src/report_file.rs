//! Opens a report: JSON as it is or packed, from a file or standard input, or the page of a report, which holds it.

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::read::MultiGzDecoder;
use ibid::report::Report;
use ibid::{Error, system_reason};
use memchr::memmem;
use serde::de::IgnoredAny;

use crate::exit::Failure;
use crate::output::Packing;
use crate::protected::protect;

/// The number of bytes at the beginning of a file that decide whether it is a report.
const HEAD_BYTES: u64 = 64 * 1024;

/// The attribute of the element of a page that holds the report as JSON.
const ELEMENT: &[u8] = b" id=\"ibid-report\"";

/// A report, as it was opened.
#[derive(Debug)]
pub(crate) struct ReportFile {
    pub(crate) report: Report,
    /// True if a page holds it.
    pub(crate) is_page: bool,
}

impl ReportFile {
    /// Opens the report at a path, whatever form holds it, or from standard input for `-`. No output may replace it.
    ///
    /// # Errors
    /// [`Error::Unreadable`] in one line that says what the file is instead, and how to make a report.
    pub(crate) fn open(path: &Path) -> anyhow::Result<ReportFile> {
        protect(path);
        let (begun, mut rest) =
            begin(path).map_err(|error| Error::unreadable(path, system_reason(&error)))?;
        let is_page = is_html(&begun);
        let mut json: Box<dyn Read> = match embedded(&begun) {
            Some(json) => Box::new(json),
            None if is_page => return Err(Error::unreadable(path, NO_PAGE).into()),
            None if begun.trim_ascii().is_empty() => return Err(no_report(path, "the file is empty").into()),
            None => Box::new(begun.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&begun).chain(&mut rest)),
        };
        let read = Report::read_json(&mut json);
        drop(json);
        match read {
            Ok(report) => Ok(ReportFile { report, is_page }),
            Err(_) if rest.is_bomb() => Err(Error::unreadable(path, bomb()).into()),
            Err(error) => Err(no_report(path, error).into()),
        }
    }
}

/// Returns the error for a file that is no report.
fn no_report(path: &Path, why: impl fmt::Display) -> Error {
    Error::unreadable(path, format!("{why}; make one with `ibid check --format json`"))
}

/// Reads the beginning of a file, or all of a page. Returns it with the rest.
fn begin(path: &Path) -> io::Result<(Vec<u8>, Input)> {
    let mut input = Input::open(path)?;
    let mut begun = vec![];
    input.by_ref().take(HEAD_BYTES).read_to_end(&mut begun)?;
    if is_html(&begun) {
        input.read_to_end(&mut begun)?;
    }
    Ok((begun, input))
}

/// Reads the report at a path, as [`ReportFile::open`] does.
pub(crate) fn read_report(path: &Path) -> anyhow::Result<Report> {
    Ok(ReportFile::open(path)?.report)
}

/// Reads the report at a path for work that goes by what its sentences say, and refuses an anonymous one.
pub(crate) fn read_named_report(path: &Path) -> anyhow::Result<Report> {
    let report = read_report(path)?;
    expect_named(&report, path)?;
    Ok(report)
}

/// Refuses an anonymous report, which does not say what its sentences and inputs are.
pub(crate) fn expect_named(report: &Report, path: &Path) -> anyhow::Result<()> {
    match report.anonymous {
        true => Err(Failure::inputs(format!(
            "{path:?} is anonymous, and does not say what its sentences and inputs are; take the report that it was made from"
        ))),
        false => Ok(()),
    }
}

const NO_PAGE: &str = "it is a page without a report of ibid; make one with `ibid check --format json`";

/// The unpacked bytes up to which a packed file is harmless, however small it is.
const HARMLESS_BYTES: u64 = 64 << 20;
/// The highest plausible ratio of unpacked bytes to packed ones, as for packed documents. JSON of reports compresses 5 to
/// 30 times.
const MOST_RATIO: u64 = 250;

/// The unpacked bytes of a file or of standard input. They end with an error where they are a decompression bomb, so that
/// a small file cannot fill the memory.
struct Input {
    bytes: Box<dyn Read>,
    /// The number of packed bytes read; none of a file that is not packed.
    packed: Option<Rc<Cell<u64>>>,
    unpacked: u64,
}

impl Input {
    /// Opens a file or standard input, and unpacks it if its first bytes are those of a packed one.
    fn open(path: &Path) -> io::Result<Input> {
        let mut raw: Box<dyn Read> = match path == Path::new("-") {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        let mut head = vec![];
        raw.by_ref().take(4).read_to_end(&mut head)?;
        let packing = Packing::of_bytes(&head);
        let count = Rc::new(Cell::new(0));
        let raw = Counted { bytes: io::Cursor::new(head).chain(raw), count: Rc::clone(&count) };
        let raw = BufReader::new(raw);
        let bytes: Box<dyn Read> = match packing {
            None => Box::new(raw),
            Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(raw)),
            Some(Packing::Zstd) => Box::new(zstd::Decoder::with_buffer(raw)?),
        };
        Ok(Input { bytes, packed: packing.and(Some(count)), unpacked: 0 })
    }

    /// Returns whether what was read so far is beyond reason for the packed bytes.
    fn is_bomb(&self) -> bool {
        let Some(packed) = &self.packed else { return false };
        self.unpacked > HARMLESS_BYTES && self.unpacked / MOST_RATIO > packed.get()
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.unpacked += count as u64;
        if self.is_bomb() { Err(io::Error::other(bomb())) } else { Ok(count) }
    }
}

/// Returns the message for a decompression bomb.
fn bomb() -> String {
    format!(
        "it is a decompression bomb: it unpacks to more than {} MiB, over {MOST_RATIO} times its size; unpack it first if \
         it is a report",
        HARMLESS_BYTES >> 20
    )
}

/// A reader that counts its bytes.
struct Counted<R> {
    bytes: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

fn is_html(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"<")
}

/// Returns the JSON that a page of a report holds.
fn embedded(page: &[u8]) -> Option<&[u8]> {
    if !is_html(page) {
        return None;
    }
    let (_, rest) = page.split_at(memmem::find(page, ELEMENT)?);
    let (_, json) = rest.split_at(memchr::memchr(b'>', rest)? + 1);
    // Each `<` of the JSON is escaped, so that the next one ends the element.
    Some(json.split_at(memchr::memchr(b'<', json)?).0)
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A report.
    Report,
    /// Traces of quotations.
    Traces,
    /// A document, or several.
    Documents,
}

impl Content {
    /// Returns the content of a file. Reports and traces are JSON objects, each with a field that all of them have. If
    /// another program has sorted the fields, so that it is not at the beginning, a name that ends in .json is taken for
    /// a report, unless the file has records. A page is a report if it holds one. Lines of passages are a report in a form
    /// that cannot be opened, which its reader tells.
    pub(crate) fn of(path: &Path) -> Content {
        let is_named = path.extension() == Some("json".as_ref());
        if !path.is_file() {
            // A missing file is not looked up in an index.
            return if is_named && !path.exists() { Content::Report } else { Content::Documents };
        }
        let Ok((begun, _)) = begin(path) else { return Content::Documents };
        if is_html(&begun) {
            return if embedded(&begun).is_some() { Content::Report } else { Content::Documents };
        }
        let head = String::from_utf8_lossy(&begun);
        let object = head.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace());
        let first = object.lines().next().unwrap_or_default();
        if object.is_empty() && is_named {
            Content::Report
        } else if !object.starts_with('{') {
            Content::Documents
        } else if object.contains("\"trace_version\"") {
            Content::Traces
        } else if object.contains("\"schema_version\"")
            || (is_named && !is_record(first))
            || is_passage(first)
        {
            Content::Report
        } else {
            Content::Documents
        }
    }
}

fn is_record(line: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(line).is_ok()
}

/// Returns whether a line, which may be cut, is a passage of a report in JSON Lines.
fn is_passage(line: &str) -> bool {
    line.contains("\"a_start\":") && line.contains("\"b_start\":")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use ibid::report::DocumentReport;

    use super::*;

    fn check(name: &str, bytes: &[u8], expected: Result<Content, &str>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let opened = read_report(&path).map_err(|error| error.to_string());
        match expected {
            Ok(content) => {
                let opened = opened.unwrap();
                assert_eq!(opened.documents[0].id, "a<b.txt", "{name}");
                assert_eq!(Content::of(&path), content, "{name}");
            }
            Err(why) => assert!(opened.unwrap_err().contains(why), "{name}"),
        }
    }

    #[test]
    fn a_report_is_read_from_each_form() {
        let document = DocumentReport { id: "a<b.txt".to_owned(), ..DocumentReport::default() };
        let report =
            Report { schema_version: Report::SCHEMA_VERSION, documents: vec![document], ..Report::default() };
        let mut json = vec![];
        report.write_json(&mut json).unwrap();
        let mut gzip = GzEncoder::new(vec![], flate2::Compression::fast());
        gzip.write_all(&json).unwrap();
        let text = String::from_utf8(json.clone()).unwrap();
        let script = |json: &str| {
            let escaped = json.replace('<', "\\u003c");
            format!(
                "\n<!doctype html><p>x</p><script type=\"application/json\" id=\"ibid-report\">{escaped}</script>"
            )
        };
        check("r.json", &json, Ok(Content::Report));
        check("r", format!("\u{FEFF}{text}").as_bytes(), Ok(Content::Report));
        check("r.json.gz", &gzip.finish().unwrap(), Ok(Content::Report));
        check("r.gz", &zstd::encode_all(&*json, 1).unwrap(), Ok(Content::Report));
        check("r.html", script(&text).as_bytes(), Ok(Content::Report));
        check("r.html.gz", &zstd::encode_all(script(&text).as_bytes(), 1).unwrap(), Ok(Content::Report));
        check("p.html", b"<!doctype html><p>A paper.</p>", Err("it is a page without a report of ibid"));
        check("r.json", b"{\"schema_version\":3,", Err("it ends too early; make one with"));
        check(
            "r.jsonl",
            b"{\"a_start\":1,\"b_start\":2}\n",
            Err("it is JSON Lines, one passage per line; make one"),
        );
    }

    #[test]
    fn a_report_that_unpacks_beyond_reason_is_a_bomb() {
        let header = b"{\"schema_version\":3,\"tool\":\"";
        let json = [&header[..], &vec![b'a'; 65 << 20]].concat();
        let page = [b"<!doctype html>\n", &json[..]].concat();
        for (name, bytes) in [("r.json.zst", &json), ("r.html.zst", &page)] {
            let packed = zstd::encode_all(&**bytes, 1).unwrap();
            check(
                name,
                &packed,
                Err("it is a decompression bomb: it unpacks to more than 64 MiB, over 250 times"),
            );
        }
        // What is not packed may be large, and so may what is packed as others are.
        check("r.json", &json, Err("it ends too early; make one with"));
        let packed = zstd::encode_all(&json[..1 << 20], 1).unwrap();
        check("r.json.zst", &packed, Err("it ends too early; make one with"));
    }
}

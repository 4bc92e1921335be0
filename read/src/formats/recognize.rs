//! Recognizes a format by its content.

use crate::format::paper_formats;
use crate::formats::compound::{self, holds};
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::refused::doc;

macro_rules! declared {
    ($($($module:ident)::+: $format:ident $names:expr;)+) => { &[$(&crate::formats::$($module)::+::FORMAT),+] };
}

/// The formats of papers, in the order in which they are compared.
static FORMATS: &[&PaperFormat] = paper_formats!(declared);

/// The first bytes of a packed file that hold its type: this part comes first and is short.
const FIRST_PART: usize = 256;
/// The last bytes of a packed file that hold the end of its directory, with a comment of at most 64 kB.
const DIRECTORY_WITHIN: usize = (64 << 10) + 22;

/// Returns the format of a file by its content. `None` if it is no format that this crate knows.
pub fn recognize(bytes: &[u8]) -> Option<&'static PaperFormat> {
    if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        let stream = marked(|mark| matches!(mark, Mark::Stream(name) if compound::has_stream(bytes, name)));
        return stream.or(Some(&doc::FORMAT));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return recognize_package(bytes);
    }
    marked(|mark| matches!(mark, Mark::Content(is_it) if is_it(bytes)))
}

/// Returns the first format with a mark that a test accepts.
fn marked(test: impl Fn(&Mark) -> bool) -> Option<&'static PaperFormat> {
    FORMATS.iter().copied().find(|format| format.marks.iter().any(&test))
}

/// Returns the format of a packed file by its first part, or by the names of its parts.
fn recognize_package(bytes: &[u8]) -> Option<&'static PaperFormat> {
    let head = bytes.get(..FIRST_PART).unwrap_or(bytes);
    let names = directory(bytes);
    for pass in [Pass::Type, Pass::Part, Pass::AnyPart, Pass::Beginning] {
        let place = if pass == Pass::Type { head } else { names };
        let is_met = |mark: &Mark| matches!(mark, Mark::Package(of, name) if *of == pass && holds(place, name.as_bytes()));
        if let Some(format) = marked(is_met) {
            return Some(format);
        }
    }
    None
}

/// Returns the directory of a packed file, or the whole file if it has none.
fn directory(bytes: &[u8]) -> &[u8] {
    let from = bytes.len().saturating_sub(DIRECTORY_WITHIN);
    let tail = bytes.get(from..).unwrap_or_default();
    if let Some(end) = tail.windows(4).rposition(|mark| mark == b"PK\x05\x06")
        && let Some(&start) = tail.get(end + 16..).and_then(<[u8]>::first_chunk)
        && let Some(list) = bytes.get(u32::from_le_bytes(start) as usize..)
        && list.starts_with(b"PK\x01\x02")
    {
        return list;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{articles, docx, epub, odt, pdf, pptx, sheets};

    #[test]
    fn knows_a_file_by_its_content() {
        let check = |bytes: &[u8], expected: Option<&PaperFormat>| assert_eq!(recognize(bytes), expected);
        check(b"%PDF-1.7\n", Some(&pdf::FORMAT));
        check(b"\n\n  %PDF-1.4", Some(&pdf::FORMAT));
        check(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", Some(&doc::FORMAT));
        check(b"1 0 obj << >> endobj startxref 0 %%EOF", Some(&pdf::FORMAT));
        check(b"PK\x03\x04 ... [Content_Types].xml ...", Some(&docx::FORMAT));
        check(b"PK\x03\x04 ... mimetype ...", None);
        check(b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.text-template", Some(&odt::FORMAT));
        check(b"PK\x03\x04 ... META-INF/manifest.xml ... content.xml", Some(&odt::FORMAT));
        check(
            b"<office:document office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\">",
            Some(&sheets::ods::FORMAT),
        );
        check(b"PK\x03\x04 ... [Content_Types].xml ... xl/workbook.xml", Some(&sheets::xlsx::FORMAT));
        check(b"PK\x03\x04 ... _rels/.rels ... xl/theme.xml", Some(&sheets::xlsx::FORMAT));
        check(b"PK\x03\x04 ... [Content_Types].xml ... ppt/presentation.xml", Some(&pptx::FORMAT));
        check(
            b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            Some(&sheets::ods::FORMAT),
        );
        check(b"PK\x03\x04 mimetypeapplication/epub+zip", Some(&epub::FORMAT));
        check(b"PK\x03\x04 ... META-INF/container.xml ... OEBPS/content.xml", Some(&epub::FORMAT));
        check(b"<?xml?>\n<office:document office:mimetype=\"\">", Some(&odt::FORMAT));
        check(b"a text about %PDF", None);
        check(b"\n<?xml version=\"1.0\"?>\n<article>", Some(&articles::FORMAT));
        check(b"<?xml version=\"1.0\"?>\n<!DOCTYPE html>", None);
        check(b"", None);
    }
}

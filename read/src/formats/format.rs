//! Recognizes a format by its first bytes.

use crate::formats::compound::{self, holds};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Portable Document Format.
    Pdf,
    /// Word since 2007, and other programs that write its format.
    Docx,
    /// OpenDocument text, as LibreOffice writes it, packed or as one file of XML.
    Odt,
    /// Electronic Publication, versions 2 and 3.
    Epub,
    /// Excel since 2007, and other programs that write its format.
    Xlsx,
    /// Excel before 2007.
    Xls,
    /// OpenDocument spreadsheet, as LibreOffice writes it.
    Ods,
    /// Lines of values separated by commas, semicolons or tabs. Never recognized by content, only by name.
    Csv,
    /// PowerPoint before 2007. Recognized only for its error message; not read.
    Ppt,
    /// PowerPoint since 2007. Recognized only for its error message; not read.
    Pptx,
    /// Word before 2007, and every other file in the same container. Recognized only for its error message; not read.
    Doc,
    /// The LaTeX source of a paper.
    Latex,
    /// Rich Text Format.
    Rtf,
    /// XML of articles and books: JATS, TEI, DocBook, and any other XML that is no web page.
    Xml,
}

/// The first bytes in which a PDF may begin, and the last in which it may end: programs put mail headers or blanks
/// before it, and PDF readers look this far.
const PDF_WITHIN: usize = 1024;
/// The first bytes in which an OpenDocument file of plain XML names its type, behind its many namespaces.
const NAMESPACES_WITHIN: usize = 8 << 10;

/// The first bytes of a packed file that hold its type: this part comes first and is short.
const FIRST_PART: usize = 256;
/// The last bytes of a packed file that hold the end of its directory, with a comment of at most 64 kB.
const DIRECTORY_WITHIN: usize = (64 << 10) + 22;

/// Returns the format of a file by its content. `None` if it is no format that this crate knows.
pub fn recognize(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        return Some(recognize_compound(bytes));
    }
    if crate::formats::rtf::is_rtf(bytes) {
        return Some(Format::Rtf);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return recognize_package(bytes);
    }
    let head = bytes.get(..PDF_WITHIN).unwrap_or(bytes);
    if holds(head, b"<office:document") && !holds(head, b"<office:document-") {
        let head = bytes.get(..NAMESPACES_WITHIN).unwrap_or(bytes);
        let is_sheet = holds(head, b"application/vnd.oasis.opendocument.spreadsheet");
        return Some(if is_sheet { Format::Ods } else { Format::Odt });
    }
    let tail = bytes.get(bytes.len().saturating_sub(PDF_WITHIN)..).unwrap_or_default();
    // A PDF whose first line is lost is known by its end, which no other format has.
    if holds(head, b"%PDF-") || holds(tail, b"startxref") {
        return Some(Format::Pdf);
    }
    if crate::formats::articles::is_xml(bytes) {
        return Some(Format::Xml);
    }
    crate::formats::latex::is_latex(bytes).then_some(Format::Latex)
}

/// Returns the format of a packed file by its first part, or by the names of its parts.
fn recognize_package(bytes: &[u8]) -> Option<Format> {
    const TYPES: [(&[u8], Format); 3] = [
        (b"application/vnd.oasis.opendocument.text", Format::Odt),
        (b"application/vnd.oasis.opendocument.spreadsheet", Format::Ods),
        (b"application/epub+zip", Format::Epub),
    ];
    const PARTS: [(&[u8], Format); 9] = [
        (b"word/document.xml", Format::Docx),
        (b"xl/workbook.xml", Format::Xlsx),
        (b"ppt/presentation.xml", Format::Pptx),
        (b"[Content_Types].xml", Format::Docx),
        (b"META-INF/container.xml", Format::Epub),
        (b"content.xml", Format::Odt),
        // These recognize a file by its beginning alone, which may show only some of its parts.
        (b"word/", Format::Docx),
        (b"xl/", Format::Xlsx),
        (b"ppt/", Format::Pptx),
    ];
    let head = bytes.get(..FIRST_PART).unwrap_or(bytes);
    let names = directory(bytes);
    for (place, marks) in [(head, &TYPES[..]), (names, &PARTS[..])] {
        for (mark, format) in marks {
            if holds(place, mark) {
                return Some(*format);
            }
        }
    }
    None
}

/// Returns the format of a file in the container of Office before 2007, by the names of its streams.
fn recognize_compound(bytes: &[u8]) -> Format {
    const STREAMS: [(&str, Format); 4] = [
        ("WordDocument", Format::Doc),
        ("Workbook", Format::Xls),
        ("Book", Format::Xls),
        ("PowerPoint Document", Format::Ppt),
    ];
    for (name, format) in STREAMS {
        if compound::has_stream(bytes, name) {
            return format;
        }
    }
    Format::Doc
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

    #[test]
    fn knows_a_file_by_its_content() {
        let check = |bytes: &[u8], expected: Option<Format>| assert_eq!(recognize(bytes), expected);
        check(b"%PDF-1.7\n", Some(Format::Pdf));
        check(b"\n\n  %PDF-1.4", Some(Format::Pdf));
        check(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", Some(Format::Doc));
        check(b"1 0 obj << >> endobj startxref 0 %%EOF", Some(Format::Pdf));
        check(b"PK\x03\x04 ... [Content_Types].xml ...", Some(Format::Docx));
        check(b"PK\x03\x04 ... mimetype ...", None);
        check(b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.text-template", Some(Format::Odt));
        check(b"PK\x03\x04 ... META-INF/manifest.xml ... content.xml", Some(Format::Odt));
        check(
            b"<office:document office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\">",
            Some(Format::Ods),
        );
        check(b"PK\x03\x04 ... [Content_Types].xml ... xl/workbook.xml", Some(Format::Xlsx));
        check(b"PK\x03\x04 ... _rels/.rels ... xl/theme.xml", Some(Format::Xlsx));
        check(b"PK\x03\x04 ... [Content_Types].xml ... ppt/presentation.xml", Some(Format::Pptx));
        check(b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet", Some(Format::Ods));
        check(b"PK\x03\x04 mimetypeapplication/epub+zip", Some(Format::Epub));
        check(b"PK\x03\x04 ... META-INF/container.xml ... OEBPS/content.xml", Some(Format::Epub));
        check(b"<?xml?>\n<office:document office:mimetype=\"\">", Some(Format::Odt));
        check(b"a text about %PDF", None);
        check(b"\n<?xml version=\"1.0\"?>\n<article>", Some(Format::Xml));
        check(b"<?xml version=\"1.0\"?>\n<!DOCTYPE html>", None);
        check(b"", None);
    }
}

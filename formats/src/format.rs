//! Recognizes a format by its first bytes.

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Format {
    /// Portable Document Format.
    Pdf,
    /// Word since 2007, and what writes as it does.
    Docx,
    /// Word before 2007, and everything else in its container. Recognized, to say what to do, and not read.
    Doc,
}

/// How far from the beginning a PDF may begin: programs put mail headers or blanks before it, and readers look this far.
const PDF_WITHIN: usize = 1024;

/// What a file is by its content; nothing when it is no format that this crate knows.
pub fn recognize(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        return Some(Format::Doc);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        // The names of its parts stand before them; that of the list of parts comes first.
        return (holds(bytes, b"[Content_Types].xml") || holds(bytes, b"word/")).then_some(Format::Docx);
    }
    let head = bytes.get(..PDF_WITHIN).unwrap_or(bytes);
    let tail = bytes.get(bytes.len().saturating_sub(PDF_WITHIN)..).unwrap_or_default();
    // One whose first line is lost is known by the end that only a PDF has.
    (holds(head, b"%PDF-") || holds(tail, b"startxref")).then_some(Format::Pdf)
}

fn holds(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len()).any(|window| window == mark)
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
        check(b"a text about %PDF", None);
        check(b"", None);
    }
}

//! The metadata of a PDF.

use hayro_interpret::hayro_syntax::Pdf;

use crate::formats::paper_builder::one_line;
use crate::formats::xml::utf16;
use ibid::Metadata;

/// Returns the metadata in the document information of a PDF.
pub(super) fn metadata(pdf: &Pdf) -> Metadata {
    let info = pdf.metadata();
    let date = info.creation_date.map(|date| {
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            date.year, date.month, date.day, date.hour, date.minute, date.second
        )
    });
    let (title, author) = (info.title.as_deref().map(decode), info.author.as_deref().map(decode));
    Metadata { title, author, date, ..Metadata::default() }
}

/// Decodes a text string of PDF: UTF-16 or UTF-8 with a byte order mark, else UTF-8 if valid, else PDFDocEncoding.
/// White space is collapsed.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        // Many programs write UTF-8 without a mark. Text in PDFDocEncoding is hardly ever valid UTF-8 beyond ASCII.
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().copied().map(pdf_doc).collect(),
        },
    };
    one_line(&text.replace(char::is_control, " "))
}

/// Returns the character of a byte in PDFDocEncoding: Latin-1 except from 0x80 to 0xA0.
fn pdf_doc(byte: u8) -> char {
    const MARKS: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ',
        'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{FFFD}', '€',
    ];
    let mark = MARKS.get(usize::from(byte).wrapping_sub(0x80));
    mark.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_all_forms_of_text_strings() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(decode(bytes), expected);
        check(b"A title", "A title");
        check(b"\xFE\xFF\x4E\x2D\x65\x87", "中文");
        check(b"\xFF\xFE\x2D\x4E\x87\x65", "中文");
        check("\u{FEFF}中文".as_bytes(), "中文");
        check("中文".as_bytes(), "中文");
        check(b"caf\xE9 \x8Dquoted\x8E \xA01", "café “quoted” €1");
        check(b" \0 ", "");
    }
}

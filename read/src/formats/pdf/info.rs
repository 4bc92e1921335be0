//! The metadata of a PDF.

use hayro_interpret::hayro_syntax::Pdf;

use ibid::Metadata;

/// Returns the metadata in the document information of a PDF.
pub(super) fn metadata(pdf: &Pdf) -> Metadata {
    let info = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| bytes.as_deref().map(decode).filter(|text| !text.is_empty());
    let date = info.creation_date.map(|date| {
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            date.year, date.month, date.day, date.hour, date.minute, date.second
        )
    });
    Metadata { title: text(&info.title), author: text(&info.author), date, ..Metadata::default() }
}

/// Decodes a text string of PDF: UTF-16 or UTF-8 with a byte order mark, else UTF-8 if valid, else PDFDocEncoding.
/// White space is collapsed.
pub(super) fn decode(bytes: &[u8]) -> String {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}')).collect::<String>()
    };
    let text = match bytes {
        [0xFE, 0xFF, rest @ ..] => units(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => units(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        // Many programs write UTF-8 without a mark. Text in PDFDocEncoding is hardly ever valid UTF-8 beyond ASCII.
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| pdf_doc(byte)).collect(),
        },
    };
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the character of a byte in PDFDocEncoding: Latin-1 except from 0x80 to 0xA0.
fn pdf_doc(byte: u8) -> char {
    const MARKS: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ',
        'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{FFFD}', '€',
    ];
    let mark = usize::from(byte).checked_sub(0x80).and_then(|at| MARKS.get(at));
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

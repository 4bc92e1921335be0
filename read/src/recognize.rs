//! Recognizes the format of an input by its name and its beginning.

use crate::encoding;
use crate::format::Format;
use crate::input::{Input, TABLE_MAGIC};
use crate::jsonl;
use crate::options::{InputFormat, ReadOptions};
use crate::refusal::Refusal;

#[cfg(feature = "parquet")]
fn no_table() -> Refusal {
    "Parquet is read from a file only, not from a stream and not packed; name the unpacked file".into()
}
#[cfg(not(feature = "parquet"))]
fn no_table() -> Refusal {
    Refusal::NotBuilt { what: "tables of Parquet", feature: "parquet" }
}

/// Header lines that only a letter has, in lower case.
#[cfg(feature = "papers")]
const MAIL_MARKS: [&str; 3] = ["\nmime-version:", "\nmessage-id:", "\nreceived:"];

/// Returns the format of an input. A PDF and other unmistakable papers are known by their content, whatever their name.
/// Otherwise the name decides, then the caller's choice, then the content. Parquet is an error, since it is not read
/// from a stream.
pub(super) fn recognize(head: &[u8], input: &Input, options: &ReadOptions) -> Result<Format, Refusal> {
    if head.starts_with(TABLE_MAGIC) || Format::of_name(&input.path) == Some(Format::Parquet) {
        return Err(no_table());
    }
    match Format::of_name(&input.path) {
        // The content overrides the name here.
        _ if is_paper(head) => return if_built(Format::Paper),
        Some(format @ (Format::Paper | Format::Latex | Format::Mail | Format::Values)) => {
            return if_built(format);
        }
        Some(Format::Xml) => return xml_format(head, options),
        Some(format) => return Ok(format),
        None => {}
    }
    if let Some(format) = options.input_format {
        return Ok(format.into());
    }
    if let Some(format) = paper_format(head) {
        return Ok(format);
    }
    let head = encoding::preview(head, options.encoding);
    if jsonl::looks_like(&head, &options.fields) {
        return Ok(Format::Records);
    }
    if input.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        return Err("it is JSON but not JSONL, one object with a text a line; \"jq -c\" makes lines".into());
    }
    #[cfg(feature = "papers")]
    if looks_like_mail(&head) {
        return Ok(Format::Mail);
    }
    Ok(if looks_like_html(&head) { Format::Html } else { Format::Plain })
}

/// Returns the format of a file whose name only tells that it is XML.
fn xml_format(head: &[u8], options: &ReadOptions) -> Result<Format, Refusal> {
    match looks_like_html(&encoding::preview(head, options.encoding)) {
        true => Ok(Format::Html),
        false => if_built(paper_format(head).unwrap_or(Format::Xml)),
    }
}

impl From<InputFormat> for Format {
    fn from(said: InputFormat) -> Format {
        match said {
            InputFormat::Text => Format::Plain,
            InputFormat::Markdown => Format::Markdown,
            InputFormat::Html => Format::Html,
            InputFormat::Jsonl => Format::Records,
        }
    }
}

#[cfg(feature = "papers")]
pub(super) fn if_built(format: Format) -> Result<Format, Refusal> {
    Ok(format)
}

#[cfg(not(feature = "papers"))]
pub(super) fn if_built(_: Format) -> Result<Format, Refusal> {
    let what = "papers (such as PDF, DOCX, LaTeX) and sheets (such as XLSX, CSV)";
    Err(Refusal::NotBuilt { what, feature: "papers" })
}

/// Returns the format of a paper that is known by its content.
#[cfg(feature = "papers")]
fn paper_format(head: &[u8]) -> Option<Format> {
    Some(match crate::formats::recognize(head)? {
        latex if *latex == crate::formats::LATEX => Format::Latex,
        xml if *xml == crate::formats::XML => Format::Xml,
        _ => Format::Paper,
    })
}

#[cfg(not(feature = "papers"))]
fn paper_format(_: &[u8]) -> Option<Format> {
    None
}

/// Returns whether a file begins as a paper does and no text does.
pub(super) fn is_paper(head: &[u8]) -> bool {
    const PACKED: [&[u8]; 3] = [b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", b"{\\rtf"];
    let is_packed = PACKED.iter().any(|magic| head.starts_with(magic));
    head.starts_with(b"%PDF-") || is_packed && paper_format(head).is_some()
}

/// Returns whether a text begins with the header of a letter.
#[cfg(feature = "papers")]
fn looks_like_mail(head: &str) -> bool {
    let header = head.split("\n\n").next().unwrap_or_default();
    let header = format!("\n{}", header.split("\r\n\r\n").next().unwrap_or_default()).to_ascii_lowercase();
    header.contains("\nfrom:")
        && MAIL_MARKS.iter().any(|mark| header.contains(mark))
        && header.trim_start().lines().all(is_in_header)
}

/// Returns whether a line begins or continues a field of a letter's header.
#[cfg(feature = "papers")]
fn is_in_header(line: &str) -> bool {
    let (name, _) = line.split_once(':').unwrap_or_default();
    line.starts_with([' ', '\t']) || (!name.is_empty() && name.as_bytes().iter().all(u8::is_ascii_graphic))
}

fn looks_like_html(head: &str) -> bool {
    let mut head = encoding::beginning(head);
    if let Some(declared) = head.strip_prefix("<?xml")
        && let Some((_, rest)) = declared.split_once("?>")
    {
        head = rest.trim_start();
    }
    let start = head.chars().take(14).collect::<String>().to_ascii_lowercase();
    ["<!doctype html", "<html", "<head", "<body"].iter().any(|tag| start.starts_with(tag))
}

#[cfg(all(test, feature = "papers"))]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_known_by_its_header() {
        let head = "From: <keeper@example.org>\nDate: Tue, 3 Mar 1987 10:00:00 +0000\nMIME-Version: 1.0\n";
        assert!(looks_like_mail(&format!("{head}\nText.")));
        assert!(!looks_like_mail("From: me\nTo: you\n\nmime-version: 1.0"));
        assert!(!looks_like_mail("From: me\nA line of text.\nMessage-ID: 1\n"));
    }
}

//! Makes documents from bytes.
//!
//! Nothing here touches a file, so that one thread may fetch while others decode.

use crate::encoding;
use crate::format::Format;
use crate::ids::{IdBase, path_text};
use crate::jsonl;
use crate::limits::{MOST_BYTES, too_large};
use crate::options::{Markup, ReadOptions};
use crate::raw::Raw;
use crate::refusal::{Refusal, refused};
use crate::text::read_text;
use ibid::Document;
use ibid::Result;

/// Makes a document from its bytes, without touching a file.
///
/// # Errors
/// The bytes are no text, are in an encoding that is not recognized, or are no record with a text. The message names
/// the file, the line, the field and the value as far as they are known.
pub fn decode(raw: Raw, base: &IdBase, options: &ReadOptions) -> Result<Document> {
    let place = raw.place();
    let mut document = decode_text(raw, base, options).map_err(|why| refused(place.to_string(), why))?;
    if document.text.len() as u64 > MOST_BYTES {
        return Err(refused(place.to_string(), too_large("its text", MOST_BYTES)));
    }
    if options.dates_from_names {
        document.meta.set_date_of_path(&path_text(&place.path));
    }
    document.meta.source = Some(path_text(&place.path));
    Ok(document)
}

fn decode_text(raw: Raw, base: &IdBase, options: &ReadOptions) -> Result<Document, Refusal> {
    let id = base.id_of(&raw.input);
    if let Some(line) = raw.line {
        // Rows are always UTF-8.
        let named = if raw.format == Format::Records { options.line_encoding() } else { None };
        let text = encoding::decode_line(raw.bytes, named)?;
        let mut document = jsonl::read(&text, &options.fields)?;
        if document.id.is_empty() {
            document.id = format!("{id}:{line}");
        }
        return Ok(document);
    }
    #[cfg(feature = "papers")]
    if raw.format == Format::Paper {
        return Ok(Document { id, ..crate::paper::read(&raw.bytes, &options.papers)? });
    }
    #[cfg(feature = "papers")]
    if raw.format == Format::Mail && options.markup == Markup::Removed {
        return Ok(Document { id, ..crate::mail::read(&raw.bytes)? });
    }
    let format = if options.markup == Markup::Kept { Format::Plain } else { raw.format };
    // The files of a LaTeX source were decoded when they were joined.
    let named = if format == Format::Latex { None } else { options.encoding };
    let declared = match raw.format {
        Format::Html | Format::Xml => encoding::declared(&raw.bytes),
        _ => None,
    };
    let text = encoding::decode(raw.bytes, named, declared)?;
    Ok(Document { id, ..read_text(format, text)? })
}

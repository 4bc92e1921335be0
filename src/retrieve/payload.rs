//! What is stored of a document beside its bags: text and metadata as bytes, and back.

use std::iter;

use xxhash_rust::xxh3::Xxh3;

use crate::error::{Error, Result};
use crate::origin::{Origin, Stretch};
use crate::text::{Document, Layout, Metadata};

/// Version of the encoding.
pub(crate) const FORMAT: u8 = 2;

/// The version before, which ends with the text. A rebuild reads it.
const WITHOUT_ORIGIN: u8 = 1;

/// Encodes all of a document: `FORMAT`, the layout, then eight strings, each after its length; an absent one has length
/// `u32::MAX`. Then what is known of its file: 0 for nothing, 1 where the text is the file, or 2, their number, and three numbers for
/// each stretch of a text without its markup.
pub(crate) fn encode(document: &Document) -> Vec<u8> {
    let mut out = Vec::with_capacity(document.text.len() + document.id.len() + 64);
    out.push(FORMAT);
    out.push(match document.layout {
        Layout::Wrapped => 0,
        Layout::Flowing => 1,
    });
    for field in fields(document) {
        match field {
            Some(text) => {
                out.extend((text.len() as u32).to_le_bytes());
                out.extend(text.as_bytes());
            }
            None => out.extend(u32::MAX.to_le_bytes()),
        }
    }
    out.extend(origin(document));
    out
}

fn origin(document: &Document) -> Vec<u8> {
    let numbers = |stretch: &Stretch| [stretch.byte, stretch.line, stretch.column].map(u32::to_le_bytes);
    match &document.origin {
        Origin::Unknown => vec![0],
        Origin::File => vec![1],
        Origin::Markup(stretches) => {
            let count = (stretches.len() as u32).to_le_bytes();
            iter::once(2).chain(count).chain(stretches.iter().flat_map(numbers).flatten()).collect()
        }
    }
}

fn read_origin(bytes: &[u8]) -> Option<Origin> {
    match bytes.split_first()? {
        (0, []) => Some(Origin::Unknown),
        (1, []) => Some(Origin::File),
        (2, rest) => {
            let (numbers, []) = rest.as_chunks::<4>() else { return None };
            let (&count, numbers) = numbers.split_first()?;
            let (stretches, []) = numbers.as_chunks::<3>() else { return None };
            let stretch = |numbers: &[[u8; 4]; 3]| {
                let [byte, line, column] = numbers.map(u32::from_le_bytes);
                Stretch { byte, line, column }
            };
            let is_whole = stretches.len() as u64 == u64::from(u32::from_le_bytes(count));
            is_whole.then(|| Origin::Markup(stretches.iter().map(stretch).collect()))
        }
        _ => None,
    }
}

fn fields(document: &Document) -> [Option<&str>; 8] {
    let meta = &document.meta;
    let optional = [&meta.title, &meta.author, &meta.date, &meta.url, &meta.category, &meta.source];
    let [title, author, date, url, category, source] = optional.map(Option::as_deref);
    [Some(&document.id), title, author, date, url, category, source, Some(&document.text)]
}

/// The document that was encoded.
///
/// # Errors
/// [`Error::Index`] when the bytes are not what [`encode`] wrote.
pub(crate) fn decode(bytes: &[u8]) -> Result<Document> {
    read(bytes).ok_or_else(|| {
        Error::Index(ibid_index::Error::Payload("a stored document cannot be read".to_owned()))
    })
}

fn read(bytes: &[u8]) -> Option<Document> {
    let (&[format, layout], mut rest) = bytes.split_first_chunk()?;
    let layout = match (format, layout) {
        (WITHOUT_ORIGIN | FORMAT, 0) => Layout::Wrapped,
        (WITHOUT_ORIGIN | FORMAT, 1) => Layout::Flowing,
        _ => return None,
    };
    let mut next = || {
        let (length, tail) = rest.split_first_chunk()?;
        let length = u32::from_le_bytes(*length);
        rest = tail;
        if length == u32::MAX {
            return Some(None);
        }
        let (text, tail) = rest.split_at_checked(length as usize)?;
        rest = tail;
        Some(Some(std::str::from_utf8(text).ok()?.to_owned()))
    };
    let id = next()??;
    let meta = Metadata {
        title: next()?,
        author: next()?,
        date: next()?,
        url: next()?,
        category: next()?,
        source: next()?,
        ..Metadata::default()
    };
    let text = next()??;
    let origin = if format == WITHOUT_ORIGIN { Origin::Unknown } else { read_origin(rest)? };
    Some(Document { id, text, layout, meta, origin })
}

/// A hash of all that [`encode`] writes but the id: equal for a document that has not changed.
pub(crate) fn stamp(document: &Document) -> u64 {
    let mut hash = Xxh3::new();
    for field in &fields(document)[1..] {
        hash.update(&(field.map_or(u64::MAX, |text| text.len() as u64)).to_le_bytes());
        hash.update(field.unwrap_or("").as_bytes());
    }
    hash.update(&[u8::from(document.layout == Layout::Flowing)]);
    hash.update(&origin(document));
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let meta =
            Metadata { title: Some("题".into()), date: Some("2026-11-21".into()), ..Metadata::default() };
        let origin = Origin::markup(&[(0, Some(2)), (7, None)], "# Text.");
        Document {
            id: "a/b.txt".into(),
            text: "Text.\r\n文本。".into(),
            layout: Layout::Flowing,
            meta,
            origin,
        }
    }

    #[test]
    fn comes_back_as_it_was() {
        let plain = Document { origin: Origin::File, ..document() };
        for document in [document(), plain, Document::default()] {
            assert_eq!(decode(&encode(&document)).unwrap(), document);
        }
    }

    #[test]
    fn the_version_before_is_read() {
        let document = Document { origin: Origin::Unknown, ..document() };
        let mut bytes = encode(&document);
        bytes[0] = WITHOUT_ORIGIN;
        bytes.pop();
        assert_eq!(decode(&bytes).unwrap(), document);
    }

    #[test]
    fn a_cut_or_foreign_payload_is_an_error() {
        let bytes = encode(&document());
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_err(), "{length}");
        }
        assert!(decode(&[9; 40]).is_err());
    }

    #[test]
    fn the_stamp_tells_changes() {
        let mut changed = document();
        changed.meta.author = Some("x".into());
        assert_ne!(stamp(&document()), stamp(&changed));
        let moved = Document { id: "elsewhere".into(), ..document() };
        assert_eq!(stamp(&document()), stamp(&moved));
    }
}

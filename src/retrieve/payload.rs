//! A codec of documents: text and metadata as the bytes that an index stores beside the bags, and back.

use xxhash_rust::xxh3::Xxh3;

use crate::error::{Error, Result};
use crate::origin::{Origin, PageStart, PlaceFigures, Stretch};
use crate::text::{Document, Layout, Metadata};

/// The version of the encoding.
pub(crate) const FORMAT: u8 = 3;

/// Encodes all of a document. First come `FORMAT`, the layout, and eight strings, each after its length; an absent
/// string has length `u32::MAX`. The origin follows: 0 if unknown, 1 if the text is the file; 2, their number, and
/// three numbers for each stretch of a text without its markup; or 3, their number, and two numbers for each page. Last
/// come the distances between the first words of the sentences, `starts`, as [`postcard`] writes a list of numbers.
pub(crate) fn encode(document: &Document, starts: impl Iterator<Item = u32>) -> Vec<u8> {
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
    let (mut steps, mut last) = (vec![], 0);
    for start in starts {
        steps.push(start - last);
        last = start;
    }
    // Numbers can always be written.
    out.extend(postcard::to_stdvec(&steps).unwrap_or_default());
    out
}

fn origin(document: &Document) -> Vec<u8> {
    let mut out = vec![];
    match &document.origin {
        Origin::Unknown => out.push(0),
        Origin::File => out.push(1),
        Origin::Markup(stretches) => {
            out.push(2);
            out.extend((stretches.len() as u32).to_le_bytes());
            for stretch in stretches {
                let numbers = [stretch.byte, stretch.line, stretch.column];
                out.extend(numbers.map(u32::to_le_bytes).as_flattened());
            }
        }
        Origin::Pages(pages) => {
            out.push(3);
            out.extend((pages.len() as u32).to_le_bytes());
            for start in pages {
                out.extend([start.byte, start.page].map(u32::to_le_bytes).as_flattened());
            }
        }
    }
    out
}

/// Reads the origin at the beginning of these bytes. Returns the rest of them with it.
fn read_origin(bytes: &[u8]) -> Option<(Origin, &[u8])> {
    match bytes.split_first()? {
        (0, rest) => Some((Origin::Unknown, rest)),
        (1, rest) => Some((Origin::File, rest)),
        (2, rest) => {
            let (groups, rest) = read_groups(rest)?;
            let mut stretches = Vec::with_capacity(groups.len());
            for numbers in groups {
                let [byte, line, column] = numbers.map(u32::from_le_bytes);
                stretches.push(Stretch { byte, line, column });
            }
            Some((Origin::Markup(stretches), rest))
        }
        (3, rest) => {
            let (groups, rest) = read_groups(rest)?;
            let mut pages = Vec::with_capacity(groups.len());
            for numbers in groups {
                let [byte, page] = numbers.map(u32::from_le_bytes);
                pages.push(PageStart { byte, page });
            }
            Some((Origin::Pages(pages), rest))
        }
        _ => None,
    }
}

/// A number as it is stored.
type Number = [u8; 4];

/// Reads the groups of N numbers behind their number. Returns the rest of the bytes with them.
fn read_groups<const N: usize>(bytes: &[u8]) -> Option<(&[[Number; N]], &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    let length = (u32::from_le_bytes(*count) as usize).checked_mul(N * size_of::<Number>())?;
    let (numbers, rest) = rest.split_at_checked(length)?;
    Some((numbers.as_chunks().0.as_chunks().0, rest))
}

fn fields(document: &Document) -> [Option<&str>; 8] {
    let meta = &document.meta;
    let optional = [&meta.title, &meta.author, &meta.date, &meta.url, &meta.category, &meta.source];
    let [title, author, date, url, category, source] = optional.map(Option::as_deref);
    [Some(&document.id), title, author, date, url, category, source, Some(&document.text)]
}

/// Decodes an encoded document.
///
/// # Errors
/// [`Error::Index`] if [`encode`] did not write the bytes.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<Document> {
    Ok(StoredDocument::read(bytes)?.document)
}

/// A document as it was stored, with the figures by which its sentences and places are found.
#[derive(Debug)]
pub(crate) struct StoredDocument {
    pub(crate) document: Document,
    /// The start of the first word of each sentence in the text, in bytes; an empty sentence has none of its own.
    pub(crate) starts: Vec<u32>,
    pub(crate) figures: PlaceFigures,
    /// The size of the bytes that it was read from.
    pub(super) size_bytes: usize,
}

impl StoredDocument {
    /// Reads the bytes that [`encode`] wrote, without copying the text.
    ///
    /// # Errors
    /// [`Error::Index`] if the bytes are something else.
    pub(crate) fn read(mut bytes: Vec<u8>) -> Result<StoredDocument> {
        let Parsed { id, text, text_end, layout, meta, origin, starts } =
            Parsed::of(&bytes).ok_or_else(unreadable)?;
        let (id, start) = (id.to_owned(), text_end - text.len());
        let size_bytes = bytes.len();
        bytes.truncate(text_end);
        bytes.drain(..start);
        let Ok(text) = String::from_utf8(bytes) else { return Err(unreadable()) };
        let document = Document { id, text, layout, meta, origin, ..Document::default() };
        Ok(StoredDocument { document, starts, figures: PlaceFigures::default(), size_bytes })
    }
}

fn unreadable() -> Error {
    Error::Index(ibid_index::Error::Payload("a stored document cannot be read".to_owned()))
}

/// The fields of an encoded document. The long ones are borrowed from the bytes.
struct Parsed<'b> {
    id: &'b str,
    text: &'b str,
    /// The end of the text in the bytes.
    text_end: usize,
    layout: Layout,
    meta: Metadata,
    origin: Origin,
    starts: Vec<u32>,
}

impl<'b> Parsed<'b> {
    /// Parses the bytes that [`encode`] wrote; returns `None` for anything else.
    fn of(bytes: &'b [u8]) -> Option<Parsed<'b>> {
        let (&[format, layout], mut rest) = bytes.split_first_chunk()?;
        let layout = match (format, layout) {
            (FORMAT, 0) => Layout::Wrapped,
            (FORMAT, 1) => Layout::Flowing,
            _ => return None,
        };
        let id = take_field(&mut rest)??;
        let meta = Metadata {
            title: take_field(&mut rest)?.map(str::to_owned),
            author: take_field(&mut rest)?.map(str::to_owned),
            date: take_field(&mut rest)?.map(str::to_owned),
            url: take_field(&mut rest)?.map(str::to_owned),
            category: take_field(&mut rest)?.map(str::to_owned),
            source: take_field(&mut rest)?.map(str::to_owned),
            ..Metadata::default()
        };
        let text = take_field(&mut rest)??;
        let text_end = bytes.len() - rest.len();
        let (origin, rest) = read_origin(rest)?;
        let (steps, rest) = postcard::take_from_bytes::<Vec<u32>>(rest).ok()?;
        let (mut starts, mut start) = (Vec::with_capacity(steps.len()), 0_u32);
        for step in steps {
            start = start.checked_add(step)?;
            starts.push(start);
        }
        rest.is_empty().then_some(Parsed { id, text, text_end, layout, meta, origin, starts })
    }
}

/// Takes a field from the front of the bytes: `Some(None)` if it is not set, `None` if there is none.
fn take_field<'b>(bytes: &mut &'b [u8]) -> Option<Option<&'b str>> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = u32::from_le_bytes(*length);
    if length == u32::MAX {
        *bytes = rest;
        return Some(None);
    }
    let (text, rest) = rest.split_at_checked(length as usize)?;
    *bytes = rest;
    Some(Some(std::str::from_utf8(text).ok()?))
}

/// Hashes all that [`encode`] writes but the id and the starts of sentences: equal for a document that has not changed.
pub(crate) fn stamp(document: &Document) -> u64 {
    let mut hash = Xxh3::new();
    for field in &fields(document)[1..] {
        let (length, text) = match field {
            Some(text) => (text.len() as u64, *text),
            None => (u64::MAX, ""),
        };
        hash.update(&length.to_le_bytes());
        hash.update(text.as_bytes());
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
            ..Document::default()
        }
    }

    #[test]
    fn comes_back_as_it_was() {
        let plain = Document { origin: Origin::File, ..document() };
        for document in [document(), plain, Document::default()] {
            for starts in [vec![], vec![0, 0, 7], vec![2, 300, 70_000]] {
                let bytes = encode(&document, starts.iter().copied());
                assert_eq!(StoredDocument::read(bytes.clone()).unwrap().starts, starts);
                assert_eq!(decode(bytes).unwrap(), document);
            }
        }
    }

    #[test]
    fn a_cut_or_foreign_payload_is_an_error() {
        let bytes = encode(&document(), [0, 7].into_iter());
        for length in 0..bytes.len() {
            assert!(decode(bytes[..length].to_vec()).is_err(), "{length}");
        }
        assert!(decode(vec![9; 40]).is_err());
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

//! XML parsing shared by all formats based on XML.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::formats::Fault;
use crate::formats::limits::Watch;

/// Returns an XML reader of a part, which accepts faulty nesting.
pub(crate) fn reader(part: &[u8]) -> Reader<&[u8]> {
    let mut reader = Reader::from_reader(part);
    // A wrong end tag does no harm to the text before it.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    reader.config_mut().allow_dangling_amp = true;
    reader
}

/// Returns the name of an element without its prefix.
pub(crate) fn name<'t>(tag: &'t BytesStart<'_>) -> &'t str {
    tag.local_name().into_inner()
}

/// Returns the value of an attribute, whatever its prefix.
pub(crate) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(
        quick_xml::escape::unescape(&found.value)
            .map_or_else(|_| found.value.to_string(), |value| value.into_owned()),
    )
}

/// Returns whether a property is on, which may be given without a value.
pub(crate) fn is_on(tag: &BytesStart<'_>) -> bool {
    !matches!(attribute(tag, "val").as_deref(), Some("0" | "false" | "off" | "none"))
}

/// Returns the character of an entity, `&reference;`. Empty for an entity that the file itself defines.
pub(crate) fn character(reference: &str) -> String {
    quick_xml::escape::unescape(&format!("&{reference};")).unwrap_or_default().into_owned()
}

/// Returns the elements inside `root` that hold text and no other elements, in order: the name without prefix, and the
/// text. For parts that list properties.
pub(crate) fn fields(part: &[u8], root: &str, watch: &Watch) -> Result<Vec<(String, String)>, Fault> {
    let mut fields = vec![];
    let (mut open, mut text, mut is_inside) = (String::new(), String::new(), false);
    let mut xml = reader(part);
    loop {
        watch.check()?;
        match xml.read_event().map_err(|error| Fault::Damaged(error.to_string()))? {
            Event::Eof => return Ok(fields),
            Event::Start(tag) if is_inside => {
                name(&tag).clone_into(&mut open);
                text.clear();
            }
            Event::Start(tag) => is_inside = name(&tag) == root,
            Event::End(tag) if is_inside && tag.local_name().as_ref() == root => return Ok(fields),
            Event::End(_) => {
                let (name, text) = (std::mem::take(&mut open), std::mem::take(&mut text));
                if !name.is_empty() && !text.trim().is_empty() {
                    fields.push((name, text.trim().to_owned()));
                }
            }
            Event::Text(more) if is_inside => text.push_str(&more),
            Event::GeneralRef(reference) if is_inside => text.push_str(&character(&reference)),
            _ => {}
        }
    }
}

/// Returns whether a part has an element of this name, whatever its prefix.
pub(crate) fn holds_element(part: &[u8], element: &str, watch: &Watch) -> Result<bool, Fault> {
    let mut xml = reader(part);
    loop {
        watch.check()?;
        match xml.read_event() {
            Ok(Event::Eof) | Err(_) => return Ok(false),
            Ok(Event::Start(tag) | Event::Empty(tag)) if name(&tag) == element => return Ok(true),
            Ok(_) => {}
        }
    }
}

/// Returns the number of elements of this name in a part, whatever their prefix. Stops where the part is damaged.
pub(crate) fn count_elements(part: &[u8], element: &str, watch: &Watch) -> Result<usize, Fault> {
    let (mut xml, mut count) = (reader(part), 0);
    loop {
        watch.check()?;
        match xml.read_event() {
            Ok(Event::Eof) | Err(_) => return Ok(count),
            Ok(Event::Start(tag) | Event::Empty(tag)) => count += usize::from(name(&tag) == element),
            Ok(_) => {}
        }
    }
}

/// Decodes a part in UTF-8, or in UTF-16 with a byte order mark. `None` for another encoding.
pub(crate) fn decode(part: &[u8]) -> Option<Cow<'_, str>> {
    let units = |unit: fn([u8; 2]) -> u16| -> Vec<u16> {
        part.chunks_exact(2).skip(1).filter_map(|two| two.try_into().ok()).map(unit).collect()
    };
    match part {
        [0xFF, 0xFE, ..] => Some(String::from_utf16_lossy(&units(u16::from_le_bytes)).into()),
        [0xFE, 0xFF, ..] => Some(String::from_utf16_lossy(&units(u16::from_be_bytes)).into()),
        _ => std::str::from_utf8(part.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(part)).ok().map(Cow::Borrowed),
    }
}

//! What reading the parts of an office file shares.

use quick_xml::Reader;
use quick_xml::events::BytesStart;

/// A reader of a part.
pub(super) fn reader(part: &[u8]) -> Reader<&[u8]> {
    let mut reader = Reader::from_reader(part);
    // A wrong end tag is as good as a right one for the text between.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    reader
}

/// The name of an element without its prefix.
pub(super) fn name<'t>(tag: &'t BytesStart<'_>) -> &'t str {
    tag.local_name().into_inner()
}

/// The value of an attribute, whatever its prefix.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(
        quick_xml::escape::unescape(&found.value)
            .map_or_else(|_| found.value.to_string(), |value| value.into_owned()),
    )
}

/// Whether a property that needs no value is on.
pub(super) fn is_on(tag: &BytesStart<'_>) -> bool {
    !matches!(attribute(tag, "val").as_deref(), Some("0" | "false" | "off" | "none"))
}

/// The character that `&reference;` stands for; nothing for what the file defines itself.
pub(super) fn character(reference: &str) -> String {
    quick_xml::escape::unescape(&format!("&{reference};")).unwrap_or_default().into_owned()
}

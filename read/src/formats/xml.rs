//! XML parsing shared by all formats based on XML.

use std::borrow::Cow;
use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::events::{BytesEnd, BytesStart, Event};

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

/// A piece of a part.
pub(crate) enum Node<'p> {
    /// The start of an element. An element without content has an end, too.
    Start(BytesStart<'p>),
    End(BytesEnd<'p>),
    /// A text, or the character that a reference stands for.
    Text(Cow<'p, str>),
}

/// The pieces of a part, in order.
pub(crate) struct Nodes<'p> {
    xml: Reader<&'p [u8]>,
    damage: Damage<'p>,
    watch: &'p Watch,
    /// The number of open elements.
    depth: u32,
}

/// The effect of a damaged place in a part.
#[derive(Clone, Copy)]
enum Damage<'p> {
    Fault,
    /// A fault that names the part.
    FaultOf(&'p str),
    End,
}

impl<'p> Nodes<'p> {
    /// Returns the pieces of a whole file, or of a part whose name does not matter.
    pub(crate) fn of(part: &'p [u8], watch: &'p Watch) -> Nodes<'p> {
        let mut xml = reader(part);
        xml.config_mut().expand_empty_elements = true;
        Nodes { xml, damage: Damage::Fault, watch, depth: 0 }
    }

    /// Returns the pieces of a part with this name.
    pub(crate) fn of_part(part: &'p [u8], name: &'p str, watch: &'p Watch) -> Nodes<'p> {
        Nodes { damage: Damage::FaultOf(name), ..Nodes::of(part, watch) }
    }

    /// Returns the pieces of a part that may be damaged, as far as it is whole.
    pub(crate) fn up_to_damage(part: &'p [u8], watch: &'p Watch) -> Nodes<'p> {
        Nodes { damage: Damage::End, ..Nodes::of(part, watch) }
    }

    /// Returns the next piece. `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Node<'p>>, Fault> {
        loop {
            self.watch.check()?;
            let event = match (self.xml.read_event(), self.damage) {
                (Ok(event), _) => event,
                (Err(error), Damage::Fault) => return Err(Fault::Damaged(error.to_string())),
                (Err(error), Damage::FaultOf(name)) => {
                    return Err(Fault::Damaged(format!("{name}: {error}")));
                }
                (Err(_), Damage::End) => return Ok(None),
            };
            return Ok(Some(match event {
                Event::Eof => return Ok(None),
                Event::Start(tag) => {
                    self.depth += 1;
                    // Pages that may be damaged leave elements such as `br` open.
                    if !matches!(self.damage, Damage::End) {
                        self.watch.depth(self.depth)?;
                    }
                    Node::Start(tag)
                }
                Event::End(tag) => {
                    self.depth = self.depth.saturating_sub(1);
                    Node::End(tag)
                }
                Event::Text(text) => Node::Text(text.into_inner()),
                Event::CData(text) => Node::Text(text.into_inner()),
                Event::GeneralRef(reference) => Node::Text(character(&reference).into()),
                _ => continue,
            }));
        }
    }

    /// Skips the content and the end of the element that just started.
    pub(crate) fn skip(&mut self) -> Result<(), Fault> {
        let around = self.depth.saturating_sub(1);
        while self.depth > around && self.next()?.is_some() {}
        Ok(())
    }

    /// Returns the next start of an element. `None` at the end.
    pub(crate) fn next_start(&mut self) -> Result<Option<BytesStart<'p>>, Fault> {
        while let Some(node) = self.next()? {
            if let Node::Start(tag) = node {
                return Ok(Some(tag));
            }
        }
        Ok(None)
    }
}

/// Returns the name of an element without its prefix.
pub(crate) fn name<'t>(tag: &'t BytesStart<'_>) -> &'t str {
    tag.local_name().into_inner()
}

/// Returns the value of an attribute, whatever its prefix.
pub(crate) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(unescaped(&found.value))
}

/// Returns a text with the characters that its references stand for, or the text itself if one of them is unknown.
pub(crate) fn unescaped(text: &str) -> String {
    match quick_xml::escape::unescape(text) {
        Ok(text) => text.into_owned(),
        Err(_) => text.to_owned(),
    }
}

/// Returns the value of an attribute that is a number.
pub(crate) fn number<N: FromStr>(tag: &BytesStart<'_>, name: &str) -> Option<N> {
    attribute(tag, name)?.parse().ok()
}

/// Returns the value of an attribute that is a hexadecimal number.
pub(crate) fn hex(tag: &BytesStart<'_>, name: &str) -> Option<u32> {
    u32::from_str_radix(&attribute(tag, name)?, 16).ok()
}

/// Returns whether an attribute is present and true.
pub(crate) fn is_true(tag: &BytesStart<'_>, name: &str) -> bool {
    matches!(attribute(tag, name).as_deref(), Some("1" | "true"))
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
    let mut nodes = Nodes::of(part, watch);
    while let Some(node) = nodes.next()? {
        match node {
            Node::Start(tag) if is_inside => {
                name(&tag).clone_into(&mut open);
                text.clear();
            }
            Node::Start(tag) => is_inside = name(&tag) == root,
            Node::End(tag) if is_inside && tag.local_name().as_ref() == root => break,
            Node::End(_) => {
                let (name, text) = (std::mem::take(&mut open), std::mem::take(&mut text));
                if !name.is_empty() && !text.trim().is_empty() {
                    fields.push((name, text.trim().to_owned()));
                }
            }
            Node::Text(more) if is_inside => text.push_str(&more),
            Node::Text(_) => {}
        }
    }
    Ok(fields)
}

/// Returns the number of elements of this name in a part, whatever their prefix. Stops where the part is damaged.
pub(crate) fn count_elements(part: &[u8], element: &str, watch: &Watch) -> Result<usize, Fault> {
    let (mut nodes, mut count) = (Nodes::up_to_damage(part, watch), 0);
    while let Some(tag) = nodes.next_start()? {
        count += usize::from(name(&tag) == element);
    }
    Ok(count)
}

/// Decodes a part in UTF-8, or in UTF-16 with a byte order mark. `name` is the name of the part in the fault.
pub(crate) fn decode<'p>(part: &'p [u8], name: &str) -> Result<Cow<'p, str>, Fault> {
    match part {
        [0xFF, 0xFE, units @ ..] => Ok(utf16(units, u16::from_le_bytes).into()),
        [0xFE, 0xFF, units @ ..] => Ok(utf16(units, u16::from_be_bytes).into()),
        _ => match std::str::from_utf8(part.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(part)) {
            Ok(text) => Ok(text.into()),
            Err(_) => Err(Fault::Damaged(format!("{name} is not UTF-8"))),
        },
    }
}

/// Decodes UTF-16, of which `unit` gives the order of the bytes.
pub(crate) fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    String::from_utf16_lossy(&units)
}

//! Word documents: the parts of the package -> blocks in the order of the text.
//!
//! Tracked changes are accepted, fields show their results, tables of contents are left out, footnotes and endnotes stand
//! behind the paragraph that refers to them. Pages are not known: a Word document gets them when it is printed.

mod body;
mod styles;
mod xml;

use quick_xml::events::Event;

use self::body::{Body, Notes};
use self::styles::Styles;
use self::xml::{name, reader};
use crate::draft::Draft;
use crate::limits::Watch;
use crate::package::Package;
use crate::{Fault, Format, Metadata, Paper};

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Paper, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let Some(document) = package.part("word/document.xml")? else {
        let instead = "save it as PDF, or its text as DOCX";
        return Err(Fault::Unsupported { what: "an office file without a Word document", instead });
    };
    let styles = match package.part("word/styles.xml")? {
        Some(part) => Styles::read(&part, watch)?,
        None => Styles::default(),
    };
    let mut notes = Notes::default();
    for part in ["footnotes", "endnotes"] {
        if let Some(part) = package.part(&format!("word/{part}.xml"))? {
            body::read_notes(&part, &styles, watch, &mut notes)?;
        }
    }
    let metadata = match package.part("docProps/core.xml")? {
        Some(part) => metadata(&part)?,
        None => Metadata::default(),
    };
    let mut draft = Draft::new();
    Body::new(&styles, &notes, watch).read(&document, &mut draft)?;
    Ok(draft.finish(Format::Docx, metadata))
}

fn metadata(part: &[u8]) -> Result<Metadata, Fault> {
    let mut metadata = Metadata::default();
    let mut open = String::new();
    let mut xml = reader(part);
    loop {
        let text = match xml.read_event().map_err(|error| Fault::Damaged(format!("core.xml: {error}")))? {
            Event::Eof => break,
            Event::Start(tag) => {
                name(&tag).clone_into(&mut open);
                continue;
            }
            Event::End(_) => {
                open.clear();
                continue;
            }
            Event::Text(text) => text.to_string(),
            Event::GeneralRef(reference) => xml::character(&reference),
            _ => continue,
        };
        let field = match open.as_str() {
            "title" => &mut metadata.title,
            "creator" => &mut metadata.author,
            "created" => &mut metadata.date,
            _ => continue,
        };
        field.get_or_insert_default().push_str(&text);
    }
    for field in [&mut metadata.title, &mut metadata.author, &mut metadata.date] {
        *field = field.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    }
    Ok(metadata)
}

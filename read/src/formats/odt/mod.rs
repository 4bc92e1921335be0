//! Reads OpenDocument texts: blocks in the order of the text, from the parts of the package or a single file of XML.
//!
//! Tracked changes are accepted and fields show their last results. Entries of tables of contents and lists of figures
//! and tables are left out if another block has their text. Footnotes and endnotes follow the paragraph that refers to
//! them. There are no pages.

mod body;
mod styles;

use quick_xml::events::BytesStart;

use self::body::Body;
use self::styles::Styles;
use crate::formats::Fault;
use crate::formats::compound::holds;
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::story::Story;
use crate::formats::xml::{count_elements, fields, number};
use ibid::{Document, Metadata};

/// The most repetitions of a cell that is text. A cell with more is background.
const REPEATED: usize = 100;

/// The first bytes in which a file of plain XML begins.
const FLAT_WITHIN: usize = 1024;
/// The first bytes in which it names its type, behind its many namespaces.
const NAMESPACES_WITHIN: usize = 8 << 10;

/// OpenDocument text, as LibreOffice writes it, packed or as one file of XML.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "ODT",
    marks: &[
        Mark::Content(is_flat_text),
        Mark::Package(Pass::Type, "application/vnd.oasis.opendocument.text"),
        Mark::Package(Pass::Beginning, "content.xml"),
    ],
    read,
    has_properties: true,
};

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    if !bytes.starts_with(b"PK") {
        return read_parts(None, bytes, bytes, watch);
    }
    let mut package = Package::open(bytes, watch)?;
    let content = content(&mut package, watch)?;
    let (styles, meta) = (package.part("styles.xml")?, package.part("meta.xml")?);
    read_parts(styles.as_deref(), &content, &meta.unwrap_or_default(), watch)
}

/// Returns whether a file is an OpenDocument text of plain XML.
fn is_flat_text(bytes: &[u8]) -> bool {
    is_flat(bytes) && !is_flat_sheet(bytes)
}

/// Returns whether a file is an OpenDocument spreadsheet of plain XML.
pub(crate) fn is_flat_sheet(bytes: &[u8]) -> bool {
    let head = bytes.get(..NAMESPACES_WITHIN).unwrap_or(bytes);
    is_flat(bytes) && holds(head, b"application/vnd.oasis.opendocument.spreadsheet")
}

fn is_flat(bytes: &[u8]) -> bool {
    let head = bytes.get(..FLAT_WITHIN).unwrap_or(bytes);
    holds(head, b"<office:document") && !holds(head, b"<office:document-")
}

/// Returns the part with the content of an OpenDocument file. Fails if it is encrypted.
pub(crate) fn content(package: &mut Package<'_>, watch: &Watch) -> Result<Vec<u8>, Fault> {
    let manifest = package.part("META-INF/manifest.xml")?.unwrap_or_default();
    if count_elements(&manifest, "encryption-data", watch)? > 0 {
        return Err(Fault::Encrypted);
    }
    package.part("content.xml")?.ok_or_else(|| Fault::Damaged("content.xml is missing".to_owned()))
}

/// Returns the number of equal cells that an element stands for. A cell that is repeated too often is background and
/// stands for one.
pub(crate) fn repetitions(tag: &BytesStart<'_>) -> usize {
    let count = number(tag, "number-columns-repeated").unwrap_or(1);
    if count <= REPEATED { count } else { 1 }
}

fn read_parts(
    shared_styles: Option<&[u8]>,
    content: &[u8],
    meta: &[u8],
    watch: &Watch,
) -> Result<Document, Fault> {
    let mut styles = Styles::default();
    for part in shared_styles.into_iter().chain([content]) {
        styles.read(part, watch)?;
    }
    let mut story = Story::new(watch);
    if !Body::new(&styles, watch, &mut story).read(content)? {
        let instead = "save it as PDF";
        return Err(Fault::Unsupported { what: "an OpenDocument file without a text", instead });
    }
    Ok(story.finish(metadata(meta, watch)?))
}

pub(crate) fn metadata(part: &[u8], watch: &Watch) -> Result<Metadata, Fault> {
    let mut metadata = Metadata::default();
    for (name, text) in fields(part, "meta", watch)? {
        match name.as_str() {
            "title" => metadata.title = Some(text),
            "initial-creator" => metadata.author = Some(text),
            "creator" => metadata.author = metadata.author.or(Some(text)),
            "creation-date" => metadata.date = Some(text),
            "date" => metadata.date = metadata.date.or(Some(text)),
            _ => {}
        }
    }
    Ok(metadata)
}

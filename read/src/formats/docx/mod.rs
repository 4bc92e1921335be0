//! Reads Word documents: blocks in the order of the text, from the parts of the package.
//!
//! Tracked changes are accepted and fields show their results. Entries of tables of contents that repeat a heading are
//! left out. Footnotes and endnotes follow the paragraph that refers to them. Charts, diagrams and embedded documents
//! stand where the document shows them. There are no pages: a Word document gets pages only when it is printed.

mod looks;
mod styles;
mod scopes;
mod embedded;
mod body;

use self::body::{Body, Context};
use self::embedded::Embedded;
use self::styles::{Styles, read_settings};
use crate::formats::Fault;
use crate::formats::colors::{Color, Ground};
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::properties::properties;
use crate::formats::relations::{Relation, path_of, relations};
use crate::formats::story::Story;
use crate::formats::theme::{Theme, background};
use crate::formats::xml::count_elements;
use ibid::Document;
use ibid::structure::NotReadKind;

/// The main part, if the package does not name it.
const MAIN: &str = "word/document.xml";
/// The most characters of a paragraph in a page head or foot that only names the page. A longer one is running text.
const LONG_HEAD: usize = 200;

/// Word since 2007, and other programs that write its format.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "DOCX",
    marks: &[
        Mark::Package(Pass::Part, "word/document.xml"),
        Mark::Package(Pass::AnyPart, "[Content_Types].xml"),
        Mark::Package(Pass::Beginning, "word/"),
    ],
    read,
    has_properties: true,
};

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    read_package(bytes, watch, embedded::read)
}

/// Reads a document inside another one, without its own embedded parts.
fn read_inner(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    read_package(bytes, watch, |_, _, _| Ok(Embedded::new()))
}

fn read_package(
    bytes: &[u8],
    watch: &Watch,
    embed: fn(&mut Package<'_>, &[Relation], &Watch) -> Result<Embedded, Fault>,
) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let root = relations(&mut package, "", watch)?;
    let main = path_of(&root, "officeDocument").unwrap_or(MAIN);
    let Some(document) = package.part(main)? else {
        let instead = "save it as PDF, or its text as DOCX";
        return Err(Fault::Unsupported { what: "an office file without a Word document", instead });
    };
    let related = relations(&mut package, main, watch)?;
    let theme = part(&mut package, &related, "theme")?.unwrap_or_default();
    let mut theme = Theme::read(&theme, watch)?;
    let shows_page = match part(&mut package, &related, "settings")? {
        Some(part) => read_settings(&part, &mut theme, watch)?,
        None => true,
    };
    let styles = part(&mut package, &related, "styles")?.unwrap_or_default();
    let styles = Styles::read(&styles, &theme, watch)?;
    let embedded = embed(&mut package, &related, watch)?;
    let page = if shows_page { background(&document, &theme, watch)? } else { None };
    let page = Ground::Plain(page.unwrap_or(Color::WHITE));
    let context = Context { styles: &styles, theme: &theme, embedded: &embedded, page };
    let mut story = Story::new(watch);
    for role in ["footnotes", "endnotes"] {
        let part = part(&mut package, &related, role)?.unwrap_or_default();
        Body::new(&context, watch, &mut story).read(&part)?;
    }
    Body::new(&context, watch, &mut story).read(&document)?;
    let mut unread = 0;
    for relation in &related {
        match relation.role.as_str() {
            "header" | "footer" => {
                if let Some(part) = package.part(&relation.path)? {
                    read_head(&context, &part, &mut story, watch)?;
                }
            }
            "aFChunk" | "oleObject" | "package" if !embedded.contains_key(&relation.id) => unread += 1,
            _ => {}
        }
    }
    story.not_read(NotReadKind::EmbeddedParts, unread);
    let comments = part(&mut package, &related, "comments")?.unwrap_or_default();
    story.not_read(NotReadKind::Annotations, count_elements(&comments, "comment", watch)?);
    Ok(story.finish(properties(&mut package, watch)?))
}

/// Returns a part by its role, or by the name that most programs give it.
fn part(package: &mut Package<'_>, related: &[Relation], role: &str) -> Result<Option<Vec<u8>>, Fault> {
    match path_of(related, role) {
        Some(path) => package.part(path),
        None => package.part(&format!("word/{role}.xml")),
    }
}

/// Writes a page head or foot, if it has running or hidden text.
fn read_head<'w>(
    context: &Context<'_>,
    part: &[u8],
    story: &mut Story<'w>,
    watch: &'w Watch,
) -> Result<(), Fault> {
    let mut head = Story::new(watch);
    Body::new(context, watch, &mut head).read(part)?;
    let paper = head.finish(ibid::Metadata::default());
    let mut blocks = paper.structure.blocks.iter();
    let is_long = blocks.any(|block| block.text(&paper.text).chars().count() > LONG_HEAD);
    if is_long || !paper.structure.hidden.is_empty() { embedded::write(&paper, story) } else { Ok(()) }
}

//! Reads books in EPUB 2 and 3: blocks in the order of the text, from the chapters in the order of the spine.
//!
//! The cover and the navigation are left out. Pages that the spine leaves out, and text in style sheets, are counted as
//! not read. Notes follow the paragraph that refers to them, wherever the book has them. The container is read by our
//! own code: unpacked bytes must be counted, and little more than two lists is needed.

mod book;
mod chapter;
mod css;

use self::book::Book;
use self::chapter::{Chapter, without_tags};
use self::css::Sheets;
use crate::formats::Fault;
use crate::formats::format::{Mark, PaperFormat, Pass};
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::story::Story;
use crate::formats::xml::decode;
use ibid::Document;
use ibid::structure::NotReadKind;

/// The fewest unread words that count.
const LEAST_WORDS: usize = 20;

/// Electronic Publication, versions 2 and 3.
pub(crate) static FORMAT: PaperFormat = PaperFormat {
    name: "EPUB",
    marks: &[
        Mark::Package(Pass::Type, "application/epub+zip"),
        Mark::Package(Pass::AnyPart, "META-INF/container.xml"),
    ],
    read,
    has_properties: false,
};

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let book = Book::read(&mut package, watch)?;
    let mut story = Story::with_late_notes(watch);
    let mut sheets = Sheets::default();
    let mut words_of_sheets = 0;
    for path in &book.chapters {
        let Some(part) = package.part(path)? else { continue };
        let text = decode(&part, path)?;
        let rules = sheets.of_chapter(path, &text, &mut package, watch)?;
        words_of_sheets = words_of_sheets.max(rules.styles().words_of_contents());
        Chapter::new(path, rules, watch, &mut story).read(&text)?;
    }
    story.not_read(NotReadKind::TextShapes, usize::from(words_of_sheets >= LEAST_WORDS));
    for path in &book.beside {
        let part = package.part(path)?.unwrap_or_default();
        let words = without_tags(&String::from_utf8_lossy(&part)).split_whitespace().count();
        story.not_read(NotReadKind::EmbeddedParts, usize::from(words >= LEAST_WORDS));
    }
    Ok(story.finish(book.metadata))
}

/// Reads a page of HTML inside a document of another format.
pub(crate) fn read_page(text: &str, watch: &Watch) -> Result<Document, Fault> {
    let mut story = Story::with_late_notes(watch);
    Chapter::new("page.html", css::of_page(text, watch)?, watch, &mut story).read(text)?;
    Ok(story.finish(ibid::Metadata::default()))
}

//! Books in EPUB 2 and 3: the chapters in the order of the spine -> blocks in the order of the text.
//!
//! The cover and the navigation are left out; notes stand behind the paragraph that refers to them, wherever the book has
//! them. The container is read by hand: what is unpacked must be counted, and little more than two lists is needed.

mod book;
mod chapter;
mod css;

use self::book::Book;
use self::chapter::Chapter;
use self::css::Sheets;
use crate::limits::Watch;
use crate::package::Package;
use crate::story::Story;
use crate::xml::decode;
use crate::{Fault, Format, Paper};

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Paper, Fault> {
    let mut package = Package::open(bytes, watch)?;
    let book = Book::read(&mut package, watch)?;
    let mut story = Story::with_late_notes(watch);
    let mut sheets = Sheets::default();
    for path in &book.chapters {
        let Some(part) = package.part(path)? else { continue };
        let text = decode(&part).ok_or_else(|| Fault::Damaged(format!("{path} is not UTF-8")))?;
        let rules = sheets.of_chapter(path, &text, &mut package, watch)?;
        Chapter::new(path, rules, watch, &mut story).read(&text)?;
    }
    Ok(story.finish(Format::Epub, book.metadata))
}

/// Reads a page of HTML that stands in a document of another format.
pub(crate) fn read_page(text: &str, watch: &Watch) -> Result<Paper, Fault> {
    let mut story = Story::with_late_notes(watch);
    Chapter::new("page.html", ibid_css::Styles::default(), watch, &mut story).read(text)?;
    Ok(story.finish(Format::Epub, crate::Metadata::default()))
}

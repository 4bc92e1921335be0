//! The elements of HTML, by the effect that they have on the text in them and around them.

use crate::prose::Gap;
#[cfg(any(feature = "html", feature = "papers"))]
use ibid::structure::BlockKind;

/// Elements whose content is no text, in web pages and in books. A title is metadata, and ruby text a pronunciation.
const SILENT: &[&str] =
    &["script", "style", "template", "head", "title", "desc", "metadata", "defs", "rt", "rp"];
/// Elements whose content is no text of a web page.
const SILENT_IN_PAGES: &[&str] = &["noscript", "math", "iframe", "object", "select"];
/// Elements whose content is no text of a book: navigation, alternative content and the source of formulas.
#[cfg(feature = "papers")]
const SILENT_IN_BOOKS: &[&str] = &["nav", "audio", "video", "case", "annotation", "annotation-xml"];
/// Elements that end a line before and after.
const LINES: &[&str] =
    &["br", "li", "tr", "dt", "dd", "option", "summary", "figcaption", "caption", "legend"];
/// Elements that are blocks in a book. In a web page, every element that is not named here is one.
#[cfg(feature = "papers")]
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "address", "article", "aside", "blockquote", "body", "center", "details", "dialog", "div", "dl",
    "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "main",
    "menu", "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "ul",
];
/// Elements that stay within a line.
const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "i", "img", "ins", "kbd", "label", "mark", "q", "ruby", "rb", "rt", "rp", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "time", "tspan", "tt", "u", "var", "wbr",
];
/// Elements that never have content.
#[cfg(feature = "papers")]
const VOID: &[&str] = &["br", "hr", "img", "meta", "link", "input", "col", "wbr", "area", "base", "source"];

/// Returns the gap between the content of an element of a web page and the text around it.
pub(super) fn gap_around(name: &str) -> Gap {
    match name {
        "td" | "th" => Gap::Tab,
        _ if INLINE.contains(&name) => Gap::None,
        _ if LINES.contains(&name) => Gap::Line,
        _ => Gap::Paragraph,
    }
}

/// Returns whether an element of a web page has no text to show.
pub(super) fn is_silent(name: &str) -> bool {
    SILENT.contains(&name) || SILENT_IN_PAGES.contains(&name)
}

/// Returns whether the content of an element is no text of a book.
#[cfg(feature = "papers")]
pub(super) fn is_silent_in_books(name: &str) -> bool {
    SILENT.contains(&name) || SILENT_IN_BOOKS.contains(&name)
}

/// Returns whether an element of a book ends the block before it.
#[cfg(feature = "papers")]
pub(super) fn is_block(name: &str) -> bool {
    matches!(name, "td" | "th") || LINES.contains(&name) || BLOCKS.contains(&name)
}

/// Returns whether an element never has content.
#[cfg(feature = "papers")]
pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// Returns whether an element preserves white space.
pub(super) fn is_preformatted(name: &str) -> bool {
    matches!(name, "pre" | "textarea" | "listing" | "xmp")
}

/// Returns the kind of an element, if it is more than a paragraph.
#[cfg(any(feature = "html", feature = "papers"))]
pub(super) fn block_kind(name: &str) -> Option<BlockKind> {
    Some(match name {
        "h1" => BlockKind::Heading(1),
        "h2" => BlockKind::Heading(2),
        "h3" => BlockKind::Heading(3),
        "h4" => BlockKind::Heading(4),
        "h5" => BlockKind::Heading(5),
        "h6" => BlockKind::Heading(6),
        "blockquote" => BlockKind::Quote,
        "pre" | "listing" | "xmp" => BlockKind::Code,
        "table" => BlockKind::Table,
        "caption" | "figcaption" => BlockKind::Caption,
        _ => return None,
    })
}

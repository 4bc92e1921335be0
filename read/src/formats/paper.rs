//! The one form that all formats are read into.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::formats::Format;

/// A paper as it was read. All ranges and places are bytes of `text`, half open, on character boundaries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// The format of the file, by its content.
    pub format: Format,
    /// All blocks in reading order, separated by an empty line. Inside a block a line ends only where its author ended
    /// it (verse, code, the rows of a table), and no line is empty. Running heads, running feet and page numbers are
    /// left out.
    pub text: String,
    /// The blocks of the text, in order. None is empty, none overlaps another, and only the empty lines are in none.
    pub blocks: Vec<Block>,
    /// The start of each page, in order. Empty if the format has no pages. A sentence that a page break cuts is joined,
    /// so a page may begin inside a block. A footnote follows the block that refers to it, so a page that begins in a
    /// block with footnotes begins before these footnotes.
    pub pages: Vec<Page>,
    /// The text that a reader of the paper does not see. None of it is in `text`.
    pub hidden: Vec<Hidden>,
    /// Parts of the file whose text, if any, is missing from `text`. In the order of the kinds, each kind at most once.
    pub not_read: Vec<NotRead>,
    /// The number of characters that a reader may see as others, because their letters look unlike what the file says
    /// they are.
    pub doubtful_chars: u32,
    /// The metadata that the file gives of itself.
    pub metadata: Metadata,
}

/// A block of the text, such as a heading or a paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The kind of the block.
    pub kind: Kind,
    /// The range of the block in the text.
    pub range: Range<usize>,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Kind {
    /// A heading with its level: 1 for a title or a chapter, 2 and more below it.
    Heading(u8),
    /// A paragraph of running text, or an item of a list.
    Paragraph,
    /// A quotation set as a block of its own.
    Quote,
    /// A footnote or endnote, with its mark.
    Footnote,
    /// One entry of the list of references.
    Reference,
    /// A table, one row per line. Cells are separated by a tab where the file tells them apart.
    Table,
    /// The caption of a figure or of a table.
    Caption,
    /// Code, or another text whose lines are to be kept.
    Code,
}

/// The start of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// The number of the page in the file, from 1. The number printed on the page may differ.
    pub number: u32,
    /// The place where the text of the page begins. A page without text begins where the next one does.
    pub at: usize,
}

/// A text that a reader of the paper does not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// The reason why it is not seen.
    pub why: Why,
    /// The hidden text.
    pub text: String,
    /// The page of the text, from 1, if the format has pages.
    pub page: Option<u32>,
    /// The place in the text before which it stands.
    pub at: usize,
}

/// The reason why a text is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Why {
    /// Its color is that of the ground behind it, or it has none.
    Color,
    /// It is too small to be read.
    Tiny,
    /// It is off the page.
    OffPage,
    /// It is in the file, but marked as not painted or not shown.
    NotShown,
    /// Something is painted over it.
    Covered,
}

/// Parts of one kind that were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotRead {
    /// The kind of the parts.
    pub kind: NotReadKind,
    /// The number of the parts, at least one.
    pub count: u32,
}

/// A kind of parts that were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NotReadKind {
    /// Pages on which something is painted, but no visible text.
    PagesWithoutText,
    /// Pictures that fill most of a page, or of a document.
    Pictures,
    /// Files attached inside the file.
    Attachments,
    /// Shapes that contain text or draw it.
    TextShapes,
    /// Documents, charts and other parts that are embedded or included.
    EmbeddedParts,
    /// Notes and form fields on top of the pages.
    Annotations,
}

/// The metadata that a file gives of itself. None of it was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The title.
    pub title: Option<String>,
    /// The author or authors, as one text.
    pub author: Option<String>,
    /// The date of creation, as the file writes it.
    pub date: Option<String>,
    /// The program that made it.
    pub program: Option<String>,
}

impl Paper {
    /// Returns the page of a place in the text, from 1. `None` if the format has no pages.
    pub fn page_of(&self, at: usize) -> Option<u32> {
        let after = self.pages.partition_point(|page| page.at <= at);
        self.pages.get(after.checked_sub(1)?).map(|page| page.number)
    }
}

//! The one form that all formats are given.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::Format;

/// A paper that was read. All ranges and places are bytes of `text`, half open, on character boundaries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    /// What the file is, by its content.
    pub format: Format,
    /// All blocks in the order they are read, divided by an empty line. Inside a block a line ends only where its author
    /// ended it (verse, code, the rows of a table), and no line is empty. What only a page needs (its head, its foot, its
    /// number) is not in it.
    pub text: String,
    /// What the text is made of. In order, none empty, none over another; only the empty lines are in none.
    pub blocks: Vec<Block>,
    /// Where each page begins, in order. Empty when the format knows no pages. A sentence that the end of a page cuts is
    /// joined, so a page may begin inside a block; a footnote stands behind the block that it belongs to, so a page that
    /// begins in a block with footnotes begins before them.
    pub pages: Vec<Page>,
    /// What a reader of the paper does not see. None of it is in the text.
    pub hidden: Vec<Hidden>,
    /// Parts of the file whose text, if they have any, is not in the text. In the order of the kinds, none twice.
    pub not_read: Vec<NotRead>,
    /// The number of characters that a reader may see as others: their letters look unlike what the file says they are.
    pub doubtful_chars: u32,
    /// What the file says of itself.
    pub metadata: Metadata,
}

/// A part of the text that belongs together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// Where it stands in the text.
    pub range: Range<usize>,
}

/// What a block is.
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
    /// A table, one row a line, its cells divided by a tab where the file tells them apart.
    Table,
    /// The caption of a figure or of a table.
    Caption,
    /// Code, or another text whose lines are to be kept.
    Code,
}

/// Where a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Its number in the file, from 1. Not the number that is printed on it.
    pub number: u32,
    /// Where its text begins. A page without text begins where the next one does.
    pub at: usize,
}

/// A text that a reader of the paper does not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// What hides it.
    pub why: Why,
    /// The text.
    pub text: String,
    /// The page it is on, from 1, when the format knows pages.
    pub page: Option<u32>,
    /// Before which place in the text it stands.
    pub at: usize,
}

/// What hides a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Why {
    /// It has the color of what it stands on, or none.
    Color,
    /// It is too small to be read.
    Tiny,
    /// It is off the page.
    OffPage,
    /// It is there, but told not to be painted or shown.
    NotShown,
    /// Something is painted over it.
    Covered,
}

/// Parts of one kind that were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotRead {
    /// What they are.
    pub kind: NotReadKind,
    /// How many there are, at least one.
    pub count: u32,
}

/// A kind of parts that were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NotReadKind {
    /// Pages on which something is painted, but no text that is seen.
    PagesWithoutText,
    /// Pictures that fill most of a page, or of a document.
    Pictures,
    /// Files inside of the file.
    Attachments,
    /// Shapes that hold a text or draw it.
    TextShapes,
    /// Documents, charts and other parts that are embedded or included.
    EmbeddedParts,
    /// Notes and form fields on top of the pages.
    Annotations,
}

/// What a file says of itself. None of it was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The title.
    pub title: Option<String>,
    /// The author or authors.
    pub author: Option<String>,
    /// When it was made, as the file says it.
    pub date: Option<String>,
    /// The program that made it.
    pub program: Option<String>,
}

impl Paper {
    /// The page on which a place in the text stands, from 1; nothing when the format knows no pages.
    pub fn page_of(&self, at: usize) -> Option<u32> {
        let after = self.pages.partition_point(|page| page.at <= at);
        self.pages.get(after.checked_sub(1)?).map(|page| page.number)
    }
}

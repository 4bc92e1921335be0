//! The structure of a text: its headings, quotations, notes, references and the like, and what its file hides.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The structure of a document, beside its text. Empty if the reader found none. Not stored in an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// The blocks of the text in their order, without overlaps.
    pub blocks: Vec<Block>,
    /// The marks of notes, which a reader of the file sees as raised numbers and which are no text of the document: the
    /// byte of the text before which each stands, and the first byte of the block that is its note. In order.
    pub note_marks: Vec<[u32; 2]>,
    /// The texts that the file hides from its reader, and that were therefore kept out of the text.
    pub hidden: Vec<Hidden>,
    /// The number of parts of the file that were not read, by kind.
    pub not_read: BTreeMap<NotReadKind, u32>,
    /// The number of characters that may look different to a reader of the file.
    pub doubtful_chars: u32,
}

impl Structure {
    /// Returns the number of hidden characters, without white space.
    pub fn hidden_chars(&self) -> u32 {
        let visible = |hidden: &Hidden| hidden.text.chars().filter(|c| !c.is_whitespace()).count();
        u32::try_from(self.hidden.iter().map(visible).sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// Counts parts of a kind that were not read. A count of zero adds nothing.
    pub fn add_not_read(&mut self, kind: NotReadKind, count: u32) {
        if count > 0 {
            let parts = self.not_read.entry(kind).or_default();
            *parts = parts.saturating_add(count);
        }
    }
}

/// A kind of parts that were not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NotReadKind {
    /// Pages that are painted on but show no text.
    PagesWithoutText,
    /// Pictures that fill most of a page, or of a document.
    Pictures,
    /// Files inside the file.
    Attachments,
    /// Shapes that hold a text or draw it.
    TextShapes,
    /// Documents, charts and other parts that are embedded or included.
    EmbeddedParts,
    /// Notes and form fields on top of the pages.
    Annotations,
}

/// A part of a text with one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Its role.
    pub kind: BlockKind,
    /// Its first byte in the text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
}

impl Block {
    /// Returns the block's part of the text.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The role of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum BlockKind {
    /// A heading with its level: 1 for a title or a chapter.
    Heading(u8),
    /// A paragraph, or an item of a list.
    Paragraph,
    /// A quotation set as a block.
    Quote,
    /// A footnote or an endnote.
    Footnote,
    /// An entry of the list of references.
    Reference,
    /// A table, one row per line.
    Table,
    /// The caption of a figure or a table.
    Caption,
    /// Code, whose lines are kept.
    Code,
}

impl BlockKind {
    /// Returns the name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            BlockKind::Heading(_) => "heading",
            BlockKind::Paragraph => "paragraph",
            BlockKind::Quote => "quote",
            BlockKind::Footnote => "footnote",
            BlockKind::Reference => "reference",
            BlockKind::Table => "table",
            BlockKind::Caption => "caption",
            BlockKind::Code => "code",
        }
    }
}

/// A text that a reader of the file does not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// The reason it is not seen.
    pub why: HiddenWhy,
    /// The text.
    pub text: String,
    /// Its page, from 1, where the file has pages.
    pub page: Option<u32>,
    /// The byte of the text before which it stands.
    pub at: u32,
}

/// The way in which a text is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum HiddenWhy {
    /// The color of its ground.
    Color,
    /// A size too small to be read.
    Tiny,
    /// A place off the page.
    OffPage,
    /// A mark that it is not to be shown.
    NotShown,
    /// Something painted over it.
    Covered,
}

impl HiddenWhy {
    /// Returns the name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            HiddenWhy::Color => "color",
            HiddenWhy::Tiny => "tiny",
            HiddenWhy::OffPage => "off-page",
            HiddenWhy::NotShown => "not-shown",
            HiddenWhy::Covered => "covered",
        }
    }
}

//! The roles of elements in JATS, TEI and DocBook, by their names without prefix.

use ibid::structure::BlockKind;

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A block of this kind.
    Block(BlockKind),
    /// The title of the element around it.
    Title,
    /// The title of the whole article, in its metadata.
    MainTitle,
    /// A section, whose titles are one level deeper.
    Section,
    /// A figure or a table, whose title is a caption.
    Float,
    /// The metadata of the article.
    About,
    /// An abstract, whose text is read even inside the metadata.
    Abstract,
    /// The name of an author, in the metadata.
    Author,
    /// A quotation inside a line, or a block of its own between blocks.
    Quotation,
    /// A row of a table, or a line that its author ended.
    Row,
    /// A cell of a table.
    Cell,
    /// A line end of the printed page.
    LineEnd,
    /// A reference that is made of elements with nothing between them.
    Parts,
    /// An element that is not read.
    Silent,
    /// An unknown element.
    Other,
}

pub(super) fn role(name: &str) -> Role {
    match name {
        "p" | "para" | "simpara" | "ab" | "item" | "listitem" | "list-item" | "lg" => {
            Role::Block(BlockKind::Paragraph)
        }
        "disp-quote" | "blockquote" | "verse-group" | "epigraph" => Role::Block(BlockKind::Quote),
        "fn" | "footnote" | "note" => Role::Block(BlockKind::Footnote),
        "ref" | "bibl" | "bibliomixed" => Role::Block(BlockKind::Reference),
        "table" | "informaltable" => Role::Block(BlockKind::Table),
        "caption" | "figcaption" => Role::Block(BlockKind::Caption),
        "code" | "programlisting" | "preformat" | "eg" | "screen" | "literallayout" => {
            Role::Block(BlockKind::Code)
        }
        "element-citation" | "biblStruct" | "biblioentry" => Role::Parts,
        "title" | "head" | "bridgehead" => Role::Title,
        "article-title" | "book-title" => Role::MainTitle,
        "sec" | "section" | "sect1" | "sect2" | "sect3" | "sect4" | "sect5" | "chapter" | "appendix"
        | "app" | "div" | "div1" | "div2" | "div3" | "div4" | "ref-list" | "bibliography" | "ack" => {
            Role::Section
        }
        "fig" | "figure" | "table-wrap" => Role::Float,
        "front" | "teiHeader" | "info" | "articleinfo" | "bookinfo" => Role::About,
        "abstract" => Role::Abstract,
        "contrib" | "author" => Role::Author,
        "quote" | "q" => Role::Quotation,
        "tr" | "row" | "l" | "line" | "verse-line" => Role::Row,
        "td" | "th" | "cell" | "entry" => Role::Cell,
        "lb" | "break" | "pb" => Role::LineEnd,
        "alt-text" | "textobject" | "figDesc" | "tex-math" | "script" | "style" | "object-id"
        | "indexterm" | "fw" => Role::Silent,
        _ => Role::Other,
    }
}

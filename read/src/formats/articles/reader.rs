//! Walks through the elements and gathers their blocks.

use quick_xml::events::BytesStart;

use super::elements::{Role, role};
use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::paper_builder::{PaperBuilder, one_line};
use crate::formats::xml::{Node, Nodes, attribute, name};
use ibid::structure::BlockKind;
use ibid::{Document, Metadata};

pub(super) struct Reader<'w> {
    watch: &'w Watch,
    builder: PaperBuilder,
    /// The open elements.
    open: Vec<Open>,
    /// The open blocks, each inside the one before it.
    blocks: Vec<Block>,
    /// The number of open sections, at most 5.
    level: u8,
    title: String,
    authors: Vec<String>,
}

struct Open {
    role: Role,
    /// The destination of its text.
    goes: Goes,
    /// True if the end of the element ends the block opened last.
    ends_block: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    /// The text of the paper.
    Read,
    /// The title of the article, and the text.
    Title,
    /// The last of the authors.
    Author,
    Nowhere,
}

struct Block {
    kind: BlockKind,
    text: String,
    /// The blocks in the middle of it, which are read behind it.
    after: Vec<(BlockKind, String)>,
}

impl<'w> Reader<'w> {
    pub(super) fn new(watch: &'w Watch) -> Self {
        Reader {
            watch,
            builder: PaperBuilder::default(),
            open: vec![],
            blocks: vec![],
            level: 0,
            title: String::new(),
            authors: vec![],
        }
    }

    pub(super) fn read(mut self, text: &str) -> Result<Document, Fault> {
        let mut nodes = Nodes::of(text.as_bytes(), self.watch);
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) => self.start(&tag)?,
                Node::End(_) => self.end(),
                Node::Text(text) => self.source(&text),
            }
        }
        while !self.open.is_empty() {
            self.end();
        }
        let authors = self.authors.iter().map(String::as_str).map(one_line);
        let authors: Vec<String> = authors.filter(|author| !author.is_empty()).collect();
        let (title, author) = (Some(one_line(&self.title)), Some(authors.join("; ")));
        Ok(self.builder.finish(Metadata { title, author, ..Metadata::default() }))
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        let name = name(tag);
        let role = self.role_here(name);
        let around = self.goes();
        let goes = match role {
            Role::Silent => Goes::Nowhere,
            Role::About if around == Goes::Read => Goes::Nowhere,
            Role::Abstract if self.is_about() => Goes::Read,
            Role::MainTitle => Goes::Title,
            Role::Author => {
                self.authors.push(String::new());
                Goes::Author
            }
            _ => around,
        };
        self.open.push(Open { role, goes, ends_block: false });
        match (role, goes) {
            (_, Goes::Nowhere) => {}
            (_, Goes::Author) => self.text(" "),
            (Role::Block(kind), _) => self.open_block(kind),
            (Role::MainTitle, _) => self.begin(BlockKind::Heading(1)),
            (Role::Section, _) => self.level = (self.level + 1).min(5),
            (Role::Quotation, _) if self.blocks.is_empty() => self.begin(BlockKind::Quote),
            (Role::Quotation, _) => self.text("“"),
            (Role::Row, _) => self.text("\n"),
            (Role::Cell, _) => self.text("\t"),
            (Role::LineEnd, _) if attribute(tag, "break").as_deref() != Some("no") => self.text(" "),
            (Role::Parts, _) if self.blocks.is_empty() => self.begin(BlockKind::Reference),
            _ if self.open.iter().any(|open| open.role == Role::Parts) => self.text(" "),
            _ => {}
        }
        Ok(())
    }

    /// Returns the destination of the text at this place.
    fn goes(&self) -> Goes {
        self.open.last().map_or(Goes::Read, |open| open.goes)
    }

    /// Returns the kind of the open block.
    fn inside(&self) -> Option<BlockKind> {
        Some(self.blocks.last()?.kind)
    }

    /// Returns the role of an element at its place.
    fn role_here(&self, name: &str) -> Role {
        let inside = self.inside();
        let is_in_float = self.is_in_float();
        match role(name) {
            Role::MainTitle | Role::Author if !self.is_about() => Role::Other,
            Role::Title | Role::MainTitle if self.is_about() && !self.title.is_empty() => Role::Silent,
            Role::Title if self.is_about() => Role::MainTitle,
            Role::Title if is_in_float => Role::Block(BlockKind::Caption),
            Role::Title if inside.is_some() => Role::Other,
            Role::Title => Role::Block(BlockKind::Heading(self.level + 1)),
            // Code and references inside a sentence are words of the sentence.
            Role::Block(BlockKind::Code | BlockKind::Reference) if inside == Some(BlockKind::Paragraph) => {
                Role::Other
            }
            Role::Block(kind)
                if inside == Some(kind) && kind != BlockKind::Paragraph && kind != BlockKind::Quote =>
            {
                Role::Other
            }
            role => role,
        }
    }

    fn is_about(&self) -> bool {
        let nearest = self.open.iter().rfind(|open| matches!(open.role, Role::About | Role::Abstract));
        matches!(nearest, Some(Open { role: Role::About, .. }))
    }

    /// Returns whether the nearest element around is a figure or a table, and not a text.
    fn is_in_float(&self) -> bool {
        let nearest =
            self.open.iter().rfind(|open| !matches!(open.role, Role::Other | Role::Row | Role::Cell));
        matches!(nearest, Some(Open { role: Role::Float | Role::Block(BlockKind::Table), .. }))
    }

    /// Opens a block, wherever it stands.
    fn open_block(&mut self, kind: BlockKind) {
        match (self.inside(), kind) {
            // A paragraph of a quotation is a quotation.
            (
                Some(around @ (BlockKind::Paragraph | BlockKind::Quote)),
                BlockKind::Paragraph | BlockKind::Quote,
            ) => {
                self.interrupt();
                self.begin(if around == BlockKind::Quote { BlockKind::Quote } else { kind });
            }
            (Some(_), BlockKind::Paragraph | BlockKind::Quote | BlockKind::Heading(_)) => self.text(" "),
            _ => self.begin(kind),
        }
    }

    fn begin(&mut self, kind: BlockKind) {
        self.blocks.push(Block { kind, text: String::new(), after: vec![] });
        if let Some(open) = self.open.last_mut() {
            open.ends_block = true;
        }
    }

    /// Writes the open block so far: another begins in the middle of it, and it may go on behind that.
    fn interrupt(&mut self) {
        if let Some(block) = self.blocks.pop() {
            let kind = block.kind;
            self.write(block);
            self.blocks.push(Block { kind, text: String::new(), after: vec![] });
        }
    }

    /// Writes a block. Paragraphs and quotations interrupt the block around them; other blocks are read behind it.
    fn write(&mut self, block: Block) {
        let blocks = std::iter::once((block.kind, block.text)).chain(block.after);
        match self.blocks.last_mut() {
            Some(around) if !matches!(block.kind, BlockKind::Paragraph | BlockKind::Quote) => {
                around.after.extend(blocks)
            }
            _ => {
                for (kind, text) in blocks {
                    self.builder.block(kind, &text);
                }
            }
        }
    }

    /// Appends text of the source, in which only code has lines.
    fn source(&mut self, text: &str) {
        match self.blocks.last() {
            Some(Block { kind: BlockKind::Code, .. }) => self.text(text),
            _ => self.text(&text.replace(char::is_whitespace, " ")),
        }
    }

    fn text(&mut self, text: &str) {
        match self.goes() {
            Goes::Nowhere => return,
            Goes::Author => {
                if let Some(author) = self.authors.last_mut() {
                    author.push_str(text);
                }
                return;
            }
            Goes::Title => self.title.push_str(text),
            Goes::Read => {}
        }
        if self.blocks.is_empty() && !text.trim().is_empty() {
            self.begin(BlockKind::Paragraph);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.text.push_str(text);
        }
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        match open.role {
            Role::Section if open.goes == Goes::Read => self.level = self.level.saturating_sub(1),
            Role::Quotation if !open.ends_block && open.goes == Goes::Read => self.text("”"),
            _ => {}
        }
        if open.ends_block
            && let Some(block) = self.blocks.pop()
        {
            self.write(block);
        }
    }
}

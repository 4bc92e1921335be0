//! The structure tree of a tagged PDF: the block of each piece of marked content, in the order of the tree.
//!
//! Only elements that make blocks are used: headings, paragraphs, quotations, notes, entries of references, captions,
//! tables and code. All others (divisions, spans, links) are looked through.

use std::collections::HashMap;

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier};

use ibid::structure::BlockKind;

/// The blocks of a tagged PDF.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// The blocks, in the order of the tree.
    pub blocks: Vec<Tagged>,
    /// The index of the block of a piece of marked content, by its page, from 1, and its number there.
    places: HashMap<(u32, i32), usize>,
}

/// A block of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tagged {
    pub kind: BlockKind,
    /// The table cell of the block. Each paragraph of a cell is a block.
    pub cell: Option<Cell>,
}

/// A cell of a table. The numbers count through the whole file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub table: usize,
    pub row: usize,
    pub cell: usize,
}

/// The depth to which elements are followed: each level takes a frame of the stack.
const DEEPEST: usize = 64;

/// The most elements that are followed: a cyclic tree has no end.
const MOST_ELEMENTS: usize = 1_000_000;

impl Tags {
    /// Reads the structure tree of a file. `None` if there is none.
    pub(super) fn new(pdf: &Pdf) -> Option<Self> {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
        let root = catalog.get::<Dict<'_>>(b"StructTreeRoot")?;
        let ids =
            pdf.pages().iter().zip(1..).filter_map(|(page, number)| Some((page.raw().obj_id()?, number)));
        let mut walk = Walk {
            pages: ids.collect(),
            roles: root.get::<Dict<'_>>(b"RoleMap").unwrap_or_default(),
            left: MOST_ELEMENTS,
            counted: Cell::default(),
            tags: Tags::default(),
        };
        walk.kids(&root, &mut Place::default());
        Some(walk.tags).filter(|tags| !tags.places.is_empty())
    }

    /// Returns the index of the block of a piece of marked content.
    pub(super) fn block(&self, page: u32, mark: i32) -> Option<usize> {
        self.places.get(&(page, mark)).copied()
    }
}

/// The position of an element in the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    page: Option<u32>,
    block: Option<usize>,
    /// The block of content without an element of its own, until the next element that makes a block.
    loose: Option<usize>,
    /// The kind of the paragraphs below: the paragraphs of a quotation are quotations.
    kind: Option<BlockKind>,
    cell: Option<Cell>,
    /// True if paragraphs below belong to the open block, as in the items of a list and the entries of a table of
    /// contents.
    is_closed: bool,
    depth: usize,
}

impl Place {
    /// Returns the place inside an element whose paragraphs are of this kind.
    fn around(self, kind: BlockKind) -> Place {
        Place { kind: Some(kind), block: None, is_closed: false, ..self }
    }
}

struct Walk<'a> {
    pages: HashMap<ObjectIdentifier, u32>,
    roles: Dict<'a>,
    left: usize,
    /// The number of tables, rows and cells so far.
    counted: Cell,
    tags: Tags,
}

impl<'a> Walk<'a> {
    fn kids(&mut self, element: &Dict<'a>, place: &mut Place) {
        match element.get::<Object<'a>>(b"K") {
            Some(Object::Array(kids)) => self.each(&kids, place),
            Some(kid) => self.kid(kid, place),
            None => {}
        }
    }

    fn each(&mut self, kids: &Array<'a>, place: &mut Place) {
        for kid in kids.iter::<Object<'a>>() {
            self.kid(kid, place);
        }
    }

    fn kid(&mut self, kid: Object<'a>, place: &mut Place) {
        if self.left == 0 || place.depth > DEEPEST {
            return;
        }
        self.left -= 1;
        match kid {
            Object::Number(number) => self.content(place, number.as_i64()),
            Object::Dict(dict) => self.element(&dict, place),
            _ => {}
        }
    }

    /// Notes a piece of marked content.
    fn content(&mut self, place: &mut Place, mark: i64) {
        let (Some(page), Ok(mark)) = (place.page, i32::try_from(mark)) else { return };
        let block = match place.block.or(place.loose) {
            Some(block) => block,
            None => *place.loose.insert(self.open(place.kind.unwrap_or(BlockKind::Paragraph), place.cell)),
        };
        self.tags.places.entry((page, mark)).or_insert(block);
    }

    fn element(&mut self, dict: &Dict<'a>, around: &mut Place) {
        let mut place = *around;
        place.depth += 1;
        let page = dict.get_ref(b"Pg").and_then(|page| self.pages.get(&page.into()).copied());
        place.page = page.or(place.page);
        let role = dict.get::<Name<'_>>(b"S").map(|role| self.standard(role.as_str()));
        match role.as_deref() {
            // This is content, not an element: of this page, or of a stream of its own, which is not followed.
            None if dict.contains_key(b"Stm") => {}
            None => {
                if let Some(mark) = dict.get::<i32>(b"MCID") {
                    self.content(&mut place, mark.into());
                    around.loose = place.loose;
                }
            }
            Some(role) => {
                let mut inner = self.inside(role, place);
                let is_looked_through =
                    inner.block == place.block && inner.kind == place.kind && inner.cell == place.cell;
                if !is_looked_through {
                    inner.loose = None;
                }
                self.kids(dict, &mut inner);
                around.loose = if is_looked_through { inner.loose } else { None };
            }
        }
    }

    /// Returns the place for the children of an element of this role.
    fn inside(&mut self, role: &str, place: Place) -> Place {
        match role {
            "TOC" if place.is_closed && place.kind == Some(BlockKind::Table) => place,
            "Table" if place.cell.is_some() => place,
            "Table" => {
                self.counted.table += 1;
                Place { cell: Some(self.counted), ..place.around(BlockKind::Table) }
            }
            "TR" if place.cell.is_some() => {
                self.counted.row += 1;
                Place { cell: Some(self.counted), ..place }
            }
            "TD" | "TH" if place.cell.is_some() => {
                self.counted.cell += 1;
                Place { cell: Some(self.counted), ..place }
            }
            // A picture or a formula inside a paragraph is part of its line.
            "Figure" if place.block.is_some() => place,
            "TOC" | "Figure" => self.block(BlockKind::Table, place),
            "Caption" => self.block(BlockKind::Caption, Place { cell: None, ..place }),
            "Note" | "FENote" => place.around(BlockKind::Footnote),
            "BlockQuote" => place.around(BlockKind::Quote),
            "BibEntry" => self.block(BlockKind::Reference, place),
            "Code" if place.block.is_none() => self.block(BlockKind::Code, place),
            "LI" if !(place.is_closed && place.kind == Some(BlockKind::Table)) => {
                self.block(place.kind.unwrap_or(BlockKind::Paragraph), place)
            }
            "P" | "Formula" if place.is_closed || (role == "Formula" && place.block.is_some()) => place,
            "P" | "Formula" => {
                let kind = place.kind.unwrap_or(BlockKind::Paragraph);
                Place { block: Some(self.open(kind, place.cell)), ..place }
            }
            _ if place.is_closed => place,
            _ => match heading(role) {
                Some(_) if place.cell.is_some() => self.block(BlockKind::Table, place),
                Some(level) => self.block(BlockKind::Heading(level), place),
                None => place,
            },
        }
    }

    /// Opens a block of its own, and returns the place inside it.
    fn block(&mut self, kind: BlockKind, place: Place) -> Place {
        Place { block: Some(self.open(kind, place.cell)), kind: Some(kind), is_closed: true, ..place }
    }

    fn open(&mut self, kind: BlockKind, cell: Option<Cell>) -> usize {
        self.tags.blocks.push(Tagged { kind, cell });
        self.tags.blocks.len() - 1
    }

    /// Returns the standard role that a file's own role stands for.
    fn standard(&self, role: &str) -> String {
        let mut role = role.to_owned();
        for _ in 0..8 {
            match self.roles.get::<Name<'_>>(role.as_bytes()) {
                Some(next) if next.as_str() != role => role = next.as_str().to_owned(),
                _ => break,
            }
        }
        role
    }
}

fn heading(role: &str) -> Option<u8> {
    match role {
        "H" | "Title" => Some(1),
        _ => {
            let level: u8 = role.strip_prefix('H')?.parse().ok()?;
            (1..=9).contains(&level).then_some(level)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_levels() {
        let check = |role: &str, level: Option<u8>| assert_eq!(heading(role), level);
        check("H", Some(1));
        check("H3", Some(3));
        check("H0", None);
        check("Hx", None);
        check("P", None);
    }
}

//! The looks of text inside the open elements.

use quick_xml::events::BytesStart;

use super::looks::{Look, indent, is_flat, shading};
use super::styles::{Dress, Styles};
use crate::formats::colors::{Color, Ground};
use crate::formats::theme::{Theme, adjusted, named_or_hex};
use crate::formats::xml::{attribute, hex, is_on, is_true, name, number};
use ibid::structure::HiddenWhy;

/// The size of a box, in the units of drawings (two points), below which it shows nothing of its text.
const SMALL: i64 = 25_400;
/// The indent, in twentieths of a point, above which text is off the widest page.
const OFF_PAGE: i64 = 24_000;

/// The bits of the parts of a table that have a look of their own. The last tells that its rows have no bands.
const FIRST_ROW: u32 = 0x20;
const FIRST_COLUMN: u32 = 0x80;
const NO_BANDS: u32 = 0x200;

/// An element that matters to the looks of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Where {
    #[default]
    Document,
    Paragraph,
    Run,
    Table,
    Row,
    Cell,
    Drawing,
    Shape,
    Box,
}

#[derive(Clone, Copy, Debug, Default)]
struct Scope {
    place: Where,
    /// The looks that the table, the paragraph, the character style and the run itself give.
    table: Look,
    paragraph: Look,
    character: Look,
    run: Look,
    ground: Ground,
    off: Option<HiddenWhy>,
}

/// An open table, for the parts that its style sets.
#[derive(Debug, Default)]
struct Table {
    style: Option<String>,
    /// The parts with looks of their own, as bits.
    look: u32,
    row: u32,
    column: u32,
}

/// The open elements.
pub(super) struct Scopes<'d> {
    styles: &'d Styles,
    theme: &'d Theme,
    /// The innermost open element.
    scope: Scope,
    /// The elements around it, from the document inwards.
    around: Vec<Scope>,
    tables: Vec<Table>,
    /// True inside the properties of a paragraph mark, which do not apply to the text.
    in_mark: bool,
    /// The colors in the fill of a shape, while it is read.
    fill: Option<Vec<Color>>,
    is_unknown: bool,
    /// True if the shape itself sets its fill, or has none.
    is_told: bool,
}

impl<'d> Scopes<'d> {
    pub(super) fn new(styles: &'d Styles, theme: &'d Theme, page: Ground) -> Scopes<'d> {
        let paragraph = styles.paragraph(None).look.over(styles.defaults);
        Scopes {
            styles,
            theme,
            scope: Scope { paragraph, ground: page, ..Scope::default() },
            around: vec![],
            tables: vec![],
            in_mark: false,
            fill: None,
            is_unknown: false,
            is_told: false,
        }
    }

    pub(super) fn is_in(&self, place: Where) -> bool {
        !self.in_mark && self.scope.place == place
    }

    fn open(&mut self, place: Where) {
        self.around.push(self.scope);
        self.scope = Scope { place, character: Look::default(), run: Look::default(), ..self.scope };
    }

    pub(super) fn open_paragraph(&mut self) {
        self.in_mark = false;
        self.open(Where::Paragraph);
        self.paragraph_style(None);
    }

    /// Sets the style of the open paragraph.
    pub(super) fn paragraph_style(&mut self, id: Option<&str>) {
        let Dress { look, ground } = self.styles.paragraph(id);
        let defaults = self.styles.defaults;
        if self.scope.place == Where::Paragraph
            && let Some(outer) = self.around.last()
        {
            self.scope.paragraph = look.over(self.scope.table).over(defaults);
            self.scope.ground = ground.flatten().unwrap_or(outer.ground);
        }
    }

    pub(super) fn open_table(&mut self) {
        self.tables.push(Table::default());
        self.open(Where::Table);
    }

    pub(super) fn open_row(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            (table.row, table.column) = (table.row + 1, 0);
        }
        self.open(Where::Row);
    }

    pub(super) fn open_cell(&mut self) {
        self.open(Where::Cell);
        let Some(table) = self.tables.last_mut() else { return };
        table.column += 1;
        let Some(style) = &table.style else { return };
        let Dress { look, ground } = self.styles.cell(style, &table.conditions());
        self.scope.table = look;
        self.scope.ground = ground.flatten().unwrap_or(self.scope.ground);
    }

    /// Returns the look of the open run.
    pub(super) fn run(&mut self) -> Option<&mut Look> {
        if self.is_in(Where::Run) { Some(&mut self.scope.run) } else { None }
    }

    /// Reads an element that may set looks at its place.
    pub(super) fn property(&mut self, tag: &BytesStart<'_>) {
        match name(tag) {
            "r" => self.open(Where::Run),
            "inline" | "anchor" => self.open(Where::Drawing),
            "wsp" => self.open(Where::Shape),
            "shape" | "rect" | "roundrect" | "oval" => {
                self.open(Where::Shape);
                self.old_shape(tag);
            }
            "wgp" | "grpSp" | "group" => {
                self.open(Where::Drawing);
                self.scope.ground = Ground::Unknown;
            }
            "txbxContent" => {
                self.open(Where::Box);
                self.scope.table = Look::default();
            }
            "rPr" if self.is_in(Where::Paragraph) => self.in_mark = true,
            _ if self.in_mark => {}
            _ => self.property_of(tag),
        }
    }

    fn property_of(&mut self, tag: &BytesStart<'_>) {
        let (theme, scope) = (self.theme, &mut self.scope);
        match (scope.place, name(tag)) {
            (Where::Run, "rStyle") => {
                let look = match attribute(tag, "val") {
                    Some(id) => self.styles.dress(&id).look,
                    None => Look::default(),
                };
                scope.character = look.toggled(scope.paragraph);
            }
            (Where::Run, _) => scope.run.read(tag, theme),
            (Where::Paragraph, "spacing") => scope.paragraph.read_lines(tag),
            (Where::Paragraph, "ind") => {
                if let Some(indent) = indent::<i64>(tag, ["left", "start"])
                    && indent.abs() > OFF_PAGE
                {
                    scope.off = Some(HiddenWhy::OffPage);
                }
            }
            (Where::Paragraph | Where::Table | Where::Cell, "shd") => {
                scope.ground = shading(tag, theme).unwrap_or(scope.ground);
            }
            (Where::Row, "trHeight") if is_flat(tag) => scope.off = Some(HiddenWhy::Tiny),
            (Where::Row, "hidden") if is_on(tag) => scope.off = Some(HiddenWhy::NotShown),
            (Where::Table, property) => {
                let Some(table) = self.tables.last_mut() else { return };
                match property {
                    "tblStyle" => table.style = attribute(tag, "val"),
                    "tblLook" => table.look = parts_of(tag),
                    _ => {}
                }
            }
            (Where::Drawing, "extent") if is_small(tag, "cx") || is_small(tag, "cy") => {
                scope.off = Some(HiddenWhy::Tiny);
            }
            (Where::Shape, _) => self.shape(tag),
            _ => {}
        }
    }

    /// Reads the fill of a shape.
    fn shape(&mut self, tag: &BytesStart<'_>) {
        match (name(tag), &mut self.fill) {
            ("spPr", _) => (self.fill, self.is_unknown, self.is_told) = (Some(vec![]), false, false),
            ("noFill", Some(_)) => self.is_told = true,
            ("blipFill" | "pattFill", Some(_)) => self.is_unknown = true,
            ("srgbClr" | "schemeClr" | "sysClr", Some(fill)) => match self.theme.drawn(tag) {
                Some(color) => fill.push(color),
                None => self.is_unknown = true,
            },
            (_, Some(fill)) => {
                if let Some(color) = fill.last_mut() {
                    *color = adjusted(*color, tag);
                }
            }
            // The shape's own fill comes first and takes precedence.
            ("fillRef", None) if !self.is_told && attribute(tag, "idx").is_some_and(|index| index != "0") => {
                self.scope.ground = Ground::Unknown;
            }
            _ => {}
        }
    }

    fn end_fill(&mut self) {
        let Some(fill) = self.fill.take() else { return };
        self.is_told |= self.is_unknown || !fill.is_empty();
        self.scope.ground = match fill.first().copied().map(Ground::Plain) {
            _ if self.is_unknown => Ground::Unknown,
            Some(first) if fill.iter().all(|color| color.is_lost_on(first)) => first,
            Some(_) => Ground::Unknown,
            None => return,
        };
    }

    /// Reads the attributes of a shape in older files.
    fn old_shape(&mut self, tag: &BytesStart<'_>) {
        let is_filled = !attribute(tag, "filled").unwrap_or_default().starts_with('f');
        if is_filled && let Some(color) = attribute(tag, "fillcolor") {
            let color = color.split_whitespace().next().unwrap_or_default();
            self.scope.ground = named_or_hex(color).map_or(Ground::Unknown, Ground::Plain);
        }
        let style = attribute(tag, "style").unwrap_or_default().replace(' ', "");
        if style.contains("visibility:hidden") {
            self.scope.off = Some(HiddenWhy::NotShown);
        }
    }

    /// Reads whether the open drawing is hidden.
    pub(super) fn drawing(&mut self, tag: &BytesStart<'_>) {
        if is_true(tag, "hidden") && self.is_in(Where::Drawing) {
            self.scope.off = Some(HiddenWhy::NotShown);
        }
    }

    /// Closes an element.
    pub(super) fn end(&mut self, name: &str) {
        match name {
            "rPr" => self.in_mark = false,
            "spPr" => self.end_fill(),
            "tbl" => _ = self.tables.pop(),
            _ => {}
        }
        let place = match name {
            "p" => Where::Paragraph,
            "r" => Where::Run,
            "tbl" => Where::Table,
            "tr" => Where::Row,
            "tc" => Where::Cell,
            "inline" | "anchor" | "wgp" | "grpSp" | "group" => Where::Drawing,
            "wsp" | "shape" | "rect" | "roundrect" | "oval" => Where::Shape,
            "txbxContent" => Where::Box,
            _ => return,
        };
        if self.scope.place != place {
            let Some(at) = self.around.iter().rposition(|scope| scope.place == place) else { return };
            self.around.truncate(at);
        }
        if let Some(outer) = self.around.pop() {
            self.scope = outer;
        }
    }

    /// Returns the reason why text at this place is hidden. `None` if it is seen.
    pub(super) fn hidden(&self) -> Option<HiddenWhy> {
        let scope = &self.scope;
        let look = scope.run.over(scope.character).over(scope.paragraph);
        scope.off.or_else(|| look.hides(scope.ground))
    }
}

impl Table {
    /// Returns the parts of the table that contain the open cell, the strongest last.
    fn conditions(&self) -> Vec<&'static str> {
        let has_first_row = self.look & FIRST_ROW != 0;
        let is_first_row = has_first_row && self.row == 1;
        let is_first_column = self.look & FIRST_COLUMN != 0 && self.column == 1;
        let mut all = vec!["wholeTable"];
        let rows = self.row.saturating_sub(u32::from(has_first_row));
        if self.look & NO_BANDS == 0 && !is_first_row {
            all.push(if rows % 2 == 1 { "band1Horz" } else { "band2Horz" });
        }
        all.extend(is_first_column.then_some("firstCol"));
        all.extend(is_first_row.then_some("firstRow"));
        all
    }
}

/// Returns the parts of a table with looks of their own, as bits.
fn parts_of(tag: &BytesStart<'_>) -> u32 {
    if let Some(bits) = hex(tag, "val") {
        return bits;
    }
    let mut bits = 0;
    for (name, bit) in [("firstRow", FIRST_ROW), ("firstColumn", FIRST_COLUMN), ("noHBand", NO_BANDS)] {
        if is_true(tag, name) {
            bits |= bit;
        }
    }
    bits
}

/// Returns whether a side of a drawing is so short that it shows nothing of its text.
fn is_small(tag: &BytesStart<'_>, side: &str) -> bool {
    matches!(number::<i64>(tag, side), Some(..SMALL))
}

//! The looks of text inside the open elements.

use quick_xml::events::BytesStart;

use super::looks::{Look, is_flat, shading};
use super::styles::{Dress, Styles};
use crate::formats::colors::{Color, Ground};
use crate::formats::theme::{Theme, adjusted, named};
use crate::formats::xml::{attribute, is_on, name, number};
use ibid::structure::HiddenWhy;

/// The size of a box, in the units of drawings (two points), below which it shows nothing of its text.
const SMALL: i64 = 25_400;
/// The indent, in twentieths of a point, above which text is off the widest page.
const OFF_PAGE: i64 = 24_000;

/// An element that matters to the looks of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
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

#[derive(Clone, Copy, Debug)]
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
    open: Vec<Scope>,
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
        let paragraph = styles.paragraph(None).look.over(styles.defaults());
        let plain = Look::default();
        let document = Scope {
            place: Where::Document,
            table: plain,
            paragraph,
            character: plain,
            run: plain,
            ground: page,
            off: None,
        };
        Scopes {
            styles,
            theme,
            open: vec![document],
            tables: vec![],
            in_mark: false,
            fill: None,
            is_unknown: false,
            is_told: false,
        }
    }

    fn top(&mut self) -> Option<&mut Scope> {
        self.open.last_mut()
    }

    pub(super) fn is_in(&self, place: Where) -> bool {
        !self.in_mark && self.open.last().is_some_and(|scope| scope.place == place)
    }

    fn open(&mut self, place: Where) {
        if let Some(outer) = self.open.last().copied() {
            let plain = Look::default();
            self.open.push(Scope { place, character: plain, run: plain, ..outer });
        }
    }

    pub(super) fn open_paragraph(&mut self) {
        self.in_mark = false;
        self.open(Where::Paragraph);
        self.paragraph_style(None);
    }

    /// Sets the style of the open paragraph.
    pub(super) fn paragraph_style(&mut self, id: Option<&str>) {
        let Dress { look, ground } = self.styles.paragraph(id);
        let defaults = self.styles.defaults();
        let Some([outer, scope]) = self.open.last_chunk_mut() else { return };
        if scope.place == Where::Paragraph {
            scope.paragraph = look.over(scope.table).over(defaults);
            scope.ground = ground.flatten().unwrap_or(outer.ground);
        }
    }

    pub(super) fn open_table(&mut self) {
        self.tables.push(Table::default());
        self.open(Where::Table);
    }

    pub(super) fn open_row(&mut self) {
        self.tables.last_mut().into_iter().for_each(|table| (table.row, table.column) = (table.row + 1, 0));
        self.open(Where::Row);
    }

    pub(super) fn open_cell(&mut self) {
        self.open(Where::Cell);
        let Some(table) = self.tables.last_mut() else { return };
        table.column += 1;
        let Some(style) = &table.style else { return };
        let Dress { look, ground } = self.styles.cell(style, &table.conditions());
        if let Some(scope) = self.open.last_mut() {
            scope.table = look;
            scope.ground = ground.flatten().unwrap_or(scope.ground);
        }
    }

    /// Returns the look of the open run.
    pub(super) fn run(&mut self) -> Option<&mut Look> {
        let is_run = self.is_in(Where::Run);
        self.open.last_mut().filter(|_| is_run).map(|scope| &mut scope.run)
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
                self.top().into_iter().for_each(|scope| scope.ground = Ground::Unknown);
            }
            "txbxContent" => {
                self.open(Where::Box);
                self.top().into_iter().for_each(|scope| scope.table = Look::default());
            }
            "rPr" if self.is_in(Where::Paragraph) => self.in_mark = true,
            _ if self.in_mark => {}
            _ => self.property_of(tag),
        }
    }

    fn property_of(&mut self, tag: &BytesStart<'_>) {
        let (theme, styles) = (self.theme, self.styles);
        let place = self.open.last().map(|scope| scope.place);
        let Some(scope) = self.open.last_mut() else { return };
        match (place, name(tag)) {
            (Some(Where::Run), "rStyle") => {
                let look = attribute(tag, "val").map(|id| styles.look(&id)).unwrap_or_default();
                scope.character = look.toggled(scope.paragraph);
            }
            (Some(Where::Run), _) => scope.run.read(tag, theme),
            (Some(Where::Paragraph), "spacing") => scope.paragraph.read_lines(tag),
            (Some(Where::Paragraph), "ind") => {
                let indent: Option<i64> = number(tag, "left").or_else(|| number(tag, "start"));
                if indent.is_some_and(|indent| indent.abs() > OFF_PAGE) {
                    scope.off = Some(HiddenWhy::OffPage);
                }
            }
            (Some(Where::Paragraph | Where::Table | Where::Cell), "shd") => {
                scope.ground = shading(tag, theme).unwrap_or(scope.ground);
            }
            (Some(Where::Row), "trHeight") if is_flat(tag) => scope.off = Some(HiddenWhy::Tiny),
            (Some(Where::Row), "hidden") if is_on(tag) => scope.off = Some(HiddenWhy::NotShown),
            (Some(Where::Table), "tblStyle") => {
                self.tables.last_mut().into_iter().for_each(|table| table.style = attribute(tag, "val"));
            }
            (Some(Where::Table), "tblLook") => {
                self.tables.last_mut().into_iter().for_each(|table| table.look = parts_of(tag));
            }
            (Some(Where::Drawing), "extent") => {
                let sides: [Option<i64>; 2] = [number(tag, "cx"), number(tag, "cy")];
                if sides.into_iter().flatten().any(|side| side < SMALL) {
                    scope.off = Some(HiddenWhy::Tiny);
                }
            }
            (Some(Where::Shape), _) => self.shape(tag),
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
                fill.last_mut().into_iter().for_each(|color| *color = adjusted(*color, tag));
            }
            // The shape's own fill comes first and takes precedence.
            ("fillRef", None) if !self.is_told && attribute(tag, "idx").is_some_and(|index| index != "0") => {
                self.top().into_iter().for_each(|scope| scope.ground = Ground::Unknown);
            }
            _ => {}
        }
    }

    fn end_fill(&mut self) {
        let Some(fill) = self.fill.take() else { return };
        self.is_told |= self.is_unknown || !fill.is_empty();
        let Some(first) = fill.first().copied() else {
            let is_unknown = self.is_unknown;
            self.top().filter(|_| is_unknown).into_iter().for_each(|scope| scope.ground = Ground::Unknown);
            return;
        };
        let is_one = fill.iter().all(|color| color.is_lost_on(Ground::Plain(first)));
        let ground = if is_one && !self.is_unknown { Ground::Plain(first) } else { Ground::Unknown };
        self.top().into_iter().for_each(|scope| scope.ground = ground);
    }

    /// Reads the attributes of a shape in older files.
    fn old_shape(&mut self, tag: &BytesStart<'_>) {
        let is_filled = attribute(tag, "filled").is_none_or(|filled| !filled.starts_with('f'));
        let fill = attribute(tag, "fillcolor").map(|color| {
            let color = color.split_whitespace().next().unwrap_or_default().to_owned();
            named(&color).or_else(|| Color::from_hex(&color)).map_or(Ground::Unknown, Ground::Plain)
        });
        let style = attribute(tag, "style").unwrap_or_default().replace(' ', "");
        let Some(scope) = self.open.last_mut() else { return };
        if is_filled {
            scope.ground = fill.unwrap_or(scope.ground);
        }
        if style.contains("visibility:hidden") {
            scope.off = Some(HiddenWhy::NotShown);
        }
    }

    /// Reads whether the open drawing is hidden.
    pub(super) fn drawing(&mut self, tag: &BytesStart<'_>) {
        let is_hidden = attribute(tag, "hidden").is_some_and(|value| value == "1" || value == "true");
        if is_hidden && self.is_in(Where::Drawing) {
            self.top().into_iter().for_each(|scope| scope.off = Some(HiddenWhy::NotShown));
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
        if let Some(at) = self.open.iter().rposition(|scope| scope.place == place) {
            self.open.truncate(at.max(1));
        }
    }

    /// Returns the reason why text at this place is hidden. `None` if it is seen.
    pub(super) fn hidden(&self) -> Option<HiddenWhy> {
        let scope = self.open.last()?;
        let look = scope.run.over(scope.character).over(scope.paragraph);
        scope.off.or_else(|| look.hides(scope.ground))
    }
}

impl Table {
    /// Returns the parts of the table that contain the open cell, the strongest last.
    fn conditions(&self) -> Vec<&'static str> {
        let is = |bit: u32| self.look & bit != 0;
        let (is_first_row, is_first_column) = (is(0x20) && self.row == 1, is(0x80) && self.column == 1);
        let mut all = vec!["wholeTable"];
        let rows = self.row.saturating_sub(u32::from(is(0x20)));
        if !is(0x200) && !is_first_row {
            all.push(if rows % 2 == 1 { "band1Horz" } else { "band2Horz" });
        }
        all.extend(is_first_column.then_some("firstCol"));
        all.extend(is_first_row.then_some("firstRow"));
        all
    }
}

/// Returns the parts of a table with looks of their own, as bits.
fn parts_of(tag: &BytesStart<'_>) -> u32 {
    let number = attribute(tag, "val").and_then(|bits| u32::from_str_radix(&bits, 16).ok());
    let named = [("firstRow", 0x20), ("firstColumn", 0x80), ("noHBand", 0x200)];
    let is_set = |name| attribute(tag, name).is_some_and(|value| value == "1" || value == "true");
    number.unwrap_or_else(|| named.iter().filter(|(name, _)| is_set(name)).map(|(_, bit)| bit).sum())
}

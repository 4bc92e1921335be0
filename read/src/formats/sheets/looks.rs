//! Cells of Excel that nobody sees: in hidden rows and columns, or in the color of their ground.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use quick_xml::events::BytesStart;

use crate::formats::Fault;
use crate::formats::colors::{Color, Ground};
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::relations::{Relation, path_of, relations};
use crate::formats::theme::Theme;
use crate::formats::xml::{Nodes, attribute, count_elements, is_true, name, number};
use ibid::structure::NotReadKind;

/// The size, in points, below which text is not meant to be read.
const TINY: f64 = 2.5;
/// The size of a row, in points, or of a column, in letters, below which it shows nothing.
const NARROW: f64 = 0.3;
/// The bytes that a hidden cell counts against the limit of unpacked bytes.
const CELL: u64 = 32;

/// The cells that nobody sees, by row and column from 0.
pub(super) type Unseen = HashSet<(u32, u32)>;

/// The looks of the cells of a workbook.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// For each style, true if its text is not seen.
    styles: Vec<bool>,
    /// The paths of the sheets in the package, by their names.
    sheets: HashMap<String, String>,
}

impl Looks {
    pub(super) fn read(package: &mut Package<'_>, watch: &Watch) -> Result<Looks, Fault> {
        let root = relations(package, "", watch)?;
        let main = path_of(&root, "officeDocument").unwrap_or("xl/workbook.xml");
        let related = relations(package, main, watch)?;
        let theme = package.part(path_of(&related, "theme").unwrap_or_default())?.unwrap_or_default();
        let theme = Theme::read(&theme, watch)?;
        let styles = package.part(path_of(&related, "styles").unwrap_or("xl/styles.xml"))?;
        let styles = read_styles(&styles.unwrap_or_default(), &theme, watch)?;
        let book = package.part(main)?.unwrap_or_default();
        Ok(Looks { styles, sheets: sheets(&book, &related, watch)? })
    }

    /// Returns the cells of a sheet that nobody sees.
    pub(super) fn unseen(
        &self,
        sheet: &str,
        package: &mut Package<'_>,
        watch: &Watch,
    ) -> Result<Unseen, Fault> {
        let Some(part) = self.sheets.get(sheet) else { return Ok(Unseen::new()) };
        let part = package.part(part)?.unwrap_or_default();
        let mut unseen = Unseen::new();
        let mut columns: Vec<RangeInclusive<u32>> = vec![];
        let mut is_row_hidden = false;
        let mut nodes = Nodes::of_part(&part, "a sheet", watch);
        while let Some(tag) = nodes.next_start()? {
            match name(&tag) {
                "col" if is_hidden(&tag, "width") => {
                    if let (Some(min), Some(max)) = (number(&tag, "min"), number(&tag, "max")) {
                        columns.push(min..=max);
                    }
                }
                "row" => is_row_hidden = is_hidden(&tag, "ht"),
                "c" => {
                    let place = attribute(&tag, "r").unwrap_or_default();
                    let Some(place) = parse_place(&place) else { continue };
                    let is_styled = number(&tag, "s").and_then(|style: usize| self.styles.get(style));
                    let in_column = columns.iter().any(|columns| columns.contains(&(place.1 + 1)));
                    if is_row_hidden || is_styled == Some(&true) || in_column {
                        watch.unpack(CELL)?;
                        unseen.insert(place);
                    }
                }
                _ => {}
            }
        }
        Ok(unseen)
    }
    /// Counts the shapes and charts of a sheet, and its comments.
    pub(super) fn not_read(
        &self,
        sheet: &str,
        package: &mut Package<'_>,
        watch: &Watch,
    ) -> Result<[(NotReadKind, usize); 2], Fault> {
        let (mut shapes, mut notes) = (0, 0);
        let part = self.sheets.get(sheet).cloned().unwrap_or_default();
        for relation in relations(package, &part, watch)? {
            let counted = match relation.role.as_str() {
                "drawing" => (&mut shapes, ["txBody", "chart"]),
                "comments" => (&mut notes, ["comment", ""]),
                _ => continue,
            };
            let part = package.part(&relation.path)?.unwrap_or_default();
            for element in counted.1 {
                *counted.0 += count_elements(&part, element, watch)?;
            }
        }
        Ok([(NotReadKind::TextShapes, shapes), (NotReadKind::Annotations, notes)])
    }
}

fn is_hidden(tag: &BytesStart<'_>, size: &str) -> bool {
    is_true(tag, "hidden") || matches!(number::<f64>(tag, size), Some(size) if size < NARROW)
}

/// Parses the place of a cell, such as `B12`, to row and column from 0.
fn parse_place(place: &str) -> Option<(u32, u32)> {
    let (mut row, mut column) = (0_u32, 0_u32);
    for byte in place.bytes() {
        match byte {
            b'A'..=b'Z' => column = column.checked_mul(26)?.checked_add(u32::from(byte - b'A') + 1)?,
            b'0'..=b'9' => row = row.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            _ => return None,
        }
    }
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}

/// Returns the paths of the sheets of a workbook, by their names.
fn sheets(book: &[u8], related: &[Relation], watch: &Watch) -> Result<HashMap<String, String>, Fault> {
    let mut sheets = HashMap::new();
    let mut nodes = Nodes::of_part(book, "workbook.xml", watch);
    while let Some(tag) = nodes.next_start()? {
        if name(&tag) == "sheet" {
            let id = attribute(&tag, "id");
            if let Some(name) = attribute(&tag, "name")
                && let Some(part) = related.iter().find(|relation| Some(&relation.id) == id.as_ref())
            {
                sheets.insert(name, part.path.clone());
            }
        }
    }
    Ok(sheets)
}

/// A font of a workbook.
struct Font {
    color: Option<Color>,
    size: f64,
}

/// Returns for each cell style whether its text is not seen.
fn read_styles(part: &[u8], theme: &Theme, watch: &Watch) -> Result<Vec<bool>, Fault> {
    let mut fonts: Vec<Font> = vec![];
    let mut fills: Vec<Option<Ground>> = vec![];
    let mut styles = vec![];
    let mut list = String::new();
    let mut nodes = Nodes::of_part(part, "styles.xml", watch);
    while let Some(tag) = nodes.next_start()? {
        let (font, fill) = (fonts.last_mut(), fills.last_mut());
        match (list.as_str(), name(&tag), font, fill) {
            (_, one @ ("fonts" | "fills" | "borders" | "cellStyleXfs" | "cellXfs" | "dxfs"), ..) => {
                one.clone_into(&mut list);
            }
            ("fonts", "font", ..) => fonts.push(Font { color: None, size: f64::MAX }),
            ("fonts", "color", Some(font), _) => font.color = color(&tag, theme),
            ("fonts", "sz", Some(font), _) => font.size = number(&tag, "val").unwrap_or(f64::MAX),
            ("fills", "fill", ..) => fills.push(None),
            ("fills", "patternFill" | "gradientFill", _, Some(fill)) => {
                let is_none = attribute(&tag, "patternType").as_deref() == Some("none");
                *fill = (!is_none).then_some(Ground::Unknown);
            }
            ("fills", "fgColor", _, Some(fill)) => *fill = color(&tag, theme).map(Ground::Plain).or(*fill),
            ("cellXfs", "xf", ..) => {
                let font = number(&tag, "fontId").and_then(|number: usize| fonts.get(number));
                let fill = number(&tag, "fillId").and_then(|number: usize| fills.get(number)).copied();
                let ground = fill.flatten().unwrap_or(Ground::Plain(Color::WHITE));
                styles.push(match font {
                    Some(Font { size, .. }) if *size < TINY => true,
                    Some(Font { color: Some(color), .. }) => color.is_lost_on(ground),
                    _ => false,
                });
            }
            _ => {}
        }
    }
    Ok(styles)
}

/// Returns a color of a workbook. `None` for an automatic color.
fn color(tag: &BytesStart<'_>, theme: &Theme) -> Option<Color> {
    let color = plain_color(tag, theme)?;
    let tint: f64 = number(tag, "tint").unwrap_or(0.0);
    let other = if tint < 0.0 { Color::BLACK } else { Color::WHITE };
    Some(color.mixed(other, 1.0 - tint.abs()))
}

/// Returns a color without its tint: by its digits, by the theme, or by its number in the list of colors.
fn plain_color(tag: &BytesStart<'_>, theme: &Theme) -> Option<Color> {
    const THEME: [&str; 10] =
        ["lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"];
    if let Some(argb) = attribute(tag, "rgb")
        && let Some(color) = Color::from_hex(argb.get(2..).unwrap_or_default())
    {
        return Some(color);
    }
    if let Some(number) = number::<usize>(tag, "theme")
        && let Some(name) = THEME.get(number)
        && let Some(color) = theme.color(name)
    {
        return Some(color);
    }
    match number::<usize>(tag, "indexed")? {
        1 | 9 => Some(Color::WHITE),
        0 | 8 => Some(Color::BLACK),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_rows_and_columns() {
        assert_eq!(parse_place("B12"), Some((11, 1)));
        assert_eq!(parse_place("AA1"), Some((0, 26)));
        assert_eq!(parse_place("A0"), None);
        assert_eq!(parse_place("R1C1x"), None);
    }
}

//! The styles of a Word document: the meaning of a paragraph, and the look of its text.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use super::looks::{Fill, Look, shading};
use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::names::{lineage, meaning};
use crate::formats::story::Meaning;
use crate::formats::theme::Theme;
use crate::formats::xml::{Node, Nodes, attribute, is_on, is_true, name, number};

/// Styles by id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: HashMap<String, Style>,
    /// The look of text without a style.
    pub(super) defaults: Look,
    /// The style of paragraphs without a named style.
    paragraph: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    /// The name in lower case. Word's own styles have English names, whatever the language of the id.
    name: String,
    based_on: Option<String>,
    level: Option<u8>,
    dress: Dress,
    /// The looks of parts of a table, such as its first row.
    parts: HashMap<String, Dress>,
}

/// The look of text, and the ground of its paragraph or cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dress {
    pub(super) look: Look,
    pub(super) ground: Option<Fill>,
}

impl Dress {
    fn over(self, outer: Dress) -> Dress {
        Dress { look: self.look.over(outer.look), ground: self.ground.or(outer.ground) }
    }
}

/// The state of reading the part with the styles.
struct Reading<'t> {
    theme: &'t Theme,
    styles: Styles,
    open: Option<(String, Style)>,
    /// The part of a table whose look is read.
    part: Option<String>,
    in_defaults: bool,
    in_run: bool,
}

impl Reading<'_> {
    fn start(&mut self, tag: &BytesStart<'_>) {
        match name(tag) {
            "style" => {
                let id = attribute(tag, "styleId");
                let is_paragraph = matches!(attribute(tag, "type").as_deref(), None | Some("paragraph"));
                if is_paragraph && is_true(tag, "default") {
                    self.styles.paragraph.clone_from(&id);
                }
                self.open = id.map(|id| (id, Style::default()));
            }
            "docDefaults" => self.in_defaults = true,
            "tblStylePr" => self.part = attribute(tag, "type"),
            "rPr" => self.in_run = true,
            _ => self.property(tag),
        }
    }

    fn property(&mut self, tag: &BytesStart<'_>) {
        if self.in_defaults {
            self.styles.defaults.read(tag, self.theme);
            return;
        }
        let Some((_, style)) = &mut self.open else { return };
        match name(tag) {
            "name" => style.name = attribute(tag, "val").unwrap_or_default().to_lowercase(),
            "basedOn" => style.based_on = attribute(tag, "val"),
            "outlineLvl" => style.level = level(tag),
            _ => {
                let dress = match &self.part {
                    Some(part) => style.parts.entry(part.clone()).or_default(),
                    None => &mut style.dress,
                };
                match name(tag) {
                    _ if self.in_run => dress.look.read(tag, self.theme),
                    "shd" => dress.ground = Some(shading(tag, self.theme)),
                    "spacing" => dress.look.read_lines(tag),
                    _ => {}
                }
            }
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "style" => self.styles.styles.extend(self.open.take()),
            "docDefaults" => self.in_defaults = false,
            "tblStylePr" => self.part = None,
            "rPr" => self.in_run = false,
            _ => {}
        }
    }
}

impl Styles {
    pub(super) fn read(part: &[u8], theme: &Theme, watch: &Watch) -> Result<Styles, Fault> {
        let (styles, open, part_of) = (Styles::default(), None, None);
        let mut reading = Reading { theme, styles, open, part: part_of, in_defaults: false, in_run: false };
        let mut nodes = Nodes::of_part(part, "styles.xml", watch);
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) => reading.start(&tag),
                Node::End(tag) => reading.end(tag.local_name().as_ref()),
                Node::Text(_) => {}
            }
        }
        Ok(reading.styles)
    }

    /// Returns the meaning of a paragraph with this style, by the style or one that it is based on.
    pub(super) fn meaning(&self, id: &str) -> Option<Meaning> {
        self.lineage(id).find_map(|style| meaning(&style.name, style.level))
    }

    /// Returns the look of a paragraph with this style, or without a named style.
    pub(super) fn paragraph(&self, id: Option<&str>) -> Dress {
        match id.or(self.paragraph.as_deref()) {
            Some(id) => self.dress(id),
            None => Dress::default(),
        }
    }

    /// Returns the look of a table cell to which these conditions apply, the strongest last.
    pub(super) fn cell(&self, id: &str, conditions: &[&str]) -> Dress {
        let mut cell = self.dress(id);
        for condition in conditions {
            let parts = self.lineage(id).filter_map(|style| style.parts.get(*condition));
            cell = parts.copied().fold(Dress::default(), Dress::over).over(cell);
        }
        cell
    }

    /// Returns the look of text with a style.
    pub(super) fn dress(&self, id: &str) -> Dress {
        self.lineage(id).map(|style| style.dress).fold(Dress::default(), Dress::over)
    }

    fn lineage<'s>(&'s self, id: &'s str) -> impl Iterator<Item = &'s Style> {
        lineage(id, |id| self.styles.get(id), |style| style.based_on.as_deref())
    }
}

/// Returns the level of a heading. `None` for body text.
pub(super) fn level(tag: &BytesStart<'_>) -> Option<u8> {
    let level: u8 = number(tag, "val")?;
    (level < 9).then_some(level + 1)
}

/// Reads the settings of a document, and gives the theme its mapping of colors. Returns whether the color of the page is
/// shown.
pub(super) fn read_settings(part: &[u8], theme: &mut Theme, watch: &Watch) -> Result<bool, Fault> {
    let mut shows_page = false;
    let mut nodes = Nodes::of_part(part, "settings.xml", watch);
    while let Some(tag) = nodes.next_start()? {
        match name(&tag) {
            "displayBackgroundShape" => shows_page = is_on(&tag),
            "clrSchemeMapping" => theme.map(&tag),
            _ => {}
        }
    }
    Ok(shows_page)
}

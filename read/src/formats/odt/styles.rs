//! The styles of an OpenDocument file: the meaning of a paragraph, and the look of its text.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use crate::formats::Fault;
use crate::formats::colors::{Color, Ground};
use crate::formats::limits::Watch;
use crate::formats::names::{lineage, meaning};
use crate::formats::story::Meaning;
use crate::formats::xml::{Node, Nodes, attribute, name};
use ibid::structure::HiddenWhy;

/// The size, in points, below which text is not meant to be read.
const TINY: f32 = 2.5;
/// The width, in hundredths of the usual one, below which letters are not meant to be read.
const NARROW: f32 = 10.0;

/// Styles by family, such as `paragraph` or `text`, and name.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: HashMap<String, HashMap<String, Style>>,
    /// The color of the pages.
    page: Look,
}

/// The name of the default style of a family in this table.
const DEFAULT: &str = "";

#[derive(Debug, Default)]
struct Style {
    /// The name in lower case, as programs show it.
    name: String,
    parent: Option<String>,
    look: Look,
}

/// The look of text, as far as a style sets it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    is_hidden: Option<bool>,
    color: Option<Option<Color>>,
    is_tiny: Option<bool>,
    /// The color of the ground.
    ground: Option<Color>,
}

impl Look {
    /// Returns this look, overridden by that of an inner style.
    pub(super) fn with(self, inner: Look) -> Look {
        Look {
            is_hidden: inner.is_hidden.or(self.is_hidden),
            color: inner.color.or(self.color),
            is_tiny: inner.is_tiny.or(self.is_tiny),
            ground: inner.ground.or(self.ground),
        }
    }

    /// Returns the look of text for which only the ground is known.
    pub(super) fn ground(self) -> Look {
        Look { ground: self.ground, ..Look::default() }
    }

    pub(super) fn hides(self) -> Option<HiddenWhy> {
        let ground = Ground::Plain(self.ground.unwrap_or(Color::WHITE));
        match self {
            Look { is_hidden: Some(true), .. } => Some(HiddenWhy::NotShown),
            Look { color: Some(Some(color)), .. } if color.is_lost_on(ground) => Some(HiddenWhy::Color),
            Look { is_tiny: Some(true), .. } => Some(HiddenWhy::Tiny),
            _ => None,
        }
    }

    fn read(&mut self, tag: &BytesStart<'_>) {
        if let Some(display) = attribute(tag, "display") {
            self.is_hidden = Some(display == "none");
        }
        if let Some(color) = color(tag, "color") {
            self.color = Some(Some(color));
        }
        // A program shows its own font color on every ground.
        if attribute(tag, "use-window-font-color").as_deref() == Some("true") {
            self.color = Some(None);
        }
        if let Some(points) = measure(tag, "font-size", "pt") {
            self.is_tiny = Some(points < TINY);
        }
        if let Some(color) = color(tag, "background-color").or_else(|| color(tag, "fill-color")) {
            self.ground = Some(color);
        }
        if let Some(share) = measure(tag, "text-scale", "%") {
            self.is_tiny = Some(share < NARROW);
        }
    }
}

fn color(tag: &BytesStart<'_>, name: &str) -> Option<Color> {
    Color::from_hex(&attribute(tag, name)?)
}

/// Returns the number of an attribute in this unit. `None` in another unit.
fn measure(tag: &BytesStart<'_>, name: &str, unit: &str) -> Option<f32> {
    attribute(tag, name)?.strip_suffix(unit)?.parse().ok()
}

impl Styles {
    /// Adds the styles of a part, which stand before its body.
    pub(super) fn read(&mut self, part: &[u8], watch: &Watch) -> Result<(), Fault> {
        let mut open: Option<(String, String, Style)> = None;
        let mut nodes = Nodes::of_part(part, "styles", watch);
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) => match (name(&tag), &mut open) {
                    ("body", _) => break,
                    ("page-layout-properties", _) => self.page.read(&tag),
                    ("style" | "default-style", _) => {
                        self.add(open.take());
                        open = style(&tag);
                    }
                    (
                        "text-properties"
                        | "paragraph-properties"
                        | "table-cell-properties"
                        | "table-row-properties"
                        | "table-properties"
                        | "graphic-properties"
                        | "section-properties",
                        Some((_, _, style)),
                    ) => style.look.read(&tag),
                    _ => {}
                },
                Node::End(tag) if matches!(tag.local_name().as_ref(), "style" | "default-style") => {
                    self.add(open.take())
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, style: Option<(String, String, Style)>) {
        if let Some((family, id, style)) = style {
            self.styles.entry(family).or_default().insert(id, style);
        }
    }

    /// Returns the meaning of a paragraph with this style, by the style or one that it is based on.
    pub(super) fn meaning(&self, id: &str) -> Option<Meaning> {
        let known = self.lineage("paragraph", id).find_map(|style| meaning(&style.name, None));
        // Some programs use styles that they do not define.
        known.or_else(|| meaning(&shown(id), None))
    }

    /// Returns the look of text with this style.
    pub(super) fn look(&self, family: &str, id: &str) -> Look {
        let own = self.lineage(family, id).fold(Look::default(), |inner, style| style.look.with(inner));
        if family != "paragraph" || id == DEFAULT {
            return own;
        }
        self.look(family, DEFAULT).with(own)
    }

    /// Returns the look of text directly on a page.
    pub(super) fn page(&self) -> Look {
        self.page.ground()
    }

    fn lineage<'s>(&'s self, family: &str, id: &'s str) -> impl Iterator<Item = &'s Style> {
        let styles = self.styles.get(family);
        lineage(id, move |id| styles?.get(id), |style| style.parent.as_deref())
    }
}

/// Returns the family, the id and the beginning of a style.
fn style(tag: &BytesStart<'_>) -> Option<(String, String, Style)> {
    let family = attribute(tag, "family")?;
    let id = match name(tag) {
        "default-style" => DEFAULT.to_owned(),
        _ => attribute(tag, "name")?,
    };
    let name = match attribute(tag, "display-name") {
        Some(name) => name.to_lowercase(),
        None => shown(&id),
    };
    let parent = attribute(tag, "parent-style-name");
    Some((family, id, Style { name, parent, look: Look::default() }))
}

/// Returns the name that programs show, in lower case.
fn shown(id: &str) -> String {
    id.replace("_20_", " ").to_lowercase()
}

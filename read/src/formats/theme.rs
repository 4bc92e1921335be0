//! The colors of an Office theme, and colors that refer to a theme.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use crate::formats::Fault;
use crate::formats::colors::Color;
use crate::formats::limits::Watch;
use crate::formats::xml::{Node, Nodes, attribute, name, number};

/// The named colors of a document.
#[derive(Debug, Default)]
pub(crate) struct Theme {
    colors: HashMap<String, Color>,
    /// The theme colors that the document uses for its grounds and its texts, by the document's names.
    mapping: HashMap<String, String>,
}

/// The names of the attributes that give a color by the theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByTheme {
    pub(crate) plain: &'static str,
    pub(crate) theme: &'static str,
    pub(crate) tint: &'static str,
    pub(crate) shade: &'static str,
}

impl ByTheme {
    /// The names for the color of a page or of a pattern.
    pub(crate) const COLOR: ByTheme =
        ByTheme { plain: "color", theme: "themeColor", tint: "themeTint", shade: "themeShade" };
}

impl Theme {
    /// Reads the part of a theme.
    pub(crate) fn read(part: &[u8], watch: &Watch) -> Result<Theme, Fault> {
        let mut theme = Theme::default();
        let mut open: Option<String> = None;
        let mut nodes = Nodes::of_part(part, "theme", watch);
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) => match (name(&tag), &open) {
                    ("clrScheme", _) => open = Some(String::new()),
                    ("srgbClr" | "sysClr", Some(of)) => {
                        if let Some(color) = value(&tag).as_deref().and_then(Color::from_hex) {
                            theme.colors.insert(of.clone(), color);
                        }
                    }
                    (other, Some(_)) => open = Some(other.to_owned()),
                    _ => {}
                },
                Node::End(tag) if tag.local_name().as_ref() == "clrScheme" => break,
                _ => {}
            }
        }
        Ok(theme)
    }

    /// Reads the document's mapping of its grounds and texts to theme colors.
    pub(crate) fn map(&mut self, tag: &BytesStart<'_>) {
        for attribute in tag.attributes().flatten() {
            self.mapping
                .insert(attribute.key.local_name().as_ref().to_owned(), attribute.value.clone().into_owned());
        }
    }

    /// Returns a color by its name in the theme.
    pub(crate) fn color(&self, name: &str) -> Option<Color> {
        let name = match name {
            "background1" => "bg1",
            "background2" => "bg2",
            "text1" | "tx1" => "t1",
            "text2" | "tx2" => "t2",
            other => other,
        };
        let mapped = self.mapping.get(name).map_or(name, String::as_str);
        let (key, default) = match mapped {
            "bg1" | "light1" | "lt1" => ("lt1", Some(Color::WHITE)),
            "t1" | "dark1" | "dk1" => ("dk1", Some(Color::BLACK)),
            "bg2" | "light2" => ("lt2", None),
            "t2" | "dark2" => ("dk2", None),
            "hyperlink" => ("hlink", None),
            "followedHyperlink" => ("folHlink", None),
            other => (other, None),
        };
        self.colors.get(key).copied().or(default)
    }

    /// Returns the color that a tag gives, by the theme first. `None` for an automatic color.
    pub(crate) fn color_of(&self, tag: &BytesStart<'_>, by: ByTheme) -> Option<Color> {
        let themed = attribute(tag, by.theme).and_then(|name| self.color(&name));
        let Some(mut color) = themed else {
            return attribute(tag, by.plain).as_deref().and_then(Color::from_hex);
        };
        for (name, other) in [(by.tint, Color::WHITE), (by.shade, Color::BLACK)] {
            if let Some(share) = attribute(tag, name)
                && let Ok(share) = u8::from_str_radix(share.trim(), 16)
            {
                color = color.mixed(other, f64::from(share) / 255.0);
            }
        }
        Some(color)
    }

    /// Returns the color that a tag of a drawing gives.
    pub(crate) fn drawn(&self, tag: &BytesStart<'_>) -> Option<Color> {
        let value = value(tag)?;
        if name(tag) == "schemeClr" { self.color(&value) } else { named_or_hex(&value) }
    }
}

/// Returns the name or the number of a color: the one that was last shown, if the color is one of the system's.
fn value(tag: &BytesStart<'_>) -> Option<String> {
    attribute(tag, "lastClr").or_else(|| attribute(tag, "val"))
}

/// Returns a color as changed by an element inside its tag.
pub(crate) fn adjusted(color: Color, tag: &BytesStart<'_>) -> Color {
    let Some(value) = number::<f64>(tag, "val") else { return color };
    let share = value / 100_000.0;
    match name(tag) {
        "lumMod" | "shade" => color.mixed(Color::BLACK, share),
        "lumOff" => {
            let Color(channels) = color;
            Color(channels.map(|channel| (f64::from(channel) + share * 255.0).min(255.0) as u8))
        }
        "tint" => color.mixed(Color::WHITE, share),
        _ => color,
    }
}

/// Returns a color by its name in drawings or by its hexadecimal digits.
pub(crate) fn named_or_hex(color: &str) -> Option<Color> {
    named(color).or_else(|| Color::from_hex(color))
}

/// Returns a color by the name that drawings and highlighting give it.
pub(crate) fn named(name: &str) -> Option<Color> {
    Some(Color(match name {
        "white" | "window" => [255; 3],
        "black" | "windowText" => [0; 3],
        "blue" => [0, 0, 255],
        "cyan" | "aqua" => [0, 255, 255],
        "darkBlue" | "navy" => [0, 0, 128],
        "darkCyan" | "teal" => [0, 128, 128],
        "darkGray" | "gray" => [128; 3],
        "darkGreen" => [0, 100, 0],
        "darkMagenta" | "purple" => [128, 0, 128],
        "darkRed" | "maroon" => [128, 0, 0],
        "darkYellow" | "olive" => [128, 128, 0],
        "green" | "lime" => [0, 255, 0],
        "lightGray" | "silver" => [192; 3],
        "magenta" | "fuchsia" => [255, 0, 255],
        "red" => [255, 0, 0],
        "yellow" => [255, 255, 0],
        _ => return None,
    }))
}

/// Returns the color of the pages of a Word document.
pub(crate) fn background(document: &[u8], theme: &Theme, watch: &Watch) -> Result<Option<Color>, Fault> {
    let mut nodes = Nodes::up_to_damage(document, watch);
    while let Some(tag) = nodes.next_start()? {
        match name(&tag) {
            "background" => return Ok(theme.color_of(&tag, ByTheme::COLOR)),
            "body" => break,
            _ => {}
        }
    }
    Ok(None)
}

//! The looks of text in Word: colors, grounds and sizes, and the reasons why they hide text.

use std::str::FromStr;

use quick_xml::events::BytesStart;

use crate::formats::colors::{Color, Ground};
use crate::formats::theme::{ByTheme, Theme, named};
use crate::formats::xml::{attribute, is_on, name, number};
use ibid::structure::HiddenWhy;

/// The size, in half points, below which text is not meant to be read.
const TINY: u32 = 5;
/// The width, in hundredths of the usual one, below which letters are not meant to be read.
const NARROW: u32 = 10;
/// The line height, in twentieths of a point, below which letters are not seen.
const FLAT: u32 = 50;

const TEXT: ByTheme = ByTheme { plain: "val", theme: "themeColor", tint: "themeTint", shade: "themeShade" };

const FILL: ByTheme =
    ByTheme { plain: "fill", theme: "themeFill", tint: "themeFillTint", shade: "themeFillShade" };

/// The color of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// A color that the program chooses so that the text is seen.
    Automatic,
    Plain(Color),
}

/// The ground that a style or an element sets. `None` for the ground around it.
pub(super) type Fill = Option<Ground>;

/// The look of text, as far as it is set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    pub(super) is_hidden: Option<bool>,
    pub(super) ink: Option<Ink>,
    /// True if nothing of it is painted.
    pub(super) is_clear: Option<bool>,
    pub(super) size: Option<u32>,
    pub(super) scale: Option<u32>,
    /// True if its lines have no height.
    pub(super) is_flat: Option<bool>,
    pub(super) ground: Option<Fill>,
}

impl Look {
    /// Reads a property of a run.
    pub(super) fn read(&mut self, tag: &BytesStart<'_>, theme: &Theme) {
        match name(tag) {
            "vanish" => self.is_hidden = Some(is_on(tag)),
            "color" => self.ink = Some(theme.color_of(tag, TEXT).map_or(Ink::Automatic, Ink::Plain)),
            "sz" => self.size = whole(tag).or(self.size),
            "w" => self.scale = whole(tag).or(self.scale),
            "shd" => self.ground = Some(shading(tag, theme)),
            "highlight" => {
                if let Some(color) = named(&attribute(tag, "val").unwrap_or_default()) {
                    self.ground = Some(Some(Ground::Plain(color)));
                }
            }
            // In drawings, the size is an attribute of the properties themselves, in hundredths of a point.
            "rPr" => {
                if let Some(size) = number::<u32>(tag, "sz") {
                    self.size = Some(size / 50);
                }
            }
            _ => {}
        }
    }

    /// Reads the line height from a property of a paragraph.
    pub(super) fn read_lines(&mut self, tag: &BytesStart<'_>) {
        if let Some(line) = number::<u32>(tag, "line") {
            let is_exact = attribute(tag, "lineRule").as_deref() == Some("exact");
            self.is_flat = Some(is_exact && line < FLAT);
        }
    }

    /// Returns this look, completed by `outer`.
    pub(super) fn over(self, outer: Look) -> Look {
        Look {
            is_hidden: self.is_hidden.or(outer.is_hidden),
            ink: self.ink.or(outer.ink),
            is_clear: self.is_clear.or(outer.is_clear),
            size: self.size.or(outer.size),
            scale: self.scale.or(outer.scale),
            is_flat: self.is_flat.or(outer.is_flat),
            ground: self.ground.or(outer.ground),
        }
    }

    /// Returns the look of a character style inside `outer`. Two styles that both hide text cancel each other.
    pub(super) fn toggled(self, outer: Look) -> Look {
        match (self.is_hidden, outer.is_hidden) {
            (Some(true), Some(true)) => Look { is_hidden: Some(false), ..self },
            _ => self,
        }
    }

    /// Returns the reason why text of this look is hidden on a ground. `None` if it is seen.
    pub(super) fn hides(self, ground: Ground) -> Option<HiddenWhy> {
        let ground = self.ground.flatten().unwrap_or(ground);
        let is_lost = matches!(self.ink, Some(Ink::Plain(color)) if color.is_lost_on(ground));
        let is_tiny = matches!(self.size, Some(..TINY))
            || matches!(self.scale, Some(..NARROW))
            || self.is_flat == Some(true);
        match () {
            _ if self.is_hidden == Some(true) => Some(HiddenWhy::NotShown),
            _ if is_lost || self.is_clear == Some(true) => Some(HiddenWhy::Color),
            _ if is_tiny => Some(HiddenWhy::Tiny),
            _ => None,
        }
    }
}

/// Returns whether a row of a table is too low to show its text.
pub(super) fn is_flat(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "hRule").as_deref() == Some("exact") && matches!(number::<u32>(tag, "val"), Some(..FLAT))
}

/// Returns the value of a property without its fraction.
fn whole(tag: &BytesStart<'_>) -> Option<u32> {
    let value: f64 = attribute(tag, "val")?.trim().parse().ok()?;
    Some(value as u32)
}

/// Returns the indent on one side of a paragraph, which newer and older files name differently.
pub(super) fn indent<N: FromStr>(tag: &BytesStart<'_>, names: [&str; 2]) -> Option<N> {
    number(tag, names[0]).or_else(|| number(tag, names[1]))
}

/// Returns the ground that shading sets: a fill, under a pattern of another color.
pub(super) fn shading(tag: &BytesStart<'_>, theme: &Theme) -> Fill {
    let fill = theme.color_of(tag, FILL);
    let pattern = attribute(tag, "val").unwrap_or_default();
    let share = match pattern.as_str() {
        "nil" => return None,
        "clear" | "" => return fill.map(Ground::Plain),
        "solid" => 1.0,
        other => match other.strip_prefix("pct").unwrap_or_default().parse::<f64>() {
            Ok(share) => share / 100.0,
            Err(_) => return Some(Ground::Unknown),
        },
    };
    let pattern = theme.color_of(tag, ByTheme::COLOR).unwrap_or(Color::BLACK);
    Some(Ground::Plain(pattern.mixed(fill.unwrap_or(Color::WHITE), share)))
}

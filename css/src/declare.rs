//! Declarations, as far as they hide or show text.

use crate::color::{Color, color};

/// The effect of declarations on an element. Later declarations are added to earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rule {
    pub(crate) is_gone: Option<bool>,
    pub(crate) is_invisible: Option<bool>,
    pub(crate) opacity: Option<f32>,
    pub(crate) color: Option<Option<Color>>,
    /// The color that fills letters in place of `color`.
    pub(crate) fill: Option<Option<Color>>,
    /// True if the background is seen only through the letters.
    pub(crate) is_ground_of_letters: Option<bool>,
    pub(crate) zoom: Option<f32>,
    pub(crate) ground: Option<Ground>,
    pub(crate) size: Option<Length>,
    pub(crate) indent: Option<Length>,
    pub(crate) is_placed: Option<bool>,
    /// Left, top, right and bottom, and the left and upper margins.
    pub(crate) places: [Option<Length>; 6],
    pub(crate) is_moved_away: Option<bool>,
    pub(crate) is_clipped: Option<bool>,
    pub(crate) is_cut: Option<bool>,
    /// Width and height, and the maximum of each.
    pub(crate) extents: [Option<Length>; 4],
}

/// The background of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ground {
    Color(Color),
    /// A picture, or an unknown color.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Length {
    Pixels(f32),
    Times(f32),
    Other,
}

/// Returns whether a length is known and below this many pixels.
pub(crate) fn is_below(length: Option<Length>, pixels: f32) -> bool {
    match length {
        Some(Length::Pixels(length)) => length < pixels,
        Some(Length::Times(times)) => times * 16.0 < pixels,
        Some(Length::Other) | None => false,
    }
}

impl Rule {
    /// Returns a rule that hides an element and everything in it.
    pub fn gone() -> Rule {
        Rule { is_gone: Some(true), ..Rule::default() }
    }

    /// Adds a rule of more weight, which wins where both set a property.
    pub fn add(&mut self, stronger: &Rule) {
        self.is_gone = stronger.is_gone.or(self.is_gone);
        self.is_invisible = stronger.is_invisible.or(self.is_invisible);
        self.opacity = stronger.opacity.or(self.opacity);
        self.color = stronger.color.or(self.color);
        self.fill = stronger.fill.or(self.fill);
        self.is_ground_of_letters = stronger.is_ground_of_letters.or(self.is_ground_of_letters);
        self.zoom = stronger.zoom.or(self.zoom);
        self.ground = stronger.ground.or(self.ground);
        self.size = stronger.size.or(self.size);
        self.indent = stronger.indent.or(self.indent);
        self.is_placed = stronger.is_placed.or(self.is_placed);
        self.is_moved_away = stronger.is_moved_away.or(self.is_moved_away);
        self.is_clipped = stronger.is_clipped.or(self.is_clipped);
        self.is_cut = stronger.is_cut.or(self.is_cut);
        self.places = either(stronger.places, self.places);
        self.extents = either(stronger.extents, self.extents);
    }

    fn say(&mut self, property: &str, value: &str) {
        match property {
            "display" => self.is_gone = Some(value == "none"),
            "visibility" => self.is_invisible = Some(matches!(value, "hidden" | "collapse")),
            "opacity" => self.opacity = number(value).or(self.opacity),
            "color" => self.say_color(value),
            "-webkit-text-fill-color" => self.fill = Some(color(value)),
            "background" | "background-color" => self.ground = Some(ground(value)),
            "background-image" if value.contains("gradient(") || value.contains("url(") => {
                self.ground = Some(Ground::Other);
            }
            "background-clip" | "-webkit-background-clip" => {
                self.is_ground_of_letters = Some(value == "text")
            }
            "font-size" => self.size = length(value),
            "font" => self.size = value.split([' ', '/']).find_map(length).or(self.size),
            "text-indent" => self.indent = length(value),
            "position" => self.is_placed = Some(!matches!(value, "static" | "initial")),
            "transform" => self.is_moved_away = Some(moves_away(value)),
            "scale" | "translate" | "rotate"
                if moves_away(&format!("{property}({})", value.replace(' ', ","))) =>
            {
                self.is_moved_away = Some(true);
            }
            "inset" => self.say_inset(value),
            "filter" => self.opacity = opacity_of_filter(value).or(self.opacity),
            "zoom" => self.zoom = number(value),
            "content-visibility" if value == "hidden" => self.is_gone = Some(true),
            "mask" | "mask-image" | "-webkit-mask" | "-webkit-mask-image" if is_empty_mask(value) => {
                self.opacity = Some(0.0);
            }
            "clip" => self.is_clipped = Some(is_empty_rectangle(value)),
            "clip-path" => self.is_clipped = Some(is_empty_path(value)),
            "overflow" | "overflow-x" | "overflow-y" => {
                self.is_cut = Some(value.split(' ').any(|word| matches!(word, "hidden" | "clip")));
            }
            _ => self.say_length(property, value),
        }
    }

    fn say_color(&mut self, value: &str) {
        if !matches!(value, "inherit" | "currentcolor" | "unset") {
            self.color = Some(color(value));
        }
    }

    /// Sets the places of all four sides, in the order of the shorthand.
    fn say_inset(&mut self, value: &str) {
        let sides: Vec<&str> = value.split_whitespace().collect();
        let sides = match sides[..] {
            [] => return,
            [all] => [all; 4],
            [y, x] => [x, y, x, y],
            [top, x, bottom] => [x, top, x, bottom],
            [top, right, bottom, left, ..] => [left, top, right, bottom],
        };
        for (place, side) in self.places.iter_mut().zip(sides) {
            *place = Some(length(side).unwrap_or(Length::Other));
        }
    }

    fn say_length(&mut self, property: &str, value: &str) {
        let place = ["left", "top", "right", "bottom", "margin-left", "margin-top"];
        let extent = ["width", "height", "max-width", "max-height"];
        let length = length(value).unwrap_or(Length::Other);
        if let Some(at) = place.iter().position(|name| *name == property) {
            self.places[at] = Some(length);
        } else if let Some(at) = extent.iter().position(|name| *name == property) {
            self.extents[at] = Some(match length {
                // A percentage of an unknown length is not zero.
                Length::Times(times) if times > 0.0 && value.ends_with('%') => Length::Other,
                length => length,
            });
        }
    }
}

fn either<const N: usize>(strong: [Option<Length>; N], weak: [Option<Length>; N]) -> [Option<Length>; N] {
    let mut lengths = strong;
    for (length, weak) in lengths.iter_mut().zip(weak) {
        *length = length.or(weak);
    }
    lengths
}

/// Parses declarations into two rules: those without and those with `!important`.
pub fn declarations(css: &str) -> [Rule; 2] {
    let mut rules = [Rule::default(), Rule::default()];
    for declaration in css.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let value = value.trim().to_ascii_lowercase();
        let (value, weight) = match value.split_once('!') {
            Some((value, _)) => (value.trim_end(), 1),
            None => (value.as_str(), 0),
        };
        rules[weight].say(&property.trim().to_ascii_lowercase(), value);
    }
    rules
}

fn ground(value: &str) -> Ground {
    if value.contains("url(") || value.contains("gradient(") {
        return Ground::Other;
    }
    if matches!(value, "none" | "initial" | "inherit" | "unset") {
        return Ground::Color(Color { rgb: [0.0; 3], alpha: 0.0 });
    }
    let found = match color(value) {
        None => value.split(' ').find_map(color),
        found => found,
    };
    found.map_or(Ground::Other, Ground::Color)
}

fn number(value: &str) -> Option<f32> {
    match value.strip_suffix('%') {
        Some(percent) => Some(percent.parse::<f32>().ok()? / 100.0),
        None => value.parse().ok(),
    }
}

/// Parses a length, in pixels or in multiples of another length.
pub(crate) fn length(value: &str) -> Option<Length> {
    let end =
        value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(value.len());
    let (digits, unit) = value.split_at_checked(end)?;
    let number: f32 = digits.parse().ok()?;
    match unit.trim() {
        "px" => Some(Length::Pixels(number)),
        "pt" => Some(Length::Pixels(number * 4.0 / 3.0)),
        "em" => Some(Length::Times(number)),
        "ex" | "ch" => Some(Length::Times(number / 2.0)),
        "rem" => Some(Length::Pixels(number * 16.0)),
        "vw" | "vh" => Some(Length::Pixels(number * 10.0)),
        "in" => Some(Length::Pixels(number * 96.0)),
        "cm" => Some(Length::Pixels(number * 38.0)),
        "mm" => Some(Length::Pixels(number * 3.8)),
        "%" => Some(Length::Times(number / 100.0)),
        "" if number == 0.0 => Some(Length::Pixels(0.0)),
        _ => None,
    }
}

fn moves_away(value: &str) -> bool {
    let Some((name, inside)) = value.split_once('(') else { return false };
    let mut parts = inside.trim_end_matches(')').split(',').map(str::trim);
    match name {
        "translate" | "translatex" | "translatey" | "translate3d" => {
            parts.any(|part| is_below(length(part), -crate::look::FAR))
        }
        "rotatex" | "rotatey" => parts.any(|part| matches!(part, "90deg" | "270deg" | "-90deg" | "0.25turn")),
        "scale" | "scalex" | "scaley" => {
            parts.any(|part| matches!(number(part), Some(times) if times.abs() < 0.05))
        }
        _ => false,
    }
}

/// Returns the opacity in a filter, if it has one.
fn opacity_of_filter(value: &str) -> Option<f32> {
    let (_, after) = value.split_once("opacity(")?;
    number(after.split_once(')')?.0.trim())
}

/// Returns whether a mask is a gradient without any opaque color.
fn is_empty_mask(value: &str) -> bool {
    let Some((_, inside)) = value.split_once("gradient(") else { return false };
    let mut has_color = false;
    for word in inside.split([',', ' ', ')']) {
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '#');
        if is_word && word != "transparent" {
            return false;
        }
        has_color |= is_word;
    }
    has_color
}

fn is_empty_rectangle(value: &str) -> bool {
    let Some(inside) = value.strip_prefix("rect(") else { return false };
    let mut edges = vec![];
    for edge in inside.trim_end_matches(')').split([',', ' ']) {
        match length(edge) {
            _ if edge.is_empty() => {}
            Some(Length::Pixels(pixels)) => edges.push(pixels),
            _ => edges.push(f32::NAN),
        }
    }
    matches!(edges[..], [top, right, bottom, left] if bottom - top <= 1.0 || right - left <= 1.0)
}

fn is_empty_path(value: &str) -> bool {
    let Some((name, inside)) = value.split_once('(') else { return false };
    let first = inside.trim_end_matches(')').split([' ', ',']).next().unwrap_or_default();
    match (name, length(first)) {
        ("inset", Some(Length::Times(share))) => share >= 0.5,
        ("circle" | "ellipse", Some(Length::Pixels(size) | Length::Times(size))) => size <= 0.0,
        ("polygon", _) => {
            let mut points = inside.trim_end_matches(')').split(',').map(str::trim);
            let first = points.next();
            points.all(|point| Some(point) == first)
        }
        _ => false,
    }
}

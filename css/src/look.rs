//! The look of text, and whether the text is seen.

use crate::color::{BLACK, Color, Rgb, WHITE, are_close};
use crate::declare::{Ground, Length, Rule, is_below};

/// The size, in pixels, below which text is not meant to be read.
const TINY: f32 = 3.0;
/// The distance, in pixels, beyond which moved text is off the page.
pub(crate) const FAR: f32 = 900.0;
/// The opacity below which text is not seen.
const CLEAR: f32 = 0.05;

/// The reason why a text is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    /// It is marked as not shown.
    NotShown,
    /// Its color is that of the ground behind it.
    Color,
    /// It is too small to be read.
    Tiny,
    /// It is off the page, or cut off.
    OffPage,
}

/// The look of text.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    is_gone: bool,
    is_invisible: bool,
    opacity: f32,
    /// The color of the text. `None` if the page does not set it.
    color: Option<Color>,
    is_color_known: bool,
    /// The color that fills letters in place of their own, if it is set.
    fill: Option<Option<Color>>,
    /// The color of the ground. `None` if it is unknown.
    ground: Option<Rgb>,
    indent: Option<Length>,
    is_off: bool,
    pixels: f32,
}

impl Look {
    /// Returns the look of usual text: of usual size, black on white.
    pub fn of_page() -> Look {
        Look { ground: Some(WHITE), ..Look::of_styled_page() }
    }

    /// Returns the look of text on a page that also has unknown style sheets.
    pub fn of_styled_page() -> Look {
        Look {
            is_gone: false,
            is_invisible: false,
            opacity: 1.0,
            color: None,
            is_color_known: true,
            fill: None,
            ground: None,
            indent: None,
            is_off: false,
            pixels: 16.0,
        }
    }

    /// Returns the look of an element inside one that has this look.
    pub fn with(self, rule: &Rule) -> Look {
        let ground = match rule.ground {
            Some(Ground::Color(color)) if color.alpha >= 1.0 => Some(color.rgb),
            Some(Ground::Color(color)) => self.ground.map(|ground| color.on(ground)),
            Some(Ground::Other) => None,
            None => self.ground,
        };
        let (color, is_color_known) = match rule.color {
            Some(Some(color)) => (Some(color), true),
            Some(None) => (None, false),
            None => (self.color, self.is_color_known),
        };
        // A background that is seen only through the letters is their color.
        let (ground, color, is_color_known) = match (rule.is_ground_of_letters, rule.ground) {
            (Some(true), Some(Ground::Color(letters))) => (self.ground, Some(letters), true),
            (Some(true), _) => (self.ground, None, false),
            _ => (ground, color, is_color_known),
        };
        Look {
            is_gone: self.is_gone || rule.is_gone == Some(true),
            is_invisible: rule.is_invisible.unwrap_or(self.is_invisible),
            opacity: self.opacity * rule.opacity.unwrap_or(1.0),
            color,
            is_color_known,
            fill: rule.fill.or(self.fill),
            ground,
            indent: rule.indent.or(self.indent),
            is_off: self.is_off || is_off(rule) || is_cut_off(rule),
            pixels: match rule.size {
                Some(Length::Pixels(pixels)) => pixels,
                Some(Length::Times(times)) => self.pixels * times,
                Some(Length::Other) | None => self.pixels,
            } * rule.zoom.unwrap_or(1.0),
        }
    }

    /// Returns this look, but removed from display only if `outer` is.
    pub fn shown_as(self, outer: Look) -> Look {
        Look { is_gone: outer.is_gone, ..self }
    }

    /// Returns the reason why text of this look is hidden. `None` if it is seen.
    pub fn hides(self) -> Option<Hides> {
        if self.is_gone || self.is_invisible || self.opacity < CLEAR {
            Some(Hides::NotShown)
        } else if self.has_color_of_ground() {
            Some(Hides::Color)
        } else if self.pixels < TINY {
            Some(Hides::Tiny)
        } else if self.is_off || is_below(self.indent, -FAR) {
            Some(Hides::OffPage)
        } else {
            None
        }
    }

    fn has_color_of_ground(self) -> bool {
        let (color, is_known) = match self.fill {
            Some(fill) if self.is_color_known => (fill, fill.is_some()),
            _ => (self.color, self.is_color_known),
        };
        if !is_known {
            return false;
        }
        let color = color.unwrap_or(Color { rgb: BLACK, alpha: 1.0 });
        match self.ground {
            _ if color.alpha < CLEAR => true,
            Some(ground) => are_close(color.on(ground), ground),
            None => false,
        }
    }
}

/// Returns whether a box shows nothing of its content.
fn is_cut_off(rule: &Rule) -> bool {
    if rule.is_cut == Some(true) {
        for extent in rule.extents {
            if is_below(extent, 2.0) && !is_below(extent, 0.0) {
                return true;
            }
        }
    }
    rule.is_clipped == Some(true)
}

fn is_far(length: Option<Length>) -> bool {
    is_below(length, -FAR)
}

fn is_off(rule: &Rule) -> bool {
    let [left, top, right, bottom, margin_left, margin_top] = rule.places;
    let is_placed = rule.is_placed == Some(true);
    rule.is_moved_away == Some(true)
        || [margin_left, margin_top].into_iter().any(is_far)
        || (is_placed && [left, top, right, bottom].into_iter().any(is_far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declarations;

    fn check(style: &str, hides: Option<Hides>) {
        let [mut rule, important] = declarations(style);
        rule.add(&important);
        assert_eq!(Look::of_page().with(&rule).hides(), hides, "{style}");
    }

    #[test]
    fn text_that_is_seen_is_seen() {
        for style in [
            "",
            "display: block",
            "display: contents",
            "opacity: 0.5",
            "color: white; background: #036 url(a)",
            "color: white; background: black",
            "font-size: small",
            "font-size: 0.9em",
            "text-indent: -2em",
            "left: -9999px",
            "height: 0",
            "overflow: hidden; height: 20em",
            "color: #999",
            "color: var(--x)",
            "display: none; display: block !important",
            "clip-path: inset(2px)",
            "background: #eee",
            "max-width: 0%",
            "font-variant: small-caps",
            "transform: translate(-50%, -50%)",
            "overflow: hidden; height: 5%",
            "background: linear-gradient(red, blue); background-clip: text; color: transparent",
            "background: navy; -webkit-background-clip: text; color: transparent",
            "filter: opacity(0.9) blur(0)",
            "inset: 0 auto",
            "scale: 0.5",
            "rotate: 90deg",
            "zoom: 1.2",
            "color: oklch(0.6 0.1 200)",
            "color: color-mix(in srgb, white 40%, black)",
            "mask-image: linear-gradient(black, transparent)",
        ] {
            check(style, None);
        }
    }

    #[test]
    fn what_hides_text_is_known() {
        for (hides, styles) in [
            (
                Hides::NotShown,
                &[
                    "display: none",
                    "visibility:hidden",
                    "opacity: 0",
                    "opacity: 1%",
                    "display: block; display: none !important",
                    "display:none !important; display: block",
                    "filter: opacity(0)",
                    "content-visibility: hidden",
                    "mask-image: linear-gradient(transparent, transparent)",
                ][..],
            ),
            (
                Hides::Tiny,
                &["font-size: 1pt", "font-size: 10%", "font-size:0", "font: 1px serif", "zoom: 0.01"],
            ),
            (
                Hides::OffPage,
                &[
                    "text-indent: -9999px",
                    "overflow:hidden;height:0",
                    "position:absolute; clip: rect(1px,1px,1px,1px)",
                    "clip-path: inset(50%)",
                    "clip-path:circle(0)",
                    "clip-path: polygon(0 0, 0 0, 0 0)",
                    "overflow:hidden;max-height:0px",
                    "position:absolute;left:-9999px",
                    "margin-left: -9999px",
                    "transform: translateX(-9999px)",
                    "position: fixed; top: -100em",
                    "position: absolute; inset: -9999px auto auto -9999px",
                    "scale: 0",
                    "translate: -9999px",
                    "transform: rotateY(90deg)",
                ],
            ),
        ] {
            styles.iter().for_each(|style| check(style, Some(hides)));
        }
    }

    #[test]
    fn text_of_the_color_of_its_ground_is_hidden() {
        for style in [
            "color: rgb(255, 255, 255)",
            "color: transparent",
            "color: white; background-color: #fff",
            "color: #fefefe",
            "color: rgba(0,0,0,.01)",
            "background: black",
            "color: hsl(0 0% 99%)",
            "color:snow",
            "color: oklch(1 0 0)",
            "color: oklab(99% 0 0)",
            "color: lab(99 0 0)",
            "color: color-mix(in srgb, white 98%, black)",
            "-webkit-text-fill-color: transparent",
            "-webkit-text-fill-color: #fff; color: black",
            "background: white; background-clip: text; color: transparent",
            "color: #333; background: #333333",
        ] {
            check(style, Some(Hides::Color));
        }
    }

    #[test]
    fn what_is_inherited_may_be_taken_back() {
        let look = |outer: &str, inner: &str| {
            Look::of_page().with(&declarations(outer)[0]).with(&declarations(inner)[0]).hides()
        };
        assert_eq!(look("visibility: hidden", "visibility: visible"), None);
        assert_eq!(look("display: none", "display: block"), Some(Hides::NotShown));
        assert_eq!(look("color: white", "background: navy"), None);
        assert_eq!(look("background: #111", "color: white"), None);
        assert_eq!(look("background: #111", "color: #111"), Some(Hides::Color));
        assert_eq!(look("font-size: 0", "font-size: 16px"), None);
        let styled = Look::of_styled_page().with(&declarations("color: white")[0]);
        assert_eq!(styled.hides(), None);
        assert_eq!(styled.with(&declarations("background: white")[0]).hides(), Some(Hides::Color));
    }
}

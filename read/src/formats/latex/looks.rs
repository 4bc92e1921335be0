//! The looks of text as set by commands: colors, grounds and sizes, and the reasons why they hide text.

use super::meanings::Meaning;
use super::reader::{Ending, Reader, State};
use crate::formats::Fault;
use crate::formats::colors::{Color, Ground};
use crate::formats::theme::named;
use ibid::structure::HiddenWhy;

/// The size, in points, below which type is not meant to be read.
const TINY: f64 = 2.5;
/// The share of its size below which shrunken text is not meant to be read.
const SHRUNK: f64 = 0.2;

impl Reader<'_> {
    pub(super) fn look(&mut self, meaning: Meaning) -> Result<(), Fault> {
        let state = self.state;
        match meaning {
            Meaning::Color => {
                let hidden = self.color()?;
                self.state.hidden = hidden;
            }
            Meaning::ColorText => {
                let hidden = self.color()?;
                return self.open_argument(State { hidden, ..state }, Ending::None);
            }
            Meaning::Ground(letters) => {
                let has_ground = self.ground(letters)?;
                if letters == "o" {
                    self.state.has_ground |= has_ground;
                    return Ok(());
                }
                return self.open_argument(State { has_ground, ..state }, Ending::None);
            }
            Meaning::Phantom => {
                let state = State { hidden: Some(HiddenWhy::NotShown), ..state };
                return self.open_argument(state, Ending::None);
            }
            _ => {
                let size = self.input.argument()?;
                self.input.argument()?;
                let number = size.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default();
                let is_tiny = number.parse().unwrap_or(TINY) < TINY && !size.ends_with("em");
                self.state.hidden = match state.hidden {
                    None | Some(HiddenWhy::Tiny) => is_tiny.then_some(HiddenWhy::Tiny),
                    other => other,
                };
            }
        }
        Ok(())
    }

    /// Reads the arguments of a color. Returns the reason why text of this color is hidden.
    fn color(&mut self) -> Result<Option<HiddenWhy>, Fault> {
        let model = self.input.optional()?;
        let color = self.input.argument()?;
        let is_white = self.is_white(model.as_deref(), &color) && !self.state.has_ground;
        Ok(match self.state.hidden {
            None | Some(HiddenWhy::Color) => is_white.then_some(HiddenWhy::Color),
            other => other,
        })
    }

    /// Reads the arguments of a ground. Returns whether its color is not white.
    fn ground(&mut self, letters: &str) -> Result<bool, Fault> {
        let model = self.input.optional()?;
        if letters == "omm" {
            self.input.argument()?;
            self.input.optional()?;
        }
        let color = self.input.argument()?;
        Ok(!self.is_white(model.as_deref(), &color))
    }

    /// Returns whether a color is not seen on the white of the paper.
    pub(super) fn is_white(&self, model: Option<&str>, color: &str) -> bool {
        self.color_value(model, color).is_some_and(|color| color.is_lost_on(Ground::Plain(Color::WHITE)))
    }

    /// Returns the color that these arguments give. `None` if it cannot be determined.
    pub(super) fn color_value(&self, model: Option<&str>, color: &str) -> Option<Color> {
        let numbers: Vec<f64> = color.split(',').filter_map(|part| part.trim().parse().ok()).collect();
        let shares = match (model.map(str::trim), numbers.as_slice()) {
            (None, _) => return self.mixed_color(color.trim()),
            (Some("HTML"), _) => return Color::from_hex(color),
            (Some("rgb"), &[red, green, blue]) => [red, green, blue],
            (Some("gray"), &[gray]) => [gray; 3],
            (Some("RGB"), &[red, green, blue]) => [red / 255.0, green / 255.0, blue / 255.0],
            (Some("cmy"), &[c, m, y]) => [1.0 - c, 1.0 - m, 1.0 - y],
            (Some("cmyk"), &[c, m, y, k]) => [c, m, y].map(|ink| (1.0 - ink) * (1.0 - k)),
            _ => return None,
        };
        Some(Color(shares.map(|share| (share.clamp(0.0, 1.0) * 255.0).round() as u8)))
    }

    /// Gives a name to a color.
    pub(super) fn define_color(&mut self, name: &str, model: Option<&str>, color: &str) {
        if let Some(color) = self.color_value(model, color) {
            self.colors.insert(name.trim().to_owned(), color);
        }
    }

    /// Returns a color by its name, or a mixed one as in `white!95!black`.
    fn mixed_color(&self, color: &str) -> Option<Color> {
        let mut steps = color.split('!').map(str::trim);
        let mut mixed = self.named_color(steps.next()?)?;
        while let Some(share) = steps.next() {
            let other = match steps.next() {
                Some(name) => self.named_color(name)?,
                None => Color::WHITE,
            };
            mixed = mixed.mixed(other, share.parse::<f64>().ok()? / 100.0);
        }
        Some(mixed)
    }

    fn named_color(&self, name: &str) -> Option<Color> {
        self.colors.get(name).copied().or_else(|| named(name))
    }

    /// Opens the argument of a command that changes the size of its text.
    pub(super) fn open_scaled(&mut self, share: f64) -> Result<(), Fault> {
        let state = self.state;
        let tiny = (share.abs() < SHRUNK).then_some(HiddenWhy::Tiny);
        self.open_argument(State { hidden: state.hidden.or(tiny), ..state }, Ending::None)
    }
}

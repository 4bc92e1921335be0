//! What commands say of the looks of text: colors, grounds and sizes, and what they hide.

use super::meanings::Meaning;
use super::reader::{Ending, Reader, State};
use crate::{Fault, Why};

/// Type of fewer points is not meant to be read.
const TINY: f64 = 2.5;

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
                let state = State { hidden: Some(Why::NotShown), ..state };
                return self.open_argument(state, Ending::None);
            }
            _ => {
                let size = self.input.argument()?;
                self.input.argument()?;
                let number: String = size.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                let is_tiny = number.parse().is_ok_and(|size: f64| size < TINY) && !size.ends_with("em");
                self.state.hidden = match state.hidden {
                    None | Some(Why::Tiny) => is_tiny.then_some(Why::Tiny),
                    other => other,
                };
            }
        }
        Ok(())
    }

    /// A color's arguments, and what hides the text that has it.
    fn color(&mut self) -> Result<Option<Why>, Fault> {
        let model = self.input.optional()?;
        let color = self.input.argument()?;
        let is_white = self.is_white(model.as_deref(), &color) && !self.state.has_ground;
        Ok(match self.state.hidden {
            None | Some(Why::Color) => is_white.then_some(Why::Color),
            other => other,
        })
    }

    /// Whether what these arguments tell gives a ground of another color.
    fn ground(&mut self, letters: &str) -> Result<bool, Fault> {
        let model = self.input.optional()?;
        if letters == "omm" {
            self.input.argument()?;
            self.input.optional()?;
        }
        let color = self.input.argument()?;
        Ok(!self.is_white(model.as_deref(), &color))
    }

    pub(super) fn is_white(&self, model: Option<&str>, color: &str) -> bool {
        let numbers = || color.split(',').map(|part| part.trim().parse::<f64>().unwrap_or(-1.0));
        match model.map(str::trim) {
            None => self.whites.contains(color.trim()),
            Some("rgb" | "gray") => numbers().all(|number| number >= 0.99),
            Some("RGB") => numbers().all(|number| number >= 253.0),
            Some("cmyk" | "cmy") => numbers().all(|number| (0.0..0.01).contains(&number)),
            Some("HTML") => color.trim().eq_ignore_ascii_case("FFFFFF"),
            Some(_) => false,
        }
    }
}

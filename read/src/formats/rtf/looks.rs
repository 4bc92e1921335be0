//! The looks of text: colors, grounds and sizes, and the reasons why they hide text.

use super::reader::{Reader, State};
use super::words::Target;
use crate::formats::colors::{Color, Ground};
use ibid::structure::HiddenWhy;

/// The size, in half points, below which text is not meant to be read.
const TINY: i32 = 5;
/// The width, in hundredths of the usual one, below which letters are not meant to be read.
const NARROW: i32 = 10;
/// The exact line height, in twentieths of a point, below which letters are not seen.
const FLAT: i32 = 50;

/// The grounds of the cells of a row, as indices of colors.
#[derive(Debug, Default)]
pub(super) struct Cells {
    grounds: Vec<i32>,
    next: i32,
    at: usize,
}

impl Cells {
    /// Reads a control word about the cells of a row.
    pub(super) fn word(&mut self, word: &str, value: i32) {
        match word {
            "trowd" => *self = Cells::default(),
            "clcbpat" => self.next = value,
            "cellx" => self.grounds.push(std::mem::take(&mut self.next)),
            "cell" => self.at += 1,
            "row" => self.at = 0,
            _ => {}
        }
    }

    fn ground(&self) -> i32 {
        self.grounds.get(self.at).copied().unwrap_or(0)
    }
}

impl Reader<'_> {
    /// Returns the reason why text at this place is hidden. `None` if it is seen.
    pub(super) fn hidden(&self) -> Option<HiddenWhy> {
        let State { size, scale, paragraph, .. } = self.state;
        let is_tiny = size < TINY || scale < NARROW || (paragraph.line < 0 && paragraph.line > -FLAT);
        match self.color(self.state.color) {
            _ if self.state.is_hidden => Some(HiddenWhy::NotShown),
            Some(color) if color.is_lost_on(self.ground()) => Some(HiddenWhy::Color),
            _ => is_tiny.then_some(HiddenWhy::Tiny),
        }
    }

    fn color(&self, number: i32) -> Option<Color> {
        if number == 0 {
            return None;
        }
        let channels = self.colors.get(usize::try_from(number).ok()?)?;
        Some(Color(channels.map(|channel| channel.clamp(0, 255) as u8)))
    }

    /// Returns the nearest ground that is set: of the letters, the paragraph, the cell or the shape.
    fn ground(&self) -> Ground {
        let paragraph = self.state.paragraph;
        let cell = if paragraph.in_table { self.cells.ground() } else { 0 };
        let mut numbers = [self.state.ground, paragraph.ground, cell].into_iter();
        let shape = if self.state.target == Target::Box { self.fill } else { None };
        let color = numbers.find_map(|number| self.color(number)).or(shape);
        Ground::Plain(color.unwrap_or(Color::WHITE))
    }

    /// Reads the value of a property of a shape.
    pub(super) fn property(&mut self, value: &str) {
        if self.property.trim() == "fillColor" {
            self.fill = match value.trim().parse().map(u32::to_le_bytes) {
                Ok([red, green, blue, _]) => Some(Color([red, green, blue])),
                Err(_) => None,
            };
        }
    }
}

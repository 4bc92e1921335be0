//! The looks of text: colors, grounds and sizes, and what they hide.

use super::reader::{Reader, State};
use super::words::Target;
use crate::Why;
use crate::colors::{Color, Ground};

/// Text of fewer half points is not meant to be read.
const TINY: i32 = 5;
/// Letters that are narrower than this, in hundredths of their width, are not meant to be read.
const NARROW: i32 = 10;
/// Lines of exactly this many twentieths of a point show nothing of their letters.
const FLAT: i32 = 50;

/// The grounds of the cells of a row, as numbers of colors.
#[derive(Debug, Default)]
pub(super) struct Cells {
    grounds: Vec<i32>,
    next: i32,
    at: usize,
}

impl Cells {
    /// Takes what a word says of the cells of a row.
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
    /// Returns what hides the text that stands here.
    pub(super) fn hidden(&self) -> Option<Why> {
        let State { size, scale, paragraph, .. } = self.state;
        let is_tiny = size < TINY || scale < NARROW || (paragraph.line < 0 && paragraph.line > -FLAT);
        match () {
            _ if self.state.is_hidden => Some(Why::NotShown),
            _ if self.color(self.state.color).is_some_and(|color| color.is_lost_on(self.ground())) => {
                Some(Why::Color)
            }
            _ if is_tiny => Some(Why::Tiny),
            _ => None,
        }
    }

    fn color(&self, number: i32) -> Option<Color> {
        let number = usize::try_from(number).ok().filter(|number| *number > 0)?;
        let channels = self.colors.get(number)?;
        Some(Color(channels.map(|channel| channel.clamp(0, 255) as u8)))
    }

    /// The nearest ground that is told: that of the letters, the paragraph, the cell or the shape.
    fn ground(&self) -> Ground {
        let paragraph = self.state.paragraph;
        let cell = if paragraph.in_table { self.cells.ground() } else { 0 };
        let told =
            [self.state.ground, paragraph.ground, cell].into_iter().find_map(|number| self.color(number));
        let shape = self.fill.filter(|_| self.state.target == Target::Box);
        Ground::Plain(told.or(shape).unwrap_or(Color::WHITE))
    }

    /// Takes the value of a property of a shape.
    pub(super) fn property(&mut self, value: &str) {
        if self.property.trim() == "fillColor" {
            let number = value.trim().parse::<u32>().ok();
            self.fill = number.map(|number| {
                let [red, green, blue, _] = number.to_le_bytes();
                Color([red, green, blue])
            });
        }
    }
}

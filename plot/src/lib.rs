//! Figures of lines, one above the other.
//!
//! In: figures as plain data. Out: the bytes of an SVG or a PNG. Drawing needs the feature `draw`; without it every
//! [`Plot`] is refused.

#[cfg_attr(not(feature = "draw"), path = "without.rs")]
mod draw;

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

pub use self::draw::Plot;

/// The reason why a picture is not drawn. Its text continues the name of the setting that gave the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The name has no ending of a format that can be drawn.
    Name(PathBuf),
    /// There is no font for the picture.
    Font(PathBuf, String),
    /// This crate was built without `draw`.
    Lacks,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Name(path) => write!(f, "must name an .svg or .png file, got {path:?}"),
            Refused::Font(path, why) => write!(f, "{path:?}: {why}"),
            Refused::Lacks => f.write_str("needs a build that draws"),
        }
    }
}

/// Red, green and blue.
pub type Color = (u8, u8, u8);

/// Lines in a system of axes.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The text above the figure.
    pub title: String,
    /// The text below the x axis.
    pub x_title: String,
    /// The values at both ends of the x axis.
    pub x: Range<f64>,
    /// The marks of the x axis: value and label.
    pub x_marks: Vec<(f64, String)>,
    /// The values at both ends of the y axis.
    pub y: Range<f64>,
    /// The marks of the y axis: value and label.
    pub y_marks: Vec<(f64, String)>,
    /// The height in pixels.
    pub height: u32,
    /// The lines, each drawn over those before it.
    pub lines: Vec<Line>,
}

/// A line with its name.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text beside the figure.
    pub name: String,
    /// The color of the line and of its sample beside the figure.
    pub color: Color,
    /// True if the line is dashed.
    pub is_dashed: bool,
    /// The points that the line joins, in order.
    pub points: Vec<(f64, f64)>,
}

/// Returns marks at each tenth of a range. The range is given in tenths.
pub fn tenths(range: std::ops::RangeInclusive<u32>) -> Vec<(f64, String)> {
    let mut marks = vec![];
    for tenths in range {
        let value = f64::from(tenths) / 10.0;
        marks.push((value, format!("{value:.1}")));
    }
    marks
}

/// Returns a range for values that are drawn by their decimal logarithms, from one power of ten to another, with a mark
/// at each.
///
/// Invariant: only values above 0 are drawn; see [`logarithm`].
pub fn powers(values: impl Iterator<Item = f64>) -> (Range<f64>, Vec<(f64, String)>) {
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    for value in values.map(logarithm) {
        (least, most) = (least.min(value), most.max(value));
    }
    let least = if least == f64::MAX { 0.0 } else { least.floor() };
    let most = most.ceil().max(least + 1.0);
    let marks = (least as i32..=most as i32).map(|power| (f64::from(power), shown(power)));
    (least..most, marks.collect())
}

/// Returns the decimal logarithm of a value. Values below a billionth count as a billionth.
pub fn logarithm(value: f64) -> f64 {
    value.max(1e-9).log10()
}

/// Returns a power of ten, written out if that is short.
fn shown(power: i32) -> String {
    match power {
        0..=4 => 10_u32.pow(power.unsigned_abs()).to_string(),
        -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_hold_all_values() {
        let (range, marks) = powers([0.02, 7.0, 30_000.0].into_iter());
        assert_eq!(range, -2.0..5.0);
        let marks: Vec<String> = marks.into_iter().map(|(_, mark)| mark).collect();
        assert_eq!(marks, ["0.01", "0.1", "1", "10", "100", "1000", "10000", "1e5"]);
        assert_eq!(powers([1.0].into_iter()).0, 0.0..1.0);
        assert_eq!(powers([].into_iter()).0, 0.0..1.0);
    }
}

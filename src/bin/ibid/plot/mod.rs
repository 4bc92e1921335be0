//! Figures of lines, for `--plot`.
//!
//! - [`draw`]: as SVG or PNG, where the program is built with them

#[cfg_attr(not(feature = "plots"), path = "without.rs")]
mod draw;

use std::ops::Range;

pub(crate) use self::draw::Plot;

/// Red, green and blue.
pub(crate) type Color = (u8, u8, u8);

/// Lines over an axis; the other axis goes from 0 to 1.
#[cfg_attr(not(feature = "plots"), expect(dead_code, reason = "nothing is drawn"))]
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) x_title: String,
    pub(crate) x: Range<f64>,
    /// Where the x axis is marked, and with what.
    pub(crate) x_marks: Vec<(f64, String)>,
    pub(crate) lines: Vec<Line>,
}

/// A line with its name.
#[cfg_attr(not(feature = "plots"), expect(dead_code, reason = "nothing is drawn"))]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) color: Color,
    pub(crate) is_dashed: bool,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Marks at each tenth of a range within 0 to 1.
pub(crate) fn tenths(range: std::ops::RangeInclusive<u32>) -> Vec<(f64, String)> {
    let mark = |tenths: u32| f64::from(tenths) / 10.0;
    range.map(|tenths| (mark(tenths), format!("{:.1}", mark(tenths)))).collect()
}

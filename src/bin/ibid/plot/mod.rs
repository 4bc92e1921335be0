//! Figures of lines, one above the other, for `--plot`.
//!
//! - [`draw`]: as SVG or PNG, where the program is built with them

#[cfg_attr(not(feature = "plots"), path = "without.rs")]
mod draw;

use std::ops::Range;

pub(crate) use self::draw::Plot;

/// Red, green and blue.
pub(crate) type Color = (u8, u8, u8);

/// Lines over an axis.
#[cfg_attr(not(feature = "plots"), expect(dead_code, reason = "nothing is drawn"))]
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) x_title: String,
    pub(crate) x: Range<f64>,
    /// Where the x axis is marked, and with what.
    pub(crate) x_marks: Vec<(f64, String)>,
    pub(crate) y: Range<f64>,
    /// Where the y axis is marked, and with what.
    pub(crate) y_marks: Vec<(f64, String)>,
    /// The height in pixels.
    pub(crate) height: u32,
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

/// The range of values that are drawn by their logarithms, from a power of ten to another one, and marks at each.
///
/// Invariant: no value is drawn that is not above 0; see [`logarithm`].
pub(crate) fn powers(values: impl Iterator<Item = f64>) -> (Range<f64>, Vec<(f64, String)>) {
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    for value in values.map(logarithm) {
        (least, most) = (least.min(value), most.max(value));
    }
    let least = if least == f64::MAX { 0.0 } else { least.floor() };
    let most = most.ceil().max(least + 1.0);
    let mark = |power: i32| (f64::from(power), shown(power));
    (least..most, (least as i32..=most as i32).map(mark).collect())
}

/// The decimal logarithm of a value, of a billionth where it is not above that.
pub(crate) fn logarithm(value: f64) -> f64 {
    value.max(1e-9).log10()
}

/// A power of ten, written out where that is short.
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

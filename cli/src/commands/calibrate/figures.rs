//! The two figures of a calibration over the least Jaccard: recall by kind of edit; precision, recall and F1.

use ibid_calibrate::Rates;
use ibid_plot::{Color, Figure, Line, tenths};

use super::text::kinds;
use super::{Calibration, edit_name, f1_of, precision_of, recall_of};

/// The colors of edits, in their order; unedited copies are black.
const COLORS: [Color; 11] = [
    (0, 0, 0),
    (0, 60, 140),
    (40, 120, 200),
    (130, 180, 230),
    (215, 50, 50),
    (50, 140, 60),
    (150, 200, 120),
    (240, 170, 60),
    (130, 90, 160),
    (160, 160, 160),
    (255, 150, 190),
];
const NOW: Color = (120, 120, 120);

pub(super) fn figures(calibration: &Calibration<'_>) -> [Figure; 2] {
    [recall(calibration), overall(calibration)]
}

fn recall(calibration: &Calibration<'_>) -> Figure {
    let mut lines = vec![];
    for (number, kind) in kinds(&calibration.table).iter().enumerate() {
        let line = line(edit_name(kind.edit), COLORS[number % COLORS.len()], &kind.rates, recall_of);
        if !line.points.is_empty() {
            lines.push(line);
        }
    }
    lines.extend(now(calibration));
    figure("Recall of edited sentences by kind of edit", 640, lines)
}

fn overall(calibration: &Calibration<'_>) -> Figure {
    let all = &calibration.table.all;
    let mut lines = vec![
        line("precision", COLORS[1], all, precision_of),
        line("recall", COLORS[4], all, recall_of),
        line("F1", COLORS[0], all, f1_of),
    ];
    for other in calibration.profiles.iter().skip(1) {
        let line = line(&format!("F1, profile {}", other.name), COLORS[7], &other.table.all, f1_of);
        lines.push(Line { is_dashed: true, ..line });
    }
    lines.extend(now(calibration));
    figure("All edits together", 420, lines)
}

/// Returns the line of a rate over the threshold.
fn line(name: &str, color: Color, rates: &[Rates], of: fn(&Rates) -> f64) -> Line {
    Line { name: name.to_owned(), color, is_dashed: false, points: points(rates, of) }
}

/// Returns a line at the present setting, and one at the best setting for sentences if it differs.
fn now(calibration: &Calibration<'_>) -> Vec<Line> {
    let advice = &calibration.advice;
    let mut lines = vec![];
    if (0.1..=1.0).contains(&advice.now.tau) {
        lines.push(upright("now", advice.now.tau));
    }
    if let Some(tau) = advice.other_min_jaccard() {
        lines.push(Line { is_dashed: true, ..upright("best for sentences", tau) });
    }
    lines
}

/// Returns an upright line at a threshold.
fn upright(name: &str, tau: f64) -> Line {
    let points = vec![(tau, 0.0), (tau, 1.0)];
    Line { name: format!("{name}: {tau}"), color: NOW, is_dashed: false, points }
}

fn figure(title: &str, height: u32, lines: Vec<Line>) -> Figure {
    Figure {
        title: title.to_owned(),
        x_title: "least bag Jaccard".to_owned(),
        x: 0.1..1.0,
        x_marks: tenths(1..=10),
        y: 0.0..1.0,
        y_marks: tenths(0..=10),
        height,
        lines,
    }
}

/// Returns the points of a rate over the threshold.
fn points(rates: &[Rates], of: fn(&Rates) -> f64) -> Vec<(f64, f64)> {
    let mut points = vec![];
    for rates in rates {
        if (0.1..=1.0).contains(&rates.tau) {
            points.push((rates.tau, of(rates)));
        }
    }
    points
}

//! The two figures of a calibration over the least Jaccard: recall by kind of edit; precision, recall and F1.

use ibid_calibrate::Rates;
use ibid_plot::{Color, Figure, Line, tenths};

use super::text::{Kind, kinds};
use super::{Calibration, edit_name};

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
    let line = |(number, kind): (usize, &Kind)| Line {
        name: edit_name(kind.edit).to_owned(),
        color: COLORS[number % COLORS.len()],
        is_dashed: false,
        points: points(&kind.rates, |rates| rates.recall),
    };
    let kinds = kinds(&calibration.table);
    let mut lines: Vec<Line> = kinds.iter().enumerate().map(line).collect();
    lines.retain(|line| !line.points.is_empty());
    lines.extend(now(calibration));
    figure("Recall of edited sentences by kind of edit", 640, lines)
}

fn overall(calibration: &Calibration<'_>) -> Figure {
    let all = &calibration.table.all;
    let line = |name: &str, color: Color, of: fn(&Rates) -> f64| Line {
        name: name.to_owned(),
        color,
        is_dashed: false,
        points: points(all, of),
    };
    let mut lines = vec![
        line("precision", COLORS[1], |rates| rates.precision),
        line("recall", COLORS[4], |rates| rates.recall),
        line("F1", COLORS[0], |rates| rates.f1),
    ];
    lines.extend(calibration.profiles.iter().skip(1).map(|other| Line {
        name: format!("F1, profile {}", other.name),
        color: COLORS[7],
        is_dashed: true,
        points: points(&other.table.all, |rates| rates.f1),
    }));
    lines.extend(now(calibration));
    figure("All edits together", 420, lines)
}

/// Returns a line at the present setting, and one at the best setting for sentences if it differs.
fn now(calibration: &Calibration<'_>) -> Vec<Line> {
    let at = |name: &str, tau: f64, is_dashed: bool| Line {
        name: format!("{name}: {tau}"),
        color: NOW,
        is_dashed,
        points: vec![(tau, 0.0), (tau, 1.0)],
    };
    let advice = &calibration.advice;
    let now = Some(advice.now.tau).filter(|tau| (0.1..=1.0).contains(tau)).map(|tau| at("now", tau, false));
    let other = advice.other_min_jaccard().map(|tau| at("best for sentences", tau, true));
    now.into_iter().chain(other).collect()
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
    let inside = rates.iter().filter(|rates| (0.1..=1.0).contains(&rates.tau));
    inside.map(|rates| (rates.tau, of(rates))).collect()
}

//! The two figures of the comparison: F1 over the ratio and over the number of antecedents.

use super::{Comparison, TAU};
use ibid_plot::{Color, Figure, Line, tenths};

/// The colors of lines, one after the other: methods of one family are alike.
const COLORS: [Color; 15] = [
    (0, 60, 140),
    (40, 120, 200),
    (130, 180, 230),
    (90, 90, 90),
    (160, 160, 160),
    (150, 200, 120),
    (50, 140, 60),
    (240, 170, 60),
    (200, 120, 0),
    (130, 90, 160),
    (255, 170, 170),
    (240, 110, 110),
    (215, 50, 50),
    (150, 0, 0),
    (0, 0, 0),
];

pub(super) fn figures(comparison: &Comparison) -> [Figure; 2] {
    [over_tau(comparison), over_antecedents(comparison)]
}

fn over_tau(comparison: &Comparison) -> Figure {
    let lines = comparison.rows.iter().enumerate().map(|(number, row)| {
        let scores = &row.measured.scores;
        let points: Vec<(f64, f64)> =
            scores.iter().filter_map(|score| score.tau.map(|tau| (tau, score.f1))).collect();
        let best = row.measured.best().f1;
        Line {
            name: row.name.clone(),
            color: COLORS[number % COLORS.len()],
            is_dashed: points.is_empty(),
            points: if points.is_empty() { vec![(0.1, best), (1.0, best)] } else { points },
        }
    });
    Figure {
        title: "F1 over the ratio (dashed: an equal key decides)".to_owned(),
        x_title: "least bag Jaccard of a copy".to_owned(),
        x: 0.1..1.0,
        x_marks: tenths(1..=10),
        y: 0.0..1.0,
        y_marks: tenths(0..=10),
        height: 640,
        lines: lines.collect(),
    }
}

fn over_antecedents(comparison: &Comparison) -> Figure {
    let of = |f1: fn(&ibid_lab::features::Measured) -> f64| {
        let points =
            comparison.antecedents.iter().map(move |(n, measured)| ((*n as f64).log10(), f1(measured)));
        points.collect::<Vec<_>>()
    };
    let line = |name: &str, color: usize, points| Line {
        name: name.to_owned(),
        color: COLORS[color],
        is_dashed: false,
        points,
    };
    Figure {
        title: "F1 of Low-IDF-Sig over the number of antecedents, chains of three words".to_owned(),
        x_title: "antecedents".to_owned(),
        x: 1.0..3.0,
        x_marks: comparison.antecedents.iter().map(|(n, _)| ((*n as f64).log10(), n.to_string())).collect(),
        y: 0.0..1.0,
        y_marks: tenths(0..=10),
        height: 420,
        lines: vec![
            line("with the best ratio", 13, of(|measured| measured.best().f1)),
            line(&format!("with the ratio {TAU}"), 11, of(|measured| measured.at(TAU).f1)),
        ],
    }
}

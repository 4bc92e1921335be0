//! Detects letters that are painted as paths and so are no text.
//!
//! A drawing has many small paths, too. But the dots of a plot all have one form, and the lines of a map have as many
//! forms as there are lines. Only letters have some dozens of forms, each repeated again and again.

use std::collections::HashMap;

use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Shape};

/// The number of small paths of a page, by their forms.
#[derive(Debug, Default)]
pub(super) struct Lettering(HashMap<u64, usize>);

/// The heights of letters, in points; no letter is wider than the largest.
const SIZES: std::ops::Range<f64> = 1.5..40.0;

/// The fewest paths of letters that are more than a label.
const LEAST: usize = 150;

/// The fewest different forms of a text.
const LEAST_FORMS: usize = 15;

/// The fewest repetitions of each form, on average.
const TIMES: usize = 4;

/// The most forms that are kept: a text has fewer.
const MOST_FORMS: usize = 2_000;

/// The most elements of a letter.
const MOST_ELEMENTS: usize = 400;

impl Lettering {
    /// Notes the parts of a filled path.
    pub(super) fn add(&mut self, path: &BezPath, transform: Affine) {
        let mut part: Vec<PathEl> = Vec::new();
        for &element in path.elements() {
            if matches!(element, PathEl::MoveTo(_)) {
                self.add_part(&part, transform);
                part.clear();
            }
            if part.len() <= MOST_ELEMENTS {
                part.push(element);
            }
        }
        self.add_part(&part, transform);
    }

    fn add_part(&mut self, part: &[PathEl], transform: Affine) {
        // Boxes and triangles are no letters.
        if !(6..=MOST_ELEMENTS).contains(&part.len()) {
            return;
        }
        let path = transform * BezPath::from_vec(part.to_vec());
        let around = path.bounding_box();
        if SIZES.contains(&around.height()) && around.width() < SIZES.end {
            let form = form(&path, around.height());
            if self.0.len() < MOST_FORMS || self.0.contains_key(&form) {
                *self.0.entry(form).or_default() += 1;
            }
        }
    }

    /// Returns whether the paths are the letters of a text.
    pub(super) fn is_text(&self) -> bool {
        let again = self.0.values().filter(|times| **times > 1);
        let (forms, count) = again.fold((0, 0), |(forms, count), times| (forms + 1, count + times));
        forms >= LEAST_FORMS && count >= LEAST && count >= TIMES * forms
    }
}

/// Returns a hash (FNV-1a) of the form of a path: of its sequence of lines and curves, and of its height. Coordinates
/// are left out, since they are rounded in many ways.
fn form(path: &BezPath, height: f64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let kinds = path.elements().iter().map(|element| match element {
        PathEl::MoveTo(_) | PathEl::ClosePath => 0,
        PathEl::LineTo(_) => 1,
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => 2,
    });
    for value in kinds.chain([(height / 2.0).round() as u64 + 3]) {
        hash = (hash ^ value).wrapping_mul(0x100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a path of this form.
    fn glyph(form: usize) -> BezPath {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        (0..form + 8).for_each(|at| path.line_to((at as f64 / 9.0, (at % 2) as f64 * 6.0)));
        path.close_path();
        path
    }

    #[test]
    fn only_letters_are_of_some_forms_that_come_again() {
        let check = |forms: usize, count: usize, expected: bool| {
            let mut lettering = Lettering::default();
            for at in 0..count {
                lettering.add(&glyph(at % forms), Affine::translate((7.0 * at as f64, 0.0)));
            }
            assert_eq!(lettering.is_text(), expected, "{forms} {count}");
        };
        check(30, 400, true);
        check(3, 400, false);
        check(200, 400, false);
        check(30, 60, false);
    }
}

//! Tells letters that are painted as paths, which are no text.
//!
//! A drawing has many small paths, too. But dots of a plot are all of one form, and lines of a map are of as many forms as
//! there are lines: only letters are of some dozens of forms, each of which comes again and again.

use std::collections::HashMap;

use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Shape};

/// The small paths of a page, by their forms.
#[derive(Debug, Default)]
pub(super) struct Lettering(HashMap<u64, usize>);

/// A letter is no smaller and no larger than this, in points.
const SIZES: std::ops::Range<f64> = 1.5..40.0;

/// So many paths of letters are more than a label.
const LEAST: usize = 150;

/// A text has at least so many forms,
const LEAST_FORMS: usize = 15;

/// and each comes so many times in the mean.
const TIMES: usize = 4;

/// No more forms are kept: a text has fewer.
const MOST_FORMS: usize = 2_000;

/// Longer parts are no letters.
const MOST_ELEMENTS: usize = 400;

impl Lettering {
    /// Notes the parts of a path that is filled.
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

    /// Returns whether they are those of a text.
    pub(super) fn is_text(&self) -> bool {
        let again = self.0.values().filter(|times| **times > 1);
        let (forms, count) = again.fold((0, 0), |(forms, count), times| (forms + 1, count + times));
        forms >= LEAST_FORMS && count >= LEAST && count >= TIMES * forms
    }
}

/// A hash of the form of a path (FNV-1a): of its lines and curves, and of its height, for coordinates are rounded in many ways.
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

    /// A path of this form.
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

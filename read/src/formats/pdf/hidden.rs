//! Finds the characters of a page that a reader does not see, and the reason for each.

use hayro_interpret::kurbo::{Point, Rect};

use super::areas::Area;
use super::device::PageInk;
use super::letter::{Ink, Letter, is_same};
use ibid::structure::HiddenWhy;

/// The size, in points, below which nobody reads a letter.
const TINY: f32 = 1.0;

/// The distance, in points, that a letter may lie outside the page, since programs are inexact.
const OUTSIDE: f64 = 2.0;

/// The fewest letters of a page that clips and outlined areas hide. With fewer hits, they hide none.
const LEAST_CUT: usize = 40;

/// A model of the reader's eye on one page.
pub(super) struct Eye<'a> {
    page: Rect,
    areas: &'a [Area],
    /// True if clips and areas that are no boxes hide enough letters to be believed: figures lose a label or two by
    /// them.
    is_cut: bool,
    /// True if the invisible text was recognized from a picture of the page (OCR). Then it is the text of the page.
    is_scan: bool,
}

impl<'a> Eye<'a> {
    pub(super) fn new(ink: &'a PageInk<'_>, width: f64, height: f64) -> Self {
        let page = Rect::new(0.0, 0.0, width, height);
        let mut eye = Eye { page, areas: &ink.areas, is_cut: true, is_scan: false };
        let letters = ink.letters.iter().filter(|letter| letter.c != ' ');
        let cut = letters.clone().filter(|letter| letter.is_clipped || eye.is_covered_by_outline(letter));
        eye.is_cut = cut.count() >= LEAST_CUT;
        if ink.pictures(page).fold(0.0, f64::max) > 0.3 * page.area() {
            let seen = letters.filter(|letter| eye.why(letter).is_none()).count();
            eye.is_scan = seen * 10 < ink.letters.len();
        }
        eye
    }

    /// Returns the reason why a letter is not seen. `None` if it is seen.
    pub(super) fn why(&self, letter: &Letter) -> Option<HiddenWhy> {
        let middle = middle(letter);
        if !self.page.inflate(OUTSIDE, OUTSIDE).contains(middle) {
            return Some(HiddenWhy::OffPage);
        }
        if letter.size < TINY {
            return Some(HiddenWhy::Tiny);
        }
        if self.is_scan {
            return None;
        }
        if letter.ink == Ink::None || letter.is_clipped && self.is_cut {
            return Some(HiddenWhy::NotShown);
        }
        if self.areas.is_empty() {
            return is_same(letter.ink, Ink::Color([1.0; 3])).then_some(HiddenWhy::Color);
        }
        self.why_by_areas(letter, middle)
    }

    /// Returns the areas painted before a letter, and those painted after it.
    fn around(&self, letter: &Letter) -> (&'a [Area], &'a [Area]) {
        self.areas.split_at(self.areas.partition_point(|area| area.order < letter.order))
    }

    fn is_covered_by_outline(&self, letter: &Letter) -> bool {
        let middle = middle(letter);
        let (_, above) = self.around(letter);
        letter.ink != Ink::None && above.iter().any(|area| area.outline.is_some() && area.paints(middle))
    }

    fn why_by_areas(&self, letter: &Letter, middle: Point) -> Option<HiddenWhy> {
        let (below, above) = self.around(letter);
        if above.iter().any(|area| (self.is_cut || area.outline.is_none()) && area.paints(middle)) {
            return Some(HiddenWhy::Covered);
        }
        let ground = match below.iter().rev().find(|area| area.paints(middle)) {
            Some(area) => area.ink,
            None => Ink::Color([1.0; 3]),
        };
        is_same(letter.ink, ground).then_some(HiddenWhy::Color)
    }
}

/// Returns the middle of a letter on its page.
fn middle(letter: &Letter) -> Point {
    Point::new(f64::from(letter.middle.0), f64::from(letter.middle.1))
}

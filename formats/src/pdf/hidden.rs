//! Tells which characters of a page a reader does not see, and why.

use hayro_interpret::kurbo::{Point, Rect};

use super::device::{Area, PageInk};
use super::letter::{Ink, Letter};
use crate::Why;

/// Letters smaller than this, in points, are not read by anyone.
const TINY: f32 = 1.0;

/// Colors nearer to each other than this, in each of red, green and blue, are not told apart.
const SAME_COLOR: f32 = 0.1;

/// How far, in points, a letter may be outside the page: as much as programs are inexact.
const OUTSIDE: f64 = 2.0;

/// The eye of a reader on one page.
pub(super) struct Eye<'a> {
    page: Rect,
    areas: &'a [Area],
    /// Whether what is not painted, or painted over, is what a program read from the picture of the page (OCR): then it
    /// is the text.
    is_scan: bool,
}

impl<'a> Eye<'a> {
    pub(super) fn new(ink: &'a PageInk<'_>, width: f64, height: f64) -> Self {
        let page = Rect::new(0.0, 0.0, width, height);
        let mut eye = Eye { page, areas: &ink.areas, is_scan: false };
        let pictures =
            ink.areas.iter().filter(|area| area.is_image).map(|area| area.rect.intersect(page).area());
        let picture = pictures.fold(0.0, f64::max);
        if picture > 0.3 * page.area() {
            let seen =
                ink.letters.iter().filter(|letter| letter.c != ' ' && eye.why(letter).is_none()).count();
            eye.is_scan = seen * 10 < ink.letters.len();
        }
        eye
    }

    /// Why a letter is not seen; nothing when it is.
    pub(super) fn why(&self, letter: &Letter) -> Option<Why> {
        let middle = Point::new(f64::from(letter.middle.0), f64::from(letter.middle.1));
        if !self.page.inflate(OUTSIDE, OUTSIDE).contains(middle) {
            return Some(Why::OffPage);
        }
        if letter.size < TINY {
            return Some(Why::Tiny);
        }
        if self.is_scan {
            return None;
        }
        if letter.ink == Ink::None {
            return Some(Why::NotShown);
        }
        if self.areas.is_empty() {
            return same(letter.ink, Ink::Color([1.0; 3])).then_some(Why::Color);
        }
        self.why_by_areas(letter, middle)
    }

    fn why_by_areas(&self, letter: &Letter, middle: Point) -> Option<Why> {
        let first_after = self.areas.partition_point(|area| area.order < letter.order);
        let (below, above) = self.areas.split_at(first_after);
        let here = |area: &&Area| area.ink != Ink::None && area.rect.contains(middle);
        if above.iter().any(|area| here(&area)) {
            return Some(Why::Covered);
        }
        let ground = below.iter().rev().find(here).map_or(Ink::Color([1.0; 3]), |area| area.ink);
        same(letter.ink, ground).then_some(Why::Color)
    }
}

fn same(a: Ink, b: Ink) -> bool {
    match (a, b) {
        (Ink::Color(a), Ink::Color(b)) => a.iter().zip(b).all(|(a, b)| (a - b).abs() < SAME_COLOR),
        _ => false,
    }
}

//! Painted areas, and the clips that cut them.

use std::rc::Rc;

use hayro_interpret::kurbo::{Affine, BezPath, PathSeg, Point, Rect, Shape, Stroke, StrokeOpts, stroke};
use hayro_interpret::{ClipPath, FillRule, StrokeProps};

use super::letter::Ink;

/// A painted area.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub rect: Rect,
    /// The outline of the area. `None` if it is a box.
    pub outline: Option<Rc<Outline>>,
    /// The clips that cut it and are no boxes.
    pub clips: Vec<Rc<Outline>>,
    pub ink: Ink,
    pub order: u32,
    pub is_image: bool,
}

impl Area {
    /// Returns whether the area paints something at a point of the page.
    pub(super) fn paints(&self, point: Point) -> bool {
        self.ink != Ink::None && self.contains(point)
    }

    /// Returns whether the area contains a point of the page.
    pub(super) fn contains(&self, point: Point) -> bool {
        self.rect.contains(point)
            && self.outline.iter().chain(&self.clips).all(|outline| outline.contains(point))
    }
}

/// The outline of an area that is no box.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    path: BezPath,
    is_even_odd: bool,
}

/// The most elements of an outline. Longer paths are drawings, which hide nothing.
const MOST_ELEMENTS: usize = 60;

/// The error of the outline of a stroke, in points.
const EXACT: f64 = 0.5;

impl Outline {
    /// Returns the outline of a filled path. `None` if it is a drawing.
    pub(super) fn of(path: &BezPath, transform: Affine, rule: FillRule) -> Option<Rc<Outline>> {
        let is_even_odd = matches!(rule, FillRule::EvenOdd);
        let is_simple = path.elements().len() <= MOST_ELEMENTS;
        is_simple.then(|| Rc::new(Outline { path: transform * path.clone(), is_even_odd }))
    }

    /// Returns the outline of a stroke. `None` if it is thinner than `least`, dashed or a drawing.
    pub(super) fn of_line(
        path: &BezPath,
        transform: Affine,
        line: &StrokeProps,
        least: f64,
    ) -> Option<Rc<Outline>> {
        let scale = transform.determinant().abs().sqrt();
        let width = f64::from(line.line_width);
        let is_wide = width * scale >= least && line.dash_array.is_empty();
        if !is_wide || path.elements().len() > MOST_ELEMENTS / 4 {
            return None;
        }
        let wide = Stroke::new(width).with_caps(line.line_cap).with_join(line.line_join);
        let outline = stroke(path.elements().iter().copied(), &wide, &StrokeOpts::default(), EXACT / scale);
        Some(Rc::new(Outline { path: transform * outline, is_even_odd: false }))
    }

    pub(super) fn around(&self) -> Rect {
        self.path.bounding_box()
    }

    fn contains(&self, point: Point) -> bool {
        let winding = self.path.winding(point);
        if self.is_even_odd { winding % 2 != 0 } else { winding != 0 }
    }
}

/// The part of a page that may be painted on.
#[derive(Clone, Debug)]
pub(super) struct Clip {
    pub rect: Rect,
    pub outlines: Vec<Rc<Outline>>,
}

/// The most nested clips that are tested, apart from boxes.
const MOST_CLIPS: usize = 8;

impl Clip {
    /// A clip that cuts nothing, on the page or around it.
    pub(super) const ALL: Clip = Clip { rect: Rect::new(-1e9, -1e9, 1e9, 1e9), outlines: Vec::new() };

    /// Returns the intersection with another clip.
    pub(super) fn with(&self, clip: &ClipPath) -> Clip {
        let mut inner = self.with_rect(clip.path.bounding_box());
        if !is_box(&clip.path)
            && inner.outlines.len() < MOST_CLIPS
            && let Some(outline) = Outline::of(&clip.path, Affine::IDENTITY, clip.fill)
        {
            inner.outlines.push(outline);
        }
        inner
    }

    pub(super) fn with_rect(&self, rect: Rect) -> Clip {
        Clip { rect: self.rect.intersect(rect), outlines: self.outlines.clone() }
    }

    /// Returns whether the clip leaves nothing of a letter: neither its middle nor the points `near` it on four sides.
    pub(super) fn hides(&self, middle: Point, near: f64) -> bool {
        let is_cut = self.rect.area() <= 0.0 || !self.rect.inflate(near, near).contains(middle);
        let around = [(0.0, 0.0), (-near, 0.0), (near, 0.0), (0.0, -near), (0.0, near)];
        let is_outside = |outline: &Rc<Outline>| around.iter().all(|&by| !outline.contains(middle + by));
        is_cut || self.outlines.iter().any(is_outside)
    }
}

/// Returns whether a path is a box with sides along the axes.
pub(super) fn is_box(path: &BezPath) -> bool {
    let is_line = |segment| match segment {
        PathSeg::Line(line) => (line.p0.x - line.p1.x).abs() < 0.01 || (line.p0.y - line.p1.y).abs() < 0.01,
        _ => false,
    };
    path.elements().len() <= 6 && path.segments().count() >= 3 && path.segments().all(is_line)
}

#[cfg(test)]
mod tests {
    use hayro_interpret::kurbo::Circle;

    use super::*;

    fn round(rule: FillRule) -> ClipPath {
        let mut path = Circle::new((50.0, 50.0), 40.0).to_path(0.1);
        path.extend(Circle::new((50.0, 50.0), 10.0).to_path(0.1));
        ClipPath { path, fill: rule }
    }

    #[test]
    fn a_round_area_ends_where_it_is_round() {
        for (rule, is_middle_in) in [(FillRule::NonZero, true), (FillRule::EvenOdd, false)] {
            let clip = round(rule);
            let outline = Outline::of(&clip.path, Affine::IDENTITY, clip.fill);
            let rect = clip.path.bounding_box();
            let area = Area { rect, outline, clips: vec![], ink: Ink::Unknown, order: 0, is_image: false };
            assert!(area.contains(Point::new(50.0, 20.0)));
            assert!(!area.contains(Point::new(14.0, 14.0)));
            assert_eq!(area.contains(Point::new(50.0, 50.0)), is_middle_in);
        }
    }

    #[test]
    fn a_clip_hides_what_is_outside() {
        let clip = Clip::ALL.with_rect(Rect::new(0.0, 0.0, 60.0, 100.0)).with(&round(FillRule::NonZero));
        assert!(!clip.hides(Point::new(50.0, 50.0), 3.0));
        assert!(!clip.hides(Point::new(62.0, 50.0), 3.0));
        assert!(clip.hides(Point::new(70.0, 50.0), 3.0));
        assert!(clip.hides(Point::new(13.0, 13.0), 3.0));
        assert!(Clip::ALL.with_rect(Rect::ZERO).hides(Point::ZERO, 3.0));
        assert!(!Clip::ALL.hides(Point::new(1e5, 0.0), 3.0));
    }

    #[test]
    fn a_wide_line_is_an_area_and_a_thin_one_is_none() {
        let path = BezPath::from_svg("M0 0 L100 0").unwrap();
        let line = |line_width| StrokeProps { line_width, ..StrokeProps::default() };
        let outline = Outline::of_line(&path, Affine::scale(2.0), &line(30.0), 3.0).unwrap();
        assert!(outline.contains(Point::new(150.0, 25.0)) && !outline.contains(Point::new(150.0, 35.0)));
        assert!(Outline::of_line(&path, Affine::scale(2.0), &line(1.0), 3.0).is_none());
    }
}

//! The color of paint, where it can be determined.
//!
//! A shading of nearly one color has that color, and so has a pattern whose tile is of one color. A pattern with an
//! empty tile paints nothing.

use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape};
use hayro_interpret::pattern::{Pattern, TilingPattern};
use hayro_interpret::shading::{Shading, ShadingFunction, ShadingType};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};

use super::letter::{Ink, is_same};
use super::ticks::Ticks;
use crate::formats::limits::Watch;

/// The opacity below which paint is not seen.
pub(super) const FAINT: f32 = 0.1;

/// The number of steps at which a shading is sampled.
const PLACES: u8 = 8;

/// Returns the ink of a paint.
pub(super) fn ink(paint: &Paint<'_>, watch: &Watch) -> Ink {
    match paint {
        Paint::Color(color) => match color.to_rgba().components() {
            [_, _, _, alpha] if alpha < FAINT => Ink::None,
            [red, green, blue, _] => Ink::Color([red, green, blue]),
        },
        Paint::Pattern(pattern) => match &**pattern {
            Pattern::Shading(shading) if shading.opacity < FAINT => Ink::None,
            Pattern::Shading(shading) => shade(&shading.shading),
            Pattern::Tiling(tiling) => tile(tiling, watch).ink(),
        },
    }
}

/// Returns whether a paint is a pattern that contains text.
pub(super) fn has_text(paint: &Paint<'_>, watch: &Watch) -> bool {
    match paint {
        Paint::Pattern(pattern) => match &**pattern {
            Pattern::Tiling(tiling) => tile(tiling, watch).has_text,
            Pattern::Shading(_) => false,
        },
        Paint::Color(_) => false,
    }
}

/// Returns the color of a shading, if it has nearly the same color everywhere.
fn shade(shading: &Shading) -> Ink {
    let ShadingType::RadialAxial { domain: [first, last], function, .. } = &*shading.shading_type else {
        return Ink::Unknown;
    };
    let Some(color) = color_at(shading, function, *first) else { return Ink::Unknown };
    for place in 1..=PLACES {
        let place = first + (last - first) * f32::from(place) / f32::from(PLACES);
        match color_at(shading, function, place) {
            Some(other) if is_same(color, other) => {}
            _ => return Ink::Unknown,
        }
    }
    color
}

fn color_at(shading: &Shading, function: &ShadingFunction, place: f32) -> Option<Ink> {
    let mut values = vec![0.0; function.num_outputs()];
    function.eval(&[place], &mut values)?;
    let is_whole = values.len() == usize::from(shading.color_space.num_components());
    let [red, green, blue, _] = is_whole.then(|| shading.color_space.to_rgba(&values, 1.0).components())?;
    Some(Ink::Color([red, green, blue]))
}

fn tile<'w>(tiling: &TilingPattern<'_>, watch: &'w Watch) -> Tile<'w> {
    let ticks = Ticks::new(watch);
    let mut tile = Tile { around: tiling.bbox, ground: None, is_mixed: false, has_text: false, ticks };
    tiling.interpret(&mut tile, Affine::IDENTITY, false);
    tile
}

/// Listens to the painting of a tile.
struct Tile<'w> {
    around: Rect,
    /// The color that fills the whole tile, if one does.
    ground: Option<Ink>,
    is_mixed: bool,
    has_text: bool,
    ticks: Ticks<'w>,
}

impl Tile<'_> {
    fn ink(&self) -> Ink {
        match self.ground {
            _ if self.is_mixed || self.has_text => Ink::Unknown,
            Some(ink) => ink,
            None => Ink::None,
        }
    }
}

impl<'a> Device<'a> for Tile<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.ticks.tick();
        let place = props.transform.transform_rect_bbox(path.bounding_box());
        let is_filled = matches!(mode, DrawMode::Fill(_));
        if is_filled && place.area() <= 0.0 {
            return;
        }
        let is_ground = is_filled && place.contains_rect(self.around) && path.elements().len() <= 6;
        match &props.paint {
            Paint::Color(color) if is_ground => {
                let [red, green, blue, _] = color.to_rgba().components();
                (self.ground, self.is_mixed) = (Some(Ink::Color([red, green, blue])), false);
            }
            _ => self.is_mixed = true,
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.ticks.tick();
        self.has_text |= !run.glyphs().is_empty();
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.ticks.tick();
        self.is_mixed = true;
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.ticks.tick();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.is_mixed = true;
    }

    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

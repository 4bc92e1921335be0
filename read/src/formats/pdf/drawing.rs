//! The outline of a letter that is drawn by operations of its own (Type 3).
//!
//! Filled paths are taken as they are, strokes in their full width, and the bits of a stencil as boxes. A letter with a
//! picture, a pattern or other letters in it has no outline.

use hayro_interpret::color::{AlphaColor, Color};
use hayro_interpret::font::{GlyphRun, Type3Glyph};
use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape, Stroke, StrokeOpts, stroke};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, LumaData, Paint, SoftMask,
    StencilImage,
};

use super::ticks::Ticks;
use crate::formats::limits::Watch;

/// The most bits of a stencil that may be a letter.
const MOST_BITS: u64 = 1 << 20;

/// The most elements of the outline of a letter.
const MOST_ELEMENTS: usize = 20_000;

/// The error of the outlines of strokes, in thousandths of the font's size.
const EXACT: f64 = 5.0;

/// Returns the outline in thousandths of the font's size. `None` if the letter has no outline.
pub(super) fn outline(glyph: &Type3Glyph<'_>, watch: &Watch) -> Option<BezPath> {
    let mut drawn = Drawn { path: BezPath::new(), is_other: false, ticks: Ticks::new(watch) };
    let paint = Paint::Color(Color::from_rgba(AlphaColor::BLACK));
    glyph.interpret(&mut drawn, Affine::IDENTITY, Affine::IDENTITY, &paint);
    (!drawn.is_other && drawn.path.elements().len() <= MOST_ELEMENTS).then_some(drawn.path)
}

/// Listens to the painting of a letter.
struct Drawn<'w> {
    path: BezPath,
    is_other: bool,
    ticks: Ticks<'w>,
}

impl Drawn<'_> {
    fn add(&mut self, path: &BezPath, transform: Affine) {
        if self.path.elements().len() <= MOST_ELEMENTS {
            self.path.extend(transform * path.clone());
        }
    }

    fn stencil(&mut self, stencil: &StencilImage<'_, '_>, transform: Affine) {
        if u64::from(stencil.width()) * u64::from(stencil.height()) > MOST_BITS {
            self.is_other = true;
            return;
        }
        let mut boxes = BezPath::new();
        let add_rows = |bits: LumaData, _: &Paint<'_>| {
            for (row, line) in bits.data.chunks_exact((bits.width as usize).max(1)).enumerate() {
                add_boxes(line, row as f64, &mut boxes);
            }
        };
        stencil.with_stencil(add_rows, None);
        self.add(&boxes, transform);
    }
}

/// Adds a box for each run of set bits in a row.
fn add_boxes(line: &[u8], row: f64, boxes: &mut BezPath) {
    let mut at = 0.0;
    for run in line.chunk_by(|a, b| (*a > 127) == (*b > 127)) {
        let end = at + run.len() as f64;
        if run.first().is_some_and(|bit| *bit > 127) {
            boxes.extend(Rect::new(at, row, end, row + 1.0).path_elements(1.0));
        }
        at = end;
    }
}

impl<'a> Device<'a> for Drawn<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.ticks.tick();
        self.is_other |= matches!(props.paint, Paint::Pattern(_));
        if matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            self.add(path, props.transform);
        } else if let DrawMode::Stroke(line) = mode
            && path.elements().len() <= MOST_ELEMENTS / 10
        {
            let wide = Stroke::new(f64::from(line.line_width));
            self.add(
                &stroke(path.elements().iter().copied(), &wide, &StrokeOpts::default(), EXACT),
                props.transform,
            );
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.ticks.tick();
        match image {
            Image::Stencil(stencil) => self.stencil(&stencil, props.transform),
            Image::Raster(_) => self.is_other = true,
        }
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.ticks.tick();
        self.is_other = true;
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.ticks.tick();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

//! The share of light that a soft mask lets through, where it can be determined.
//!
//! A mask is painted on a device that keeps its areas. In a mask of plain areas, the last area at a place determines
//! the share there. Masks with pictures, shadings, letters, blended groups or a transfer function are unknown.

use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, MaskType, Paint, SoftMask,
};

use super::areas::{Area, Clip, Outline, is_box};
use super::letter::Ink;
use super::ticks::Ticks;
use crate::formats::limits::Watch;

/// The most areas of a known mask.
const MOST_AREAS: usize = 500;

/// A mask as a list of areas.
#[derive(Debug)]
pub(super) struct Mask {
    /// The areas, each with the share that it lets through, from 0 to 1.
    areas: Vec<(Area, f32)>,
    /// The share that the mask lets through elsewhere.
    outside: f32,
    is_known: bool,
}

impl Mask {
    pub(super) fn of(mask: &SoftMask<'_>, watch: &Watch) -> Mask {
        let is_alpha = mask.mask_type() == MaskType::Alpha;
        let outside = if is_alpha { 0.0 } else { light(mask.background_color().to_rgba().components()) };
        let known = Mask { areas: Vec::new(), outside, is_known: mask.transfer_function().is_none() };
        let mut painted = Painted { mask: known, is_alpha, clips: Vec::new(), ticks: Ticks::new(watch) };
        mask.interpret(&mut painted);
        painted.mask
    }

    /// Returns the share that is seen at a place of the page. `None` if the mask is unknown.
    pub(super) fn at(&self, point: Point) -> Option<f32> {
        let area = self.areas.iter().rev().find(|(area, _)| area.contains(point));
        self.is_known.then(|| area.map_or(self.outside, |(_, share)| *share))
    }
}

/// Returns the luminosity of a color.
fn light([red, green, blue, _]: [f32; 4]) -> f32 {
    0.3 * red + 0.59 * green + 0.11 * blue
}

/// Listens to the painting of a mask.
struct Painted<'w> {
    mask: Mask,
    is_alpha: bool,
    clips: Vec<Clip>,
    ticks: Ticks<'w>,
}

impl Painted<'_> {
    fn clip(&self) -> Clip {
        self.clips.last().cloned().unwrap_or(Clip::ALL)
    }
}

impl<'a> Device<'a> for Painted<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.ticks.tick();
        let DrawMode::Fill(rule) = mode else { return self.mask.is_known = false };
        let Paint::Color(color) = &props.paint else { return self.mask.is_known = false };
        let color = color.to_rgba().components();
        let outline = Outline::of(path, props.transform, *rule);
        let is_plain = props.soft_mask.is_none() && (self.is_alpha || color[3] > 0.99);
        if outline.is_none() || !is_plain || self.mask.areas.len() >= MOST_AREAS {
            return self.mask.is_known = false;
        }
        let clip = self.clip();
        let rect = props.transform.transform_rect_bbox(path.bounding_box()).intersect(clip.rect);
        let outline = outline.filter(|_| !is_box(path));
        let area = Area { rect, outline, clips: clip.outlines, ink: Ink::Unknown, order: 0, is_image: false };
        self.mask.areas.push((area, if self.is_alpha { color[3] } else { light(color) }));
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.ticks.tick();
        self.mask.is_known &= run.glyphs().is_empty();
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.ticks.tick();
        self.mask.is_known = false;
    }

    fn push_clip_path(&mut self, path: &ClipPath) {
        self.ticks.tick();
        self.clips.push(self.clip().with(path));
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.clips.push(self.clip().with_rect(*rect));
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend: BlendMode) {
        self.mask.is_known &= opacity > 0.99 && mask.is_none() && blend == BlendMode::Normal;
    }

    fn pop_transparency_group(&mut self) {}
}

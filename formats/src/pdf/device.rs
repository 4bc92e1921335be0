//! Listens to a page being painted, and notes every character and what is painted below and over it.

use hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::hayro_syntax::object::{Dict, String as PdfString};
use hayro_interpret::kurbo::{Affine, BezPath, PathSeg, Point, Rect, Shape};
use hayro_interpret::pattern::Pattern;
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};

use super::actual::Actual;
use super::cids::CidFonts;
use super::info::decode;
use super::letter::{Ink, Letter, Mark, spread};
use super::letters;
use super::shapes::Shapes;
use crate::limits::Watch;

/// An area that is painted.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub rect: Rect,
    pub ink: Ink,
    pub order: u32,
    pub is_image: bool,
}

/// Everything that is noted of one page.
pub(super) struct PageInk<'f> {
    fonts: &'f CidFonts<'f>,
    watch: &'f Watch,
    shapes: &'f mut Shapes,
    /// How many paths, pictures and runs of letters were painted.
    pub paints: usize,
    /// How many letters are painted through a mask or in a pattern, which may leave nothing of them.
    pub veiled: usize,
    /// How many areas are painted with a pattern that has text in it.
    pub text_patterns: usize,
    /// For each open group, whether it has a mask.
    masks: Vec<bool>,
    pub letters: Vec<Letter>,
    pub areas: Vec<Area>,
    order: u32,
    clips: Vec<Rect>,
    /// For each open group, how opaque it and all around it are.
    groups: Vec<f32>,
    marks: Vec<Mark>,
    /// The marked content that says itself what its glyphs mean.
    actual: Option<Actual>,
    /// The first and the last letter of the run before, to know one that is painted twice.
    last_run: std::ops::Range<usize>,
}

/// The painting was stopped because the time is over.
pub(super) struct Stopped;

/// The time is looked at each time this many operations are done.
const TICKS: u32 = 64;

/// Areas smaller than this, in points, hide nothing.
const SMALLEST_AREA: f64 = 3.0;

/// What is less opaque than this is not seen.
const FAINT: f32 = 0.1;

/// What is more opaque than this hides what is below it.
const SOLID: f32 = 0.95;

/// Nothing farther away than this, in points, is noted.
const FARTHEST: f64 = 1e6;

/// More areas than this are a drawing, of which the rest are not kept.
const MOST_AREAS: usize = 2_000;

/// More characters than this are not on any page that is read.
const MOST_LETTERS: usize = 2_000_000;

impl<'f> PageInk<'f> {
    pub(super) fn new(fonts: &'f CidFonts<'f>, watch: &'f Watch, shapes: &'f mut Shapes) -> Self {
        PageInk {
            fonts,
            watch,
            shapes,
            paints: 0,
            veiled: 0,
            text_patterns: 0,
            masks: Vec::new(),
            letters: Vec::new(),
            areas: Vec::new(),
            order: 0,
            clips: Vec::new(),
            groups: Vec::new(),
            marks: Vec::new(),
            actual: None,
            last_run: 0..0,
        }
    }

    /// Counts an operation, and stops the painting when the time is over.
    ///
    /// An interpreter asks its device nothing: a page whose forms paint one another would go on for years. Unwinding is the
    /// only way out of it; no message is printed, and who began the painting takes it up.
    fn tick(&mut self) {
        self.order += 1;
        if self.order.is_multiple_of(TICKS) && self.watch.check().is_err() {
            std::panic::resume_unwind(Box::new(Stopped));
        }
    }

    fn opacity(&self) -> f32 {
        self.groups.last().copied().unwrap_or(1.0)
    }

    fn area(&mut self, rect: Rect, ink: Ink, is_image: bool) {
        let rect = self.clips.last().map_or(rect, |clip| rect.intersect(*clip));
        let large = rect.width() >= SMALLEST_AREA && rect.height() >= SMALLEST_AREA;
        if large && self.areas.len() < MOST_AREAS {
            self.areas.push(Area { rect, ink, order: self.order, is_image });
        }
    }

    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, page: Affine, ink: Ink, mode: WritingMode) {
        let matrix = page * glyph.transform();
        let [a, b, c, d, e, f] = matrix.as_coeffs();
        let em = 1000.0;
        let size = c.hypot(d) * em;
        let vertical = mode == WritingMode::Vertical;
        let width = match &**glyph {
            _ if vertical => em,
            Glyph::Outline(outline) => outline.advance_width().map_or(em / 2.0, f64::from),
            Glyph::Type3(type3) => type3.advance_width().map_or(em / 2.0, f64::from),
        };
        let advance = if vertical { size } else { width * a.hypot(b) };
        let mut degrees = if vertical { 90.0 } else { b.atan2(a).to_degrees() };
        let upright = (degrees / 90.0).round() * 90.0;
        if (degrees - upright).abs() < 3.0 {
            degrees = upright;
        }
        let turned = degrees.to_radians();
        let (sin, cos) = turned.sin_cos();
        let (x, y) = (e * cos + f * sin, f * cos - e * sin);
        // Sums and differences of what is farther away are not exact, or no numbers.
        if ![x, y, advance, size].into_iter().all(|value| value.abs() < FARTHEST) {
            return;
        }
        let center = (e + cos * advance / 2.0 + sin * size * 0.3, f + sin * advance / 2.0 - cos * size * 0.3);
        let base = Letter {
            c: ' ',
            x0: x as f32,
            x1: (x + advance.max(0.0)) as f32,
            y: y as f32,
            size: size as f32,
            angle: degrees.rem_euclid(360.0).round() as i16 % 360,
            middle: (center.0 as f32, center.1 as f32),
            order: self.order,
            ink,
            mark: self.marks.last().copied().unwrap_or_default(),
        };
        self.letters(glyph, &base);
    }

    /// Notes the characters that a glyph stands for, side by side within its width.
    fn letters(&mut self, glyph: &PositionedGlyph<'_>, base: &Letter) {
        let first = self.letters.len();
        let meaning = glyph.as_unicode().or_else(|| self.by_number(glyph));
        if let Some(actual) = &mut self.actual {
            actual.glyph(base, meaning.is_some());
        }
        let mut push = |c| self.letters.push(Letter { c, ..base.clone() });
        match meaning {
            Some(BfString::Char(c)) if c.is_ascii_digit() && is_raised(glyph) => push(letters::raise(c)),
            Some(BfString::Char(c)) => {
                letters::clean(c, &mut push);
                if base.ink != Ink::None {
                    self.shapes.add(glyph, c);
                }
            }
            Some(BfString::String(text)) => text.chars().for_each(|c| letters::clean(c, &mut push)),
            None => {}
        }
        spread(self.letters.get_mut(first..).unwrap_or_default(), base);
    }

    /// The meaning of a glyph by its number in a known collection.
    fn by_number(&self, glyph: &PositionedGlyph<'_>) -> Option<BfString> {
        let outline = match &**glyph {
            Glyph::Outline(outline) => outline,
            // The letters of bitmap fonts have no names but their codes.
            Glyph::Type3(type3) => return letters::by_tex_code(type3.char_code()).map(BfString::Char),
        };
        self.fonts.character(&outline.font_data()?.postscript_name?, outline.char_code())
    }

    /// Takes the last run away when it only paints the one before it again, as bold letters are made by some programs.
    fn drop_repeated(&mut self, start: usize) {
        let run = start..self.letters.len();
        let same = run.len() == self.last_run.len()
            && !run.is_empty()
            && self.last_run.end == start
            && self.last_run.clone().zip(run.clone()).all(|(a, b)| {
                match (self.letters.get(a), self.letters.get(b)) {
                    (Some(a), Some(b)) => {
                        let near = 0.12 * a.size;
                        a.c == b.c
                            && (a.x0 - b.x0).abs() < near
                            && (a.y - b.y).abs() < near
                            && a.angle == b.angle
                    }
                    _ => false,
                }
            });
        if same {
            self.letters.truncate(start);
        } else {
            self.last_run = run;
        }
    }
}

/// Whether a glyph stands above the line: some fonts have digits of their own for the marks of notes.
fn is_raised(glyph: &Glyph<'_>) -> bool {
    match glyph {
        Glyph::Outline(outline) => outline.outline().bounding_box().y0 > ABOVE,
        Glyph::Type3(_) => false,
    }
}

/// So far above the line, in thousandths of the font's size, begins no digit that stands on it.
const ABOVE: f64 = 200.0;

fn ink(paint: &Paint<'_>) -> Ink {
    match paint {
        Paint::Color(color) => match color.to_rgba().components() {
            [_, _, _, alpha] if alpha < FAINT => Ink::None,
            [red, green, blue, _] => Ink::Color([red, green, blue]),
        },
        Paint::Pattern(_) => Ink::Unknown,
    }
}

impl<'a> Device<'a> for PageInk<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.tick();
        self.paints += 1;
        self.text_patterns += usize::from(has_text(&props.paint));
        // Only boxes are taken for areas; the outlines of drawings hide nothing.
        if matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) && is_box(path) {
            let ink = if self.opacity() > SOLID { opaque(&props) } else { Ink::None };
            self.area(props.transform.transform_rect_bbox(path.bounding_box()), ink, false);
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        self.tick();
        self.paints += 1;
        self.text_patterns += usize::from(has_text(&props.paint));
        if matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            let ink = if self.opacity() > SOLID { opaque(&props) } else { Ink::None };
            self.area(props.transform.transform_rect_bbox(*rect), ink, false);
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.push_clip_rect(&clip.path.bounding_box());
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.tick();
        let clip = self.clips.last().map_or(*rect, |clip| clip.intersect(*rect));
        self.clips.push(clip);
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend: BlendMode) {
        // How much a mask or another way of blending lets through is not known: some of both.
        let own = if mask.is_some() || blend != BlendMode::Normal { opacity.min(0.5) } else { opacity };
        self.groups.push(own * self.opacity());
        self.masks.push(mask.is_some());
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
        self.masks.pop();
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        let number = properties.and_then(|properties| properties.get::<i32>(b"MCID"));
        let mark = match number {
            _ if tag == b"Artifact" => Mark::Artifact,
            Some(number) => Mark::Content(number),
            None => self.marks.last().copied().unwrap_or_default(),
        };
        self.marks.push(mark);
        if self.actual.is_none()
            && let Some(text) =
                properties.and_then(|properties| properties.get::<PdfString<'_>>(b"ActualText"))
        {
            self.actual = Some(Actual::new(decode(text.as_bytes()), self.marks.len(), self.letters.len()));
        }
    }

    fn end_marked_content(&mut self) {
        if let Some(actual) = self.actual.take_if(|actual| actual.depth == self.marks.len()) {
            actual.put(&mut self.letters);
        }
        self.marks.pop();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.tick();
        self.paints += 1;
        let ink = match mode {
            DrawMode::Invisible => Ink::None,
            _ if self.opacity() < FAINT => Ink::None,
            _ => ink(&props.paint),
        };
        let start = self.letters.len();
        if start < MOST_LETTERS {
            for glyph in run.glyphs() {
                self.glyph(glyph, props.transform, ink, run.writing_mode());
            }
            self.drop_repeated(start);
            let is_veiled = props.soft_mask.is_some()
                || self.masks.contains(&true)
                || matches!(&props.paint, Paint::Pattern(pattern) if matches!(**pattern, Pattern::Tiling(_)));
            if is_veiled && ink != Ink::None {
                let letters = self.letters.get(start..).unwrap_or_default();
                self.veiled += letters.iter().filter(|letter| letter.c != ' ').count();
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.tick();
        self.paints += 1;
        let corner = Point::new(f64::from(image.width()), f64::from(image.height()));
        let rect = props.transform.transform_rect_bbox(Rect::from_points(Point::ZERO, corner));
        // A stencil or a picture with a mask paints only where its bits say so: what is below may show through.
        let solid = match image {
            Image::Raster(raster) => {
                let dict = raster.stream().dict();
                !dict.contains_key(b"SMask") && !dict.contains_key(b"Mask") && self.opacity() > SOLID
            }
            Image::Stencil(_) => false,
        };
        self.area(rect, if solid { Ink::Unknown } else { Ink::None }, true);
    }
}

/// Returns whether a pattern has text in it.
fn has_text(paint: &Paint<'_>) -> bool {
    let Paint::Pattern(pattern) = paint else { return false };
    let Pattern::Tiling(tiling) = &**pattern else { return false };
    let mut found = TextFound(false);
    tiling.interpret(&mut found, Affine::IDENTITY, false);
    found.0
}

/// Listens for text only.
struct TextFound(bool);

impl<'a> Device<'a> for TextFound {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.0 |= !run.glyphs().is_empty();
    }
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

fn is_box(path: &BezPath) -> bool {
    let is_line = |segment| match segment {
        PathSeg::Line(line) => (line.p0.x - line.p1.x).abs() < 0.01 || (line.p0.y - line.p1.y).abs() < 0.01,
        _ => false,
    };
    path.elements().len() <= 6 && path.segments().count() >= 3 && path.segments().all(is_line)
}

/// The ink of an area that hides what is below it; [`Ink::None`] when what is below shows through.
fn opaque(props: &DrawProps<'_>) -> Ink {
    let through = props.soft_mask.is_some() || props.blend_mode != BlendMode::Normal;
    match &props.paint {
        _ if through => Ink::None,
        Paint::Color(color) if color.to_rgba().components()[3] < SOLID => Ink::None,
        paint => ink(paint),
    }
}

//! Listens to the painting of a page, and notes every character and the areas painted below and over it.

use std::collections::HashMap;
use std::rc::Rc;

use hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::hayro_syntax::object::{Dict, String as PdfString};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Shape};
use hayro_interpret::pattern::Pattern;
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};

use super::actual::Actual;
use super::areas::{Area, Clip, Outline, is_box};
use super::cids::{CidFonts, WINDOWS_SHIFT};
use super::info::decode;
use super::letter::{Ink, Letter, Mark, spread};
use super::lettering::Lettering;
use super::letters;
use super::masks::Mask;
use super::paints::{FAINT, has_text, ink};
use super::shapes::Shapes;
use super::ticks::Ticks;
use crate::formats::limits::Watch;

/// The notes of one page.
pub(super) struct PageInk<'f> {
    fonts: &'f CidFonts<'f>,
    watch: &'f Watch,
    shapes: &'f mut Shapes,
    /// The number of painted paths, pictures and runs of letters.
    pub paints: usize,
    /// The number of letters painted through a mask, in a pattern or with a blend mode, perhaps invisibly.
    pub veiled: usize,
    /// Small paths, which may be letters.
    pub lettering: Lettering,
    /// The number of areas painted with a pattern that contains text.
    pub text_patterns: usize,
    /// The mask of each open group, if it has one.
    masks: Vec<Option<Rc<Mask>>>,
    known_masks: HashMap<u128, Rc<Mask>>,
    /// True for each open group that is blended so that dark letters are lost on white.
    lightening: Vec<bool>,
    pub letters: Vec<Letter>,
    pub areas: Vec<Area>,
    order: u32,
    ticks: Ticks<'f>,
    clips: Vec<Clip>,
    /// The opacity of each open group, including the groups around it.
    groups: Vec<f32>,
    marks: Vec<Mark>,
    /// The open marked content that gives a text for its glyphs.
    actual: Option<Actual>,
    /// The range of the letters of the last run, to find a run that is painted twice.
    last_run: std::ops::Range<usize>,
}

/// The least width and height, in points, of an area that can hide something.
const SMALLEST_AREA: f64 = 3.0;

/// The least width, in points, of a font whose letters are seen. Letters of a narrower one are lines.
const NARROWEST: f64 = 1.0;

/// The opacity above which paint hides what is below it.
const SOLID: f32 = 0.95;

/// The distance from the middle of a letter, as a share of its size, within which a clip must leave something of it.
const NEAR: f64 = 0.5;

/// The greatest coordinate, in points, of a letter that is noted.
const FARTHEST: f64 = 1e6;

/// The most areas that are kept. A page with more is a drawing.
const MOST_AREAS: usize = 2_000;

/// The most letters of a page. Later runs are not noted.
const MOST_LETTERS: usize = 2_000_000;

impl<'f> PageInk<'f> {
    pub(super) fn new(fonts: &'f CidFonts<'f>, watch: &'f Watch, shapes: &'f mut Shapes) -> Self {
        PageInk {
            fonts,
            watch,
            shapes,
            paints: 0,
            veiled: 0,
            lettering: Lettering::default(),
            text_patterns: 0,
            masks: Vec::new(),
            known_masks: HashMap::new(),
            lightening: Vec::new(),
            letters: Vec::new(),
            areas: Vec::new(),
            order: 0,
            ticks: Ticks::new(watch),
            clips: Vec::new(),
            groups: Vec::new(),
            marks: Vec::new(),
            actual: None,
            last_run: 0..0,
        }
    }

    /// Returns the area on a page of each picture in it.
    pub(super) fn pictures(&self, page: Rect) -> impl Iterator<Item = f64> {
        self.areas.iter().filter(|area| area.is_image).map(move |area| area.rect.intersect(page).area())
    }

    fn tick(&mut self) {
        self.order += 1;
        self.ticks.tick();
    }

    fn opacity(&self) -> f32 {
        self.groups.last().copied().unwrap_or(1.0)
    }

    fn clip(&self) -> Clip {
        self.clips.last().cloned().unwrap_or(Clip::ALL)
    }

    /// Notes an area. An area without an outline is a box.
    fn area(&mut self, rect: Rect, outline: Option<Rc<Outline>>, ink: Ink, is_image: bool) {
        let clip = self.clip();
        let rect = rect.intersect(clip.rect);
        let large = rect.width() >= SMALLEST_AREA && rect.height() >= SMALLEST_AREA;
        if large && self.areas.len() < MOST_AREAS {
            let clips = clip.outlines;
            self.areas.push(Area { rect, outline, clips, ink, order: self.order, is_image });
        }
    }

    /// Notes the area that a path paints, unless it is a drawing, which hides nothing.
    fn path_area(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        let outline = match mode {
            DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) if !is_box(path) => {
                Outline::of(path, props.transform, *rule)
            }
            DrawMode::Fill(_) | DrawMode::FillAndStroke(..) => {
                let rect = props.transform.transform_rect_bbox(path.bounding_box());
                return self.area(rect, None, self.cover(props), false);
            }
            DrawMode::Stroke(line) => Outline::of_line(path, props.transform, line, SMALLEST_AREA),
            DrawMode::Invisible => None,
        };
        if let Some(outline) = outline {
            self.area(outline.around(), Some(outline), self.cover(props), false);
        }
    }

    /// Returns the ink of an area that hides everything below it. [`Ink::None`] if something may show through.
    fn cover(&self, props: &DrawProps<'_>) -> Ink {
        let through = props.soft_mask.is_some() || props.blend_mode != BlendMode::Normal;
        match &props.paint {
            _ if through || self.opacity() <= SOLID => Ink::None,
            Paint::Color(color) if color.to_rgba().components()[3] < SOLID => Ink::None,
            paint => ink(paint, self.watch),
        }
    }

    /// Returns the mask as areas. Each mask is painted once.
    fn mask(&mut self, mask: &SoftMask<'_>) -> Rc<Mask> {
        let watch = self.watch;
        let known = self.known_masks.entry(mask.cache_key());
        Rc::clone(known.or_insert_with(|| Rc::new(Mask::of(mask, watch))))
    }

    /// Marks the letters of a run that clips and masks hide, and counts the letters that may be invisible.
    fn veil(&mut self, start: usize, own: Option<Rc<Mask>>, is_lost: bool) {
        let masks: Vec<Rc<Mask>> = self.masks.iter().flatten().cloned().chain(own).collect();
        let clip = self.clip();
        for letter in self.letters.iter_mut().skip(start).filter(|letter| letter.ink != Ink::None) {
            let middle = Point::new(f64::from(letter.middle.0), f64::from(letter.middle.1));
            let shares: Vec<Option<f32>> = masks.iter().map(|mask| mask.at(middle)).collect();
            letter.is_clipped = clip.hides(middle, f64::from(letter.size) * NEAR);
            if shares.iter().flatten().product::<f32>() < FAINT {
                letter.ink = Ink::None;
            } else if letter.c != ' ' && (is_lost || shares.contains(&None)) {
                self.veiled += 1;
            }
        }
    }

    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, page: Affine, ink: Ink, mode: WritingMode) {
        let matrix = page * glyph.transform();
        let [a, b, c, d, e, f] = matrix.as_coeffs();
        let em = 1000.0;
        let size = c.hypot(d) * em;
        // Letters without a width are as invisible as letters without a height.
        let size = if a.hypot(b) * em < NARROWEST { a.hypot(b) * em } else { size };
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
        // Sums and differences of greater values are inexact or not numbers.
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
            is_clipped: false,
            mark: self.marks.last().copied().unwrap_or_default(),
        };
        self.letters(glyph, &base);
    }

    /// Notes the characters of a glyph, side by side within its width.
    fn letters(&mut self, glyph: &PositionedGlyph<'_>, base: &Letter) {
        let first = self.letters.len();
        let meaning = match glyph.as_unicode() {
            Some(said) => Some(by_code(glyph, said)),
            None => self.by_number(glyph),
        };
        if let Some(actual) = &mut self.actual {
            actual.glyph(base, meaning.is_some());
        }
        let mut push = |c| self.letters.push(Letter { c, ..base.clone() });
        match &meaning {
            Some(BfString::Char(c)) if c.is_ascii_digit() && is_raised(glyph) => push(letters::raise(*c)),
            Some(BfString::Char(c)) => letters::clean(*c, &mut push),
            Some(BfString::String(text)) => letters::clean_all(text, &mut push),
            None => {}
        }
        if base.ink != Ink::None && self.actual.is_none() {
            self.shapes.add(glyph, meaning.as_ref(), self.watch);
        }
        spread(self.letters.get_mut(first..).unwrap_or_default(), base);
    }

    /// Returns the meaning of a glyph by its number in a known collection, or by its code in a bitmap font of TeX.
    fn by_number(&self, glyph: &PositionedGlyph<'_>) -> Option<BfString> {
        let outline = match &**glyph {
            Glyph::Outline(outline) => outline,
            // The letters of bitmap fonts have no names, only codes.
            Glyph::Type3(type3) => return letters::by_tex_code(type3.char_code()).map(BfString::Char),
        };
        self.fonts.character(&outline.font_data()?.postscript_name?, outline.char_code())
    }

    /// Drops the last run if it only repeats the run before it, as some programs paint bold letters.
    fn drop_repeated(&mut self, start: usize) {
        let run = start..self.letters.len();
        let (last, new) = (self.letters.get(self.last_run.clone()), self.letters.get(run.clone()));
        let (last, new) = (last.unwrap_or_default(), new.unwrap_or_default());
        let same = run.len() == self.last_run.len()
            && !run.is_empty()
            && self.last_run.end == start
            && last.iter().zip(new).all(|(a, b)| b.is_over(a));
        if same {
            self.letters.truncate(start);
        } else {
            self.last_run = run;
        }
    }
}

/// Returns the ASCII character of a drawn letter whose name is only its number in a Windows font (`uni00000044`), as
/// some plotting programs write it. The code of such a letter is that of ASCII. Otherwise returns the given meaning.
fn by_code(glyph: &Glyph<'_>, said: BfString) -> BfString {
    let Glyph::Type3(drawn) = glyph else { return said };
    let number = match &said {
        BfString::Char(c) => Some(*c),
        BfString::String(text) => text.strip_prefix('\0').and_then(|text| text.chars().next()),
    };
    let code = drawn.char_code();
    let is_number = number.is_some_and(|c| u32::from(c) + WINDOWS_SHIFT == code);
    match char::from_u32(code) {
        Some(c) if is_number && c.is_ascii_graphic() => BfString::Char(c),
        _ => said,
    }
}

/// Returns whether a glyph stands above the line: some fonts have raised digits for note marks.
fn is_raised(glyph: &Glyph<'_>) -> bool {
    match glyph {
        Glyph::Outline(outline) => outline.outline().bounding_box().y0 > ABOVE,
        Glyph::Type3(_) => false,
    }
}

/// The height above the line, in thousandths of the font's size, at which no digit on the line begins.
const ABOVE: f64 = 200.0;

impl<'a> Device<'a> for PageInk<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.tick();
        self.paints += 1;
        self.text_patterns += usize::from(has_text(&props.paint, self.watch));
        if matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            self.lettering.add(path, props.transform);
        }
        self.path_area(path, &props, mode);
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        self.draw_path(&rect.to_path(0.1), props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.tick();
        self.clips.push(self.clip().with(clip));
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.tick();
        self.clips.push(self.clip().with_rect(*rect));
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend: BlendMode) {
        // The share that a mask or a blend mode lets through is unknown. At most half is counted, so that it is not
        // solid.
        let own = if mask.is_some() || blend != BlendMode::Normal { opacity.min(0.5) } else { opacity };
        self.groups.push(own * self.opacity());
        let mask = mask.map(|mask| self.mask(&mask));
        self.masks.push(mask);
        self.lightening.push(is_lightening(blend));
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
        self.masks.pop();
        self.lightening.pop();
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
            _ => ink(&props.paint, self.watch),
        };
        let start = self.letters.len();
        if start < MOST_LETTERS {
            for glyph in run.glyphs() {
                self.glyph(glyph, props.transform, ink, run.writing_mode());
            }
            self.drop_repeated(start);
            let is_tiled =
                matches!(&props.paint, Paint::Pattern(pattern) if matches!(**pattern, Pattern::Tiling(_)));
            let is_lost = is_tiled && ink == Ink::Unknown
                || is_lightening(props.blend_mode)
                || self.lightening.contains(&true);
            let mask = props.soft_mask.as_ref().map(|mask| self.mask(mask));
            self.veil(start, mask, is_lost);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.tick();
        self.paints += 1;
        let corner = Point::new(f64::from(image.width()), f64::from(image.height()));
        let rect = props.transform.transform_rect_bbox(Rect::from_points(Point::ZERO, corner));
        // A stencil or a picture with a mask paints only some of its pixels, so the ground may show through.
        let solid = match image {
            Image::Raster(raster) => {
                let dict = raster.stream().dict();
                !dict.contains_key(b"SMask") && !dict.contains_key(b"Mask") && self.opacity() > SOLID
            }
            Image::Stencil(_) => false,
        };
        self.area(rect, None, if solid { Ink::Unknown } else { Ink::None }, true);
    }
}

/// Returns whether a blend mode makes dark letters invisible on white.
fn is_lightening(blend: BlendMode) -> bool {
    matches!(blend, BlendMode::Screen | BlendMode::Lighten | BlendMode::ColorDodge)
}

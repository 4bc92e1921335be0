//! Draws figures, one above the other, as SVG or PNG.
//!
//! An SVG names a font and leaves the letters to the viewer. A PNG needs the letters themselves, so a few common fonts
//! are searched for in the usual folders. The width of a text is never needed: it would require a font for SVG too.

use std::ops::Range;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};

use super::{Figure, Refused};

/// The width of the picture, in pixels.
const WIDTH: u32 = 1000;
/// The margins of a figure, in pixels: above, below, left, right.
const MARGINS: (i32, i32, i32, i32) = (50, 60, 70, 230);
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(225, 225, 225);
/// The folders that are searched for fonts.
const FONT_FOLDERS: [&str; 12] = [
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
    "/usr/share/fonts/truetype/liberation",
    "/usr/share/fonts/liberation-sans",
    "/usr/share/fonts/truetype/noto",
    "/usr/share/fonts/truetype/freefont",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts/Supplemental",
    "C:\\Windows\\Fonts",
];
const FONT_FILES: [&str; 5] =
    ["DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "FreeSans.ttf", "Arial.ttf"];

/// A picture to be drawn.
#[derive(Debug)]
pub struct Plot {
    path: PathBuf,
    /// True for a PNG, false for an SVG.
    is_png: bool,
}

impl Plot {
    /// Checks that a picture can be drawn: the name has a known ending, and a PNG has a font.
    ///
    /// # Errors
    /// The name has another ending, or there is no font.
    pub fn new(path: &Path) -> Result<Plot, Refused> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        if extension != "svg" && extension != "png" {
            return Err(Refused::Name(path.to_owned()));
        }
        let is_png = extension == "png";
        if is_png {
            let font = match find_font(FONT_FOLDERS.iter().map(Path::new)) {
                Ok(font) => font,
                Err(why) => return Err(Refused::Font(path.to_owned(), why)),
            };
            if register_font(FONT, FontStyle::Normal, font).is_err() {
                let why = "the font found is damaged; write an .svg".to_owned();
                return Err(Refused::Font(path.to_owned(), why));
            }
        }
        Ok(Plot { path: path.to_owned(), is_png })
    }

    /// Returns the path of the picture.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of the picture.
    ///
    /// # Errors
    /// The picture cannot be drawn; the message says why.
    pub fn draw(&self, figures: &[Figure]) -> Result<Vec<u8>, String> {
        if self.is_png { png(figures) } else { svg(figures).map(String::into_bytes) }
    }
}

/// Returns the bytes of a font, which stay in memory until the program ends.
fn find_font<'f>(folders: impl Iterator<Item = &'f Path> + Clone) -> Result<&'static [u8], String> {
    for file in FONT_FILES {
        for folder in folders.clone() {
            if let Ok(bytes) = std::fs::read(folder.join(file)) {
                return Ok(bytes.leak());
            }
        }
    }
    Err(format!(
        "a PNG needs a font and none of {} was found; install DejaVu Sans, or write an .svg, which needs none",
        FONT_FILES.join(", ")
    ))
}

fn svg(figures: &[Figure]) -> Result<String, String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (WIDTH, height(figures))).into_drawing_area();
    all(&area, figures).map_err(|error| format!("cannot draw: {error}"))?;
    drop(area);
    Ok(text)
}

fn png(figures: &[Figure]) -> Result<Vec<u8>, String> {
    let height = height(figures);
    let mut pixels = vec![0; WIDTH as usize * height as usize * 3];
    let area = BitMapBackend::with_buffer(&mut pixels, (WIDTH, height)).into_drawing_area();
    all(&area, figures).map_err(|error| format!("cannot draw: {error}"))?;
    drop(area);
    let mut bytes = vec![];
    encode(&pixels, height, &mut bytes).map_err(|error| format!("cannot write a PNG: {error}"))?;
    Ok(bytes)
}

fn encode(pixels: &[u8], height: u32, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(bytes, WIDTH, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()
}

type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

fn height(figures: &[Figure]) -> u32 {
    figures.iter().map(|figure| figure.height).sum()
}

fn all<B: DrawingBackend>(area: &DrawingArea<B, Shift>, figures: &[Figure]) -> Drawn<B> {
    area.fill(&WHITE)?;
    let mut rest = area.clone();
    for figure in figures {
        let (area, below) = rest.split_vertically(figure.height);
        one(&area, figure)?;
        rest = below;
    }
    area.present()
}

/// Writes a text, centered vertically.
fn text<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    text: &str,
    at: (i32, i32),
    size: i32,
    horizontal: HPos,
) -> Drawn<B> {
    let style = (FONT, size).into_font().color(&INK).pos(Pos::new(horizontal, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}

/// Draws a line through points.
fn path<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    points: Vec<(i32, i32)>,
    style: ShapeStyle,
) -> Drawn<B> {
    area.draw(&PathElement::new(points, style))
}

fn one<B: DrawingBackend>(area: &DrawingArea<B, Shift>, figure: &Figure) -> Drawn<B> {
    let (above, below, left, right) = MARGINS;
    let (width, height) = (area.dim_in_pixel().0 as i32, area.dim_in_pixel().1 as i32);
    let (x_end, y_end) = (width - right, height - below);

    text(area, &figure.title, (left, above / 2), 20, HPos::Left)?;
    text(area, &figure.x_title, ((left + x_end) / 2, height - below / 3), 16, HPos::Center)?;
    for (y, mark) in &figure.y_marks {
        let y = place(*y, &figure.y, y_end, above);
        path(area, vec![(left, y), (x_end, y)], GRID.stroke_width(1))?;
        text(area, mark, (left - 10, y), 15, HPos::Right)?;
    }
    for (x, mark) in &figure.x_marks {
        let x = place(*x, &figure.x, left, x_end);
        path(area, vec![(x, above), (x, y_end)], GRID.stroke_width(1))?;
        text(area, mark, (x, y_end + 16), 15, HPos::Center)?;
    }
    path(area, vec![(left, above), (left, y_end), (x_end, y_end)], INK.stroke_width(1))?;
    for (number, line) in figure.lines.iter().enumerate() {
        let (red, green, blue) = line.color;
        let style = RGBColor(red, green, blue).stroke_width(2);
        let mut points = vec![];
        for &(x, y) in &line.points {
            points.push((place(x, &figure.x, left, x_end), place(y, &figure.y, y_end, above)));
        }
        let y = above + 10 + 24 * number as i32;
        let sample = vec![(x_end + 14, y), (x_end + 44, y)];
        if line.is_dashed {
            for points in [points, sample] {
                area.draw(&DashedPathElement::new(points, 12, 8, style))?;
            }
        } else {
            path(area, points, style)?;
            path(area, sample, style)?;
        }
        text(area, &line.name, (x_end + 52, y), 15, HPos::Left)?;
    }
    Ok(())
}

/// Returns the place, in pixels, of a value of a range that is drawn between two places.
fn place(value: f64, range: &Range<f64>, from: i32, to: i32) -> i32 {
    from + ((value - range.start) / (range.end - range.start) * f64::from(to - from)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_font_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = find_font([folder.path()].into_iter()).unwrap_err();
        assert!(error.contains("DejaVuSans.ttf") && error.contains("write an .svg"), "{error}");
        std::fs::write(folder.path().join("Arial.ttf"), "not a font").unwrap();
        assert_eq!(find_font([folder.path()].into_iter()).unwrap(), b"not a font");
    }

    #[test]
    fn other_forms_are_refused() {
        for path in ["f1.pdf", "f1", ""] {
            let Err(error) = Plot::new(Path::new(path)) else { panic!("{path}") };
            assert!(error.to_string().contains(".svg or .png"), "{error}");
        }
    }
}

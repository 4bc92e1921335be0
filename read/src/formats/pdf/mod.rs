//! Reads PDF.
//!
//! A page is painted on a device of our own that listens (`device`). It notes every character with its place, and
//! everything that may hide it (`hidden`): areas and clips (`areas`), masks (`masks`) and the color of paint
//! (`paints`). Letters of a baseline are put in the order of their places where the order of the file means nothing
//! (`straighten`, `stray_marks`). Characters become segments (`segment`), heads and feet are removed (`heads`), columns
//! are cut apart (`columns`), segments become lines (`lines`), and lines become paragraphs (`paragraphs`). Paragraphs that
//! a column, a page or a float breaks are joined as the text is written (`flow`).
//!
//! If a file has a sound structure tree (`tags`), its blocks and their order are taken from there (`tagged`). Letters
//! whose outlines look unlike what the file says they are (`shapes`, by `looks`, `grid` and `drawing`) are counted, and
//! so are parts that are not read (`beside`). `hayro` reads the file, its fonts and their maps to Unicode; the order
//! and the blanks are ours.
//!
//! Time: linear in what is painted, except for sorting. Space: the characters of the largest page, and all lines.

mod letters;
mod letter;
mod cids;
mod info;
mod actual;
mod ticks;
mod grid;
mod looks;
mod drawing;
mod shapes;
mod paints;
mod areas;
mod masks;
mod lettering;
mod device;
mod hidden;
mod beside;
mod face;
mod vertical;
mod straighten;
mod stray_marks;
mod quotes;
mod segment;
mod page;
mod heads;
mod columns;
mod lines;
mod kinds;
mod hyphens;
mod paragraphs;
mod tags;
mod tagged;
mod flow;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};

use crate::formats::Fault;
use crate::formats::compound::holds;
use crate::formats::format::{Mark, PaperFormat};
use crate::formats::limits::Watch;
use beside::Beside;
use cids::CidFonts;
use device::PageInk;
use ibid::Document;
use page::PageText;
use shapes::Shapes;
use tags::Tags;
use ticks::Stopped;

/// The first bytes in which a PDF may begin, and the last in which it may end: programs put mail headers or blanks
/// before it, and PDF readers look this far.
const WITHIN: usize = 1024;

/// Portable Document Format.
pub(crate) static FORMAT: PaperFormat =
    PaperFormat { name: "PDF", marks: &[Mark::Content(is_pdf)], read, has_properties: true };

/// Reads a PDF.
pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let pdf = Pdf::new(Arc::new(bytes.to_vec())).map_err(fault)?;
    watch.check()?;
    let mut shapes = Shapes::default();
    let (mut pages, beside) = pages(&pdf, watch, &mut shapes)?;
    let metadata = info::metadata(&pdf);
    if pages.iter().all(|page| page.segments.is_empty()) && !pages.is_empty() {
        return Err(Fault::NoText { pages: pages.len() as u32 });
    }
    let tags = Tags::new(&pdf).filter(|tags| tagged::is_sound(tags, &pages));
    // A sound tree that marks heads and feet as artifacts knows them better.
    if tags.is_none() || !tagged::has_artifacts(&pages) {
        heads::remove(&mut pages);
    }
    let mut builder = flow::write(pages, tags, watch)?;
    beside.put(&pdf, &mut builder);
    builder.doubt(shapes.doubtful());
    Ok(builder.finish(metadata))
}

/// Returns whether a file is a PDF. One whose first line is lost is known by its end, which no other format has.
fn is_pdf(bytes: &[u8]) -> bool {
    let head = bytes.get(..WITHIN).unwrap_or(bytes);
    let tail = bytes.get(bytes.len().saturating_sub(WITHIN)..).unwrap_or_default();
    holds(head, b"%PDF-") || holds(tail, b"startxref")
}

fn fault(error: LoadPdfError) -> Fault {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Fault::Encrypted,
        LoadPdfError::Decryption(_) => {
            Fault::Unsupported { what: "a PDF with this encryption", instead: "save it without encryption" }
        }
        LoadPdfError::Invalid => Fault::Damaged("no PDF pages can be found in it".to_owned()),
    }
}

/// The approximate memory of a character while its page is laid out, in bytes.
const LETTER_BYTES: u64 = 64;

/// Returns the segments of all pages, and the counts of the parts that are not read.
fn pages(pdf: &Pdf, watch: &Watch, shapes: &mut Shapes) -> Result<(Vec<PageText>, Beside), Fault> {
    watch.pages(pdf.pages().len())?;
    let settings = InterpreterSettings::default();
    let cache = InterpreterCache::new();
    let fonts = CidFonts::new(pdf);
    let (mut out, mut beside) = (Vec::new(), Beside::default());
    for (page, number) in pdf.pages().iter().zip(1..) {
        watch.unpack(page.page_stream().map_or(0, <[u8]>::len) as u64)?;
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let place = page.initial_transform(true).to_kurbo();
        let bounds = Rect::new(0.0, 0.0, width, height);
        let mut context = Context::new(place, bounds, &cache, pdf.xref(), settings.clone());
        let mut ink = PageInk::new(&fonts, watch, shapes);
        let painting = AssertUnwindSafe(|| interpret_page(page, &mut context, &mut ink));
        if let Err(cause) = catch_unwind(painting) {
            watch.check()?;
            debug_assert!(!cause.is::<Stopped>(), "it is stopped only when the time is over");
            return Err(Fault::Damaged(format!("page {number} cannot be painted")));
        }
        watch.unpack(ink.letters.len() as u64 * LETTER_BYTES)?;
        vertical::turn(&mut ink.letters);
        straighten::straighten(&mut ink.letters);
        stray_marks::place(&mut ink.letters);
        let eye = hidden::Eye::new(&ink, width, height);
        let segments = segment::segments(&ink.letters, |letter| eye.why(letter));
        beside.page(&ink, &segments, bounds);
        out.push(PageText::new(number, segments));
        watch.check()?;
    }
    Ok((out, beside))
}

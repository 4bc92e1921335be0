//! Writes small PDFs by hand: pages of operators, with Helvetica as `/F1`, a Chinese font that is not embedded as `/F2`,
//! Courier as `/F3`, Arial by the numbers of its glyphs as `/F4`, a gray picture as `/Im`, and as `/Loop` a form that paints
//! another one twice, which paints another one twice, and so on.

use crate::parts::pages;
use std::fmt::Write;

use ibid::Document;
use ibid_read::formats::{Fault, PaperLimits, read};

/// The number of forms that paint the next one twice each.
const LOOPS: usize = 40;

/// The content of one page of 400 by 600 points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet(String);

impl Sheet {
    pub(crate) fn new() -> Self {
        Sheet::default()
    }

    /// Sets a line in Helvetica; `y` counts from the top.
    pub(crate) fn line(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        let escaped = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        self.operators(&format!("BT /F1 {size} Tf {x} {} Td ({escaped}) Tj ET", 600.0 - y))
    }

    /// Sets a line of Chinese.
    pub(crate) fn chinese(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        let hex = text.encode_utf16().fold(String::new(), |mut hex, unit| {
            write!(hex, "{unit:04X}").unwrap();
            hex
        });
        self.operators(&format!("BT /F2 {size} Tf {x} {} Td <{hex}> Tj ET", 600.0 - y))
    }

    /// Sets lines of equal size, one below the other.
    pub(crate) fn lines(self, x: f32, y: f32, size: f32, lines: &[&str]) -> Self {
        let at = |row: usize| y + 1.2 * size * row as f32;
        lines.iter().enumerate().fold(self, |sheet, (row, text)| sheet.line(x, at(row), size, text))
    }

    /// Adds operators as they are.
    pub(crate) fn operators(mut self, operators: &str) -> Self {
        self.0.push_str(operators);
        self.0.push('\n');
        self
    }
}

/// Returns the file with these pages.
pub(crate) fn pdf(sheets: &[Sheet]) -> Vec<u8> {
    tagged_pdf(sheets, "null")
}

/// Returns the file with these pages and the kids of its structure tree. The first page is `7 0 R`, the next `9 0 R`.
pub(crate) fn tagged_pdf(sheets: &[Sheet], kids_of_tree: &str) -> Vec<u8> {
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R /StructTreeRoot << /Type /StructTreeRoot /K {kids_of_tree} >> >>"),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>"
            .to_owned(),
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /CIDSystemInfo << /Registry (Adobe) \
         /Ordering (GB1) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 \
         /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 90 >> >>"
            .to_owned(),
        stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "x"),
    ];
    let mut kids = String::new();
    let loops = objects.len() + 2 * sheets.len() + 1;
    let glyphs = loops + LOOPS - 1;
    let looks = looks(glyphs + 1);
    for sheet in sheets {
        let page = objects.len() + 1;
        write!(kids, "{page} 0 R ").unwrap();
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents {} 0 R /Resources << /Font << /F3 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> /F4 {glyphs} 0 R /F1 3 0 R \
             /F2 4 0 R >> /XObject << /Im 6 0 R /Loop {loops} 0 R >> {looks} >> >>",
            page + 1
        ));
        objects.push(stream("", &sheet.0));
    }
    for next in loops + 1..loops + LOOPS {
        let entries = "/Type /XObject /Subtype /Form /BBox [0 0 400 600]";
        let resources = format!("/Resources << /XObject << /Loop {next} 0 R >> >>");
        objects.push(stream(&format!("{entries} {resources}"), "/Loop Do /Loop Do"));
    }
    objects.push(
        "<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [<< /Type /Font \
         /Subtype /CIDFontType2 /BaseFont /Arial /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
         /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 32 >> >>] >>"
            .to_owned(),
    );
    let group =
        "/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Group << /S /Transparency /CS /DeviceGray >>";
    objects.push(stream(group, "1 g 0 0 400 300 re f"));
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", sheets.len());
    file(&objects)
}

/// Returns a shading of white (`White`), and a state in which only the lower half of a page is seen (`Half`), by the mask
/// of this number.
fn looks(mask: usize) -> String {
    format!(
        "/Pattern << /White << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 400 0] \
         /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [.97 .98 .96] /N 1 >> >> >> >> \
         /ExtGState << /Half << /SMask << /S /Luminosity /G {mask} 0 R >> >> >>"
    )
}

fn stream(entries: &str, data: &str) -> String {
    format!("<< {entries} /Length {} >>\nstream\n{data}\nendstream", data.len())
}

fn file(objects: &[String]) -> Vec<u8> {
    let mut out = "%PDF-1.7\n".to_owned();
    let mut places = String::new();
    for (object, number) in objects.iter().zip(1..) {
        places.push_str(&format!("{:010} 00000 n \n", out.len()));
        write!(out, "{number} 0 obj\n{object}\nendobj\n").unwrap();
    }
    let (xref, size) = (out.len(), objects.len() + 1);
    write!(out, "xref\n0 {size}\n0000000000 65535 f \n{places}").unwrap();
    write!(out, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{xref}\n%%EOF\n").unwrap();
    out.into_bytes()
}

/// Returns the paper of these pages.
pub(crate) fn paper(sheets: &[Sheet]) -> Document {
    try_paper(sheets).unwrap()
}

pub(crate) fn try_paper(sheets: &[Sheet]) -> Result<Document, Fault> {
    read(&pdf(sheets), &PaperLimits::default())
}

/// Checks the rules that hold for every paper, whatever was read.
pub(crate) fn check_form(paper: &Document) {
    let mut end = 0;
    for block in &paper.structure.blocks {
        let text = block.text(&paper.text);
        assert!(!text.is_empty() && !text.contains("\n\n") && text.trim() == text, "{text:?}");
        assert!(paper.text.get(end..block.start as usize).unwrap().chars().all(|c| c == '\n'));
        end = block.end as usize;
    }
    assert_eq!(end, paper.text.len());
    assert!(pages(paper).is_sorted_by_key(|page| (page.page, page.byte)));
    assert!(pages(paper).iter().all(|page| paper.text.is_char_boundary(page.byte as usize)));
    assert!(
        paper
            .structure
            .hidden
            .iter()
            .all(|hidden| paper.text.is_char_boundary(hidden.at as usize) && !hidden.text.is_empty())
    );
}

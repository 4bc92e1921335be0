//! Counts the parts of a PDF that are not read as text: pages without text, pictures, files and notes.

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use hayro_interpret::kurbo::Rect;

use super::device::PageInk;
use super::segment::Segment;
use crate::formats::paper_builder::PaperBuilder;
use ibid::structure::NotReadKind;

/// The counts of the parts that are not read as text.
#[derive(Debug, Default)]
pub(super) struct Beside {
    pages_without_text: usize,
    pictures: usize,
    text_patterns: usize,
    veiled: usize,
}

/// The share of a page above which pictures fill it, alone or together.
const FILLS: f64 = 0.5;

/// The depth to which trees of names are followed.
const DEEPEST: usize = 16;

impl Beside {
    /// Counts the parts of a page.
    pub(super) fn page(&mut self, ink: &PageInk<'_>, segments: &[Segment], page: Rect) {
        let is_seen = segments.iter().any(|segment| segment.hidden.is_none());
        self.pages_without_text += usize::from(!is_seen && ink.paints > 0);
        self.pictures += usize::from(ink.pictures(page).sum::<f64>() > FILLS * page.area());
        self.text_patterns += ink.text_patterns + usize::from(ink.lettering.is_text());
        self.veiled += ink.veiled;
    }

    /// Writes the counts of all pages, and counts the attachments and annotations of the file.
    pub(super) fn put(&self, pdf: &Pdf, builder: &mut PaperBuilder) {
        let (attached, notes) = annotations(pdf);
        builder.not_read(NotReadKind::PagesWithoutText, self.pages_without_text);
        builder.not_read(NotReadKind::Pictures, self.pictures);
        builder.not_read(NotReadKind::TextShapes, self.text_patterns);
        builder.not_read(NotReadKind::Attachments, attached + attachments(pdf).unwrap_or(0));
        builder.not_read(NotReadKind::Annotations, notes);
        builder.doubt(self.veiled);
    }
}

/// Counts the files attached to the whole file. `None` if it has no list of them.
fn attachments(pdf: &Pdf) -> Option<usize> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let files = catalog.get::<Dict<'_>>(b"Names")?.get::<Dict<'_>>(b"EmbeddedFiles")?;
    Some(named(&files, 0))
}

/// Counts the entries of a name tree.
fn named(node: &Dict<'_>, depth: usize) -> usize {
    if depth > DEEPEST {
        return 0;
    }
    let mut count = node.get::<Array<'_>>(b"Names").map_or(0, |names| names.raw_iter().count() / 2);
    if let Some(kids) = node.get::<Array<'_>>(b"Kids") {
        for kid in kids.iter::<Dict<'_>>() {
            count += named(&kid, depth + 1);
        }
    }
    count
}

/// Counts the files attached to pages, and the notes and form fields whose text is not painted.
fn annotations(pdf: &Pdf) -> (usize, usize) {
    let (mut files, mut notes) = (0, 0);
    for page in pdf.pages().iter() {
        let Some(all) = page.raw().get::<Array<'_>>(b"Annots") else { continue };
        for annotation in all.iter::<Dict<'_>>() {
            let kind = annotation.get::<Name<'_>>(b"Subtype");
            let text = match kind.as_ref().map(|kind| kind.as_str()) {
                Some("FileAttachment") => {
                    files += 1;
                    continue;
                }
                Some("Link" | "Popup") | None => continue,
                Some("Widget") if !annotation.contains_key(b"AP") => annotation.get::<PdfString<'_>>(b"V"),
                Some("Widget") => continue,
                Some(_) => annotation.get::<PdfString<'_>>(b"Contents"),
            };
            if let Some(text) = text
                && !text.as_bytes().is_empty()
            {
                notes += 1;
            }
        }
    }
    (files, notes)
}

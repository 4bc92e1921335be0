//! Takes the text out of papers as they come: bytes in; text, structure and metadata out.
//!
//! [`read`] recognizes a file by its content, whatever its name, and returns every format as a [`Document`] without an
//! id. Its blocks stand in reading order, separated by an empty line. Inside a block a line ends only where its author
//! ended it (verse, code, the rows of a table), and no line is empty. Running heads, running feet and page numbers are
//! left out. A sentence that a page break cuts is joined, so a page may begin inside a block. A footnote follows the
//! block that refers to it. The caller reads the bytes, and names the file that a [`Fault`] is about.
//!
//! ```
//! use ibid_read::formats::{Fault, PaperLimits, read};
//!
//! assert!(matches!(read(b"no paper at all", &PaperLimits::default()), Err(Fault::Unknown)));
//! ```
//!
//! To add a format: write a module with a function `read(bytes, &Watch) -> Result<Document, Fault>` that fills a `PaperBuilder`,
//! put its magic bytes into `format.rs`, and add one line to [`read_as`].

mod fault;
mod limits;
mod colors;
mod entries;
mod paper_builder;
mod compound;
mod format;
mod headings;
mod package;
mod xml;
mod theme;
mod ruby;
mod relations;
mod properties;
mod story;
mod names;
mod odt;
mod epub;
mod sheets;
mod latex;
mod rtf;
mod docx;
mod articles;
mod pdf;

pub use fault::Fault;
pub use format::{Format, recognize};
pub use latex::{JoinedSource as JoinedLatex, join as join_latex};
pub use limits::PaperLimits;

use ibid::Document;

/// Reads a paper, and recognizes its format by its content.
///
/// A whole paper without text is returned with an empty text. A PDF whose pages show no text at all, such as a scan, is
/// a fault.
pub fn read(bytes: &[u8], limits: &PaperLimits) -> Result<Document, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Damaged("the file is empty".to_owned()));
    }
    read_as(recognize(bytes).ok_or(Fault::Unknown)?, bytes, limits)
}

/// Reads a paper in the given format, whatever its content looks like. CSV and the chapters of a LaTeX source can be
/// told only by their names.
pub fn read_as(format: Format, bytes: &[u8], limits: &PaperLimits) -> Result<Document, Fault> {
    let watch = limits::Watch::start(limits);
    let unsupported = |what, instead| Err(Fault::Unsupported { what, instead });
    let mut document = match format {
        Format::Doc if compound::is_encrypted(bytes) => Err(Fault::Encrypted),
        Format::Doc => unsupported("an old Word document (DOC)", "save it as DOCX"),
        Format::Docx => docx::read(bytes, &watch),
        Format::Odt => odt::read(bytes, &watch),
        Format::Epub => epub::read(bytes, &watch),
        Format::Xlsx => sheets::read_xlsx(bytes, &watch),
        Format::Xls => sheets::read_xls(bytes, &watch),
        Format::Ods => sheets::read_ods(bytes, &watch),
        Format::Csv => sheets::read_csv(bytes, &watch),
        Format::Ppt | Format::Pptx => unsupported("a presentation (PPT, PPTX)", "save it as PDF"),
        Format::Latex => latex::read(bytes, &watch),
        Format::Xml => articles::read(bytes, &watch),
        Format::Rtf => rtf::read(bytes, &watch),
        Format::Pdf => pdf::read(bytes, &watch),
    }?;
    document.meta.is_author_property = document.meta.author.is_some() && has_properties(format);
    Ok(document)
}

/// Returns whether a format keeps its author among properties that no reader sees, and programs fill in.
fn has_properties(format: Format) -> bool {
    !matches!(format, Format::Epub | Format::Latex | Format::Xml)
}

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
//! To add a format: write a module with a `FORMAT`, which tells how it is recognized and read, and list it in
//! `read/src/format.rs` with the endings of its names.

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
mod pptx;
mod articles;
mod pdf;
mod refused;
mod recognize;

pub use articles::FORMAT as XML;
pub use fault::Fault;
pub use format::PaperFormat;
pub use latex::{FORMAT as LATEX, JoinedSource as JoinedLatex, join as join_latex};
pub use limits::PaperLimits;
pub use recognize::recognize;
pub use sheets::csv::FORMAT as CSV;

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
pub fn read_as(format: &PaperFormat, bytes: &[u8], limits: &PaperLimits) -> Result<Document, Fault> {
    let watch = limits::Watch::start(limits);
    let mut document = (format.read)(bytes, &watch)?;
    document.meta.is_author_property = document.meta.author.is_some() && format.has_properties;
    Ok(document)
}

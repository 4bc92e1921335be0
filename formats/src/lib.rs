//! Takes the text out of papers as they come: bytes in; text, structure and metadata out.
//!
//! [`read`] recognizes a file by its content, whatever its name, and gives every format the same form, a [`Paper`]: one
//! text, and beside it what stands where in that text ([`Block`]s and [`Page`]s), what was kept out of it ([`Hidden`])
//! and what the file says of itself ([`Metadata`]). This crate knows no sentences, no languages of papers and no files:
//! who calls it reads the bytes, and says in his own words which file a [`Fault`] is about.
//!
//! ```
//! use ibid_formats::{Fault, Limits, read};
//!
//! assert!(matches!(read(b"no paper at all", &Limits::default()), Err(Fault::Unknown)));
//! ```
//!
//! To add a format: a module with a function `read(bytes, &Watch) -> Result<Paper, Fault>` that writes into a
//! `Draft`, its magic in `format.rs`, and one line in [`read`].

mod fault;
mod limits;
mod paper;
mod colors;
mod entries;
mod draft;
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
mod gather;
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
pub use latex::{Joined as JoinedLatex, join as join_latex};
pub use limits::Limits;
pub use paper::{Block, Hidden, Kind, Metadata, NotRead, NotReadKind, Page, Paper, Why};

/// Reads a paper.
///
/// An empty paper that is whole is no fault: its text is empty. A file whose pages show no text at all, as a scan, is one.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Paper, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Damaged("the file is empty".to_owned()));
    }
    read_as(recognize(bytes).ok_or(Fault::Unknown)?, bytes, limits)
}

/// Reads a paper as one of this format, whatever it looks like: CSV, and a chapter of a LaTeX source, are known by their
/// names only.
pub fn read_as(format: Format, bytes: &[u8], limits: &Limits) -> Result<Paper, Fault> {
    let watch = limits::Watch::start(limits);
    let unsupported = |what, instead| Err(Fault::Unsupported { what, instead });
    match format {
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
    }
}

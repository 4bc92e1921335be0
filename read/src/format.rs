//! The input formats, and the names of files that promise them.

use std::path::Path;

use crate::compressed::Packing;

/// The input formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Plain,
    Markdown,
    Html,
    Records,
    Parquet,
    /// Papers that may be read in a process of their own: PDF, DOCX and the like.
    Paper,
    Latex,
    Mail,
    Xml,
    /// Values separated by commas, semicolons or tabs.
    Values,
}

/// The formats that are no papers, with the endings of names by which they are read in a folder.
const EXTENSIONS: &[(Format, &[&str])] = &[
    (Format::Plain, &["txt", "text"]),
    (Format::Markdown, &["md", "markdown"]),
    (Format::Html, &["html", "htm", "xhtml"]),
    (Format::Records, &["jsonl", "ndjson", "json-lines"]),
    (Format::Parquet, &["parquet"]),
    (Format::Mail, &["eml"]),
];

/// Calls a macro with the formats of papers: the module in `formats` that declares it, the input format, and the endings of
/// names by which it is read in a folder. Of two formats that a content may be of, the first is taken.
macro_rules! paper_formats {
    ($receiver:ident) => {
        $receiver! {
            rtf: Paper ["rtf"];
            odt: Paper ["odt", "ott", "fodt"];
            sheets::ods: Paper ["ods"];
            docx: Paper ["docx", "docm"];
            sheets::xlsx: Paper ["xlsx", "xlsm"];
            pptx: Paper ["pptx", "pptm", "ppsx"];
            // DOC and PPT are not read, but they are reported and not skipped silently.
            refused::doc: Paper ["doc"];
            sheets::xls: Paper ["xls"];
            refused::ppt: Paper ["ppt"];
            epub: Paper ["epub"];
            pdf: Paper ["pdf"];
            articles: Xml ["xml", "nxml"];
            latex: Latex ["tex", "latex"];
            sheets::csv: Values ["csv", "tsv"];
        }
    };
}
#[cfg(feature = "papers")]
pub(crate) use paper_formats;

macro_rules! names_of_papers {
    ($($($module:ident)::+: $format:ident $names:expr;)+) => { &[$((Format::$format, &$names)),+] };
}

/// The formats of papers, with the endings of their names.
const PAPER_EXTENSIONS: &[(Format, &[&str])] = paper_formats!(names_of_papers);

impl Format {
    /// Returns the format that a name promises, without the ending of a compression.
    pub(crate) fn of_name(path: &Path) -> Option<Format> {
        let name = match Packing::of_name(path) {
            Some(_) => Path::new(path.file_stem()?),
            None => path,
        };
        let extension = name.extension()?.to_str()?;
        for (format, names) in EXTENSIONS.iter().chain(PAPER_EXTENSIONS) {
            if names.iter().any(|name| name.eq_ignore_ascii_case(extension)) {
                return Some(*format);
            }
        }
        None
    }
}
